// Spectral clustering through the front door: the graph, its eigenvectors, k-means among them, and the cut.
#include "beyond/spectral.hpp"

#include <algorithm>

#include "beyond/normalised_cut.hpp"
#include "embed/feature_gram.hpp"
#include "embed/tall.hpp"
#include "front/hard_run.hpp"
#include "front/method_file.hpp"
#include "graph/components.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

// More pieces than clusters: any way to put pieces together cuts nothing, and so all are equally good.
[[noreturn]] void too_many_pieces(const std::string& count, const Run& run) {
  const bool near = needs_of(run.options).base == Base::near_affinity;
  throw Error(Fault::data,
              fmt::format("the affinity is disconnected: it falls into {} pieces, and it is not clear how "
                          "to join them into {} clusters; {}, or ask for more clusters",
                          count, run.options.clusters, near ? "raise neighbors" : "widen the kernel"));
}

void check_pieces(Run& run, const Affinity& affinity) {
  if (affinity.graph.size() == 0) return;
  const int count = components_of(SparseMatrix(affinity.graph.sparse().pruned())).count;
  if (count > run.options.clusters) too_many_pieces(std::to_string(count), run);
  run.find("pieces", {static_cast<double>(count)}, "connected parts of the affinity graph");
}

// Of a full matrix the pieces are only seen in the eigenvalue 1, which occurs once for each.
void check_gap(Run& run, const SpectralEmbedding& embedding, const Affinity& affinity) {
  const Index k = run.options.clusters;
  const double rounding = std::max(1e-8, 64 * affinity.gram->epsilon());
  if (affinity.graph.size() == 0 && affinity.size() > k && embedding.values[k] > 1 - rounding)
    too_many_pieces(fmt::format("at least {}", k + 1), run);
  run.find("eigenvalues", {embedding.values.begin(), embedding.values.end()},
           "of the normalised affinity; a gap after the k-th supports k clusters");
  if (!embedding.converged && !run.stopped())
    run.warn("the eigenvectors are not accurate",
             "the affinity has no clear gap after these eigenvalues; raise neighbors, or change the kernel");
}

// What k-means found among the coordinates, as prototypes of the model.
void keep_model(Run& run, const VectorSpace& space, const Labels& labels, SpectralMap map) {
  Model& m = run.result.model;
  const HardOptions hard{run.options.clusters, 1, false, run.weights, nullptr};
  const HardState state = assemble(space, {labels}, hard);
  Matrix prototypes = space.coordinates(state.prototypes);
  m.mass = state.prototypes.mass;
  m.norm = prototypes.rowwise().squaredNorm().cwiseProduct(m.mass.cwiseAbs2());
  m.kind = kinds::Spectral{std::move(map.coefficients), {}, std::move(prototypes)};
  m.labels = labels;
}

// The affinity of features: their products, about the origin that the kernel has.
template <class T>
std::shared_ptr<FeatureGram> feature_gram(const Run& run) {
  const FeatureMap& map = run.embedded->map;
  const auto features = embed<T>(map, run.kernel, run.data, 0, run.data.size(), run.embedded->diagonal);
  Matrix Z = features.values.template cast<double>();
  Z.rowwise() += map.mean.transpose();
  return std::make_shared<FeatureGram>(std::move(Z));
}
std::shared_ptr<FeatureGram> feature_gram(Run& run) {
  if (run.embedded->map.factor.size() > 0)  // nystrom
    run.embedded->report.meaning = "share of tr K outside the landmarks' span";
  run.built.space.reset();
  run.embedded->space.reset();  // the same features, which are made once more
  return run.plan.summary.precision == Precision::single_ ? feature_gram<float>(run)
                                                          : feature_gram<double>(run);
}

// What new points need; of those with features it is about these: z(x) (Z' coefficients), and their degree
// z(x) Z' 1.
SpectralMap map_of(const SpectralEmbedding& embedding, const Affinity& affinity) {
  SpectralMap map = spectral_map(embedding, affinity.degree);
  const auto* features = dynamic_cast<const FeatureGram*>(affinity.gram.get());
  if (!features) return map;
  Matrix W(affinity.size(), map.coefficients.cols() + 1);
  W << map.coefficients, Vector::Ones(affinity.size());
  return {tall_product(features->features(), W)};
}

}  // namespace

template <>
struct Front<Spectral> {
  static Needs needs(const Spectral& method) {
    return {.base = method.neighbors > 0 ? Base::near_affinity : Base::affinity,
            .weights = false,
            .passes = 60,
            .neighbors = method.neighbors,
            .judged = JudgedBy::along_data_without_kernel};
  }
  static void settle(Spectral&, Options& o) {
    if (is_none(o.kernel)) o.kernel = Gaussian{.local = true};
  }
  static void check(const Spectral& method, const Shape& shape, const Options& o) {
    if (std::holds_alternative<Dissimilarity>(o.kernel))
      refuse(
          "method spectral needs affinities, and dissimilarities are the opposite; give exp(-d^2 / 2 "
          "sigma^2) or the like (`kernel = precomputed`)");
    if (method.neighbors > 0 && is_precomputed(o.kernel))
      refuse("spectral: neighbors needs points, but the data are a matrix; leave neighbors out");
    if (method.neighbors >= shape.points && method.neighbors > 0)
      refuse(fmt::format("spectral: neighbors = {} must be less than the {} points; lower neighbors",
                         method.neighbors, shape.points));
  }
  // The basis of the eigensolver and its image, with copies while they grow; the graph of near points with
  // its entries in every form they go through.
  static Memory bytes(const Spectral& method, const Extent& e) {
    const std::uint64_t n = e.points(), k = e.clusters();
    const std::uint64_t block = std::min(2 * k + 1, k + 3);
    const std::uint64_t dense = n <= 96 || 8 * (2 * k + 1) >= n ? 40 * n * n : 0;
    return {.beside =
                std::max(8 * n * 28 * block, dense) + 110 * n * static_cast<std::uint64_t>(method.neighbors)};
  }
  static Shows shows(const Spectral&, const Options&) { return {}; }

  static void run(Run& run, Spectral method) {
    Result& r = run.result;
    r.model.method = method;
    const Index k = run.options.clusters;
    const std::shared_ptr<Gram> gram = run.embedded ? feature_gram(run) : run.built.gram;
    const Affinity affinity = affinity_of(gram, run.built.graph, run.options.control);
    if (run.stopped()) interrupted_early();
    check_pieces(run, affinity);
    const SpectralEmbedding embedding = spectral_embedding(
        affinity, k, {.tolerance = 1e-6, .seed = run.options.seed, .control = run.options.control});
    if (run.stopped()) interrupted_early();
    check_gap(run, embedding, affinity);
    const Matrix features = spectral_features(method.variant, embedding.vectors, affinity.degree);
    const auto space = std::make_shared<VectorSpace>(Data(features));
    run.built.space = space;

    HardStart best = best_hard_start(run, Hard{});
    r.iterations = best.iterations;
    r.converged = best.converged;
    r.reseeded = best.reseeded;
    r.objective = normalised_cut(affinity, best.labels, k);
    if (method.refine && !run.stopped()) {
      run.find("cut before", {r.objective}, "normalised cut of the clusters before they were refined");
      r.objective = lower_cut(affinity, best.labels, k, run.options.max_iterations, run.options.control);
    }
    r.labels = best.labels;
    keep_model(run, *space, r.labels, map_of(embedding, affinity));
  }
};
template const MethodDoor& door_of<Spectral>();

}  // namespace mercer
