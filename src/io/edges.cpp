#include "mercer/edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "io/budget.hpp"
#include "io/lines.hpp"
#include "io/number.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

struct Edge {
  int from, to;
  double weight;
  Index line;
};

// Its name in a list and in a table, and its places there.
constexpr std::uint64_t vertex_bytes = 4 * sizeof(std::string) + 48;
// Of an edge: where it was seen, its two entries, and once more while they become rows.
constexpr std::uint64_t assembling = 64 + 2 * sizeof(Eigen::Triplet<double>) + 24;

class EdgeList {
 public:
  explicit EdgeList(const std::string& path) : input_(path), lines_(input_) {}

  Table read() {
    while (lines_.next()) read_line();
    if (edges_.empty()) throw Error(Fault::data, input_.name() + " holds no edges");
    const std::vector<int> order = numbered();
    Table table;
    table.features = assemble(order);
    table.names.resize(names_.size());
    for (std::size_t v = 0; v < names_.size(); ++v)
      table.names[static_cast<std::size_t>(order[v])] = names_[v];
    table.source = input_.name();
    table.format = "edges";
    return table;
  }

 private:
  [[noreturn]] void fail(Index line, const std::string& what) const {
    throw Error(Fault::data, fmt::format("{}: line {}, {}", input_.name(), line, what));
  }
  int vertex(std::string_view name) {
    const auto [at, fresh] = known_.try_emplace(std::string(name), static_cast<int>(names_.size()));
    if (fresh) {
      io::charge(2 * name.size() + vertex_bytes);
      names_.emplace_back(name);
    }
    return at->second;
  }
  void read_line() {
    const io::Held copy(lines_.text().size());
    std::string text(lines_.text());
    for (char& c : text)
      if (c == ',' || c == ';') c = ' ';
    std::string_view rest = text;
    const std::string_view a = io::next_word(rest);
    if (a.empty() || a.front() == '#' || a.front() == '%') return;
    const std::string_view b = io::next_word(rest), w = io::next_word(rest);
    if (b.empty()) fail(lines_.number(), "an edge has two vertices; add the other one");
    double weight = 1;
    if (!w.empty() && io::read_number(w, weight) != io::Reading::number)
      fail(lines_.number(), fmt::format("'{}': the weight is not a number; correct it", w.substr(0, 40)));
    if (weight < 0)
      fail(lines_.number(),
           fmt::format("the weight {} is negative; remove the edge or shift the weights", weight));
    if (!io::next_word(rest).empty())
      fail(lines_.number(), "the line has more than two vertices and a weight; write one edge per line");
    const int from = vertex(a), to = vertex(b);
    io::make_room(edges_, room_);
    if (from != to) edges_.push_back({from, to, weight, lines_.number()});
  }

  // The place of every vertex.
  std::vector<int> numbered() const {
    const io::Held room(names_.size() * (sizeof(std::pair<double, int>) + sizeof(int)));
    std::vector<std::pair<double, int>> numbers;
    numbers.reserve(names_.size());
    for (std::size_t v = 0; v < names_.size(); ++v) {
      double value = 0;
      if (io::read_number(names_[v], value) != io::Reading::number) value = -1;
      numbers.emplace_back(value, static_cast<int>(v));
    }
    const bool all = std::all_of(numbers.begin(), numbers.end(), [](const auto& n) { return n.first >= 0; });
    if (all) std::sort(numbers.begin(), numbers.end());
    std::vector<int> place(names_.size());
    for (std::size_t p = 0; p < numbers.size(); ++p)
      place[static_cast<std::size_t>(all ? numbers[p].second : static_cast<int>(p))] = static_cast<int>(p);
    return place;
  }

  SparseMatrix assemble(const std::vector<int>& place) const {
    const io::Held room(edges_.size() * assembling);
    io::charge(edges_.size() * 2 * (sizeof(double) + sizeof(int)) + names_.size() * sizeof(int));
    std::map<std::pair<int, int>, const Edge*> seen;
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(2 * edges_.size());
    for (const Edge& edge : edges_) {
      const int a = place[static_cast<std::size_t>(edge.from)], b = place[static_cast<std::size_t>(edge.to)];
      const auto [at, fresh] = seen.try_emplace(std::minmax(a, b), &edge);
      if (!fresh && at->second->weight != edge.weight)
        fail(edge.line,
             fmt::format("this edge is also in line {}, with another weight; keep one", at->second->line));
      if (!fresh) continue;
      entries.emplace_back(a, b, edge.weight);
      entries.emplace_back(b, a, edge.weight);
    }
    const auto n = static_cast<Index>(names_.size());
    SparseMatrix out(n, n);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
  }

  io::Input input_;
  io::Lines lines_;
  std::unordered_map<std::string, int> known_;
  std::vector<std::string> names_;
  std::vector<Edge> edges_;
  io::Held room_;  // of the edges
};

}  // namespace

Table read_edges(const std::string& path) { return EdgeList(path).read(); }

}  // namespace mercer
