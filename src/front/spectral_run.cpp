// Spectral clustering through the front door: the graph, its eigenvectors, k-means among them, and the cut.
#include "beyond/spectral.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "beyond/cut.hpp"
#include "front/run.hpp"
#include "graph/components.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

// More pieces than clusters: any way to put pieces together cuts nothing, and so all are equally good.
[[noreturn]] void too_many_pieces(const std::string& count, const Run& run) {
  const bool near = std::get<Spectral>(run.options.method).neighbors > 0;
  throw Error(Fault::data,
              fmt::format("the affinity is disconnected: it falls into {} pieces, and {} clusters can't tell "
                          "which belong together; {}, or ask for more clusters",
                          count, run.options.clusters, near ? "raise neighbors" : "widen the kernel"));
}

void check_pieces(Run& run, const Affinity& affinity) {
  if (affinity.graph.size() == 0) return;
  const int count = components_of(SparseMatrix(affinity.graph.sparse().pruned())).count;
  if (count > run.options.clusters) too_many_pieces(std::to_string(count), run);
  run.find("pieces", {static_cast<double>(count)}, "into which the affinity falls");
}

// Of a full matrix the pieces are only seen in the eigenvalue 1, which occurs once for each.
void check_gap(Run& run, const SpectralEmbedding& embedding, const Affinity& affinity) {
  const Index k = run.options.clusters;
  const double rounding = std::max(1e-8, 64 * affinity.gram->epsilon());
  if (affinity.graph.size() == 0 && affinity.size() > k && embedding.values[k] > 1 - rounding)
    too_many_pieces(fmt::format("at least {}", k + 1), run);
  run.find("eigenvalues", {embedding.values.begin(), embedding.values.end()},
           "of the normalised affinity; a gap behind the k-th says that k is right");
  if (!embedding.converged && !run.stopped())
    run.warn("the eigenvectors are not accurate",
             "the affinity has no clear gap behind these eigenvalues; raise neighbors, or change the kernel");
}

// What k-means found among the coordinates, as prototypes of the model.
void keep_model(Run& run, const VectorSpace& space, const Labels& labels) {
  Model& m = run.result.model;
  const HardOptions hard{run.options.clusters, 1, false, run.weights, nullptr};
  const HardState state = assemble(space, {labels}, hard);
  m.prototypes = space.coordinates(state.prototypes);
  m.centre = Vector::Zero(m.prototypes.cols());
  m.mass = state.prototypes.mass;
  m.norm = m.prototypes.rowwise().squaredNorm().cwiseProduct(m.mass.cwiseAbs2());
  m.labels = labels;
}

}  // namespace

void run_method(Run& run, Spectral method) {
  Result& r = run.result;
  r.model.method = method;
  const Index k = run.options.clusters;
  const Affinity affinity = affinity_of(run.built.gram, run.built.graph);
  if (run.stopped()) interrupted_early();
  check_pieces(run, affinity);
  const SpectralEmbedding embedding = spectral_embedding(
      affinity, k, {.tolerance = 1e-6, .seed = run.options.seed, .control = run.options.control});
  if (run.stopped()) interrupted_early();
  check_gap(run, embedding, affinity);
  const Matrix features = spectral_features(method.variant, embedding.vectors, affinity.degree);
  const auto space = std::make_shared<VectorSpace>(Data(features));
  run.built.space = space;

  HardStart best = best_hard_start(run, true);
  r.iterations = best.iterations;
  r.converged = best.converged;
  r.reseeded = best.reseeded;
  run.built.gram->control = nullptr;  // a stop must not leave this last product incomplete
  r.objective = normalised_cut(affinity, best.labels, k);
  if (method.refine && !run.stopped()) {
    run.find("cut before", {r.objective}, "normalised cut of the clusters before they were refined");
    r.objective = lower_cut(affinity, best.labels, k, run.options.max_iterations, run.options.control);
  }
  r.labels = best.labels;
  r.model.spectral = spectral_map(embedding, affinity.degree);
  keep_model(run, *space, r.labels);
}

}  // namespace mercer
