// The picture of a self-organising map: its U-matrix, and the points that each node wins.
#include <array>
#include <cmath>

#include "mercer/error.hpp"
#include "mercer/plot.hpp"
#include "report/groups.hpp"
#include "report/svg.hpp"

namespace mercer {
namespace {

constexpr double margin = 24, top = 64, scale_height = 44;

// From light to dark blue; t in 0 .. 1.
std::string shade(double t) {
  constexpr std::array<std::array<double, 3>, 4> stops = {
      {{247, 251, 255}, {158, 202, 225}, {49, 130, 189}, {8, 48, 107}}};
  const double at = std::clamp(t, 0.0, 1.0) * 3;
  const auto low = std::min<std::size_t>(2, static_cast<std::size_t>(at));
  std::string color = "#";
  for (std::size_t c = 0; c < 3; ++c) {
    const double value =
        stops[low][c] + (at - static_cast<double>(low)) * (stops[low + 1][c] - stops[low][c]);
    color += fmt::format("{:02x}", static_cast<int>(std::lround(value)));
  }
  return color;
}

// Where the nodes stand, in units of the distance between neighbours in a row.
struct Sheet {
  bool hexagonal = false;
  int rows = 1, columns = 1;
  double unit = 1;

  double row_height() const { return hexagonal ? std::sqrt(0.75) : 1; }
  double across() const { return columns + (hexagonal && rows > 1 ? 0.5 : 0); }
  double down() const { return row_height() * (rows - 1) + (hexagonal ? 2 / std::sqrt(3.0) : 1); }
  double x(Index node) const {
    const Index r = node / columns, c = node % columns;
    return margin + unit * (static_cast<double>(c) + 0.5 + (hexagonal && r % 2 == 1 ? 0.5 : 0));
  }
  double y(Index node) const {
    const Index r = node / columns;
    return top + unit * (static_cast<double>(r) * row_height() + down() / 2 - row_height() * (rows - 1) / 2);
  }
};

void draw_node(Svg& svg, const Sheet& sheet, Index node, const std::string& color) {
  const double x = sheet.x(node), y = sheet.y(node), u = sheet.unit;
  if (!sheet.hexagonal)
    return svg.add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="{}">)", x - u / 2,
                   y - u / 2, u, u, color);
  const double h = u / 2, s = u / std::sqrt(3.0);  // half the width, and the side
  svg.add(R"(<path d="M{:.1f} {:.1f}l{:.1f} {:.1f}v{:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}v{:.1f}z" fill="{}">)",
          x, y - s, h, s / 2, s, -h, s / 2, -h, -s / 2, -s, color);
}

// A dot that tells on light and dark nodes alike.
void draw_hits(Svg& svg, const Sheet& sheet, const Map& map) {
  const double most = map.hits.maxCoeff();
  svg.add("<g fill=\"#d55e00\" stroke=\"#fff\" stroke-width=\"0.8\">\n");
  for (Index j = 0; j < map.hits.size(); ++j)
    if (map.hits[j] > 0)
      svg.marker(Marker::circle, sheet.x(j), sheet.y(j), 0.36 * sheet.unit * std::sqrt(map.hits[j] / most));
  svg.add("</g>\n");
}

void draw_scale(Svg& svg, double y, double width, double highest) {
  constexpr int steps = 24;
  const double each = 0.4 * width / steps;
  for (int s = 0; s < steps; ++s)
    svg.add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"10\" fill=\"{}\"/>\n",
            margin + s * each, y, each + 0.3, shade(static_cast<double>(s) / (steps - 1)));
  svg.text(margin, y + 24, "0", {11, "#666"});
  svg.text(margin + 0.4 * width, y + 24, fmt::format("{:.3g}", highest), {11, "#666", "end"});
  svg.text(margin + 0.4 * width + 10, y + 9, "mean distance to the neighbours", {11, "#666"});
}

}  // namespace

std::string map_svg(const Map& map, const PlotOptions& options) {
  if (options.width < 240)
    throw Error(Fault::usage,
                fmt::format("a picture {} pixels wide is too small; give at least 240", options.width));
  Sheet sheet{map.topology == Topology::hexagonal, map.grid.rows, map.grid.columns, 1};
  const double width = options.width - 2 * margin;
  sheet.unit = std::min(width / sheet.across(), width / sheet.down());
  const double highest = map.heights.maxCoeff();
  Svg svg;
  svg.text(margin, 30, fit_text(options.title.empty() ? "U-matrix and hits" : options.title, 16, width),
           {16, "#1a1a1a", "start", true});
  svg.text(margin, 50,
           fmt::format("{} x {} nodes, {}; {:.4g} points", map.grid.rows, map.grid.columns,
                       grammar::format(map.topology), map.hits.sum()),
           {12, "#666"});
  svg.add("<g stroke=\"#fff\" stroke-width=\"1\">\n");
  for (Index j = 0; j < map.heights.size(); ++j) {
    draw_node(svg, sheet, j, shade(highest > 0 ? map.heights[j] / highest : 0));
    svg.add("<title>node {}: {:.4g} points, height {:.4g}</title></{}>\n", j, map.hits[j], map.heights[j],
            sheet.hexagonal ? "path" : "rect");
  }
  svg.add("</g>\n");
  draw_hits(svg, sheet, map);
  const double end = top + sheet.unit * sheet.down();
  draw_scale(svg, end + 18, width, highest);
  return svg.finish(options.width, end + 18 + scale_height,
                    options.title.empty() ? "U-matrix" : options.title);
}

}  // namespace mercer
