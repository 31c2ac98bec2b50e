#include "mercer/suggest.hpp"

#include <fmt/format.h>

#include "beyond/auto/number.hpp"
#include "core/parallel.hpp"
#include "core/progress.hpp"
#include "front/check.hpp"
#include "front/graph_run.hpp"
#include "front/method_family.hpp"
#include "front/part.hpp"
#include "front/so_far.hpp"
#include "graph/given_graph.hpp"
#include "mercer/cluster.hpp"

namespace mercer {
namespace {

// I + D^-1/2 A D^-1/2, whose eigenvalues lie between 0 and 2: a kernel, which the weights of a graph are not.
Data walk_kernel(const Data& similarities) {
  const SparseMatrix A = given_graph(similarities.sparse()).weights;
  const Vector root = (A * Vector::Ones(A.cols())).cwiseSqrt().cwiseInverse();
  SparseMatrix one(A.rows(), A.cols());
  one.setIdentity();
  return Data(SparseMatrix(one + SparseMatrix(root.asDiagonal() * A * root.asDiagonal())));
}

// Deviations that differ by more than this factor would let one column swamp the rest.
bool scales_differ(const Data& data, const Kernel& kernel) {
  constexpr double alike = 2;
  if (!is_none(kernel) || data.is_sparse() || data.size() == 0) return false;
  const Vector scale = Standardizer::learn(data).scale;
  return scale.size() > 0 && scale.maxCoeff() > alike * scale.minCoeff();
}

bool is_given_graph(const Data& data, const Kernel& kernel) { return gives_graph(shape_of(data), kernel); }

// Nothing is said of the method, or that it is auto.
bool is_open(const Data& data, const SuggestOptions& o) {
  if (o.method) return std::holds_alternative<Auto>(*o.method);
  return is_none(o.kernel) || is_given_graph(data, o.kernel);
}

// What a search has found beside the number: what is left where there is no time for a fit of all points.
struct Kept {
  automatic::Looked looked;     // by the candidates of auto
  std::optional<SoFar> fitted;  // by the method
};

NumberSearch open_search(const Data& data, const SuggestOptions& o, Kept& kept) {
  const automatic::NumberOptions options{.least = std::max<Index>(2, o.least),
                                         .most = o.most,
                                         .one_allowed = o.least < 2,
                                         .seed = o.seed,
                                         .control = o.control,
                                         .looked = &kept.looked};
  return is_given_graph(data, o.kernel) ? automatic::search_number_of_graph(data.sparse(), options)
                                        : automatic::search_number(data, options);
}

void check_range(const Data& data, const SuggestOptions& o) {
  if (data.size() == 0) throw Error(Fault::data, "there are no points");
  if (o.least < 1) refuse(fmt::format("least = {} must be at least 1", o.least));
  if (o.most > 0 && o.most < std::max<Index>(2, o.least))
    refuse(fmt::format("most = {} must be at least {}", o.most, std::max<Index>(2, o.least)));
  if (o.most >= data.size())
    refuse(fmt::format("most = {} must be less than the {} points; lower most", o.most, data.size()));
}

Options options_of(const SuggestOptions& o, Index clusters) {
  Options out;
  out.clusters = clusters;
  out.kernel = o.kernel;
  out.method = o.method.value_or(default_method(out));
  return out;
}

// What such evidence has meant on the same sets, the number having been found: the mean adjusted Rand index.
double expected_index(const NumberSearch& s) {
  if (s.by_model) return 0.91;
  const NumberEvidence* const highest = s.at(s.highest);
  const double evidence = highest ? highest->evidence() : 0;
  return evidence < 0.6    ? 0.1
         : evidence < 0.85 ? 0.39
         : evidence < 1.05 ? 0.92
         : evidence < 1.25 ? 0.97
                           : 0.98;
}

// As many clusters as the criteria look at. More than there are different points can't be made.
Index most_judged(const Data& data, const SuggestOptions& o) {
  const Index most = std::min<Index>(o.most > 0 ? o.most : 10, data.size() - 1);
  return is_precomputed(o.kernel) ? most : std::min(most, distinct_rows(data, most));
}

Suggestion suggest(const Data& data, const SuggestOptions& asked, Kept& kept) {
  SuggestOptions o = asked;
  const Agreed agreed(o.control);
  check_range(data, o);
  const ThreadScope scope(o.threads);
  check_options(shape_of(data), options_of(o, 1));
  check_data(data, options_of(o, 1));
  Suggestion out;
  out.clusters = 1;
  if (is_open(data, o)) {
    out.search = open_search(data, o, kept);
    const bool said = out.search->best > 0 || out.search->different == 1;
    if (!said) out.search.reset();
  } else {
    out.search = search_within_method(data, o, &kept.fitted);
  }
  if (out.search) {
    if (out.search->interrupted && out.search->best == 0) interrupted_early();
    out.clusters = out.search->clusters;
    return out;
  }
  if (o.control && o.control->stop) interrupted_early();
  const Index most = most_judged(data, o);
  if (most < 2) return out;
  out.criteria = judge_scaled(data, {.least = std::max<Index>(2, o.least),
                                     .most = most,
                                     .kernel = o.kernel,
                                     .seed = o.seed,
                                     .threads = o.threads,
                                     .control = o.control});
  out.clusters = std::max<Index>(1, out.criteria->clusters);
  return out;
}

// The clusters of the search, for all points; none where there are none.
std::optional<SoFar> best_so_far(const Data& data, const Options& o, Kept& kept) {
  std::optional<SoFar> out = std::move(kept.fitted);
  const automatic::Looked& looked = kept.looked;
  if (!out && !looked.rows.empty()) {
    Options one;
    one.clusters = o.clusters;
    one.method = o.method;
    one.kernel = o.kernel;
    one.threads = o.threads;
    one.seed = o.seed;
    one.device.where = DeviceChoice::Where::cpu;
    const bool some = std::ssize(looked.rows) < data.size();
    out = {cluster_as_found(some ? part_of(data, o.kernel, looked.rows) : data, one, looked.best),
           looked.rows};
  }
  return out;
}

// After Ctrl-C nothing is begun that may take long, where the search has clusters.
Result fit_of_number(const Data& data, Options o, Kept& kept) {
  try {
    if (!o.control || !o.control->stop) return cluster(data, o);
  } catch (const InterruptedEarly&) {
  }
  if (auto found = best_so_far(data, o, kept)) return for_all(std::move(*found), data);
  o.control = nullptr;
  Result r = cluster(data, o);
  r.interrupted = true;
  return r;
}

}  // namespace

std::string Suggestion::text() const {
  if (search) return search->text();
  if (!criteria) return "1 cluster: there are too few points to say more";
  const Criteria& c = *criteria;
  if (c.voting == 0) return "no criterion supports any number";
  const double share = static_cast<double>(c.agreeing) / static_cast<double>(c.voting);
  const char* sure = share > 0.8   ? "clear"
                     : share > 0.6 ? "likely"
                     : share > 0.4 ? "a hint"
                                   : "unsure: the criteria disagree";
  return fmt::format("{} clusters, {} of {} criteria: {}", clusters, c.agreeing, c.voting, sure);
}

Criteria judge_scaled(const Data& data, CriteriaOptions o) {
  if (is_given_graph(data, o.kernel)) return judge_criteria(walk_kernel(data), o);
  return judge_criteria(scales_differ(data, o.kernel) ? Standardizer::learn(data).apply(data) : data, o);
}

Suggestion suggest_clusters(const Data& data, const SuggestOptions& options) {
  Kept none;
  return suggest(data, options, none);
}

bool leaves_clusters_open(const Options& o) {
  if (o.clusters == clusters_by_data) return true;
  const Method method = o.method.value_or(default_method(o));
  return std::holds_alternative<Auto>(method) && o.clusters == clusters_by_method;
}

// What is refused anyway is refused before the search.
Result cluster_with_suggestion(const Data& data, Options o) {
  o.clusters = 1;
  o.method = o.method.value_or(default_method(o));
  check_options(shape_of(data), o);
  Kept kept;
  constexpr std::int64_t search = 3, fit = 1;  // which takes about so much of the time
  Progress whole = Progress::whole(o.control, search + fit);
  whole.expect(search);
  Suggestion s = suggest(
      data,
      {.method = o.method, .kernel = o.kernel, .seed = o.seed, .threads = o.threads, .control = o.control},
      kept);
  o.clusters = s.clusters;
  whole.done(search);
  whole.expect(fit);
  Result r = fit_of_number(data, o, kept);
  r.findings.insert(r.findings.begin(), {"suggested", {static_cast<double>(s.clusters)}, "", s.text()});
  if (s.search && s.search->clarity == Clarity::none && s.clusters == 1)
    r.warnings.push_back({"no clusters stand out: different methods split the points in different ways",
                          "if you know how many clusters there are, set `clusters`; `suggest_clusters` shows "
                          "the evidence"});
  if (!s.search && data.size() < 12)
    r.warnings.push_back(
        {fmt::format("{} points are too few to say how many clusters there are", data.size()),
         "give the number with `clusters`"});
  if (s.search && r.choice) {
    r.choice->number_found = true;
    r.choice->confidence = std::min(r.choice->confidence, expected_index(*s.search));
  }
  r.number = std::move(s.search);
  return r;
}

}  // namespace mercer
