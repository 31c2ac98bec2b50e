// One grammar for choices: `name:key=value,key=value`.
//
// A choice (a method, kernel, initialisation, search, approximation) is a variant of option structs. A struct
// carries its name, a sentence, and its fields, each with a default, a sentence and, for a number, what it
// may be:
//
//   struct Softmax {
//     static constexpr std::string_view name = "soft", about = "soft k-means";
//     std::optional<double> beta;
//     template <class Self, class Visit> static void fields(Self& self, Visit&& visit) {
//       visit("beta", self.beta, "stiffness; auto = 1.5 times the critical value", Allowed::above(0));
//     }
//   };
//
// From that one definition come the parser, the error messages, the help, the JSON echo and the bindings.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "mercer/error.hpp"

namespace mercer {

// The sides of a grid, written 6x8.
struct GridSize {
  int rows = 1, columns = 1;
  bool operator==(const GridSize&) const = default;
};

// Names of an enum's values in order: specialise `values` for each enum used as a field.
template <class E>
struct EnumNames;

// The numbers that a field may have.
struct Allowed {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  bool without_least = false, without_most = false;  // the end itself is not allowed

  static constexpr Allowed finite() { return {.without_least = true, .without_most = true}; }
  static constexpr Allowed at_least(double least) { return {.least = least, .without_most = true}; }
  static constexpr Allowed above(double least) {
    return {.least = least, .without_least = true, .without_most = true};
  }
  static constexpr Allowed positive_or_infinite() { return {.least = 0, .without_least = true}; }
  static constexpr Allowed between(double least, double most) { return {.least = least, .most = most}; }
  static constexpr Allowed positive_share() { return {.least = 0, .most = 1, .without_least = true}; }
  static constexpr Allowed share_below_1() { return {.least = 0, .most = 1, .without_most = true}; }

  bool contains(double value) const {
    return (without_least ? value > least : value >= least) && (without_most ? value < most : value <= most);
  }
  std::string words() const;  // "above 1", "0 or more", "above 0 and at most 1"
};

// One field of one alternative, as text: for help, completion and documents.
struct FieldHelp {
  std::string key, values, initial, about;
  std::optional<Allowed> allowed = {};
};
struct ChoiceHelp {
  std::string name, about;
  std::vector<FieldHelp> fields;
};

// The candidate closest to `word`, or "" if none is close.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);
// "; did you mean 'gaussian'?" or "; known: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);
// What a name of other programs is called here: gaussian for rbf; "" if it is not known.
std::string name_here(std::string_view word);
// For an unknown name: "kernel 'rbf' is called gaussian here" if other programs use that name, else
// "unknown kernel 'gausian'; did you mean 'gaussian'?".
[[noreturn]] void refuse_name(std::string_view what, const std::string& word,
                              const std::vector<std::string>& names);

namespace grammar {

struct Setting {
  std::string key;
  std::optional<std::string> value;  // absent for a bare word: `som:online`
};
struct Parsed {
  std::string name;
  std::vector<Setting> settings;
};
Parsed split(std::string_view text);

// Text <-> field. A parser returns false if the text is not such a value.
bool parse(std::string_view text, double& field);
bool parse(std::string_view text, int& field);
bool parse(std::string_view text, std::int64_t& field);
bool parse(std::string_view text, bool& field);
bool parse(std::string_view text, std::string& field);
bool parse(std::string_view text, GridSize& field);
std::string format(double field);
std::string format(int field);
std::string format(std::int64_t field);
std::string format(bool field);
std::string format(const std::string& field);
std::string format(GridSize field);

template <class E>
requires std::is_enum_v<E>
bool parse(std::string_view text, E& field) {
  const auto& names = EnumNames<E>::values;
  const auto it = std::find(names.begin(), names.end(), text);
  if (it == names.end()) return false;
  field = static_cast<E>(it - names.begin());
  return true;
}
template <class E>
requires std::is_enum_v<E> std::string format(E field) {
  return std::string(EnumNames<E>::values[static_cast<std::size_t>(field)]);
}
template <class T>
bool parse(std::string_view text, std::optional<T>& field) {
  if (text == "auto") {
    field.reset();
    return true;
  }
  T value{};
  if (!parse(text, value)) return false;
  field = value;
  return true;
}
template <class T>
std::string format(const std::optional<T>& field) {
  return field ? format(*field) : std::string("auto");
}

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

// Which values `key=` accepts, for help and errors.
template <class T>
std::string values() {
  if constexpr (IsOptional<T>::value) {
    return "auto|" + values<typename T::value_type>();
  } else if constexpr (std::is_enum_v<T>) {
    std::string all;
    for (const auto& n : EnumNames<T>::values) {
      if (!all.empty()) all += '|';
      all += n;
    }
    return all;
  } else if constexpr (std::is_same_v<T, bool>) {
    return "on|off";
  } else if constexpr (std::is_integral_v<T>) {
    return "integer";
  } else if constexpr (std::is_floating_point_v<T>) {
    return "number";
  } else if constexpr (std::is_same_v<T, GridSize>) {
    return "ROWSxCOLUMNS";
  } else {
    return "text";
  }
}

template <class S>
std::vector<std::string> keys() {
  std::vector<std::string> all;
  S s{};
  S::fields(s, [&](std::string_view key, auto&, auto&&...) { all.emplace_back(key); });
  return all;
}

// Whether any field can be automatic.
template <class S>
bool has_automatic() {
  bool any = false;
  S s{};
  S::fields(s, [&](std::string_view, auto& field, auto&&...) {
    any = any || IsOptional<std::decay_t<decltype(field)>>::value;
  });
  return any;
}

// A number of a field; none where it is left to the program.
inline std::optional<double> number_of(double field) { return field; }
template <class T>
requires std::is_integral_v<T> std::optional<double> number_of(T field) { return static_cast<double>(field); }
template <class T>
std::optional<double> number_of(const std::optional<T>& field) {
  return field ? number_of(*field) : std::nullopt;
}

// "fuzzy: m = 1 must be above 1, or left out (auto)"
[[noreturn]] void refuse_number(std::string_view choice, std::string_view key, double value,
                                const Allowed& allowed, const std::string& initial);

// An Error for the first number out of its range.
template <class S>
void check_ranges(const S& options) {
  S initial{};
  std::vector<std::string> left_out;
  S::fields(initial, [&](std::string_view, auto& field, auto&&...) { left_out.push_back(format(field)); });
  std::size_t at = 0;
  const auto check = [&]<class Field>(std::string_view key, const Field& field, std::string_view,
                                      const auto&... allowed) {
    const std::string& otherwise = left_out[at++];
    if constexpr (sizeof...(allowed) > 0)
      if (const auto number = number_of(field); number && !(allowed.contains(*number) && ...))
        (refuse_number(S::name, key, *number, allowed, otherwise), ...);
  };
  S::fields(options, check);
}

// Sets one field of `options`; an unknown key or a value that does not parse is an Error.
template <class S>
void set(S& options, const Setting& setting) {
  bool found = false;
  S::fields(options, [&](std::string_view key, auto& field, auto&&...) {
    if (key != setting.key) return;
    found = true;
    using Field = std::decay_t<decltype(field)>;
    const bool bare_flag = !setting.value && std::is_same_v<Field, bool>;
    if (!parse(bare_flag ? std::string_view("on") : std::string_view(setting.value.value_or("")), field))
      throw Error(Fault::usage, std::string(S::name) + ": " + setting.key + " = '" +
                                    setting.value.value_or("") + "' is not one of " + values<Field>());
  });
  if (found || (has_automatic<S>() && setting.key == "auto" && !setting.value)) return;  // `gaussian:auto`
  throw Error(Fault::usage, std::string(S::name) + " has no option '" + setting.key + "'" +
                                suggestion(setting.key, keys<S>()));
}

}  // namespace grammar

// f.template operator()<S>() for every alternative S of the choice, in order.
template <class Choice, class F>
void for_each_alternative(F&& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f.template operator()<std::variant_alternative_t<I, Choice>>(), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Choice>>{});
}

// Softmax{0.6} -> "soft"
template <class Choice>
std::string_view choice_name(const Choice& choice) {
  return std::visit([]<class S>(const S&) { return S::name; }, choice);
}

// "soft:beta=0.6" -> Softmax{0.6}; `what` names the kind of choice in errors ("method", "kernel", ...).
template <class Choice>
Choice parse_choice(std::string_view text, std::string_view what) {
  const grammar::Parsed parsed = grammar::split(text);
  std::optional<Choice> chosen;
  std::vector<std::string> names;
  for_each_alternative<Choice>([&]<class S>() {
    names.emplace_back(S::name);
    if (chosen || parsed.name != S::name) return;
    S options{};
    for (const auto& setting : parsed.settings) grammar::set(options, setting);
    grammar::check_ranges(options);
    chosen = options;
  });
  if (!chosen) refuse_name(what, parsed.name, names);
  return *chosen;
}

// An Error if a number of the choice is out of its range: "fuzzy: m = 1 must be above 1, or left out (auto)".
template <class Choice>
void check_ranges(const Choice& choice) {
  std::visit([](const auto& options) { grammar::check_ranges(options); }, choice);
}

// Softmax{0.6} -> "soft:beta=0.6"; fields at their default are left out.
template <class Choice>
std::string format_choice(const Choice& choice) {
  return std::visit(
      []<class S>(const S& options) {
        std::string text(S::name);
        std::vector<std::string> defaults;
        S plain{};
        S::fields(plain,
                  [&](std::string_view, auto& f, auto&&...) { defaults.push_back(grammar::format(f)); });
        char separator = ':';
        std::size_t at = 0;
        S::fields(options, [&](std::string_view key, const auto& f, auto&&...) {
          const std::string value = grammar::format(f);
          if (value == defaults[at++]) return;
          text += separator + std::string(key) + "=" + value;
          separator = ',';
        });
        return text;
      },
      choice);
}

// Names, sentences, fields and defaults of every alternative.
template <class Choice>
std::vector<ChoiceHelp> choice_help() {
  std::vector<ChoiceHelp> all;
  for_each_alternative<Choice>([&]<class S>() {
    ChoiceHelp help{std::string(S::name), std::string(S::about), {}};
    S s{};
    S::fields(s, [&](std::string_view key, auto& f, std::string_view about, const auto&... allowed) {
      help.fields.push_back({std::string(key),
                             grammar::values<std::decay_t<decltype(f)>>(),
                             grammar::format(f),
                             std::string(about),
                             {allowed...}});
    });
    all.push_back(std::move(help));
  });
  return all;
}

// The grammar of a choice is instantiated once, in one file of its room, not in every file that uses it:
// `MERCER_GRAMMAR(extern template, Kernel);` behind its variant and `MERCER_GRAMMAR(template, Kernel);` in
// that file.
#define MERCER_GRAMMAR(declared, Choice)                                    \
  declared Choice parse_choice<Choice>(std::string_view, std::string_view); \
  declared void check_ranges(const Choice&);                                \
  declared std::string format_choice(const Choice&);                        \
  declared std::vector<ChoiceHelp> choice_help<Choice>()

}  // namespace mercer
