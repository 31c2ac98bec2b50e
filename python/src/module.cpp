// mercer._core: the library behind the Python package. Glass: no algorithm is here.
#include "module.hpp"

#include "mercer/error.hpp"
#include "names.hpp"

namespace mercer::python {
namespace {

// scikit-learn's error about a parameter, which is a ValueError and a TypeError.
PyObject* invalid_parameter() {
  static PyObject* found = [] {
    return py::import("sklearn.utils._param_validation", "InvalidParameterError").release();
  }();
  return found;
}

// Whose fault it is decides what is raised; the text is the library's, in the words of Python.
PyObject* exception_of(Fault fault) {
  switch (fault) {
    case Fault::memory:
      return PyExc_MemoryError;
    case Fault::no_input:
      return PyExc_FileNotFoundError;
    case Fault::cannot_write:
    case Fault::io:
      return PyExc_OSError;
    case Fault::usage:
      return invalid_parameter();
    default:
      return PyExc_ValueError;
  }
}

bool raise(const std::exception& error) {
  const auto* ours = dynamic_cast<const Error*>(&error);
  if (ours) PyErr_SetString(exception_of(ours->fault()), in_parameters(ours->what()).c_str());
  return ours != nullptr;
}

void fill(py::module_& module) {
  module.set("__version__", py::str(MERCER_VERSION));
  add_tables(module);
  add_models(module);
  add_clustering(module);
  add_choices(module);
  add_evaluation(module);
  add_data(module);
  add_objects(module);
  add_ranks(module);
  add_reports(module);
}

}  // namespace
}  // namespace mercer::python

PyMODINIT_FUNC PyInit__core() {
  using namespace mercer::python;
  static PyModuleDef definition = {
      PyModuleDef_HEAD_INIT, "_core", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};
  try {
    py::raise_known = raise;
    py::module_ module(py::object::stolen(PyModule_Create(&definition)));
    fill(module);
    return module.release();
  } catch (...) {
    py::raise_current();
    return nullptr;
  }
}
