// Classes of C++ as classes of Python. An object of Python holds a shared pointer to one of C++.
#pragma once

#include "stable/function.hpp"

namespace mercer::python::py {

// What makes an object: a function that returns one (or a shared pointer to one).
template <class F>
struct init {
  explicit init(F from) : make(std::move(from)) {}
  F make;
};

// What is kept of an object in a pickle, and an object of it.
template <class G, class S>
struct pickle {
  pickle(G to, S from) : get(std::move(to)), set(std::move(from)) {}
  G get;
  S set;
};

PyTypeObject* new_type(const char* name);
object property(const object& get, const object& set);
void fill(const handle& instance, std::shared_ptr<void> value);

template <class T>
class class_ {
 public:
  class_(module_& module, const char* name) : name_(name) {
    Bound<T>::name = name;
    Bound<T>::type = new_type(name);
    type_ = module_(object::borrowed(reinterpret_cast<PyObject*>(Bound<T>::type)));
    module.set(name, type_);
  }
  template <class F, class... Extra>
  class_& def(const char* name, F body, const Extra&... extra) {
    type_.set(name, callable(function(name, std::move(body), true, extra...)));
    return *this;
  }
  template <class F, class... Extra>
  class_& def_static(const char* name, F body, const Extra&... extra) {
    type_.set(name,
              import("builtins", "staticmethod")(callable(function(name, std::move(body), false, extra...))));
    return *this;
  }
  template <class F>
  class_& def_property_readonly(const char* name, F get) {
    type_.set(name, property(callable(function(name, std::move(get), true)), none()));
    return *this;
  }
  template <class V>
  class_& def_readonly(const char* name, V T::*member) {
    return def_property_readonly(name, [member](const T& owner) { return owner.*member; });
  }
  template <class V>
  class_& def_readwrite(const char* name, V T::*member) {
    const auto get = [member](const T& owner) { return owner.*member; };
    const auto set = [member](T& owner, V value) { owner.*member = std::move(value); };
    type_.set(name, property(callable(function(name, get, true)), callable(function(name, set, true))));
    return *this;
  }
  template <class F, class... Extra>
  class_& def(init<F> how, const Extra&... extra) {
    return filled_by(name_, "__init__", std::move(how.make), extra...);
  }
  template <class G, class S>
  class_& def(pickle<G, S> how) {
    def("__getstate__", std::move(how.get));
    return filled_by("__setstate__", "__setstate__", std::move(how.set));
  }

 private:
  // A method that makes the value of its object.
  template <class F, class... Extra>
  class_& filled_by(const char* shown, const char* name, F make, const Extra&... extra) {
    Function inner = function(shown, std::move(make), false, extra...);
    inner.parameters.insert(inner.parameters.begin(), arg("self"));
    ++inner.by_position;
    inner.call = [call = std::move(inner.call)](std::vector<object>& values) {
      const object self = values.front();
      values.erase(values.begin());
      fill(self, shared_of<T>(call(values)));
      return none();
    };
    type_.set(name, callable(std::move(inner)));
    return *this;
  }

  const char* name_;
  module_ type_;
};

}  // namespace mercer::python::py
