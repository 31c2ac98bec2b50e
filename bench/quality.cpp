// How good the clusters of `--method auto` are, set by set, beside single methods; and what each part of it
// brings.
//
//   build/bench/mercer_quality FOLDER [NAME ...] [--points N] [--seed S] [--seeds COUNT]
//   [--only suite|families|number|given|left-out] [--family NAME] [--write FOLDER]
//
// NAME may be the beginning of a family's name: overlapping, mixed, noise, idle, uneven, heavy, lifted,
// crowded, without, or suite.
//
// FOLDER holds sets as CSV with a column `label` (0 is noise) and, in altlabels/, more labellings of them:
// each is tried with its own number of clusters, and the best counts.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <numeric>
#include <set>

#include "beyond/auto/contest.hpp"
#include "beyond/auto/representation.hpp"
#include "mercer/mercer.hpp"
#include "quality_families.hpp"
#include "quality_score.hpp"
#include "suite.hpp"

namespace mercer {
namespace {

using test::SuiteSet;

// The score with some parts or candidates left out.
struct Ablation {
  std::string name;
  ScoreWeights weights = {};
  std::set<CandidateKind> without = {};
  double published = 0;
};

// Contests that kinds of candidates were kept out of.
std::vector<Contest> contests_without(const std::vector<automatic::Parts>& parts, Index clusters,
                                      const std::set<CandidateKind>& without) {
  std::vector<Contest> contests;
  for (const auto& part : parts) {
    std::vector<CandidateSpec> specs = automatic::specs_for(part);
    std::erase_if(specs, [&](const CandidateSpec& spec) { return without.contains(spec.kind); });
    automatic::Shared shared(part, clusters, clusters, 1);
    contests.push_back(automatic::hold_contest(shared, clusters, nullptr, specs).contest);
  }
  return contests;
}

std::vector<Ablation> ablations() {
  const std::set<CandidateKind> cells = {CandidateKind::cells};
  const std::set<CandidateKind> graphs = {CandidateKind::graph_linkage};
  const std::set<CandidateKind> means = {CandidateKind::kmeans, CandidateKind::mixture,
                                         CandidateKind::best_mixture};
  return {{"consensus alone", {0, 0}, {}, 0.864},
          {"  without cells of Genies", {0, 0}, cells, 0.860},
          {"  without graph linkage", {0, 0}, graphs, 0.868},
          {"  without k-means and EM", {0, 0}, means, 0.873},
          {"+ gate", {0.35, 0}, {}, 0.891},
          {"+ separation"},
          {"  without cells of Genies, all else", {}, cells},
          {"  without graph linkage, all else", {}, graphs},
          {"  without k-means and EM, all else", {}, means}};
}

// Single candidates as they are, in the raw representation.
const Candidate* single(const Choice& choice, const std::string& name) {
  for (const Contest& contest : choice.contests)
    if (contest.representation == "raw")
      for (const Candidate& c : contest.candidates)
        if (c.name == name && c.failure.empty()) return &c;
  return nullptr;
}

class QualityTable {
 public:
  void add(const SuiteSet& set, bool counted) {
    std::map<std::string, double> best;
    const auto take = [&](const std::string& name, double index) {
      const auto [at, fresh] = best.try_emplace(name, index);
      if (!fresh) at->second = std::max(at->second, index);
    };
    const auto start = std::chrono::steady_clock::now();
    std::string winner;
    double agreement = 0;
    for (const Labels& reference : set.references) {
      const Result r = cluster(set.data, {.clusters = test::clusters_of(reference), .method = Auto{}});
      const double index = test::index_without_noise(r.labels, reference);
      if (winner.empty() || index > best["auto"]) {
        winner = r.choice->contest().representation + " " + r.choice->winner().name;
        agreement = r.choice->winner().agreement;
      }
      take("auto", index);
      const Index clusters = test::clusters_of(reference);
      std::vector<automatic::Parts> parts;
      for (const auto& form : automatic::representations(set.data))
        parts.push_back(automatic::shared_parts(form.points, nullptr));
      std::map<std::set<CandidateKind>, std::vector<Contest>> held = {{{}, r.choice->contests}};
      for (const Ablation& a : ablations()) {
        if (!held.contains(a.without)) held[a.without] = contests_without(parts, clusters, a.without);
        const auto& contests = held[a.without];
        if (const Candidate* c = a.weights.best(contests, clusters))
          take(a.name, test::index_without_noise(c->labels, reference));
      }
      for (const auto& name : shown_)
        if (const Candidate* c = single(*r.choice, name))
          take(name, test::index_without_noise(c->labels, reference));
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("{:<24} {:>6} x{:<3}", set.name, set.data.size(), set.data.dimensions());
    fmt::print(" {:>6.3f}", best["auto"]);
    for (const auto& name : shown_)
      fmt::print(" {:>9}", best.contains(name) ? fmt::format("{:.3f}", best[name]) : "-");
    fmt::print("  {:<22} {:>5.2f} {:>7.2f} s\n", winner, agreement, seconds);
    std::fflush(stdout);
    if (!counted) return;
    ++sets_;
    for (const auto& [name, index] : best) sums_[name] += index;
  }
  void head() const {
    fmt::print("{:<24} {:>11} {:>6}", "set", "", "auto");
    for (const auto& name : shown_) fmt::print(" {:>9}", name);
    fmt::print("  {:<22} {:>5}\n", "winner", "agr.");
  }
  void means() const {
    if (sets_ == 0) return;
    const auto mean = [&](const std::string& name) { return sums_.at(name) / sets_; };
    fmt::print("\nmean adjusted Rand index over {} sets     here   published\n", sets_);
    const auto line = [&](const std::string& name, double here, double published) {
      fmt::print("  {:<40} {:>5}   {}\n", name, here > 0 ? fmt::format("{:.3f}", here) : "",
                 published > 0 ? fmt::format("{:.3f}", published) : "");
    };
    line("auto", mean("auto"), 0.893);
    for (const Ablation& a : ablations()) line("  " + a.name, mean(a.name), a.published);
    line("Genie, g = 0.3", mean("genie-0.3"), 0.832);
    line("GIc", 0, 0.821);
    line("spectral", 0, 0.704);
    line("Gaussian mixture (MAP here)", mean("mixture"), 0.638);
    line("k-means", mean("kmeans"), 0.605);
    line("HDBSCAN", 0, 0.43);
  }

 private:
  std::vector<std::string> shown_ = {"genie-0.3", "tree-cut", "spectral", "kmeans", "mixture"};
  std::map<std::string, double> sums_;
  int sets_ = 0;
};

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  using namespace mercer;
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto option = [&](const std::string& name, const std::string& otherwise) {
    const auto at = std::find(words.begin(), words.end(), name);
    if (at == words.end() || at + 1 == words.end()) return otherwise;
    const std::string value = at[1];
    words.erase(at, at + 2);
    return value;
  };
  const Index points = std::stol(option("--points", "10000"));
  const std::uint64_t seed = std::stoul(option("--seed", "1"));
  const std::uint64_t seeds = std::stoul(option("--seeds", "1"));
  const std::string folder = option("--write", ""), part = option("--only", ""),
                    family = option("--family", "");
  if (words.empty()) {
    fmt::print(stderr,
               "usage: mercer_quality FOLDER [NAME ...] [--points N] [--seed S] [--seeds COUNT]"
               " [--only suite|families|number|given|left-out] [--family NAME] [--write FOLDER]\n");
    return 2;
  }
  const std::string suite = words.front();
  const std::set<std::string> only(words.begin() + 1, words.end());
  if (folder.empty() && family.empty() && (part.empty() || part == "suite")) {
    QualityTable table;
    table.head();
    for (const auto& file : test::suite_files(suite)) {
      const auto set = test::read_suite_set(file);
      if (!only.empty() && !only.contains(set.name)) continue;
      table.add(set, !set.name.starts_with("deric_"));
    }
    table.means();
  }
  if (!only.empty() || part == "suite") return 0;
  std::vector<Family> families = families_named(family, suite, points, seed, seeds);
  if (families.empty()) {
    fmt::print(stderr, "no family is called {}\n", family);
    return 2;
  }
  if (!folder.empty()) {
    write_families(families, folder);
    return 0;
  }
  if (part.empty() || part == "families" || part == "number") print_all_families(families, part != "number");
  std::erase_if(families, [](const Family& one) { return !has_clusters(one); });
  if (part == "given") print_given(families);
  if (part.empty() || part == "left-out") print_left_out(families);
  return 0;
}
