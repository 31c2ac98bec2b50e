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

std::string letter(const Group& group) {
  static constexpr std::string_view letters =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (group.is_noise()) return "\u00b7";
  return std::string(1, letters[static_cast<std::size_t>(group.label) % letters.size()]);
}

std::string colored(const Group& group, std::string_view text) {
  return fmt::format("\x1b[38;5;{}m{}\x1b[0m", group.look.terminal, text);
}

std::string repeated(std::string_view text, int times) {
  std::string line;
  for (int i = 0; i < times; ++i) line += text;
  return line;
}

std::string draw_cell(const Cell& cell, const std::vector<Group>& groups, bool color) {
  if (cell.members.empty()) return " ";
  const Group& group = groups[static_cast<std::size_t>(cell.group())];
  return color ? colored(group, braille(cell.dots)) : letter(group);
}

}  // namespace

std::string scatter_text(const Data& data, const Labels& labels, const TextPlotOptions& options) {
  if (options.columns < 12)
    throw Error(Fault::usage,
                fmt::format("a picture {} characters wide is too small; give at least 12", options.columns));
  const Projection projection =
      project(data, PlotOptions{.most_points = options.most_points, .seed = options.seed});
  const std::vector<Group> groups = groups_of(labels, data.size(), projection.rows);
  const int columns = options.columns - 2;  // inside the frame
  const int rows = static_cast<int>(std::ceil(columns * box_aspect(projection) / 2));
  const std::array<Extent, 2> range = fit_box(projection, columns * dots_across, rows * dots_down);

  Canvas canvas(columns, rows);
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (Index r : groups[g].rows) {
      const auto place = [&](Index axis) {
        const Extent& e = range[static_cast<std::size_t>(axis)];
        return 0.5 + (projection.points(r, axis) - e.middle) / e.half / 2;
      };
      canvas.plot(place(0), place(1), static_cast<int>(g));
    }

  std::string text = "\u250c" + repeated("\u2500", columns) + "\u2510\n";
  for (int r = 0; r < rows; ++r) {
    text += "\u2502";
    for (const Cell& cell : canvas.row(r)) text += draw_cell(cell, groups, options.color);
    text += "\u2502\n";
  }
  text += "\u2514" + repeated("\u2500", columns) + "\u2518\n";
  for (const Group& group : groups)
    text += fmt::format("{} {}: {}\n", options.color ? colored(group, "\u25cf") : letter(group), group.name,
                        with_commas(group.size));
  return text;
}

}  // namespace mercer
