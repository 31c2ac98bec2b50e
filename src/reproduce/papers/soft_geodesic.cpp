// Kim, Shim and Choi 2007: soft k-means in the feature space of distances along the data.
#include <fmt/format.h>

#include <array>

#include "core/random.hpp"
#include "graph/neighborhood.hpp"
#include "reproduce/drawing.hpp"
#include "reproduce/measures.hpp"
#include "reproduce/sources.hpp"

namespace mercer {
namespace {

const std::string soft_geodesic_paper =
    "J. Kim, K.-H. Shim and S. Choi, Soft geodesic kernel k-means, ICASSP 2007";

constexpr std::array<int, 9> neighbors = {4, 5, 6, 7, 8, 9, 10, 11, 12};
constexpr std::array<double, 9> widths = {0.32, 0.55, 0.71, 0.84, 0.95, 1.05, 1.14, 1.22, 1.30};

// The columns of Table 1.
struct Toy {
  std::string name, file;
  Index clusters;
  std::array<double, 9> geodesic, gaussian;
};
const std::array<Toy, 3> toys = {{
    {"two moons",
     "synthetic/two_moons_{}.csv",
     2,
     {100, 100, 100, 100, 100, 100, 100, 94.792, 92.188},
     {100, 75.321, 73.397, 72.917, 71.955, 70.994, 70.994, 70.994, 70.994}},
    {"three moons",
     "synthetic/three_moons_{}.csv",
     3,
     {100, 100, 100, 100, 99.667, 99.333, 99.333, 99.333, 99.333},
     {78, 81, 89.333, 99.667, 95.667, 96, 96.333, 97.667, 90.333}},
    {"ICASSP",
     "synthetic/icassp_{}.csv",
     6,
     {100, 100, 100, 100, 100, 100, 100, 83.333, 81.899},
     {50.804, 82.858, 93.642, 78.625, 58.908, 67.072, 71.715, 71.715, 59.048}},
}};

Options soft(Index clusters, const Kernel& kernel) {
  return {.clusters = clusters, .method = Softmax{}, .kernel = kernel};
}
Geodesic geodesic(int count, NeighborGraph graph, EdgeMetric metric = EdgeMetric::euclidean) {
  return {.neighbors = count, .graph = graph, .metric = metric};
}
const std::array graphs = {std::pair("union", NeighborGraph::union_),
                           std::pair("mutual", NeighborGraph::mutual)};

std::vector<Entry> table_1() {
  std::vector<Entry> rows;
  for (const auto& [name, graph] : graphs)
    for (const Toy& toy : toys)
      for (std::size_t c = 0; c < neighbors.size(); ++c)
        rows.push_back({fmt::format("{}, {} graph", toy.name, name),
                        file(toy.file),
                        soft(toy.clusters, geodesic(neighbors[c], graph)),
                        10,
                        {{fmt::format("k = {}", neighbors[c]), balanced_percent, {toy.geodesic[c]}}}});
  for (const Toy& toy : toys)
    for (std::size_t c = 0; c < widths.size(); ++c)
      rows.push_back({toy.name + ", Gaussian kernel",
                      file(toy.file),
                      soft(toy.clusters, Gaussian{.sigma = widths[c]}),
                      10,
                      {{fmt::format("σ = {}", widths[c]), balanced_percent, {toy.gaussian[c]}}}});
  return rows;
}

// The letters with proportions that fit the table: 2.6 high, half a unit for the width of their box, and 0.35
// heights from one to the next.
Labelled draw_fitted_letters(const std::string&, int run) {
  constexpr double pitch = 0.95, stretch = 2.5;  // of the generator
  constexpr double height = 2.6, width = 0.5, gap = 0.35 * height, noise = 0.02;
  const auto seed = static_cast<std::uint64_t>(run) + 1;
  Generated drawn = generate("icassp", {.noise = 0.0, .seed = seed});
  Matrix& X = drawn.points;
  Random random(seed);
  double left = 0;
  for (int letter = 1; letter <= 6; ++letter) {
    std::vector<Index> rows;
    for (Index i = 0; i < X.rows(); ++i)
      if (drawn.labels[static_cast<std::size_t>(i)] == letter) rows.push_back(i);
    Vector x = width * (X(rows, 0).array() - pitch * (letter - 1));
    x.array() += left - x.minCoeff();
    left = x.maxCoeff() + gap;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      X(rows[r], 0) = x[static_cast<Index>(r)] + noise * random.normal();
      X(rows[r], 1) = X(rows[r], 1) * height / stretch + noise * random.normal();
    }
  }
  return {Data(X), drawn.labels};
}

// Table 1 from one start for each draw, and for letters that fit it.
std::vector<Entry> table_1_variants() {
  std::vector<Entry> rows;
  const auto add = [&](const std::string& name, const Toy& toy, const Source& source, Index starts) {
    for (const auto& [graph_name, graph] : graphs)
      for (std::size_t c = 0; c < neighbors.size(); ++c) {
        Options options = soft(toy.clusters, geodesic(neighbors[c], graph));
        options.restarts = starts;
        rows.push_back({fmt::format("{}, {} graph", name, graph_name),
                        source,
                        options,
                        10,
                        {{fmt::format("k = {}", neighbors[c]), balanced_percent, {toy.geodesic[c]}}}});
      }
  };
  for (const Toy& toy : toys) add(toy.name + ", one start", toy, file(toy.file), 1);
  const Source fitted{"ICASSP in letters fitted to the table", draw_fitted_letters};
  add("letters fitted to the table, one start", toys[2], fitted, 1);
  add("letters fitted to the table", toys[2], fitted, soft(1, Linear{}).restarts);
  return rows;
}

// A line of Table 3: three classes and their mean, each with its deviation.
struct Line {
  double value, deviation;
};
std::vector<Figure> line(const std::array<std::string, 3>& classes, const std::array<Line, 4>& printed) {
  std::vector<Figure> figures;
  for (int c = 0; c < 3; ++c) {
    const auto at = static_cast<std::size_t>(c);
    figures.push_back({classes[at], class_percent(c), {printed[at].value}, printed[at].deviation});
  }
  figures.push_back({"total", balanced_percent, {printed[3].value}, printed[3].deviation});
  return figures;
}

struct Block {
  std::string name;
  Source source;
  int neighbors;
  EdgeMetric metric;
  double width;
  std::array<std::string, 3> classes;
  std::array<Line, 4> geodesic, gaussian;
};

std::vector<Entry> table_3() {
  const std::vector<Block> blocks = {
      {"newsgroups 1, 2, 15",
       remembered(newsgroups("NG1_NG2_NG15")),
       45,
       EdgeMetric::cosine,
       0.894,
       {"NG1", "NG2", "NG15"},
       {{{90.625, 2.872}, {88.75, 2.363}, {76.071, 6.133}, {85.148, 2.479}}},
       {{{88.5, 2.572}, {88.266, 6.579}, {71.944, 7.332}, {82.903, 4.635}}}},
      {"newsgroups 2, 10, 18",
       remembered(newsgroups("NG2_NG10_NG18")),
       80,
       EdgeMetric::cosine,
       0.547,
       {"NG2", "NG10", "NG18"},
       {{{92.375, 3.292}, {87.5, 3.585}, {91.375, 2.199}, {90.416, 1.231}}},
       {{{93.5, 1.069}, {83.375, 4.033}, {87.875, 8.166}, {88.25, 3.65}}}},
      {"Iris",
       file("iris.csv"),
       26,
       EdgeMetric::euclidean,
       0.948,
       {"class 1", "class 2", "class 3"},
       {{{100, 0}, {82, 0}, {98, 0}, {93.333, 0}}},
       {{{100, 0}, {85.466, 11.915}, {85.2, 12.393}, {90.222, 0.86}}}},
      {"Wine",
       standardized(file("wine.csv")),
       28,
       EdgeMetric::euclidean,
       1.581,
       {"class 1", "class 2", "class 3"},
       {{{92.542, 3.591}, {86.056, 4.426}, {96.25, 1.914}, {91.616, 2.116}}},
       {{{81.355, 5.282}, {75.176, 6.856}, {83.072, 10.706}, {79.868, 6.334}}}},
  };
  std::vector<Entry> rows;
  for (const Block& block : blocks) {
    for (const auto& [name, graph] : graphs)
      rows.push_back({fmt::format("{}, {} graph, k = {}", block.name, name, block.neighbors), block.source,
                      soft(3, geodesic(block.neighbors, graph, block.metric)), 10,
                      line(block.classes, block.geodesic)});
    const bool text = block.metric == EdgeMetric::cosine;
    rows.push_back({fmt::format("{}, Gaussian kernel, σ = {}", block.name, block.width),
                    text ? gaussian_of_cosine(block.source, block.width) : block.source,
                    soft(3, text ? Kernel(Precomputed{}) : Kernel(Gaussian{.sigma = block.width})), 10,
                    line(block.classes, block.gaussian)});
  }
  return rows;
}

// Along a moon and through the air.
void draw_distances(Bench& bench, Outcome& outcome) {
  const Labelled set = bench.read(generated("two-moons"));
  const Matrix X = set.data.dense();
  const SparseMatrix graph = neighborhood(set.data, {.neighbors = 5}, 2).edges;
  constexpr int x = 3, p = 100;  // near the two ends of the first moon
  const std::vector<int> path = shortest_path(graph, x, p);
  Sketch sketch = sketch_of("straight, and along the data", set.data, Labels(set.truth.size(), -1));
  for (int i = 0; i < graph.rows(); ++i)
    for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge)
      if (edge.col() > i)
        sketch.strokes.push_back({line_through(X, {i, static_cast<int>(edge.col())}), "#888", 0.6});
  sketch.strokes.push_back({line_through(X, path), "#0072b2", 2.5});
  sketch.strokes.push_back({line_through(X, {x, p}), "#d00000", 2});
  sketch.nodes = line_through(X, {x, p});
  sketch.names = {"x", "p"};
  double length = 0;
  for (std::size_t i = 1; i < path.size(); ++i) length += (X.row(path[i]) - X.row(path[i - 1])).norm();
  const std::string how = "generate two-moons, neighbourhood graph of 5 neighbours";
  outcome.comparisons.push_back({.what = "Euclidean distance of x and p",
                                 .how = how,
                                 .runs = {(X.row(x) - X.row(p)).norm()},
                                 .digits = 2});
  outcome.comparisons.push_back(
      {.what = "geodesic distance of x and p", .how = how, .runs = {length}, .digits = 2});
  outcome.pictures.push_back(
      {"Fig. 1: Euclidean distance (red) and geodesic distance (blue) between two points "
       "on the graph of near neighbours (grey)",
       sketch_svg(sketch)});
}

std::vector<Entry> figure_2() {
  std::vector<Entry> rows;
  rows.reserve(toys.size());
  for (const Toy& toy : toys)
    rows.push_back({toy.name,
                    file(toy.file),
                    soft(toy.clusters, geodesic(4, NeighborGraph::union_)),
                    1,
                    {{"", balanced_percent, {100}}}});
  return rows;
}

void draw_toys(Bench& bench, Outcome& outcome) {
  char panel = 'a';
  for (const Toy& toy : toys) {
    const Labelled set = bench.read(file(toy.file));
    const Result r = bench.cluster(set.data, soft(toy.clusters, geodesic(4, NeighborGraph::union_)));
    outcome.pictures.push_back({fmt::format("Fig. 2({}): {}, soft geodesic kernel k-means", panel, toy.name),
                                clusters_svg(fmt::format("({}) {}", panel, toy.name), set, r.labels)});
    ++panel;
  }
}

}  // namespace

std::vector<Experiment> soft_geodesic_experiments() {
  return {
      {{"geodesic-fig-1", soft_geodesic_paper, "Fig. 1",
        "Euclidean and geodesic distance between two points"},
       {},
       draw_distances,
       "The figure is a sketch without numbers; the points here are two moons."},
      {{"geodesic-table-1", soft_geodesic_paper, "Table 1",
        "three artificial sets, over sizes of neighbourhood and kernel"},
       table_1(),
       {},
       "Balanced accuracy in percent, mean and deviation over ten draws, best of ten starts by the free "
       "energy. The points of the paper are not public: the draws here have its numbers of points and its "
       "shapes. The paper does not say whether two points are neighbours when one is near the other (union) "
       "or both are (mutual); both are shown. With mutual neighbours the moons are found with every number "
       "of neighbours in the table. ICASSP is not reproduced as printed: all six letters are found with the "
       "smallest neighbourhoods; with larger ones, letters that nearly touch are joined, and sooner with the "
       "union than with mutual neighbours. The Gaussian rows depend on the scale of the points, which is not "
       "printed, so their columns need not correspond; as in the paper, no single width is right for all "
       "three sets. The stiffness is the automatic one. Below a critical value all responsibilities are "
       "equal. The paper's stiffness (0.6, 0.03, 0.03) lies far below it in the Gaussian rows and near it "
       "for three moons (0.85 to 1.04 times, union of 4 to 8 neighbours), but above it for two moons (12 to "
       "14 times) and the letters (1.8 to 5.4 times). Equations 5 and 6 are used as in the authors' kernel "
       "Isomap: as printed they take the squared distances twice."},
      {{"geodesic-table-1-variants", soft_geodesic_paper, "Table 1, variants",
        "the same from one start, and with letters fitted to the table"},
       table_1_variants(),
       {},
       "The figures of the paper are multiples of 1/300 and the like, so they must come from single runs; "
       "83.3 for ICASSP means five clusters of six. Here every draw has one start, unlike the best of ten "
       "above. The letters of the paper are not public either. Letters 2.6 high, half a unit wide and 0.35 "
       "heights apart, with a noise of 0.02, were chosen because they fit the table: they are no evidence, "
       "but show that some letters produce this table."},
      {{"geodesic-fig-2", soft_geodesic_paper, "Fig. 2", "the clusters of the three artificial sets"},
       figure_2(),
       draw_toys,
       "Four neighbours, the first draw of each set."},
      {{"geodesic-table-3", soft_geodesic_paper, "Table 3", "documents of 20 Newsgroups, Iris and Wine"},
       table_3(),
       {},
       "Percent of each class and their unweighted mean, which is the paper's total. Ten draws of documents, "
       "ten seeds for Iris and Wine. The 93.3 % on Iris are not reproduced: that labelling is only a local "
       "optimum, so choosing the start with the best objective never finds it. It does occur for single "
       "starts of hard kernel k-means with the mutual graph (`kmeans:refine=off --init random --restarts 1`: "
       "7 of the seeds 11 to 60). Documents and Wine are better than published, except with the Gaussian "
       "kernel on newsgroups 2, 10 and 18: at the printed width most of one group is missed. As in Table 1, "
       "the paper's stiffness is not always below the critical value: it is 7 to 40 times that value on Iris "
       "and 5 to 7 times on Wine. The paper also calls Wine \"Wind\"."},
  };
}

}  // namespace mercer
