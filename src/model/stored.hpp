// What model files share: points of any kind, and arrays that may be absent.
#pragma once

#include "io/archive.hpp"
#include "mercer/data.hpp"

namespace mercer {

constexpr const char* in_memory = "this model";  // what messages call one that is no file

template <class T>
void read_if_present(const io::Archive& archive, const std::string& name, T& out) {
  if (archive.has(name)) out = archive.get<T>(name);
}

// `type` is what `type_of` said of the points that were put.
inline Data read_points(const io::Archive& archive, const std::string& name, const std::string& type) {
  if (!archive.has(name)) return {};
  if (type == "sparse") return archive.get<SparseMatrix>(name);
  if (type == "float") return archive.get<MatrixOf<float>>(name);
  return archive.get<Matrix>(name);
}

inline std::string type_of(const Data& data) {
  return data.visit([]<class V>(const V&) -> std::string {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return "sparse";
    else
      return std::is_same_v<V, DenseView<float>> ? "float" : "double";
  });
}

}  // namespace mercer
