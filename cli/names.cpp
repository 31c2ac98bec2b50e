#include "names.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "mercer/error.hpp"

namespace mercer::cli {
namespace {

// What has another name here.
const std::map<std::string_view, std::string_view> other_names = {
    {"clusters", "-k"},
    {"read_edges", "--edges"},
    {"suggest_clusters", "'mercer suggest-k'"},
    {"mercer::embed", "mercer embed"},
    {"Result::choice", "--json"},
    {"Model::save", "`mercer fit --model`"},
    {"EmbedModel::save", "'mercer embed --model'"},
};
constexpr std::array<std::string_view, 18> same_names = {
    "approx",         "columns",     "device",  "drop",          "embed",   "kernel",
    "max_iterations", "memory",      "method",  "min_documents", "missing", "precision",
    "search",         "standardize", "storage", "text",          "truth",   "weights"};

std::string flag_of(std::string_view option, std::string_view value) {
  std::string flag;
  if (const auto other = other_names.find(option); other != other_names.end()) {
    flag = other->second;
  } else if (std::find(same_names.begin(), same_names.end(), option) != same_names.end()) {
    flag = "--" + std::string(option);
    std::replace(flag.begin(), flag.end(), '_', '-');
  } else {
    return "";
  }
  return value.empty() ? flag : flag + " " + std::string(value);
}

}  // namespace

std::string in_flags(const std::string& message) { return worded(message, flag_of); }

}  // namespace mercer::cli
