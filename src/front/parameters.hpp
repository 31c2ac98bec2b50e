// Numeric parameters of a method or a kernel, by name.
#pragma once

#include <string>
#include <vector>

#include "mercer/options.hpp"

namespace mercer {

template <class T>
constexpr bool is_number_field = std::is_same_v<T, double> || std::is_same_v<T, std::optional<double>> ||
                                 std::is_same_v<T, int> || std::is_same_v<T, std::optional<int>>;

// One number of a choice. `value` is none if the program chooses it.
struct Parameter {
  std::string key;
  std::optional<double> value;
  bool whole = false;  // an integer
};

template <class Choice>
std::vector<Parameter> parameters_in(const Choice& choice) {
  std::vector<Parameter> out;
  std::visit(
      [&]<class S>(const S& s) {
        S::fields(s, [&]<class Field>(std::string_view key, const Field& field, auto&&...) {
          if constexpr (is_number_field<Field>) {
            constexpr bool whole = std::is_same_v<Field, int> || std::is_same_v<Field, std::optional<int>>;
            if constexpr (grammar::IsOptional<Field>::value)
              out.push_back({std::string(key), field ? std::optional<double>(*field) : std::nullopt, whole});
            else
              out.push_back({std::string(key), static_cast<double>(field), whole});
          }
        });
      },
      choice);
  return out;
}

// The choice with one number changed.
template <class Choice>
Choice with_parameter(Choice choice, std::string_view key, double value) {
  std::visit(
      [&]<class S>(S& s) {
        S::fields(s, [&]<class Field>(std::string_view name, Field& field, auto&&...) {
          if constexpr (is_number_field<Field>) {
            if (name != key) return;
            if constexpr (std::is_same_v<Field, int> || std::is_same_v<Field, std::optional<int>>)
              field = static_cast<int>(std::lround(value));
            else
              field = value;
          }
        });
      },
      choice);
  return choice;
}

}  // namespace mercer
