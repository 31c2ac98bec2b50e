// The lines of Python that give the same clusters as a command line.
#include <map>

#include "serve/request.hpp"

namespace mercer::cli {
namespace {

// The estimator of a method in the input space, and with a kernel.
struct Estimator {
  std::string_view plain, kernel;
};
const std::map<std::string_view, Estimator> estimators = {
    {"kmeans", {"KMeans", "KernelKMeans"}},
    {"soft", {"SoftKMeans", "SoftKernelKMeans"}},
    {"fuzzy", {"FuzzyCMeans", "FuzzyCMeans"}},
    {"possibilistic", {"PossibilisticCMeans", "PossibilisticCMeans"}},
    {"k-harmonic", {"KHarmonicMeans", "KHarmonicMeans"}},
    {"iwc", {"InverseWeightedClustering", "InverseWeightedClustering"}},
    {"neural-gas", {"NeuralGas", "NeuralGas"}},
    {"som", {"SelfOrganizingMap", "SelfOrganizingMap"}},
    {"tree-cut", {"ConnectivityClustering", "ConnectivityClustering"}},
    {"single", {"SingleLinkage", "SingleLinkage"}},
    {"ward", {"Ward", "Ward"}},
    {"genie", {"Genie", "Genie"}},
    {"hdbscan", {"HDBSCAN", "HDBSCAN"}},
    {"spectral", {"SpectralClustering", "SpectralClustering"}},
    {"one-class", {"OneClassSVM", "OneClassSVM"}},
    {"spheres", {"SphereClustering", "SphereClustering"}},
    {"svc", {"SupportVectorClustering", "SupportVectorClustering"}},
    {"mean-shift", {"MeanShift", "MeanShift"}},
    {"mixture", {"GaussianMixture", "GaussianMixture"}},
    {"graph-linkage", {"GraphLinkage", "GraphLinkage"}},
    {"auto", {"AutoClustering", "AutoClustering"}},
};

std::string quoted(const std::string& text) {
  std::string safe = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe + "\"";
}

// 0.5 and 3 stay, on is True, all else is text.
std::string literal(const std::string& value) {
  double number = 0;
  bool truth = false;
  if (grammar::parse(value, number)) return value;
  if (grammar::parse(value, truth)) return truth ? "True" : "False";
  return quoted(value);
}

using Arguments = std::vector<std::string>;
void add(Arguments& all, std::string_view name, const std::string& value) {
  all.push_back(fmt::format("{}={}", name, value));
}

std::string list_of(const std::vector<std::string>& names) {
  std::vector<std::string> quotes;
  for (const auto& name : names) quotes.push_back(quoted(name));
  return fmt::format("[{}]", fmt::join(quotes, ", "));
}

// What becomes of the columns, where anything was said of it.
std::string table_features(const FitArguments& a) {
  Arguments all;
  if (!a.table.types.empty()) {
    std::vector<std::string> pairs;
    for (const auto& pair : CLI::detail::split(a.table.types, ',')) {
      const std::size_t equals = pair.rfind('=');
      if (equals != std::string::npos)
        pairs.push_back(quoted(pair.substr(0, equals)) + ": " + quoted(pair.substr(equals + 1)));
    }
    add(all, "types", fmt::format("{{{}}}", fmt::join(pairs, ", ")));
  }
  if (!a.table.id.empty()) add(all, "id", quoted(a.table.id));
  if (a.table.missing != MissingPolicy::fill) add(all, "missing", quoted(grammar::format(a.table.missing)));
  if (a.standardize) add(all, "standardize", "True");
  if (!a.data.request.columns.empty()) add(all, "columns", list_of(a.data.request.columns));
  std::vector<std::string> drop = a.data.request.drop;
  if (!a.data.request.truth.empty()) drop.push_back(a.data.request.truth);
  if (!drop.empty()) add(all, "drop", list_of(drop));
  return all.empty() ? "" : fmt::format("mercer.TableFeatures({})", fmt::join(all, ", "));
}

Arguments estimator_arguments(const FitArguments& a, const Method& method, const Json& options) {
  Arguments all;
  const auto given = [&](const char* name) { return options.contains(name); };
  if (given("clusters")) add(all, "n_clusters", fmt::format("{}", a.options.clusters));
  for (const auto& setting : grammar::split(format_choice(method)).settings)
    add(all, setting.key, setting.value ? literal(*setting.value) : "True");
  if (!is_none(a.options.kernel)) add(all, "kernel", quoted(format_choice(a.options.kernel)));
  if (given("init")) add(all, "init", quoted(format_choice(a.options.init)));
  if (given("search")) add(all, "search", quoted(format_choice(a.options.search)));
  if (given("approx")) add(all, "approx", quoted(format_choice(a.options.approx)));
  if (given("embed")) add(all, "embed", quoted(format_choice(a.options.embed)));
  if (given("restarts")) add(all, "n_init", fmt::format("{}", a.options.restarts));
  if (given("max-iterations")) add(all, "max_iter", fmt::format("{}", a.options.max_iterations));
  if (given("seed")) add(all, "random_state", fmt::format("{}", a.options.seed));
  if (const std::string table = table_features(a); !table.empty()) add(all, "table", table);
  return all;
}

}  // namespace

std::string python_lines(const FitArguments& a, const std::string& name, const Json& options) {
  if (compares_objects(a.description.kernel) || a.edges || is_text(a.data, a.text) ||
      is_precomputed(a.options.kernel) || !a.options.tune.empty() || a.options.most_clusters > 0)
    return "";
  const Method method = default_method(a.options);
  const auto found = estimators.find(choice_name(method));
  if (found == estimators.end()) return "";
  const std::string_view estimator = is_none(a.options.kernel) ? found->second.plain : found->second.kernel;
  return fmt::format(
      "import mercer\n\ntable = mercer.read_table({})\nmodel = mercer.{}({}).fit(table)\nmodel.labels_\n",
      quoted(name), estimator,
      fmt::join(estimator_arguments(a, a.options.method.value_or(method), options), ", "));
}

}  // namespace mercer::cli
