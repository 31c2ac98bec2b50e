// mercer suggest-k: evidence for each number of clusters, and what most of it speaks for.
#include "mercer/suggest.hpp"

#include <fmt/format.h>

#include <cmath>

#include "objects.hpp"
#include "program.hpp"
#include "summary.hpp"
#include "watched.hpp"

namespace mercer::cli {
namespace {

struct SuggestArguments {
  DataArguments data;
  ObjectArguments objects;
  SuggestOptions options;
  bool standardize = false, json = false, quiet = false;
};

Suggestion compute(SuggestArguments& a, const Data& data) {
  return watched(
      a.options.control, !a.quiet, [&] { return suggest_clusters(data, a.options); }, "numbers of clusters");
}

// How sure: how many of the criteria agree.
std::string confidence(const Suggestion& s) {
  if (s.voting == 0) return "nothing speaks for any number";
  const double share = static_cast<double>(s.agreeing) / static_cast<double>(s.voting);
  const char* sure = share > 0.8   ? "clear"
                     : share > 0.6 ? "likely"
                     : share > 0.4 ? "a hint"
                                   : "unsure: the criteria disagree";
  return fmt::format("{} clusters, {} of {} criteria: {}", s.clusters, s.agreeing, s.voting, sure);
}

std::string cell(double value, int digits) {
  return std::isnan(value) ? fmt::format("{:>10}", "-") : fmt::format("{:>10.{}f}", value, digits);
}

std::string text_of(const SuggestArguments& a, const Suggestion& s, const Style& style) {
  std::string text = line(style, "kernel", kernel_text(s.kernel, a.options.kernel)) +
                     line(style, "points", fmt::format("{}", s.judged)) + "\n" +
                     style.faint("  clusters   ratio   laplacian  girolami silhouette       gap stability") +
                     "\n";
  for (const CountEvidence& e : s.evidence)
    text += fmt::format("  {:>8}{}{}{}{}{}{}\n", e.clusters, cell(e.eigenvalue_ratio, 3).substr(2),
                        "  " + cell(e.laplacian_gap, 4), cell(e.girolami, 3), " " + cell(e.silhouette, 4),
                        cell(e.gap, 4), cell(e.stability, 3));
  text += "\n" + style.faint("  criterion          speaks for") + "\n";
  for (const Vote& v : s.votes)
    text += fmt::format("  {:<18} {:>10}  {}\n", v.criterion,
                        v.clusters > 0 ? std::to_string(v.clusters) : "-", style.faint(v.rule));
  return text + "\n  " + style.strong(confidence(s)) + "\n";
}

Json json_of(const SuggestArguments& a, const Suggestion& s) {
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
  return {{"clusters", s.clusters}, {"agreeing", s.agreeing},
          {"voting", s.voting},     {"kernel", kernel_text(s.kernel, a.options.kernel)},
          {"n", s.judged},          {"spectrum", s.spectrum},
          {"votes", votes},         {"evidence", rows}};
}

int run(SuggestArguments& a) {
  const Kernel asked = a.options.kernel;
  Table table = read_any(a.data, a.objects, a.options.threads, a.options.kernel);
  Data data = take_features(table);
  if (a.standardize) data = Standardizer::learn(data).apply(data);
  const Suggestion s = compute(a, data);
  a.options.kernel = asked;  // not the one among the rows that strings and graphs became
  if (a.json)
    write_json("suggest-k", json_of(a, s));
  else
    write_file("-", text_of(a, s, Style(stdout)));
  return 0;
}

}  // namespace

void add_suggest(Program& program) {
  auto* command = program.app.add_subcommand("suggest-k", "How many clusters? Evidence for each number");
  auto a = std::make_shared<SuggestArguments>();
  auto& o = a->options;
  add_data(*command, a->data);
  add_objects(*command, a->objects);
  add_choice(*command, "kernel", o.kernel, "Similarity of points");
  add_value(*command, "--least", o.least, "K", "Least number of clusters")->default_str("2");
  add_value(*command, "--most", o.most, "K", "Largest number of clusters")->default_str("10");
  add_value(*command, "--samples", o.samples, "B",
            "Reference sets of the gap statistic, and pairs of subsamples")
      ->default_str("10");
  add_value(*command, "--points", o.most_points, "N", "Above this number of points a sample is judged")
      ->default_str("1000");
  add_value(*command, "--seed", o.seed, "S", "Equal seed, equal answer")->default_str("1");
  add_truth(*command, a->data);
  add_column_choice(*command, a->data);
  command->add_flag("--standardize", a->standardize, "Shift and scale every column to mean 0, deviation 1")
      ->group("Input");
  add_threads(*command, o.threads);
  command->add_flag("--json", a->json, "Print one JSON object")->group("Output");
  command->add_flag("-q,--quiet", a->quiet, "No progress")->group("Output");
  command->footer(
      "It is a hint: every criterion is right on some data and wrong on other.\n\n"
      "Example:\n  mercer suggest-k iris.csv --drop label --kernel gaussian:sigma=1");
  command->callback([&program, a] { program.action = [a] { return run(*a); }; });
}

}  // namespace mercer::cli
