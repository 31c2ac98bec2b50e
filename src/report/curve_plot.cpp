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
// Of the line that has decided, and of its parts.
constexpr std::string_view colours[] = {"#2a6fb0", "#9a9da8", "#d99a52"};

struct Sheet {
  const EvidenceCurve& curve;
  double low = 0, high = 1, least = 0, most = 0;  // ends of the axes

  double place(double at) const { return curve.logarithmic ? std::log(at) : at; }
  double x(double at) const { return left + (place(at) - low) / (high - low) * (width - left - right); }
  double y(double value) const { return top + (most - value) / (most - least) * (height - top - bottom); }
};

Sheet lay_out(const EvidenceCurve& curve) {
  if (curve.points.empty()) throw Error(Fault::usage, "there is no evidence to draw");
  Sheet sheet{.curve = curve};
  sheet.low = sheet.place(curve.points.front().at);
  sheet.high = sheet.place(curve.points.back().at);
  const double room = std::max(1e-9, 0.03 * (sheet.high - sheet.low));
  sheet.low -= room;
  sheet.high += room;
  for (const CurvePoint& one : curve.points)
    for (const double value : one.values) {
      sheet.least = std::min(sheet.least, value);
      sheet.most = std::max(sheet.most, value);
    }
  sheet.most += 0.08 * std::max(1e-9, sheet.most - sheet.least);
  return sheet;
}

void draw_axes(Drawing& on, const Sheet& sheet) {
  const double floor = height - bottom;
  const Axis axis = make_axis({(sheet.most + sheet.least) / 2, (sheet.most - sheet.least) / 2}, 5, "");
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

void draw_line(Drawing& on, const Sheet& sheet, std::size_t line) {
  const auto& points = sheet.curve.points;
  const auto x = [&](std::size_t p) { return sheet.x(points[p].at); };
  const auto y = [&](std::size_t p) { return sheet.y(points[p].values[line]); };
  for (std::size_t p = 1; p < points.size(); ++p) on.line(x(p - 1), y(p - 1), x(p), y(p), colours[line]);
  on.begin_markers({colours[line]});
  for (std::size_t p = 0; p < points.size(); ++p) on.marker(Marker::circle, x(p), y(p), line == 0 ? 3.5 : 2);
  on.end_markers();
}

void draw_names(Drawing& on, const Sheet& sheet) {
  const auto& points = sheet.curve.points;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const bool chosen = p == sheet.curve.chosen;
    if (!chosen && !points[p].also) continue;
    const double x = sheet.x(points[p].at), y = sheet.y(points[p].values.front());
    on.begin_markers({colours[0], 1, true});
    on.marker(Marker::circle, x, y, chosen ? 7 : 5);
    on.end_markers();
    on.text(std::clamp(x, left + 20, width - right - 20), y - 12, fmt::format("{:.3g}", points[p].at),
            {chosen ? 14.0 : 12.0, "#1a1a1a", "middle", chosen});
  }
}

void draw_legend(Drawing& on, const std::vector<std::string>& lines) {
  double x = left;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    on.begin_markers({colours[line]});
    on.marker(Marker::circle, x + 5, 50, 5);
    on.end_markers();
    on.text(x + 15, 54, lines[line], {12, "#333"});
    x += 15 + text_width(lines[line], 12) + 22;
  }
}

void draw(Drawing& on, const Sheet& sheet) {
  on.text(left, 28, fit_text(sheet.curve.title, 16, width - left - right), {16, "#1a1a1a", "start", true});
  draw_legend(on, sheet.curve.lines);
  draw_axes(on, sheet);
  for (std::size_t line = sheet.curve.lines.size(); line-- > 0;) draw_line(on, sheet, line);
  draw_names(on, sheet);
}

}  // namespace curve_picture

namespace {

const std::vector<std::string> evidence_and_parts = {"evidence", "agreement", "separation"};

// What so many components of a mixture, or classes of a table, gain over one.
EvidenceCurve curve_of_models(const NumberSearch& search, const std::string& title) {
  EvidenceCurve out{
      title, "number of clusters", {"gain in log likelihood per point over one cluster (BIC)"}, {}};
  for (const ModelEvidence& one : search.models) {
    if (one.components == search.clusters) out.chosen = out.points.size();
    out.points.push_back({static_cast<double>(one.components), {search.gain(one.components)}, false});
  }
  return out;
}

}  // namespace

EvidenceCurve curve_of(const NumberSearch& search) {
  const std::string title = fmt::format("{} cluster{}", search.clusters, search.clusters == 1 ? "" : "s");
  if (search.by_model && search.clusters > 1) return curve_of_models(search, title);
  EvidenceCurve out{title, "number of clusters", evidence_and_parts, {}};
  if (search.clusters == 1) out.title += ": no clusters stand out";
  for (const NumberEvidence& e : search.tried) {
    const bool also = std::find(search.also.begin(), search.also.end(), e.clusters) != search.also.end();
    // One cluster has no place on the curve; the best split is named.
    if (e.clusters == (search.clusters > 1 ? search.clusters : search.best)) out.chosen = out.points.size();
    out.points.push_back({static_cast<double>(e.clusters), {e.evidence(), e.agreement, e.separation}, also});
  }
  return out;
}

EvidenceCurve curve_of(const Tuning& tuning) {
  EvidenceCurve out{"", tuning.parameter, evidence_and_parts, {}};
  out.logarithmic = true;
  for (std::size_t s = 0; s < tuning.steps.size(); ++s) {
    const TuningStep& step = tuning.steps[s];
    if (!step.failure.empty()) continue;
    if (s == tuning.best) out.chosen = out.points.size();
    out.points.push_back({step.value, {step.evidence(), step.agreement, step.separation}, false});
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
