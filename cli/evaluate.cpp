// mercer evaluate: two labelings of the same points, compared.
#include <fmt/format.h>

#include "arguments.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/io.hpp"
#include "mercer/reading.hpp"
#include "program.hpp"
#include "summary.hpp"

namespace mercer::cli {
namespace {

struct EvaluateArguments {
  std::string labels, truth, column;
  std::uint64_t memory = 0;
  bool json = false;
};

int evaluate(const EvaluateArguments& a) {
  if (a.labels == "-" && a.truth == "-")
    throw Error(Fault::usage, "LABELS and TRUTH can't both come from standard input; name a file for one");
  const ReadingBudget budget(reading_bytes(a.memory));
  const auto labels = read_labels(a.labels), truth = read_labels(a.truth, a.column);
  if (labels.size() != truth.size())
    throw Error(Fault::data, fmt::format("{} has {} labels but {} has {}; both must be about the same points",
                                         a.labels, labels.size(), a.truth, truth.size()));
  std::vector<std::string> clusters, classes;
  const Labels codes = encode(labels, &clusters);
  const Scores scores = score(codes, encode(truth, &classes));
  if (a.json) {
    Json json = {{"n", scores.size}, {"clusters", clusters.size()}, {"classes", classes.size()}};
    add_scores(json, scores);
    Json rows = Json::array();
    for (Index c = 0; c < scores.confusion.rows(); ++c) {
      Json row = Json::array();
      for (Index j = 0; j < scores.confusion.cols(); ++j) row.push_back(scores.confusion(c, j));
      rows.push_back(row);
    }
    json["confusion"] = rows;
    json["class_names"] = classes;
    json["cluster_names"] = clusters;
    write_json("evaluate", json);
    return 0;
  }
  const Style style(stdout);
  write_file("-", fmt::format("  {} points, {} clusters, {} classes\n\n", scores.size, clusters.size(),
                              classes.size()) +
                      scores_text(scores, style) + confusion_text(scores, classes, clusters, style));
  return 0;
}

}  // namespace

void add_evaluate(Program& program) {
  auto* command = program.app.add_subcommand("evaluate", "Compare labels with the truth");
  auto a = std::make_shared<EvaluateArguments>();
  command->add_option("LABELS", a->labels, "One label per line, or the last column of a table")
      ->required()
      ->type_name("FILE");
  command->add_option("TRUTH", a->truth, "The known classes, in the same order")
      ->required()
      ->type_name("FILE");
  command->add_option("--truth", a->column, "Column of TRUTH that holds them [the last]")
      ->type_name("COLUMN");
  add_reading_memory(*command, a->memory);
  command->add_flag("--json", a->json, "Print one JSON object");
  command->footer("Example:\n  mercer evaluate labels.csv iris.csv --truth label");
  command->callback([&program, a] { program.action = [a] { return evaluate(*a); }; });
}

}  // namespace mercer::cli
