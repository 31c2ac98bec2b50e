#include "graph/pieces.hpp"

namespace mercer {

Labels pieces(const SparseMatrix& graph) {
  Labels piece(static_cast<std::size_t>(graph.rows()), -1);
  std::vector<Index> open;
  int count = 0;
  for (Index first = 0; first < graph.rows(); ++first) {
    if (piece[static_cast<std::size_t>(first)] >= 0) continue;
    piece[static_cast<std::size_t>(first)] = count;
    open.push_back(first);
    while (!open.empty()) {
      const Index i = open.back();
      open.pop_back();
      for (SparseMatrix::InnerIterator it(graph, i); it; ++it)
        if (int& other = piece[static_cast<std::size_t>(it.col())]; it.value() != 0 && other < 0) {
          other = count;
          open.push_back(it.col());
        }
    }
    ++count;
  }
  return piece;
}

}  // namespace mercer
