#include "report/groups.hpp"

#include <algorithm>

#include "evaluate/codes.hpp"

namespace mercer {

std::vector<DrawnGroup> groups_of(const Labels& labels, Index size, const std::vector<Index>& drawn) {
  require_equal_sizes("labels", labels.size(), "points", static_cast<std::size_t>(size));
  const Codes clusters = compact(labels, Noise::leave_out);
  std::vector<DrawnGroup> groups;
  for (int j = 0; j < clusters.count(); ++j) {
    const int label = clusters.values[static_cast<std::size_t>(j)];
    groups.push_back({label, look_of(j), fmt::format("cluster {}", label), 0, {}});
  }
  groups.push_back({-1, look_of(-1), "noise", 0, {}});
  const auto group_of = [&](std::size_t point) -> DrawnGroup& {
    const int code = clusters.codes[point];
    return code < 0 ? groups.back() : groups[static_cast<std::size_t>(code)];
  };
  for (std::size_t i = 0; i < labels.size(); ++i) ++group_of(i).size;
  for (std::size_t r = 0; r < drawn.size(); ++r)
    group_of(static_cast<std::size_t>(drawn[r])).rows.push_back(static_cast<Index>(r));
  if (groups.back().size == 0) groups.pop_back();
  return groups;
}

std::vector<DrawnGroup> back_to_front(std::vector<DrawnGroup> groups) {
  std::stable_sort(groups.begin(), groups.end(), [](const DrawnGroup& a, const DrawnGroup& b) {
    return a.is_noise() != b.is_noise() ? a.is_noise() : a.size > b.size;
  });
  return groups;
}

std::string with_commas(Index number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<Index>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

}  // namespace mercer
