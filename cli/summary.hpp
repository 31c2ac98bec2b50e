// What a run says about itself: to people as text, to machines as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "mercer/cluster.hpp"
#include "mercer/evaluate.hpp"
#include "mercer/profile.hpp"
#include "terminal.hpp"

namespace mercer::cli {

using Json = nlohmann::ordered_json;

// What is said of a table, where the data are one: lines for people, and the same for machines.
struct TableWords {
  std::vector<std::string> decisions, profile, rules;
  Profile about;  // the clusters, for the report
  Json json = Json::object();
};

// A finished `mercer fit`.
struct Run {
  std::string command, source, truth;  // truth: the column scored against, or ""
  Index size = 0, dimensions = 0;
  bool sparse = false, standardized = false;
  int threads = 0;
  std::vector<Traffic> traffic = {};     // between ranks: after each step, and in total
  double seconds = 0, read_seconds = 0;  // of the clustering, and of the reading before it
  std::uint64_t peak_memory = 0;
  Options options;  // as asked for; the parameters used are in result.model
  Result result;
  std::optional<Scores> scores;
  std::optional<VectorErrors> errors;
  std::optional<double> silhouette;
  std::vector<std::vector<std::string>> terms;  // of documents: the words of each cluster
  std::optional<TableWords> table;
};

// What was done, line by line: names and values.
std::vector<std::pair<std::string, std::string>> summary_lines(const Run& run);
std::string summary_text(const Run& run, const Style& style);
Json summary_json(const Run& run);

// The kernel with the parameters used, as it may be typed again: a width is given by sigma, or by gamma when
// that was asked for; that of strings and graphs as asked for, not the one among the rows that they became.
std::string kernel_text(Kernel used, const Kernel& asked = {});
// That of a model.
std::string kernel_text(const Model& model, const Kernel& asked = {});
std::vector<Index> cluster_sizes(const Labels& labels, Index clusters);

// One line "  name        value".
std::string line(const Style& style, const std::string& name, const std::string& value);
Index noise_of(const Labels& labels);  // points in no cluster
std::string sizes_text(const std::vector<Index>& sizes, Index noise, const Style& style);
std::string scores_text(const Scores& scores, const Style& style);
// Classes against clusters, with the names of the classes.
std::string confusion_text(const Scores& scores, const std::vector<std::string>& classes,
                           const std::vector<std::string>& clusters, const Style& style);
std::string warnings_text(const std::vector<Warning>& warnings, const Style& style);
std::string plan_text(const Plan& plan);
void add_scores(Json& json, const Scores& scores);
Json plan_json(const Plan& plan);
void tell_device(Json& json, const std::optional<DeviceUse>& device);
Json warnings_json(const std::vector<Warning>& warnings);
// On standard output, behind what it is and the version of its schema (docs/schema/output-1.json); numbers
// that are not finite become null.
void write_json(std::string_view output, const Json& json);

}  // namespace mercer::cli
