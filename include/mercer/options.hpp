// The options of `cluster`. Every field has a default and a sentence.
#pragma once

#include <cstdint>

#include "mercer/approx.hpp"
#include "mercer/beyond/auto.hpp"
#include "mercer/beyond/graph_linkage.hpp"
#include "mercer/beyond/k_spheres.hpp"
#include "mercer/beyond/linkage.hpp"
#include "mercer/beyond/mean_shift.hpp"
#include "mercer/beyond/mixture.hpp"
#include "mercer/beyond/one_class.hpp"
#include "mercer/beyond/spectral.hpp"
#include "mercer/beyond/support_vector.hpp"
#include "mercer/communicator.hpp"
#include "mercer/control.hpp"
#include "mercer/device.hpp"
#include "mercer/embedding.hpp"
#include "mercer/kernels.hpp"
#include "mercer/rules/fuzzy.hpp"
#include "mercer/rules/hard.hpp"
#include "mercer/rules/inverse_weighted.hpp"
#include "mercer/rules/k_harmonic.hpp"
#include "mercer/rules/neural_gas.hpp"
#include "mercer/rules/possibilistic.hpp"
#include "mercer/rules/softmax.hpp"
#include "mercer/rules/som.hpp"

namespace mercer {

using Method = std::variant<Hard, Softmax, Fuzzy, Possibilistic, KHarmonic, InverseWeighted, NeuralGas, Som,
                            // and those that are not the loop
                            TreeCut, SingleLinkage, Ward, Genie, Hdbscan,  //
                            Spectral, OneClass, KSpheres, SupportVectorClustering, MeanShift, Mixture,
                            GraphLinkage, Auto>;

// Whether the prototypes are to be points of the input space although there is a kernel.
inline bool prototypes_in_input(const Method& method) {
  return std::visit(
      [](const auto& rule) {
        if constexpr (requires { rule.prototypes; })
          return rule.prototypes == PrototypesIn::input;
        else
          return false;
      },
      method);
}

// Whether the method itself finds the number of clusters.
inline bool finds_clusters(const Method& method) {
  return std::visit(
      []<class M>(const M&) {
        return requires { M::finds_clusters; };
      },
      method);
}
// Whether the method tells how unusual each point is.
inline bool scores_outliers(const Method& method) {
  return std::visit(
      []<class M>(const M&) {
        return requires { M::scores_outliers; };
      },
      method);
}

struct KernelPlusPlus {
  static constexpr std::string_view name = "kernel++", about = "greedy k-means++ in feature space";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct RandomPartition {
  static constexpr std::string_view name = "random", about = "every point in a random cluster";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct InputKMeans {
  static constexpr std::string_view name = "kmeans", about = "the converged k-means of the input space";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct Singleton {
  static constexpr std::string_view name = "singleton",
                                    about = "n-k+1 points in the first cluster, k-1 clusters of one point";
  static constexpr bool needs_all_points = true;
  std::string pick = "medoid";
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("pick", self.pick, "medoid|random|least-norm|INDEX: which point stands alone");
  }
};
struct RandomPoints {
  static constexpr std::string_view name = "points", about = "k random points as prototypes";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct GlobalSearch {
  static constexpr std::string_view name = "global",
                                    about = "fast global: clusters added one by one where they gain most";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct InverseWeightedStart {
  static constexpr std::string_view name = "iwc", about = "inverse weighted clustering, from random weights";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct GivenLabels {
  static constexpr std::string_view name = "labels",
                                    about = "labels that you give: a file, or in C++ Options::labels";
  static constexpr bool needs_all_points = true;
  std::string file;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("file", self.file, "a file with one label per line");
  }
};
using Init = std::variant<KernelPlusPlus, RandomPartition, InputKMeans, Singleton, RandomPoints, GlobalSearch,
                          InverseWeightedStart, GivenLabels>;

// Whether the start refers to all points, so that it can't be used for a sample.
inline bool needs_all_points(const Init& init) {
  return std::visit(
      []<class I>(const I&) {
        return requires { I::needs_all_points; };
      },
      init);
}

struct NoSearch {
  static constexpr std::string_view name = "none", about = "no search after the restarts";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct Swap {
  static constexpr std::string_view name = "swap",
                                    about = "moves one prototype at a time and keeps improvements";
  int trials = 50;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("trials", self.trials, "number of swaps tried", Allowed::at_least(1));
  }
};
using Search = std::variant<NoSearch, Swap>;

// The swaps that are tried, or null.
inline const Swap* swaps_of(const Search& search) { return std::get_if<Swap>(&search); }

// Arithmetic of the kernel tiles; sums are always double.
enum class Precision { automatic, single_, double_ };
template <>
struct EnumNames<Precision> {
  static constexpr std::array<std::string_view, 3> values = {"auto", "float", "double"};
};

// The number of clusters when none is given: the nodes of a map, else two.
constexpr Index clusters_by_method = -1;
// Or the number is chosen from the data, whatever the method (`suggest_clusters`); method auto always does
// that.
constexpr Index clusters_by_data = -2;

// How the kernel matrix of points is held.
enum class Holding { automatic, stored, tiled };
template <>
struct EnumNames<Holding> {
  static constexpr std::array<std::string_view, 3> values = {"auto", "stored", "tiled"};
};

struct Options {
  Index clusters = clusters_by_method;  // at most the number of distinct points, except for maps
  Index most_clusters = 0;              // tree-cut: try clusters .. most_clusters and suggest one; 0: no
  std::optional<Method> method = {};    // how clusters are found; none: default_method chooses
  Kernel kernel = NoKernel{};           // none: input space
  std::string tune = {};            // a parameter to try at many values: kernel.sigma, method.m, neighbors
  Init init = KernelPlusPlus{};     // where it starts
  Search search = NoSearch{};       // what is tried beyond restarts (hard methods)
  Approx approx = Exact{};          // none: the result is exact
  Embedding embed = NoEmbedding{};  // none: the whole feature space
  Index restarts = 10;              // starts, of which the best is kept; run together
  Index max_iterations = 300;       // of each start
  Precision precision =
      Precision::automatic;              // auto: double up to 4096 points, float tiles with double sums above
  Holding storage = Holding::automatic;  // stored, or computed tile by tile; auto: the faster one that fits
  DeviceChoice device = {};              // auto, cpu, gpu, gpu:N; auto: a GPU if it is expected to be faster
  std::uint64_t memory = 0;              // budget in bytes; 0 = what is free now
  int threads = 0;                       // 0 = all cores; the result is the same for any number
  std::uint64_t seed = 1;                // the same seed gives the same result
  Vector weights = {};                   // one positive weight per point; empty = all 1
  Labels labels = {};                    // the start, when init is `labels`
  Control* control = nullptr;            // progress and stop; may be null
  Communicator* communicator = nullptr;  // ranks that share the work: all call `cluster` alike; may be null
};

// The method if none is named. If at most the number of clusters is given, it is auto. For the connectivity
// kernel it is tree-cut. With any other kernel, or any option of k-means and its relatives (init, search,
// approx, embed, restarts, max_iterations, storage, weights), it is k-means.
Method default_method(const Options& options);

MERCER_GRAMMAR(extern template, Method);
MERCER_GRAMMAR(extern template, Init);
MERCER_GRAMMAR(extern template, Search);

}  // namespace mercer
