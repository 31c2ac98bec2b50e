// The profile of the clusters for the page: values in words, shapes as shares.
#include <algorithm>
#include <numeric>

#include "data/readable.hpp"
#include "evaluate/profile_words.hpp"
#include "front/report.hpp"

namespace mercer {
namespace {

constexpr std::size_t most_columns = 200, most_clusters = 50, most_values = 12;

// The commonest values in their order; what is left makes one more.
std::vector<std::size_t> values_to_show(const Profile& profile, std::size_t column) {
  std::vector<double> cells(profile.columns[column].values.size());
  for (const auto& cluster : profile.clusters)
    for (std::size_t v = 0; v < cells.size(); ++v)
      cells[v] += static_cast<double>(cluster.size) * cluster.cells[column].shares[v];
  std::vector<std::size_t> shown(cells.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (shown.size() <= most_values) return shown;
  std::stable_sort(shown.begin(), shown.end(), [&](auto a, auto b) { return cells[a] > cells[b]; });
  shown.resize(most_values - 1);
  std::sort(shown.begin(), shown.end());
  return shown;
}

Json column_json(const ProfileColumn& column, const std::vector<std::size_t>& shown) {
  Json json = {{"name", column.name}, {"kind", name_of(column.kind)}, {"association", column.association}};
  if (column.values.empty()) {
    json["low"] = value_text(column, column.low);
    json["high"] = value_text(column, column.high);
    return json;
  }
  json["values"] = Json::array();
  for (const std::size_t v : shown) json["values"].push_back(column.values[v]);
  if (shown.size() < column.values.size())
    json["values"].push_back(fmt::format("{} others", column.values.size() - shown.size()));
  return json;
}

Json number_json(const ProfileColumn& column, const ProfileCell& cell) {
  return {{"text", value_text(column, cell.mean)},
          {"others", value_text(column, cell.others)},
          {"about", fmt::format("half between {} and {}, all between {} and {}",
                                value_text(column, cell.lower), value_text(column, cell.upper),
                                value_text(column, cell.least), value_text(column, cell.largest))},
          {"bars", cell.histogram}};
}

Json words_json(const ProfileColumn& column, const ProfileCell& cell, const std::vector<std::size_t>& shown) {
  const auto telling = static_cast<std::size_t>(cell.telling);
  Json bars = Json::array();
  double rest = 1;
  for (const std::size_t v : shown) {
    bars.push_back(cell.shares[v]);
    rest -= cell.shares[v];
  }
  if (shown.size() < column.values.size()) bars.push_back(std::max(0.0, rest));
  return {{"text", fmt::format("{} {}", column.values[telling], percent(cell.shares[telling]))},
          {"others", percent(cell.other_shares[telling])},
          {"about", ""},
          {"bars", bars}};
}

}  // namespace

void add_profile(const ReportInput& in, Json& report) {
  const auto& profile = in.options.profile;
  if (!profile || profile->clusters.size() < 2) return;
  const std::size_t columns = std::min(profile->columns.size(), most_columns);
  const std::size_t clusters = std::min(profile->clusters.size(), most_clusters);
  Json about = Json::array(), rows = Json::array();
  std::vector<std::vector<std::size_t>> shown;
  for (std::size_t c = 0; c < columns; ++c) {
    shown.push_back(values_to_show(*profile, c));
    about.push_back(column_json(profile->columns[c], shown[c]));
  }
  for (std::size_t j = 0; j < clusters; ++j) {
    const ProfileCluster& cluster = profile->clusters[j];
    Json cells = Json::array();
    for (std::size_t c = 0; c < columns; ++c) {
      const ProfileColumn& column = profile->columns[c];
      Json cell = column.values.empty() ? number_json(column, cluster.cells[c])
                                        : words_json(column, cluster.cells[c], shown[c]);
      const double far = std::min(99.0, strength(column, cluster, cluster.cells[c]));
      cell["effect"] = std::copysign(far, cluster.cells[c].effect);
      cell["missing"] = cluster.cells[c].missing;
      cells.push_back(std::move(cell));
    }
    rows.push_back({{"label", cluster.label},
                    {"size", cluster.size},
                    {"central", cluster.central},
                    {"cells", std::move(cells)}});
  }
  report["profile"] = {{"columns", about}, {"clusters", rows}};
  if (columns < profile->columns.size() || clusters < profile->clusters.size())
    report["notes"].push_back(fmt::format(
        "The table of what sets the clusters apart shows {} columns and {} clusters.", columns, clusters));
}

}  // namespace mercer
