// What mercer fit refuses before it reads anything.
#include <fmt/format.h>

#include "fit.hpp"

namespace mercer::cli {

void check_shown(const FitArguments& a) {
  const Shows has = shows(a.options);
  if (!a.candidates.empty() && !has.candidates)
    throw Error(Fault::usage,
                "--candidates draws the clusterings that --method auto tries; it needs that method");
  if (!a.curve.empty() && a.options.tune.empty() && a.options.clusters > 0)
    throw Error(
        Fault::usage,
        "--curve draws the evidence for the number of clusters, or for a value; leave --clusters out, "
        "or give --tune");
  if (!a.map.empty() && !has.map)
    throw Error(Fault::usage, "--map draws a self-organising map; it needs --method som");
  if (!a.outlier_scores.empty() && !has.outlier_scores)
    throw Error(Fault::usage, fmt::format("--outlier-scores needs a method that has them: {}",
                                          methods_with(&Shows::outlier_scores)));
  if (!a.dendrogram.empty() && !has.dendrogram)
    throw Error(Fault::usage, fmt::format("--dendrogram needs a method that makes one: {}",
                                          methods_with(&Shows::dendrogram)));
}

void check(const FitArguments& a) {
  if (a.model == "-") throw Error(Fault::usage, "--model can't go to standard output; name a file");
  check_outputs({{"--labels", a.labels},
                 {"--model", a.model},
                 {"--memberships", a.memberships},
                 {"--outlier-scores", a.outlier_scores},
                 {"--map", a.map},
                 {"--dendrogram", a.dendrogram},
                 {"--plot", a.plot},
                 {"--curve", a.curve},
                 {"--candidates", a.candidates},
                 {"--report", a.report},
                 {"--append", a.append},
                 {"--json", a.json ? "-" : ""}});
  check_output("--labels", a.labels, a.data.path);
  check_output("--model", a.model, a.data.path);
  check_output("--memberships", a.memberships, a.data.path);
  check_output("--outlier-scores", a.outlier_scores, a.data.path);
  check_output("--map", a.map, a.data.path);
  check_output("--dendrogram", a.dendrogram, a.data.path);
  check_output("--plot", a.plot, a.data.path);
  check_output("--curve", a.curve, a.data.path);
  check_output("--candidates", a.candidates, a.data.path);
  check_output("--report", a.report, a.data.path);
  check_output("--append", a.append, a.data.path);
  check_ending("--plot", a.plot, {".svg", ".png"});
  check_ending("--curve", a.curve, {".svg", ".png"});
  check_ending("--candidates", a.candidates, {".svg", ".png"});
  check_ending("--dendrogram", a.dendrogram, {".svg", ".png", ".json", ".nwk", ".newick", ".csv", ".npy"});
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
  if (!a.axes.empty() && a.plot.empty() && !a.show)
    throw Error(Fault::usage, "--axes says what --plot and --show draw; give one of them");
  if (!is_precomputed(a.options.kernel)) return;
  const std::string kernel = format_choice(a.options.kernel);
  const char* drawn = a.show                  ? "--show"
                      : !a.plot.empty()       ? "--plot"
                      : !a.candidates.empty() ? "--candidates"
                                              : nullptr;
  if (drawn)
    throw Error(Fault::usage,
                fmt::format("{} needs points to draw, but --kernel {} comes without points", drawn, kernel));
  if (a.standardize)
    throw Error(Fault::usage,
                fmt::format("--standardize is for columns of points, not for --kernel {}", kernel));
}

}  // namespace mercer::cli
