// A recipe from a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/parallel.hpp"
#include "data/kinds.hpp"
#include "data/readable.hpp"
#include "data/recipe_text.hpp"
#include "io/number.hpp"
#include "io/settle.hpp"
#include "mercer/describe.hpp"
#include "mercer/recipe.hpp"

namespace mercer {
namespace {

// Numbers first, by size; then words, by their bytes.
void sort_values(std::vector<std::string>& values) {
  const auto key = [](const std::string& word) {
    double number = 0;
    const bool is_number = io::read_number(word, number) == io::Reading::number;
    return std::make_tuple(!is_number, is_number ? number : 0.0, std::string_view(word));
  };
  std::sort(values.begin(), values.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

class Learning {
 public:
  Learning(const Frame& frame, const RecipeOptions& options)
      : frame_(frame), options_(options), facts_(judge(frame)) {
    for (std::size_t c = 0; c < frame.columns.size(); ++c)
      if (facts_.columns[c].left_out.empty() || becomes_terms(c)) used_.push_back(static_cast<Index>(c));
  }

  Learned run() {
    refuse_problems();
    if (used_.empty()) refuse_empty();
    Recipe& recipe = learned_.recipe;
    recipe.missing = options_.missing;
    if (facts_.id != Frame::none) recipe.id = column(facts_.id).name;
    const bool numbers =
        std::all_of(used_.begin(), used_.end(), [&](Index c) { return fact(c).kind == Kind::number; });
    recipe.scaled = options_.standardize || !numbers;
    for (const Index c : used_) recipe.columns.push_back(start(c));
    find_medians();
    for (std::size_t k = 0; k < used_.size(); ++k) finish(recipe.columns[k], used_[k]);
    for (std::size_t c = 0; c < frame_.columns.size(); ++c)
      if (const auto index = static_cast<Index>(c); !facts_.columns[c].left_out.empty() &&
                                                    !becomes_terms(c) && index != frame_.truth &&
                                                    index != frame_.weights)
        recipe.left_out.push_back(
            {frame_.columns[c].name, facts_.columns[c].kind, facts_.columns[c].left_out});
    advise();
    return std::move(learned_);
  }

 private:
  bool becomes_terms(std::size_t c) const {
    const auto& text = options_.text;
    return facts_.columns[c].left_out == "text" &&
           std::find(text.begin(), text.end(), frame_.columns[c].name) != text.end();
  }
  const Column& column(Index c) const { return frame_.columns[static_cast<std::size_t>(c)]; }
  const ColumnFacts& fact(Index c) const { return facts_.columns[static_cast<std::size_t>(c)]; }

  void refuse_problems() const {
    std::vector<ColumnProblem> problems;
    for (std::size_t i = 0; i < frame_.columns.size(); ++i) {
      const auto c = static_cast<Index>(i);
      const bool used = std::find(used_.begin(), used_.end(), c) != used_.end();
      // Dates whose day and month can't be told apart are all different, but that makes them neither names of
      // rows nor text.
      const bool no_id = (fact(c).kind == Kind::id || fact(c).kind == Kind::text) && !column(c).asked;
      const char* role = c == frame_.truth ? "truth" : c == frame_.weights ? "weights" : "";
      if ((used || no_id || *role) && column(c).problem) {
        problems.push_back(*column(c).problem);
        problems.back().role = role;
      } else if (used && fact(c).kind == Kind::yes_no && fact(c).distinct > 2) {
        problems.push_back({column(c).name,
                            fmt::format("it has {} values, and yes/no has two", fact(c).distinct),
                            {},
                            fmt::format("give it another type: {}=category", column(c).name)});
      } else if (used && options_.missing == MissingPolicy::refuse && fact(c).missing > 0) {
        problems.push_back(missing_cells(c));
      }
    }
    if (!problems.empty()) throw ColumnProblems(frame_.source, std::move(problems));
  }
  ColumnProblem missing_cells(Index c) const {
    ColumnProblem problem{column(c).name,
                          fmt::format("{} of {} cells {} missing", fact(c).missing, frame_.rows(),
                                      fact(c).missing == 1 ? "is" : "are"),
                          {},
                          "fill them in, or let missing cells be filled"};
    for (Index i = 0; i < frame_.rows() && problem.cells.size() < 3; ++i)
      if (frame_.missing(i, c)) problem.cells.push_back({frame_.place(i), ""});
    return problem;
  }
  // A column with the same value in every row stays out whatever its type.
  [[noreturn]] void refuse_empty() const {
    std::vector<std::string> reasons;
    for (std::size_t c = 0; c < std::min<std::size_t>(frame_.columns.size(), 10); ++c)
      reasons.push_back(fmt::format("{} ({})", frame_.columns[c].name, facts_.columns[c].left_out));
    const auto varies = std::find_if(
        facts_.columns.begin(), facts_.columns.end(),
        [&](const ColumnFacts& fact) { return fact.left_out != "constant" && fact.missing < frame_.rows(); });
    const std::string remedy =
        varies == facts_.columns.end()
            ? "at least two rows must differ in a column: add rows or columns"
            : fmt::format("give one a type, as in {}=number",
                          frame_.columns[static_cast<std::size_t>(varies - facts_.columns.begin())].name);
    throw Error(Fault::data, fmt::format("{}: no column is left to cluster: {}; {}", frame_.source,
                                         fmt::join(reasons, ", "), remedy));
  }

  RecipeColumn start(Index c) const {
    RecipeColumn made;
    made.name = column(c).name;
    made.kind = fact(c).kind;
    made.order = column(c).order;
    made.decimal = column(c).decimal == ',' ? ',' : '.';
    made.time = column(c).time;
    made.unit = column(c).unit;
    made.missing = fact(c).missing;
    return made;
  }

  // If nothing is missing, the median is only for new tables, and rows spread over the table are enough.
  void find_medians() {
    constexpr Index enough = 1 << 16;
    parallel_blocks(static_cast<Index>(used_.size()), [&](Index k) {
      auto& made = learned_.recipe.columns[static_cast<std::size_t>(k)];
      const Index c = used_[static_cast<std::size_t>(k)];
      if (column(c).holds == Holds::words) return;
      auto values =
          present_values(frame_, c, fact(c).missing > 0 ? 1 : std::max<Index>(1, frame_.rows() / enough));
      made.fill = quantile(values, 0.5);
    });
  }

  void finish(RecipeColumn& made, Index c) const {
    if (made.kind == Kind::category) return finish_category(made, c);
    if (made.kind == Kind::text) return learn_terms(made, frame_, c, options_.terms);
    double mean = fact(c).mean, deviation = fact(c).deviation;
    if (made.kind == Kind::yes_no) {
      std::tie(mean, deviation) = finish_yes_no(made, c);
    }
    if (!learned_.recipe.scaled) return;
    made.centre = mean;
    made.scale = deviation > 0 ? deviation : 1;
  }

  // The words of 0 and 1; the alphabet has no before yes, false before true, off before on.
  std::pair<double, double> finish_yes_no(RecipeColumn& made, Index c) const {
    for (Index w = 0; w < column(c).words.size(); ++w)
      if (fact(c).counts[static_cast<std::size_t>(w)] > 0) made.values.emplace_back(column(c).words[w]);
    sort_values(made.values);
    Index ones = 0;
    for (Index w = 0; w < column(c).words.size(); ++w)
      if (column(c).words[w] == made.values.back()) ones += fact(c).counts[static_cast<std::size_t>(w)];
    const double share = static_cast<double>(ones) / static_cast<double>(frame_.rows() - fact(c).missing);
    made.fill = share > 0.5 ? 1 : 0;
    return {share, std::sqrt(share * (1 - share))};
  }

  // Indicators of height s = 1 / sqrt(1 - sum p^2): over random pairs E|x - y|^2 = 2 s^2 (1 - sum p^2) = 2,
  // as for a number of deviation 1.
  void finish_category(RecipeColumn& made, Index c) const {
    const bool own_value = fact(c).missing > 0 && options_.missing == MissingPolicy::fill;
    const double cells = static_cast<double>(frame_.rows() - (own_value ? 0 : fact(c).missing));
    double squares = 0;
    for (Index w = 0; w < column(c).words.size(); ++w) {
      const Index count = fact(c).counts[static_cast<std::size_t>(w)];
      if (count == 0) continue;
      made.values.emplace_back(column(c).words[w]);
      squares += std::pow(static_cast<double>(count) / cells, 2);
    }
    if (!column(c).ordered) sort_values(made.values);
    if (own_value) {
      made.values.emplace_back(Recipe::missing_name);
      made.missing_value = true;
      squares += std::pow(static_cast<double>(fact(c).missing) / cells, 2);
    }
    made.height = 1 / std::sqrt(1 - squares);
  }

  void advise() {
    advise_scales();
    for (const Index c : used_) {
      advise_class(column(c).name);
      if (io::named_like_id(column(c), c == 0) && column(c).holds == Holds::numbers)
        add(fmt::format("{} is named like an id, but its values repeat or are not whole numbers; it is used "
                        "as a number",
                        column(c).name),
            fmt::format("drop = {0}, or types = {0}=category", column(c).name));
    }
    if (facts_.id != Frame::none) advise_ids();
    if (frame_.truth != Frame::none) advise_truth();
  }
  void add(std::string what, std::string remedy) {
    learned_.advice.push_back({std::move(what), std::move(remedy)});
  }

  void advise_scales() {
    if (learned_.recipe.scaled || used_.size() < 2) return;
    const auto wider = [&](Index a, Index b) { return fact(a).deviation < fact(b).deviation; };
    const auto [least, most] = std::minmax_element(used_.begin(), used_.end(), wider);
    if (fact(*most).deviation <= 10 * fact(*least).deviation) return;
    add(fmt::format("the columns have different scales: {} varies by {}, {} by {}; those with the largest "
                    "scale dominate",
                    column(*most).name, readable(fact(*most).deviation), column(*least).name,
                    readable(fact(*least).deviation)),
        "standardize");
  }
  void advise_class(const std::string& name) {
    if (named_like_class(name))
      add(fmt::format("the column '{}' was used as a feature", name), "truth = " + name);
  }
  void advise_ids() {
    const auto& counts = fact(facts_.id).counts;
    const Index twice = std::count_if(counts.begin(), counts.end(), [](Index cells) { return cells > 1; });
    const auto most = std::max_element(counts.begin(), counts.end());
    if (twice > 0)
      add(fmt::format("{} of the rows' names ({}) repeat, '{}' {} times", count_text(twice),
                      column(facts_.id).name, column(facts_.id).words[most - counts.begin()], *most),
          "id = another column");
  }
  // Classes are few and repeat; numbers that hardly do are measurements.
  void advise_truth() {
    const Index c = frame_.truth;
    const Index n = frame_.rows();
    if (static_cast<double>(fact(c).distinct) <= std::max(20.0, std::sqrt(static_cast<double>(n)))) return;
    bool numbers = true;
    for (Index w = 0; numbers && w < column(c).words.size(); ++w) {
      double value = 0;
      numbers = io::read_number(column(c).words[w], value) == io::Reading::number;
    }
    add(fmt::format("the column of classes, {}, has {} different {}: it may not hold classes", column(c).name,
                    count_text(fact(c).distinct), numbers ? "numbers, as a measurement does" : "values"),
        "truth = another column");
  }

  const Frame& frame_;
  const RecipeOptions& options_;
  FrameFacts facts_;
  std::vector<Index> used_;
  Learned learned_;
};

}  // namespace

Learned learn(const Frame& frame, const RecipeOptions& options) { return Learning(frame, options).run(); }

}  // namespace mercer
