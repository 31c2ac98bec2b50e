// The options of mercer fit.
#include <fmt/format.h>

#include "arguments.hpp"
#include "fit.hpp"
#include "program.hpp"

namespace mercer::cli {
namespace {

// "3", or "2..20".
void read_clusters(const std::string& text, Options& o) {
  const std::size_t dots = text.find("..");
  const bool range = dots != std::string::npos;
  const bool good = grammar::parse(text.substr(0, dots), o.clusters) &&
                    (!range || grammar::parse(text.substr(dots + 2), o.most_clusters));
  if (!good || o.clusters < 1 || (range && o.most_clusters < 1))
    throw Error(
        Fault::usage,
        fmt::format("--clusters = '{}' is not a number of clusters (1 or more), nor a range like 2..20",
                    text));
}

void add_clustering(CLI::App& command, Options& o) {
  const auto group = [](CLI::Option* option) { return option->group("Clustering"); };
  group(command.add_option_function<std::string>(
            "-k,--clusters", [&o](const std::string& text) { read_clusters(text, o); },
            fmt::format("Number of clusters. Without it the number is chosen from the data (as 'mercer "
                        "suggest-k' does) or by the method ({}); A..B ({}): try these and choose one",
                        methods_with(&Shows::own_clusters), methods_with(&Shows::range))))
      ->type_name("K");
  // gaussian:sigma=search is a number to be tuned.
  const auto searchable = [&o](CLI::Option* option, const std::string& of) {
    option->transform([&o, of](std::string text) {
      if (const std::string number = take_searched(text, of); !number.empty()) o.tune = number;
      return text;
    });
    return option;
  };
  group(searchable(add_choice(command, "method", o.method, "How clusters are found"), "method"))
      ->default_str("auto");
  group(searchable(add_choice(command, "kernel", o.kernel, "Similarity of points"), "kernel"));
  group(command.add_option("--tune", o.tune,
                           "Try many values of a parameter of the kernel or the method, and keep the best: "
                           "kernel.sigma, method.m, neighbors"))
      ->type_name("PARAMETER");
  group(add_choice(command, "init", o.init, "Starting clusters"));
  group(add_choice(command, "search", o.search, "Search for better clusters after the restarts"));
  group(add_choice(command, "approx", o.approx, "Approximation for many points"));
  group(add_choice(command, "embed", o.embed, "Reduce the feature space first"));
  group(add_value(command, "--restarts", o.restarts, "R", "Number of starts; the best result is kept"))
      ->default_str("10");
  group(add_value(command, "--max-iterations", o.max_iterations, "N",
                  "Maximum number of iterations of each start"))
      ->default_str("300");
  group(add_value(command, "--seed", o.seed, "S", "Random seed; the same seed gives the same result"))
      ->default_str("1");
}

void add_outputs(CLI::App& command, FitArguments& a) {
  const auto output = [&](const char* flag, std::string& path, const char* type, const std::string& about) {
    command.add_option(flag, path, about)->type_name(type)->group("Output");
  };
  output("--labels", a.labels, "FILE", "Write the cluster of each point; - is standard output");
  output("--append", a.append, "FILE", "Write the table again, with the cluster as one more column");
  output("--model", a.model, "FILE", "Write the model, for 'mercer predict'");
  output("--memberships", a.memberships, "FILE", "Write the membership of each point in each cluster");
  output("--outlier-scores", a.outlier_scores, "FILE",
         fmt::format("Write how unusual each point is ({})", methods_with(&Shows::outlier_scores)));
  output("--map", a.map, "FILE", "Write the nodes of a map, hits and U-matrix; FILE.svg: draw them (som)");
  output(
      "--dendrogram", a.dendrogram, "FILE",
      "Draw the hierarchy (.svg, .png), or write it: .json, Newick (.nwk), a linkage for SciPy (.csv, .npy)");
  output("--plot", a.plot, "FILE.svg|png", "Draw the clusters");
  add_list(command, "--axes", a.axes,
           "One or two columns of the file to draw in --plot and --show, as they are, instead of what was "
           "clustered")
      ->group("Output");
  output("--curve", a.curve, "FILE.svg|png",
         "Draw the evidence for each number of clusters (without --clusters), or for each value (--tune)");
  output("--candidates", a.candidates, "FILE.svg|png",
         "Draw the clusterings that were tried, side by side (auto)");
  output("--report", a.report, "FILE.html", "Write a page that shows the clusters and whether to trust them");
  command
      .add_flag("--silhouette", a.silhouette,
                "Also measure the silhouette in feature space, from all pairs of points")
      ->group("Output");
  command
      .add_flag("--explain", a.explain,
                "Also describe each cluster in words: its rows, and what sets it apart")
      ->group("Output");
  command.add_flag("--show", a.show, "Draw the clusters as text, below the summary")->group("Output");
  command.add_flag("--json", a.json, "Print one JSON object instead of the summary")->group("Output");
  command.add_flag("-q,--quiet", a.quiet, "No summary, no progress")->group("Output");
}

}  // namespace

std::shared_ptr<FitArguments> define_fit(CLI::App& app) {
  auto* command = &app;
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
  add_table(*command, a->table);
  command->add_flag("--join", a->join, "Join the disconnected parts of a graph (--kernel connectivity)")
      ->group("Input");
  command
      ->add_flag("--standardize", a->standardize,
                 "Shift and scale every column to mean 0 and standard deviation 1")
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
            "Whether the kernel matrix is stored: " + listed("STORAGE"))
      ->default_str("auto")
      ->group("Run");
  add_device(*command, a->options.device);
  command->add_flag("--dry-run", a->dry_run, "Only estimate memory and time")->group("Run");
  command->footer(
      "Examples:\n"
      "  mercer fit iris.csv -k 3 --truth label\n"
      "  mercer fit rings.csv -k 2 --truth label --kernel gaussian:sigma=1 --search swap\n"
      "  mercer fit points.npy -k 10 --kernel gaussian --search swap --model points.mercer\n"
      "  cat points.csv | mercer fit - -k 4 --method soft:beta=2 --labels - --quiet\n\n"
      "A choice is written NAME or NAME:key=value,key=value; 'mercer help methods', 'kernels', 'inits',\n"
      "'searches' and 'approximations' list their keys. Ctrl-C ends a run with the best result so far, if "
      "there\n"
      "is one within two seconds.");
  return a;
}

void add_fit(Program& program) {
  auto* command = program.app.add_subcommand("fit", "Cluster data");
  const auto a = define_fit(*command);
  command->callback([&program, a] {
    a->words = program.words;
    program.action = [a] { return fit(*a); };
  });
}

}  // namespace mercer::cli
