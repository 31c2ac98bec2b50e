// The curves of evidence: how many clusters, and which value of a number that was tuned.
#include "front/report.hpp"
#include "mercer/curve.hpp"

namespace mercer {
namespace {

Json curve_json(const EvidenceCurve& curve, const std::string& about) {
  Json points = Json::array();
  for (const CurvePoint& one : curve.points)
    points.push_back({{"at", one.at},
                      {"evidence", one.evidence},
                      {"agreement", one.agreement},
                      {"separation", one.separation},
                      {"also", one.also}});
  return {{"about", about},
          {"axis", curve.caption},
          {"logarithmic", curve.logarithmic},
          {"chosen", curve.chosen},
          {"points", std::move(points)}};
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

}  // namespace mercer
