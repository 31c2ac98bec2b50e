// The curves of evidence: how many clusters, and which value of a number that was tuned. And the clusters
// behind the peaks of the first.
#include "front/report.hpp"
#include "mercer/curve.hpp"

namespace mercer {
namespace {

Json curve_json(const EvidenceCurve& curve, const std::string& about) {
  Json points = Json::array();
  for (const CurvePoint& one : curve.points)
    points.push_back({{"at", one.at}, {"values", one.values}, {"also", one.also}});
  return {{"about", about},         {"axis", curve.caption},
          {"lines", curve.lines},   {"logarithmic", curve.logarithmic},
          {"chosen", curve.chosen}, {"points", std::move(points)}};
}

// One number of clusters, with the cluster of each point.
Json peak_of(const NumberSearch& search, Index clusters, const Labels& labels) {
  const bool taken = clusters == search.clusters;
  const NumberEvidence* const evidence = search.at(clusters);
  std::string about;
  if (taken && search.by_model)
    about = fmt::format("gain {:.2f} per point", search.gain(clusters));
  else if (evidence)
    about = fmt::format("evidence {:.2f}", evidence->evidence());
  return {{"clusters", clusters}, {"taken", taken}, {"about", about}, {"labels", packed_labels(labels)}};
}

}  // namespace

void add_evidence(const ReportInput& in, Json& report) {
  Json curves = Json::array();
  const auto add = [&](const EvidenceCurve& curve, const std::string& about) {
    if (curve.points.size() > 1) curves.push_back(curve_json(curve, about));
  };
  if (in.result.number) add(curve_of(*in.result.number), in.result.number->text());
  if (in.result.tuning) {
    const EvidenceCurve curve = curve_of(*in.result.tuning);
    add(curve, curve.title + " has most evidence");
  }
  if (!curves.empty()) report["evidence"] = std::move(curves);
}

// The number that was taken is shown beside others only. Their labels are not kept where a sample was
// searched.
void add_peaks(const ReportInput& in, Json& report) {
  if (!in.result.number) return;
  const NumberSearch& search = *in.result.number;
  std::vector<Index> others = {search.best};
  others.insert(others.end(), search.also.begin(), search.also.end());
  Json list = Json::array();
  for (const Index clusters : others) {
    const NumberEvidence* const one = search.at(clusters);
    if (clusters != search.clusters && one && std::ssize(one->labels) == in.raw.size())
      list.push_back(peak_of(search, clusters, one->labels));
  }
  if (list.empty()) return;
  if (search.clusters > 1) list.insert(list.begin(), peak_of(search, search.clusters, in.result.labels));
  attempt(report, "Pictures of other numbers of clusters are", [&] {
    Json part = places_of(small_plane(in));
    part["list"] = std::move(list);
    report["peaks"] = std::move(part);
  });
}

}  // namespace mercer
