// The kernels, as options: each struct is the one definition of its name, parameters and defaults.
#pragma once

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

// Where the values of a kernel come from. Each kernel declares this; what can be done with it follows.
enum class KernelSource {
  none,      // there is no kernel: the input space
  points,    // a function of two points (kernels/functions.hpp)
  matrix,    // the data are the matrix
  paths,     // shortest paths among all the data: the matrix comes as a whole
  tree,      // the tree of gaps among all the data
  vertices,  // the data are a graph, whose matrix takes their place
  objects,   // strings or graphs, which become rows of numbers first (mercer/objects.hpp)
};

struct NoKernel {
  static constexpr std::string_view name = "none", about = "no kernel: the method works in the input space";
  static constexpr KernelSource source = KernelSource::none;
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Linear {
  static constexpr std::string_view name = "linear", about = "x.y";
  static constexpr KernelSource source = KernelSource::points;
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Gaussian {
  static constexpr std::string_view name = "gaussian", about = "exp(-|x-y|^2 / 2 sigma^2)";
  static constexpr KernelSource source = KernelSource::points;
  std::optional<double> sigma = {};
  std::optional<double> gamma = {};
  bool local = false;
  int neighbors = 7;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("sigma", self.sigma, "width; auto = median distance between points", Allowed::above(0));
    visit("gamma", self.gamma, "1 / (2 sigma^2), instead of sigma", Allowed::above(0));
    visit("local", self.local, "self-tuning: exp(-|x-y|^2 / s_x s_y), s = distance to a near neighbour");
    visit("neighbors", self.neighbors, "the local width is the distance to this nearest neighbour",
          Allowed::at_least(1));
  }
};

struct Polynomial {
  static constexpr std::string_view name = "polynomial", about = "(x.y + offset)^degree";
  static constexpr KernelSource source = KernelSource::points;
  int degree = 2;
  double offset = 1;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("degree", self.degree, "power", Allowed::at_least(1));
    visit("offset", self.offset, "constant added to x.y; 0 or more keeps the kernel positive definite",
          Allowed::finite());
  }
};

struct Laplacian {
  static constexpr std::string_view name = "laplacian", about = "exp(-|x-y| / sigma), |.| the Euclidean norm";
  static constexpr KernelSource source = KernelSource::points;
  std::optional<double> sigma = {};
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("sigma", self.sigma, "width; auto = median distance between points", Allowed::above(0));
  }
};

struct Sigmoid {
  static constexpr std::string_view name = "sigmoid", about = "tanh(gamma x.y + offset), indefinite";
  static constexpr KernelSource source = KernelSource::points;
  std::optional<double> gamma = {};
  double offset = 1;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("gamma", self.gamma, "slope; auto = 1 / number of columns", Allowed::finite());
    visit("offset", self.offset, "constant added to gamma x.y", Allowed::finite());
  }
};

struct Cosine {
  static constexpr std::string_view name = "cosine", about = "x.y / |x| |y|";
  static constexpr KernelSource source = KernelSource::points;
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Precomputed {
  static constexpr std::string_view name = "precomputed", about = "the data are the kernel matrix itself";
  static constexpr KernelSource source = KernelSource::matrix;
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Dissimilarity {
  static constexpr std::string_view name = "dissimilarity",
                                    about = "the data are dissimilarities d; k = -d^power / 2";
  static constexpr KernelSource source = KernelSource::matrix;
  int power = 2;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("power", self.power, "2: d are distances; 1: pairwise clustering of raw dissimilarities",
          Allowed::between(1, 2));
  }
};

// Which pairs of near points become edges of a neighbourhood graph.
enum class NeighborGraph { union_, mutual };
template <>
struct EnumNames<NeighborGraph> {
  static constexpr std::array<std::string_view, 2> values = {"union", "mutual"};
};
// How distances are made Euclidean.
enum class DistanceShift { cailliez, lingoes, none };
template <>
struct EnumNames<DistanceShift> {
  static constexpr std::array<std::string_view, 3> values = {"cailliez", "lingoes", "none"};
};
// How long the edges are.
enum class EdgeMetric { euclidean, cosine, precomputed };
template <>
struct EnumNames<EdgeMetric> {
  static constexpr std::array<std::string_view, 3> values = {"euclidean", "cosine", "precomputed"};
};

struct Geodesic {
  static constexpr std::string_view name = "geodesic",
                                    about =
                                        "distances along the data: shortest paths through near neighbours";
  static constexpr KernelSource source = KernelSource::paths;
  std::int64_t neighbors = 10;
  NeighborGraph graph = NeighborGraph::union_;
  DistanceShift shift = DistanceShift::cailliez;
  EdgeMetric metric = EdgeMetric::euclidean;
  std::optional<std::int64_t> landmarks = {};
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("neighbors", self.neighbors, "near neighbours of each point", Allowed::at_least(1));
    visit("graph", self.graph,
          "join two points if one is a neighbour of the other (union), or if both are (mutual)");
    visit("shift", self.shift, "cailliez: a constant c* added to distances; lingoes: to their squares");
    visit("metric", self.metric, "precomputed: the data are distances, or (sparse) the edges of a graph");
    visit("landmarks", self.landmarks,
          "compute paths to this many points only; auto = to all, up to 20000 points", Allowed::at_least(2));
  }
};

// How the gaps of a path are measured.
enum class PathMetric {
  euclidean,
  cosine,       // 1 - x.y / |x| |y|; a zero vector is an error
  manhattan,    // sum of differences
  chebyshev,    // largest difference
  precomputed,  // the data are the distances: a matrix, or a graph (sparse) whose absent edges can't be used
};
template <>
struct EnumNames<PathMetric> {
  static constexpr std::array<std::string_view, 5> values = {"euclidean", "cosine", "manhattan", "chebyshev",
                                                             "precomputed"};
};

struct Connectivity {
  static constexpr std::string_view name = "connectivity",
                                    about = "d = the largest gap on the best path from x to y; k = -d / 2";
  static constexpr KernelSource source = KernelSource::tree;
  int min_points = 1;
  PathMetric metric = PathMetric::euclidean;
  bool join = false;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("min_points", self.min_points,
          "a gap is at least the distance to the (min_points - 1)-th neighbour; 1: plain gaps",
          Allowed::at_least(1));
    visit("metric", self.metric, "how gaps are measured");
    visit("join", self.join, "join the parts of a disconnected graph, at twice the longest edge");
  }
};

// Which function of the Laplacian L of a graph is the kernel.
enum class DiffusionForm {
  heat,         // exp(-time L): heat that has spread from one vertex to the other
  regularized,  // (I + time L)^-1: the average of that over all times, with less weight for later ones
};
template <>
struct EnumNames<DiffusionForm> {
  static constexpr std::array<std::string_view, 2> values = {"heat", "regularized"};
};

struct Diffusion {
  static constexpr std::string_view name = "diffusion",
                                    about = "the data are a graph, its edges similarities: exp(-time L)";
  static constexpr KernelSource source = KernelSource::vertices;
  double time = 1;
  DiffusionForm form = DiffusionForm::heat;
  bool normalized = false;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("time", self.time, "how far the heat spreads", Allowed::above(0));
    visit("form", self.form, "heat: exp(-time L); regularized: (I + time L)^-1");
    visit("normalized", self.normalized,
          "L = I - D^-1/2 A D^-1/2 rather than D - A, so that degrees count less");
  }
};

// Kernels of objects that are not points. All are normalised: k(x, y) / sqrt(k(x, x) k(y, y)).
struct Spectrum {
  static constexpr std::string_view name = "spectrum",
                                    about = "the data are strings: the substrings that two of them share";
  static constexpr KernelSource source = KernelSource::objects;
  int length = 3;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("length", self.length, "characters of a substring", Allowed::at_least(1));
  }
};

struct Subsequence {
  static constexpr std::string_view name = "subsequence",
                                    about =
                                        "the data are strings: the subsequences, with gaps, that two share";
  static constexpr KernelSource source = KernelSource::objects;
  int length = 3;
  double decay = 0.5;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("length", self.length, "characters of a subsequence", Allowed::at_least(1));
    visit("decay", self.decay, "weight factor per character of the span, gaps included",
          Allowed::positive_share());
  }
};

struct WeisfeilerLehman {
  static constexpr std::string_view name = "weisfeiler-lehman",
                                    about = "the data are graphs: the neighbourhoods that two of them share";
  static constexpr KernelSource source = KernelSource::objects;
  int depth = 3;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("depth", self.depth, "how many steps a neighbourhood reaches; 0: only labels",
          Allowed::at_least(0));
  }
};

using Kernel =
    std::variant<NoKernel, Linear, Gaussian, Polynomial, Laplacian, Sigmoid, Cosine, Precomputed,
                 Dissimilarity, Geodesic, Connectivity, Diffusion, Spectrum, Subsequence, WeisfeilerLehman>;

inline KernelSource source_of(const Kernel& kernel) {
  return std::visit([]<class K>(const K&) { return K::source; }, kernel);
}

// Whether there is no kernel.
inline bool is_none(const Kernel& kernel) { return source_of(kernel) == KernelSource::none; }

// Whether feature space is the input space: no kernel, or the linear one.
inline bool is_plain(const Kernel& kernel) {
  return is_none(kernel) || std::holds_alternative<Linear>(kernel);
}

// Whether it is a Gaussian whose width differs from point to point.
inline bool is_local(const Kernel& kernel) {
  const auto* gaussian = std::get_if<Gaussian>(&kernel);
  return gaussian && gaussian->local;
}
// The Gaussian kernel with one width, or null.
inline const Gaussian* one_width(const Kernel& kernel) {
  const auto* gaussian = std::get_if<Gaussian>(&kernel);
  return gaussian && !gaussian->local ? gaussian : nullptr;
}

// Whether the kernel matrix comes as a whole, from all the data at once: it can't be computed tile by tile.
inline bool comes_whole(const Kernel& kernel) { return source_of(kernel) == KernelSource::paths; }

// Whether it compares objects that are not points; mercer/objects.hpp turns them into rows of numbers.
inline bool compares_strings(const Kernel& kernel) {
  return std::holds_alternative<Spectrum>(kernel) || std::holds_alternative<Subsequence>(kernel);
}
inline bool compares_graphs(const Kernel& kernel) { return std::holds_alternative<WeisfeilerLehman>(kernel); }

// Whether the data are the matrix of similarities or dissimilarities rather than points.
inline bool is_precomputed(const Kernel& kernel) {
  return std::visit(
      []<class K>(const K& k) {
        if constexpr (requires { k.metric; })
          return k.metric == decltype(k.metric)::precomputed;
        else
          return K::source == KernelSource::matrix || K::source == KernelSource::vertices;
      },
      kernel);
}

MERCER_GRAMMAR(extern template, Kernel);

}  // namespace mercer
