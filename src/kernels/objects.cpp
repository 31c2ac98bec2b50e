#include "mercer/objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/parallel.hpp"
#include "core/refuse.hpp"
#include "io/utf8.hpp"
#include "kernels/subsequence.hpp"

namespace mercer {
namespace {

// The parts of objects, numbered in the order in which they are met.
class Parts {
 public:
  explicit Parts(std::vector<std::string> known) : names_(std::move(known)) {
    for (std::size_t i = 0; i < names_.size(); ++i) numbers_.emplace(names_[i], static_cast<int>(i));
  }
  int number(const std::string& name) {
    const auto [at, fresh] = numbers_.try_emplace(name, static_cast<int>(names_.size()));
    if (fresh) names_.push_back(name);
    return at->second;
  }
  std::vector<std::string> names() && { return std::move(names_); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> numbers_;  // looked up, never walked through
};

using Counts = std::map<int, double>;

// Every run of `length` characters.
Counts parts_of(const std::string& text, const Spectrum& kernel, Parts& parts) {
  const std::u32string all = characters_of(text);
  const auto length = static_cast<std::size_t>(kernel.length);
  Counts counts;
  for (std::size_t begin = 0; begin + length <= all.size(); ++begin) {
    std::string name;
    for (const char32_t c : all.substr(begin, length)) io::append_character(name, c);
    ++counts[parts.number(name)];
  }
  return counts;
}

// The labels, and `depth` times new ones: that of a vertex and, in order, those of its neighbours.
Counts parts_of(const Graph& graph, const WeisfeilerLehman& kernel, Parts& parts) {
  Counts counts;
  std::vector<int> labels;
  for (const auto& label : graph.labels) labels.push_back(parts.number("0 " + label));
  std::vector<std::vector<int>> near(labels.size());
  for (const auto& [a, b] : graph.edges) {
    near[static_cast<std::size_t>(a)].push_back(b);
    near[static_cast<std::size_t>(b)].push_back(a);
  }
  for (const int label : labels) ++counts[label];
  for (int step = 1; step <= kernel.depth; ++step) {
    std::vector<int> refined;
    for (std::size_t v = 0; v < labels.size(); ++v) {
      std::vector<int> around;
      for (const int other : near[v]) around.push_back(labels[static_cast<std::size_t>(other)]);
      std::sort(around.begin(), around.end());
      refined.push_back(parts.number(fmt::format("{} {} {}", step, labels[v], fmt::join(around, " "))));
      ++counts[refined.back()];
    }
    labels = std::move(refined);
  }
  return counts;
}

// A row an object, of length one; the last column is what is not among the known parts.
class Rows {
 public:
  explicit Rows(Index known) : known_(static_cast<int>(known)) {}
  void add(const Counts& counts) {
    double all = 0, unknown = 0;
    for (const auto& [part, count] : counts) {
      all += count * count;
      if (part >= known_) unknown += count * count;
    }
    for (const auto& [part, count] : counts)
      if (part < known_) entries_.emplace_back(rows_, part, count / std::sqrt(all));
    if (unknown > 0) entries_.emplace_back(rows_, known_, std::sqrt(unknown / all));
    ++rows_;
  }
  SparseMatrix matrix() const {
    SparseMatrix out(rows_, known_ + 1);
    out.setFromTriplets(entries_.begin(), entries_.end());
    return out;
  }

 private:
  int known_, rows_ = 0;
  std::vector<Eigen::Triplet<double>> entries_;
};

Counts counts_of(const Documents& strings, std::size_t i, const Spectrum& kernel, Parts& parts) {
  Counts counts = parts_of(strings.texts[i], kernel, parts);
  if (counts.empty()) too_short(strings.places[i], kernel.length);
  return counts;
}
Counts counts_of(const Graphs& graphs, std::size_t i, const WeisfeilerLehman& kernel, Parts& parts) {
  return parts_of(graphs.graphs[i], kernel, parts);
}

template <class Objects, class OfThem>
std::vector<std::string> learn_parts(const Objects& objects, const OfThem& kernel) {
  Parts parts({});
  for (std::size_t i = 0; i < objects.places.size(); ++i) counts_of(objects, i, kernel, parts);
  return std::move(parts).names();
}
template <class Objects, class OfThem>
SparseMatrix counted(const Objects& objects, const OfThem& kernel, const std::vector<std::string>& known) {
  Parts parts(known);
  Rows rows(static_cast<Index>(known.size()));
  for (std::size_t i = 0; i < objects.places.size(); ++i) rows.add(counts_of(objects, i, kernel, parts));
  return rows.matrix();
}

}  // namespace

Description Description::learn(const Documents& strings, const Kernel& kernel) {
  if (!compares_strings(kernel))
    throw Error(Fault::usage,
                fmt::format("the kernel {} does not compare strings; use spectrum or subsequence",
                            format_choice(kernel)));
  check_ranges(kernel);
  if (const auto* spectrum = std::get_if<Spectrum>(&kernel)) return {kernel, learn_parts(strings, *spectrum)};
  return {std::get<Subsequence>(kernel), strings.texts};
}

Description Description::learn(const Graphs& graphs, const Kernel& kernel) {
  if (!compares_graphs(kernel))
    throw Error(Fault::usage, fmt::format("the kernel {} does not compare graphs; use weisfeiler-lehman",
                                          format_choice(kernel)));
  check_ranges(kernel);
  return {kernel, learn_parts(graphs, std::get<WeisfeilerLehman>(kernel))};
}

Data Description::rows(const Documents& strings, int threads) const {
  const ThreadScope scope(threads);
  if (const auto* spectrum = std::get_if<Spectrum>(&kernel)) return counted(strings, *spectrum, terms);
  return subsequence_rows(strings, std::get<Subsequence>(kernel), terms);
}

Data Description::rows(const Graphs& graphs, int threads) const {
  const ThreadScope scope(threads);
  return counted(graphs, std::get<WeisfeilerLehman>(kernel), terms);
}

Index Description::columns() const {
  return static_cast<Index>(terms.size()) + (std::holds_alternative<Subsequence>(kernel) ? 0 : 1);
}

Kernel among_rows(const Kernel& kernel) {
  if (std::holds_alternative<Subsequence>(kernel)) return Precomputed{};
  return compares_strings(kernel) || compares_graphs(kernel) ? Kernel(Linear{}) : kernel;
}

}  // namespace mercer
