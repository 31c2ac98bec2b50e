// Runs the experiments of the papers again, and compares the published figures with those found here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mercer/control.hpp"
#include "mercer/error.hpp"

namespace mercer {

struct ExperimentInfo {
  std::string name;   // such as "geodesic-table-1"
  std::string paper;  // its authors, title and year
  std::string place;  // in the paper: "Table 1"
  std::string about;  // a sentence
};
// In the order of the report. The word before the first dash names the paper: "geodesic".
std::vector<ExperimentInfo> experiments();

// The folder of the data that come with mercer: the one named by the variable MERCER_DATA, or beside the
// program or the library, or in the repository that they were built in, or where they were installed. "" if
// there is none.
std::string data_folder();

struct ReproduceOptions {
  // Names of experiments, or of papers (all their experiments); empty: everything.
  std::vector<std::string> names{};
  std::string data{};          // a folder of data that is searched before data_folder()
  bool quick = false;          // two runs instead of ten
  int threads = 1;             // per run; 0 = all cores. The sets are small, so more threads don't help
  Control* control = nullptr;  // progress; a stop is an error that says how far the run came
};

// Mean and standard deviation (n - 1) of some runs.
struct Spread {
  double mean = 0, deviation = 0;
};
Spread spread(const std::vector<double>& runs);

// Which way a figure is better.
enum class Good { more, less, neither };
enum class Verdict { none, same, better, worse, different, missing };

// One published figure, and the same figure here.
struct Comparison {
  std::string what{};           // the row of the table
  std::string column{};         // its column; may be empty
  std::string how{};            // data, method and parameters
  std::vector<double> paper{};  // as printed: the mean, or every run; empty: the paper has no number
  double paper_deviation = 0;   // as printed, of a mean
  std::vector<double> runs{};   // found here, one value per run
  int digits = 1;               // decimals that are shown
  double rounding = 0.05;       // half of the last digit that the paper prints
  Good good = Good::more;       // an accuracy, an error, or neither
  std::string missing{};        // why there are no runs

  Spread published() const;
  std::optional<double> difference() const;  // of the means, here minus there
  // same: within two standard errors of the difference, or within rounding.
  Verdict verdict() const;
};

struct Picture {
  std::string caption;
  std::string svg;
  bool broad = false;  // as wide as two
};

struct Outcome {
  ExperimentInfo experiment;
  std::vector<Comparison> comparisons;
  std::vector<Picture> pictures;
  std::string finding;  // where it differs from the paper, and why
  std::string missing;  // why there are no pictures
};

struct Reproduction {
  std::vector<Outcome> outcomes;
  bool quick = false;
  std::optional<Fault> trouble;  // the first reason why a figure could not be computed
};

Reproduction reproduce(const ReproduceOptions& options);

// One page that needs no other file and no network.
std::string reproduction_html(const Reproduction& found, const std::string& command);
// The same as Markdown, and the pictures by their names; `folder` is where the text looks for them.
struct MarkdownPage {
  std::string text;
  std::vector<std::pair<std::string, std::string>> pictures;  // file name, SVG
};
MarkdownPage reproduction_markdown(const Reproduction& found, const std::string& command,
                                   const std::string& folder);

// As the tables show them: "97.2 ± 0.1", "+0.2", "reproduced"; a dash where there is nothing.
std::string paper_text(const Comparison& row);
std::string mercer_text(const Comparison& row);
std::string difference_text(const Comparison& row);
std::string verdict_text(const Comparison& row);
// "60 comparisons with published figures: 41 reproduced, ..."
std::string summary_text(const Reproduction& found);

}  // namespace mercer
