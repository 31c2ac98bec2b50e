// mercer fit, in its parts: options, checks, the run itself, outputs.
#pragma once

#include "mercer/cluster.hpp"
#include "objects.hpp"
#include "summary.hpp"
#include "tables.hpp"

namespace mercer::cli {

struct View;

struct FitArguments {
  DataArguments data;
  TableArguments table;
  TextArguments text;
  Options options;
  Description description;  // of strings and graphs
  std::string labels, model, memberships, outlier_scores, map, dendrogram, plot, curve, candidates, report,
      append, command;
  std::vector<std::string> axes;  // columns to draw; none: what was clustered
  bool edges = false, silhouette = false, standardize = false, show = false, json = false, quiet = false,
       dry_run = false;
  bool join = false, explain = false;
};

// What the method does not have to show.
void check_shown(const FitArguments& a);
// What can be refused before the data are read.
void check(const FitArguments& a);

int fit(FitArguments& a);

// The page that shows it all; `raw` are the points before they were standardized.
std::string report_page(const FitArguments& a, const Data& raw, const Run& run, const Input& input);
// Everything is made before anything is written.
void write_outputs(const FitArguments& a, const View& view, const Result& result, const Input& input,
                   const std::string& page);
// What people read goes to standard error where standard output is taken.
void report(const FitArguments& a, const View& view, const Run& run);

}  // namespace mercer::cli
