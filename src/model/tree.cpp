#include "model/tree.hpp"

#include "gram/tree_gram.hpp"
#include "model/nearest_object.hpp"

namespace mercer {

TreeModel tree_model(const Ultrametric& tree, Vector core) {
  Chain chain = chain_of(tree);
  return {std::move(chain.order), std::move(chain.gaps), std::move(core)};
}

Products tree_products(const KnownTree& known, Query& query, const Matrix& W) {
  const TreeGram gram(
      std::make_shared<const Ultrametric>(ultrametric_of(Chain{known.tree.order, known.tree.gaps})));
  const NearestObjects& nearest = nearest_objects(query);
  Matrix through(query.points.size(), 2);
  for (Index i = 0; i < through.rows(); ++i)
    through.row(i) << nearest.objects[static_cast<std::size_t>(i)], nearest.distances[i];
  Products out;
  gram.cross(Data(std::move(through)), W, out.KW, out.self);
  out.epsilon = gram.epsilon();
  return out;
}

}  // namespace mercer
