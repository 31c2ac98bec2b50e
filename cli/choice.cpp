#include "choice.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mercer::cli {
namespace {

std::string representation_text(const std::string& name) {
  if (name == "std") return "every column scaled to standard deviation 1";
  if (name == "cosine") return "points as directions (cosine)";
  if (name == "graph") return "the graph as it is given";
  return "no further scaling";
}

// The model has no vote, and is not outvoted.
const char* agreement_text(double agreement, bool by_model) {
  if (by_model && agreement < 0.55)
    return "other methods find other clusters; the model describes the points best";
  return agreement < 0.55   ? "the candidates disagree"
         : agreement < 0.7  ? "many candidates agree"
         : agreement < 0.85 ? "most candidates agree"
                            : "nearly all candidates agree";
}

constexpr const char* not_judged = "-  (not judged: there are no coordinates)";

std::string gate_text(const Contest& contest) {
  if (!contest.candidates.empty() && !contest.of_kind(CandidateKind::best_mixture)) return not_judged;
  return fmt::format("{:.2f}: {}", contest.gate,
                     contest.gate > 0.9   ? "the clusters look Gaussian"
                     : contest.gate > 0.1 ? "the clusters may be Gaussian"
                                          : "the clusters don't look Gaussian");
}

// The vertices of a graph have none between them.
bool has_gaps(const Contest& contest) { return contest.representation != "graph"; }

std::string separation_text(const Contest& contest, const Candidate& winner) {
  if (!has_gaps(contest)) return not_judged;
  const double separation = winner.separation;
  return fmt::format("{:.2f}: {}", separation,
                     separation > 0.5   ? "wide gaps lie between the clusters"
                     : separation > 0.1 ? "gaps lie between some clusters"
                                        : "no gaps lie between the clusters: they touch or overlap");
}

// The adjusted Rand index that may be hoped for; where candidates disagree, or the number of clusters is a
// guess, it is said that this is not much.
std::string confidence_text(const Choice& choice) {
  constexpr double unsure = 0.6;
  return fmt::format("{}about {:.2f}, the mean adjusted Rand index of benchmark sets with such {}",
                     choice.confidence < unsure ? "unsure, " : "", choice.confidence,
                     choice.number_found ? "evidence" : "an agreement");
}

// "-" where it was not judged.
std::string figure(bool judged, double value, int width) {
  return judged ? fmt::format("{:>{}.3f}", value, width) : fmt::format("{:>{}}", "-", width);
}

std::string table_text(const Contest& contest, Index chosen, const Style& style) {
  std::string text =
      "\n" + style.faint("  candidate         clusters  agreement   mixture  separation   score") + "\n";
  const bool mixtures = contest.of_kind(CandidateKind::best_mixture), gaps = has_gaps(contest);
  for (std::size_t c = 0; c < contest.candidates.size(); ++c) {
    const Candidate& one = contest.candidates[c];
    if (!one.failure.empty()) {
      text += fmt::format("  {:<18} {}\n", one.name, "left out: " + one.failure);
      continue;
    }
    text += fmt::format("  {:<18} {:>7}  {:>9.3f} {}  {} {:>7.3f}{}\n", one.name, one.clusters, one.agreement,
                        figure(mixtures, one.mixture, 9), figure(gaps, one.separation, 10), one.score,
                        static_cast<Index>(c) == chosen ? "  <- chosen" : "");
  }
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> choice_lines(const Choice& choice) {
  const Contest& contest = choice.contest();
  const Candidate& winner = choice.winner();
  std::string seen = representation_text(contest.representation);
  if (choice.contests.size() > 1)
    seen += fmt::format(", rather than {}", representation_text(choice.contests[1].representation));
  if (choice.dropped > 0)
    seen += fmt::format("; {} constant column{} dropped", choice.dropped, choice.dropped == 1 ? "" : "s");
  std::vector<std::pair<std::string, std::string>> lines = {
      {"winner",
       fmt::format("{} of {} candidates: {}", winner.name, contest.candidates.size(), winner.method)},
      {"columns", seen},
      {"agreement",
       fmt::format("{:.2f}: {}", winner.agreement, agreement_text(winner.agreement, contest.by_model))},
      {"gaussian", gate_text(contest)},
      {"separation", separation_text(contest, winner)},
      {"confidence", confidence_text(choice)}};
  if (choice.moved > 0)
    lines.emplace_back("polish", fmt::format("{} point{} moved to the cluster of most of their neighbours",
                                             choice.moved, choice.moved == 1 ? "" : "s"));
  if (choice.sampled > 0)
    lines.emplace_back(
        "sample",
        fmt::format("{} random points were clustered; each other point follows its 5 nearest among them",
                    choice.sampled));
  return lines;
}

std::string choice_text(const Choice& choice, const Style& style) {
  std::string text;
  for (const auto& [name, value] : choice_lines(choice)) text += line(style, name, value);
  return text + table_text(choice.contest(), choice.contest().winner, style);
}

std::vector<PlotPanel> candidate_panels(const Data& data, const Result& result) {
  if (!result.choice || result.choice->sampled > 0)
    throw Error(Fault::usage,
                "--candidates draws what method auto tried on all points; here there were no candidates");
  std::vector<PlotPanel> panels = {{"taken: " + result.choice->winner().name, data, result.labels}};
  for (const Candidate& c : result.choice->contest().candidates)
    if (c.failure.empty()) panels.push_back({fmt::format("{}  {:.2f}", c.name, c.score), data, c.labels});
  return panels;
}

PlotOptions candidate_style() { return {.width = 180, .across = 6, .bare = true, .most_points = 2000}; }

Json number_json(const NumberSearch& s) {
  Json rows = Json::array(), models = Json::array();
  for (const NumberEvidence& e : s.tried)
    rows.push_back({{"clusters", e.clusters},
                    {"evidence", e.evidence()},
                    {"agreement", e.agreement},
                    {"separation", e.separation},
                    {"representation", e.representation},
                    {"winner", e.winner}});
  for (const ModelEvidence& m : s.models) models.push_back({{"components", m.components}, {"bic", m.bic}});
  return {{"clarity", grammar::format(s.clarity)},
          {"best", s.best},
          {"highest", s.highest},
          {"within", std::isnan(s.within) ? Json() : Json(s.within)},
          {"also", s.also},
          {"without_clusters", std::isnan(s.without_clusters) ? Json() : Json(s.without_clusters)},
          {"by_model", s.by_model},
          {"sampled", s.sampled},
          {"interrupted", s.interrupted},
          {"evidence", rows},
          {"models", models}};
}

void add_contests(Json& json, const Choice& choice) {
  const Contest& won = choice.contest();
  json["representation"] = won.representation;
  json["winner"] = choice.winner().name;
  json["agreement"] = choice.winner().agreement;
  const bool mixtures = won.of_kind(CandidateKind::best_mixture), gaps = has_gaps(won);
  json["gate"] = mixtures ? Json(won.gate) : Json();
  json["separation"] = gaps ? Json(choice.winner().separation) : Json();
  json["confidence"] = choice.confidence;
  json["polished"] = choice.moved;
  json["sampled"] = choice.sampled;
  json["dropped_columns"] = choice.dropped;
  Json table = Json::array();
  for (const Contest& contest : choice.contests)
    for (const Candidate& c : contest.candidates) {
      Json row = {{"representation", contest.representation}, {"candidate", c.name}, {"method", c.method}};
      if (c.failure.empty())
        row.update({{"clusters", c.clusters},
                    {"agreement", c.agreement},
                    {"mixture", mixtures ? Json(c.mixture) : Json()},
                    {"separation", gaps ? Json(c.separation) : Json()},
                    {"score", c.score}});
      else
        row["failure"] = c.failure;
      table.push_back(std::move(row));
    }
  json["candidates"] = std::move(table);
}

}  // namespace mercer::cli
