// What an experiment is made of. The files in `papers/` are lists of these: data, method, parameters, runs
// and published figures; nothing is computed there but pictures.
#pragma once

#include <algorithm>
#include <functional>

#include "mercer/evaluate.hpp"
#include "mercer/options.hpp"
#include "mercer/reproduce.hpp"
#include "mercer/result.hpp"

namespace mercer {

// Points with their classes; a negative class is noise, which no score looks at.
struct Labelled {
  Data data;
  Labels truth;
};

// Where points come from; `sources.hpp` has them. `draw(folder, run)`: a source may differ from run to run.
struct Source {
  std::string name;  // for the report: "iris.csv, standardised"
  std::function<Labelled(const std::string& folder, int run)> draw;
};

// A clustering that was made, and what it was made of.
struct Trial {
  const Labelled& set;
  const Result& result;
};
using Measure = std::function<double(const Trial&)>;  // `measures.hpp` has them

// A figure of a trial, and what the paper prints for it.
struct Figure {
  std::string column;
  Measure measure;
  std::vector<double> paper = {};  // empty: none
  double deviation = 0;            // printed beside it
  int digits = 1;
  Good good = Good::more;
  double rounding = 0.05;  // half of the last digit printed
};

// A row: a method on some data, several times. Runs have the seeds 1, 2, ...
struct Entry {
  std::string what;
  Source source;
  Options options;
  int runs = 1;
  std::vector<Figure> figures;
  std::string not_public = {};  // why it can't be run anywhere; then source and options don't matter
  std::function<Options(const Labelled&, Options)> prepare = {};  // what depends on the data: a start
};

inline int runs_of(const Entry& entry, bool quick) { return quick ? std::min(entry.runs, 2) : entry.runs; }

class Bench;
struct Experiment {
  ExperimentInfo info;
  std::vector<Entry> entries = {};
  std::function<void(Bench&, Outcome&)> draw = {};  // pictures in the paper's form, and figures read off them
  std::string finding = {};
};

// What runs them: the folder of the data, the threads, and what may ask it to stop.
class Bench {
 public:
  Bench(const ReproduceOptions& options, std::int64_t trials) : options_(options), trials_(trials) {}
  Labelled read(const Source& source, int run = 0) const { return source.draw(options_.data, run); }
  Result cluster(const Data& data, Options options) const;
  int threads() const { return options_.threads; }
  bool quick() const { return options_.quick; }
  void finished(std::int64_t trials);  // tells how far it is
  void heed_stop() const;              // throws when it is to stop

 private:
  const ReproduceOptions& options_;
  std::int64_t done_ = 0, trials_ = 0;
};

std::vector<Experiment> soft_geodesic_experiments();
std::vector<Experiment> survey_experiments();
std::vector<Experiment> inverse_weighted_experiments();
std::vector<Experiment> kernelised_kmeans_experiments();
std::vector<Experiment> connectivity_experiments();
std::vector<Experiment> all_experiments();

}  // namespace mercer
