#include "names.hpp"

#include <map>

#include "mercer/error.hpp"

namespace mercer::python {
namespace {

// As `OPTIONS` in _base.py has them; and what is no parameter of an estimator.
const std::map<std::string_view, std::string_view> names = {
    {"clusters", "n_clusters"},
    {"max_iterations", "max_iter"},
    {"kernel", "kernel"},
    {"approx", "approx"},
    {"embed", "embed"},
    {"memory", "memory"},
    {"precision", "precision"},
    {"search", "search"},
    {"storage", "storage"},
    {"device", "device"},
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

std::string in_parameters(const std::string& message) { return worded(message, parameter_of); }

}  // namespace mercer::python
