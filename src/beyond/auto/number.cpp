#include "beyond/auto/number.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "beyond/auto/number_model.hpp"
#include "beyond/auto/number_references.hpp"
#include "beyond/auto/number_settle.hpp"
#include "beyond/auto/row_order.hpp"
#include "beyond/auto/sample.hpp"
#include "core/parallel.hpp"
#include "core/progress.hpp"

namespace mercer::automatic {
namespace {

constexpr Index most_numbers = 40;
constexpr Index few = 12;  // points below which candidates have nothing to agree about
constexpr double clear = 1.05, floor_of_all = 0.6, margin = 0.1;
constexpr double separate = 0.6;  // the separation of clusters that have gaps around them
constexpr Index reference_points = 1000, reference_most = 10;
constexpr Effort effort{.mixture_rows = 1000, .gate_rows = 1000, .restarts = 4, .all_starts = false};

// Where nothing ranks above it on either side.
void find_peaks(NumberSearch& out) {
  out.also.clear();
  std::vector<const NumberEvidence*> peaks;
  const auto& all = out.tried;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool above_left = i == 0 || all[i - 1].rank() <= all[i].rank();
    const bool above_right = i + 1 == all.size() || all[i + 1].rank() <= all[i].rank();
    if (above_left && above_right && all[i].clusters != out.best) peaks.push_back(&all[i]);
  }
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const auto* a, const auto* b) { return a->rank() > b->rank(); });
  for (std::size_t i = 0; i < std::min<std::size_t>(2, peaks.size()); ++i)
    out.also.push_back(peaks[i]->clusters);
}

// One representation of the points, and what its contests share.
struct Ring {
  Representation representation;
  std::unique_ptr<Parts> parts;
  std::unique_ptr<Shared> shared;
  std::vector<Labels> means = {};  // of k-means, for each number that was tried
  double delta = -1;               // the largest advantage of a mixture over kernel densities
};

class Search {
 public:
  Search(std::vector<Representation> all, Index least, Index most, std::uint64_t seed, Control* control)
      : least_(least), most_(most), control_(control) {
    for (Representation& one : all) {
      auto parts = std::make_unique<Parts>(shared_parts(one.points, control));
      if (stopped()) return;
      add(std::move(one), std::move(parts), seed);
    }
  }
  Search(const SparseMatrix& graph, Index least, Index most, std::uint64_t seed, Control* control)
      : least_(least), most_(most), control_(control) {
    add({"graph", {}, {}, {}, false}, std::make_unique<Parts>(parts_of_graph(graph)), seed);
  }

  bool stopped() const { return control_ && control_->stop; }

  // A contest in each representation; the one whose best score is largest decides the number.
  std::optional<NumberEvidence> hold(Index clusters) {
    std::optional<NumberEvidence> best;
    HeldNumber of_number;
    double most = 0;
    for (Ring& ring : rings_) {
      Contest contest = hold_contest(*ring.shared, ring.representation, clusters, control_).contest;
      if (stopped()) return {};
      keep_means(ring, contest, clusters);
      const Candidate* const winner = contest.best();
      if (!winner || (best && winner->score <= most)) continue;
      most = winner->score;
      best = {clusters,     winner->agreement, winner->separation, contest.representation,
              winner->name, winner->labels};
      of_number = {clusters, winner->labels, {}};
      for (Candidate& one : contest.candidates)
        if (one.failure.empty()) of_number.candidates.push_back(std::move(one.labels));
    }
    if (best) held_.push_back(std::move(of_number));
    return best;
  }

  void settle(NumberSearch& out) const {
    settle_number(out, held_);
    find_peaks(out);
  }

  // A table has one representation only, in which its columns have the scales that count.
  bool is_table() const { return !rings_.empty() && rings_.front().representation.table; }
  Matrix table() const { return rings_.front().representation.points.dense(); }
  std::vector<HeldNumber>& held() { return held_; }

  // The components of a mixture, where one may describe the points in the representation that won.
  CountedComponents count(const std::string& representation) {
    for (Ring& ring : rings_)
      if (ring.representation.name == representation && ring.shared->densities &&
          (ring.delta > 0 || ring.representation.table))
        return count_components(*ring.shared, ring.representation.table, ring.means);
    return {};
  }

 private:
  static void keep_means(Ring& ring, const Contest& contest, Index clusters) {
    ring.delta = std::max(ring.delta, contest.delta);
    ring.means.resize(static_cast<std::size_t>(clusters - 1));
    if (const Candidate* means = contest.of_kind(CandidateKind::kmeans)) ring.means.back() = means->labels;
  }
  void add(Representation representation, std::unique_ptr<Parts> parts, std::uint64_t seed) {
    auto shared = std::make_unique<Shared>(*parts, least_, most_, seed, effort);
    rings_.push_back({std::move(representation), std::move(parts), std::move(shared)});
  }

  Index least_, most_;
  Control* control_;
  std::vector<Ring> rings_;
  std::vector<HeldNumber> held_;
};

// The largest evidence among sets without clusters, for up to so many clusters; ends when it is `enough` to
// say that there are none.
double evidence_without_clusters(const Matrix& X, bool table, Index most_clusters, double enough,
                                 std::uint64_t seed, Control* control) {
  const Index n = std::min(X.rows(), reference_points);
  double most = 0;
  Progress sets(control, "sets without clusters", reference_sets);
  for (Index set = 0; set < reference_sets; ++set) {
    const Data without = table ? shuffled_table(X, set, n, seed) : reference_set(X, set, n, seed);
    const Index different = distinct_rows(without.take(row_order(without)));
    const Index last = std::min({most_clusters, most_numbers_for(n), different});
    Search search(representations(without, table), 2, last, seed, control);
    for (Index k = 2; k <= last && !search.stopped(); ++k) {
      if (const auto row = search.hold(k)) most = std::max(most, row->evidence());
      if (most > enough) return most;
    }
    sets.done();
  }
  return most;
}

// Keeps the labels of the numbers that are reported, in the order of the given rows.
void keep_labels(NumberSearch& out, const std::vector<Index>& order, bool sampled) {
  for (NumberEvidence& one : out.tried) {
    const bool shown = one.clusters == out.best ||
                       std::find(out.also.begin(), out.also.end(), one.clusters) != out.also.end();
    if (!shown || sampled) {
      one.labels = {};
      continue;
    }
    Labels given(one.labels.size());
    for (std::size_t i = 0; i < order.size(); ++i) given[static_cast<std::size_t>(order[i])] = one.labels[i];
    one.labels = std::move(given);
  }
}

// The points in the order of the search become rising rows.
Looked looked_of(const NumberSearch& out, const std::vector<Index>& order) {
  const NumberEvidence* const best = out.at(out.clusters > 1 ? out.clusters : out.best);
  if (!best) return {};
  Looked looked{order, *best};
  std::sort(looked.rows.begin(), looked.rows.end());
  looked.best.clusters = out.clusters;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto at = std::lower_bound(looked.rows.begin(), looked.rows.end(), order[i]) - looked.rows.begin();
    looked.best.labels[static_cast<std::size_t>(at)] = out.clusters > 1 ? best->labels[i] : 0;
  }
  return looked;
}

// What several components must gain over one: clearly more than on points without clusters. Categories and
// skewed numbers gain nothing by themselves, so that little is enough for a table.
double least_gain(const Matrix& X, bool table, std::uint64_t seed) {
  constexpr double factor = 1.25, least = 0.02, of_table = 0.1;
  return table ? of_table : least + factor * gain_without_clusters(X.rows(), X.cols(), seed);
}

// Whether the number ranks so nearly as high as the best that the evidence can't tell them apart.
bool is_near(const NumberSearch& search, Index clusters) {
  constexpr double near = 0.1;
  const NumberEvidence* const one = search.at(clusters);
  return search.best == search.highest && one && one->rank() >= search.at(search.best)->rank() - near;
}

// Where there are no gaps, and no agreement that would be clear, trees and graphs may have merged clusters
// that overlap: then a mixture decides. Elsewhere its components must be apart, or they may be pieces of
// shapes or noise; and of more clusters the candidates must see something, or they may be a few points far
// off. It is asked where gaps are few, or numbers are of nearly the same rank.
bool overlap(const NumberEvidence& highest) {
  return highest.separation < separate && highest.evidence() < clear;
}

bool is_worth_asking(const NumberSearch& search) {
  if (search.at(search.highest)->separation < separate) return true;
  const auto near = std::count_if(search.tried.begin(), search.tried.end(),
                                  [&](const NumberEvidence& one) { return is_near(search, one.clusters); });
  return near > 1;
}

bool may_replace(const NumberSearch& search, const CountedComponents& counted, const Within& within) {
  constexpr double half = 0.5;
  const Index found = counted.components;
  if (overlap(*search.at(search.highest))) return true;
  if (!counted.apart || found == search.best) return false;
  return found < search.best ? is_near(search, found) : within(found, search.best) >= half;
}

// The latent classes of a table decide in any case: its gaps may be those between the values of a category.
// Whether the mixture has decided.
bool judge_by_model(NumberSearch& out, Search& search, const Matrix& X, const NumberOptions& o) {
  const NumberEvidence* const best = out.at(out.highest);
  if (!best || out.interrupted) return false;
  const bool table = search.is_table();
  if (!table && !is_worth_asking(out)) return false;
  CountedComponents counted = search.count(best->representation);
  out.models = std::move(counted.tried);
  Index found = counted.components;
  if (table && found > 1 && counted.gain < least_gain(X, table, o.seed)) found = 1;
  if (found == 0 || (found == 1 && !o.one_allowed) || (o.most > 0 && found > o.most)) return false;
  if (!table && !may_replace(out, counted, agreement_among(search.held()))) return false;
  if (found > 1 && (found < o.least || (!table && counted.gain < least_gain(X, table, o.seed)))) return false;
  out.by_model = true;
  out.clusters = found;
  out.clarity = found == 1 ? Clarity::none : clarity_of(std::max(best->evidence(), floor_of_all));
  return true;
}

// The gaps of a table may be those between the values of a category, and those between rounded points that
// between the values of a column: they are always compared.
void judge(NumberSearch& out, const Matrix* X, bool table, const NumberOptions& o) {
  const NumberEvidence* const best = out.at(out.highest);
  if (!best) return;
  const double evidence = best->evidence();
  bool stands = evidence >= floor_of_all;
  const bool repeated = X && 2 * out.different <= X->rows();
  if (stands && (evidence < clear || table || repeated) && X && o.one_allowed && !out.interrupted) {
    // Evidence falls with the number, unless as many values repeat.
    const Index last = std::max(reference_most, repeated ? out.highest : 0);
    const double without = evidence_without_clusters(*X, table, last, evidence - margin, o.seed, o.control);
    out.interrupted = o.control && o.control->stop;
    if (!out.interrupted) out.without_clusters = without;
    stands = out.interrupted || evidence >= without + margin;
  }
  out.clarity = stands ? clarity_of(evidence) : Clarity::none;
  out.clusters = stands || !o.one_allowed ? out.best : 1;
}

}  // namespace

Index most_numbers_for(Index n) {
  return std::min(most_numbers, static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(n)))));
}

Clarity clarity_of(double evidence) {
  return evidence >= clear ? Clarity::clear : evidence >= floor_of_all ? Clarity::hint : Clarity::none;
}

void run_numbers(NumberSearch& out, Index least, Index most, Control* control,
                 const std::function<std::optional<NumberEvidence>(Index clusters)>& hold) {
  Progress progress(control, "numbers of clusters", most - least + 1);
  double best = 0;
  for (Index k = least; k <= most; ++k) {
    if (out.best > 0 && k > 2 * out.best + 8) break;
    auto row = progress.stopped() ? std::nullopt : hold(k);
    if (progress.stopped()) {
      out.interrupted = true;
      break;
    }
    progress.done();
    if (!row) continue;
    if (out.best == 0 || row->rank() >= best) {
      best = row->rank();
      out.best = out.highest = k;
    }
    out.tried.push_back(std::move(*row));
  }
  find_peaks(out);
}

NumberSearch search_number(const Data& given, const NumberOptions& o) {
  NumberSearch out;
  std::vector<Index> order = row_order(given);
  if (const Index some = looked_at(given.size()); some < given.size()) {
    const auto places = sorted_random_rows(given.size(), some, o.seed, 16);
    std::vector<Index> rows;
    for (const Index place : places) rows.push_back(order[static_cast<std::size_t>(place)]);
    order = std::move(rows);
    out.sampled = std::ssize(order);
  }
  const Data points = given.take(order);
  out.different = distinct_rows(points);
  const Index most = std::min(o.most > 0 ? o.most : most_numbers_for(points.size()), out.different);
  if (points.size() < few || most < o.least) return out;
  constexpr std::int64_t trees = 1, numbers = 6, comparison = 3;  // which take about so much of the time
  Progress whole = Progress::whole(o.control, trees + numbers + comparison);
  Search search(representations(points, o.table), o.least, most, o.seed, o.control);
  whole.done(trees);
  whole.expect(numbers);
  run_numbers(out, o.least, most, o.control, [&](Index clusters) { return search.hold(clusters); });
  search.settle(out);
  whole.done(numbers);
  whole.expect(comparison);
  const Matrix X = points.is_sparse() ? Matrix() : search.is_table() ? search.table() : points.dense();
  if (points.is_sparse() || !judge_by_model(out, search, X, o))
    judge(out, points.is_sparse() ? nullptr : &X, search.is_table(), o);
  if (o.looked) *o.looked = looked_of(out, order);
  keep_labels(out, order, out.sampled > 0);
  if (o.held) o.held->swap(search.held());
  return out;
}

NumberSearch search_number_of_graph(const SparseMatrix& similarities, const NumberOptions& o) {
  NumberSearch out;
  const Index n = similarities.rows(), most = o.most > 0 ? o.most : most_numbers_for(n);
  if (n < few || most < o.least) return out;
  Search search(similarities, o.least, most, o.seed, o.control);
  run_numbers(out, o.least, most, o.control, [&](Index clusters) { return search.hold(clusters); });
  search.settle(out);
  judge(out, nullptr, false, o);
  if (o.looked) {
    std::vector<Index> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), Index{0});
    *o.looked = looked_of(out, all);
  }
  keep_labels(out, {}, true);
  return out;
}

}  // namespace mercer::automatic
