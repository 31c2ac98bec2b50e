#include "space/shared_rows.hpp"

namespace mercer {

// Few labels change, and only those are sent to the others.
Moves told_moves(const Ranks& ranks, Moves found, Labels& labels) {
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

void gather_rows_of(const Ranks& ranks, std::vector<Index> here, std::vector<double> values, Matrix& D2) {
  if (!ranks.alone()) {
    here = ranks.gather_list(here);
    values = ranks.gather_list(values);
  }
  for (std::size_t r = 0; r < here.size(); ++r)
    D2.row(here[r]) =
        Eigen::Map<const Eigen::RowVectorXd>(values.data() + static_cast<Index>(r) * D2.cols(), D2.cols());
}

}  // namespace mercer
