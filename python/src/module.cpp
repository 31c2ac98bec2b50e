// mercer._core: the library behind the Python package. Glass: no algorithm is here.
#include "module.hpp"

#include "mercer/error.hpp"
#include "names.hpp"

namespace mercer::python {
namespace {

// scikit-learn's error about a parameter, which is a ValueError and a TypeError.
PyObject* invalid_parameter() {
  static PyObject* found = [] {
    const auto module = py::module_::import("sklearn.utils._param_validation");
    return py::object(module.attr("InvalidParameterError")).release().ptr();
  }();
  return found;
}

// Arrays of NumPy 2 have another layout, which pybind11 knows from 2.12 on: before it they would read as
// zeros.
void require_known_numpy() {
#if PYBIND11_VERSION_MAJOR * 100 + PYBIND11_VERSION_MINOR < 212
  const auto version = py::module_::import("numpy").attr("__version__").cast<std::string>();
  if (std::stoi(version) >= 2)
    throw py::import_error("this build of mercer was made with pybind11 " +
                           std::to_string(PYBIND11_VERSION_MAJOR) + "." +
                           std::to_string(PYBIND11_VERSION_MINOR) + ", which does not know NumPy " + version +
                           "; install numpy<2, or build mercer with pybind11 2.12 or later");
#endif
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

void translate(std::exception_ptr failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const Error& error) {
    PyErr_SetString(exception_of(error.fault()), in_parameters(error.what()).c_str());
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  require_known_numpy();
  module.attr("__version__") = MERCER_VERSION;
  py::register_exception_translator(translate);
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

}  // namespace mercer::python
