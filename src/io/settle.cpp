#include "io/settle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>

#include "io/missing.hpp"
#include "io/number.hpp"

namespace mercer::io {
namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();
// A column of numbers with a few cells that are none is a mistake, unless the numbers look like codes.
constexpr double mostly = 0.8;
constexpr Index few_values = 10;

// The words as values of one style or form, and how many cells that explains.
struct Attempt {
  std::vector<double> values;
  Index cells = 0;
  Index words = 0;
  bool time = false;
  bool all(const Words& known) const { return words == known.size(); }
};

template <class Read>
Attempt attempt(const Words& words, std::span<const Index> counts, bool stop_at_failure, Read&& read) {
  Attempt made;
  made.values.assign(static_cast<std::size_t>(words.size()), missing_value);
  for (Index w = 0; w < words.size(); ++w) {
    const std::optional<double> value = read(words[w], made);
    if (!value && stop_at_failure) return made;
    if (!value) continue;
    made.values[static_cast<std::size_t>(w)] = *value;
    made.cells += counts[static_cast<std::size_t>(w)];
    ++made.words;
  }
  return made;
}

Attempt as_numbers(const Words& words, std::span<const Index> counts, const NumberStyle& style, bool stop) {
  return attempt(words, counts, stop,
                 [&](std::string_view word, Attempt&) { return read_styled(word, style); });
}
Attempt as_dates(const Words& words, std::span<const Index> counts, DateForm form, bool stop) {
  return attempt(words, counts, stop, [&](std::string_view word, Attempt& made) -> std::optional<double> {
    const auto moment = read_date(word, form);
    if (!moment) return std::nullopt;
    made.time |= moment->time;
    return moment->days;
  });
}

class Settling {
 public:
  Settling(const Words& words, std::span<const Index> counts, const Column& column,
           const Surroundings& around)
      : words_(words), counts_(counts), column_(column), around_(around) {
    cells_ = std::accumulate(counts.begin(), counts.end(), Index{0});
    const std::string sign = sign_of(words[0]);
    styles_ = styles(sign, around.delimiter, around.decimal, column.decimal);
    if (!sign.empty())
      for (auto& style : styles("", around.delimiter, around.decimal, column.decimal))
        styles_.push_back(style);
  }

  std::optional<Settled> numbers() const {
    if (around_.decimal_commas && around_.decimal != '.') {
      const NumberStyle grouped{',', '.', ""};  // 950 and 1.234 where others write 0,5
      if (auto made = as_numbers(words_, counts_, grouped, true); made.all(words_))
        return settled(std::move(made), grouped);
    }
    for (const auto& style : styles_)
      if (auto made = as_numbers(words_, counts_, style, true); made.all(words_) && shows(style))
        return settled(std::move(made), style);
    return std::nullopt;
  }

  // If both readings of 3/4/2020 fit every cell, and differ, the user has to choose.
  std::optional<Settled> dates() const {
    for (const DateForm form : date_forms) {
      if (!allowed(form)) continue;
      auto made = as_dates(words_, counts_, form, true);
      if (!made.all(words_)) continue;
      if (form != DateForm::day_first || !allowed(DateForm::month_first))
        return settled(std::move(made), form);
      const auto other = as_dates(words_, counts_, DateForm::month_first, true);
      if (other.all(words_) && other.values != made.values) return two_dates(made, other);
      return settled(std::move(made), form);
    }
    return std::nullopt;
  }

  // The best that can be had; the words that do not fit are a problem.
  Settled numbers_by_force() const { return with_problem(best_numbers(), "not a number", "not numbers"); }
  Settled dates_by_force() const { return with_problem(best_dates(), "not a date", "not dates"); }

  std::optional<Settled> mostly_numbers() const {
    Settled best = best_numbers();
    Index infinite = 0, infinite_words = 0;
    for (Index w = 0; w < words_.size(); ++w)
      if (is_infinite(words_[w])) infinite += count(w), ++infinite_words;
    const auto [cells, distinct] = explained(best);
    if (infinite > 0 && distinct > 0 && distinct + infinite_words == words_.size())
      return with_problem(std::move(best), "not a finite number", "not finite numbers");
    if (!suspicious(cells, distinct)) return std::nullopt;
    return with_problem(std::move(best), "not a number", "not numbers");
  }
  std::optional<Settled> mostly_dates() const {
    Settled best = best_dates();
    const auto [cells, distinct] = explained(best);
    if (!suspicious(cells, distinct)) return std::nullopt;
    return with_problem(std::move(best), "not a date", "not dates");
  }

 private:
  // Where commas separate fields, a decimal comma is believed only beside points between thousands.
  bool shows(const NumberStyle& style) const {
    if (style.decimal != ',' || around_.delimiter != ',' || around_.decimal == ',' || column_.decimal == ',')
      return true;
    for (Index w = 0; w < words_.size(); ++w)
      if (words_[w].find(style.group) != std::string_view::npos) return true;
    return false;
  }
  Index count(Index word) const { return counts_[static_cast<std::size_t>(word)]; }
  bool suspicious(Index cells, Index distinct) const {
    return static_cast<double>(cells) >= mostly * static_cast<double>(cells_) && distinct > few_values;
  }
  bool allowed(DateForm form) const {
    if (form == DateForm::day_first) return column_.order != DateOrder::month_first;
    if (form == DateForm::month_first) return column_.order != DateOrder::day_first;
    return true;
  }

  static Settled settled(Attempt made, const NumberStyle& style) {
    Settled result;
    result.holds = Holds::numbers;
    result.style = style;
    result.values = std::move(made.values);
    return result;
  }
  static Settled settled(Attempt made, DateForm form) {
    Settled result;
    result.holds = Holds::dates;
    result.form = form;
    result.time = made.time;
    result.values = std::move(made.values);
    return result;
  }

  Settled two_dates(const Attempt& day_first, const Attempt& month_first) const {
    Settled result;
    result.bad.assign(static_cast<std::size_t>(words_.size()), false);
    for (std::size_t w = 0; w < result.bad.size(); ++w)
      result.bad[w] = day_first.values[w] != month_first.values[w];
    const auto at =
        static_cast<std::size_t>(std::find(result.bad.begin(), result.bad.end(), true) - result.bad.begin());
    result.problem = fmt::format("'{}' is {} or {}, and no cell tells which", words_[static_cast<Index>(at)],
                                 spoken_date(month_first.values[at]), spoken_date(day_first.values[at]));
    result.remedy = fmt::format("give it the type dmy or mdy: {0}=dmy or {0}=mdy", column_.name);
    return result;
  }

  Settled best_numbers() const {
    Attempt best;
    NumberStyle chosen;
    for (const auto& style : styles_)
      if (auto made = as_numbers(words_, counts_, style, false);
          made.cells > best.cells || best.values.empty())
        best = std::move(made), chosen = style;
    return settled(std::move(best), chosen);
  }
  Settled best_dates() const {
    Attempt best;
    DateForm chosen = DateForm::iso;
    for (const DateForm form : date_forms) {
      if (!allowed(form)) continue;
      if (auto made = as_dates(words_, counts_, form, false); made.cells > best.cells || best.values.empty())
        best = std::move(made), chosen = form;
    }
    return settled(std::move(best), chosen);
  }
  std::pair<Index, Index> explained(const Settled& made) const {
    Index cells = 0, distinct = 0;
    for (Index w = 0; w < words_.size(); ++w)
      if (!std::isnan(made.values[static_cast<std::size_t>(w)])) cells += count(w), ++distinct;
    return {cells, distinct};
  }

  Settled with_problem(Settled result, const char* one, const char* several) const {
    Index cells = 0;
    result.bad.assign(static_cast<std::size_t>(words_.size()), false);
    for (Index w = 0; w < words_.size(); ++w)
      if (std::isnan(result.values[static_cast<std::size_t>(w)]))
        result.bad[static_cast<std::size_t>(w)] = true, cells += count(w);
    if (cells == 0) return result;
    result.problem = fmt::format("{} of {} cells {} {}", cells, cells_, cells == 1 ? "is" : "are",
                                 cells == 1 ? one : several);
    result.remedy =
        fmt::format("correct {}, name the words as missing values, or give it another type: {}={}",
                    cells == 1 ? "it" : "them", column_.name, column_.asked ? "text" : "category");
    return result;
  }

  const Words& words_;
  std::span<const Index> counts_;
  const Column& column_;
  const Surroundings& around_;
  std::vector<NumberStyle> styles_;
  Index cells_ = 0;
};

bool is_whole(std::string_view word) {
  std::int64_t value = 0;
  return read_whole(trimmed(word), value);
}

}  // namespace

bool named_like_id(const Column& column, bool first_column) {
  if (column.unnamed) return first_column;
  const std::string& name = column.name;
  const std::string small = lowered(name);
  for (const std::string_view word :
       {"id", "key", "index", "uuid", "guid", "rowid", "sku", "no", "nr", "unnamed: 0"})
    if (small == word) return true;
  for (const std::string_view end :
       {"_id", "-id", " id", ".id", "_uuid", " no", "_no", " no.", " nr", "_nr", " nr."})
    if (small.ends_with(end)) return true;
  const bool capital = name.ends_with("Id") || name.ends_with("ID");
  return capital && name.size() > 2 && lower(name[name.size() - 3]) == name[name.size() - 3];
}

Settled settle(const Words& words, std::span<const Index> counts, const Column& column, bool first_column,
               const Surroundings& around) {
  Settled as_words;
  const bool may_change = !column.asked || *column.asked == Kind::number || *column.asked == Kind::date;
  if (!may_change) return as_words;
  if (words.size() == 0) {  // nothing but missing cells
    as_words.holds = column.asked == Kind::date ? Holds::dates : Holds::numbers;
    return as_words;
  }
  const Settling settling(words, counts, column, around);
  if (column.asked == Kind::number) {
    auto made = settling.numbers();
    return made ? *made : settling.numbers_by_force();
  }
  if (column.asked == Kind::date) {
    auto made = settling.dates();
    return made ? *made : settling.dates_by_force();
  }
  if (named_like_id(column, first_column)) {
    bool whole = std::all_of(counts.begin(), counts.end(), [](Index cells) { return cells == 1; });
    for (Index w = 0; whole && w < words.size(); ++w) whole = is_whole(words[w]);
    if (whole) return as_words;
  }
  if (auto made = settling.numbers()) return *made;
  if (auto made = settling.dates()) return *made;
  if (auto made = settling.mostly_numbers()) return *made;
  if (auto made = settling.mostly_dates()) return *made;
  return as_words;
}

}  // namespace mercer::io
