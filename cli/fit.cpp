// mercer fit: reads points, clusters them, writes what was asked for and says what was done.
#include <fmt/format.h>

#include <algorithm>

#include "fit.hpp"
#include "mercer/describe.hpp"
#include "mercer/edges.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/machine.hpp"
#include "mercer/reading.hpp"
#include "names.hpp"
#include "program.hpp"
#include "said_before.hpp"
#include "stopwatch.hpp"
#include "table_summary.hpp"
#include "views.hpp"
#include "watched.hpp"

namespace mercer::cli {
namespace {

void read_start(Options& options) {
  const auto* given = std::get_if<GivenLabels>(&options.init);
  if (!given) return;
  if (given->file.empty())
    throw Error(Fault::usage, "--init labels needs a file; write --init labels:file=start.csv");
  const ReadingBudget budget(reading_bytes(options.memory));
  options.labels = encode(read_labels(given->file));
}

// A table with a column of text beside others: all of them count. None where the text is all there is.
std::optional<Input> text_beside(const FitArguments& a) {
  if (a.text.column.empty() || a.data.path == "-" || is_document_source(a.data.path)) return std::nullopt;
  FrameRequest request = frame_request(a.data, a.table);
  request.types.push_back({a.text.column, Kind::text});
  auto frame = read_frame(a.data.path, request);
  RecipeOptions options{.missing = a.table.missing, .text = {a.text.column}};
  options.terms = text_options(a.text, options.terms.terms);
  if (!has_other_columns(frame, a.text.column)) return std::nullopt;
  return input_of(std::move(frame), options);
}

// The data, whatever they are; a vocabulary is learnt from documents, a description from strings and graphs.
Input read_data(const FitArguments& a, Vocabulary& vocabulary, Description& description) {
  if (compares_objects(description.kernel)) {
    Documents said;
    Table table = read_objects(a.data, a.text, a.options.threads, description, &said);
    return input_of(std::move(table), std::move(said));
  }
  if (a.edges) return input_of(read_edges(a.data.path));
  if (auto beside = text_beside(a)) return std::move(*beside);
  if (is_text(a.data, a.text)) {
    Documents documents = read_text(a.data, a.text);
    Table table = table_of(documents, a.text, vocabulary);
    return input_of(std::move(table), std::move(documents));
  }
  if (is_precomputed(a.options.kernel)) return input_of(read_table(a.data.path, a.data.request));
  return read_input(a.data.path, frame_request(a.data, a.table), RecipeOptions{.missing = a.table.missing});
}

// A class column taken as a feature is the commonest slip; only a warning, since the column may be meant.
std::vector<Warning> suspect_columns(const Input& table) {
  std::vector<Warning> warnings;
  for (const auto& name : table.names)
    if (named_like_class(name))
      warnings.push_back({fmt::format("the column '{}' was used as a feature", name),
                          fmt::format("--truth {} leaves it out and compares the clusters with it", name)});
  return warnings;
}

// There is a search where the number of clusters or the value of a parameter is open.
bool searches(const Options& o) { return !o.tune.empty() || (o.clusters < 1 && shows(o).candidates); }

// A report is made when what the fit alone needed is free again.
Plan plan_of(const FitArguments& a, const Data& data) {
  Plan planned = plan(data, a.options);
  if (a.report.empty()) return planned;
  ReportOptions page;
  page.memory = a.options.memory;
  planned.bytes = std::max(planned.bytes, report_bytes(data, a.options, page));
  page.memory = 1;  // the smallest
  planned.least_bytes = std::max(planned.least_bytes, report_bytes(data, a.options, page));
  return planned;
}

// A line for each rank, where there are several.
std::string ranks_text(const Style& style, std::uint64_t bytes, const std::vector<double>& pass_seconds) {
  std::string text;
  for (std::size_t rank = 0; rank < pass_seconds.size(); ++rank)
    text +=
        line(style, fmt::format("rank {}", rank),
             fmt::format("{}, about {} per pass", format_bytes(bytes), duration_text(pass_seconds[rank])));
  return pass_seconds.size() > 1 ? text : "";
}

int forecast(const FitArguments& a, const Data& data) {
  const Plan planned = plan_of(a, data);
  const std::vector<double> seconds_of = from_all_ranks(pass_seconds(data, a.options));
  const double seconds = *std::max_element(seconds_of.begin(), seconds_of.end());
  if (a.json) {
    Json json = {{"dry_run", true},
                 {"n", data.size()},
                 {"d", data.dimensions()},
                 {"clusters", cluster_count(a.options)},
                 {"plan", plan_json(planned)},
                 {"pass_seconds", seconds}};
    if (rank_count() > 1) {
      Json& ranks = json["ranks"] = Json::array();
      for (const double own : seconds_of) ranks.push_back({{"bytes", planned.bytes}, {"pass_seconds", own}});
    }
    write_json("forecast", json);
    return 0;
  }
  const std::string each = rank_count() > 1 ? fmt::format(" on each of {} ranks", rank_count()) : "";
  const Style style(stdout);
  write_file("-", line(style, "data", fmt::format("{} points x {} columns", data.size(), data.dimensions())) +
                      line(style, "plan", plan_text(planned)) +
                      line(style, "memory",
                           fmt::format("{} beyond the data{}; {} at least", format_bytes(planned.bytes), each,
                                       format_bytes(planned.least_bytes))) +
                      line(style, "time",
                           fmt::format("about {} per pass, estimated from a sample; a fit takes a few passes",
                                       duration_text(seconds))) +
                      ranks_text(style, planned.bytes, seconds_of));
  return 0;
}

// A list of edges of which nothing else is said is a graph of similarities.
void settle_edges(FitArguments& a) {
  Options& o = a.options;
  if (a.edges && !o.method && std::holds_alternative<NoKernel>(o.kernel)) {
    o.method = default_method(o);
    if (shows(o).candidates) o.kernel = Precomputed{};
  }
  if (a.join) {
    auto* paths = std::get_if<Connectivity>(&a.options.kernel);
    if (!paths)
      throw Error(Fault::usage, "--join is for graphs under --kernel connectivity:metric=precomputed");
    paths->join = true;
  }
}

// What the reading has to say. Scales don't matter where the columns are standardized, or where auto looks
// at both.
void add_warnings(const FitArguments& a, const Input& input, Run& run) {
  const bool scaled = a.standardize || shows(a.options).candidates;
  for (const Warning& warning : input.warnings)
    if (!(scaled && warning.remedy == "--standardize")) run.result.warnings.push_back(warning);
  if (!a.edges && !input.table)
    for (auto& warning : suspect_columns(input)) run.result.warnings.push_back(std::move(warning));
}

// What a model needs beside its clusters to read new data as these were read.
void keep_reading(const FitArguments& a, const Reading& reading, Model& model) {
  const Input& input = reading.input;
  if (!a.edges) model.names = input.names;
  if (!reading.vocabulary.terms.empty()) model.vocabulary = reading.vocabulary;
  if (!reading.description.terms.empty()) model.description = reading.description;
  if (input.table && !input.table->recipe.plain()) model.recipe = input.table->recipe;
}

}  // namespace

void settle(FitArguments& a) {
  settle_edges(a);
  a.description.kernel = a.options.kernel;
  a.options.kernel = among_rows(a.options.kernel);
  check(a);
}

// All columns that can't be read, with the command that leaves them out.
Reading read(FitArguments& a) {
  const Stopwatch watch;
  Reading reading;
  reading.description = a.description;
  const ReadingBudget budget(reading_bytes(a.options.memory));
  try {
    reading.input = read_data(a, reading.vocabulary, reading.description);
  } catch (const ColumnProblems& problems) {
    throw Error(Fault::data, problems_text(problems, a.data.request.drop, a.words));
  }
  reading.seconds = watch.seconds();
  return reading;
}

void settle(FitArguments& a, const Input& input) {
  read_start(a.options);
  a.options.weights = input.weights;
  if (a.options.weights.size() > 0) check_shown(a);  // weights may decide the method
  if (a.options.clusters == clusters_by_method && !shows(a.options).own_clusters)
    a.options.clusters = clusters_by_data;
}

ScaledPoints scaled_points(const FitArguments& a, const Input& input) {
  ScaledPoints points{input.data, {}};
  const bool scaled_already = input.table && input.table->recipe.scaled;
  if (!a.standardize || scaled_already) return points;
  points.standardizer = Standardizer::learn(points.data);
  points.data = points.standardizer.apply(points.data);
  return points;
}

Run run_of(const FitArguments& a, const Reading& reading, const ScaledPoints& points, Result result,
           double seconds) {
  const Input& input = reading.input;
  const Data& data = points.data;
  Run run;
  run.result = std::move(result);
  run.seconds = seconds;
  run.read_seconds = reading.seconds;
  for (Warning& warning : run.result.warnings) warning = {in_flags(warning.what), in_flags(warning.remedy)};
  if (run.result.choice)
    for (Contest& contest : run.result.choice->contests)
      for (Candidate& candidate : contest.candidates) candidate.method = in_flags(candidate.method);
  if (!reading.vocabulary.terms.empty())
    run.terms = top_terms(data.sparse(), run.result.labels, run.result.model.clusters(), reading.vocabulary);
  else if (input.table && !a.text.column.empty())
    run.terms = terms_of(*input.table, data, run.result);
  keep_reading(a, reading, run.result.model);
  run.result.model.standardizer = points.standardizer;
  add_warnings(a, input, run);
  run.options = a.options;
  run.command = command_line(a.words);
  run.source = input.source;
  run.truth = a.data.request.truth;
  run.size = data.size();
  run.dimensions = data.dimensions();
  run.sparse = data.is_sparse();
  run.standardized = a.standardize;
  run.threads = threads_of(a.options.threads);
  run.traffic = traffic();
  if (input.table) run.table = in_words(*input.table, data, run.result.labels, a.explain);
  if (!input.truth.empty()) run.scores = score(run.result.labels, encode(input.truth));
  if (!is_precomputed(a.options.kernel))
    run.errors = vector_errors(run.result.model.seen(input.data), run.result.labels);
  // On a GPU where it pays, unless the processor is asked for: what a fit does there its silhouettes may not.
  const DeviceChoice where =
      a.options.device.where == DeviceChoice::Where::cpu ? a.options.device : DeviceChoice{};
  if (a.silhouette && !run.result.interrupted)
    run.silhouette = silhouette(data, run.result.model.kernel, run.result.labels, a.options.threads, where);
  run.peak_memory = peak_memory();
  return run;
}

int fit(FitArguments& a) {
  settle(a);
  const Reading reading = read(a);
  const Input& input = reading.input;
  View view = a.axes.empty() ? View{} : original_columns(a.axes, input);
  settle(a, input);
  const ScaledPoints points = scaled_points(a, input);
  if (a.dry_run) return forecast(a, points.data);
  if (!a.quiet && searches(a.options)) say_before(points.data, a.options, true);
  const Stopwatch watch;
  Result result = watched(a.options.control, !a.quiet, [&] { return cluster(points.data, a.options); });
  const Run run = run_of(a, reading, points, std::move(result), watch.seconds());
  if (!is_precomputed(a.options.kernel) && a.axes.empty()) view = clustered_points(input, run.result.model);
  write_outputs(a, view, run.result, input, a.report.empty() ? "" : report_page(a, input.data, run, input));
  report(a, view, run);
  return run.result.interrupted ? exit_interrupted : 0;
}
}  // namespace mercer::cli
