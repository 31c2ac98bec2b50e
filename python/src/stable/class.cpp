#include "stable/class.hpp"

namespace mercer::python::py {
namespace {

void destroy(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  delete reinterpret_cast<Instance*>(self)->value;
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

}  // namespace

// A type lives as long as the interpreter, and so does its name.
PyTypeObject* new_type(const char* name) {
  const auto* full = new std::string(std::string("mercer._core.") + name);
  PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(PyType_GenericNew)},
                         {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                         {0, nullptr}};
  PyType_Spec spec = {full->c_str(), sizeof(Instance), 0, Py_TPFLAGS_DEFAULT, slots};
  return reinterpret_cast<PyTypeObject*>(object::stolen(PyType_FromSpec(&spec)).release());
}

object property(const object& get, const object& set) { return import("builtins", "property")(get, set); }

void fill(const handle& instance, std::shared_ptr<void> value) {
  auto*& held = reinterpret_cast<Instance*>(instance.ptr())->value;
  delete held;
  held = nullptr;
  held = new std::shared_ptr<void>(std::move(value));
}

}  // namespace mercer::python::py
