// A profile in words, and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "data/readable.hpp"
#include "evaluate/profile_words.hpp"
#include "io/dates.hpp"

namespace mercer {

std::string value_text(const ProfileColumn& column, double value) {
  if (std::isnan(value)) return "-";
  if (column.kind == Kind::date) return io::date_text(value, false);
  const char first = column.unit.empty() ? '$' : column.unit.front();
  const bool behind = first == '%' || (first >= 'A' && first <= 'Z');  // 12 %, 50 EUR
  if (behind) return readable(value) + " " + column.unit;
  return column.unit + readable(value);
}

// A share's deviation is sqrt(p (1 - p)), p among all.
double strength(const ProfileColumn& column, const ProfileCluster& cluster, const ProfileCell& cell) {
  if (column.values.empty()) return std::abs(cell.effect);
  const auto v = static_cast<std::size_t>(cell.telling);
  if (cell.shares.empty() || cell.effect == 0) return 0;
  const double p = cluster.share * cell.shares[v] + (1 - cluster.share) * cell.other_shares[v];
  return p > 0 && p < 1 ? std::abs(cell.effect) / std::sqrt(p * (1 - p)) : 0;
}

namespace {

constexpr double worth_saying = 0.3, strong = 1;  // in pooled deviations

std::string phrase(const ProfileColumn& column, const ProfileCell& cell, bool explain_others) {
  const char* others = explain_others ? "others " : "";
  if (!column.values.empty()) {
    const auto v = static_cast<std::size_t>(cell.telling);
    return fmt::format("{} {} {} ({}{})", column.name, column.values[v], percent(cell.shares[v]), others,
                       percent(cell.other_shares[v]));
  }
  const char* mark = cell.effect >= strong    ? "++"
                     : cell.effect > 0        ? "+"
                     : cell.effect <= -strong ? "--"
                                              : "-";
  return fmt::format("{} {} ({}{}) {}", column.name, value_text(column, cell.mean), others,
                     value_text(column, cell.others), mark);
}

std::string sentence(const Profile& profile, const ProfileCluster& cluster, std::size_t most) {
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t c = 0; c < profile.columns.size(); ++c)
    if (const double s = strength(profile.columns[c], cluster, cluster.cells[c]); s >= worth_saying)
      ranked.emplace_back(-s, c);
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> phrases;
  for (std::size_t k = 0; k < std::min(most, ranked.size()); ++k)
    phrases.push_back(phrase(profile.columns[ranked[k].second], cluster.cells[ranked[k].second], k == 0));
  std::string text = fmt::format("{}  {}", cluster.label, counted(cluster.size, "point"));
  text += phrases.empty() ? "  like the others" : fmt::format("  {}", fmt::join(phrases, ", "));
  return cluster.central.empty() ? text : text + fmt::format("; most central: {}", cluster.central);
}

using Json = nlohmann::ordered_json;

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json cell_json(const ProfileColumn& column, const ProfileCell& cell) {
  Json json = {{"missing", cell.missing}, {"effect", number_or_null(cell.effect)}};
  if (column.values.empty()) {
    for (const auto& [name, value] : {std::pair("mean", cell.mean),
                                      {"others", cell.others},
                                      {"deviation", cell.deviation},
                                      {"least", cell.least},
                                      {"lower", cell.lower},
                                      {"median", cell.median},
                                      {"upper", cell.upper},
                                      {"largest", cell.largest}})
      json[name] = number_or_null(value);
    json["histogram"] = cell.histogram;
    return json;
  }
  json["shares"] = cell.shares;
  json["other_shares"] = cell.other_shares;
  json["telling"] = column.values[static_cast<std::size_t>(cell.telling)];
  return json;
}

}  // namespace

std::vector<std::string> Profile::sentences(std::size_t most) const {
  std::vector<std::string> all;
  for (const auto& cluster : clusters) all.push_back(sentence(*this, cluster, most));
  return all;
}

std::string Profile::to_json() const {
  Json json = {{"columns", Json::array()}, {"clusters", Json::array()}, {"noise", noise}};
  for (const auto& column : columns) {
    Json about = {{"name", column.name}, {"kind", name_of(column.kind)}};
    if (!column.values.empty()) about["values"] = column.values;
    if (!column.unit.empty()) about["unit"] = column.unit;
    if (column.values.empty()) about["range"] = {column.low, column.high};
    about[column.values.empty() ? "eta2" : "cramers_v"] = column.association;
    json["columns"].push_back(std::move(about));
  }
  for (const auto& cluster : clusters) {
    Json about = {{"label", cluster.label}, {"size", cluster.size}, {"share", cluster.share}};
    if (cluster.central_row >= 0)
      about.update({{"central_row", cluster.central_row}, {"central", cluster.central}});
    about["sentence"] = sentence(*this, cluster, 3);
    about["columns"] = Json::array();
    for (std::size_t c = 0; c < columns.size(); ++c)
      about["columns"].push_back(cell_json(columns[c], cluster.cells[c]));
    json["clusters"].push_back(std::move(about));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mercer
