// NumPy and SciPy on one side, the library's values on the other.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "mercer/data.hpp"
#include "stable/array.hpp"

namespace mercer::python {

// A dense array of float or double whose rows are contiguous is borrowed, and kept alive by the Data and its
// copies; read-only ones too. Another one (Fortran's order, integers, another byte order) is copied once. A
// sparse matrix (CSR) is copied: the library has its own type for them.
Data data_of(const py::handle& X);

// Values that Python takes over: they move, and are not copied.
template <class Container, class T>
py::array give(Container&& values, T* (*first)(Container&), const std::vector<py::ssize_t>& shape) {
  auto kept = std::make_unique<Container>(std::forward<Container>(values));
  T* data = first(*kept);
  const py::object owner = py::capsule(kept.release(), [](void* p) { delete static_cast<Container*>(p); });
  return py::array::over(data, py::type_text<T>(), shape, owner);
}
inline py::array give(Matrix&& m) {
  const std::vector<py::ssize_t> shape = {m.rows(), m.cols()};
  return give<Matrix, double>(
      std::move(m), [](Matrix& x) { return x.data(); }, shape);
}
inline py::array give(Vector&& v) {
  const std::vector<py::ssize_t> shape = {v.size()};
  return give<Vector, double>(
      std::move(v), [](Vector& x) { return x.data(); }, shape);
}
template <class T>
py::array give(std::vector<T>&& v) {
  const std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(v.size())};
  return give<std::vector<T>, T>(
      std::move(v), [](std::vector<T>& x) { return x.data(); }, shape);
}
inline py::array give(MatrixOf<int>&& m) {
  const std::vector<py::ssize_t> shape = {m.rows(), m.cols()};
  return give<MatrixOf<int>, int>(
      std::move(m), [](MatrixOf<int>& x) { return x.data(); }, shape);
}
// (data, indices, indptr, shape), as scipy.sparse.csr_array takes them.
py::tuple give(const SparseMatrix& m);

// Short columns of numbers, copied.
Vector vector_of(const py::handle& values);
Labels labels_of(const py::handle& values);
Matrix matrix_of(const py::handle& values);

}  // namespace mercer::python
