// Python's objects, over the part of its interface that is the same from version 3.10 on: one compiled module
// serves all versions (docs/decisions/0029-one-module-for-every-python.md). The names are those of pybind11,
// of which this is the small part that mercer uses.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mercer::python::py {

using ssize_t = Py_ssize_t;

class object;
class item;

// A reference that belongs to somebody else.
class handle {
 public:
  handle(PyObject* pointer = nullptr) : pointer_(pointer) {}
  PyObject* ptr() const { return pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }
  bool is_none() const { return pointer_ == Py_None; }
  bool is(const handle& other) const { return pointer_ == other.pointer_; }

  object attr(const char* name) const;
  template <class... A>
  object operator()(A&&... arguments) const;
  object operator[](ssize_t i) const;
  template <class T>
  T cast() const;

 protected:
  PyObject* pointer_;
};

// A reference of one's own.
class object : public handle {
 public:
  object() = default;
  object(const object& other) : handle(other.pointer_) { Py_XINCREF(pointer_); }
  object(object&& other) noexcept : handle(std::exchange(other.pointer_, nullptr)) {}
  object& operator=(object other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~object() { Py_XDECREF(pointer_); }
  PyObject* release() { return std::exchange(pointer_, nullptr); }

  // Of a new reference, as most functions of Python return it; null means that an error was raised.
  static object stolen(PyObject* pointer);
  static object borrowed(const handle& other) {
    Py_XINCREF(other.ptr());
    return stolen(other.ptr());
  }
};

inline object none() { return object::borrowed(Py_None); }

// What Python raised, taken from it until it is given back.
class error_already_set : public std::exception {
 public:
  error_already_set();
  void restore() const;
  const char* what() const noexcept override { return "an exception of Python"; }

 private:
  struct Raised;
  std::shared_ptr<Raised> raised_;
};

// What is raised in Python: TypeError, ValueError. A cast_error is a TypeError unless somebody catches it.
struct type_error : std::runtime_error {
  using runtime_error::runtime_error;
};
struct value_error : std::runtime_error {
  using runtime_error::runtime_error;
};
struct cast_error : std::runtime_error {
  using runtime_error::runtime_error;
};

class str : public object {
 public:
  str(const std::string& text);
  str(const char* text) : str(std::string(text)) {}
};

class bytes : public object {
 public:
  explicit bytes(const std::string& content);
  explicit bytes(object other);
};

class tuple : public object {
 public:
  explicit tuple(std::vector<object> values);
  explicit tuple(object other);
};

class list : public object {
 public:
  list();
  explicit list(object other);
  std::vector<object> values() const;
  template <class T>
  void append(T&& value);
};

class dict : public object {
 public:
  dict();
  explicit dict(object other);
  bool contains(const char* key) const;
  std::vector<std::pair<object, object>> items() const;
  item operator[](const object& key) const;
  item operator[](const char* key) const;
};

// The arguments that no parameter is named after.
class kwargs : public dict {
 public:
  using dict::dict;
};

// A place in a dictionary.
class item {
 public:
  item(object owner, object key) : owner_(std::move(owner)), key_(std::move(key)) {}
  template <class T>
  item& operator=(T&& value);
  operator object() const;
  template <class T>
  T cast() const;

 private:
  object owner_, key_;
};

object import(const char* module, const char* name);  // a thing of a module
bool has_attribute(const handle& of, const char* name);
bool is_text(const handle& value);
std::string repr(const handle& value);

// Keeps `p` alive, and calls `end` when nobody needs it any longer.
object capsule(void* p, void (*end)(void*));

struct gil_scoped_acquire {
  gil_scoped_acquire() : state(PyGILState_Ensure()) {}
  ~gil_scoped_acquire() { PyGILState_Release(state); }
  gil_scoped_acquire(const gil_scoped_acquire&) = delete;
  gil_scoped_acquire& operator=(const gil_scoped_acquire&) = delete;
  PyGILState_STATE state;
};
struct gil_scoped_release {
  gil_scoped_release() : state(PyEval_SaveThread()) {}
  ~gil_scoped_release() { PyEval_RestoreThread(state); }
  gil_scoped_release(const gil_scoped_release&) = delete;
  gil_scoped_release& operator=(const gil_scoped_release&) = delete;
  PyThreadState* state;
};

}  // namespace mercer::python::py

#include "stable/cast.hpp"
