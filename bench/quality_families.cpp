#include "quality_families.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <span>

#include "mercer/suggest.hpp"

namespace mercer {
namespace {

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
    best = std::max(
        best, set.index_of(cluster(set.data, {.clusters = set.clusters(t), .method = method}).labels, t));
  return best;
}

struct Contender {
  const char* name;
  std::function<double(const JudgedSet&)> index;
};
const std::vector<Contender>& with_k() {
  static const std::vector<Contender> all = {
      {"auto", [](const JudgedSet& s) { return with_number(s, Auto{}); }},
      {"k-means", [](const JudgedSet& s) { return with_number(s, Hard{}); }},
      {"mixture", [](const JudgedSet& s) { return with_number(s, Mixture{}); }},
      {"genie", [](const JudgedSet& s) { return with_number(s, Genie{}); }}};
  return all;
}
const std::vector<Contender>& without_k() {
  static const std::vector<Contender> all = {
      {"hdbscan",
       [](const JudgedSet& s) { return s.index_of(cluster(s.data, {.method = Hdbscan{}}).labels); }},
      {"k-m + sil", [](const JudgedSet& s) { return s.index_of(kmeans_with_silhouette(s.data)); }}};
  return all;
}

// What `mercer fit` without -k says about a set.
struct Answer {
  std::string set;
  double given = 0;  // the index with the number of clusters given, where that was asked
  double index = 0, evidence = 0, confidence = 0, at_two_or_more = 0;
  Index clusters = 0;
  bool right = false, right_at_two_or_more = false, by_model = false;
};
Answer answer_for(const JudgedSet& set) {
  const Result r = cluster(set.data, {.method = Auto{}});
  Answer out;
  out.set = set.name;
  out.index = out.at_two_or_more = set.index_of(r.labels);
  out.clusters = r.model.clusters();
  out.right = out.right_at_two_or_more = set.has(r.model.clusters());
  if (r.choice) out.confidence = r.choice->confidence;
  if (r.number) {
    out.by_model = r.number->by_model;
    if (const NumberEvidence* e = r.number->at(r.number->highest)) out.evidence = e->evidence();
  }
  if (r.model.clusters() > 1 || set.has(1)) return out;
  const Index forced = suggest_clusters(set.data, {.least = 2}).clusters;
  out.at_two_or_more = set.index_of(cluster(set.data, {.clusters = forced, .method = Auto{}}).labels);
  out.right_at_two_or_more = set.has(forced);
  return out;
}

struct Means {
  double index = 0, right = 0, at_two_or_more = 0, right_at_two_or_more = 0;
};
Means means_of(const std::vector<Answer>& answers) {
  Means out;
  const auto count = static_cast<double>(answers.size());
  for (const Answer& a : answers) {
    out.index += a.index / count;
    out.right += a.right / count;
    out.at_two_or_more += a.at_two_or_more / count;
    out.right_at_two_or_more += a.right_at_two_or_more / count;
  }
  return out;
}

// How far the first is behind the best of them, over the sets.
struct Regret {
  double sum = 0, worst = 0;
  template <class Indices>
  void add(double first, const Indices& all) {
    const double one = *std::max_element(all.begin(), all.end()) - first;
    sum += one;
    worst = std::max(worst, one);
  }
};

// Means, and how far auto is behind the best of the others, set by set: with K, and without.
std::vector<Answer> print_family(const Family& family) {
  const std::size_t open = with_k().size();
  std::vector<double> sums(open + 1 + without_k().size());
  std::vector<Answer> answers;
  Regret given, opened;
  for (const JudgedSet& set : family.sets) {
    std::vector<double> row;
    for (const Contender& one : with_k()) row.push_back(one.index(set));
    answers.push_back(answer_for(set));
    answers.back().given = row.front();
    row.push_back(answers.back().index);
    for (const Contender& one : without_k()) row.push_back(one.index(set));
    for (std::size_t c = 0; c < row.size(); ++c) sums[c] += row[c];
    given.add(row[0], std::span(row).first(open));
    opened.add(row[open], std::span(row).subspan(open));
  }
  const auto count = static_cast<double>(family.sets.size());
  fmt::print("{:<16} {:>4}", family.name, family.sets.size());
  for (const double sum : sums) fmt::print(" {:>9.3f}", sum / count);
  std::string wrong;
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (!answers[i].right) wrong += fmt::format(" {} {},", family.sets[i].name, answers[i].clusters);
  if (!wrong.empty()) wrong.back() = '\n';
  fmt::print(" {:>7.0f} %   {:.3f} {:.2f}   {:.3f} {:.2f}\n", 100 * means_of(answers).right,
             given.sum / count, given.worst, opened.sum / count, opened.worst);
  if (!wrong.empty()) fmt::print("  another number:{}", wrong);
  std::fflush(stdout);
  return answers;
}

// The same without the others, set by set.
std::vector<Answer> print_answers(const Family& family) {
  std::vector<Answer> answers;
  for (const JudgedSet& set : family.sets) {
    const Answer a = answer_for(set);
    fmt::print("  {:<24} {:>3} {} evidence {:.2f}  index {:.3f}{}{}\n", set.name, a.clusters,
               a.right ? "right" : "wrong", a.evidence, a.index, a.by_model ? "  by a mixture" : "",
               a.clusters == 1 && !set.has(1)
                   ? fmt::format("  (two or more: index {:.3f}, {})", a.at_two_or_more,
                                 a.right_at_two_or_more ? "right" : "wrong")
                   : "");
    std::fflush(stdout);
    answers.push_back(a);
  }
  const Means means = means_of(answers);
  fmt::print("{:<16} {:>4} sets  index {:.3f}  right K {:.0f} %", family.name, family.sets.size(),
             means.index, 100 * means.right);
  if (has_clusters(family))
    fmt::print("  two or more: index {:.3f}  right K {:.0f} %", means.at_two_or_more,
               100 * means.right_at_two_or_more);
  fmt::print("\n");
  return answers;
}

void print_head() {
  fmt::print("\n{:<16} {:>4}", "family", "sets");
  for (const Contender& one : with_k()) fmt::print(" {:>9}", one.name);
  fmt::print(" {:>9}", "no K");
  for (const Contender& one : without_k()) fmt::print(" {:>9}", one.name);
  fmt::print(" {:>9}   {:<12} {}\n", "right K", "regret worst", "no K  worst");
}

void print_bar(const std::string& what, double here, double bar) {
  fmt::print("  {:<52} {:>6.3f}   {:>5.3g}{}\n", what, here, bar, here < bar ? "  missed" : "");
}

// With the number of clusters given; the sets of the suite that every method finds have no part in its mean.
double mean_given(const std::vector<Answer>& answers) {
  double sum = 0, sets = 0;
  for (const Answer& a : answers) {
    if (a.set.starts_with("deric_")) continue;
    sum += a.given;
    sets += 1;
  }
  return sum / sets;
}

using AnswersOf = std::map<std::string, std::vector<Answer>>;  // by family

// Of the families that were asked for.
void print_goals_with_number(const AnswersOf& of) {
  fmt::print("\n  {:<52} {:>6}   {:>5}\n", "auto, the number of clusters given", "here", "goal");
  for (const auto& [name, goal] :
       {std::pair{"suite", 0.885}, {"overlapping", 0.845}, {"mixed tables", 0.902}})
    if (const auto at = of.find(name); at != of.end())
      print_bar(fmt::format("{}: mean adjusted Rand index", name), mean_given(at->second), goal);
}

void print_goals_without_number(const AnswersOf& of) {
  fmt::print("\n  {:<52} {:>6}   {:>5}\n", "number of clusters", "here", "goal");
  if (const auto at = of.find("suite"); at != of.end()) {
    const Means suite = means_of(at->second);
    print_bar("suite, two or more: mean adjusted Rand index", suite.at_two_or_more, 0.83);
    print_bar("suite, two or more: share with the right number", suite.right_at_two_or_more, 0.70);
    print_bar("suite, one allowed: mean adjusted Rand index", suite.index, 0.81);
  }
  if (const auto at = of.find("overlapping"); at != of.end())
    print_bar("overlapping: mean adjusted Rand index", means_of(at->second).index, 0.65);
  if (const auto at = of.find("without clusters"); at != of.end())
    print_bar("without clusters: share with one cluster", means_of(at->second).right, 0.90);
}

std::vector<Meant> meant(const std::vector<Answer>& answers, double Answer::*figure) {
  std::vector<Meant> out;
  for (const Answer& a : answers) out.push_back({a.*figure, a.index});
  return out;
}

}  // namespace

void print_calibration(const std::string& what, const std::vector<Meant>& sets,
                       const std::vector<double>& bounds) {
  fmt::print("\n{:<28} sets   mean adjusted Rand index\n", what);
  for (std::size_t b = 0; b + 1 < bounds.size(); ++b) {
    double sum = 0, count = 0;
    for (const Meant& one : sets)
      if (one.figure >= bounds[b] && one.figure < bounds[b + 1]) {
        sum += one.index;
        count += 1;
      }
    if (count > 0)
      fmt::print("  {:.2f} to {:<18.2f} {:>4}   {:.2f}\n", bounds[b], bounds[b + 1], count, sum / count);
  }
}

void print_all_families(const std::vector<Family>& families, bool others) {
  if (others) print_head();
  std::vector<Answer> all;
  AnswersOf of;
  for (const Family& family : families) {
    const std::vector<Answer> answers = others ? print_family(family) : print_answers(family);
    if (has_clusters(family)) all.insert(all.end(), answers.begin(), answers.end());
    of[family.name] = answers;
  }
  if (others) print_goals_with_number(of);
  print_goals_without_number(of);
  std::vector<Answer> by_model, by_rule;
  for (const Answer& a : all) (a.by_model ? by_model : by_rule).push_back(a);
  print_calibration("evidence", meant(by_rule, &Answer::evidence), {0, 0.6, 0.85, 1.05, 1.25, 2});
  print_calibration("counted by a mixture", meant(by_model, &Answer::evidence), {0, 2});
  print_calibration("confidence that is printed", meant(all, &Answer::confidence),
                    {0, 0.2, 0.6, 0.8, 0.9, 1.01});
}

}  // namespace mercer
