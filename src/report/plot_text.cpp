// The scatter plot in characters. A cell of braille has 2 x 4 dots and a terminal's cell is about twice as
// high as wide, so the dots are square and one scale serves both axes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "mercer/error.hpp"
#include "mercer/plot.hpp"
#include "report/groups.hpp"
#include "report/projection.hpp"

namespace mercer {
namespace {

constexpr int dots_across = 2, dots_down = 4;

struct Cell {
  unsigned dots = 0;           // one bit a dot, as Unicode numbers them
  std::map<int, int> members;  // points of each group
  // The group with most points here; the first of equals.
  int group() const {
    const auto most = std::max_element(members.begin(), members.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most->first;
  }
};

class Canvas {
 public:
  Canvas(int columns, int rows)
      : columns_(columns),
        rows_(rows),
        cells_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {}

  // x and y in 0 .. 1, y upwards.
  void plot(double x, double y, int group) {
    const int across =
        std::clamp(static_cast<int>(x * columns_ * dots_across), 0, columns_ * dots_across - 1);
    const int down = std::clamp(static_cast<int>((1 - y) * rows_ * dots_down), 0, rows_ * dots_down - 1);
    static constexpr unsigned bit[dots_down][dots_across] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    const int at = (down / dots_down) * columns_ + across / dots_across;
    Cell& cell = cells_[static_cast<std::size_t>(at)];
    cell.dots |= bit[down % dots_down][across % dots_across];
    ++cell.members[group];
  }
  // The cells of a row, left to right.
  std::span<const Cell> row(int r) const {
    const auto width = static_cast<std::size_t>(columns_);
    return std::span(cells_).subspan(static_cast<std::size_t>(r) * width, width);
  }

 private:
  int columns_, rows_;
  std::vector<Cell> cells_;
};

std::string braille(unsigned dots) {
  const unsigned code = 0x2800 + dots;  // three bytes of UTF-8
  return {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3f)),
          static_cast<char>(0x80 | (code & 0x3f))};
}

// What the picture is made of, in Unicode or in ASCII.
struct Parts {
  std::string_view top_left, top_right, bottom_left, bottom_right, across, down, noise;
};
constexpr Parts unicode_parts = {"\u250c", "\u2510", "\u2514", "\u2518", "\u2500", "\u2502", "\u00b7"};
constexpr Parts ascii_parts = {"+", "+", "+", "+", "-", "|", "."};

std::string letter(const DrawnGroup& group, const Parts& parts) {
  static constexpr std::string_view letters =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (group.is_noise()) return std::string(parts.noise);
  return std::string(1, letters[static_cast<std::size_t>(group.label) % letters.size()]);
}

std::string colored(const DrawnGroup& group, std::string_view text) {
  return fmt::format("\x1b[38;5;{}m{}\x1b[0m", group.look.terminal, text);
}

std::string repeated(std::string_view text, int times) {
  std::string line;
  for (int i = 0; i < times; ++i) line += text;
  return line;
}

std::string draw_cell(const Cell& cell, const std::vector<DrawnGroup>& groups, const TextPlotOptions& options,
                      const Parts& parts) {
  if (cell.members.empty()) return " ";
  const DrawnGroup& group = groups[static_cast<std::size_t>(cell.group())];
  const std::string drawn = options.color && options.unicode ? braille(cell.dots) : letter(group, parts);
  return options.color ? colored(group, drawn) : drawn;
}

// Entries one after another, as many in a line as there is room for.
std::string legend_text(const std::vector<DrawnGroup>& groups, const TextPlotOptions& options,
                        const Parts& parts) {
  std::string text;
  std::size_t filled = 0;
  for (const DrawnGroup& group : groups) {
    const std::string mark = options.color && options.unicode ? "\u25cf" : letter(group, parts);
    const std::string words = fmt::format(" {}: {}", group.name, with_commas(group.size));
    const std::size_t length = 1 + words.size();
    const bool fits = filled > 0 && filled + 3 + length <= static_cast<std::size_t>(options.columns);
    if (filled > 0) text += fits ? "   " : "\n";
    filled = fits ? filled + 3 + length : length;
    text += (options.color ? colored(group, mark) : mark) + words;
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace

std::string scatter_text(const Data& data, const Labels& labels, const TextPlotOptions& options) {
  if (options.columns < 12)
    throw Error(Fault::usage,
                fmt::format("a picture {} characters wide is too small; give at least 12", options.columns));
  const PlanePoints projection = project(data, PlotOptions{.columns = options.names,
                                                           .one_unit = options.one_unit,
                                                           .most_points = options.most_points,
                                                           .seed = options.seed});
  const std::vector<DrawnGroup> groups = groups_of(labels, data.size(), projection.rows);
  const int columns = options.columns - 2;  // inside the frame
  const int rows = static_cast<int>(std::ceil(columns * box_aspect(projection) / 2));
  const std::array<Interval, 2> range = fit_box(projection, columns * dots_across, rows * dots_down);

  Canvas canvas(columns, rows);
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (Index r : groups[g].rows) {
      const auto place = [&](Index axis) {
        const Interval& e = range[static_cast<std::size_t>(axis)];
        return 0.5 + (projection.points(r, axis) - e.middle) / e.half / 2;
      };
      canvas.plot(place(0), place(1), static_cast<int>(g));
    }

  const Parts& parts = options.unicode ? unicode_parts : ascii_parts;
  const std::string edge = repeated(parts.across, columns);
  std::string text = fmt::format("{}{}{}\n", parts.top_left, edge, parts.top_right);
  for (int r = 0; r < rows; ++r) {
    text += parts.down;
    for (const Cell& cell : canvas.row(r)) text += draw_cell(cell, groups, options, parts);
    text += fmt::format("{}\n", parts.down);
  }
  text += fmt::format("{}{}{}\n", parts.bottom_left, edge, parts.bottom_right);
  if (!options.names.empty())
    text += fmt::format("across: {}; up: {}\n", projection.caption[0], projection.caption[1]);
  return text + legend_text(groups, options, parts);
}

}  // namespace mercer
