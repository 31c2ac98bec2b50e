// mercer fit: reads points, clusters them, writes what was asked for and says what was done.
#include <fmt/format.h>

#include "arguments.hpp"
#include "choice.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "mercer/cluster.hpp"
#include "mercer/edges.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/plot.hpp"
#include "mercer/report.hpp"
#include "names.hpp"
#include "objects.hpp"
#include "parts.hpp"
#include "pictures.hpp"
#include "program.hpp"
#include "stopwatch.hpp"
#include "summary.hpp"
#include "watched.hpp"

namespace mercer::cli {
namespace {

struct FitArguments {
  DataArguments data;
  TextArguments text;
  Options options;
  Description description;  // of strings and graphs
  std::string labels, model, memberships, outlier_scores, map, dendrogram, plot, candidates, report, command;
  bool edges = false, silhouette = false, standardize = false, show = false, json = false, quiet = false,
       dry_run = false;
  bool join = false;
};

// What the method does not have to show.
void check_shown(const FitArguments& a) {
  const Shows has = shows(a.options);
  if (a.options.clusters == clusters_by_method && !has.own_clusters)
    throw Error(
        Fault::usage,
        "how many clusters? --clusters (-k) must be given; without a method and a kernel it is suggested");
  if (!a.candidates.empty() && !has.candidates)
    throw Error(Fault::usage, "--candidates draws what --method auto tries; it needs that method");
  if (!a.map.empty() && !has.map)
    throw Error(Fault::usage, "--map draws a self-organising map; it needs --method som");
  if (!a.outlier_scores.empty() && !has.outlier_scores)
    throw Error(Fault::usage, fmt::format("--outlier-scores needs a method that has them: {}",
                                          methods_with(&Shows::outlier_scores)));
  if (!a.dendrogram.empty() && !has.dendrogram)
    throw Error(Fault::usage, fmt::format("--dendrogram needs a method that makes one: {}",
                                          methods_with(&Shows::dendrogram)));
}

// What can be refused before the data are read.
void check(const FitArguments& a) {
  if (a.model == "-") throw Error(Fault::usage, "--model can't go to standard output; name a file");
  check_stdout({{"--labels", a.labels},
                {"--memberships", a.memberships},
                {"--outlier-scores", a.outlier_scores},
                {"--map", a.map},
                {"--dendrogram", a.dendrogram},
                {"--plot", a.plot},
                {"--candidates", a.candidates},
                {"--report", a.report},
                {"--json", a.json ? "-" : ""}});
  check_output("--labels", a.labels, a.data.path);
  check_output("--model", a.model, a.data.path);
  check_output("--memberships", a.memberships, a.data.path);
  check_output("--outlier-scores", a.outlier_scores, a.data.path);
  check_output("--map", a.map, a.data.path);
  check_output("--dendrogram", a.dendrogram, a.data.path);
  check_output("--plot", a.plot, a.data.path);
  check_output("--candidates", a.candidates, a.data.path);
  check_output("--report", a.report, a.data.path);
  check_ending("--plot", a.plot, {".svg", ".png"});
  check_ending("--candidates", a.candidates, {".svg", ".png"});
  check_ending("--report", a.report, {".html", ".htm"});
  check_shown(a);
  if (a.edges && !is_precomputed(a.options.kernel))
    throw Error(
        Fault::usage,
        "--edges needs a kernel that reads a graph: --kernel geodesic:metric=precomputed or "
        "connectivity:metric=precomputed, where an edge is a length, diffusion or precomputed, where it is a "
        "similarity");
  if (a.standardize && (is_text(a.data, a.text) || compares_objects(a.description.kernel)))
    throw Error(
        Fault::usage,
        "--standardize is for columns of numbers, not for documents, strings or graphs; leave it out");
  if (!is_precomputed(a.options.kernel)) return;
  const std::string kernel = format_choice(a.options.kernel);
  const char* drawn = a.show                  ? "--show"
                      : !a.plot.empty()       ? "--plot"
                      : !a.candidates.empty() ? "--candidates"
                                              : nullptr;
  if (drawn)
    throw Error(Fault::usage,
                fmt::format("{} needs points to draw, and --kernel {} has none", drawn, kernel));
  if (a.standardize)
    throw Error(Fault::usage,
                fmt::format("--standardize is for columns of points, not for --kernel {}", kernel));
}

void read_start(Options& options) {
  const auto* given = std::get_if<GivenLabels>(&options.init);
  if (!given) return;
  if (given->file.empty())
    throw Error(Fault::usage, "--init labels needs a file; write --init labels:file=start.csv");
  options.labels = encode(read_labels(given->file));
}

// The data, whatever they are; a vocabulary is learnt from documents, a description from strings and graphs.
Table read(FitArguments& a, Vocabulary& vocabulary) {
  if (compares_objects(a.description.kernel))
    return read_objects(a.data, a.text, a.options.threads, a.description);
  if (a.edges) return read_edges(a.data.path);
  if (is_text(a.data, a.text)) return read_text(a.data, a.text, vocabulary);
  return read_table(a.data.path, a.data.request);
}

// A class column taken as a feature is the commonest slip; only a warning, since the column may be meant.
std::vector<Warning> suspect_columns(const Table& table) {
  std::vector<Warning> warnings;
  for (const auto& name : table.names)
    for (const char* suspect : {"label", "labels", "class", "target", "truth"})
      if (name == suspect)
        warnings.push_back({fmt::format("the column '{}' was used as a feature", name),
                            fmt::format("--truth {} keeps it out and scores against it", name)});
  return warnings;
}

// The clustering itself, watched and interruptible.
void compute(const Data& data, FitArguments& a, Run& run) {
  const Stopwatch watch;
  run.result = watched(a.options.control, !a.quiet, [&] { return cluster(data, a.options); });
  for (Warning& warning : run.result.warnings) warning = {in_flags(warning.what), in_flags(warning.remedy)};
  run.seconds = watch.seconds();
}

// The page that shows it all; `raw` are the points before they were standardized.
std::string report_page(const FitArguments& a, const Data& raw, const Run& run, const Table& table) {
  ReportOptions page;
  const std::size_t slash = run.source.find_last_of('/', run.source.size() - 2);  // a folder may end in one
  page.title = slash == std::string::npos ? run.source : run.source.substr(slash + 1);
  page.command = run.command;
  page.about = summary_lines(run);
  if (const auto& choice = run.result.choice)
    for (auto& line : choice_lines(*choice)) page.about.push_back(std::move(line));
  page.truth = table.truth;
  page.truth_name = run.truth;
  page.terms = run.terms;
  page.seed = a.options.seed;
  page.threads = a.options.threads;
  page.words = in_flags;
  return report_html(raw, run.result, page);
}

// Everything is made before anything is written.
void write_outputs(const FitArguments& a, const Data& data, const Result& result, const std::string& page) {
  PlotOptions plot;
  plot.columns = result.model.names;
  const std::string picture = a.plot.empty() ? "" : picture_of(a.plot, {{"", data, result.labels}}, plot);
  const std::string candidates =
      a.candidates.empty() ? "" : picture_of(a.candidates, candidate_panels(data, result), candidate_style());
  if (!a.model.empty()) result.model.save(a.model);
  if (!a.plot.empty()) write_file(a.plot, picture);
  if (!a.candidates.empty()) write_file(a.candidates, candidates);
  if (!a.report.empty()) write_file(a.report, page);
  if (!a.outlier_scores.empty()) write_matrix(a.outlier_scores, result.outlier_scores, {"outlier_score"});
  if (!a.map.empty()) write_map(a.map, *result.map);
  if (!a.dendrogram.empty()) write_dendrogram(a.dendrogram, *result.dendrogram);
  if (!a.memberships.empty()) {
    const Matrix& soft = result.memberships;
    const Index clusters = result.model.clusters();
    write_matrix(a.memberships, soft.size() > 0 ? soft : hard_memberships(result.labels, clusters),
                 cluster_names(clusters));
  }
  if (!a.labels.empty()) write_labels(a.labels, result.labels);
}

// What people read goes to standard error where standard output is taken.
void report(const FitArguments& a, const Data& data, const Run& run) {
  if (a.json) write_json(summary_json(run));
  const bool taken = a.json || a.labels == "-" || a.memberships == "-" || a.plot == "-" ||
                     a.candidates == "-" || a.map == "-" || a.outlier_scores == "-" || a.dendrogram == "-" ||
                     a.report == "-";
  std::FILE* stream = taken ? stderr : stdout;
  std::string text = a.json || a.quiet ? "" : summary_text(run, Style(stream));
  if (a.show) text += shown_clusters(data, run.result.labels, run.result.model.names, stream);
  if (taken)
    fmt::print(stderr, "{}", text);
  else if (!text.empty())
    write_file("-", text);
}

int forecast(const FitArguments& a, const Data& data) {
  const Plan planned = plan(data, a.options);
  const double seconds = pass_seconds(data, a.options);
  if (a.json) {
    write_json({{"dry_run", true},
                {"n", data.size()},
                {"d", data.dimensions()},
                {"clusters", cluster_count(a.options)},
                {"plan", plan_json(planned)},
                {"pass_seconds", seconds}});
    return 0;
  }
  const Style style(stdout);
  write_file("-", line(style, "data", fmt::format("{} points x {} columns", data.size(), data.dimensions())) +
                      line(style, "plan", plan_text(planned)) +
                      line(style, "memory",
                           fmt::format("{} beyond the data; {} at least", format_bytes(planned.bytes),
                                       format_bytes(planned.least_bytes))) +
                      line(style, "time",
                           fmt::format("about {} a pass, judged by a sample; a fit takes a few passes",
                                       duration_text(seconds))));
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

int fit(FitArguments& a) {
  settle_edges(a);
  a.description.kernel = a.options.kernel;
  a.options.kernel = among_rows(a.options.kernel);
  check(a);
  const Stopwatch reading;
  Vocabulary vocabulary;
  Table table = read(a, vocabulary);
  read_start(a.options);
  a.options.weights = table.weights;
  if (a.options.weights.size() > 0) check_shown(a);  // weights may decide the method
  Run run;
  run.read_seconds = reading.seconds();
  Data data = take_features(table);
  const Data raw = a.report.empty() ? Data() : data;
  Standardizer standardizer;
  if (a.standardize) {
    standardizer = Standardizer::learn(data);
    data = standardizer.apply(data);
  }
  if (a.dry_run) return forecast(a, data);

  compute(data, a, run);
  if (!a.edges) run.result.model.names = table.names;
  if (!vocabulary.terms.empty()) {
    run.terms = top_terms(data.sparse(), run.result.labels, run.result.model.clusters(), vocabulary);
    run.result.model.vocabulary = std::move(vocabulary);
  }
  if (!a.description.terms.empty()) run.result.model.description = std::move(a.description);
  run.result.model.standardizer = standardizer;
  if (!a.edges)
    for (auto& warning : suspect_columns(table)) run.result.warnings.push_back(std::move(warning));
  run.options = a.options;
  run.command = a.command;
  run.source = table.source;
  run.truth = a.data.request.truth;
  run.size = data.size();
  run.dimensions = data.dimensions();
  run.sparse = data.is_sparse();
  run.standardized = a.standardize;
  run.threads = [&] {
    const ThreadScope scope(a.options.threads);
    return thread_count();
  }();
  if (!table.truth.empty()) run.scores = score(run.result.labels, encode(table.truth));
  if (!is_precomputed(a.options.kernel)) run.errors = vector_errors(data, run.result.labels);
  if (a.silhouette && !run.result.interrupted)
    run.silhouette = silhouette(data, run.result.model.kernel, run.result.labels, a.options.threads);
  run.peak_memory = peak_memory();
  write_outputs(a, data, run.result, a.report.empty() ? "" : report_page(a, raw, run, table));
  report(a, data, run);
  return run.result.interrupted ? exit_interrupted : 0;
}

// "3", or "2..20".
void read_clusters(const std::string& text, Options& o) {
  const std::size_t dots = text.find("..");
  const bool range = dots != std::string::npos;
  const bool good = grammar::parse(text.substr(0, dots), o.clusters) &&
                    (!range || grammar::parse(text.substr(dots + 2), o.most_clusters));
  if (!good || (range && o.most_clusters < 1))
    throw Error(Fault::usage, fmt::format("--clusters = '{}' is no integer and no range like 2..20", text));
}

void add_clustering(CLI::App& command, Options& o) {
  const auto group = [](CLI::Option* option) { return option->group("Clustering"); };
  group(command.add_option_function<std::string>(
            "-k,--clusters", [&o](const std::string& text) { read_clusters(text, o); },
            "Number of clusters; auto suggests one, a map has its nodes, hdbscan finds it; A..B: tree-cut "
            "suggests"))
      ->type_name("K");
  group(add_choice(command, "method", o.method, "How clusters are found"))->default_str("auto");
  group(add_choice(command, "kernel", o.kernel, "Similarity of points"));
  group(add_choice(command, "init", o.init, "Where it starts"));
  group(add_choice(command, "search", o.search, "What is tried beyond restarts"));
  group(add_choice(command, "approx", o.approx, "What may be approximated"));
  group(add_choice(command, "embed", o.embed, "What of the feature space is kept"));
  group(add_value(command, "--restarts", o.restarts, "R", "Starts, of which the best is kept"))
      ->default_str("10");
  group(add_value(command, "--max-iterations", o.max_iterations, "N", "Iterations of each start"))
      ->default_str("300");
  group(add_value(command, "--seed", o.seed, "S", "Equal seed, equal answer"))->default_str("1");
}

void add_outputs(CLI::App& command, FitArguments& a) {
  const auto output = [&](const char* flag, std::string& path, const char* type, const char* about) {
    command.add_option(flag, path, about)->type_name(type)->group("Output");
  };
  output("--labels", a.labels, "FILE", "Write the cluster of each point; - is standard output");
  output("--model", a.model, "FILE", "Write the model, for 'mercer predict'");
  output("--memberships", a.memberships, "FILE", "Write the share of each point in each cluster");
  output("--outlier-scores", a.outlier_scores, "FILE",
         "Write how little each point belongs anywhere (possibilistic, one-class, spheres, svc, methods on a "
         "tree)");
  output("--map", a.map, "FILE", "Write the nodes of a map, hits and U-matrix; FILE.svg: draw them (som)");
  output("--dendrogram", a.dendrogram, "FILE",
         "Write the hierarchy: JSON, Newick (.nwk), or a linkage for SciPy (.csv, .npy)");
  output("--plot", a.plot, "FILE.svg|png", "Draw the clusters");
  output("--candidates", a.candidates, "FILE.svg|png", "Draw what was tried, side by side (auto)");
  output("--report", a.report, "FILE.html", "Write a page that shows the clusters and whether to trust them");
  command
      .add_flag("--silhouette", a.silhouette,
                "Also measure the silhouette in feature space, from all pairs of points")
      ->group("Output");
  command.add_flag("--show", a.show, "Draw the clusters in characters, below the summary")->group("Output");
  command.add_flag("--json", a.json, "Print one JSON object instead of the summary")->group("Output");
  command.add_flag("-q,--quiet", a.quiet, "No summary, no progress")->group("Output");
}

}  // namespace

void add_fit(Program& program) {
  auto* command = program.app.add_subcommand("fit", "Cluster data");
  auto a = std::make_shared<FitArguments>();
  add_data(*command, a->data);
  add_clustering(*command, a->options);
  add_text(*command, a->text);
  add_vocabulary(*command, a->text);
  add_truth(*command, a->data);
  command->add_option("--weights", a->data.request.weights, "Column with the weight of each point")
      ->type_name("COLUMN")
      ->group("Input");
  add_column_choice(*command, a->data);
  command->add_flag("--join", a->join, "Join the parts of a graph that no edge joins (--kernel connectivity)")
      ->group("Input");
  command->add_flag("--standardize", a->standardize, "Shift and scale every column to mean 0, deviation 1")
      ->group("Input");
  add_edges(*command, a->edges);
  add_outputs(*command, *a);
  add_threads(*command, a->options.threads);
  add_memory(*command, a->options.memory);
  add_value(*command, "--precision", a->options.precision, "PRECISION",
            "Arithmetic of the kernel: " + listed("PRECISION"))
      ->default_str("auto")
      ->group("Run");
  add_value(*command, "--storage", a->options.storage, "STORAGE",
            "Whether the kernel matrix is kept: " + listed("STORAGE"))
      ->default_str("auto")
      ->group("Run");
  command->add_flag("--dry-run", a->dry_run, "Only forecast memory and time")->group("Run");
  command->footer(
      "Examples:\n"
      "  mercer fit iris.csv -k 3 --truth label\n"
      "  mercer fit rings.csv -k 2 --truth label --kernel gaussian:sigma=1 --search swap\n"
      "  mercer fit points.npy -k 10 --kernel gaussian --search swap --model points.mercer\n"
      "  cat points.csv | mercer fit - -k 4 --method soft:beta=2 --labels - --quiet\n\n"
      "A choice is written NAME or NAME:key=value,key=value; 'mercer help methods', 'kernels', 'inits',\n"
      "'searches' and 'approximations' list their keys. Ctrl-C ends a run with the best result so far.");
  command->callback([&program, a] {
    a->command = command_line(program.words);
    program.action = [a] { return fit(*a); };
  });
}

}  // namespace mercer::cli
