// The scatter plot: first everything is measured (projections, axes, legends), then drawn from top to bottom.
#include "mercer/plot.hpp"

#include <algorithm>
#include <cmath>

#include "mercer/error.hpp"
#include "report/axis.hpp"
#include "report/groups.hpp"
#include "report/svg.hpp"

namespace mercer {
namespace {

// The layout of a panel, in pixels.
constexpr double left = 62, right = 18;  // of the box of the plot
constexpr double note_height = 38, title_height = 24;
constexpr double heading_height = 38;  // of the title above several panels
constexpr double axis_height = 56;     // tick labels and caption below the box
constexpr double legend_row = 20;
constexpr double bottom = 14;
constexpr double bare_margin = 6, bare_title = 22;  // of a panel without axes and legend
constexpr std::size_t most_legend_entries = 24;

constexpr TextStyle title_style{16, "#1a1a1a", "start", true};
constexpr TextStyle note_style{12, "#666"};
constexpr TextStyle legend_style{12, "#333"};

struct LegendEntry {
  double x = 0, y = 0;  // from the legend's corner
  Look look;
  std::string name, size;
  bool has_marker = true;
};

struct Layout {
  std::string title, note;
  Projection projection;
  std::vector<Group> groups;
  std::vector<LegendEntry> legend;
  double legend_height = 0;
};

std::string note_of(const Projection& projection, Index size, std::size_t clusters) {
  const auto drawn = static_cast<Index>(projection.rows.size());
  const std::string in_clusters = fmt::format("{} cluster{}", clusters, clusters == 1 ? "" : "s");
  if (drawn < size)
    return fmt::format("{}; a random sample of {} of {} points", in_clusters, with_commas(drawn),
                       with_commas(size));
  return fmt::format("{} point{} in {}", with_commas(size), size == 1 ? "" : "s", in_clusters);
}

// Entries flow from left to right in columns of equal width.
void lay_out_legend(Layout& layout, double width) {
  for (const Group& group : layout.groups) {
    if (layout.legend.size() == most_legend_entries && layout.groups.size() > most_legend_entries + 1) {
      layout.legend.push_back(
          {0, 0, {}, fmt::format("and {} more", layout.groups.size() - most_legend_entries), "", false});
      break;
    }
    layout.legend.push_back({0, 0, group.look, group.name, with_commas(group.size)});
  }
  double widest = 0;
  for (const LegendEntry& entry : layout.legend)
    widest = std::max(widest, text_width(entry.name + entry.size, legend_style.size) + 38);
  const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor(width / std::max(1.0, widest))));
  for (std::size_t e = 0; e < layout.legend.size(); ++e) {
    layout.legend[e].x = static_cast<double>(e % columns) * widest;
    const std::size_t row = e / columns;
    layout.legend[e].y = static_cast<double>(row) * legend_row;
    layout.legend_height = layout.legend[e].y + legend_row;
  }
}

Layout lay_out(const PlotPanel& panel, const PlotOptions& options, double width) {
  Layout layout;
  layout.projection = project(panel.data, options);
  layout.groups = groups_of(panel.labels, panel.data.size(), layout.projection.rows);
  const auto clusters = std::count_if(layout.groups.begin(), layout.groups.end(),
                                      [](const Group& group) { return !group.is_noise(); });
  layout.title = fit_text(panel.title, title_style.size, width);
  layout.note = fit_text(note_of(layout.projection, panel.data.size(), static_cast<std::size_t>(clusters)),
                         note_style.size, width);
  lay_out_legend(layout, width);
  return layout;
}

struct Box {
  double x, y, width, height;
};

void draw_frame(Svg& svg, const Box& box) {
  svg.add(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"#c8c8c8\"/>\n",
      box.x, box.y, box.width, box.height);
}

void draw_axes(Svg& svg, const Box& box, const std::array<Extent, 2>& range, const Projection& projection) {
  const auto ticks = [](double length, double each) { return std::max(2, static_cast<int>(length / each)); };
  const Axis across = make_axis(range[0], ticks(box.width, 60), projection.caption[0]);
  const Axis up = make_axis(range[1], ticks(box.height, 45), projection.caption[1]);
  svg.add("<g stroke-width=\"1\">\n");
  for (const Tick& tick : across.ticks) {
    const double x = box.x + tick.position * box.width;
    svg.line(x, box.y, x, box.y + box.height, "#ececec");
  }
  for (const Tick& tick : up.ticks) {
    const double y = box.y + (1 - tick.position) * box.height;
    svg.line(box.x, y, box.x + box.width, y, "#ececec");
  }
  draw_frame(svg, box);
  svg.add("</g>\n");
  for (const Tick& tick : across.ticks)
    svg.text(box.x + tick.position * box.width, box.y + box.height + 17, tick.text, {11, "#666", "middle"});
  for (const Tick& tick : up.ticks)
    svg.text(box.x - 7, box.y + (1 - tick.position) * box.height + 4, tick.text, {11, "#666", "end"});
  svg.text(box.x + box.width / 2, box.y + box.height + 38, fit_text(across.caption, 12, box.width),
           {12, "#444", "middle"});
  svg.text(box.x - 46, box.y + box.height / 2, fit_text(up.caption, 12, box.height),
           {12, "#444", "middle", false, -90});
}

void draw_point(Svg& svg, const Box& box, const std::array<Extent, 2>& range,
                const Eigen::Ref<const Eigen::RowVectorXd>& point, Marker marker, double radius) {
  const double x = (point[0] - range[0].middle) / range[0].half;
  const double y = (point[1] - range[1].middle) / range[1].half;
  svg.marker(marker, box.x + (1 + x) * box.width / 2, box.y + (1 - y) * box.height / 2, radius);
}

// Many points are small and let each other shine through; few are large, with a white rim. Many are also
// drawn in several layers, each with its share of every cluster, so that no cluster covers another.
void draw_points(Svg& svg, const Box& box, const std::array<Extent, 2>& range, const Layout& layout) {
  const auto n = static_cast<Index>(layout.projection.rows.size());
  const double radius =
      std::clamp(0.22 * box.width / std::sqrt(std::max(1.0, static_cast<double>(n))), 1.2, 4.5);
  const double opacity = std::clamp(1.1 - 0.13 * std::log10(std::max(1.0, static_cast<double>(n))), 0.5, 0.9);
  const Index layers = 1 + std::min<Index>(n / 1000, 20);
  const std::vector<Group> groups = back_to_front(layout.groups);
  for (Index layer = 0; layer < layers; ++layer)
    for (const Group& group : groups) {
      svg.add("<g fill=\"{}\" fill-opacity=\"{:.2f}\"{}><title>{}: {}</title>\n", group.look.color, opacity,
              radius > 3 ? " stroke=\"#fff\" stroke-width=\"0.6\"" : "", escape_xml(group.name),
              with_commas(group.size));
      for (Index r : group.rows)
        if (r % layers == layer)
          draw_point(svg, box, range, layout.projection.points.row(r), group.look.marker, radius);
      svg.add("</g>\n");
    }
}

void draw_legend(Svg& svg, double x, double y, const std::vector<LegendEntry>& legend) {
  for (const LegendEntry& entry : legend) {
    if (entry.has_marker) {
      svg.add("<g fill=\"{}\">", entry.look.color);
      svg.marker(entry.look.marker, x + entry.x + 5, y + entry.y - 4, 4.5);
      svg.add("</g>\n");
    }
    TextStyle style = legend_style;
    style.aside = entry.size;
    svg.text(x + entry.x + (entry.has_marker ? 16 : 0), y + entry.y, entry.name, style);
  }
}

}  // namespace

std::string panels_svg(const std::vector<PlotPanel>& panels, const PlotOptions& options) {
  const int least = options.bare ? 100 : 240;
  if (options.width < least)
    throw Error(Fault::usage,
                fmt::format("a picture {} pixels wide is too small; give at least {}", options.width, least));
  const double width = options.width - (options.bare ? 2 * bare_margin : left + right);
  std::vector<Layout> layouts;
  double top = note_height, height = 0, legend = 0;
  for (const PlotPanel& panel : panels) {
    const Layout& layout = layouts.emplace_back(lay_out(panel, options, width));
    height = std::max(height, width * box_aspect(layout.projection));
    if (!layout.title.empty()) top = note_height + title_height;
    legend = std::max(legend, layout.legend_height);
  }
  if (options.bare) top = bare_title;
  const double below = options.bare ? bare_margin : axis_height + legend + bottom;
  const std::size_t wanted = options.across > 0 ? static_cast<std::size_t>(options.across) : panels.size();
  const std::size_t across = std::max<std::size_t>(1, std::min(wanted, panels.size()));
  const std::size_t rows = std::max<std::size_t>(1, (panels.size() + across - 1) / across);
  Svg svg;
  const double heading = options.title.empty() ? 0 : heading_height;
  const double full_width =
      static_cast<double>(options.width) * static_cast<double>(std::min(across, panels.size()));
  if (heading > 0)
    svg.text(left, 34, fit_text(options.title, 18, full_width - left - right),
             {18, "#1a1a1a", "start", true});
  for (std::size_t p = 0; p < layouts.size(); ++p) {
    const Layout& layout = layouts[p];
    const auto row = static_cast<double>(p / across), column = static_cast<double>(p % across);
    const Box box{column * options.width + (options.bare ? bare_margin : left),
                  heading + row * (top + height + below) + top, width, height};
    const std::array<Extent, 2> range = fit_box(layout.projection, width, height);
    if (options.bare) {
      svg.text(box.x, box.y - 6, fit_text(panels[p].title, 12, width), {12, "#1a1a1a", "start", true});
      draw_frame(svg, box);
      draw_points(svg, box, range, layout);
      continue;
    }
    svg.text(box.x, box.y - 32, layout.title, title_style);
    svg.text(box.x, box.y - 13, layout.note, note_style);
    draw_axes(svg, box, range, layout.projection);
    draw_points(svg, box, range, layout);
    draw_legend(svg, box.x, box.y + height + axis_height + 12, layout.legend);
  }
  return svg.finish(full_width, heading + static_cast<double>(rows) * (top + height + below),
                    options.title.empty() && !panels.empty() ? panels[0].title : options.title);
}

std::string scatter_svg(const Data& data, const Labels& labels, const PlotOptions& options) {
  PlotOptions untitled = options;
  untitled.title.clear();
  return panels_svg({{options.title, data, labels}}, untitled);
}

}  // namespace mercer
