#include "stable/cast.hpp"

namespace mercer::python::py {

std::string Caster<std::string>::load(const handle& given) {
  if (PyBytes_Check(given.ptr()))
    return {PyBytes_AsString(given.ptr()), static_cast<std::size_t>(PyBytes_Size(given.ptr()))};
  ssize_t size = 0;
  const char* text = is_text(given) ? PyUnicode_AsUTF8AndSize(given.ptr(), &size) : nullptr;
  if (text) return {text, static_cast<std::size_t>(size)};
  PyErr_Clear();
  throw cast_error(repr(given) + " is not text");
}

std::vector<object> sequence(const handle& given) {
  if (!PySequence_Check(given.ptr()) || is_text(given) || PyBytes_Check(given.ptr()))
    throw cast_error(repr(given) + " is not a sequence");
  const ssize_t size = PySequence_Size(given.ptr());
  if (size < 0) throw error_already_set();
  std::vector<object> all;
  for (ssize_t i = 0; i < size; ++i) all.push_back(given[i]);
  return all;
}

}  // namespace mercer::python::py
