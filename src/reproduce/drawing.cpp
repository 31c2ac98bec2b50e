#include "reproduce/drawing.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "embed/spectrum.hpp"
#include "graph/dijkstra.hpp"
#include "mercer/order.hpp"
#include "report/principal.hpp"
#include "reproduce/measures.hpp"

namespace mercer {

Sketch sketch_of(const std::string& title, const Data& data, const Labels& labels) {
  if (data.dimensions() == 2) return {title, data.dense(), labels};
  std::vector<Index> rows(static_cast<std::size_t>(data.size()));
  std::iota(rows.begin(), rows.end(), Index{0});
  return {title, principal_plane(data, rows).project(data, rows), labels};
}

// s = (max_j u_j - 1/k) / (1 - 1/k)
Vector strength_of(const Matrix& memberships) {
  const double alike = 1 / static_cast<double>(memberships.cols());
  const Vector largest = memberships.rowwise().maxCoeff();
  return ((largest.array() - alike) / (1 - alike)).cwiseMax(0).cwiseMin(1);
}

Picture gram_picture(const std::string& caption, const Matrix& K, const Labels& labels) {
  return {caption, matrix_svg(reordered(K, label_order(labels)), caption)};
}

Picture eigenvalue_picture(const std::string& caption, const Matrix& K, Index strong) {
  return {caption, bars_svg(caption, largest_eigenvalues(K, 10), strong)};
}

Matrix line_through(const Matrix& points, const std::vector<int>& rows) {
  Matrix line(static_cast<Index>(rows.size()), 2);
  for (std::size_t i = 0; i < rows.size(); ++i) line.row(static_cast<Index>(i)) = points.row(rows[i]);
  return line;
}

// Backwards from the end, always to a neighbour that the distance came over.
std::vector<int> shortest_path(const SparseMatrix& graph, int from, int to) {
  Dijkstra dijkstra(graph);
  const std::vector<double>& distance = dijkstra.from(from);
  std::vector<int> path{to};
  while (path.back() != from) {
    const int here = path.back();
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (SparseMatrix::InnerIterator edge(graph, here); edge; ++edge)
      if (const double through = distance[static_cast<std::size_t>(edge.col())] + edge.value();
          through < least) {
        least = through;
        best = static_cast<int>(edge.col());
      }
    if (best < 0)
      throw Error(Fault::data, fmt::format("there is no path from point {} to point {}", from, to));
    path.push_back(best);
  }
  return path;
}

std::vector<int> tree_path(const std::vector<Edge>& tree, int from, int to) {
  const auto n = static_cast<Index>(tree.size()) + 1;
  std::vector<Eigen::Triplet<double>> entries;
  for (const Edge& edge : tree) {
    entries.emplace_back(edge.a, edge.b, edge.weight);
    entries.emplace_back(edge.b, edge.a, edge.weight);
  }
  SparseMatrix graph(n, n);
  graph.setFromTriplets(entries.begin(), entries.end());
  return shortest_path(graph, from, to);
}

std::string classes_svg(const std::string& title, const Labelled& set) {
  return sketch_svg(sketch_of(title, set.data, matched(set, set.truth)));
}

std::string clusters_svg(const std::string& title, const Labelled& set, const Labels& labels) {
  Result result;
  result.labels = labels;
  const std::string told = fmt::format("{}: {:.1f} % correct", title, correct_percent({set, result}));
  return sketch_svg(sketch_of(told, set.data, matched(set, labels)));
}

// The colour of a cluster is the rank of its class; clusters without a class come after all classes.
Labels matched(const Labelled& set, const Labels& labels) {
  Labels known, truth;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (set.truth[i] >= 0 && labels[i] >= 0) {
      known.push_back(labels[i]);
      truth.push_back(set.truth[i]);
    }
  const Scores scores = score(known, truth);
  auto next = static_cast<int>(scores.confusion.rows());
  std::map<int, int> color{{-1, -1}};
  std::size_t column = 0;
  for (const int label : std::set<int>(known.begin(), known.end())) {
    const int match = scores.matching[column++];
    color[label] = match >= 0 ? match : next++;
  }
  Labels colors;
  for (const int label : labels) {
    if (!color.contains(label)) color[label] = next++;
    colors.push_back(color[label]);
  }
  return colors;
}

}  // namespace mercer
