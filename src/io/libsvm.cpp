// libsvm / SVMlight: `label index:value index:value ... # comment`, indices from 1, zeros left out.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "io/budget.hpp"
#include "io/lines.hpp"
#include "io/number.hpp"
#include "io/readers.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

constexpr Index largest_index = std::numeric_limits<int>::max() - 1;

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

struct Pair {
  Index index = 0;
  double value = 0;
};

bool is_pair(std::string_view word) {
  Pair pair;
  const auto colon = word.find(':');
  return colon != std::string_view::npos && read_whole(word.substr(0, colon), pair.index) &&
         read_number(word.substr(colon + 1), pair.value) != Reading::text;
}

bool is_query(std::string_view word) { return word.starts_with("qid:"); }

class SparseBuilder {
 public:
  explicit SparseBuilder(const std::string& source) : source_(source) {}

  void add(std::string_view line, Index number) {
    row_.clear();
    for (auto word = next_word(line); !word.empty(); word = next_word(line))
      if (!is_query(word)) {
        make_room(row_, row_room_);
        row_.push_back(pair(word, number));
      }
    std::sort(row_.begin(), row_.end(), [](const Pair& a, const Pair& b) { return a.index < b.index; });
    make_room(inner_, inner_room_, row_.size());
    make_room(values_, values_room_, row_.size());
    make_room(outer_, outer_room_);
    for (std::size_t i = 0; i < row_.size(); ++i) {
      if (i > 0 && row_[i].index == row_[i - 1].index)
        fail(number, fmt::format("column {} (from 1): the index appears twice; keep one", row_[i].index));
      if (row_[i].value == 0) continue;
      inner_.push_back(static_cast<int>(row_[i].index - 1));
      values_.push_back(row_[i].value);
    }
    if (!row_.empty()) columns_ = std::max(columns_, row_.back().index);
    if (static_cast<Index>(values_.size()) > largest_index)
      fail(number, "the file has more than 2^31 values; split it");
    outer_.push_back(static_cast<int>(values_.size()));
  }

  SparseMatrix finish() {
    const auto rows = static_cast<Index>(outer_.size()) - 1;
    if (rows == 0) throw Error(Fault::data, source_ + " has no rows; it needs a line for every point");
    if (columns_ == 0) throw Error(Fault::data, source_ + " has no index:value in any row; add the features");
    charge((sizeof(int) + sizeof(double)) * values_.size() + sizeof(int) * outer_.size());
    return Eigen::Map<const SparseMatrix>(rows, columns_, static_cast<Index>(values_.size()), outer_.data(),
                                          inner_.data(), values_.data());
  }

 private:
  [[noreturn]] void fail(Index line, const std::string& what) const {
    throw Error(Fault::data, fmt::format("{}: line {}, {}", source_, line, what));
  }
  Pair pair(std::string_view word, Index line) const {
    Pair pair;
    const auto colon = word.find(':');
    if (colon == std::string_view::npos || !read_whole(word.substr(0, colon), pair.index))
      fail(line, fmt::format("'{}' is not index:value; correct it", word.substr(0, 40)));
    if (pair.index < 1 || pair.index > largest_index)
      fail(line,
           fmt::format("'{}': indices count from 1 up to {}; correct it", word.substr(0, 40), largest_index));
    const std::string_view text = word.substr(colon + 1);
    const Reading reading = read_number(text, pair.value);
    if (reading == Reading::number) return pair;
    const char* why = reading == Reading::empty        ? "the value is empty"
                      : reading == Reading::not_finite ? "the value is not a finite number"
                                                       : "the value is not a number";
    fail(line, fmt::format("column {} (from 1): '{}': {}; correct it or leave it out", pair.index,
                           word.substr(0, 40), why));
  }

  std::string source_;
  std::vector<Pair> row_;
  std::vector<int> outer_ = {0};
  std::vector<int> inner_;
  std::vector<double> values_;
  Held row_room_, outer_room_, inner_room_, values_room_;
  Index columns_ = 0;
};

void check_request(const TableRequest& request, const std::string& source) {
  if (!request.truth.empty() && request.truth != "label" && request.truth != "0")
    throw Error(Fault::usage,
                fmt::format("{} is a libsvm file, which has no column '{}'; its class column is "
                            "called 'label'",
                            source, request.truth));
  if (!request.weights.empty() || !request.columns.empty() || !request.drop.empty())
    throw Error(Fault::usage,
                source +
                    " is a libsvm file, whose columns can't be chosen; leave out weights, columns "
                    "and drop");
}

}  // namespace

// The first lines are a number and then pairs, and at least one of them has a pair.
bool is_libsvm(std::string_view start) {
  bool pairs = false;
  for (int lines = 0; lines < 10 && !start.empty();) {
    const auto end = start.find('\n');
    const bool whole = end != std::string_view::npos;
    std::string_view line = without_comment(start.substr(0, end));
    start.remove_prefix(whole ? end + 1 : start.size());
    double label = 0;
    const auto first = next_word(line);
    if (first.empty()) continue;
    if (read_number(first, label) != Reading::number) return false;
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      const bool cut_off = !whole && line.empty();
      if (!is_pair(word) && !is_query(word) && !cut_off) return false;
      pairs = pairs || is_pair(word);
    }
    ++lines;
  }
  return pairs;
}

Table read_libsvm(Input& input, const TableRequest& request) {
  check_request(request, input.name());
  Table table;
  table.source = input.name();
  table.format = "libsvm";
  SparseBuilder builder(input.name());
  for (Lines lines(input); lines.next();) {
    std::string_view line = without_comment(lines.text());
    const std::string_view label = next_word(line);
    if (label.empty()) continue;
    builder.add(line, lines.number());
    if (request.truth.empty()) continue;
    charge(label.size() + 2 * sizeof(std::string));
    table.truth.emplace_back(label);
  }
  table.features = builder.finish();
  return table;
}

}  // namespace mercer::io
