#include "arrays.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "mercer/error.hpp"

namespace mercer::python {
namespace {

// One more reference to `object`, given back when the last share is gone, from whatever thread.
Data::Owner share(py::object object) {
  return {object.release(), [](const void* p) {
            const py::gil_scoped_acquire gil;
            Py_DECREF(static_cast<PyObject*>(const_cast<void*>(p)));
          }};
}

template <class T>
bool can_be_borrowed(const py::array& a) {
  const py::ssize_t item = sizeof(T), rows = a.shape(0), columns = a.shape(1);
  const bool together = columns <= 1 || a.strides(1) == item;
  const bool in_order = rows <= 1 || (a.strides(0) % item == 0 && a.strides(0) >= columns * item);
  return together && in_order && a.address() % sizeof(T) == 0;
}

template <class T>
Data dense(py::array a) {
  const char* type = py::type_text<T>();
  if (!a.has_type(type) || !can_be_borrowed<T>(a)) a = py::array::together(a, type);
  const T* values = a.data<T>();
  const Index rows = a.shape(0), columns = a.shape(1);
  const Index stride = rows <= 1 ? columns : a.strides(0) / static_cast<Index>(sizeof(T));
  return Data::view(values, rows, columns, stride, share(std::move(a)));
}

template <class T>
py::array flat(const py::handle& values) {
  return py::array::together(values, py::type_text<T>());
}

Data sparse(py::object X) {
  if (X.attr("format").cast<std::string>() != "csr") X = X.attr("tocsr")();
  if (!X.attr("has_canonical_format").cast<bool>()) {
    X = X.attr("copy")();
    X.attr("sum_duplicates")();
  }
  const auto [rows, columns] = X.attr("shape").cast<std::pair<Index, Index>>();
  const py::array values = flat<double>(X.attr("data"));
  if (values.size() > std::numeric_limits<int>::max() || columns > std::numeric_limits<int>::max())
    throw Error(Fault::data, "the sparse matrix has more entries than 32-bit indices can number");
  const py::array outer = flat<int>(X.attr("indptr")), inner = flat<int>(X.attr("indices"));
  return SparseMatrix(Eigen::Map<const SparseMatrix>(rows, columns, values.size(), outer.data<int>(),
                                                     inner.data<int>(), values.data<double>()));
}

}  // namespace

Data data_of(const py::handle& X) {
  if (py::has_attribute(X, "indptr")) return sparse(py::object::borrowed(X));
  const py::array a = py::array::of(X);
  if (a.ndim() != 2)
    throw Error(Fault::data, "points are a table with one row per point, not an array of " +
                                 std::to_string(a.ndim()) + " dimensions");
  if (a.has_type(py::type_text<float>())) return dense<float>(a);
  return dense<double>(a);
}

py::tuple give(const SparseMatrix& m) {
  const auto copy = [](const auto* first, Index count) {
    return give(std::vector<std::decay_t<decltype(*first)>>(first, first + count));
  };
  return py::make_tuple(copy(m.valuePtr(), m.nonZeros()), copy(m.innerIndexPtr(), m.nonZeros()),
                        copy(m.outerIndexPtr(), m.rows() + 1), py::make_tuple(m.rows(), m.cols()));
}

Vector vector_of(const py::handle& values) {
  const py::array a = flat<double>(values);
  return Eigen::Map<const Vector>(a.data<double>(), a.size());
}

Labels labels_of(const py::handle& values) {
  const py::array a = flat<int>(values);
  return {a.data<int>(), a.data<int>() + a.size()};
}

Matrix matrix_of(const py::handle& values) { return data_of(values).dense(); }

}  // namespace mercer::python
