// Values of C++ and values of Python: `load` one from Python, `give` one to it.
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "stable/object.hpp"

namespace mercer::python::py {

// An object of a class of ours (class.hpp). Everything else has a specialisation below.
struct Instance {
  PyObject_HEAD std::shared_ptr<void>* value;
};

template <class T>
struct Bound {
  static inline PyTypeObject* type = nullptr;
  static inline const char* name = "";
};

template <class T>
std::shared_ptr<T> shared_of(const handle& given) {
  if (!PyObject_TypeCheck(given.ptr(), Bound<T>::type))
    throw cast_error(repr(given) + " is not a " + Bound<T>::name);
  const auto* held = reinterpret_cast<Instance*>(given.ptr())->value;
  if (!held) throw cast_error(std::string("this ") + Bound<T>::name + " was never initialised");
  return std::static_pointer_cast<T>(*held);
}

template <class T>
object instance_of(std::shared_ptr<T> value) {
  object made = object::stolen(PyType_GenericAlloc(Bound<T>::type, 0));
  reinterpret_cast<Instance*>(made.ptr())->value = new std::shared_ptr<void>(std::move(value));
  return made;
}

template <class T, class = void>
struct Caster {
  static T& load(const handle& given) { return *shared_of<T>(given); }  // the object of Python keeps it alive
  static object give(T value) { return instance_of(std::make_shared<T>(std::move(value))); }
};

template <class T>
struct Caster<std::shared_ptr<T>> {
  static std::shared_ptr<T> load(const handle& given) { return shared_of<T>(given); }
  static object give(std::shared_ptr<T> value) { return instance_of(std::move(value)); }
};

template <class T>
struct Caster<T, std::enable_if_t<std::is_base_of_v<object, T>>> {
  static T load(const handle& given) {
    if constexpr (std::is_same_v<T, object>)
      return object::borrowed(given);
    else
      return T(object::borrowed(given));
  }
  static object give(T value) { return value; }
};

template <>
struct Caster<bool> {
  static bool load(const handle& given) {
    if (!has_attribute(given, "__bool__")) throw cast_error(repr(given) + " is not a bool");
    const int truth = PyObject_IsTrue(given.ptr());
    if (truth < 0) throw error_already_set();
    return truth != 0;
  }
  static object give(bool value) { return object::stolen(PyBool_FromLong(value)); }
};

template <class T>
struct Caster<T, std::enable_if_t<std::is_integral_v<T>>> {
  static T load(const handle& given) {
    PyObject* number = PyNumber_Index(given.ptr());
    const long long value = number ? PyLong_AsLongLong(number) : -1;
    Py_XDECREF(number);
    const bool failed = value == -1 && PyErr_Occurred();
    PyErr_Clear();
    if (failed || !std::in_range<T>(value))
      throw cast_error(repr(given) + " is not an integer of the range needed");
    return static_cast<T>(value);
  }
  static object give(T value) {
    if constexpr (std::is_signed_v<T>)
      return object::stolen(PyLong_FromLongLong(value));
    else
      return object::stolen(PyLong_FromUnsignedLongLong(value));
  }
};

template <class T>
struct Caster<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static T load(const handle& given) {
    const double value = PyFloat_AsDouble(given.ptr());
    if (value == -1 && PyErr_Occurred()) {
      PyErr_Clear();
      throw cast_error(repr(given) + " is not a number");
    }
    return static_cast<T>(value);
  }
  static object give(T value) { return object::stolen(PyFloat_FromDouble(value)); }
};

template <>
struct Caster<std::string> {
  static std::string load(const handle& given);
  static object give(const std::string& value) { return str(value); }
};
template <>
struct Caster<std::string_view> {
  static object give(std::string_view value) { return str(std::string(value)); }
};
template <>
struct Caster<const char*> {
  static object give(const char* value) { return str(value); }
};

template <class T>
struct Caster<std::optional<T>> {
  static std::optional<T> load(const handle& given) {
    if (given.is_none()) return std::nullopt;
    return Caster<T>::load(given);
  }
  static object give(const std::optional<T>& value) { return value ? Caster<T>::give(*value) : none(); }
};

// The items of a sequence that is not a text.
std::vector<object> sequence(const handle& given);

template <class T>
struct Caster<std::vector<T>> {
  static std::vector<T> load(const handle& given) {
    std::vector<T> all;
    for (const object& one : sequence(given)) all.push_back(Caster<T>::load(one));
    return all;
  }
  static object give(const std::vector<T>& values) {
    list all;
    for (const T& value : values) all.append(Caster<T>::give(value));
    return all;
  }
};

template <class A, class B>
struct Caster<std::pair<A, B>> {
  static std::pair<A, B> load(const handle& given) {
    const std::vector<object> both = sequence(given);
    if (both.size() != 2) throw cast_error(repr(given) + " is not a pair");
    return {Caster<A>::load(both[0]), Caster<B>::load(both[1])};
  }
  static object give(const std::pair<A, B>& value) {
    return tuple(std::vector<object>{Caster<A>::give(value.first), Caster<B>::give(value.second)});
  }
};

// std::decay turns a literal into a const char*.
template <class T>
object cast(T&& value) {
  return Caster<std::decay_t<T>>::give(std::forward<T>(value));
}

template <class... A>
tuple make_tuple(A&&... values) {
  return tuple(std::vector<object>{cast(std::forward<A>(values))...});
}

template <class T>
T handle::cast() const {
  return Caster<T>::load(*this);
}
template <class T>
T item::cast() const {
  return object(*this).cast<T>();
}
template <class T>
item& item::operator=(T&& value) {
  if (PyObject_SetItem(owner_.ptr(), key_.ptr(), py::cast(std::forward<T>(value)).ptr()) != 0)
    throw error_already_set();
  return *this;
}
template <class T>
void list::append(T&& value) {
  if (PyList_Append(pointer_, py::cast(std::forward<T>(value)).ptr()) != 0) throw error_already_set();
}
template <class... A>
object handle::operator()(A&&... arguments) const {
  return object::stolen(PyObject_CallObject(pointer_, py::make_tuple(std::forward<A>(arguments)...).ptr()));
}

}  // namespace mercer::python::py
