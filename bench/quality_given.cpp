// auto with the number of clusters given: what it finds, what its agreement has meant, and how much depends
// on the weights of its score, 0.35 for the mixture and 0.4 for separation.
#include <fmt/format.h>

#include <array>

#include "quality_families.hpp"
#include "quality_score.hpp"

namespace mercer {
namespace {

constexpr double step = 0.1;
constexpr ScoreWeights own;
constexpr std::array<ScoreWeights, 5> tried = {own,
                                               {own.gaussian - step, own.separation},
                                               {own.gaussian + step, own.separation},
                                               {own.gaussian, own.separation - step},
                                               {own.gaussian, own.separation + step}};

// Of the reference labelling that comes out best.
struct Given {
  double index = 0, agreement = 0;
  bool by_model = false;
  std::array<double, tried.size()> weighed = {};  // without the last vote, under each of the weights
};
Given given(const JudgedSet& set) {
  Given best;
  for (std::size_t t = 0; t < set.truths.size(); ++t) {
    const Index clusters = set.clusters(t);
    const Result r = cluster(set.data, {.clusters = clusters, .method = Auto{}});
    const bool by_model = r.choice->contest().by_model;  // then it wins whatever the weights
    if (const double index = set.index_of(r.labels, t); t == 0 || index > best.index) {
      best.index = index;
      best.agreement = r.choice->winner().agreement;
      best.by_model = by_model;
    }
    for (std::size_t w = 0; w < tried.size(); ++w) {
      const Candidate* const chosen =
          by_model ? &r.choice->winner() : tried[w].best(r.choice->contests, clusters);
      if (chosen) best.weighed[w] = std::max(best.weighed[w], set.index_of(chosen->labels, t));
    }
  }
  return best;
}

void print_line(const std::string& name, const std::vector<Given>& sets) {
  const auto count = static_cast<double>(sets.size());
  Given mean;
  for (const Given& one : sets) {
    mean.index += one.index / count;
    for (std::size_t w = 0; w < tried.size(); ++w) mean.weighed[w] += one.weighed[w] / count;
  }
  fmt::print("{:<16} {:>4} {:>7.3f} {:>9.3f}", name, sets.size(), mean.index, mean.weighed[0]);
  for (std::size_t w = 1; w < tried.size(); ++w) fmt::print(" {:>+12.3f}", mean.weighed[w] - mean.weighed[0]);
  fmt::print("\n");
  std::fflush(stdout);
}

}  // namespace

void print_given(const std::vector<Family>& families) {
  fmt::print("\nMean adjusted Rand index, the number of clusters given, and its change with other weights\n");
  fmt::print("{:<16} {:>4} {:>7} {:>9} {:>12} {:>12} {:>12} {:>12}\n", "family", "sets", "auto", "no vote",
             "mixture -.1", "mixture +.1", "gaps -.1", "gaps +.1");
  std::vector<Given> all;
  for (const Family& family : families) {
    std::vector<Given> sets;
    for (const JudgedSet& set : family.sets) sets.push_back(given(set));
    print_line(family.name, sets);
    all.insert(all.end(), sets.begin(), sets.end());
  }
  if (families.size() > 1) print_line("all", all);
  std::vector<Meant> by_score, by_model;
  for (const Given& one : all) (one.by_model ? by_model : by_score).push_back({one.agreement, one.index});
  print_calibration("agreement, by the score", by_score, {0, 0.55, 0.7, 0.85, 1.01});
  print_calibration("agreement of the model", by_model, {0, 0.55, 0.7, 0.85, 1.01});
}

}  // namespace mercer
