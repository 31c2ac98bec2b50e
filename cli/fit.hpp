// mercer fit, in its parts: options, checks, the run itself, outputs.
#pragma once

#include "mercer/cluster.hpp"
#include "mercer/report.hpp"
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
      append;
  std::vector<std::string> words;  // the command line, as it was typed
  std::vector<std::string> axes;   // columns to draw; none: what was clustered
  bool edges = false, silhouette = false, standardize = false, show = false, json = false, quiet = false,
       dry_run = false;
  bool join = false, explain = false;
};

// `mercer fit` as a command of that name: all its options.
std::shared_ptr<FitArguments> define_fit(CLI::App& command);

// What the method does not have to show.
void check_shown(const FitArguments& a);
// What can be refused before the data are read.
void check(const FitArguments& a);

int fit(FitArguments& a);

// A fit in its steps, for those who watch it themselves.
// What was read, and what a model needs to read new data alike.
struct Reading {
  Input input;
  Vocabulary vocabulary;
  Description description;
  double seconds = 0;
};
// The points as they are clustered.
struct ScaledPoints {
  Data data;
  Standardizer standardizer;
};
// The options completed by each other, and checked; nothing is read.
void settle(FitArguments& a);
Reading read(FitArguments& a);
// What the data decide of the options: weights, a given start, how the number of clusters is found.
void settle(FitArguments& a, const Input& input);
ScaledPoints scaled_points(const FitArguments& a, const Input& input);
// All that is said of a result; the result becomes a part of it.
Run run_of(const FitArguments& a, const Reading& reading, const ScaledPoints& points, Result result,
           double seconds);

// What a report says beside its pictures.
ReportOptions report_options(const FitArguments& a, const Run& run, const Input& input);
// The page that shows it all; `raw` are the points before they were standardized.
std::string report_page(const FitArguments& a, const Data& raw, const Run& run, const Input& input);
// The table as it was, with what was found behind it: the cluster, and where the method has them the largest
// membership and the outlier score.
void write_table(const FitArguments& a, const Result& result, const Input& input, const std::string& path);
// Everything is made before anything is written.
void write_outputs(const FitArguments& a, const View& view, const Result& result, const Input& input,
                   const std::string& page);
// What people read goes to standard error where standard output is taken.
void report(const FitArguments& a, const View& view, const Run& run);

}  // namespace mercer::cli
