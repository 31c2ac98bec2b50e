#include "space/host_space.hpp"

#include <algorithm>

#include "space/shared_rows.hpp"

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

Moves HostSpace::nearest(const Prototypes& P, Range columns, Labels& labels) const {
  const Ranks ranks = sharing(columns);
  const Range mine = share(ranks);
  return told_moves(ranks,
                    nearest_among(*this, P, columns, labels,
                                  [&](const Visit& visit) { scan_some(P, mine, columns, visit); }),
                    labels);
}

void HostSpace::distances(const Prototypes& P, std::span<const Index> points, Range columns,
                          Matrix& D2) const {
  if (!divided()) return rows_of(P, points, columns, D2);
  D2.resize(static_cast<Index>(points.size()), columns.size());
  std::vector<Index> here, mine;
  for (std::size_t r = 0; r < points.size(); ++r) {
    if (points[r] < own().begin || points[r] >= own().end) continue;
    here.push_back(static_cast<Index>(r));
    mine.push_back(points[r]);
  }
  Matrix rows;
  rows_of(P, mine, columns, rows);
  gather_rows_of(ranks_, std::move(here), {rows.data(), rows.data() + rows.size()}, D2);
}

void HostSpace::rows_of(const Prototypes& P, std::span<const Index> points, Range columns, Matrix& D2) const {
  D2.resize(static_cast<Index>(points.size()), columns.size());
  Matrix row;
  for (Index r = 0; r < D2.rows(); ++r) {
    const Index point = points[static_cast<std::size_t>(r)];
    block(P, {point, point + 1}, columns, row);
    D2.row(r) = row;
  }
}

Labels HostSpace::nearest_points(std::span<const Index> points, Control* control) const {
  Matrix D2;
  to_points_here(points, D2, control);
  const Labels here = nearest_columns(D2);
  return divided() ? ranks_.gather_list(here) : here;
}

Seeding HostSpace::seeding(const Vector& weights, Index starts) const {
  return {
      size(), own(), divided() ? ranks_ : Ranks(nullptr),
      near_seeds_here(
          own(), [this](auto points, Matrix& D2, Control* control) { to_points_here(points, D2, control); },
          weights, starts)};
}

}  // namespace mercer
