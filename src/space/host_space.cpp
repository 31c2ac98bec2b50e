#include "space/host_space.hpp"

#include <algorithm>

namespace mercer {

void HostSpace::scan_some(const Prototypes& P, Range some, Range columns, const Visit& visit) const {
  parallel_points(some.size(), 8 * columns.size(), [&](Index begin, Index end) {
    Matrix D2;
    block(P, {some.begin + begin, some.begin + end}, columns, D2);
    Block view(D2);
    visit({some.begin + begin, some.begin + end}, view);
  });
}

// Visitors keep what they make of the distances, and all ranks need all of it: so they get the distances.
void HostSpace::scan(const Prototypes& P, Range columns, const Visit& visit) const {
  if (!divided()) return scan_some(P, own(), columns, visit);
  const Index first = own().begin;
  std::vector<double> values(static_cast<std::size_t>(own().size() * columns.size()));
  Eigen::Map<Matrix> mine(values.data(), own().size(), columns.size());
  scan_some(P, own(), columns,
            [&](Range points, Block& D2) { mine.middleRows(points.begin - first, points.size()) = D2; });
  values = ranks_.gather_list(values);
  Eigen::Map<Matrix> all(values.data(), size(), columns.size());
  parallel_points(size(), 8 * columns.size(), [&](Index begin, Index end) {
    Block view(all.middleRows(begin, end - begin));
    visit({begin, end}, view);
  });
}

Ranks HostSpace::sharing(Range columns) const {
  const bool worth = 8 * static_cast<double>(size() * columns.size()) >= worth_sharing;
  return divided() || worth ? ranks_ : Ranks(nullptr);
}
Range HostSpace::share(const Ranks& ranks) const {
  return divided() ? own() : ranks.rows(size(), points_together);  // all are known: any share will do
}

std::vector<Index> HostSpace::choose(const Prototypes& P, Range columns, const Pick& pick) const {
  const Ranks ranks = sharing(columns);
  const Range mine = share(ranks);
  const std::vector<Index> chosen =
      chosen_among(size(), pick, [&](const Visit& visit) { scan_some(P, mine, columns, visit); });
  return ranks.gather_list(chosen);
}

// Labels that move are few: they alone are told to the others.
Moves HostSpace::nearest(const Prototypes& P, Range columns, Labels& labels) const {
  const Ranks ranks = sharing(columns);
  const Range mine = share(ranks);
  Moves found = nearest_among(*this, P, columns, labels,
                              [&](const Visit& visit) { scan_some(P, mine, columns, visit); });
  if (ranks.alone()) return found;
  struct Move {
    std::uint32_t point;
    std::int32_t to;
  };
  std::vector<Move> told;
  for (std::size_t m = 0; m < found.points.size(); ++m)
    told.push_back({static_cast<std::uint32_t>(found.points[m]), found.to[m]});
  Moves all;
  const auto lists = ranks.gather_lists(told);
  for (std::size_t rank = 0; rank < lists.size(); ++rank)
    for (std::size_t m = 0; m < lists[rank].size(); ++m) {
      const Move& move = lists[rank][m];
      int& label = labels[move.point];
      all.add(move.point, static_cast<int>(rank) == ranks.rank() ? found.from[m] : label, move.to);
      label = move.to;
    }
  return all;
}

void HostSpace::distances(const Prototypes& P, std::span<const Index> points, Range columns,
                          Matrix& D2) const {
  D2.resize(static_cast<Index>(points.size()), columns.size());
  std::vector<Index> here;
  std::vector<double> rows;
  Matrix row;
  for (std::size_t r = 0; r < points.size(); ++r) {
    if (points[r] < own().begin || points[r] >= own().end) continue;
    block(P, {points[r], points[r] + 1}, columns, row);
    here.push_back(static_cast<Index>(r));
    rows.insert(rows.end(), row.data(), row.data() + row.size());
  }
  if (divided()) {
    here = ranks_.gather_list(here);
    rows = ranks_.gather_list(rows);
  }
  for (std::size_t r = 0; r < here.size(); ++r)
    D2.row(here[r]) = Eigen::Map<const Eigen::RowVectorXd>(
        rows.data() + static_cast<Index>(r) * columns.size(), columns.size());
}

}  // namespace mercer
