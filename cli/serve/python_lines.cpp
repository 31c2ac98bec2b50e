// The lines of Python that give the same clusters as a command line.
#include <map>

#include "serve/request.hpp"

namespace mercer::cli {
namespace {

// The estimator of a method in the input space, and with a kernel; and which of the options it has: number of
// clusters (k), start (i), restarts (r), iterations (m), weights (w); of those with a kernel also the search
// (s), approximations (a) and the reduced feature space (e). A kernel is a parameter, or that of trees (t).
// One-class and mean-shift have other defaults and labels in Python, as scikit-learn has them.
struct Estimator {
  std::string_view plain, kernel, has;
};
const std::map<std::string_view, Estimator> estimators = {
    {"kmeans", {"KMeans", "KernelKMeans", "kirmwsae"}},
    {"soft", {"SoftKMeans", "SoftKernelKMeans", "kirmwae"}},
    {"fuzzy", {"FuzzyCMeans", "FuzzyCMeans", "kirmwae"}},
    {"possibilistic", {"PossibilisticCMeans", "PossibilisticCMeans", "kirmwae"}},
    {"k-harmonic", {"KHarmonicMeans", "KHarmonicMeans", "kirmwae"}},
    {"iwc", {"InverseWeightedClustering", "InverseWeightedClustering", "kirmwae"}},
    {"neural-gas", {"NeuralGas", "NeuralGas", "kirmwae"}},
    {"som", {"SelfOrganizingMap", "SelfOrganizingMap", "kirmwae"}},
    {"tree-cut", {"ConnectivityClustering", "ConnectivityClustering", "ktw"}},
    {"single", {"SingleLinkage", "SingleLinkage", "kt"}},
    {"ward", {"Ward", "Ward", "k"}},
    {"genie", {"Genie", "Genie", "kt"}},
    {"hdbscan", {"HDBSCAN", "HDBSCAN", "t"}},
    {"spectral", {"SpectralClustering", "SpectralClustering", "krma"}},
    {"spheres", {"SphereClustering", "SphereClustering", "kirm"}},
    {"svc", {"SupportVectorClustering", "SupportVectorClustering", ""}},
    {"mixture", {"GaussianMixture", "", "kirm"}},
    {"graph-linkage", {"GraphLinkage", "GraphLinkage", "k"}},
    {"auto", {"AutoClustering", "AutoClustering", "k"}},
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

// {"zip": "category"}
std::string kinds_of(const TableArguments& table) {
  std::vector<std::string> pairs;
  for (const auto& pair : CLI::detail::split(table.types, ','))
    if (const std::size_t equals = pair.rfind('='); equals != std::string::npos)
      pairs.push_back(quoted(pair.substr(0, equals)) + ": " + quoted(pair.substr(equals + 1)));
  return fmt::format("{{{}}}", fmt::join(pairs, ", "));
}
std::string missing_words(const TableArguments& table) {
  return list_of(CLI::detail::split(table.missing_values, ','));
}

// Python knows columns by their names alone.
bool names_by_number(const FitArguments& a) {
  const auto is_number = [](const std::string& name) {
    return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
  };
  const auto& r = a.data.request;
  std::vector<std::string> names = {r.truth, r.weights, a.table.id};
  for (const auto* list : {&r.columns, &r.drop}) names.insert(names.end(), list->begin(), list->end());
  for (const auto& pair : CLI::detail::split(a.table.types, ','))
    names.push_back(pair.substr(0, pair.rfind('=')));
  return std::any_of(names.begin(), names.end(), is_number);
}

// How the file is read, and what becomes of its columns, where anything was said of it.
Arguments reading_arguments(const FitArguments& a, const std::string& name) {
  Arguments all = {quoted(name)};
  if (!a.table.types.empty()) add(all, "types", kinds_of(a.table));
  if (!a.table.missing_values.empty()) add(all, "missing_values", missing_words(a.table));
  return all;
}
std::string table_features(const FitArguments& a) {
  Arguments all;
  const auto& request = a.data.request;
  if (!a.table.types.empty()) add(all, "types", kinds_of(a.table));
  if (!a.table.id.empty()) add(all, "id", quoted(a.table.id));
  if (a.table.missing != MissingPolicy::fill) add(all, "missing", quoted(grammar::format(a.table.missing)));
  if (a.standardize) add(all, "standardize", "True");
  if (!request.columns.empty()) add(all, "columns", list_of(request.columns));
  std::vector<std::string> drop = request.drop;
  for (const std::string& apart : {request.truth, request.weights})
    if (!apart.empty() && request.columns.empty()) drop.push_back(apart);
  if (!drop.empty()) add(all, "drop", list_of(drop));
  if (!a.table.missing_values.empty()) add(all, "missing_values", missing_words(a.table));
  return all.empty() ? "" : fmt::format("mercer.TableFeatures({})", fmt::join(all, ", "));
}

void add_settings(Arguments& all, const std::string& choice) {
  for (const auto& setting : grammar::split(choice).settings)
    add(all, setting.key, setting.value ? literal(*setting.value) : "True");
}

// None where the estimator does not have what was asked for.
std::optional<Arguments> estimator_arguments(const FitArguments& a, const Method& method,
                                             const Estimator& estimator, const Json& options,
                                             Index clusters) {
  Arguments all;
  const auto given = [&](const char* name) { return options.contains(name); };
  const auto has = [&](char letter) { return estimator.has.find(letter) != std::string_view::npos; };
  const bool kernel = !is_none(a.options.kernel);
  for (const auto& [name, letter] : {std::pair("search", 's'), {"approx", 'a'}, {"embed", 'e'}})
    if (given(name) && (!has(letter) || (!kernel && letter != 's'))) return std::nullopt;
  if (given("weights") && !has('w')) return std::nullopt;
  // Which number the data speak for, auto finds out itself; others are told.
  if (has('k') && (given("clusters") || !std::holds_alternative<Auto>(method)))
    add(all, "n_clusters", fmt::format("{}", clusters));
  add_settings(all, format_choice(method));
  if (kernel && has('t')) {
    if (!std::holds_alternative<Connectivity>(a.options.kernel)) return std::nullopt;
    add_settings(all, format_choice(a.options.kernel));
  } else if (kernel) {
    if (estimator.kernel.empty()) return std::nullopt;
    add(all, "kernel", quoted(format_choice(a.options.kernel)));
  }
  if (given("init") && has('i')) add(all, "init", quoted(format_choice(a.options.init)));
  if (given("search")) add(all, "search", quoted(format_choice(a.options.search)));
  if (given("approx")) add(all, "approx", quoted(format_choice(a.options.approx)));
  if (given("embed")) add(all, "embed", quoted(format_choice(a.options.embed)));
  if (given("restarts") && has('r')) add(all, "n_init", fmt::format("{}", a.options.restarts));
  if (given("max-iterations") && has('m')) add(all, "max_iter", fmt::format("{}", a.options.max_iterations));
  if (given("seed")) add(all, "random_state", fmt::format("{}", a.options.seed));
  if (given("precision")) add(all, "precision", quoted(grammar::format(a.options.precision)));
  if (given("tune")) add(all, "tune", quoted(a.options.tune));
  if (const std::string table = table_features(a); !table.empty()) add(all, "table", table);
  return all;
}

// Arrays are read by the libraries that everybody has; what is said of columns needs a table.
std::string lines_of_array(const FitArguments& a, const std::string& name, const std::string& format,
                           const std::string& estimator) {
  const auto& r = a.data.request;
  const bool of_columns = a.standardize || !r.truth.empty() || !r.weights.empty() || !r.columns.empty() ||
                          !r.drop.empty() || !table_features(a).empty();
  if (of_columns || (format == "npy" && name.ends_with(".gz"))) return "";
  std::string import, read;
  if (format == "npy") {
    import = "import numpy";
    read = fmt::format("points = numpy.load({})", quoted(name));
  } else if (format == "libsvm") {
    import = "from sklearn.datasets import load_svmlight_file";
    read = fmt::format("points, classes = load_svmlight_file({})", quoted(name));
  } else if (format == "mtx") {
    import = "import scipy.io";
    read = fmt::format("points = scipy.io.mmread({})", quoted(name));
  } else {
    return "";
  }
  return fmt::format("{}\nimport mercer\n\n{}\nmodel = {}.fit(points)\nmodel.labels_\n", import, read,
                     estimator);
}

}  // namespace

std::string python_lines(const FitArguments& a, const std::string& name, const Json& options,
                         const Result& result, const std::string& array) {
  const bool read_otherwise =
      a.edges || a.table.no_header || !a.table.delimiter.empty() || !a.table.decimal.empty();
  if (compares_objects(a.description.kernel) || read_otherwise || names_by_number(a) ||
      is_text(a.data, a.text) || is_precomputed(a.options.kernel) || a.options.most_clusters > 0 ||
      result.interrupted)
    return "";
  const Method method = a.options.method.value_or(default_method(a.options));
  const auto found = estimators.find(choice_name(method));
  if (found == estimators.end()) return "";
  const Estimator& estimator = found->second;
  const auto arguments = estimator_arguments(a, method, estimator, options, result.model.clusters());
  if (!arguments) return "";
  const std::string made =
      fmt::format("mercer.{}({})",
                  is_none(a.options.kernel) || estimator.kernel.empty() ? estimator.plain : estimator.kernel,
                  fmt::join(*arguments, ", "));
  if (!array.empty()) return lines_of_array(a, name, array, made);
  const std::string& weights = a.data.request.weights;
  return fmt::format(
      "import mercer\n\ntable = mercer.read_table({})\nmodel = {}.fit(table{})\nmodel.labels_\n",
      fmt::join(reading_arguments(a, name), ", "), made,
      weights.empty() ? "" : fmt::format(", sample_weight=table[{}]", quoted(weights)));
}

}  // namespace mercer::cli
