// Ward's method through the front door: on vectors, in a feature space, or on the tree of gaps.
#include "beyond/linkage.hpp"
#include "front/hard_run.hpp"
#include "front/tree_run.hpp"
#include "graph/dendrogram.hpp"
#include "space/vector_space.hpp"

namespace mercer {

template <>
struct Front<Ward> {
  static Needs needs(const Ward&) {
    return {.without_kernel = "the means of the clusters are points of the input space"};
  }
  static void settle(Ward&, Options&) {}
  static void check(const Ward&, const Shape&, const Options&) {}
  // Distances of all pairs of objects; of a tree, of as many as are left when near ones have joined. Of dense
  // vectors the means alone.
  static Memory bytes(const Ward&, const Extent& e) {
    if (e.storage == Storage::vectors && !e.shape.sparse && !components_of(e.options.embed))
      return {.beside = 100 * e.points() + 24 * e.points() * e.columns()};
    const std::uint64_t objects =
        e.storage == Storage::tree ? std::min<std::uint64_t>(e.points(), most_ward_objects) : e.points();
    return {.beside = 100 * e.points() + 4 * objects * objects};
  }
  static Shows shows(const Ward&, const Options& o) {
    const bool gaps = source_of(o.kernel) == KernelSource::tree;
    return {.iterations = false, .starts = false, .outlier_scores = gaps, .dendrogram = true};
  }

  static void run(Run& run, Ward method) {
    require_distinct(run);
    Result& r = run.result;
    Control* control = run.options.control;
    const auto* vectors = dynamic_cast<const VectorSpace*>(&run.space());
    if (run.scores.size() > 0)
      r.dendrogram = ward(run.scores, run.weights, control);
    else if (run.built.gaps)
      r.dendrogram = ward(tree_of(run), run.weights, most_ward_objects, control);
    else if (vectors && !run.data.is_sparse() && !run.embedded)
      r.dendrogram = ward(run.data.dense(), run.weights, control);
    else
      r.dendrogram = ward(run.space(), run.weights, control);
    if (run.stopped()) interrupted_early();
    Labels labels = cut(*r.dendrogram, run.options.clusters);
    if (run.built.gaps) return finish_on_tree(run, std::move(labels));
    finish_partition(run, labels);
    r.model.method = method;
    r.model.labels = std::move(labels);
  }
};
template const MethodDoor& door_of<Ward>();

}  // namespace mercer
