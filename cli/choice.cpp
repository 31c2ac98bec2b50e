#include "choice.hpp"

#include <fmt/format.h>

namespace mercer::cli {
namespace {

std::string representation_text(const std::string& name) {
  if (name == "std") return "every column scaled to deviation 1";
  if (name == "cosine") return "points as directions (cosine)";
  if (name == "graph") return "the graph as it is given";
  return "the columns as they are";
}

const char* agreement_text(double agreement) {
  return agreement < 0.55   ? "the candidates disagree"
         : agreement < 0.7  ? "many candidates agree"
         : agreement < 0.85 ? "most candidates agree"
                            : "nearly all candidates agree";
}

constexpr const char* not_judged = "not judged: there are no coordinates";

std::string gate_text(const Contest& contest) {
  if (!contest.candidates.empty() && !contest.of_kind(CandidateKind::best_mixture)) return not_judged;
  return fmt::format("{:.2f}: {}", contest.gate,
                     contest.gate > 0.9   ? "the clusters look Gaussian"
                     : contest.gate > 0.1 ? "the clusters may be Gaussian"
                                          : "the clusters don't look Gaussian");
}

std::string separation_text(const Contest& contest, const Candidate& winner) {
  if (contest.representation == "graph") return not_judged;
  const double separation = winner.separation;
  return fmt::format("{:.2f}: {}", separation,
                     separation > 0.5   ? "wide gaps lie between the clusters"
                     : separation > 0.1 ? "gaps lie between some clusters"
                                        : "no gaps lie between the clusters: they touch or overlap");
}

std::string table_text(const Contest& contest, Index chosen, const Style& style) {
  std::string text =
      "\n" + style.faint("  candidate         clusters  agreement  gaussian  separation   score") + "\n";
  for (std::size_t c = 0; c < contest.candidates.size(); ++c) {
    const Candidate& one = contest.candidates[c];
    if (!one.failure.empty()) {
      text += fmt::format("  {:<18} {}\n", one.name, "left out: " + one.failure);
      continue;
    }
    text += fmt::format("  {:<18} {:>7}  {:>9.3f} {:>9.3f}  {:>10.3f} {:>7.3f}{}\n", one.name, one.clusters,
                        one.agreement, one.gaussian, one.separation, one.score,
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
      {"agreement", fmt::format("{:.2f}: {}", winner.agreement, agreement_text(winner.agreement))},
      {"gaussian", gate_text(contest)},
      {"separation", separation_text(contest, winner)},
      {"confidence",
       fmt::format("about {:.2f}: the adjusted Rand index that such an agreement has meant on benchmarks",
                   choice.confidence)}};
  if (choice.moved > 0)
    lines.emplace_back("polish", fmt::format("{} point{} went to the cluster of most of their neighbours",
                                             choice.moved, choice.moved == 1 ? "" : "s"));
  if (choice.sampled > 0)
    lines.emplace_back(
        "sample", fmt::format("{} random points were clustered; the others ask their 5 nearest among them",
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
    throw Error(
        Fault::usage,
        "--candidates draws what method auto tried on all points; here there was nothing to choose from");
  std::vector<PlotPanel> panels = {{"taken: " + result.choice->winner().name, data, result.labels}};
  for (const Candidate& c : result.choice->contest().candidates)
    if (c.failure.empty()) panels.push_back({fmt::format("{}  {:.2f}", c.name, c.score), data, c.labels});
  return panels;
}

PlotOptions candidate_style() { return {.width = 180, .across = 6, .bare = true, .most_points = 2000}; }

void add_contests(Json& json, const Choice& choice) {
  const Contest& won = choice.contest();
  json["representation"] = won.representation;
  json["winner"] = choice.winner().name;
  json["agreement"] = choice.winner().agreement;
  json["gate"] = won.gate;
  json["separation"] = choice.winner().separation;
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
                    {"gaussian", c.gaussian},
                    {"separation", c.separation},
                    {"score", c.score}});
      else
        row["failure"] = c.failure;
      table.push_back(std::move(row));
    }
  json["candidates"] = std::move(table);
}

}  // namespace mercer::cli
