#include "names.hpp"

#include <map>
#include <regex>

#include "mercer/error.hpp"

namespace mercer::python {
namespace {

// As `OPTIONS` in _base.py has them; and what is not a parameter of an estimator.
const std::map<std::string_view, std::string_view> names = {
    {"clusters", "n_clusters"},
    {"most_clusters", "max_clusters"},
    {"restarts", "n_init"},
    {"threads", "n_jobs"},
    {"seed", "random_state"},
    {"weights", "sample_weight"},
    {"dimensions", "n_components"},
    {"max_iterations", "max_iter"},
    {"kernel", "kernel"},
    {"approx", "approx"},
    {"embed", "embed"},
    {"memory", "memory"},
    {"precision", "precision"},
    {"search", "search"},
    {"storage", "storage"},
    {"device", "device"},
    {"tune", "tune"},
    {"standardize", "sklearn.preprocessing.StandardScaler"},
    {"read_edges", "a sparse matrix"},
    {"suggest_clusters", "mercer.suggest_k"},
    {"mercer::embed", "mercer.KernelPCA"},
    {"Result::choice", "candidates_"},
    {"Model::save", "save"},
    {"EmbedModel::save", "save"},
};

std::string parameter_of(std::string_view option, std::string_view value) {
  if (option == "method")
    return value.empty() ? "another estimator" : "the estimator of " + std::string(value);
  const auto found = names.find(option);
  if (found == names.end()) return "";
  const std::string name(found->second);
  if (value.empty()) return name;
  if (option == "memory") return name + "=" + std::string(value.substr(0, value.find('M'))) + "_000_000";
  return name + "=\"" + std::string(value) + "\"";
}

}  // namespace

// Names that stand alone: "restarts = 0 must be at least 1", "lower clusters". Elsewhere these are words:
// "more clusters".
std::string in_parameters(const std::string& message) {
  static const std::string options =
      "(clusters|most_clusters|restarts|max_iterations|dimensions|threads|seed)";
  static const std::regex alone(R"((^|[^\w`'\-:,]))" + options + R"((?= = )|(\b(?:lower|raise|give) ))" +
                                options + R"(\b)");
  std::string out;
  std::string rest = worded(message, parameter_of);
  for (std::smatch found; std::regex_search(rest, found, alone); rest = found.suffix())
    out += found.prefix().str() + found[1].str() + found[3].str() +
           std::string(names.at(found[2].str() + found[4].str()));
  return out + rest;
}

}  // namespace mercer::python
