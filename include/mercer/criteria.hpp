// Six criteria for the number of clusters under a kernel, and the number that most of them support.
#pragma once

#include <string>
#include <vector>

#include "mercer/data.hpp"
#include "mercer/options.hpp"
#include "mercer/result.hpp"

namespace mercer {

struct CriteriaOptions {
  Index least = 2, most = 10;  // numbers of clusters that are looked at
  Kernel kernel = NoKernel{};  // none: the input space
  Index samples = 10;          // reference sets of the gap statistic, and pairs of subsamples
  Index most_points = 1000;    // above it a sample of that size, spread over the data, is judged
  std::uint64_t seed = 1;
  int threads = 0;
  Control* control = nullptr;
};

// Of one number of clusters. What could not be found is NaN.
struct CountEvidence {
  Index clusters = 0;
  double eigenvalue_ratio = 0;    // of the kernel matrix: lambda_k / lambda_(k+1)
  double laplacian_gap = 0;       // of the normalised affinity: mu_k - mu_(k+1)
  double girolami = 0;            // share of 1'K 1 that the k strongest eigenvectors explain
  double silhouette = 0;          // in feature space, of kernel k-means
  double gap = 0, gap_error = 0;  // gap statistic, and its standard error
  double stability = 0;           // mean adjusted Rand index between clusterings of subsamples
};

struct Vote {
  std::string criterion;
  Index clusters = 0;  // 0: it abstains
  std::string rule;
};

struct Criteria {
  std::vector<CountEvidence> evidence;
  std::vector<Vote> votes;
  Index clusters = 0;            // the number with most votes, the lesser of equals
  Index agreeing = 0;            // votes for it
  Index voting = 0;              // votes cast
  std::vector<double> spectrum;  // the leading eigenvalues of the kernel matrix
  Kernel kernel;                 // with the parameters used
  Index judged = 0;              // points that were looked at
};
Criteria judge_criteria(const Data& data, const CriteriaOptions& options);
// The same on standardized columns where their deviations differ by more than a factor of 2, so that none
// swamps the rest; of a graph by its random walk.
Criteria judge_scaled(const Data& data, CriteriaOptions options);

}  // namespace mercer
