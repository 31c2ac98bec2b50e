#include "serve/request.hpp"

#include <algorithm>
#include <array>

#include "program.hpp"

namespace mercer::cli {
namespace {

// All that a person may set; options that name files or share out the machine are not among them.
constexpr std::array<std::string_view, 27> offered = {
    "clusters", "method",         "kernel",    "tune",           "init",      "search",
    "approx",   "embed",          "restarts",  "max-iterations", "seed",      "truth",
    "weights",  "columns",        "drop",      "standardize",    "id",        "types",
    "missing",  "missing-values", "delimiter", "decimal",        "no-header", "text",
    "terms",    "edges",          "precision"};

bool is_offered(std::string_view name) {
  return std::find(offered.begin(), offered.end(), name) != offered.end();
}

const CLI::Option& option_named(const CLI::App& command, const std::string& name) {
  if (is_offered(name))
    for (const auto* option : named_options(command))
      if (option->check_lname(name)) return *option;
  throw Error(Fault::usage, fmt::format("there is no option '{}' here", name));
}

std::string text_of(const std::string& name, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  throw Error(Fault::usage, fmt::format("the option '{}' is a text or a number", name));
}

// An end that is not there is null.
Json allowed_json(const Allowed& allowed) {
  const auto end = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  return {{"words", allowed.words()},
          {"least", end(allowed.least)},
          {"most", end(allowed.most)},
          {"without_least", allowed.without_least},
          {"without_most", allowed.without_most}};
}

Json field_json(const FieldHelp& field) {
  Json json = {
      {"key", field.key}, {"values", field.values}, {"initial", field.initial}, {"about", field.about}};
  if (field.allowed) json["allowed"] = allowed_json(*field.allowed);
  return json;
}

Json choice_json(const ChoiceHelp& choice) {
  Json fields = Json::array();
  for (const auto& field : choice.fields) fields.push_back(field_json(field));
  return {{"name", choice.name}, {"about", choice.about}, {"fields", fields}};
}

// A value that would be taken for an option is tied to its own.
void add_words(std::vector<std::string>& words, const std::string& name, const std::string& value) {
  if (value.starts_with("-")) {
    words.push_back(fmt::format("--{}={}", name, value));
  } else {
    words.push_back("--" + name);
    words.push_back(value);
  }
}

}  // namespace

Json options_json() {
  CLI::App command;
  define_fit(command);
  Json options = Json::array(), choices = Json::object();
  for (const auto* option : named_options(command)) {
    const std::string name = option->get_lnames().empty() ? "" : option->get_lnames().front();
    if (!is_offered(name)) continue;
    options.push_back({{"name", name},
                       {"group", option->get_group()},
                       {"type", takes_value(*option) ? option->get_type_name() : "flag"},
                       {"about", option->get_description()},
                       {"initial", option->get_default_str()},
                       {"values", vocabulary(option->get_type_name())}});
  }
  for (const auto& table : choice_tables()) {
    Json all = Json::array();
    for (const auto& choice : table.choices) all.push_back(choice_json(choice));
    choices[table.type] = {{"about", table.about}, {"choices", all}};
  }
  return {{"options", options}, {"choices", choices}};
}

std::vector<std::string> words_of(const Json& options) {
  if (!options.is_object()) throw Error(Fault::usage, "options are an object of names and values");
  CLI::App command;
  define_fit(command);
  std::vector<std::string> words;
  for (const auto& [name, value] : options.items()) {
    const bool flag = !takes_value(option_named(command, name));
    if (flag && !value.is_boolean())
      throw Error(Fault::usage, fmt::format("the option '{}' is true or false", name));
    if (flag && value.get<bool>()) words.push_back("--" + name);
    if (flag) continue;
    if (const std::string text = text_of(name, value); !text.empty()) add_words(words, name, text);
  }
  return words;
}

FitArguments fit_request(const std::string& path, const std::string& name, const Json& options) {
  const std::vector<std::string> words = words_of(options);
  CLI::App command;
  const auto a = define_fit(command);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  reversed.push_back(path);
  try {
    command.parse(reversed);
  } catch (const CLI::ParseError& error) {
    throw Error(Fault::usage, error.what());
  }
  if (std::holds_alternative<GivenLabels>(a->options.init))
    throw Error(Fault::usage, "the start `labels` reads a file; files can't be opened from the browser");
  std::vector<std::string> shown = {"mercer", "fit", name};
  shown.insert(shown.end(), words.begin(), words.end());
  a->words = shown;
  a->explain = true;
  a->quiet = true;
  return *a;
}

}  // namespace mercer::cli
