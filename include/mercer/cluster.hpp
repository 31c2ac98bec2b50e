// The front door: data and options in, a clustering out.
#pragma once

#include "mercer/data.hpp"
#include "mercer/options.hpp"
#include "mercer/result.hpp"

namespace mercer {

Result cluster(const Data& data, const Options& options);

// The plan of `cluster`, with its memory; nothing is clustered. Throws what `cluster` would throw for the
// options and the budget.
Plan plan(const Data& data, const Options& options);

// The number of clusters: the given one, or the one that follows from the method (the nodes of a map).
Index cluster_count(const Options& options);

// What a method gives beside labels; known before it runs.
struct Shows {
  bool iterations = true;       // it iterates until nothing changes, or up to a limit
  bool starts = true;           // it keeps the best of several starts
  bool own_clusters = false;    // it finds or suggests the number of clusters if none is given
  bool outlier_scores = false;  // how unusual each point is
  bool range = false;           // which number of clusters in a range it prefers
  bool dendrogram = false;
  bool map = false;
  bool candidates = false;  // the clusterings that it tried
};
Shows shows(const Options& options);
// The methods that have it, as text for people: "single, ward or genie".
std::string methods_with(bool Shows::*part);

// Seconds that one pass over the points (under a kernel: over all pairs of points) would take, judged by a
// sample. A fit takes a few passes: hard methods about two for each group of starts, soft ones one per
// iteration.
double pass_seconds(const Data& data, const Options& options);

// The kernel matrix of the data, n x n; automatic parameters are chosen and written back into `kernel`.
Matrix gram(const Data& data, Kernel& kernel, int threads = 0);

// The same between near points only: the kernel of each point with itself and with its `neighbors` nearest
// (in the cosine distance for the cosine kernel), a symmetric sparse matrix for `Precomputed`.
SparseMatrix neighbor_gram(const Data& data, Kernel& kernel, Index neighbors, int threads = 0);

// Mean silhouette in feature space, -1 to 1: how much nearer the points are to their own cluster than to the
// next one. It looks at every pair of points, on a GPU where one is asked for or pays.
double silhouette(const Data& data, const Kernel& kernel, const Labels& labels, int threads = 0,
                  const DeviceChoice& device = {});

}  // namespace mercer
