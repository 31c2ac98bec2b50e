// The front door: data and options in, a clustering out.
#pragma once

#include "mercer/data.hpp"
#include "mercer/options.hpp"
#include "mercer/result.hpp"

namespace mercer {

Result cluster(const Data& data, const Options& options);

// What `cluster` would do: the plan and its memory, nothing computed. Throws what `cluster` would throw for
// the options and the budget.
Plan plan(const Data& data, const Options& options);

// The number of clusters: the one given, or the one that the method says (a map has its nodes).
Index cluster_count(const Options& options);

// What a method has to show beside labels, known before it runs.
struct Shows {
  bool iterations = true;       // it goes on until nothing changes, or until it may not
  bool starts = true;           // the best of several
  bool own_clusters = false;    // it knows, finds or suggests their number when none is given
  bool outlier_scores = false;  // how little each point belongs anywhere
  bool dendrogram = false;
  bool map = false;
  bool candidates = false;  // what it tried
};
Shows shows(const Options& options);
// The methods that have it, to be read: "single, ward or genie".
std::string methods_with(bool Shows::*part);

// Seconds that one pass over the points (under a kernel: over all pairs of points) would take, judged by a
// sample. A fit takes a few passes: hard methods about two for each group of starts, soft ones one an
// iteration.
double pass_seconds(const Data& data, const Options& options);

// The kernel matrix of the data, n x n; automatic parameters are chosen and written back into `kernel`.
Matrix gram(const Data& data, Kernel& kernel, int threads = 0);

// The same between near points only: the kernel of each point with itself and with its `neighbors` nearest
// (in the cosine distance for the cosine kernel), a symmetric sparse matrix for `Precomputed`.
SparseMatrix neighbor_gram(const Data& data, Kernel& kernel, Index neighbors, int threads = 0);

// Mean silhouette in feature space, -1 to 1: how much nearer the points are to their own cluster than to the
// next one. It looks at every pair of points.
double silhouette(const Data& data, const Kernel& kernel, const Labels& labels, int threads = 0);

}  // namespace mercer
