// A recipe at work: a table becomes points.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/parallel.hpp"
#include "data/readable.hpp"
#include "data/recipe_text.hpp"
#include "io/missing.hpp"
#include "mercer/recipe.hpp"

namespace mercer {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();
constexpr Index unseen_code = -1;

// The first names of a list that may be long.
std::string first_of(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 12;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(shown, names.size()));
  std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

// A column of the recipe, found in a frame.
struct Source {
  const RecipeColumn* recipe = nullptr;
  Index column = 0;
  Index at = 0;                                    // its first feature
  std::vector<std::vector<TermValue>> terms = {};  // text: of each text of the frame
  std::vector<Index> indices = {};  // category, yes/no: of each word of the frame its value, or unseen_code
};

class Preparing {
 public:
  Preparing(const Recipe& recipe, const Frame& frame) : recipe_(recipe), frame_(frame) {
    find_columns();
    refuse_problems();
    for (auto& source : sources_) match_words(source);
    choose_rows();
  }

  Prepared copied() {
    const Index n = static_cast<Index>(rows_.empty() ? frame_.rows() : static_cast<Index>(rows_.size()));
    Matrix points = Matrix::Zero(n, recipe_.dimensions());
    parallel_rows(n, 4096, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        fill_row(rows_.empty() ? i : rows_[static_cast<std::size_t>(i)], points.row(i).data());
    });
    return finished(std::move(points));
  }

  // Numbers taken as they are, side by side in the frame: nothing to copy.
  std::optional<Prepared> lent(const std::shared_ptr<const Frame>& owner) {
    if (recipe_.scaled || !rows_.empty() || frame_.rows() == 0) return std::nullopt;
    for (std::size_t k = 0; k < sources_.size(); ++k)
      if (sources_[k].recipe->kind != Kind::number ||
          sources_[k].column != sources_[0].column + static_cast<Index>(k))
        return std::nullopt;
    const auto d = static_cast<Index>(sources_.size());
    const Index from = sources_[0].column;
    for (Index i = 0; i < frame_.rows(); ++i)
      for (Index j = from; j < from + d; ++j)
        if (frame_.missing(i, j)) return std::nullopt;
    return finished(Data::view(frame_.cells.data() + from, frame_.rows(), d, frame_.cells.cols(), owner));
  }

 private:
  const Column& column(const Source& source) const {
    return frame_.columns[static_cast<std::size_t>(source.column)];
  }

  void find_columns() {
    std::vector<std::string> absent;
    std::unordered_map<std::string_view, Index>
        places;  // a search for each of many columns would take their square
    for (std::size_t c = 0; c < frame_.columns.size(); ++c)
      places.try_emplace(frame_.columns[c].name, static_cast<Index>(c));
    Index at = 0;
    for (const auto& wanted : recipe_.columns) {
      const auto place = places.find(wanted.name);
      const Index found = place == places.end() ? Frame::none : place->second;
      if (found == Frame::none) absent.push_back("'" + wanted.name + "'");
      sources_.push_back({&wanted, found, at});
      at += wanted.width();
    }
    if (absent.empty()) return;
    std::vector<std::string> there;
    for (const auto& known : frame_.columns) there.push_back(known.name);
    throw Error(Fault::data,
                fmt::format("{} has no column{} {}, which the model was fitted on; it has {}", frame_.source,
                            absent.size() > 1 ? "s" : "", first_of(absent), first_of(there)));
  }

  void refuse_problems() const {
    std::vector<ColumnProblem> problems;
    for (const auto& source : sources_) {
      const auto& found = column(source);
      const Kind kind = source.recipe->kind;
      const bool words = kind == Kind::category || kind == Kind::yes_no || kind == Kind::text;
      if (found.problem) {
        problems.push_back(*found.problem);
        problems.back().remedy = "correct the cells, or name the words as missing values";
      } else if (!words && found.holds == Holds::words)
        problems.push_back({found.name,
                            fmt::format("it was a {} when the model was fitted, and is not one here",
                                        name_of(source.recipe->kind)),
                            {},
                            ""});
      else if (words && found.holds != Holds::words)
        problems.push_back({found.name,
                            "it holds numbers or dates, and was a category when the model was fitted",
                            {},
                            fmt::format("read it as one: {}=category", found.name)});
    }
    if (!problems.empty()) throw ColumnProblems(frame_.source, std::move(problems), true);
  }

  void match_words(Source& source) {
    const auto& made = *source.recipe;
    if (made.kind == Kind::text) source.terms = term_values(made, column(source).words);
    if (made.kind != Kind::category && made.kind != Kind::yes_no) return;
    std::map<std::string, Index, std::less<>> known;
    const bool yes_no = made.kind == Kind::yes_no;
    for (std::size_t v = 0; v < made.values.size(); ++v)
      known.emplace(yes_no ? io::lowered(made.values[v]) : made.values[v], static_cast<Index>(v));
    const auto& words = column(source).words;
    for (Index w = 0; w < words.size(); ++w) {
      const auto at = yes_no ? known.find(io::lowered(words[w])) : known.find(words[w]);
      source.indices.push_back(at == known.end() ? unseen_code : at->second);
    }
    count_unseen(source);
  }

  void count_unseen(const Source& source) {
    Index cells = 0;
    std::string example;
    for (Index i = 0; i < frame_.rows(); ++i) {
      if (frame_.missing(i, source.column)) continue;
      const auto word = static_cast<Index>(frame_.number(i, source.column));
      if (source.indices[static_cast<std::size_t>(word)] != unseen_code) continue;
      if (cells++ == 0) example = column(source).words[word];
    }
    if (cells == 0) return;
    const bool zeros = source.recipe->kind == Kind::category;
    advice_.push_back({fmt::format("{}: {} with values that the model has never seen ('{}'); {}",
                                   source.recipe->name, counted(cells, "cell"), example,
                                   zeros ? "their indicators are all zero" : "they count as missing"),
                       ""});
  }

  void choose_rows() {
    std::vector<Index> blank;
    for (Index i = 0; i < frame_.rows(); ++i) {
      std::size_t missing = 0;
      for (const auto& source : sources_) missing += frame_.missing(i, source.column);
      const bool keep = missing == 0 || (recipe_.missing != MissingPolicy::drop && missing < sources_.size());
      if (keep && !left_) continue;
      if (!keep && recipe_.missing != MissingPolicy::drop) {
        blank.push_back(i);
        continue;
      }
      if (!left_) {
        left_ = true;
        for (Index before = 0; before < i; ++before) rows_.push_back(before);
      }
      if (keep) rows_.push_back(i);
    }
    if (!blank.empty()) {
      std::vector<std::string> places;
      for (std::size_t b = 0; b < std::min<std::size_t>(blank.size(), 3); ++b)
        places.push_back(frame_.place(blank[b]));
      throw Error(
          Fault::data,
          fmt::format(
              "{}: {} without any value ({}); remove {}, or drop rows with missing cells (`missing = drop`)",
              frame_.source, counted(static_cast<Index>(blank.size()), "row"), fmt::join(places, ", "),
              blank.size() == 1 ? "it" : "them"));
    }
    if (left_ && rows_.empty())
      throw Error(Fault::data, fmt::format("{}: every row has a missing cell, so dropping them leaves none",
                                           frame_.source));
  }

  void fill_row(Index row, double* to) const {
    for (const auto& source : sources_) {
      const auto& made = *source.recipe;
      double x = frame_.cells(row, source.column);
      if (made.kind == Kind::category) {
        const Index value = std::isnan(x) ? (made.missing_value ? made.width() - 1 : unseen_code)
                                          : source.indices[static_cast<std::size_t>(x)];
        if (value != unseen_code) to[source.at + value] = made.height;
        continue;
      }
      if (made.kind == Kind::text) {
        if (std::isnan(x)) continue;
        for (const TermValue& term : source.terms[static_cast<std::size_t>(x)])
          to[source.at + term.term] = term.value;
        continue;
      }
      if (made.kind == Kind::yes_no && !std::isnan(x)) {
        const Index value = source.indices[static_cast<std::size_t>(x)];
        x = value == unseen_code ? gap : static_cast<double>(value);
      }
      if (std::isnan(x)) x = made.fill;
      to[source.at] = recipe_.scaled ? (x - made.centre) / made.scale : x;
    }
  }

  Prepared finished(Data data) { return {std::move(data), std::move(rows_), std::move(advice_)}; }

  const Recipe& recipe_;
  const Frame& frame_;
  std::vector<Source> sources_;
  std::vector<Index> rows_;
  bool left_ = false;
  std::vector<Advice> advice_;
};

}  // namespace

Prepared prepare(const Recipe& recipe, const Frame& frame) { return Preparing(recipe, frame).copied(); }

Prepared prepare(const Recipe& recipe, std::shared_ptr<const Frame> frame) {
  Preparing preparing(recipe, *frame);
  if (auto lent = preparing.lent(frame)) return std::move(*lent);
  return preparing.copied();
}

Labels Prepared::spread(const Labels& labels, Index frame_rows) const {
  if (rows.empty()) return labels;
  Labels all(static_cast<std::size_t>(frame_rows), row_left_out);
  for (std::size_t i = 0; i < rows.size(); ++i) all[static_cast<std::size_t>(rows[i])] = labels[i];
  return all;
}

}  // namespace mercer
