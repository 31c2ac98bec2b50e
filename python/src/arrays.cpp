#include "arrays.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "mercer/error.hpp"

namespace mercer::python {
namespace {

// One more reference to `object`, given back when the last share is gone, from whatever thread.
Data::Owner share(py::object object) {
  return {object.release().ptr(), [](const void* p) {
            const py::gil_scoped_acquire gil;
            py::handle(static_cast<PyObject*>(const_cast<void*>(p))).dec_ref();
          }};
}

template <class T>
bool can_be_borrowed(const py::array_t<T>& a) {
  const py::ssize_t item = sizeof(T), rows = a.shape(0), columns = a.shape(1);
  const bool together = columns <= 1 || a.strides(1) == item;
  const bool in_order = rows <= 1 || (a.strides(0) % item == 0 && a.strides(0) >= columns * item);
  return together && in_order && reinterpret_cast<std::uintptr_t>(a.data()) % sizeof(T) == 0;
}

template <class T>
Data dense(py::array_t<T> a) {
  if (!can_be_borrowed(a)) a = py::array_t<T, py::array::c_style | py::array::forcecast>(a);
  const T* values = a.data();
  const Index rows = a.shape(0), columns = a.shape(1);
  const Index stride = rows <= 1 ? columns : a.strides(0) / static_cast<Index>(sizeof(T));
  return Data::view(values, rows, columns, stride, share(std::move(a)));
}

template <class T>
using Flat = py::array_t<T, py::array::c_style | py::array::forcecast>;

Data sparse(py::object X) {
  if (X.attr("format").cast<std::string>() != "csr") X = X.attr("tocsr")();
  if (!X.attr("has_canonical_format").cast<bool>()) {
    X = X.attr("copy")();
    X.attr("sum_duplicates")();
  }
  const auto [rows, columns] = X.attr("shape").cast<std::pair<Index, Index>>();
  const Flat<double> values(X.attr("data"));
  if (values.size() > std::numeric_limits<int>::max() || columns > std::numeric_limits<int>::max())
    throw Error(Fault::data, "the sparse matrix has more entries than 32-bit indices can number");
  const Flat<int> outer(X.attr("indptr")), inner(X.attr("indices"));
  return SparseMatrix(Eigen::Map<const SparseMatrix>(rows, columns, values.size(), outer.data(), inner.data(),
                                                     values.data()));
}

}  // namespace

Data data_of(const py::handle& X) {
  if (py::hasattr(X, "indptr")) return sparse(py::reinterpret_borrow<py::object>(X));
  const py::array a = py::array::ensure(X);
  if (!a) throw py::error_already_set();
  if (a.ndim() != 2)
    throw Error(Fault::data, "points are a table with one row per point, not an array of " +
                                 std::to_string(a.ndim()) + " dimensions");
  if (py::isinstance<py::array_t<float>>(a)) return dense<float>(a);
  return dense<double>(a);
}

py::tuple give(const SparseMatrix& m) {
  const auto copy = [](const auto* first, Index count) {
    return py::array_t<std::decay_t<decltype(*first)>>(count, first);
  };
  return py::make_tuple(copy(m.valuePtr(), m.nonZeros()), copy(m.innerIndexPtr(), m.nonZeros()),
                        copy(m.outerIndexPtr(), m.rows() + 1), py::make_tuple(m.rows(), m.cols()));
}

Vector vector_of(const py::handle& values) {
  const auto a = Flat<double>::ensure(values);
  if (!a) throw py::error_already_set();
  return Eigen::Map<const Vector>(a.data(), a.size());
}

Labels labels_of(const py::handle& values) {
  const auto a = Flat<int>::ensure(values);
  if (!a) throw py::error_already_set();
  return {a.data(), a.data() + a.size()};
}

Matrix matrix_of(const py::handle& values) { return data_of(values).dense(); }

}  // namespace mercer::python
