#include "space/space.hpp"

#include <limits>
#include <utility>

#include "core/nearest.hpp"
#include "core/parallel.hpp"
#include "space/gain.hpp"

namespace mercer {

Moves Space::nearest(const Prototypes& P, Range columns, Labels& labels) const {
  return nearest_among(*this, P, columns, labels, [&](const Visit& visit) { scan(P, columns, visit); });
}

Labels Space::nearest_points(std::span<const Index> points, Control* control) const {
  Matrix D2;
  to_points(points, D2, control);
  return nearest_columns(D2);
}

Seeding Space::seeding(const Vector& weights, Index starts) const {
  const Range all{0, size()};
  return {size(), all, Ranks(nullptr),
          near_seeds_here(
              all, [this](auto points, Matrix& D2, Control* control) { to_points(points, D2, control); },
              weights, starts)};
}

Moves nearest_among(const Space& space, const Prototypes& P, Range columns, Labels& labels,
                    const std::function<void(const Visit&)>& scan) {
  std::vector<Moves> found(static_cast<std::size_t>((space.size() + points_together - 1) / points_together));
  const auto norm = [&](Index j) { return P.squared_norm(columns.begin + j); };
  scan([&](Range points, Block& D2) {
    Moves& own = found[static_cast<std::size_t>(points.begin / points_together)];
    for (Index i = points.begin; i < points.end; ++i) {
      int& label = labels[static_cast<std::size_t>(i)];
      const auto now =
          static_cast<int>(nearest(D2.row(i - points.begin), space.self()[i], norm, space.epsilon()));
      if (now != label) own.add(i, label, now);
      label = now;
    }
  });
  return joined(found);
}

Moves joined(const std::vector<Moves>& parts) {
  Moves all;
  for (const Moves& own : parts) {
    all.points.insert(all.points.end(), own.points.begin(), own.points.end());
    all.from.insert(all.from.end(), own.from.begin(), own.from.end());
    all.to.insert(all.to.end(), own.to.begin(), own.to.end());
  }
  return all;
}

namespace {

// Looks at all points every time.
class PlainFollower final : public Follower {
 public:
  explicit PlainFollower(const Space& space) : space_(space) {}
  Moves nearest(const Prototypes& P, Range columns, Labels& labels) override {
    return space_.nearest(P, columns, labels);
  }
  std::vector<Index> gaining(const Prototypes& P, Range columns, const Labels& labels, const Vector& weights,
                             double least) override {
    return space_.gaining(P, columns, labels, weights, least);
  }

 private:
  const Space& space_;
};

}  // namespace

bool gains(std::span<const double> d2, Index from, double w, const Eigen::Ref<const Vector>& mass,
           double least) {
  const double own = d2[static_cast<std::size_t>(from)];
  for (Index b = 0; b < mass.size(); ++b)
    if (b != from && mass[b] > 0 &&
        gain_of_move(w, mass[from], own, mass[b], d2[static_cast<std::size_t>(b)]) > least)
      return true;
  return false;
}

std::unique_ptr<Follower> Space::follow(Index) const { return std::make_unique<PlainFollower>(*this); }

// Most points are told by the nearest of the other prototypes and the smallest mass: no move costs less than
// that.
std::vector<Index> Space::gaining(const Prototypes& P, Range columns, const Labels& labels,
                                  const Vector& weights, double least) const {
  const auto mass = P.mass.segment(columns.begin, columns.size());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double smallest = (mass.array() > 0).select(mass, infinity).minCoeff();
  return choose(P, columns, [&](Range block, Block& D2, std::vector<Index>& chosen) {
    const Index begin = block.begin, rows = block.size();
    Vector own(rows), others(rows);
    std::vector<Index> at(static_cast<std::size_t>(rows));
    const auto label = [&](Index r) { return Index{labels[static_cast<std::size_t>(begin + r)]}; };
    for (Index r = 0; r < rows; ++r) own[r] = std::exchange(D2(r, label(r)), infinity);
    least_of_rows(D2.data(), D2.outerStride(), rows, columns.size(), others.data(), at.data());
    for (Index r = 0; r < rows; ++r) {
      const double w = weights[begin + r], M = mass[label(r)];
      const double cost = others[r] > 0 ? smallest / (smallest + w) * others[r] : others[r];
      if (is_alone(w, M) || !(w * (M / (M - w) * own[r] - cost) > least)) continue;
      D2(r, label(r)) = own[r];
      if (gains({D2.row(r).data(), static_cast<std::size_t>(columns.size())}, label(r), w, mass, least))
        chosen.push_back(begin + r);
    }
  });
}

std::vector<Index> Space::choose(const Prototypes& P, Range columns, const Pick& pick) const {
  return chosen_among(size(), pick, [&](const Visit& visit) { scan(P, columns, visit); });
}

std::vector<Index> chosen_among(Index size, const Pick& pick, const std::function<void(const Visit&)>& scan) {
  std::vector<std::vector<Index>> found(
      static_cast<std::size_t>((size + points_together - 1) / points_together));
  scan([&](Range points, Block& D2) {
    pick(points, D2, found[static_cast<std::size_t>(points.begin / points_together)]);
  });
  std::vector<Index> all;
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Matrix all_distances(const Space& space, const Prototypes& P) {
  Matrix D2(space.size(), P.count());
  space.scan(P, {0, P.count()},
             [&](Range points, Block& block) { D2.middleRows(points.begin, points.size()) = block; });
  return D2;
}

double within(const Prototypes& P, Index first, Index count, double total) {
  double explained = 0;
  for (Index j = first; j < first + count; ++j)
    if (P.mass[j] > 0) explained += P.norm[j] / P.mass[j];
  return total - explained;
}

Matrix distances_apart(Matrix products, const Vector& mass) {
  const Index count = mass.size();
  for (Index j = 0; j < count; ++j)
    for (Index l = 0; l < count; ++l) products(j, l) /= mass[j] * mass[l];
  const Vector own = products.diagonal();
  Matrix D2(count, count);
  for (Index j = 0; j < count; ++j)
    for (Index l = 0; l < count; ++l)
      D2(j, l) = std::max(0.0, own[j] + own[l] - products(j, l) - products(l, j));
  return D2;
}

Vector spread_mass(const Vector& mass, const Matrix& H) {
  const Index k = H.rows();
  Vector all(mass.size());
  for (Index s = 0; s < mass.size(); s += k) all.segment(s, k) = H.transpose() * mass.segment(s, k);
  return all;
}

}  // namespace mercer
