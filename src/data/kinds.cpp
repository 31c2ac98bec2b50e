#include "data/kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "data/magnitude.hpp"
#include "io/missing.hpp"
#include "io/settle.hpp"

namespace mercer {
namespace {

constexpr double none_yet = std::numeric_limits<double>::infinity();

// Counts, ranges, means and squares about them, of every column; codes of words are summed too, for nothing.
struct Sums {
  std::vector<double> present, mean, square, least, largest;
  explicit Sums(std::size_t width)
      : present(width), mean(width), square(width), least(width, none_yet), largest(width, -none_yet) {}

  // A block of rows: its means first, then the squares, while it is in the cache.
  void take(const Matrix& cells, Index begin, Index end) {
    const std::size_t width = mean.size();
    for (Index i = begin; i < end; ++i) {
      const double* row = cells.data() + i * cells.cols();
      for (std::size_t c = 0; c < width; ++c) {
        const double x = row[c];
        const bool there = x == x;
        present[c] += there ? 1 : 0;
        mean[c] += there ? x : 0;
        least[c] = x < least[c] ? x : least[c];
        largest[c] = x > largest[c] ? x : largest[c];
      }
    }
    for (std::size_t c = 0; c < width; ++c) mean[c] /= std::max(1.0, present[c]);
    for (Index i = begin; i < end; ++i) {
      const double* row = cells.data() + i * cells.cols();
      for (std::size_t c = 0; c < width; ++c) {
        const double off = row[c] == row[c] ? row[c] - mean[c] : 0;
        square[c] += off * off;
      }
    }
  }
  // Both together (Chan, Golub and LeVeque).
  void add(const Sums& other) {
    for (std::size_t c = 0; c < mean.size(); ++c) {
      const double all = present[c] + other.present[c];
      if (other.present[c] == 0) continue;
      const double off = other.mean[c] - mean[c], share = other.present[c] / all;
      square[c] += other.square[c] + off * off * present[c] * share;
      mean[c] += off * share;
      present[c] = all;
      least[c] = std::min(least[c], other.least[c]);
      largest[c] = std::max(largest[c], other.largest[c]);
    }
  }
};

// Of a column whose squares, or whose sum, are out of range.
void sum_scaled(const Frame& frame, Index column, double scale, ColumnFacts& fact) {
  const std::vector<double> values = present_values(frame, column);
  const auto count = static_cast<double>(values.size());
  double sum = 0, square = 0;
  for (const double x : values) sum += x * scale;
  for (const double x : values) square += (x * scale - sum / count) * (x * scale - sum / count);
  fact.mean = sum / count / scale;
  fact.deviation = std::sqrt(square / count) / scale;
}

// In fixed blocks of rows, added in order.
void sum_numbers(const Frame& frame, FrameFacts& facts) {
  constexpr Index block = 1024;
  const Index n = frame.rows();
  const std::size_t width = frame.columns.size();
  std::vector<Sums> parts(static_cast<std::size_t>((n + block - 1) / block), Sums(width));
  parallel_rows(n, block, [&](Index begin, Index end) {
    parts[static_cast<std::size_t>(begin / block)].take(frame.cells, begin, end);
  });
  Sums all(width);
  for (const Sums& part : parts) all.add(part);
  for (std::size_t c = 0; c < width; ++c) {
    if (frame.columns[c].holds == Holds::words) continue;
    auto& fact = facts.columns[c];
    fact.missing = n - static_cast<Index>(all.present[c]);
    fact.mean = all.mean[c];
    fact.least = all.least[c], fact.largest = all.largest[c];
    if (all.present[c] == 0) continue;
    fact.deviation = std::sqrt(all.square[c] / all.present[c]);
    const double scale = square_scale(std::max(std::abs(fact.least), std::abs(fact.largest)));
    if (scale != 1) sum_scaled(frame, static_cast<Index>(c), scale, fact);
  }
}

void count_words(const Frame& frame, Index column, ColumnFacts& facts) {
  facts.counts.assign(static_cast<std::size_t>(frame.columns[static_cast<std::size_t>(column)].words.size()),
                      0);
  for (Index i = 0; i < frame.rows(); ++i)
    frame.missing(i, column) ? ++facts.missing
                             : ++facts.counts[static_cast<std::size_t>(frame.number(i, column))];
  facts.distinct =
      std::count_if(facts.counts.begin(), facts.counts.end(), [](Index cells) { return cells > 0; });
}

Kind kind_of_words(const Frame& frame, const Column& column, const ColumnFacts& facts) {
  std::vector<std::string_view> two;
  std::size_t letters = 0;
  for (Index w = 0; w < column.words.size(); ++w) {
    if (facts.counts[static_cast<std::size_t>(w)] == 0) continue;
    letters += column.words[w].size();
    if (two.size() < 2) two.push_back(column.words[w]);
  }
  if (facts.distinct == 2 && is_yes_no(two[0], two[1])) return Kind::yes_no;
  const Index present = frame.rows() - facts.missing;
  constexpr std::size_t long_name = 32;
  if (facts.distinct == present && present > 1)
    return letters <= long_name * static_cast<std::size_t>(facts.distinct) ? Kind::id : Kind::text;
  const double few = std::max(20.0, std::sqrt(static_cast<double>(frame.rows())));
  return static_cast<double>(facts.distinct) <= few ? Kind::category : Kind::text;
}

Kind kind_of(const Frame& frame, const Column& column, const ColumnFacts& facts) {
  if (column.asked) return *column.asked;
  if (column.holds == Holds::numbers) return Kind::number;
  return column.holds == Holds::dates ? Kind::date : kind_of_words(frame, column, facts);
}

// Days that rise by nearly the same step from each row to the next, in a record of measurements: a clock. (Of
// months the longest is longer than the shortest by a tenth.)
bool counts_rows(const Frame& frame, Index column, const ColumnFacts& facts) {
  constexpr Index few = 12;
  constexpr double alike = 1.15;
  if (facts.missing > 0 || frame.rows() < few) return false;
  double least = std::numeric_limits<double>::infinity(), largest = 0;
  for (Index i = 1; i < frame.rows() && least > 0; ++i) {
    const double step = frame.number(i, column) - frame.number(i - 1, column);
    least = std::min(least, step);
    largest = std::max(largest, step);
  }
  return least > 0 && largest <= alike * least;
}

std::string why_left_out(const Frame& frame, Index index, const ColumnFacts& facts) {
  const Column& column = frame.columns[static_cast<std::size_t>(index)];
  const Index n = frame.rows();
  if (facts.kind == Kind::id) return "a name for every row";
  if (facts.missing == n) return "all of its cells are missing";
  if (facts.kind == Kind::text) return "text";
  const bool one = column.holds == Holds::words ? facts.distinct == 1 : facts.least == facts.largest;
  if (one) return "constant";
  if (2 * facts.missing > n && !column.asked) return "more than half of its cells are missing";
  if (facts.kind == Kind::date && !column.asked && counts_rows(frame, index, facts))
    return "a clock, with equal steps from row to row";
  return {};
}

// The one asked for, or named like one, or the first text without repetition.
Index id_column(const Frame& frame, const FrameFacts& facts) {
  if (frame.id != Frame::none) return frame.id;
  Index found = Frame::none;
  for (std::size_t c = 0; c < frame.columns.size(); ++c) {
    if (facts.columns[c].kind != Kind::id) continue;
    if (frame.columns[c].asked || io::named_like_id(frame.columns[c], c == 0)) return static_cast<Index>(c);
    if (found == Frame::none) found = static_cast<Index>(c);
  }
  return found;
}

}  // namespace

bool is_yes_no(std::string_view a, std::string_view b) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> pairs = {
      {{"false", "true"}, {"no", "yes"}, {"f", "t"}, {"n", "y"}, {"off", "on"}}};
  return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
    const auto same = [](std::string_view x, std::string_view y) { return io::equal_ignoring_case(x, y); };
    return (same(a, pair.first) && same(b, pair.second)) || (same(b, pair.first) && same(a, pair.second));
  });
}

FrameFacts judge(const Frame& frame) {
  FrameFacts facts;
  facts.columns.resize(frame.columns.size());
  sum_numbers(frame, facts);
  for (std::size_t c = 0; c < frame.columns.size(); ++c) {
    auto& fact = facts.columns[c];
    const auto& column = frame.columns[c];
    const auto index = static_cast<Index>(c);
    if (column.holds == Holds::words) count_words(frame, index, fact);
    fact.kind = kind_of(frame, column, fact);
    fact.left_out = index == frame.truth     ? "the classes to compare with"
                    : index == frame.weights ? "the rows' weights"
                                             : why_left_out(frame, index, fact);
  }
  facts.id = id_column(frame, facts);
  if (facts.id != Frame::none) facts.columns[static_cast<std::size_t>(facts.id)].left_out = "the rows' names";
  return facts;
}

std::vector<double> present_values(const Frame& frame, Index column, Index step) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(frame.rows() / step + 1));
  for (Index i = 0; i < frame.rows(); i += step)
    if (!frame.missing(i, column)) values.push_back(frame.number(i, column));
  return values;
}

// Linear between the two values around (m - 1) share, as NumPy does.
double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = static_cast<double>(values.size() - 1) * share;
  const auto below = static_cast<std::size_t>(place);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(below), values.end());
  const double low = values[below];
  const double rest = place - static_cast<double>(below);
  if (rest == 0 || below + 1 == values.size()) return low;
  const double high =
      *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(below) + 1, values.end());
  return low + rest * (high - low);
}

}  // namespace mercer
