#include "report/sketch.hpp"

#include <cmath>
#include <map>

#include "report/projection.hpp"
#include "report/standing.hpp"
#include "report/svg.hpp"

namespace mercer {
namespace {

constexpr double side = 320, sketch_top = 30, sketch_margin = 8;
constexpr Index most_points = 1500;
constexpr TextStyle sketch_title{13, "#1a1a1a", "start", true};

// From the plane of the points to the sheet, in one scale for both directions.
class SketchFrame {
 public:
  explicit SketchFrame(const Sketch& sketch) {
    Matrix all = sketch.points;
    const auto include = [&](const Matrix& more) {
      all.conservativeResize(all.rows() + more.rows(), 2);
      all.bottomRows(more.rows()) = more;
    };
    for (const Stroke& stroke : sketch.strokes) include(stroke.path);
    if (sketch.nodes.rows() > 0) include(sketch.nodes);
    PlanePoints whole{{}, std::move(all), {}, true};
    height_ = width_ * box_aspect(whole);
    range_ = fit_box(whole, width_, height_);
  }
  double x(double value) const {
    return sketch_margin + (1 + (value - range_[0].middle) / range_[0].half) * width_ / 2;
  }
  double y(double value) const {
    return sketch_top + (1 - (value - range_[1].middle) / range_[1].half) * height_ / 2;
  }
  double width() const { return width_; }
  double height() const { return height_; }

 private:
  double width_ = side - 2 * sketch_margin, height_ = 0;
  std::array<Interval, 2> range_;
};

// A dot is a line of no length with round ends: a dozen bytes each, in one path a colour and strength.
void draw_sketched_points(Svg& svg, const SketchFrame& frame, const Sketch& sketch) {
  const Index n = sketch.points.rows(), step = 1 + (n - 1) / most_points;
  std::map<std::pair<int, int>, std::string> paths;  // of each label and tenth of strength; noise first
  for (Index i = 0; i < n; i += step) {
    const int label = std::max(-1, sketch.labels[static_cast<std::size_t>(i)]);
    const int tenth =
        sketch.strength.size() == 0 ? 10 : static_cast<int>(std::lround(10 * sketch.strength[i]));
    fmt::format_to(std::back_inserter(paths[{label, tenth}]), "M{:.1f} {:.1f}h0",
                   frame.x(sketch.points(i, 0)), frame.y(sketch.points(i, 1)));
  }
  const double width = std::clamp(100 / std::sqrt(static_cast<double>(n)), 3.5, 8.0);
  svg.add("<g stroke-linecap=\"round\" stroke-width=\"{:.1f}\">\n", width);
  for (const auto& [key, path] : paths)
    svg.add("<path stroke=\"{}\" stroke-opacity=\"{:.2f}\" d=\"{}\"/>\n", look_of(key.first).color,
            0.08 + 0.077 * key.second, path);
  svg.add("</g>\n");
}

void draw_strokes(Svg& svg, const SketchFrame& frame, const std::vector<Stroke>& strokes) {
  for (const Stroke& stroke : strokes) {
    svg.add("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{} d=\"",
            stroke.color, stroke.width, stroke.dashed ? " stroke-dasharray=\"5 4\"" : "");
    for (Index i = 0; i < stroke.path.rows(); ++i)
      svg.add("{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', frame.x(stroke.path(i, 0)), frame.y(stroke.path(i, 1)));
    svg.add("\"/>\n");
  }
}

}  // namespace

std::string sketch_svg(const Sketch& sketch) {
  const SketchFrame frame(sketch);
  Svg svg;
  svg.text(sketch_margin, 20, fit_text(sketch.title, sketch_title.size, frame.width()), sketch_title);
  svg.add("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"#c8c8c8\"/>\n",
          sketch_margin, sketch_top, frame.width(), frame.height());
  draw_sketched_points(svg, frame, sketch);
  draw_strokes(svg, frame, sketch.strokes);
  svg.add("<g fill=\"#1a1a1a\" stroke=\"#fff\">\n");
  for (const auto& node : sketch.nodes.rowwise())
    svg.marker(Marker::circle, frame.x(node[0]), frame.y(node[1]), 4.5);
  svg.add("</g>\n");
  for (std::size_t i = 0; i < sketch.names.size(); ++i)
    svg.text(frame.x(sketch.nodes(static_cast<Index>(i), 0)) + 8,
             frame.y(sketch.nodes(static_cast<Index>(i), 1)) + 4, sketch.names[i],
             {14, "#1a1a1a", "start", true});
  return svg.finish(side, sketch_top + frame.height() + sketch_margin, sketch.title);
}

std::string bars_svg(const std::string& title, const Vector& values, Index strong) {
  constexpr double height = 230, left = 44, bottom = 22;
  const double width = side - left - sketch_margin, largest = std::max(1e-300, values.maxCoeff());
  const double each = width / static_cast<double>(std::max<Index>(1, values.size()));
  Svg svg;
  svg.text(sketch_margin, 20, fit_text(title, sketch_title.size, side - 2 * sketch_margin), sketch_title);
  for (const double part : {0.0, 0.5, 1.0}) {
    const double y = sketch_top + 6 + (1 - part) * height;
    svg.line(left, y, left + width, y, "#e4e4e4");
    svg.text(left - 6, y + 4, fmt::format("{:.3g}", part * largest), {11, "#666", "end"});
  }
  for (Index i = 0; i < values.size(); ++i) {
    const double h = std::max(0.0, values[i]) / largest * height;
    svg.add(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"><title>{}: "
        "{:.4g}</title></rect>\n",
        left + (static_cast<double>(i) + 0.15) * each, sketch_top + 6 + height - h, 0.7 * each, h,
        i < strong ? "#0072b2" : "#a8a8a8", i + 1, values[i]);
    svg.text(left + (static_cast<double>(i) + 0.5) * each, sketch_top + 6 + height + 15,
             std::to_string(i + 1), {11, "#666", "middle"});
  }
  return svg.finish(side, sketch_top + 6 + height + bottom, title);
}

std::string dendrogram_sketch_svg(const std::string& title, const Dendrogram& dendrogram,
                                  const Labels& labels) {
  constexpr double width = 480, height = 230, bar = 18, gap = 6, left = 44;
  const auto n = static_cast<std::size_t>(dendrogram.objects());
  const Standing standing = stand(dendrogram);
  const double highest = std::max(1e-300, dendrogram.merges.empty() ? 1 : dendrogram.merges.back().height);
  const double each = (width - left - sketch_margin) / static_cast<double>(n);
  const auto x = [&](int node) { return left + each * standing.x[static_cast<std::size_t>(node)]; };
  const auto y = [&](double value) { return sketch_top + 6 + (1 - value / highest) * height; };
  const auto height_of = [&](int node) {
    const auto u = static_cast<std::size_t>(node);
    return u < n ? 0 : dendrogram.merges[u - n].height;
  };
  Svg svg;
  svg.text(sketch_margin, 20, fit_text(title, sketch_title.size, width - 2 * sketch_margin), sketch_title);
  for (const double part : {0.0, 0.5, 1.0})
    svg.text(left - 6, y(part * highest) + 4, fmt::format("{:.3g}", part * highest), {11, "#666", "end"});
  svg.add("<path fill=\"none\" stroke=\"#44475a\" stroke-width=\"0.7\" d=\"");
  for (const Merge& merge : dendrogram.merges)  // up from the left child, across, down to the right one
    svg.add("M{:.1f} {:.1f}V{:.1f}H{:.1f}V{:.1f}", x(merge.left), y(height_of(merge.left)), y(merge.height),
            x(merge.right), y(height_of(merge.right)));
  svg.add("\"/>\n");
  std::map<int, std::string> bars;  // one path a label
  for (std::size_t at = 0; at < n; ++at)
    fmt::format_to(std::back_inserter(bars[labels[static_cast<std::size_t>(standing.order[at])]]),
                   "M{:.2f} {:.1f}h{:.2f}", left + each * static_cast<double>(at),
                   sketch_top + 6 + height + gap + bar / 2, each + 0.05);
  for (const auto& [label, path] : bars)
    svg.add("<path stroke=\"{}\" stroke-width=\"{}\" d=\"{}\"/>\n", look_of(label).color, bar, path);
  return svg.finish(width, sketch_top + 6 + height + gap + bar + sketch_margin, title);
}

}  // namespace mercer
