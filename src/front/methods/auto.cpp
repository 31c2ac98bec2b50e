// Method auto through the front door: representations, contests, the polish, and what new points need.
#include <algorithm>
#include <limits>

#include "beyond/auto/model.hpp"
#include "beyond/auto/polish.hpp"
#include "beyond/auto/representation.hpp"
#include "beyond/auto/sample.hpp"
#include "beyond/auto/specs.hpp"
#include "beyond/linkage.hpp"
#include "front/check.hpp"
#include "front/graph_run.hpp"
#include "front/hard_run.hpp"
#include "graph/dendrogram.hpp"
#include "graph/given_graph.hpp"
#include "mercer/evaluate.hpp"
#include "model/kinds/automatic.hpp"
#include "neighbors/vote.hpp"

namespace mercer {
namespace {

using automatic::Held;
using automatic::Parts;
using automatic::Representation;

// Points below which candidates have nothing to agree about.
constexpr Index few = 12;

struct Found {
  Labels labels;
  Held held;
  Index at = 0;        // of the representation that won
  SparseMatrix graph;  // the one its points were polished on
};

Parts parts_of(const Run& run, const Representation& r) {
  return is_graph(run) ? automatic::parts_of_graph(run.data.sparse())
                       : automatic::shared_parts(r.points, run.options.control);
}

// A contest in each representation; the one whose best score is largest wins, and its neighbours vote. A
// candidate that was named is taken as it is. After a stop the best of what was there is kept.
Found best_of(Run& run, const std::vector<Representation>& all, const Auto& method) {
  const Index clusters = run.options.clusters;
  Found best;
  std::unique_ptr<Parts> parts_of_best;
  std::unique_ptr<automatic::Shared> shared_of_best;
  double most = 0;
  std::vector<Contest> lost;
  Progress contests = Progress::whole(run.options.control, 2 * std::ssize(all));
  for (std::size_t r = 0; r < all.size() && (r == 0 || !run.stopped()); ++r) {
    auto parts = std::make_unique<Parts>(parts_of(run, all[r]));
    contests.done();
    if (run.stopped() && r == 0) interrupted_early();
    if (run.stopped()) break;
    auto shared = std::make_unique<automatic::Shared>(*parts, clusters, clusters, run.options.seed);
    Held held = automatic::hold_contest(*shared, all[r], clusters, run.options.control);
    contests.done();
    if (run.stopped() && r > 0) break;  // few candidates agree too easily to be compared with many
    const Index winner = held.contest.winner;
    const double score = winner < 0 ? -1 : held.contest.candidates[static_cast<std::size_t>(winner)].score;
    const bool better = r == 0 || score > most;
    if (!better) {
      lost.push_back(std::move(held.contest));
      continue;
    }
    if (r > 0) lost.push_back(std::move(best.held.contest));
    most = score;
    best.held = std::move(held);
    best.at = static_cast<Index>(r);
    shared_of_best = std::move(shared);  // the former one goes before its parts
    parts_of_best = std::move(parts);
  }
  if (run.stopped() && best.held.contest.winner < 0) interrupted_early();
  if (!run.stopped()) automatic::consider_model(*shared_of_best, clusters, best.held);
  if (method.take) automatic::take_candidate(best.held.contest, *method.take, clusters);
  if (best.held.contest.winner < 0)
    throw Error(Fault::data,
                fmt::format("none of the candidates finds {} clusters; lower `clusters`, or name a method "
                            "(`method = kmeans`)",
                            clusters));
  Choice& choice = run.result.choice.emplace();
  choice.contests.push_back(best.held.contest);
  for (Contest& contest : lost) choice.contests.push_back(std::move(contest));
  best.labels = choice.winner().labels;
  if (!best.held.contest.by_model && !method.take)
    choice.moved = automatic::polish(parts_of_best->graph10, clusters, best.labels);
  number_by_first(best.labels);
  best.graph.swap(parts_of_best->graph10);
  return best;
}

// `count` random points are clustered, and the others ask their nearest neighbours among them.
Found best_of_sample(Run& run, std::vector<Representation>& all, Index count, const Auto& method) {
  const auto rows = automatic::sorted_random_rows(run.data.size(), count, run.options.seed, 10);
  std::vector<Representation> sampled = all;
  for (Representation& r : sampled) r.points = r.points.take(rows);
  Found found = best_of(run, sampled, method);
  run.result.choice->sampled = static_cast<Index>(rows.size());
  const auto at = static_cast<std::size_t>(found.at);
  if (found.held.contest.by_model) {
    found.labels = automatic::labels_under(automatic::density_rule(found.held), all[at].points.dense());
    number_by_first(found.labels);
    return found;
  }
  Labels labels = labels_by_vote(all[at].points, sampled[at].points, found.labels);
  for (std::size_t i = 0; i < rows.size(); ++i) labels[static_cast<std::size_t>(rows[i])] = found.labels[i];
  found.labels = std::move(labels);
  return found;
}

// The clusters that the search for their number has found, in the representation in which they won.
Found of_search(const NumberEvidence& search, const std::vector<Representation>& all) {
  Found found;
  found.labels = search.labels;
  number_by_first(found.labels);
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const Representation& r) { return r.name == search.representation; });
  found.at = at == all.end() ? 0 : at - all.begin();
  return found;
}

// The label that most points of a component have; empty unless every component has a label of its own.
std::vector<Index> label_of_component(const Labels& components, const Labels& labels, Index clusters) {
  Matrix table = Matrix::Zero(clusters, clusters);
  for (std::size_t i = 0; i < labels.size(); ++i) table(labels[i], components[i]) += 1;
  std::vector<Index> component(static_cast<std::size_t>(clusters), -1);
  for (Index k = 0; k < clusters; ++k) {
    Index label = 0;
    table.col(k).maxCoeff(&label);
    if (component[static_cast<std::size_t>(label)] >= 0) return {};
    component[static_cast<std::size_t>(label)] = k;
  }
  return component;
}

// The rule of a mixture or of k-means, where one of them won.
void keep_rule(AutoModel& m, const Found& found, const Representation& r, Index clusters) {
  const Candidate* const winner = found.held.contest.best();
  if (!winner) return;
  const automatic::DensityRule rule = automatic::density_rule(found.held);
  if (const Gaussians* const gaussians = rule.gaussians) {
    const Labels components = automatic::labels_under(rule, r.points.dense());
    const std::vector<Index> order = label_of_component(components, found.labels, clusters);
    if (order.empty()) return;
    const Index d = gaussians->dimensions();
    m.axes = rule.axes;
    m.degrees = gaussians->degrees;
    m.means = gaussians->means(order, Eigen::all);
    m.weights = gaussians->weights(order);
    m.covariances.resize(clusters * d, d);
    for (Index k = 0; k < clusters; ++k)
      m.covariances.middleRows(k * d, d) =
          gaussians->covariances.middleRows(order[static_cast<std::size_t>(k)] * d, d);
  }
  if (winner->spec.kind == CandidateKind::kmeans && !r.points.is_sparse()) {
    const Matrix Y = r.points.dense();
    m.means = Matrix::Zero(clusters, Y.cols());
    Vector mass = Vector::Zero(clusters);
    for (Index i = 0; i < Y.rows(); ++i) {
      m.means.row(found.labels[static_cast<std::size_t>(i)]) += Y.row(i);
      mass[found.labels[static_cast<std::size_t>(i)]] += 1;
    }
    m.means = mass.cwiseInverse().asDiagonal() * m.means;
  }
}

// What agreement has meant on public benchmarks and on families of generated sets: the mean adjusted Rand
// index that was reached with the right number of clusters. Less agreement says little of a model.
double expected_index(double agreement, bool by_model) {
  if (agreement >= 0.85) return 0.99;
  if (by_model) return 0.91;
  return agreement < 0.55 ? 0.32 : agreement < 0.7 ? 0.76 : 0.98;
}

void judge(Run& run) {
  Choice& choice = *run.result.choice;
  const Candidate& winner = choice.winner();
  choice.confidence = expected_index(winner.agreement, choice.contest().by_model);
  if (winner.agreement < 0.55 && !choice.contest().by_model)
    run.warn(
        fmt::format("the candidates disagree (agreement {:.2f}): these clusters are one of several answers",
                    winner.agreement),
        "try another number of clusters (`suggest_clusters`), look at the candidates (`Result::choice`), or "
        "name a method that suits your data (`method`, `kernel`)");
}

// The sum of squares about the clusters' means, in the units in which the winner won.
void measure_as_seen(Run& run, const Representation& r) {
  if (r.name != "std") return;
  // Sums of squares of huge values overflow.
  run.result.objective =
      std::min(vector_errors(r.points, run.result.labels).sse, std::numeric_limits<double>::max());
  run.result.history = {run.result.objective};
}

void check_take(const std::string& name, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    refuse(fmt::format("`take = {}` is not a candidate of method auto; candidates: {}", name,
                       fmt::join(names, ", ")));
}

// Too few points to hold a contest: single linkage that keeps sizes alike.
Labels of_few(const Run& run, const Representation& r) {
  const auto tree = is_graph(run) ? parts_of(run, r).tree1 : spanning_tree(r.points, {});
  return cut(genie(tree.edges, 0.3), run.options.clusters);
}

}  // namespace

template <>
struct Front<Auto> {
  static Needs needs(const Auto&) {
    return {.base = Base::graph,
            .weights = false,
            .judged = JudgedBy::as_the_winner,
            .without_kernel = "the candidates work on the points themselves"};
  }
  static void settle(Auto&, Options&) {}
  static void check(const Auto& method, const Shape& shape, const Options& o) {
    if (method.take)
      check_take(*method.take, automatic::candidate_names(gives_graph(shape, o.kernel), shape.sparse));
    if (!gives_graph(shape, o.kernel) && !is_none(o.kernel))
      refuse(
          fmt::format("method auto finds its kernel by itself; leave `kernel` out, give a graph "
                      "(`read_edges`), or name a "
                      "method for `kernel = {}` (`method = kmeans`)",
                      format_choice(o.kernel)));
  }
  // Two representations of the points; then, for one of them at a time, neighbours, trees, three graphs, and
  // candidates that join clusters; the labels of all; the mixtures of a sample. The figures are measured, for
  // 3 to 40 clusters on one to eight threads (docs/memory.md).
  static Memory bytes(const Auto&, const Extent& e) {
    const std::uint64_t dense = e.shape.sparse ? 0 : 40 * e.columns();
    const auto most = static_cast<std::uint64_t>(automatic::most_contested(e.shape.columns));
    const std::uint64_t clustered = e.shape.sparse ? e.points() : std::min(e.points(), most);
    const int asked = e.options.threads > 0 ? e.options.threads : thread_count();
    const auto others = static_cast<std::uint64_t>(std::min(asked, 16) - 1);
    std::uint64_t contest = 900 * others * std::min<std::uint64_t>(clustered, 20000);
    if (clustered <= std::uint64_t{automatic::large})
      contest += 260 * clustered * e.clusters() + 3200 * std::min<std::uint64_t>(clustered, 10000);
    return {.beside = e.points() * (dense + 100) + 1600 * clustered + contest +
                      8 * std::min<std::uint64_t>(e.points(), 20000) * (e.clusters() + 20)};
  }
  static Shows shows(const Auto&, const Options&) {
    return {.iterations = false, .starts = false, .own_clusters = true, .candidates = true};
  }

  static void run(Run& run, Auto method) {
    const Index n = run.data.size(), clusters = run.options.clusters;
    Model& m = run.result.model;
    m.method = method;
    const bool graph = is_graph(run);
    std::vector<Representation> all =
        graph ? std::vector<Representation>{{"graph", {}, {}, {}}} : automatic::representations(run.data);
    Found found;
    AutoModel kept;
    if (method.take && (clusters == 1 || n < few))
      refuse(fmt::format("there are no candidates for {}; leave `take` out",
                         clusters == 1 ? "one cluster" : fmt::format("{} points", n)));
    if (clusters == 1) {
      found.labels.assign(static_cast<std::size_t>(n), 0);
    } else if (n < few) {
      found.labels = of_few(run, all[0]);
      kept.winner = CandidateSpec{.kind = CandidateKind::genie, .g = 0.3}.name();
    } else if (run.found) {
      found = of_search(*run.found, all);
      kept.winner = run.found->winner;
    } else {
      const Index most = graph ? n : automatic::most_contested(all[0].points.dimensions());
      found = n > most ? best_of_sample(run, all, most, method) : best_of(run, all, method);
      Choice& choice = *run.result.choice;
      if (!graph) choice.dropped = run.data.dimensions() - all[0].points.dimensions();
      kept.winner = choice.winner().name;
      judge(run);
    }
    const Representation& r = all[static_cast<std::size_t>(found.at)];
    kept.representation = r.name;
    kept.centre = r.centre;
    kept.scale = r.scale;
    keep_rule(kept, found, r, clusters);
    if (graph)
      finish_vertices(run, std::move(found.labels),
                      found.graph.size() > 0 ? found.graph : given_graph(run.data.sparse()).weights);
    else
      finish_labels(run, std::move(found.labels));
    measure_as_seen(run, r);
    m.kind =
        kinds::automatic_of(std::move(kept), graph ? kinds::Vectors{} : std::get<kinds::Vote>(m.kind).means);
  }
};
template const MethodDoor& door_of<Auto>();

}  // namespace mercer
