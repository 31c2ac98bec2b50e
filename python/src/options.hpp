// Options as Python gives them: by name, choices as text in the library's grammar.
// Python's signatures are checked against the table of defaults.
#pragma once

#include <string>

#include "arrays.hpp"
#include "mercer/options_by_name.hpp"

namespace mercer::python {

// A Python value into a field. A choice is text: "gaussian:sigma=0.7".
template <class T>
void set(const std::string& name, T& field, const py::handle& value) {
  if constexpr (std::is_same_v<T, Vector>) {
    field = vector_of(value);
  } else if constexpr (std::is_same_v<T, Labels>) {
    field = labels_of(value);
  } else if constexpr (std::is_same_v<T, std::optional<Method>>) {
    set(name, field.emplace(), value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!py::is_text(value)) throw Error(Fault::usage, name + " = " + py::repr(value) + " is not text");
    field = value.cast<std::string>();
  } else if constexpr (std::is_arithmetic_v<T> || grammar::IsOptional<T>::value) {
    try {
      field = value.cast<T>();
    } catch (const py::cast_error&) {
      throw Error(Fault::usage, name + " = " + py::repr(value) + " is not " +
                                    (std::is_integral_v<T> ? "an integer of its range" : "a number"));
    }
  } else {
    if (!py::is_text(value))
      throw Error(Fault::usage, name + " = " + py::repr(value) + " is not text like 'name:key=value'");
    const auto text = value.cast<std::string>();
    if constexpr (std::is_enum_v<T> || std::is_same_v<T, DeviceChoice>) {
      if (!grammar::parse(text, field))
        throw Error(Fault::usage, name + " = '" + text + "' is not one of " + grammar::values<T>());
    } else {
      field = parse_choice<T>(text, name == "approx" ? "approximation" : name);
    }
  }
}

// "gaussian:sigma=search" is a number to be tuned; what is left is the choice.
template <class O>
py::object without_searched(const std::string& name, const py::handle& value, O& options) {
  if constexpr (std::is_same_v<O, Options>)
    if ((name == "kernel" || name == "method") && py::is_text(value)) {
      auto text = value.cast<std::string>();
      if (const std::string number = take_searched(text, name); !number.empty()) options.tune = number;
      return py::str(text);
    }
  return py::object::borrowed(value);
}

// None leaves an option at its default.
template <class O>
O options_of(const py::kwargs& given) {
  O options;
  for (const auto& [key, stated] : given.items()) {
    const std::string name = py::Caster<std::string>::load(key);
    const py::object value = without_searched(name, stated, options);
    bool found = false;
    std::vector<std::string> names;
    visit_options(options, [&](const char* known, auto& field) {
      names.emplace_back(known);
      if (name != known) return;
      found = true;
      if (!value.is_none()) set(name, field, value);
    });
    if (!found) throw py::type_error("there is no option '" + name + "'" + suggestion(name, names));
  }
  return options;
}

template <class T>
py::object default_of(const T& field) {
  if constexpr (std::is_same_v<T, Vector> || std::is_same_v<T, Labels> ||
                std::is_same_v<T, std::optional<Method>>)
    return py::none();
  else if constexpr (std::is_arithmetic_v<T> || grammar::IsOptional<T>::value ||
                     std::is_same_v<T, std::string>)
    return py::cast(field);
  else if constexpr (std::is_enum_v<T> || std::is_same_v<T, DeviceChoice>)
    return py::str(grammar::format(field));
  else
    return py::str(format_choice(field));
}
template <class O>
py::dict defaults() {
  py::dict all;
  const O options;
  visit_options(options, [&](const char* name, const auto& field) { all[name] = default_of(field); });
  return all;
}

}  // namespace mercer::python
