// What methods share that accept a given graph.
#pragma once

#include "front/method_file.hpp"

namespace mercer {

// A graph: a sparse matrix of similarities.
inline bool gives_graph(const Shape& shape, const Kernel& kernel) {
  return shape.sparse && std::holds_alternative<Precomputed>(kernel);
}
inline bool is_graph(const Run& run) { return gives_graph(shape_of(run.data), run.kernel); }

}  // namespace mercer
