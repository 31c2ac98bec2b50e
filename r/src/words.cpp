#include "words.hpp"

#include <algorithm>
#include <map>

namespace mercer::r {
namespace {

// What has another name here. Options have the same.
const std::map<std::string_view, std::string_view> other_names = {
    {"read_edges", "a sparse matrix"},   {"suggest_clusters", "suggest_clusters()"},
    {"mercer::embed", "mercer_embed()"}, {"Result::choice", "`candidates` of the result"},
    {"Model::save", "write_model()"},    {"EmbedModel::save", "write_model()"},
};

bool is_number(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

std::string argument_of(std::string_view option, std::string_view value) {
  if (const auto other = other_names.find(option); other != other_names.end())
    return std::string(other->second);
  const std::string name(option);
  if (value.empty()) return option == "standardize" ? name + " = TRUE" : name;
  if (option == "memory") return name + " = " + std::string(value.substr(0, value.find('M'))) + "e6";
  if (is_number(value)) return name + " = " + std::string(value);
  return name + " = \"" + std::string(value) + "\"";
}

}  // namespace

std::string in_r(const std::string& message) { return worded(message, argument_of); }

}  // namespace mercer::r
