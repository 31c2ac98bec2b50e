// The parts of a report, each added to the JSON that web/src/schema.ts defines.
#pragma once

#include <fmt/format.h>

#include "mercer/error.hpp"
#include "mercer/report.hpp"
#include "report/packed.hpp"
#include "report/projection.hpp"

namespace mercer {

struct ReportInput {
  const Data& raw;  // the columns as the user knows them
  Data points;      // as the method saw them
  const Result& result;
  const ReportOptions& options;
  Kernel kernel;  // with the parameters used
};

std::string kernel_name(Kernel kernel);

// Coordinates of the points for drawing: their columns, principal components, kernel principal components;
// and the cluster of each place in the plane.
void add_views(const ReportInput& in, Json& report);
// The points unrolled: distances along the data, in the plane.
void add_geodesic_view(const ReportInput& in, Json& report);
// Parts about pairs of points: silhouettes, the kernel matrix, its spectrum.
void add_pairs(const ReportInput& in, Json& report);
// Parts that only some methods have: the course of the objective, a hierarchy, a map.
void add_traces(const ReportInput& in, Json& report);
// What sets the clusters apart, in the columns of the table as it was.
void add_profile(const ReportInput& in, Json& report);
// The evidence for each number of clusters, or for each value of a number that was tuned.
void add_evidence(const ReportInput& in, Json& report);
// The number of clusters that was found and the next peaks of the evidence, as small pictures.
void add_peaks(const ReportInput& in, Json& report);
// What method auto tried, and how it was judged.
void add_choice(const ReportInput& in, Json& report);

// Which points the small pictures show, and where; the same for all of them.
PlanePoints small_plane(const ReportInput& in);
Json places_of(const PlanePoints& plane);

// Some of the points, as the method saw them.
Data sampled_points(const ReportInput& in, const std::vector<Index>& rows);

// Parts that can't be computed are left out, and the page says why.
template <class F>
void attempt(Json& report, std::string_view part, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    report["notes"].push_back(fmt::format("{} left out: {}.", part, error.what()));
  }
}

}  // namespace mercer
