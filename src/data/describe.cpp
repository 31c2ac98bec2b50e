#include "mercer/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "data/kinds.hpp"
#include "data/readable.hpp"
#include "io/dates.hpp"
#include "io/utf8.hpp"

namespace mercer {
namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

void describe_numbers(const Frame& frame, Index c, const ColumnFacts& fact, ColumnDescription& about) {
  const auto& column = frame.columns[static_cast<std::size_t>(c)];
  auto values = present_values(frame, c);
  std::sort(values.begin(), values.end());
  about.distinct = std::unique(values.begin(), values.end()) - values.begin();
  if (values.empty()) return;
  about.least = fact.least, about.mean = fact.mean, about.largest = fact.largest;
  const auto text = [&](double x) {
    return column.holds == Holds::dates ? io::date_text(x, column.time) : readable(x);
  };
  about.values = fmt::format("{} to {}", text(fact.least), text(fact.largest));
  if (!column.unit.empty()) about.values += " " + column.unit;
}

// A cell as part of a line: breaks become blanks, and long text is cut.
std::string in_one_line(const std::string& word) {
  constexpr std::size_t most = 24;
  std::string text;
  std::size_t at = 0;
  for (std::size_t letters = 0; at < word.size() && letters < most; ++letters) {
    const std::size_t from = at;
    if (io::next_character(word, at) == io::no_character) at = from + 1;
    const bool control = static_cast<unsigned char>(word[from]) < 0x20;
    text += control ? " " : word.substr(from, at - from);
  }
  return at < word.size() ? text + "..." : text;
}

void describe_words(const Frame& frame, const Column& column, const ColumnFacts& fact,
                    ColumnDescription& about) {
  about.distinct = fact.distinct;
  std::vector<Index> order(fact.counts.size());
  std::iota(order.begin(), order.end(), Index{0});
  const std::size_t most = std::min<std::size_t>(3, static_cast<std::size_t>(fact.distinct));
  const auto count = [&](Index w) { return fact.counts[static_cast<std::size_t>(w)]; };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                    [&](Index a, Index b) { return count(a) != count(b) ? count(a) > count(b) : a < b; });
  const bool repeats = fact.distinct < frame.rows() - fact.missing;
  std::vector<std::string> shown;
  for (std::size_t k = 0; k < most; ++k) {
    std::string word(column.words[order[k]]);
    about.commonest.emplace_back(word, count(order[k]));
    const double share = static_cast<double>(count(order[k])) / static_cast<double>(frame.rows());
    const std::string line = in_one_line(word);
    shown.push_back(repeats ? fmt::format("{} {}", line, percent(share)) : line);
  }
  about.values = fmt::format("{}", fmt::join(shown, ", "));
  if (fact.distinct > static_cast<Index>(most)) about.values += ", ...";
}

std::string fate(const Frame& frame, const Column& column, const ColumnFacts& fact, bool scaled) {
  if (!fact.left_out.empty())
    return fact.left_out.starts_with("the ") ? fact.left_out : "left out: " + fact.left_out;
  if (column.problem) return "can't be used: " + column.problem->what;
  const bool own_value = fact.missing > 0;
  if (fact.kind == Kind::category) return counted(fact.distinct + own_value, "indicator column");
  std::string text = fact.kind == Kind::date     ? "used, in days"
                     : fact.kind == Kind::yes_no ? "used, as 0 and 1"
                                                 : "used";
  if (scaled) text += ", scaled";
  if (fact.missing > 0 && frame.rows() > 0)
    text += fact.kind == Kind::yes_no ? ", missing cells filled with the more frequent value"
                                      : ", missing cells filled with the median";
  return text;
}

}  // namespace

std::vector<ColumnDescription> describe(const Frame& frame) {
  const FrameFacts facts = judge(frame);
  const bool scaled = std::any_of(facts.columns.begin(), facts.columns.end(), [](const ColumnFacts& fact) {
    return fact.left_out.empty() && fact.kind != Kind::number;
  });
  std::vector<ColumnDescription> all;
  for (std::size_t c = 0; c < frame.columns.size(); ++c) {
    const auto& column = frame.columns[c];
    const auto& fact = facts.columns[c];
    const auto index = static_cast<Index>(c);
    ColumnDescription about;
    about.name = column.name;
    about.kind = index == frame.truth     ? "truth"
                 : index == frame.weights ? "weights"
                                          : std::string(name_of(fact.kind));
    about.missing = fact.missing;
    about.least = about.mean = about.largest = not_there;
    if (column.holds == Holds::words)
      describe_words(frame, column, fact, about);
    else
      describe_numbers(frame, index, fact, about);
    about.fate = fate(frame, column, fact, scaled);
    about.problem = column.problem;
    all.push_back(std::move(about));
  }
  return all;
}

bool named_like_class(std::string_view name) {
  constexpr std::array<std::string_view, 5> suspects = {"label", "labels", "class", "target", "truth"};
  return std::find(suspects.begin(), suspects.end(), name) != suspects.end();
}

std::string describe_json(const Frame& frame) {
  using Json = nlohmann::ordered_json;
  Json columns = Json::array();
  for (const auto& about : describe(frame)) {
    Json json = {
        {"name", about.name}, {"kind", about.kind}, {"missing", about.missing}, {"distinct", about.distinct}};
    if (!std::isnan(about.least))
      json.update({{"least", about.least}, {"mean", about.mean}, {"largest", about.largest}});
    if (!about.commonest.empty()) json["commonest"] = Json::array();
    for (const auto& [word, cells] : about.commonest)
      json["commonest"].push_back({{"value", word}, {"cells", cells}});
    json["values"] = about.values;
    json["fate"] = about.fate;
    if (about.problem) {
      json["problem"] = {
          {"what", about.problem->what}, {"remedy", about.problem->remedy}, {"cells", Json::array()}};
      for (const auto& cell : about.problem->cells)
        json["problem"]["cells"].push_back({{"place", cell.place}, {"value", cell.value}});
    }
    columns.push_back(std::move(json));
  }
  const Json json = {{"source", frame.source},
                     {"format", frame.format},
                     {"rows", frame.rows()},
                     {"columns", columns},
                     {"notes", frame.notes}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mercer
