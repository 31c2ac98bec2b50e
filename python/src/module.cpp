// mercer._core: the library behind the Python package. Glass: no algorithm is here.
#include "module.hpp"

#include "mercer/error.hpp"
#include "names.hpp"

namespace mercer::python {
namespace {

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
  module.attr("__version__") = MERCER_VERSION;
  py::register_exception_translator(translate);
  add_models(module);
  add_clustering(module);
  add_choices(module);
  add_evaluation(module);
  add_data(module);
  add_objects(module);
  add_ranks(module);
}

}  // namespace mercer::python
