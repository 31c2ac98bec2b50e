#include "summary.hpp"

#include "choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mercer/cluster.hpp"
#include "mercer/io.hpp"
#include "mercer/machine.hpp"

namespace mercer::cli {
namespace {

constexpr std::size_t most_clusters_shown = 20, most_confusion_shown = 12;

std::string data_text(const Run& run) {
  if (const auto& description = run.result.model.description) {
    if (std::holds_alternative<Subsequence>(description->kernel))
      return fmt::format("{}, {} strings", run.source, run.size);
    return fmt::format("{}, {} {} of {} different parts", run.source, run.size,
                       compares_graphs(description->kernel) ? "graphs" : "strings",
                       description->terms.size());
  }
  if (is_precomputed(run.options.kernel))
    return fmt::format("{}, a matrix of {} point{}", run.source, run.size, run.size == 1 ? "" : "s");
  return fmt::format("{}, {} point{} x {} column{}{}{}", run.source, run.size, run.size == 1 ? "" : "s",
                     run.dimensions, run.dimensions == 1 ? "" : "s", run.sparse ? ", sparse" : "",
                     run.standardized ? ", standardized" : "");
}

// A gaussian whose width was given as gamma: its sigma was not left to the program.
bool gives_gamma(const Kernel& kernel) {
  const auto* gaussian = std::get_if<Gaussian>(&kernel);
  return gaussian && gaussian->gamma;
}
bool gives_gamma(const Method&) { return false; }

// Parameters that were left to the program, with the rule that chose them: "sigma = median distance".
template <class Choice>
std::string chosen_text(const Choice& asked, const Choice& used) {
  if (asked.index() != used.index() || gives_gamma(asked)) return "";
  std::vector<std::string> before, after;
  const auto values = [](const Choice& choice, std::vector<std::string>& into) {
    std::visit(
        [&]<class S>(const S& s) {
          S::fields(s,
                    [&](std::string_view, const auto& f, auto&&...) { into.push_back(grammar::format(f)); });
        },
        choice);
  };
  values(asked, before);
  values(used, after);
  const auto help = choice_help<Choice>()[asked.index()];
  std::string text;
  for (std::size_t f = 0; f < before.size(); ++f) {
    const auto rule = help.fields[f].about.find("auto = ");
    if (before[f] != "auto" || after[f] == "auto" || rule == std::string::npos) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", help.fields[f].key,
                        help.fields[f].about.substr(rule + 7));
  }
  return text.empty() ? "" : fmt::format("  ({})", text);
}

std::string start_text(const Run& run) {
  const auto& r = run.result;
  std::string text = format_choice(run.options.init);
  text += r.restarts == 1 ? ", one start" : fmt::format(", best of {} starts", r.restarts);
  if (!std::holds_alternative<NoSearch>(run.options.search))
    text += fmt::format(", search {}", format_choice(run.options.search));
  return text + fmt::format(", seed {}", run.options.seed);
}

// ", of the standardized columns": in which units sums of squares are.
std::string units_text(const Run& run) {
  const std::string scaling = run.result.model.scaling();
  if (scaling == "standardized") return ", of the standardized columns";
  return scaling == "recipe" ? ", of the columns brought to one scale" : "";
}

std::string objective_text(const Run& run) {
  const Result& result = run.result;
  const std::string value = number_text(result.objective) + units_text(run);
  if (!shows({.method = result.model.method}).iterations) return value;
  const char* end = result.interrupted ? "interrupted" : result.converged ? "converged" : "not converged";
  return fmt::format("{}, {} after {} iteration{}", value, end, result.iterations,
                     result.iterations == 1 ? "" : "s");
}

std::string map_text(const Map& map) {
  const auto empty = (map.hits.array() == 0).count();
  return fmt::format("{} {}, quantization error {}, topographic error {}, {} node{} without points",
                     grammar::format(map.grid), grammar::format(map.topology),
                     number_text(map.quantization_error), number_text(map.topographic_error), empty,
                     empty == 1 ? "" : "s");
}

// The first few of them.
std::string numbers_text(const std::vector<double>& values) {
  constexpr std::size_t shown = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, values.size()); ++i)
    text += (i > 0 ? ", " : "") + number_text(values[i]);
  return text + (values.size() > shown ? ", ..." : "");
}

// The evidence for each number of clusters.
std::string counts_text(const Result& result, const Style& style) {
  if (result.counts.empty()) return "";
  std::string text = "\n" + style.faint("  clusters           cost          bound   step") + "\n";
  for (const auto& count : result.counts)
    text += fmt::format("  {:>8} {:>14} {:>14} {:>6.2f}{}\n", count.clusters, number_text(count.cost),
                        count.bound > 0 ? number_text(count.bound) : "-", count.step,
                        count.clusters == result.model.clusters() ? "  <- suggested" : "");
  return text;
}

// The evidence for each value of a number that was tuned.
std::string tuning_text(const Result& result, const Style& style) {
  if (!result.tuning) return "";
  const Tuning& t = *result.tuning;
  const double most = t.steps[t.best].evidence();
  std::string text =
      "\n" + style.faint(fmt::format("  {:>14}  agreement  separation  evidence", t.parameter)) + "\n";
  for (std::size_t i = 0; i < t.steps.size(); ++i) {
    const TuningStep& step = t.steps[i];
    if (!step.failure.empty()) {
      text += fmt::format("  {:>14} left out: {}\n", number_text(step.value), step.failure);
      continue;
    }
    std::string filled = bar(most > 0 ? step.evidence() / most : 0, 24);
    filled.erase(filled.find_last_not_of(' ') + 1);
    text +=
        fmt::format("  {:>14} {:>10.3f} {:>11.3f} {:>9.3f}  {}{}\n", number_text(step.value), step.agreement,
                    step.separation, step.evidence(), style.accent(filled), i == t.best ? "  <- taken" : "");
  }
  return text;
}

std::string approximation_text(const Approximation& a) {
  return fmt::format("{}, rank {}, error {:.3g}: {}", a.name, a.rank, a.error, a.meaning);
}

// "       0  god, atheism, ..."
std::string terms_text(const std::vector<std::vector<std::string>>& terms, const Style& style) {
  if (terms.empty()) return "";
  std::string text = "\n" + style.faint("  cluster  terms") + "\n";
  for (std::size_t j = 0; j < std::min(terms.size(), most_clusters_shown); ++j)
    text += fmt::format("  {:>7}  {}\n", j, fmt::join(terms[j], ", "));
  return text;
}

// A block of lines, at most as many as there are clusters to show.
std::string block(const std::string& title, const std::vector<std::string>& lines, const Style& style) {
  if (lines.empty()) return "";
  std::string text = "\n" + style.faint("  " + title) + "\n";
  for (std::size_t i = 0; i < std::min(lines.size(), most_clusters_shown); ++i)
    text += "  " + lines[i] + "\n";
  if (lines.size() > most_clusters_shown)
    text += fmt::format("  ... and {} more\n", lines.size() - most_clusters_shown);
  return text;
}

// What became of the columns, in a few lines.
void add_decisions(const TableWords& table, std::vector<std::pair<std::string, std::string>>& lines) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(table.decisions.size(), most); ++i)
    lines.emplace_back(i == 0 ? "columns" : "", table.decisions[i]);
  if (table.decisions.size() > most)
    lines.emplace_back("", fmt::format("... and {} more (--json has all)", table.decisions.size() - most));
}

std::string heading(const Style& style, const std::string& text) {
  return fmt::format("\n  {}\n", style.strong(text));
}

}  // namespace

std::string line(const Style& style, const std::string& name, const std::string& value) {
  return fmt::format("  {} {}\n", style.faint(fmt::format("{:<12}", name)), value);
}

std::string kernel_text(Kernel used, const Kernel& asked) {
  if (compares_strings(asked) || compares_graphs(asked)) return format_choice(asked);
  if (auto* gaussian = std::get_if<Gaussian>(&used); gaussian && gaussian->sigma && gaussian->gamma)
    (gives_gamma(asked) ? gaussian->sigma : gaussian->gamma).reset();
  return format_choice(used);
}

std::string kernel_text(const Model& model, const Kernel& asked) {
  return model.description ? format_choice(model.description->kernel) : kernel_text(model.kernel, asked);
}

std::vector<Index> cluster_sizes(const Labels& labels, Index clusters) {
  std::vector<Index> sizes(static_cast<std::size_t>(clusters));
  for (int label : labels)
    if (label >= 0) ++sizes.at(static_cast<std::size_t>(label));
  return sizes;
}

std::string plan_text(const Plan& plan) {
  return fmt::format("{}, {}, {}{}", grammar::format(plan.storage), grammar::format(plan.precision),
                     format_bytes(plan.bytes), plan.reason.empty() ? "" : "; " + plan.reason);
}

Index noise_of(const Labels& labels) {
  return std::count_if(labels.begin(), labels.end(), [](int label) { return label < 0; });
}

std::string sizes_text(const std::vector<Index>& sizes, Index noise, const Style& style) {
  const Index largest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
  Index total = noise;
  for (Index size : sizes) total += size;
  std::string text = "\n" + style.faint("  cluster     points   share") + "\n";
  for (std::size_t j = 0; j < std::min(sizes.size(), most_clusters_shown); ++j) {
    const auto size = static_cast<double>(sizes[j]);
    std::string filled = bar(largest > 0 ? size / static_cast<double>(largest) : 0, 24);
    filled.erase(filled.find_last_not_of(' ') + 1);
    text += fmt::format("  {:>7} {:>10} {:>5.1f} %  {}\n", j, sizes[j],
                        total > 0 ? 100 * size / static_cast<double>(total) : 0.0, style.accent(filled));
  }
  if (sizes.size() > most_clusters_shown)
    text += fmt::format("  ... and {} more\n", sizes.size() - most_clusters_shown);
  if (noise > 0)
    text += fmt::format("  {:>7} {:>10} {:>5.1f} %\n", "none", noise,
                        100 * static_cast<double>(noise) / static_cast<double>(total));
  return text;
}

std::string scores_text(const Scores& s, const Style& style) {
  const auto row = [&](const char* name, const std::string& value) {
    return fmt::format("  {} {:>8}\n", style.faint(fmt::format("{:<18}", name)), value);
  };
  return row("accuracy", score_text(s.accuracy)) + row("balanced accuracy", score_text(s.balanced_accuracy)) +
         row("adjusted Rand", score_text(s.ari)) + row("normalised MI", score_text(s.nmi)) +
         row("purity", score_text(s.purity)) + row("majority errors", fmt::format("{}", s.majority_errors));
}

std::string confusion_text(const Scores& scores, const std::vector<std::string>& classes,
                           const std::vector<std::string>& clusters, const Style& style) {
  if (std::max(classes.size(), clusters.size()) > most_confusion_shown) return "";
  std::size_t width = std::string_view("class").size();
  for (const auto& name : classes) width = std::max(width, name.size());
  std::string header = fmt::format("  {:<{}}  cluster", "class", width);
  for (const auto& name : clusters) header += fmt::format(" {:>7}", name);
  std::string text = "\n" + style.faint(header) + "\n";
  for (Index c = 0; c < scores.confusion.rows(); ++c) {
    text += fmt::format("  {:<{}}         ", classes[static_cast<std::size_t>(c)], width);
    for (Index j = 0; j < scores.confusion.cols(); ++j)
      text += fmt::format(" {:>{}}", scores.confusion(c, j),
                          std::max<std::size_t>(7, clusters[static_cast<std::size_t>(j)].size()));
    text += "\n";
  }
  return text;
}

std::string warnings_text(const std::vector<Warning>& warnings, const Style& style) {
  std::string text;
  for (const auto& warning : warnings)
    text += fmt::format("\n  {} {}{}", style.alarm("warning:"), warning.what,
                        warning.remedy.empty() ? "" : "; " + warning.remedy);
  return text.empty() ? "" : text + "\n";
}

std::vector<std::pair<std::string, std::string>> summary_lines(const Run& run) {
  const auto& result = run.result;
  // A number that was tuned has a line of its own.
  const auto tuned = [&](const char* part) {
    return result.tuning && result.tuning->parameter.starts_with(part);
  };
  std::vector<std::pair<std::string, std::string>> lines = {
      {"data", data_text(run)},
      {"method", fmt::format("{}, {} cluster{}{}", format_choice(result.model.method),
                             result.model.clusters(), result.model.clusters() == 1 ? "" : "s",
                             tuned("method.") ? ""
                                              : chosen_text(run.options.method.value_or(result.model.method),
                                                            result.model.method))},
      {"kernel", kernel_text(result.model, run.options.kernel) +
                     (tuned("kernel.") ? "" : chosen_text(run.options.kernel, result.model.kernel))}};
  if (run.table) {
    std::vector<std::pair<std::string, std::string>> decisions;
    add_decisions(*run.table, decisions);
    lines.insert(lines.begin() + 1, decisions.begin(), decisions.end());
  }
  const auto add = [&](std::string name, std::string value) {
    lines.emplace_back(std::move(name), std::move(value));
  };
  if (shows({.method = result.model.method}).starts) add("start", start_text(run));
  add("objective", objective_text(run));
  if (result.approximation) add("approx", approximation_text(*result.approximation));
  add("plan", plan_text(result.plan));
  const std::string ranks = rank_count() > 1 ? fmt::format("{} ranks x ", rank_count()) : "";
  add("time", fmt::format("{} on {}{} thread{}, peak memory {}", duration_text(run.seconds), ranks,
                          run.threads, run.threads == 1 ? "" : "s", format_bytes(run.peak_memory)));
  if (run.errors && std::isfinite(run.errors->sse))  // of huge values the squares are out of range
    add("errors", fmt::format("sse {}, quantization {}{}", number_text(run.errors->sse),
                              number_text(run.errors->quantization_error), units_text(run)));
  if (run.silhouette) add("silhouette", number_text(*run.silhouette));
  if (result.map) add("map", map_text(*result.map));
  for (const auto& found : result.findings)
    add(found.name,
        found.text.empty() ? fmt::format("{}  ({})", numbers_text(found.values), found.about) : found.text);
  return lines;
}

std::string summary_text(const Run& run, const Style& style) {
  const auto& result = run.result;
  std::string text;
  for (const auto& [name, value] : summary_lines(run)) text += line(style, name, value);
  if (result.choice) text += choice_text(*result.choice, style);
  text += counts_text(result, style) + tuning_text(result, style);
  text += sizes_text(cluster_sizes(result.labels, result.model.clusters()), noise_of(result.labels), style);
  text += terms_text(run.terms, style);
  if (run.table)
    text += block("what sets each cluster apart (the others in brackets)", run.table->profile, style) +
            block("in words", run.table->rules, style);
  if (run.scores)
    text += heading(style, fmt::format("against '{}'", run.truth)) + scores_text(*run.scores, style);
  return text + warnings_text(result.warnings, style);
}

}  // namespace mercer::cli
