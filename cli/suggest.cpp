// mercer suggest-k: how many clusters, and the evidence for each number.
#include "mercer/suggest.hpp"

#include <fmt/format.h>

#include <cmath>

#include "choice.hpp"
#include "mercer/reading.hpp"
#include "objects.hpp"
#include "program.hpp"
#include "said_before.hpp"
#include "summary.hpp"
#include "watched.hpp"

namespace mercer::cli {
namespace {

struct SuggestArguments {
  DataArguments data;
  ObjectArguments objects;
  SuggestOptions options;
  CriteriaOptions criteria;
  std::uint64_t memory = 0;
  bool ask_criteria = false, standardize = false, json = false, quiet = false;
};

// What is asked for: the evidence, or the criteria.
Suggestion suggest(SuggestArguments& a, const Data& data) {
  return watched(
      a.options.control, !a.quiet,
      [&] {
        if (!a.ask_criteria) return suggest_clusters(data, a.options);
        const SuggestOptions& o = a.options;
        a.criteria.least = std::max<Index>(2, o.least);
        a.criteria.most = o.most > 0 ? o.most : a.criteria.most;
        a.criteria.kernel = o.kernel;
        a.criteria.seed = o.seed;
        a.criteria.threads = o.threads;
        a.criteria.control = o.control;
        Suggestion out;
        out.criteria = judge_scaled(data, a.criteria);
        out.clusters = out.criteria->clusters;
        return out;
      },
      "numbers of clusters");
}

std::string part_bar(double value, double most, const Style& style) {
  std::string filled = bar(most > 0 ? std::max(0.0, value) / most : 0, 24);
  filled.erase(filled.find_last_not_of(' ') + 1);
  return style.accent(filled);
}

// Where they have decided: what components gain over one.
std::string models_text(const NumberSearch& s, const Style& style) {
  std::string text = style.faint("  clusters  gain over one") + "\n";
  double most = 0;
  for (const ModelEvidence& m : s.models) most = std::max(most, s.gain(m.components));
  for (const ModelEvidence& m : s.models)
    text += fmt::format("  {:>8} {:>14.3f}  {}{}\n", m.components, s.gain(m.components),
                        part_bar(s.gain(m.components), most, style),
                        m.components == s.clusters ? "  <- suggested" : "");
  return text + "\n";
}

// The part of the largest evidence as a bar.
std::string evidence_text(const NumberSearch& s, const Style& style) {
  std::string text = style.faint("  clusters  agreement  separation  evidence") + "\n";
  double most = 0;
  for (const NumberEvidence& e : s.tried) most = std::max(most, e.evidence());
  for (const NumberEvidence& e : s.tried)
    text += fmt::format("  {:>8} {:>10.3f} {:>11.3f} {:>9.3f}  {}{}\n", e.clusters, e.agreement, e.separation,
                        e.evidence(), part_bar(e.evidence(), most, style),
                        e.clusters == s.clusters && !s.by_model ? "  <- suggested" : "");
  return text;
}

std::string cell(double value, int digits) {
  return std::isnan(value) ? fmt::format("{:>10}", "-") : fmt::format("{:>10.{}f}", value, digits);
}

std::string criteria_text(const SuggestArguments& a, const Criteria& s, const Style& style) {
  std::string text = line(style, "kernel", kernel_text(s.kernel, a.options.kernel)) +
                     line(style, "points", fmt::format("{}", s.judged)) + "\n" +
                     style.faint("  clusters   ratio   laplacian  girolami silhouette       gap stability") +
                     "\n";
  for (const CountEvidence& e : s.evidence)
    text += fmt::format("  {:>8}{}{}{}{}{}{}\n", e.clusters, cell(e.eigenvalue_ratio, 3).substr(2),
                        "  " + cell(e.laplacian_gap, 4), cell(e.girolami, 3), " " + cell(e.silhouette, 4),
                        cell(e.gap, 4), cell(e.stability, 3));
  text += "\n" + style.faint("  criterion          supports") + "\n";
  for (const Vote& v : s.votes)
    text += fmt::format("  {:<18} {:>10}  {}\n", v.criterion,
                        v.clusters > 0 ? std::to_string(v.clusters) : "-", style.faint(v.rule));
  return text;
}

std::string suggestion_text(const SuggestArguments& a, const Suggestion& s, Index points,
                            const Style& style) {
  std::string text;
  if (s.search)
    text += line(style, "points",
                 s.search->sampled > 0 ? fmt::format("{} of {}", s.search->sampled, points)
                                       : fmt::format("{}", points)) +
            (s.search->tried.empty() ? "" : "\n") +
            (s.search->by_model ? models_text(*s.search, style) : "") +
            (s.search->tried.empty() ? "" : evidence_text(*s.search, style));
  if (s.criteria) text += criteria_text(a, *s.criteria, style);
  return text + "\n  " + style.strong(s.text()) + "\n";
}

Json criteria_json(const SuggestArguments& a, const Criteria& s) {
  Json rows = Json::array(), votes = Json::object();
  for (const CountEvidence& e : s.evidence)
    rows.push_back({{"clusters", e.clusters},
                    {"eigenvalue_ratio", e.eigenvalue_ratio},
                    {"laplacian_gap", e.laplacian_gap},
                    {"girolami", e.girolami},
                    {"silhouette", e.silhouette},
                    {"gap", e.gap},
                    {"gap_error", e.gap_error},
                    {"stability", e.stability}});
  for (const Vote& v : s.votes) votes[v.criterion] = v.clusters > 0 ? Json(v.clusters) : Json();
  return {
      {"agreeing", s.agreeing}, {"voting", s.voting},     {"kernel", kernel_text(s.kernel, a.options.kernel)},
      {"n", s.judged},          {"spectrum", s.spectrum}, {"votes", votes},
      {"evidence", rows}};
}

Json suggestion_json(const SuggestArguments& a, const Suggestion& s) {
  Json json = {{"clusters", s.clusters}, {"text", s.text()}};
  if (s.search) json.update(number_json(*s.search));
  if (s.criteria) json.update(criteria_json(a, *s.criteria));
  return json;
}

int run_suggestion(SuggestArguments& a) {
  const Kernel asked = a.options.kernel;
  const ReadingBudget budget(reading_bytes(a.memory));
  Table table = read_any(a.data, a.objects, a.options.threads, a.options.kernel);
  Data data = take_features(table);
  if (a.standardize) data = Standardizer::learn(data).apply(data);
  Options open;
  open.kernel = a.options.kernel;
  open.method = a.options.method;
  if (!a.quiet && !a.ask_criteria && shows(open).candidates) say_before(data, open, false);
  const Suggestion s = suggest(a, data);
  a.options.kernel = asked;  // not the one among the rows that strings and graphs became
  if (a.json)
    write_json("suggest-k", suggestion_json(a, s));
  else
    write_file("-", suggestion_text(a, s, data.size(), Style(stdout)));
  return 0;
}

}  // namespace

void add_suggest(Program& program) {
  auto* command =
      program.app.add_subcommand("suggest-k", "Suggest the number of clusters, with the evidence for each");
  auto a = std::make_shared<SuggestArguments>();
  auto& o = a->options;
  add_data(*command, a->data);
  add_choice(*command, "method", o.method, "Methods whose results must agree; auto: very different ones")
      ->default_str("auto")
      ->group("Clustering");
  add_choice(*command, "kernel", o.kernel, "Similarity of points")->group("Clustering");
  add_value(*command, "--least", o.least, "K", "Least number of clusters; 1: the data may have no clusters")
      ->default_str("1")
      ->group("Clustering");
  add_value(*command, "--most", o.most, "K",
            "Largest number of clusters; 0: as many as the evidence requires")
      ->default_str("0")
      ->group("Clustering");
  command
      ->add_flag("--criteria", a->ask_criteria,
                 "Use six criteria under the kernel instead, and show their votes")
      ->group("Clustering");
  add_value(*command, "--samples", a->criteria.samples, "B",
            "Reference sets of the gap statistic, and pairs of subsamples (--criteria)")
      ->default_str("10")
      ->group("Clustering");
  add_value(*command, "--points", a->criteria.most_points, "N",
            "With more points than this, a sample is used (--criteria)")
      ->default_str("1000")
      ->group("Clustering");
  add_value(*command, "--seed", o.seed, "S", "Random seed; the same seed gives the same result")
      ->default_str("1")
      ->group("Clustering");
  add_objects(*command, a->objects);
  add_truth(*command, a->data);
  add_column_choice(*command, a->data);
  command
      ->add_flag("--standardize", a->standardize,
                 "Shift and scale every column to mean 0 and standard deviation 1")
      ->group("Input");
  add_reading_memory(*command, a->memory);
  add_threads(*command, o.threads);
  command->add_flag("--json", a->json, "Print one JSON object")->group("Output");
  command->add_flag("-q,--quiet", a->quiet, "No progress")->group("Output");
  command->footer(
      "At the right number very different methods find the same clusters.\n\n"
      "Examples:\n  mercer suggest-k iris.csv --drop label\n"
      "  mercer suggest-k iris.csv --drop label --kernel gaussian:sigma=1 --criteria");
  command->callback([&program, a] { program.action = [a] { return run_suggestion(*a); }; });
}

}  // namespace mercer::cli
