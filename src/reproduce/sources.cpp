#include "reproduce/sources.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "mercer/io.hpp"
#include "mercer/reproduce.hpp"
#include "mercer/text.hpp"
#include "report/principal.hpp"

namespace mercer {
namespace {

Labelled read_labelled(const std::string& path) {
  TableRequest request;
  request.truth = "label";
  Table table = read_table(path, request);
  Labelled set;
  set.data = std::visit([](auto& values) { return Data(std::move(values)); }, table.features);
  for (const std::string& name : table.truth) {
    int label = 0;
    if (!grammar::parse(name, label))
      throw Error(Fault::data, fmt::format("{}: the label '{}' is not a number", path, name));
    set.truth.push_back(label);
  }
  return set;
}

Source changed(const Source& source, const std::string& how, const std::function<void(Labelled&)>& change) {
  return {source.name + how, [draw = source.draw, change](const std::string& folder, int run) {
            Labelled set = draw(folder, run);
            change(set);
            return set;
          }};
}

// The texts of some lines.
Documents chosen_documents(const Documents& all, const nlohmann::json& lines) {
  Documents some;
  for (const auto& line : lines) {
    const auto at = line.get<std::size_t>();
    if (at >= all.texts.size())
      throw Error(Fault::data, fmt::format("{}: the sample refers to document {} of {}", all.source, at,
                                           all.texts.size()));
    some.texts.push_back(all.texts[at]);
    some.truth.push_back(all.truth[at]);
    some.places.push_back(all.places[at]);
  }
  return some;
}

nlohmann::json lines_of_draw(const std::string& path, const std::string& name, std::size_t run) {
  try {
    return nlohmann::json::parse(std::ifstream(path)).at("draws").at(name).at(run);
  } catch (const nlohmann::json::exception&) {
    throw Error(Fault::data, fmt::format("{}: there is no draw {} of {}", path, run, name));
  }
}

Labelled draw_newsgroups(const std::string& folder, const std::string& name, std::size_t run) {
  const std::string texts = find_data(folder, "newsgroups_5groups.jsonl.gz");
  const std::string stop = find_data(folder, "stop_words_en.txt");
  const auto lines = lines_of_draw(find_data(folder, "expected/newsgroups_draws.json"), name, run);
  const Documents some = chosen_documents(read_documents(texts, {.truth = "label"}), lines);
  const Vocabulary words = Vocabulary::learn(some, {.stop_words = read_labels(stop)});
  return {Data(words.vectors(some)), encode(some.truth)};
}

// k_ij = exp(-d_ij^2 / 2 sigma^2), d_ij = 1 - x_i.x_j / |x_i| |x_j|
Matrix gaussian_of_cosines(const Data& data, double sigma) {
  const Matrix X = data.dense().rowwise().normalized();
  const Matrix D = (1 - (X * X.transpose()).array()).matrix();
  return (-D.array().square() / (2 * sigma * sigma)).exp().matrix();
}

}  // namespace

std::string find_data(const std::string& folder, const std::string& name) {
  std::error_code ignored;
  for (const std::string& place : {folder, data_folder()})
    for (const std::string& written : {name, name + ".gz"})
      if (const auto path = std::filesystem::path(place) / written;
          !place.empty() && std::filesystem::exists(path, ignored))
        return path.string();
  throw Error(Fault::no_input, "data not found: " + name);
}

Source file(const std::string& name) {
  return {name, [name](const std::string& folder, int run) {
            const std::size_t at = name.find("{}");
            std::string drawn = name;
            if (at != name.npos) drawn.replace(at, 2, std::to_string(run));
            return read_labelled(find_data(folder, drawn));
          }};
}

Source generated(const std::string& shape, const GenerateOptions& options) {
  std::string name = "generate " + shape;
  if (options.size > 0) name += fmt::format(" --size {}", options.size);
  if (options.outliers > 0) name += fmt::format(" --outliers {}", options.outliers);
  if (shape == "blobs") name += fmt::format(" --clusters {}", options.clusters);
  return {name, [shape, options](const std::string&, int run) {
            GenerateOptions drawn = options;
            drawn.seed += static_cast<std::uint64_t>(run);
            Generated made = generate(shape, drawn);
            for (int& label : made.labels) --label;  // outliers become -1
            return Labelled{Data(std::move(made.points)), std::move(made.labels)};
          }};
}

Source noise(const Source& source, int label) {
  return changed(source, "", [label](Labelled& set) {
    for (int& truth : set.truth)
      if (truth == label) truth = -1;
  });
}

Source standardized(const Source& source) {
  return changed(source, " --standardize",
                 [](Labelled& set) { set.data = Standardizer::learn(set.data).apply(set.data); });
}

Source plane(const Source& source) {
  return changed(source, ", two principal components", [](Labelled& set) {
    std::vector<Index> rows(static_cast<std::size_t>(set.data.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Index>(i);
    set.data = Data(principal_plane(set.data, rows).project(set.data, rows));
  });
}

Source newsgroups(const std::string& draws) {
  return {"newsgroups " + draws + ", tf-idf", [draws](const std::string& folder, int run) {
            return draw_newsgroups(folder, draws, static_cast<std::size_t>(run));
          }};
}

Source gaussian_of_cosine(const Source& source, double sigma) {
  return changed(source, fmt::format(", exp(-d^2 / 2 sigma^2), d = 1 - cosine, sigma = {}", sigma),
                 [sigma](Labelled& set) { set.data = Data(gaussian_of_cosines(set.data, sigma)); });
}

Source remembered(const Source& source) {
  auto drawn = std::make_shared<std::map<int, Labelled>>();
  return {source.name, [draw = source.draw, drawn](const std::string& folder, int run) {
            const auto known = drawn->find(run);
            return known != drawn->end() ? known->second : (*drawn)[run] = draw(folder, run);
          }};
}

}  // namespace mercer
