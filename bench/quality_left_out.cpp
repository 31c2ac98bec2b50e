// The rule for the number of clusters, judged on families that had no part in choosing its figures.
#include <fmt/format.h>

#include <array>
#include <map>

#include "beyond/auto/number.hpp"
#include "beyond/auto/row_order.hpp"
#include "quality_families.hpp"

namespace mercer {
namespace {

using automatic::HeldNumber;
using automatic::NumberRule;

// A set that was searched once: every rule reads its answer from what was found.
struct Searched {
  std::string family;
  NumberSearch search;
  std::map<Index, double> index;                     // of the winner's clusters, by number
  std::map<Index, bool> right;                       // whether a labelling has so many clusters
  std::map<std::pair<Index, Index>, double> within;  // C(K | k)
};

JudgedSet in_order(const JudgedSet& set) {
  const std::vector<Index> order = automatic::row_order(set.data);
  JudgedSet out{set.name, set.data.take(order), {}};
  for (const Labels& truth : set.truths) {
    Labels& sorted = out.truths.emplace_back();
    for (const Index row : order) sorted.push_back(truth[static_cast<std::size_t>(row)]);
  }
  return out;
}

Searched searched(const std::string& family, const JudgedSet& given) {
  const JudgedSet set = in_order(given);
  std::vector<HeldNumber> held;
  Searched out{family, automatic::search_number(set.data, {.one_allowed = false, .held = &held}), {}, {}, {}};
  const automatic::Within within = automatic::agreement_among(held);
  for (const HeldNumber& one : held) {
    out.index[one.clusters] = set.index_of(one.winner);
    out.right[one.clusters] = set.has(one.clusters);
    for (const HeldNumber& coarse : held)
      if (coarse.clusters < one.clusters)
        out.within[{one.clusters, coarse.clusters}] = within(one.clusters, coarse.clusters);
  }
  return out;
}

// The number that a rule chooses; where a mixture counts, the rule is not asked.
Index number_under(const Searched& set, const NumberRule& rule) {
  if (set.search.by_model) return set.search.clusters;
  NumberSearch search = set.search;
  search.best = search.highest = 0;
  double most = 0;
  for (const NumberEvidence& one : search.tried)
    if (search.highest == 0 || rule.rank(one) >= most) {
      most = rule.rank(one);
      search.best = search.highest = one.clusters;
    }
  settle_number(
      search,
      [&](Index fine, Index coarse) {
        return set.within.at({fine, coarse});
      },
      rule);
  return search.best;
}

struct Figures {
  double index = 0, right = 0, sets = 0;
  void add(const Searched& set, const NumberRule& rule) {
    const Index k = number_under(set, rule);
    const auto at = set.index.find(k);
    index += at == set.index.end() ? 0 : at->second;
    right += set.right.contains(k) && set.right.at(k);
    sets += 1;
  }
  std::string text() const { return fmt::format("{:>6.3f} {:>4.0f} %", index / sets, 100 * right / sets); }
};

std::vector<NumberRule> all_rules() {
  std::vector<NumberRule> out;
  for (const double separation : {0.35, 0.5, 0.65})
    for (const double finer : {0.02, 0.04, 0.06})
      for (const double guessed : {0.5, 0.6, 0.7})
        for (const double agreed : {0.7, 0.8, 0.9})
          for (const double kept : {0.0, 0.5, 0.7, 0.9})
            out.push_back({separation, finer, guessed, agreed, kept});
  return out;
}

// The rule with the largest mean index over all families but one, each family counting the same.
NumberRule best_without(const std::vector<Searched>& sets, const std::string& left_out) {
  NumberRule best;
  double most = -1;
  for (const NumberRule& rule : all_rules()) {
    std::map<std::string, Figures> of;
    for (const Searched& set : sets)
      if (set.family != left_out) of[set.family].add(set, rule);
    double mean = 0;
    for (const auto& [name, f] : of) mean += f.index / f.sets / static_cast<double>(of.size());
    if (mean <= most) continue;
    most = mean;
    best = rule;
  }
  return best;
}

}  // namespace

void print_left_out(const std::vector<Family>& families) {
  std::vector<Searched> sets;
  std::vector<std::string> names;
  for (const Family& family : families)
    for (const JudgedSet& set : family.sets) {
      // The suite's sets come from several collections: fcps_atom, wut_x1, ...
      const std::string name =
          family.name == "suite" ? "suite " + set.name.substr(0, set.name.find('_')) : family.name;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      sets.push_back(searched(name, set));
    }
  fmt::print(
      "\nThe rule for two or more clusters: as it is, without a part, and chosen on the other families\n");
  fmt::print("{:<18} {:>4}  {:>13}  {:>13}  {:>13}  {:>13}   {}\n", "left out", "sets", "as it is",
             "without gaps", "never finer", "chosen", "separation, finer, guessed, agreed, kept");
  constexpr double never = 2;  // no agreement is as large
  const NumberRule without_gaps{.kept = 0}, never_finer{.agreed = never};
  std::array<Figures, 4> all;
  for (const std::string& name : names) {
    const NumberRule chosen = names.size() > 1 ? best_without(sets, name) : NumberRule{};
    const std::array<NumberRule, 4> rules = {NumberRule{}, without_gaps, never_finer, chosen};
    std::array<Figures, 4> of;
    for (const Searched& set : sets)
      if (set.family == name)
        for (std::size_t r = 0; r < rules.size(); ++r) {
          of[r].add(set, rules[r]);
          all[r].add(set, rules[r]);
        }
    fmt::print("{:<18} {:>4}", name, of[0].sets);
    for (const Figures& one : of) fmt::print("  {}", one.text());
    fmt::print("   {} {} {} {} {}\n", chosen.separation, chosen.finer, chosen.guessed, chosen.agreed,
               chosen.kept);
  }
  fmt::print("{:<18} {:>4}", "all", all[0].sets);
  for (const Figures& one : all) fmt::print("  {}", one.text());
  fmt::print("\n");
}

}  // namespace mercer
