#include "model/tree.hpp"

#include <algorithm>

#include "gram/tree_gram.hpp"
#include "model/nearest_object.hpp"
#include "model/stored.hpp"

namespace mercer {

TreeModel tree_model(const Ultrametric& tree, Vector core) {
  Chain chain = chain_of(tree);
  return {std::move(chain.order), std::move(chain.gaps), std::move(core)};
}

double tree_products(const KnownPoints& known, const Data& Z, const Matrix& W, Matrix& KW, Vector& self) {
  const TreeGram gram(
      std::make_shared<const Ultrametric>(ultrametric_of(Chain{known.tree->order, known.tree->gaps})));
  const NearestObjects nearest = nearest_objects(known, Z);
  Matrix through(Z.size(), 2);
  for (Index i = 0; i < Z.size(); ++i)
    through.row(i) << nearest.objects[static_cast<std::size_t>(i)], nearest.distances[i];
  gram.cross(Data(std::move(through)), W, KW, self);
  return gram.epsilon();
}

// A permutation of the points with gaps that are no less than 0.
bool tree_fits(const TreeModel& tree, const Kernel& kernel, Index n) {
  if (!std::holds_alternative<Connectivity>(kernel)) return tree.empty();
  Labels sorted = tree.order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<int>(i)) return false;
  return static_cast<Index>(sorted.size()) == n && n > 0 && tree.gaps.size() == n - 1 &&
         (tree.gaps.array() >= 0).all() && (tree.core.size() == 0 || tree.core.size() == n);
}

void pack(const TreeModel& tree, io::Archive& archive) {
  if (tree.empty()) return;
  archive.put("tree.order", tree.order);
  archive.put("tree.gaps", tree.gaps);
  if (tree.core.size() > 0) archive.put("core", tree.core);
}

TreeModel read_tree(const io::Archive& archive) {
  TreeModel tree;
  read_if_present(archive, "tree.order", tree.order);
  read_if_present(archive, "tree.gaps", tree.gaps);
  read_if_present(archive, "core", tree.core);
  return tree;
}

}  // namespace mercer
