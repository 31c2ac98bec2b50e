// The picture of the evidence and of its parts; what was chosen, and the next peaks, are named.
#include <algorithm>
#include <cmath>

#include "mercer/curve.hpp"
#include "mercer/error.hpp"
#include "report/axis.hpp"
#include "report/raster.hpp"
#include "report/svg.hpp"

namespace mercer {
namespace curve_picture {

constexpr double width = 640, height = 380, left = 56, right = 18, top = 76, bottom = 52;
constexpr std::string_view strong = "#2a6fb0", soft = "#9a9da8", softer = "#d99a52";

struct Sheet {
  const EvidenceCurve& curve;
  double low = 0, high = 1, most = 1;  // ends of the axes

  double place(double at) const { return curve.logarithmic ? std::log(at) : at; }
  double x(double at) const { return left + (place(at) - low) / (high - low) * (width - left - right); }
  double y(double value) const { return top + (1 - value / most) * (height - top - bottom); }
};

Sheet lay_out(const EvidenceCurve& curve) {
  if (curve.points.empty()) throw Error(Fault::usage, "there is no evidence to draw");
  Sheet sheet{.curve = curve};
  sheet.low = sheet.place(curve.points.front().at);
  sheet.high = sheet.place(curve.points.back().at);
  const double room = std::max(1e-9, 0.03 * (sheet.high - sheet.low));
  sheet.low -= room;
  sheet.high += room;
  for (const CurvePoint& one : curve.points) sheet.most = std::max(sheet.most, one.evidence);
  sheet.most *= 1.08;
  return sheet;
}

void draw_axes(Drawing& on, const Sheet& sheet) {
  const double floor = height - bottom;
  const Axis axis = make_axis({sheet.most / 2, sheet.most / 2}, 5, "");
  for (const Tick& tick : axis.ticks) {
    const double y = top + (1 - tick.position) * (floor - top);
    on.line(left, y, width - right, y, "#ececec");
    on.text(left - 7, y + 4, tick.text, {11, "#666", "end"});
  }
  // As many values as have room for their names.
  const auto& points = sheet.curve.points;
  const double each = (width - left - right) / static_cast<double>(points.size());
  const auto step = static_cast<std::size_t>(std::ceil((sheet.curve.logarithmic ? 46 : 24) / each));
  for (std::size_t p = 0; p < points.size(); p += step)
    on.text(sheet.x(points[p].at), floor + 18, fmt::format("{:.3g}", points[p].at), {11, "#666", "middle"});
  on.text((left + width - right) / 2, height - 14, sheet.curve.caption, {12, "#444", "middle"});
}

void draw_line(Drawing& on, const Sheet& sheet, double CurvePoint::*part, std::string_view colour,
               double radius) {
  const auto& points = sheet.curve.points;
  for (std::size_t p = 1; p < points.size(); ++p)
    on.line(sheet.x(points[p - 1].at), sheet.y(points[p - 1].*part), sheet.x(points[p].at),
            sheet.y(points[p].*part), colour);
  on.begin_markers({colour});
  for (const CurvePoint& one : points) on.marker(Marker::circle, sheet.x(one.at), sheet.y(one.*part), radius);
  on.end_markers();
}

void draw_names(Drawing& on, const Sheet& sheet) {
  const auto& points = sheet.curve.points;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const bool chosen = p == sheet.curve.chosen;
    if (!chosen && !points[p].also) continue;
    const double x = sheet.x(points[p].at), y = sheet.y(points[p].evidence);
    on.begin_markers({strong, 1, true});
    on.marker(Marker::circle, x, y, chosen ? 7 : 5);
    on.end_markers();
    on.text(std::clamp(x, left + 20, width - right - 20), y - 12, fmt::format("{:.3g}", points[p].at),
            {chosen ? 14.0 : 12.0, "#1a1a1a", "middle", chosen});
  }
}

void draw_legend(Drawing& on) {
  double x = left;
  for (const auto& [name, colour] : {std::pair<std::string_view, std::string_view>{"evidence", strong},
                                     {"agreement", soft},
                                     {"separation", softer}}) {
    on.begin_markers({colour});
    on.marker(Marker::circle, x + 5, 50, 5);
    on.end_markers();
    on.text(x + 15, 54, name, {12, "#333"});
    x += 15 + text_width(name, 12) + 22;
  }
}

void draw(Drawing& on, const Sheet& sheet) {
  on.text(left, 28, fit_text(sheet.curve.title, 16, width - left - right), {16, "#1a1a1a", "start", true});
  draw_legend(on);
  draw_axes(on, sheet);
  draw_line(on, sheet, &CurvePoint::separation, softer, 2);
  draw_line(on, sheet, &CurvePoint::agreement, soft, 2);
  draw_line(on, sheet, &CurvePoint::evidence, strong, 3.5);
  draw_names(on, sheet);
}

}  // namespace curve_picture

EvidenceCurve curve_of(const NumberSearch& search) {
  EvidenceCurve out{fmt::format("{} cluster{}", search.clusters, search.clusters == 1 ? "" : "s"),
                    "number of clusters",
                    {}};
  if (search.clusters == 1) out.title += ": no clusters stand out";
  for (const NumberEvidence& e : search.tried) {
    const bool also = std::find(search.also.begin(), search.also.end(), e.clusters) != search.also.end();
    // One cluster has no place on the curve; the best split is named.
    if (e.clusters == (search.clusters > 1 ? search.clusters : search.best)) out.chosen = out.points.size();
    out.points.push_back({static_cast<double>(e.clusters), e.evidence(), e.agreement, e.separation, also});
  }
  return out;
}

EvidenceCurve curve_of(const Tuning& tuning) {
  EvidenceCurve out{"", tuning.parameter, {}};
  out.logarithmic = true;
  for (std::size_t s = 0; s < tuning.steps.size(); ++s) {
    const TuningStep& step = tuning.steps[s];
    if (!step.failure.empty()) continue;
    if (s == tuning.best) out.chosen = out.points.size();
    out.points.push_back({step.value, step.evidence(), step.agreement, step.separation, false});
  }
  if (!out.points.empty())
    out.title = fmt::format("{} = {:.4g}", tuning.parameter, out.points[out.chosen].at);
  return out;
}

std::string curve_svg(const EvidenceCurve& curve) {
  const auto sheet = curve_picture::lay_out(curve);
  Svg svg;
  curve_picture::draw(svg, sheet);
  return svg.finish(curve_picture::width, curve_picture::height, curve.title);
}

std::string curve_png(const EvidenceCurve& curve) {
  const auto sheet = curve_picture::lay_out(curve);
  Raster raster(curve_picture::width, curve_picture::height);
  curve_picture::draw(raster, sheet);
  return raster.finish();
}

}  // namespace mercer
