#include "quality_families.hpp"

#include <fmt/format.h>

#include <functional>

#include "beyond/auto/sample.hpp"
#include "mercer/suggest.hpp"
#include "more_families.hpp"
#include "suite.hpp"

namespace mercer {
namespace {

constexpr Index most_points = 2500;

struct JudgedSet {
  Data data;
  std::vector<Labels> truths;  // -1: noise
  Index clusters(std::size_t t) const { return 1 + *std::max_element(truths[t].begin(), truths[t].end()); }
};

// The best index over the reference labellings.
double index_of(const JudgedSet& set, const Labels& found) {
  double best = -1;
  for (const Labels& truth : set.truths) best = std::max(best, test::index_of(found, truth));
  return best;
}

// The number of clusters whose k-means has the largest silhouette.
Labels kmeans_with_silhouette(const Data& data) {
  Labels best;
  double most = -2;
  for (Index k = 2; k <= 12; ++k) {
    Labels labels = cluster(data, {.clusters = k, .method = Hard{}}).labels;
    const double value = silhouette(data, NoKernel{}, labels);
    if (value <= most) continue;
    most = value;
    best = std::move(labels);
  }
  return best;
}

double with_number(const JudgedSet& set, const Method& method) {
  double best = -1;
  for (std::size_t t = 0; t < set.truths.size(); ++t)
    best = std::max(best,
                    test::index_of(cluster(set.data, {.clusters = set.clusters(t), .method = method}).labels,
                                   set.truths[t]));
  return best;
}

struct Contender {
  const char* name;
  std::function<double(const JudgedSet&)> index;
};
const std::vector<Contender>& contenders() {
  static const std::vector<Contender> all = {
      {"auto", [](const JudgedSet& s) { return with_number(s, Auto{}); }},
      {"k-means", [](const JudgedSet& s) { return with_number(s, Hard{}); }},
      {"mixture", [](const JudgedSet& s) { return with_number(s, Mixture{}); }},
      {"genie", [](const JudgedSet& s) { return with_number(s, Genie{}); }},
      {"no K", [](const JudgedSet& s) { return index_of(s, cluster(s.data, {.method = Auto{}}).labels); }},
      {"hdbscan",
       [](const JudgedSet& s) { return index_of(s, cluster(s.data, {.method = Hdbscan{}}).labels); }},
      {"k-m + sil", [](const JudgedSet& s) { return index_of(s, kmeans_with_silhouette(s.data)); }}};
  return all;
}

// Means, and how far auto is behind the best of the others, set by set: with K, and without.
void print_family(const std::string& name, const std::vector<JudgedSet>& sets) {
  std::vector<double> sums(contenders().size());
  double regret = 0, open_regret = 0, right = 0;
  for (const JudgedSet& set : sets) {
    std::vector<double> row;
    for (const Contender& one : contenders()) row.push_back(one.index(set));
    for (std::size_t c = 0; c < row.size(); ++c) sums[c] += row[c];
    regret += std::max(0.0, *std::max_element(row.begin(), row.begin() + 4) - row[0]);
    open_regret += std::max(0.0, *std::max_element(row.begin() + 4, row.end()) - row[4]);
    const Index found = suggest_clusters(set.data, {}).clusters;
    for (std::size_t t = 0; t < set.truths.size(); ++t)
      if (set.clusters(t) == found) {
        right += 1;
        break;
      }
  }
  const auto count = static_cast<double>(sets.size());
  fmt::print("{:<16} {:>4}", name, sets.size());
  for (const double sum : sums) fmt::print(" {:>9.3f}", sum / count);
  fmt::print(" {:>8.0f} % {:>8.3f} {:>8.3f}\n", 100 * right / count, regret / count, open_regret / count);
  std::fflush(stdout);
}

std::vector<JudgedSet> judged(const std::vector<test::FamilySet>& sets) {
  std::vector<JudgedSet> out;
  for (const test::FamilySet& set : sets) out.push_back({set.data, {set.truth}});
  return out;
}

std::vector<JudgedSet> cut_suite(const std::filesystem::path& folder) {
  std::vector<JudgedSet> out;
  for (const auto& file : test::suite_files(folder)) {
    const test::SuiteSet set = test::read_suite_set(file);
    if (set.name == "sipu_birch1") continue;
    const auto rows = automatic::sorted_random_rows(set.data.size(), most_points, 1, 1);
    JudgedSet one{set.data.take(rows), {}};
    for (const Labels& reference : set.references) {
      Labels truth;
      for (const Index row : rows) truth.push_back(reference[static_cast<std::size_t>(row)] - 1);
      one.truths.push_back(std::move(truth));
    }
    out.push_back(std::move(one));
  }
  return out;
}

void print_sets_without_clusters() {
  const auto sets = test::sets_without_clusters(3);
  int one = 0;
  for (const test::FamilySet& set : sets) one += suggest_clusters(set.data, {}).clusters == 1;
  fmt::print("{:<16} {:>4} one cluster in {:.0f} %\n", "without clusters", sets.size(),
             100.0 * one / static_cast<double>(sets.size()));
}

}  // namespace

void print_all_families(const std::filesystem::path& suite) {
  fmt::print("\n{:<16} {:>4}", "family", "sets");
  for (const Contender& one : contenders()) fmt::print(" {:>9}", one.name);
  fmt::print(" {:>10} {:>8} {:>8}\n", "right K", "regret", "no K");
  print_family("suite", cut_suite(suite));
  print_family("overlapping", judged(test::overlapping_sets(1)));
  print_family("mixed tables", judged(test::mixed_sets(1)));
  print_family("noise 10-30 %", judged(test::noisy_sets(1)));
  print_family("idle columns", judged(test::idle_column_sets(1)));
  print_family("uneven", judged(test::uneven_sets(1)));
  print_family("heavy tails", judged(test::heavy_tailed_sets(1)));
  print_sets_without_clusters();
}

}  // namespace mercer
