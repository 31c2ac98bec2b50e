#include "stable/array.hpp"

#include <numeric>

namespace mercer::python::py {

array::array(object other) : object(std::move(other)) {
  const dict about(attr("__array_interface__"));
  address_ = about["data"].cast<tuple>()[0].cast<std::uintptr_t>();
  type_ = about["typestr"].cast<std::string>();
  shape_ = about["shape"].cast<std::vector<ssize_t>>();
  strides_ = attr("strides").cast<std::vector<ssize_t>>();
}

array array::of(const handle& X) { return array(import("numpy", "asarray")(borrowed(X))); }

array array::together(const handle& X, const char* type) {
  return array(import("numpy", "require")(borrowed(X), type, "CA"));
}

// The owner becomes the array's base: numpy.asarray keeps what it was made of.
array array::over(void* data, const char* type, const std::vector<ssize_t>& shape, const object& owner) {
  std::vector<object> sides;
  for (const ssize_t side : shape) sides.push_back(py::cast(side));
  const tuple whole(std::move(sides));
  if (std::accumulate(shape.begin(), shape.end(), ssize_t{1}, std::multiplies<>()) == 0)
    return array(import("numpy", "empty")(whole, type));
  dict about;
  about["version"] = 3;
  about["shape"] = whole;
  about["typestr"] = type;
  about["data"] = make_tuple(reinterpret_cast<std::uintptr_t>(data), false);
  dict fields;
  fields["__array_interface__"] = about;
  fields["owner"] = owner;
  const object holder = stolen(PyObject_Call(import("types", "SimpleNamespace").ptr(),
                                             tuple(std::vector<object>()).ptr(), fields.ptr()));
  return of(holder);
}

bool array::check(const handle& X) {
  return PyObject_IsInstance(X.ptr(), import("numpy", "ndarray").ptr()) == 1;
}

ssize_t array::size() const {
  return std::accumulate(shape_.begin(), shape_.end(), ssize_t{1}, std::multiplies<>());
}

}  // namespace mercer::python::py
