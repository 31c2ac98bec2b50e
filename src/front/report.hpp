// The parts of a report, each added to the JSON that web/src/schema.ts defines.
#pragma once

#include <fmt/format.h>

#include "mercer/error.hpp"
#include "mercer/report.hpp"
#include "report/packed.hpp"

namespace mercer {

struct ReportInput {
  const Data& raw;  // the columns as the user knows them
  Data points;      // as the method saw them
  const Result& result;
  const ReportOptions& options;
  Kernel kernel;  // with the parameters used
};

std::string kernel_name(Kernel kernel);

// Points where they are to be seen: own columns, principal components, kernel principal components; and to
// which cluster each place of the plane belongs.
void add_views(const ReportInput& in, Json& report);
// The points unrolled: distances along the data, in the plane.
void add_geodesic_view(const ReportInput& in, Json& report);
// What looks at pairs of points: silhouettes, the kernel matrix, its spectrum.
void add_pairs(const ReportInput& in, Json& report);
// What the method left behind: its course, its hierarchy, its map.
void add_traces(const ReportInput& in, Json& report);
// What sets the clusters apart, in the columns of the table as it was.
void add_profile(const ReportInput& in, Json& report);
// The evidence for each number of clusters, or for each value of a number that was tuned.
void add_evidence(const ReportInput& in, Json& report);
// What method auto tried, and how it was judged.
void add_choice(const ReportInput& in, Json& report);

// Some of the points, as the method saw them.
Data sampled_points(const ReportInput& in, const std::vector<Index>& rows);

// What can't be had is left out, and the page says why.
template <class F>
void attempt(Json& report, std::string_view part, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    report["notes"].push_back(fmt::format("{} left out: {}.", part, error.what()));
  }
}

}  // namespace mercer
