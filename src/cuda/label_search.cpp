#include "cuda/label_search.hpp"

namespace mercer::device {

LabelSearch::LabelSearch(Context& context, const Vector& self, Range rows)
    : context_(context),
      rows_(rows),
      n_(static_cast<std::size_t>(self.size())),
      self_(n_, context.held),
      flags_(n_, context.held),
      scratch_(find_nearest_scratch(static_cast<int>(self.size())) + 1, context.held) {
  context.send(self_.data(), self.data(), n_);
}

// Labels as they are on this side, there.
KnownLabels& LabelSearch::send_labels(const CudaSums& S, Index first_column, const Labels& labels) {
  KnownLabels& known = S.labels[first_column];
  if (known.here != labels) send(known, labels);
  return known;
}
void LabelSearch::send(KnownLabels& known, const Labels& labels) {
  context_.send(known.there.grow(labels.size(), context_.held, "labels"), labels.data(), labels.size());
  known.here = labels;
}

// The terms of distances, and behind them what else is small.
Nearest LabelSearch::send_terms(const CudaSums& S, Range columns, const Vector& twice, const Vector& norms,
                                const Vector& more, double epsilon) {
  const Index c = columns.size();
  double* terms = terms_.grow(static_cast<std::size_t>(2 * c + more.size()), context_.held);
  context_.send(terms, static_cast<std::size_t>(2 * c + more.size()), [&](std::size_t at) {
    const auto j = static_cast<Index>(at);
    return j < c ? twice[j] : j < 2 * c ? norms[j - c] : more[j - 2 * c];
  });
  return {S.origin() + static_cast<std::size_t>(columns.begin) * S.stride,
          S.stride,
          static_cast<int>(rows_.begin),
          static_cast<int>(rows_.end),
          static_cast<int>(c),
          self_.data(),
          terms,
          terms + c,
          epsilon};
}

// The device is nearly always asked with the labels of its last answer. So it starts with those that it
// knows, and while it works this side looks whether they are the right ones. How many labels moved comes back
// together with the first of them.
Moves LabelSearch::nearest(const CudaSums& S, Range columns, const Vector& twice, const Vector& norms,
                           double epsilon, Labels& labels) {
  constexpr std::size_t at_once = 4096;
  KnownLabels& known = S.labels[columns.begin];
  if (known.here.size() != labels.size()) send(known, labels);
  const Nearest of = send_terms(S, columns, twice, norms, {}, epsilon);
  // how many, their moves, the points that moved, and the new labels
  int* found = found_.grow(5 * n_ + 1, context_.held, "moved labels");
  int *moves = found + 1, *moved = moves + 3 * n_, *now = moved + n_;
  const auto search = [&] {
    find_nearest(of, known.there.data(), now, flags_.data(), moved, found, scratch_.data(), scratch_.size(),
                 context_.stream());
    take_moves(moved, found, static_cast<int>(rows_.size()), known.there.data(), now, moves,
               context_.stream());
  };
  search();
  if (known.here != labels) {
    send(known, labels);
    search();
  }
  std::vector<int> all(1 + 3 * std::min(n_, at_once));
  context_.fetch(all.data(), found, all.size());
  const auto m = static_cast<std::size_t>(all[0]);
  if (1 + 3 * m > all.size()) {
    const std::size_t before = all.size();
    all.resize(1 + 3 * m);
    context_.fetch(all.data() + before, found + before, all.size() - before);
  }
  Moves out;
  for (std::size_t e = 1; e < 1 + 3 * m; e += 3) {
    out.add(all[e], all[e + 1], all[e + 2]);
    const auto point = static_cast<std::size_t>(all[e]);
    known.here[point] = labels[point] = all[e + 2];
  }
  return out;
}

std::vector<Index> LabelSearch::gaining(const CudaSums& S, Range columns, const Vector& twice,
                                        const Vector& norms, const Vector& mass, const Labels& labels,
                                        const Vector& weights, double least) {
  const KnownLabels& known = send_labels(S, columns.begin, labels);
  const Nearest of = send_terms(S, columns, twice, norms, mass, 0);
  double* own_weights = nullptr;
  if (!weights.isOnes(0)) context_.send(own_weights = weights_.grow(n_, context_.held), weights.data(), n_);
  int* found = found_.grow(5 * n_ + 1, context_.held, "moved labels");
  find_gaining(of, known.there.data(), of.norms + columns.size(), own_weights, least, flags_.data(),
               found + 1, found, scratch_.data(), scratch_.size(), context_.stream());
  int count = 0;
  context_.fetch(&count, found, 1);
  std::vector<int> points(static_cast<std::size_t>(count));
  context_.fetch(points.data(), found + 1, points.size());
  return {points.begin(), points.end()};
}

}  // namespace mercer::device
