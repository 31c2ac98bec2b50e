#include "stable/function.hpp"

#include <new>

namespace mercer::python::py {

bool (*raise_known)(const std::exception& error) = nullptr;

namespace {

struct Callable {
  PyObject_HEAD Function* function;
};

const Function& function_of(PyObject* self) { return *reinterpret_cast<Callable*>(self)->function; }

[[noreturn]] void refuse(const Function& f, const std::string& what) {
  throw type_error(f.name + "() " + what);
}

// Positions first, then names, then defaults.
std::vector<object> arguments_of(const Function& f, PyObject* positions, PyObject* names) {
  std::vector<object> values(f.parameters.size());
  const auto given = static_cast<std::size_t>(PyTuple_Size(positions));
  if (given > f.by_position)
    refuse(f, "takes " + std::to_string(f.by_position) + " positional arguments, but " +
                  std::to_string(given) + " were given");
  for (std::size_t i = 0; i < given; ++i)
    values[i] = object::borrowed(PyTuple_GetItem(positions, static_cast<ssize_t>(i)));
  kwargs rest;
  if (names)
    for (const auto& [key, value] : dict(object::borrowed(names)).items()) {
      const auto name = key.cast<std::string>();
      std::size_t i = 0;
      while (i < values.size() && name != f.parameters[i].name) ++i;
      if (i == values.size() && !f.rest) refuse(f, "has no parameter '" + name + "'");
      if (i == values.size())
        rest[key] = value;
      else if (values[i])
        refuse(f, "was given '" + name + "' twice");
      else
        values[i] = value;
    }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) continue;
    const arg& parameter = f.parameters[i];
    if (!parameter.initial)
      refuse(f, *parameter.name ? std::string("needs the argument '") + parameter.name + "'"
                                : "needs " + std::to_string(values.size()) + " arguments");
    values[i] = parameter.initial;
  }
  if (f.rest) values.push_back(rest);
  return values;
}

PyObject* call(PyObject* self, PyObject* positions, PyObject* names) {
  const Function& f = function_of(self);
  try {
    std::vector<object> values = arguments_of(f, positions, names);
    try {
      return f.call(values).release();
    } catch (const cast_error& error) {
      refuse(f, std::string("was given a wrong argument: ") + error.what());
    }
  } catch (...) {
    raise_current();
    return nullptr;
  }
}

// f.__get__(x): a method of x.
PyObject* bind(PyObject* self, PyObject* owner, PyObject*) {
  try {
    if (!owner || owner == Py_None) return object::borrowed(self).release();
    return import("types", "MethodType")(object::borrowed(self), object::borrowed(owner)).release();
  } catch (...) {
    raise_current();
    return nullptr;
  }
}

PyObject* name_of(PyObject* self, void*) { return PyUnicode_FromString(function_of(self).name.c_str()); }

void destroy(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  delete reinterpret_cast<Callable*>(self)->function;
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyTypeObject* callable_type() {
  static PyGetSetDef fields[] = {{"__name__", name_of, nullptr, nullptr, nullptr},
                                 {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(call)},
                                {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                                {Py_tp_getset, fields},
                                {0, nullptr}};
  static PyType_Spec spec = {"mercer._core.function", sizeof(Callable), 0, Py_TPFLAGS_DEFAULT, slots};
  static PyObject* type = object::stolen(PyType_FromSpec(&spec)).release();
  return reinterpret_cast<PyTypeObject*>(type);
}

}  // namespace

object callable(Function function) {
  object made = object::stolen(PyType_GenericAlloc(callable_type(), 0));
  reinterpret_cast<Callable*>(made.ptr())->function = new Function(std::move(function));
  return made;
}

void raise_current() {
  try {
    throw;
  } catch (const error_already_set& error) {
    error.restore();
  } catch (const type_error& error) {
    PyErr_SetString(PyExc_TypeError, error.what());
  } catch (const cast_error& error) {
    PyErr_SetString(PyExc_TypeError, error.what());
  } catch (const value_error& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::bad_alloc&) {
    PyErr_SetString(PyExc_MemoryError, "there is not enough memory");
  } catch (const std::exception& error) {
    if (!raise_known || !raise_known(error)) PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void module_::set(const char* name, const object& value) const {
  if (PyObject_SetAttrString(pointer_, name, value.ptr()) != 0) throw error_already_set();
}

}  // namespace mercer::python::py
