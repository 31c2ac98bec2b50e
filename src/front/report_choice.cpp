// How method auto came to its clusters: what was tried, side by side.
#include "front/report.hpp"

namespace mercer {
namespace {

constexpr Index most_drawn = 1500;  // points in each small picture

Json candidate_of(const Candidate& one, const std::vector<Index>& rows) {
  Json json = {{"name", one.name}, {"method", one.method}};
  if (!one.failure.empty()) {
    json["failure"] = one.failure;
    return json;
  }
  json.update({{"clusters", one.clusters}, {"agreement", one.agreement}, {"score", one.score}});
  if (rows.empty()) return json;
  Labels labels;
  for (const Index row : rows) labels.push_back(one.labels[static_cast<std::size_t>(row)]);
  json["labels"] = packed_labels(labels);
  return json;
}

}  // namespace

PlanePoints small_plane(const ReportInput& in) {
  return project(in.points, {.most_points = most_drawn, .seed = in.options.seed});
}

Json places_of(const PlanePoints& plane) {
  return {{"x", packed_coarse(plane.points.col(0))},
          {"y", packed_coarse(plane.points.col(1))},
          {"rows", packed_indices(plane.rows)},
          {"equal", plane.one_unit}};
}

void add_choice(const ReportInput& in, Json& report) {
  if (!in.result.choice) return;
  const Choice& choice = *in.result.choice;
  Json part = {{"winner", choice.contest().winner}, {"list", Json::array()}};
  PlanePoints plane;
  // Of a sample the rows are not known, and there is nothing to draw.
  if (choice.sampled == 0)
    attempt(report, "Pictures of what was tried are", [&] {
      plane = small_plane(in);
      part.update(places_of(plane));
    });
  for (const Candidate& one : choice.contest().candidates)
    part["list"].push_back(candidate_of(one, plane.rows));
  report["candidates"] = std::move(part);
}

}  // namespace mercer
