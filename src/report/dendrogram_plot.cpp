// The picture of a hierarchy: heights to the left, the tree, and the clusters of the objects below it.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "mercer/error.hpp"
#include "mercer/plot.hpp"
#include "report/axis.hpp"
#include "report/groups.hpp"
#include "report/raster.hpp"
#include "report/standing.hpp"
#include "report/svg.hpp"

namespace mercer {
namespace tree_picture {

constexpr double left = 62, right = 18, top = 52, bar_gap = 8, bar_height = 12, legend_row = 20, bottom = 16;
constexpr std::string_view mixed_colour = "#8a8d99";
constexpr std::size_t most_branches = 20'000, most_legend_entries = 24;

// The label that all objects below a node share, or `mixed`.
constexpr int mixed = -2;
std::vector<int> labels_below(const Dendrogram& dendrogram, const Labels& labels) {
  std::vector<int> below(labels.begin(), labels.end());
  for (const Merge& merge : dendrogram.merges) {
    const int a = below[static_cast<std::size_t>(merge.left)],
              b = below[static_cast<std::size_t>(merge.right)];
    below.push_back(a == b ? a : mixed);
  }
  return below;
}

struct Sheet {
  const Dendrogram& dendrogram;
  Standing standing;
  std::vector<int> below;
  std::vector<DrawnGroup> groups = {};  // those that the legend names
  std::size_t more = 0;                 // and how many it does not
  double width = 0, tree_height = 0, highest = 0, each = 0;
  std::size_t legend_columns = 1;
  std::string title = {};

  std::size_t objects() const { return static_cast<std::size_t>(dendrogram.objects()); }
  double x(int node) const { return left + each * standing.x[static_cast<std::size_t>(node)]; }
  double y(double height) const { return top + (1 - height / highest) * tree_height; }
  double height_of(int node) const {
    const auto at = static_cast<std::size_t>(node);
    return at < objects() ? 0 : dendrogram.merges[at - objects()].height;
  }
  std::string_view colour(int node) const {
    const int label = below[static_cast<std::size_t>(node)];
    return label == mixed ? mixed_colour : look_of(label).color;
  }
  double bar_top() const { return top + tree_height + bar_gap; }
  double legend_top() const { return bar_top() + bar_height + 24; }
  double height() const {
    const std::size_t rows = (groups.size() + (more > 0) + legend_columns - 1) / legend_columns;
    return legend_top() + static_cast<double>(rows) * legend_row + bottom - 12;
  }
};

Sheet lay_out(const Dendrogram& dendrogram, const Labels& labels, const PlotOptions& options) {
  if (static_cast<Index>(labels.size()) != dendrogram.objects())
    throw Error(Fault::usage,
                fmt::format("{} labels for a hierarchy of {} objects; give one label per object",
                            labels.size(), dendrogram.objects()));
  Sheet sheet{
      .dendrogram = dendrogram, .standing = stand(dendrogram), .below = labels_below(dendrogram, labels)};
  std::vector<Index> all(labels.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  sheet.groups = groups_of(labels, dendrogram.objects(), all);
  if (sheet.groups.size() > most_legend_entries) {
    sheet.more = sheet.groups.size() - most_legend_entries;
    sheet.groups.resize(most_legend_entries);
  }
  sheet.width = std::max(options.width, 640);
  sheet.tree_height = 0.5 * sheet.width;
  for (const Merge& merge : dendrogram.merges) sheet.highest = std::max(sheet.highest, merge.height);
  if (!(sheet.highest > 0)) sheet.highest = 1;
  sheet.each = (sheet.width - left - right) / static_cast<double>(sheet.objects());
  double widest = 0;
  for (const DrawnGroup& group : sheet.groups)
    widest = std::max(widest, text_width(group.name + with_commas(group.size), 12) + 38);
  sheet.legend_columns = std::max<std::size_t>(
      1, static_cast<std::size_t>((sheet.width - left - right) / std::max(1.0, widest)));
  sheet.title = options.title.empty()
                    ? fmt::format("hierarchy of {} objects", with_commas(dendrogram.objects()))
                    : options.title;
  return sheet;
}

void draw_heights(Drawing& on, const Sheet& sheet) {
  const Axis axis = make_axis({sheet.highest / 2, sheet.highest / 2},
                              std::max(2, static_cast<int>(sheet.tree_height / 45)), "height");
  for (const Tick& tick : axis.ticks) {
    const double y = top + (1 - tick.position) * sheet.tree_height;
    on.line(left, y, sheet.width - right, y, "#ececec");
    on.text(left - 7, y + 4, tick.text, {11, "#666", "end"});
  }
  on.text(left - 46, top + sheet.tree_height / 2, axis.caption, {12, "#444", "middle", false, -90});
}

// Down to the left node, across, down to the right one. From the highest merge on; what falls on the same
// half pixels as an earlier branch is not drawn again.
void draw_tree(Drawing& on, const Sheet& sheet) {
  std::set<std::tuple<int, int, int, int>> drawn;
  const auto half_pixel = [](double value) { return static_cast<int>(std::lround(2 * value)); };
  const auto line = [&](double x1, double y1, double x2, double y2, std::string_view colour) {
    if (drawn.size() < most_branches &&
        drawn.insert({half_pixel(x1), half_pixel(y1), half_pixel(x2), half_pixel(y2)}).second)
      on.line(x1, y1, x2, y2, colour);
  };
  const auto& merges = sheet.dendrogram.merges;
  for (std::size_t t = merges.size(); t-- > 0;) {
    const Merge& merge = merges[t];
    const double y = sheet.y(merge.height), x1 = sheet.x(merge.left), x2 = sheet.x(merge.right);
    line(x1, y, x2, y, sheet.colour(static_cast<int>(sheet.objects() + t)));
    line(x1, y, x1, sheet.y(sheet.height_of(merge.left)), sheet.colour(merge.left));
    line(x2, y, x2, sheet.y(sheet.height_of(merge.right)), sheet.colour(merge.right));
  }
}

// A line per pixel, in the colour of the object that stands there.
void draw_bar(Drawing& on, const Sheet& sheet) {
  for (double x = left; x < sheet.width - right; x += 0.5) {
    const auto at = std::min(sheet.objects() - 1, static_cast<std::size_t>((x - left) / sheet.each));
    const int object = sheet.standing.order[at];
    on.line(x, sheet.bar_top(), x, sheet.bar_top() + bar_height, sheet.colour(object));
  }
}

void draw_legend(Drawing& on, const Sheet& sheet) {
  const double column = (sheet.width - left - right) / static_cast<double>(sheet.legend_columns);
  for (std::size_t g = 0; g < sheet.groups.size() + (sheet.more > 0); ++g) {
    const double x = left + column * static_cast<double>(g % sheet.legend_columns);
    const double y = sheet.legend_top() + legend_row * static_cast<double>(g / sheet.legend_columns);
    if (g == sheet.groups.size()) {
      on.text(x, y, fmt::format("and {} more", sheet.more), {12, "#333"});
      break;
    }
    const DrawnGroup& group = sheet.groups[g];
    on.begin_markers({group.look.color});
    on.marker(Marker::square, x + 5, y - 4, 5);
    on.end_markers();
    const std::string size = with_commas(group.size);
    TextStyle style{12, "#333"};
    style.aside = size;
    on.text(x + 16, y, group.name, style);
  }
}

void draw(Drawing& on, const Sheet& sheet) {
  on.text(left, 30, fit_text(sheet.title, 16, sheet.width - left - right), {16, "#1a1a1a", "start", true});
  draw_heights(on, sheet);
  draw_tree(on, sheet);
  draw_bar(on, sheet);
  draw_legend(on, sheet);
}

}  // namespace tree_picture

std::string dendrogram_svg(const Dendrogram& dendrogram, const Labels& labels, const PlotOptions& options) {
  const auto sheet = tree_picture::lay_out(dendrogram, labels, options);
  Svg svg;
  tree_picture::draw(svg, sheet);
  return svg.finish(sheet.width, sheet.height(), sheet.title);
}

std::string dendrogram_png(const Dendrogram& dendrogram, const Labels& labels, const PlotOptions& options) {
  const auto sheet = tree_picture::lay_out(dendrogram, labels, options);
  Raster raster(sheet.width, sheet.height());
  tree_picture::draw(raster, sheet);
  return raster.finish();
}

}  // namespace mercer
