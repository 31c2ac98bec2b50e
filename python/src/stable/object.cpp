#include "stable/object.hpp"

namespace mercer::python::py {

struct error_already_set::Raised {
  object type, value, trace;
  ~Raised() {
    const gil_scoped_acquire gil;
    type = value = trace = object();
  }
};

error_already_set::error_already_set() : raised_(std::make_shared<Raised>()) {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  const auto own = [](PyObject* p) { return p ? object::stolen(p) : object(); };
  raised_->type = own(type);
  raised_->value = own(value);
  raised_->trace = own(trace);
}

void error_already_set::restore() const {
  PyErr_Restore(object(raised_->type).release(), object(raised_->value).release(),
                object(raised_->trace).release());
}

object object::stolen(PyObject* pointer) {
  if (!pointer) throw error_already_set();
  object made;
  made.pointer_ = pointer;
  return made;
}

object handle::attr(const char* name) const { return object::stolen(PyObject_GetAttrString(pointer_, name)); }
object handle::operator[](ssize_t i) const { return object::stolen(PySequence_GetItem(pointer_, i)); }

namespace {

object checked(object value, PyTypeObject* type, const char* wanted) {
  if (!PyObject_IsInstance(value.ptr(), reinterpret_cast<PyObject*>(type)))
    throw cast_error(repr(value) + " is not " + wanted);
  return value;
}

}  // namespace

str::str(const std::string& text)
    : object(stolen(PyUnicode_DecodeUTF8(text.data(), static_cast<ssize_t>(text.size()), "replace"))) {}

bytes::bytes(const std::string& content)
    : object(stolen(PyBytes_FromStringAndSize(content.data(), static_cast<ssize_t>(content.size())))) {}
bytes::bytes(object other) : object(checked(std::move(other), &PyBytes_Type, "a bytes object")) {}

tuple::tuple(std::vector<object> values) : object(stolen(PyTuple_New(static_cast<ssize_t>(values.size())))) {
  for (std::size_t i = 0; i < values.size(); ++i)
    PyTuple_SetItem(pointer_, static_cast<ssize_t>(i), values[i].release());
}
tuple::tuple(object other) : object(checked(std::move(other), &PyTuple_Type, "a tuple")) {}

list::list() : object(stolen(PyList_New(0))) {}
list::list(object other) : object(checked(std::move(other), &PyList_Type, "a list")) {}
std::vector<object> list::values() const {
  std::vector<object> all;
  for (ssize_t i = 0; i < PyList_Size(pointer_); ++i) all.push_back(borrowed(PyList_GetItem(pointer_, i)));
  return all;
}

dict::dict() : object(stolen(PyDict_New())) {}
dict::dict(object other) : object(checked(std::move(other), &PyDict_Type, "a dict")) {}
bool dict::contains(const char* key) const { return PyDict_GetItemString(pointer_, key) != nullptr; }
std::vector<std::pair<object, object>> dict::items() const {
  std::vector<std::pair<object, object>> all;
  PyObject *key = nullptr, *value = nullptr;
  for (ssize_t at = 0; PyDict_Next(pointer_, &at, &key, &value) != 0;)
    all.emplace_back(borrowed(key), borrowed(value));
  return all;
}
item dict::operator[](const object& key) const { return {*this, key}; }
item dict::operator[](const char* key) const { return {*this, str(key)}; }

item::operator object() const { return object::stolen(PyObject_GetItem(owner_.ptr(), key_.ptr())); }

object import(const char* module, const char* name) {
  return object::stolen(PyImport_ImportModule(module)).attr(name);
}

bool has_attribute(const handle& of, const char* name) { return PyObject_HasAttrString(of.ptr(), name) != 0; }
bool is_text(const handle& value) { return PyUnicode_Check(value.ptr()) != 0; }
std::string repr(const handle& value) {
  return object::stolen(PyObject_Repr(value.ptr())).cast<std::string>();
}

object capsule(void* p, void (*end)(void*)) {
  object made = object::stolen(PyCapsule_New(p, nullptr, [](PyObject* self) {
    const auto finish = reinterpret_cast<void (*)(void*)>(PyCapsule_GetContext(self));
    finish(PyCapsule_GetPointer(self, nullptr));
  }));
  PyCapsule_SetContext(made.ptr(), reinterpret_cast<void*>(end));
  return made;
}

}  // namespace mercer::python::py
