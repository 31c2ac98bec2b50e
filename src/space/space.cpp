#include "space/space.hpp"

#include "core/nearest.hpp"
#include "core/parallel.hpp"

namespace mercer {

Moves Space::nearest(const Prototypes& P, Range columns, Labels& labels) const {
  return nearest_among(*this, P, columns, labels, [&](const Visit& visit) { scan(P, columns, visit); });
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
  Moves all;
  for (const Moves& own : found) {
    all.points.insert(all.points.end(), own.points.begin(), own.points.end());
    all.from.insert(all.from.end(), own.from.begin(), own.from.end());
    all.to.insert(all.to.end(), own.to.begin(), own.to.end());
  }
  return all;
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

Vector spread_mass(const Vector& mass, const Matrix& H) {
  const Index k = H.rows();
  Vector all(mass.size());
  for (Index s = 0; s < mass.size(); s += k) all.segment(s, k) = H.transpose() * mass.segment(s, k);
  return all;
}

}  // namespace mercer
