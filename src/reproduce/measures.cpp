#include "reproduce/measures.hpp"

#include <algorithm>
#include <set>

namespace mercer {
namespace {

Scores scores_of(const Trial& trial) {
  Labels labels, truth;
  for (std::size_t i = 0; i < trial.set.truth.size(); ++i)
    if (trial.set.truth[i] >= 0) {
      labels.push_back(trial.result.labels[i]);
      truth.push_back(trial.set.truth[i]);
    }
  return score(labels, truth);
}

}  // namespace

double balanced_percent(const Trial& trial) { return 100 * scores_of(trial).balanced_accuracy; }

Measure class_percent(int rank) {
  return [rank](const Trial& trial) {
    const Matrix counts = scores_of(trial).confusion.cast<double>();
    const Matrix rates = counts.array().colwise() / counts.rowwise().sum().array();
    const int cluster = assign_max(rates)[static_cast<std::size_t>(rank)];
    return cluster < 0 ? 0 : 100 * rates(rank, cluster);
  };
}

double correct(const Trial& trial) {
  const Scores s = scores_of(trial);
  return s.accuracy * static_cast<double>(s.size);
}
double correct_percent(const Trial& trial) { return 100 * scores_of(trial).accuracy; }
double error_percent(const Trial& trial) { return 100 * (1 - scores_of(trial).accuracy); }
double majority_errors(const Trial& trial) { return static_cast<double>(scores_of(trial).majority_errors); }
double quantization_error(const Trial& trial) {
  return vector_errors(trial.set.data, trial.result.labels).quantization_error;
}
double iterations(const Trial& trial) { return static_cast<double>(trial.result.iterations); }
double clusters_found(const Trial& trial) {
  std::set<int> found(trial.result.labels.begin(), trial.result.labels.end());
  found.erase(-1);
  return static_cast<double>(found.size());
}

}  // namespace mercer
