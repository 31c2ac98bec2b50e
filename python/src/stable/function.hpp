// Functions of C++ as functions of Python, with named parameters and defaults.
#pragma once

#include <functional>

#include "stable/cast.hpp"

namespace mercer::python::py {

// arg("threads") = 0; without a default the argument must be given. What follows kw_only() must be given by
// name.
struct arg {
  explicit arg(const char* of) : name(of) {}
  template <class T>
  arg operator=(T&& value) const {
    arg made(name);
    made.initial = cast(std::forward<T>(value));
    return made;
  }
  const char* name;
  object initial;
};
struct kw_only {};

// What a call needs: who it is, its parameters in order, and the function that takes their values. The
// parameters are without names where none were given; `rest` says that the last one takes all other names.
struct Function {
  std::string name;
  std::vector<arg> parameters;
  std::size_t by_position = 0;
  bool rest = false;
  std::function<object(std::vector<object>&)> call;
};

// A callable object, which binds to an instance as a function of Python does.
object callable(Function function);

// Turns the exception that is being handled into one of Python.
void raise_current();
// Exceptions that only the module knows: true if `raise` was one.
extern bool (*raise_known)(const std::exception& error);

namespace detail {

template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... A>
struct Signature<R (*)(A...)> {
  using Result = R;
  using Arguments = std::tuple<std::decay_t<A>...>;
};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) const> : Signature<R (*)(A...)> {
  using WithOwner = Signature<R (*)(C, A...)>;
};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...)> : Signature<R (*)(A...)> {
  using WithOwner = Signature<R (*)(C, A...)>;
};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (C::*)(A...) const> {};

// A function of a class takes its object as the first argument.
template <class F, bool = std::is_member_function_pointer_v<F>>
struct CallOf : Signature<F> {};
template <class F>
struct CallOf<F, true> : Signature<F>::WithOwner {};

inline void add(Function& function, const arg& parameter) { function.parameters.push_back(parameter); }
inline void add(Function& function, kw_only) { function.by_position = function.parameters.size(); }

template <class F, class... A>
object call(const F& function, std::vector<object>& values, std::tuple<A...>*) {
  const auto on = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::invoke(function, Caster<A>::load(values[i])...);
  };
  constexpr std::index_sequence_for<A...> all;
  if constexpr (std::is_void_v<decltype(on(all))>) {
    on(all);
    return none();
  } else {
    return cast(on(all));
  }
}

template <class... A>
constexpr bool takes_rest(std::tuple<A...>*) {
  return (std::is_same_v<A, kwargs> || ...);
}

}  // namespace detail

// `owner`: a method, whose first parameter has no name.
template <class F, class... Extra>
Function function(const char* name, F body, bool owner, const Extra&... extra) {
  using Arguments = typename detail::CallOf<F>::Arguments;
  Function made;
  made.name = name;
  made.rest = detail::takes_rest(static_cast<Arguments*>(nullptr));
  if (owner) made.parameters.emplace_back("self");
  made.by_position = std::tuple_size_v<Arguments>;
  (detail::add(made, extra), ...);
  const std::size_t named = std::tuple_size_v<Arguments> - (made.rest ? 1 : 0);
  while (made.parameters.size() < named) made.parameters.emplace_back("");
  made.by_position = std::min(made.by_position, named);
  made.call = [body](std::vector<object>& values) {
    return detail::call(body, values, static_cast<Arguments*>(nullptr));
  };
  return made;
}

class module_ : public object {
 public:
  using object::object;
  explicit module_(object made) : object(std::move(made)) {}
  void set(const char* name, const object& value) const;
  template <class F, class... Extra>
  void def(const char* name, F body, const Extra&... extra) {
    set(name, callable(function(name, std::move(body), false, extra...)));
  }
};

}  // namespace mercer::python::py
