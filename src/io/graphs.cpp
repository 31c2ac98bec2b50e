// Graphs: JSON lines, or the files of the TU Dortmund collection.
#include <algorithm>
#include <filesystem>

#include "io/json_lines.hpp"
#include "io/number.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& place, const std::string& what) {
  throw Error(Fault::data, place + ": " + what);
}

// Each edge once, without its direction; loops are left out.
void tidy(Graph& graph) {
  for (auto& [a, b] : graph.edges)
    if (a > b) std::swap(a, b);
  std::sort(graph.edges.begin(), graph.edges.end());
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  std::erase_if(graph.edges, [](const auto& edge) { return edge.first == edge.second; });
}

Graph graph_of(const nlohmann::json& object, const std::string& place) {
  Graph graph;
  if (!object.contains("edges") || !object.at("edges").is_array())
    fail(place, "there are no \"edges\"; write {\"edges\": [[0, 1], ...]}");
  int vertices = 0;
  io::charge(object.at("edges").size() * sizeof(graph.edges[0]));
  graph.edges.reserve(object.at("edges").size());
  for (const auto& edge : object.at("edges")) {
    if (!edge.is_array() || edge.size() != 2 || !edge[0].is_number_unsigned() ||
        !edge[1].is_number_unsigned() ||
        std::max(edge[0].get<std::uint64_t>(), edge[1].get<std::uint64_t>()) > 1'000'000'000)
      fail(place,
           fmt::format("the edge {} is not a pair of vertices (counted from 0); correct it", edge.dump()));
    graph.edges.emplace_back(edge[0].get<int>(), edge[1].get<int>());
    vertices = std::max({vertices, edge[0].get<int>() + 1, edge[1].get<int>() + 1});
  }
  if (object.contains("labels")) {
    if (!object.at("labels").is_array()) fail(place, "\"labels\" is not a list; write one label per vertex");
    io::charge(object.at("labels").size() * sizeof(std::string));
    graph.labels.reserve(object.at("labels").size());
    for (const auto& label : object.at("labels")) {
      graph.labels.push_back(label.is_string() ? label.get<std::string>() : label.dump());
      io::charge(graph.labels.back().size());
    }
    if (vertices > static_cast<int>(graph.labels.size()))
      fail(place, fmt::format("an edge names vertex {} but there are {} labels; write one for each vertex",
                              vertices - 1, graph.labels.size()));
  } else {
    io::charge(static_cast<std::size_t>(vertices) * sizeof(std::string));
    graph.labels.resize(static_cast<std::size_t>(vertices));
  }
  if (graph.labels.empty()) fail(place, "the graph has no vertex; remove it");
  tidy(graph);
  return graph;
}

Graphs read_lines(const std::string& path, const std::string& truth) {
  Graphs out;
  out.source = io::read_objects(path, R"({"edges": [[0, 1], ...]})",
                                [&](const nlohmann::json& object, const std::string& place) {
                                  io::charge(2 * (sizeof(Graph) + sizeof(place)) + place.size());
                                  out.graphs.push_back(graph_of(object, place));
                                  out.places.push_back(place);
                                  if (!truth.empty()) out.truth.push_back(io::class_of(object, truth, place));
                                });
  return out;
}

// f(words, place) for each line; words are separated by commas or blanks.
template <class F>
void each_line(const std::string& path, std::size_t words, F&& f) {
  io::Input input(path);
  io::Lines lines(input);
  while (lines.next()) {
    io::require_utf8(lines.text(), input.name(), 0);
    const io::Held copy(lines.text().size());
    std::string text(lines.text());
    std::replace(text.begin(), text.end(), ',', ' ');
    std::string_view rest = text;
    std::vector<std::string_view> found;
    io::Held room;
    for (auto word = io::next_word(rest); !word.empty(); word = io::next_word(rest)) {
      io::make_room(found, room);
      found.push_back(word);
    }
    if (found.empty()) continue;
    const std::string place = fmt::format("{}: line {}", input.name(), lines.number());
    if (found.size() < words) fail(place, fmt::format("there are {} values, not {}", found.size(), words));
    f(found, place);
  }
}

// A number from 1 to `most`, counted from 0.
std::size_t number_in(std::string_view word, std::size_t most, const std::string& place) {
  double value = 0;
  if (io::read_number(word, value) != io::Reading::number || value != std::floor(value) || value < 1 ||
      value > static_cast<double>(most))
    fail(place, fmt::format("'{}' is not a number from 1 to {}", word.substr(0, 40), most));
  return static_cast<std::size_t>(value) - 1;
}

// PREFIX_graph_indicator.txt: the graph of each vertex; _node_labels.txt: its label, where there is one;
// _A.txt: the edges; _graph_labels.txt: the classes. All count from 1.
class TuFiles {
 public:
  explicit TuFiles(std::string prefix) : prefix_(std::move(prefix)) {}

  Graphs read(bool truth) {
    Graphs out;
    out.source = prefix_;
    each_line(prefix_ + "_graph_indicator.txt", 1, [&](const auto& words, const std::string& place) {
      const std::size_t graph = number_in(words[0], out.graphs.size() + 1, place);
      if (graph == out.graphs.size()) {
        io::charge(2 * sizeof(Graph) + prefix_.size() + 2 * sizeof(std::string));
        out.graphs.emplace_back();
      }
      io::make_room(owner_, owner_room_);
      owner_.push_back(graph);
      io::make_room(number_, number_room_);
      number_.push_back(static_cast<int>(out.graphs[graph].labels.size()));
      io::charge(2 * sizeof(std::string));  // the list grows
      out.graphs[graph].labels.emplace_back();
    });
    if (fs::exists(prefix_ + "_node_labels.txt")) read_labels_of(out);
    each_line(prefix_ + "_A.txt", 2, [&](const auto& words, const std::string& place) {
      const std::size_t a = number_in(words[0], owner_.size(), place),
                        b = number_in(words[1], owner_.size(), place);
      if (owner_[a] != owner_[b])
        fail(place, fmt::format("the edge joins graph {} with graph {}", owner_[a] + 1, owner_[b] + 1));
      io::charge(2 * sizeof(std::pair<int, int>));
      out.graphs[owner_[a]].edges.emplace_back(number_[a], number_[b]);
    });
    for (std::size_t g = 0; g < out.graphs.size(); ++g) {
      out.places.push_back(fmt::format("{}: graph {}", prefix_, g + 1));
      tidy(out.graphs[g]);
    }
    if (truth)
      each_line(prefix_ + "_graph_labels.txt", 1, [&](const auto& words, const std::string&) {
        io::charge(words[0].size() + 2 * sizeof(std::string));
        out.truth.emplace_back(words[0]);
      });
    if (truth && out.truth.size() != out.graphs.size())
      fail(prefix_ + "_graph_labels.txt",
           fmt::format("there are {} classes for {} graphs", out.truth.size(), out.graphs.size()));
    return out;
  }

 private:
  void read_labels_of(Graphs& out) const {
    std::size_t v = 0;
    each_line(prefix_ + "_node_labels.txt", 1, [&](const auto& words, const std::string& place) {
      if (v == owner_.size()) fail(place, fmt::format("there are more labels than the {} vertices", v));
      out.graphs[owner_[v]].labels[static_cast<std::size_t>(number_[v])] =
          fmt::format("{}", fmt::join(words, " "));
      io::charge(out.graphs[owner_[v]].labels[static_cast<std::size_t>(number_[v])].size());
      ++v;
    });
    if (v < owner_.size())
      fail(prefix_ + "_node_labels.txt",
           fmt::format("there are {} labels for {} vertices", v, owner_.size()));
  }

  std::string prefix_;
  std::vector<std::size_t> owner_;  // of each vertex
  std::vector<int> number_;         // of each vertex, within its graph
  io::Held owner_room_, number_room_;
};

// ".../NAME", from a folder with NAME_A.txt in it.
std::string tu_prefix(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    if (fs::exists(path + "_A.txt")) return path;
    throw Error(
        Fault::no_input,
        fmt::format("there are no graphs {}: neither JSON lines (.jsonl) nor a file {}_A.txt", path, path));
  }
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(path))
    if (const std::string name = entry.path().string(); name.ends_with("_A.txt"))
      found.push_back(name.substr(0, name.size() - 6));
  if (found.size() != 1)
    throw Error(Fault::no_input,
                fmt::format("{} holds {} files NAME_A.txt; it needs one, or name it as {}/NAME", path,
                            found.size(), path));
  return found[0];
}

}  // namespace

Graphs read_graphs(const std::string& path, const std::string& truth) {
  Graphs out =
      io::is_json_lines(path) ? read_lines(path, truth) : TuFiles(tu_prefix(path)).read(!truth.empty());
  if (out.graphs.empty()) throw Error(Fault::data, path + " holds no graphs");
  return out;
}

}  // namespace mercer
