// How good a clustering is: against known classes, and against the data.
#pragma once

#include <string>
#include <vector>

#include "mercer/data.hpp"

namespace mercer {

struct Scores {
  Index size = 0;
  double accuracy = 0;           // best one-to-one matching of clusters and classes (Hungarian)
  double balanced_accuracy = 0;  // mean of the per-class rates under the matching that maximises it
  Index majority_errors = 0;     // points outside the majority class of their cluster
  double ari = 0;                // adjusted Rand index
  double nmi = 0;                // normalised mutual information, arithmetic mean
  double purity = 0;             // 1 - majority_errors / size
  Eigen::MatrixXi confusion;     // classes x clusters, each in the order of its distinct values
  std::vector<int> matching;     // class (row) matched to each cluster (column), -1 for none
};
// Labels may be any integers; noise (a negative label) counts as one more cluster.
Scores score(const Labels& labels, const Labels& truth);
// A score as people read it: "0.9867". What rounds to zero has no sign.
std::string score_text(double value, int digits = 4);

// Any values -> 0 .. m-1, in the order of the sorted distinct values (numbers sort as numbers), which `names`
// receives.
Labels encode(const std::vector<std::string>& values, std::vector<std::string>* names = nullptr);

// Input space: errors about each cluster's own mean. Points with a negative label are left out.
struct VectorErrors {
  double quantization_error = 0;  // sum_i |x_i - mean|   (unsquared)
  double sse = 0;                 // sum_i |x_i - mean|^2
  double empirical = 0;           // the survey's E(X) = sse / 2n
};
VectorErrors vector_errors(const Data& data, const Labels& labels);

// Maximum-weight assignment of rows to columns (Hungarian method): the column of each row, -1 for none.
std::vector<int> assign_max(const Matrix& gain);

}  // namespace mercer
