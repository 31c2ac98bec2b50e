// mercer predict: new points, assigned to the clusters of a model.
#include <fmt/format.h>

#include "arguments.hpp"
#include "mercer/cluster.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/model.hpp"
#include "mercer/reading.hpp"
#include "objects.hpp"
#include "program.hpp"
#include "summary.hpp"
#include "tables.hpp"

namespace mercer::cli {
namespace {

struct PredictArguments {
  DataArguments data;
  TableArguments table;
  TextArguments text;
  std::string model, labels, distances, memberships, outlier_scores;
  std::uint64_t memory = 0;
  int threads = 0;
  DeviceChoice device;
  bool json = false, quiet = false;
};

void check_prediction(PredictArguments& a) {
  // Labels go to standard output unless something else does.
  if (a.labels.empty() && !a.json && a.distances != "-" && a.memberships != "-" && a.outlier_scores != "-")
    a.labels = "-";
  check_outputs({{"--labels", a.labels},
                 {"--distances", a.distances},
                 {"--memberships", a.memberships},
                 {"--outlier-scores", a.outlier_scores},
                 {"--json", a.json ? "-" : ""}});
  for (const auto& input : {a.data.path, a.model}) {
    check_output("--labels", a.labels, input);
    check_output("--distances", a.distances, input);
    check_output("--memberships", a.memberships, input);
    check_output("--outlier-scores", a.outlier_scores, input);
  }
}

// Sparse files don't say how many columns they have: missing ones at the end are zeros.
void widen(Table& table, Index columns) {
  if (auto* sparse = std::get_if<SparseMatrix>(&table.features); sparse && sparse->cols() < columns)
    sparse->conservativeResize(sparse->rows(), columns);
}

Data matching_columns(Table& table, const Model& model) {
  widen(table, model.dimensions());
  Data data = take_features(table);
  // Behind the similarities to the training points k(z, z) may follow.
  const Index extra = std::holds_alternative<Precomputed>(model.kernel) ? 1 : 0;
  if (data.dimensions() != model.dimensions() && data.dimensions() != model.dimensions() + extra)
    throw Error(
        Fault::data,
        fmt::format("{} has {} column{} but the model was fitted on {}; choose them with "
                    "--columns or --drop",
                    table.source, data.dimensions(), data.dimensions() == 1 ? "" : "s", model.dimensions()));
  return data;
}

// A model of documents reads documents, unless the file holds their vectors already.
Table read_points(const PredictArguments& a, const Model& model) {
  if (model.description) {
    Description description = *model.description;
    return read_objects(a.data, a.text, a.threads, description);
  }
  if (!is_text(a.data, a.text)) return read_table(a.data.path, a.data.request);
  if (!model.vocabulary)
    throw Error(Fault::usage,
                fmt::format("{} is not a model of documents; give it a table of numbers", a.model));
  Vocabulary vocabulary = *model.vocabulary;
  return table_of(read_text(a.data, a.text), a.text, vocabulary);
}

// A model of a table reads tables, by the names of their columns.
Input read(const PredictArguments& a, const Model& model) {
  if (model.recipe) return read_input(a.data.path, frame_request(a.data, a.table), *model.recipe);
  Table table = read_points(a, model);
  Data data = matching_columns(table, model);
  table.features = Matrix();
  Input input = input_of(std::move(table));
  input.data = std::move(data);
  return input;
}

struct Prediction {
  Labels labels;  // of the points
  Labels rows;    // of every row of the file
  std::vector<Index> sizes;
  std::optional<Scores> scores;
  std::vector<Warning> warnings;
  std::optional<DeviceUse> device;
};

// A row that was left out has no label.
Json labels_json(const Labels& labels) {
  Json all = Json::array();
  for (const int label : labels) all.push_back(label == row_left_out ? Json() : Json(label));
  return all;
}

void report_prediction(const PredictArguments& a, const Prediction& made) {
  if (a.json) {
    Json json = {{"n", made.labels.size()},
                 {"clusters", made.sizes.size()},
                 {"sizes", made.sizes},
                 {"noise", noise_of(made.labels)}};
    if (made.scores) add_scores(json, *made.scores);
    json["warnings"] = warnings_json(made.warnings);
    tell_device(json, made.device);
    if (a.labels.empty()) json["labels"] = labels_json(made.rows);
    return write_json("predict", json);
  }
  if (a.quiet) return;
  const bool taken = a.labels == "-" || a.distances == "-" || a.memberships == "-" || a.outlier_scores == "-";
  const Style style(taken ? stderr : stdout);
  std::string text = sizes_text(made.sizes, noise_of(made.labels), style);
  if (made.scores) text += "\n" + scores_text(*made.scores, style);
  text += warnings_text(made.warnings, style);
  if (taken)
    fmt::print(stderr, "{}", text);
  else
    write_file("-", text);
}

int predict(PredictArguments& a) {
  check_prediction(a);
  const ReadingBudget budget(reading_bytes(a.memory));
  const Model model = Model::load(a.model);
  a.data.request.prefer = model.names;
  const Input input = read(a, model);
  Prediction made;
  made.warnings = input.warnings;
  // Everything at once: the kernel between new and training points is evaluated once.
  Assignment found = model.assign(input.data,
                                  {.labels = true,
                                   .distances = !a.distances.empty(),
                                   .memberships = !a.memberships.empty(),
                                   .outlier_scores = !a.outlier_scores.empty(),
                                   .device = a.device},
                                  a.threads);
  made.labels = std::move(found.labels);
  made.device = std::move(found.device);
  made.rows = input.table ? input.table->spread(made.labels) : made.labels;
  made.sizes = cluster_sizes(made.labels, model.clusters());
  if (!input.truth.empty()) made.scores = score(made.labels, encode(input.truth));
  const auto names = cluster_names(model.clusters());
  if (!a.distances.empty()) write_matrix(a.distances, found.distances, names);
  if (!a.memberships.empty()) write_matrix(a.memberships, found.memberships, names);
  if (!a.outlier_scores.empty()) write_matrix(a.outlier_scores, found.outlier_scores, {"outlier_score"});
  if (!a.labels.empty()) write_labels_of(a.labels, made.labels, input);
  report_prediction(a, made);
  return 0;
}

}  // namespace

void add_predict(Program& program) {
  auto* command = program.app.add_subcommand("predict", "Assign new points to the clusters of a model");
  auto a = std::make_shared<PredictArguments>();
  command->add_option("MODEL", a->model, "File written by 'mercer fit --model'")
      ->required()
      ->type_name("FILE");
  add_data(*command, a->data);
  add_truth(*command, a->data);
  add_text(*command, a->text);
  add_column_choice(*command, a->data);
  add_table(*command, a->table);
  const auto output = [&](const char* flag, std::string& path, const std::string& about) {
    command->add_option(flag, path, about)->type_name("FILE")->group("Output");
  };
  output("--labels", a->labels, "Write the cluster of each point here rather than to standard output");
  output("--distances", a->distances, "Write the distances to the prototypes");
  output("--memberships", a->memberships, "Write the membership of each point in each cluster");
  output("--outlier-scores", a->outlier_scores,
         fmt::format("Write how unusual each point is ({})", methods_with(&Shows::outlier_scores)));
  command->add_flag("--json", a->json, "Print one JSON object")->group("Output");
  command->add_flag("-q,--quiet", a->quiet, "No summary")->group("Output");
  add_reading_memory(*command, a->memory);
  add_threads(*command, a->threads);
  add_device(*command, a->device);
  command->footer(
      "Columns are matched by name if the model has names; otherwise their number must be the same as in the "
      "fit.\n"
      "For --kernel precomputed, DATA holds the kernel between new points (rows) and training points.\n\n"
      "Example:\n  mercer predict rings.mercer new.csv --labels labels.csv");
  command->callback([&program, a] { program.action = [a] { return predict(*a); }; });
}

}  // namespace mercer::cli
