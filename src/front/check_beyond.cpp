#include "front/check_beyond.hpp"

#include <fmt/format.h>

#include "mercer/error.hpp"

namespace mercer {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Fault::usage, message); }

// The methods that this file knows; those on a tree have checks of their own (front/paths.cpp).
template <class M>
inline constexpr bool is_here =
    std::is_same_v<M, Spectral> || std::is_same_v<M, OneClass> || std::is_same_v<M, KSpheres> ||
    std::is_same_v<M, SupportVectorClustering> || std::is_same_v<M, MeanShift> ||
    std::is_same_v<M, Mixture> || std::is_same_v<M, GraphLinkage> || std::is_same_v<M, Auto>;

// What only the loop knows to do.
void check_extras(std::string_view name, const Options& o) {
  if (o.weights.size() > 0 && !std::holds_alternative<Mixture>(o.method))
    refuse(fmt::format("method {} takes no weights of points; leave them out", name));
  if (!std::holds_alternative<NoEmbedding>(o.embed))
    refuse(fmt::format("method {} works on the kernel itself; leave --embed out", name));
  const auto* spectral = std::get_if<Spectral>(&o.method);
  const bool whole = comes_whole(o.kernel) || std::holds_alternative<Connectivity>(o.kernel);
  if (whole && !(spectral && spectral->neighbors == 0))
    refuse(
        fmt::format("method {} needs a kernel of two points, and --kernel {} comes as a whole; use another "
                    "kernel",
                    name, format_choice(o.kernel)));
  const bool featured =
      std::holds_alternative<Nystrom>(o.approx) || std::holds_alternative<RandomFeatures>(o.approx);
  if (featured && spectral && spectral->neighbors == 0) return;  // an affinity of features
  if (!std::holds_alternative<Exact>(o.approx))
    refuse(fmt::format("method {} has no approximation '{}'; leave --approx out", name,
                       format_choice(o.approx)));
}

void check_data_of(const Data& data, const Options& o, const Spectral& method) {
  if (std::holds_alternative<Dissimilarity>(o.kernel))
    refuse(
        "method spectral needs affinities, and dissimilarities are the opposite; give exp(-d^2 / 2 sigma^2) "
        "or the like (--kernel precomputed)");
  if (method.neighbors > 0 && is_precomputed(o.kernel))
    refuse("spectral: neighbors are sought among points, and a given matrix has none; leave neighbors out");
  if (method.neighbors >= data.size() && method.neighbors > 0)
    refuse(fmt::format("spectral: neighbors = {} must be less than the {} points; lower neighbors",
                       method.neighbors, data.size()));
}

void check_data_of(const Data& data, const Options&, const OneClass& method) {
  const double least = 1 / static_cast<double>(data.size());
  if (method.C && !(*method.C >= least * (1 - 1e-12) && *method.C <= 1))
    refuse(fmt::format("one-class: C = {:g} must lie between 1/n = {:g} and 1", *method.C, least));
}

void check_data_of(const Data&, const Options&, const KSpheres&) {}

void check_data_of(const Data&, const Options& o, const SupportVectorClustering&) {
  const auto* gaussian = std::get_if<Gaussian>(&o.kernel);
  if (!gaussian || gaussian->local)
    refuse("method svc needs the gaussian kernel with one width: its contours are those of a sphere there");
}

void check_data_of(const Data&, const Options& o, const MeanShift&) {
  if (!std::holds_alternative<NoKernel>(o.kernel))
    refuse("method mean-shift climbs in the input space; leave --kernel out");
}

void check_data_of(const Data& data, const Options& o, const Mixture&) {
  if (!std::holds_alternative<NoKernel>(o.kernel))
    refuse("method mixture has its shapes in the input space; leave --kernel out");
  if (data.is_sparse())
    refuse(
        "method mixture needs dense points: its shapes are matrices of all pairs of columns; embed the "
        "points first (mercer embed)");
}

// A graph as a sparse matrix of similarities.
bool gives_graph(const Data& data, const Options& o) {
  return std::holds_alternative<Precomputed>(o.kernel) && data.is_sparse();
}

void check_data_of(const Data& data, const Options& o, const GraphLinkage&) {
  if (gives_graph(data, o)) return;
  if (!std::holds_alternative<NoKernel>(o.kernel))
    refuse(
        "method graph-linkage weighs its graph by the self-tuning gaussian kernel; leave --kernel out, or "
        "give "
        "a graph (--edges, --kernel precomputed with a sparse matrix)");
}

void check_data_of(const Data& data, const Options& o, const Auto&) {
  if (gives_graph(data, o)) return;
  if (!std::holds_alternative<NoKernel>(o.kernel))
    refuse(fmt::format(
        "method auto finds its kernel by itself; leave --kernel out, give a graph (--edges), or name a "
        "method for --kernel {} (--method kmeans)",
        format_choice(o.kernel)));
}

[[noreturn]] void negative(Index i, Index j, double value) {
  throw Error(Fault::data,
              fmt::format("the affinity in row {}, column {} is {}: it can't be negative; set it to 0 or "
                          "shift the matrix",
                          i + 1, j + 1, value));
}

void check_not_negative(const Data& matrix) {
  matrix.visit([]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      for (Index i = 0; i < v.rows(); ++i)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it)
          if (it.value() < 0 && it.col() != i) negative(i, it.col(), it.value());
    } else {
      for (Index i = 0; i < v.rows; ++i)
        for (Index j = 0; j < v.columns; ++j)
          if (v.row(i)[j] < 0 && i != j) negative(i, j, static_cast<double>(v.row(i)[j]));
    }
  });
}

}  // namespace

Options settle_beyond(Options o) {
  const bool here = std::visit([]<class M>(const M&) { return is_here<M>; }, o.method);
  if (here && std::holds_alternative<AutoApprox>(o.approx)) o.approx = Exact{};
  if (finds_clusters(o.method)) {
    if (o.clusters != clusters_by_method)
      refuse(fmt::format("method {} finds the number of clusters by itself; leave clusters out",
                         std::visit([]<class M>(const M&) { return M::name; }, o.method)));
    o.clusters = 1;
  }
  if (!std::holds_alternative<NoKernel>(o.kernel)) return o;
  if (std::holds_alternative<Spectral>(o.method)) o.kernel = Gaussian{.local = true};
  if (std::holds_alternative<SupportVectorClustering>(o.method)) o.kernel = Gaussian{};
  if (std::holds_alternative<OneClass>(o.method) || std::holds_alternative<KSpheres>(o.method))
    o.kernel = Linear{};
  return o;
}

void check_beyond(const Data& data, const Options& o) {
  std::visit(
      [&]<class M>(const M& method) {
        if constexpr (is_here<M>) {
          check_extras(M::name, o);
          check_data_of(data, o, method);
        }
      },
      o.method);
}

void check_given_beyond(const Data& matrix, const Options& o) {
  const bool graph = std::holds_alternative<GraphLinkage>(o.method) || std::holds_alternative<Auto>(o.method);
  if (graph || std::holds_alternative<Spectral>(o.method)) check_not_negative(matrix);
}

}  // namespace mercer
