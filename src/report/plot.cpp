// The scatter plot: first everything is measured (projections, axes, legends), then drawn from top to bottom.
#include "mercer/plot.hpp"

#include <algorithm>
#include <cmath>

#include "mercer/error.hpp"
#include "report/axis.hpp"
#include "report/groups.hpp"
#include "report/raster.hpp"
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
constexpr TextStyle bare_title_style{12, "#1a1a1a", "start", true};
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
  PlanePoints projection;
  std::vector<DrawnGroup> groups;
  std::vector<LegendEntry> legend;
  double legend_height = 0;
};

std::string note_of(const PlanePoints& projection, Index size, std::size_t clusters) {
  const auto drawn = static_cast<Index>(projection.rows.size());
  const std::string in_clusters = fmt::format("{} cluster{}", clusters, clusters == 1 ? "" : "s");
  if (drawn < size)
    return fmt::format("{}; a random sample of {} of {} points", in_clusters, with_commas(drawn),
                       with_commas(size));
  return fmt::format("{} point{} in {}", with_commas(size), size == 1 ? "" : "s", in_clusters);
}

// Entries flow from left to right in columns of equal width.
void lay_out_legend(Layout& layout, double width) {
  for (const DrawnGroup& group : layout.groups) {
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
                                      [](const DrawnGroup& group) { return !group.is_noise(); });
  layout.title = fit_text(panel.title, (options.bare ? bare_title_style : title_style).size, width);
  layout.note = fit_text(note_of(layout.projection, panel.data.size(), static_cast<std::size_t>(clusters)),
                         note_style.size, width);
  lay_out_legend(layout, width);
  return layout;
}

struct Box {
  double x, y, width, height;
};

void draw_frame(Drawing& on, const Box& box) { on.frame(box.x, box.y, box.width, box.height, "#c8c8c8"); }

void draw_axes(Drawing& on, const Box& box, const std::array<Interval, 2>& range,
               const PlanePoints& projection) {
  const auto ticks = [](double length, double each) { return std::max(2, static_cast<int>(length / each)); };
  const Axis across = make_axis(range[0], ticks(box.width, 60), projection.caption[0]);
  const Axis up = make_axis(range[1], ticks(box.height, 45), projection.caption[1]);
  for (const Tick& tick : across.ticks) {
    const double x = box.x + tick.position * box.width;
    on.line(x, box.y, x, box.y + box.height, "#ececec");
  }
  for (const Tick& tick : up.ticks) {
    const double y = box.y + (1 - tick.position) * box.height;
    on.line(box.x, y, box.x + box.width, y, "#ececec");
  }
  draw_frame(on, box);
  for (const Tick& tick : across.ticks)
    on.text(box.x + tick.position * box.width, box.y + box.height + 17, tick.text, {11, "#666", "middle"});
  for (const Tick& tick : up.ticks)
    on.text(box.x - 7, box.y + (1 - tick.position) * box.height + 4, tick.text, {11, "#666", "end"});
  on.text(box.x + box.width / 2, box.y + box.height + 38, fit_text(across.caption, 12, box.width),
          {12, "#444", "middle"});
  on.text(box.x - 46, box.y + box.height / 2, fit_text(up.caption, 12, box.height),
          {12, "#444", "middle", false, -90});
}

void draw_point(Drawing& on, const Box& box, const std::array<Interval, 2>& range,
                const Eigen::Ref<const Eigen::RowVectorXd>& point, Marker marker, double radius) {
  const double x = (point[0] - range[0].middle) / range[0].half;
  const double y = (point[1] - range[1].middle) / range[1].half;
  on.marker(marker, box.x + (1 + x) * box.width / 2, box.y + (1 - y) * box.height / 2, radius);
}

// Many points are small and let each other shine through; few are large, with a white rim. Many are also
// drawn in several layers, each with its share of every cluster, so that no cluster covers another.
void draw_points(Drawing& on, const Box& box, const std::array<Interval, 2>& range, const Layout& layout) {
  const auto n = static_cast<Index>(layout.projection.rows.size());
  const double radius =
      std::clamp(0.22 * box.width / std::sqrt(std::max(1.0, static_cast<double>(n))), 1.2, 4.5);
  const double opacity = std::clamp(1.1 - 0.13 * std::log10(std::max(1.0, static_cast<double>(n))), 0.5, 0.9);
  const Index layers = 1 + std::min<Index>(n / 1000, 20);
  const std::vector<DrawnGroup> groups = back_to_front(layout.groups);
  for (Index layer = 0; layer < layers; ++layer)
    for (const DrawnGroup& group : groups) {
      const std::string title = fmt::format("{}: {}", group.name, with_commas(group.size));
      on.begin_markers({group.look.color, opacity, radius > 3, title});
      for (Index r : group.rows)
        if (r % layers == layer)
          draw_point(on, box, range, layout.projection.points.row(r), group.look.marker, radius);
      on.end_markers();
    }
}

void draw_legend(Drawing& on, double x, double y, const std::vector<LegendEntry>& legend) {
  for (const LegendEntry& entry : legend) {
    if (entry.has_marker) {
      on.begin_markers({entry.look.color});
      on.marker(entry.look.marker, x + entry.x + 5, y + entry.y - 4, 4.5);
      on.end_markers();
    }
    TextStyle style = legend_style;
    style.aside = entry.size;
    on.text(x + entry.x + (entry.has_marker ? 16 : 0), y + entry.y, entry.name, style);
  }
}

// Panels of one size, in rows.
struct Poster {
  std::vector<Layout> layouts;
  std::size_t across = 1;
  double box_width = 0, box_height = 0;    // of the plot in a panel
  double heading = 0, top = 0, below = 0;  // above all panels; above and below the box of each
  double width = 0, height = 0;            // of it all
  std::string title;
};

void check_width(const PlotOptions& options) {
  const int least = options.bare ? 100 : 240;
  if (options.width < least)
    throw Error(Fault::usage,
                fmt::format("a picture {} pixels wide is too small; give at least {}", options.width, least));
}

Poster lay_out(const std::vector<PlotPanel>& panels, const PlotOptions& options) {
  check_width(options);
  Poster poster;
  poster.box_width = options.width - (options.bare ? 2 * bare_margin : left + right);
  poster.top = note_height;
  double legend = 0;
  for (const PlotPanel& panel : panels) {
    const Layout& layout = poster.layouts.emplace_back(lay_out(panel, options, poster.box_width));
    poster.box_height = std::max(poster.box_height, poster.box_width * box_aspect(layout.projection));
    if (!layout.title.empty()) poster.top = note_height + title_height;
    legend = std::max(legend, layout.legend_height);
  }
  if (options.bare) poster.top = bare_title;
  poster.below = options.bare ? bare_margin : axis_height + legend + bottom;
  poster.heading = options.title.empty() ? 0 : heading_height;
  const std::size_t wanted = options.across > 0 ? static_cast<std::size_t>(options.across) : panels.size();
  poster.across = std::max<std::size_t>(1, std::min(wanted, panels.size()));
  const std::size_t rows = std::max<std::size_t>(1, (panels.size() + poster.across - 1) / poster.across);
  poster.width =
      static_cast<double>(options.width) * static_cast<double>(std::min(poster.across, panels.size()));
  poster.height =
      poster.heading + static_cast<double>(rows) * (poster.top + poster.box_height + poster.below);
  poster.title = options.title.empty() && !panels.empty() ? panels[0].title : options.title;
  return poster;
}

void draw_panel(Drawing& on, const Layout& layout, const Box& box, bool bare) {
  const std::array<Interval, 2> range = fit_box(layout.projection, box.width, box.height);
  if (bare) {
    on.text(box.x, box.y - 6, layout.title, bare_title_style);
    draw_frame(on, box);
    return draw_points(on, box, range, layout);
  }
  on.text(box.x, box.y - 32, layout.title, title_style);
  on.text(box.x, box.y - 13, layout.note, note_style);
  draw_axes(on, box, range, layout.projection);
  draw_points(on, box, range, layout);
  draw_legend(on, box.x, box.y + box.height + axis_height + 12, layout.legend);
}

void draw(Drawing& on, const Poster& poster, const PlotOptions& options) {
  if (poster.heading > 0)
    on.text(left, 34, fit_text(options.title, 18, poster.width - left - right),
            {18, "#1a1a1a", "start", true});
  for (std::size_t p = 0; p < poster.layouts.size(); ++p) {
    const std::size_t row = p / poster.across, column = p % poster.across;
    const Box box{static_cast<double>(column) * options.width + (options.bare ? bare_margin : left),
                  poster.heading +
                      static_cast<double>(row) * (poster.top + poster.box_height + poster.below) + poster.top,
                  poster.box_width, poster.box_height};
    draw_panel(on, poster.layouts[p], box, options.bare);
  }
}

// The only panel has its title above it, where several have theirs.
PlotOptions untitled(PlotOptions options) {
  options.title.clear();
  return options;
}

}  // namespace

std::string panels_svg(const std::vector<PlotPanel>& panels, const PlotOptions& options) {
  const Poster poster = lay_out(panels, options);
  Svg svg;
  draw(svg, poster, options);
  return svg.finish(poster.width, poster.height, poster.title);
}

std::string panels_png(const std::vector<PlotPanel>& panels, const PlotOptions& options) {
  const Poster poster = lay_out(panels, options);
  Raster raster(std::max(1.0, poster.width), poster.height);
  draw(raster, poster, options);
  return raster.finish();
}

std::string scatter_svg(const Data& data, const Labels& labels, const PlotOptions& options) {
  return panels_svg({{options.title, data, labels}}, untitled(options));
}

std::string scatter_png(const Data& data, const Labels& labels, const PlotOptions& options) {
  return panels_png({{options.title, data, labels}}, untitled(options));
}

}  // namespace mercer
