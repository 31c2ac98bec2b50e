#include "model/kinds/automatic.hpp"

#include "beyond/auto/representation.hpp"
#include "beyond/mixture.hpp"
#include "data/magnitude.hpp"
#include "model/kinds/densities.hpp"
#include "model/kinds/edges.hpp"
#include "model/kinds/vectors.hpp"
#include "neighbors/vote.hpp"

namespace mercer::kinds {
namespace {

using ByVote = Automatic::ByVote;
using ByEdges = Automatic::ByEdges;
using ByMeans = Automatic::ByMeans;
using ByDensity = Automatic::ByDensity;

constexpr std::string_view graph = "graph", directions = "cosine";

Gaussians gaussians_of(const ByDensity& rule) {
  return {rule.weights, rule.means, rule.covariances, rule.degrees};
}

Labels by(const ByVote&, const Automatic& kind, const Model& model, const Data& points) {
  return labels_by_vote(seen(kind, points), seen(kind, points_of(model.known)), model.labels);
}
Labels by(const ByEdges&, const Automatic&, const Model& model, const Data& points) {
  return labels_by_edges(points, model.labels, model.clusters());
}
Labels by(const ByMeans& rule, const Automatic& kind, const Model&, const Data& points) {
  const Matrix Y = seen(kind, points).dense();
  Labels labels;
  for (const auto& y : Y.rowwise()) {
    Index best = 0;
    (rule.means.rowwise() - y).rowwise().squaredNorm().minCoeff(&best);
    labels.push_back(static_cast<int>(best));
  }
  return labels;
}
Labels by(const ByDensity& rule, const Automatic& kind, const Model&, const Data& points) {
  const Matrix Y = seen(kind, points).dense();
  return likeliest(gaussians_of(rule), rule.axes.size() > 0 ? Matrix(Y * rule.axes) : Y);
}

void pack_rule(const ByVote&, io::Archive&) {}
void pack_rule(const ByEdges&, io::Archive&) {}
void pack_rule(const ByMeans& rule, io::Archive& archive) { archive.put("auto.means", rule.means); }
void pack_rule(const ByDensity& rule, io::Archive& archive) {
  if (rule.degrees > 0) archive.header["auto"]["degrees"] = rule.degrees;
  if (rule.axes.size() > 0) archive.put("auto.axes", rule.axes);
  archive.put("auto.means", rule.means);
  archive.put("auto.covariances", rule.covariances);
  archive.put("auto.weights", rule.weights);
}

// `kept` is the number of columns that the representation has.
bool rule_fits(const ByVote&, const Model&, Index) { return true; }
bool rule_fits(const ByEdges&, const Model&, Index) { return true; }
bool rule_fits(const ByMeans& rule, const Model& model, Index kept) {
  return shaped(rule.means, model.clusters(), kept);
}
bool rule_fits(const ByDensity& rule, const Model& model, Index kept) {
  const Index k = model.clusters(), d = rule.axes.size() > 0 ? rule.axes.cols() : kept;
  if (rule.degrees != 0 && rule.degrees != degrees_of(Tails::student)) return false;
  return (rule.axes.size() == 0 || shaped(rule.axes, kept, d)) && shaped(rule.means, k, d) && d > 0 &&
         shaped(rule.covariances, k * d, d) && shaped(rule.weights, k) && have_densities(gaussians_of(rule));
}

Matrix places_of(const Vectors& kind) { return kind.prototypes.rowwise() + kind.centre.transpose(); }

bool is_graph(const Automatic& kind) { return std::holds_alternative<ByEdges>(kind.rule); }

bool representation_fits(const Automatic& kind, const Model& model) {
  if (is_graph(kind) || kind.representation == directions)
    return kind.scale.size() == 0 && kind.centre.size() == 0;
  return shaped(kind.scale, model.columns) && (kind.scale.array() >= 0).all() &&
         shaped(kind.centre, model.columns);
}

}  // namespace

Data seen(const Automatic& kind, const Data& points) {
  if (is_graph(kind)) return points;
  return automatic::represent(points, kind.representation, kind.centre, kind.scale);
}

Automatic automatic_of(AutoModel found, Vectors means) {
  Automatic kind{std::move(found.representation),
                 std::move(found.winner),
                 std::move(found.centre),
                 std::move(found.scale),
                 ByVote{},
                 std::move(means)};
  if (kind.representation == graph)
    kind.rule = ByEdges{};
  else if (found.covariances.size() > 0)
    kind.rule = ByDensity{std::move(found.axes), std::move(found.means), std::move(found.covariances),
                          std::move(found.weights), found.degrees};
  else if (found.means.size() > 0)
    kind.rule = ByMeans{std::move(found.means)};
  return kind;
}

Assignment assign(const Automatic& kind, const Model& model, Query& query) {
  if (is_graph(kind)) return assign(Edges{}, model, query);
  const What& what = query.what;
  if (what.outlier_scores) no_outlier_scores();
  Assignment out;
  if (what.labels || what.memberships) {
    const auto labels_by_rule = [&](const auto& rule) { return by(rule, kind, model, query.points); };
    Labels labels = model.clusters() == 1 ? Labels(static_cast<std::size_t>(query.points.size()), 0)
                                          : std::visit(labels_by_rule, kind.rule);
    keep_known_labels(model, query, labels);
    out = with_labels(model, std::move(labels), what);
  }
  if (what.distances) {
    const Nearness near = measure(kind.means, model, query);
    out.distances = distances_of(near, model.columns);
    if (!near.D2.allFinite()) mend_lengths(query.points, places_of(kind.means), near.D2, out.distances);
  }
  return out;
}

void pack(const Automatic& kind, io::Archive& archive) {
  archive.header["auto"] = {{"representation", kind.representation}, {"winner", kind.winner}};
  if (kind.scale.size() > 0) {
    archive.put("auto.centre", kind.centre);
    archive.put("auto.scale", kind.scale);
  }
  std::visit([&](const auto& rule) { pack_rule(rule, archive); }, kind.rule);
  if (!is_graph(kind)) pack(kind.means, archive);
}

Automatic read(of<Automatic>, const Source& source) {
  const io::Archive& archive = source.archive;
  const auto& header = archive.header.at("auto");
  AutoModel found;
  found.representation = header.at("representation").get<std::string>();
  found.winner = header.at("winner").get<std::string>();
  if (header.contains("degrees")) found.degrees = read_index(header, "degrees");
  read_if_present(archive, "auto.centre", found.centre);
  read_if_present(archive, "auto.scale", found.scale);
  read_if_present(archive, "auto.axes", found.axes);
  read_if_present(archive, "auto.means", found.means);
  read_if_present(archive, "auto.covariances", found.covariances);
  read_if_present(archive, "auto.weights", found.weights);
  Vectors means = found.representation == graph ? Vectors{} : read(of<Vectors>{}, source);
  return automatic_of(std::move(found), std::move(means));
}

bool fits(const Automatic& kind, const Model& model) {
  if (!representation_fits(kind, model)) return false;
  if (is_graph(kind)) return fits(Edges{}, model);
  const Index n = objects(model);
  const Index kept = kind.scale.size() > 0 ? (kind.scale.array() > 0).count() : model.columns;
  return n > 0 && has_points(model) && labels_fit(model, n) && fits(kind.means, model) &&
         std::visit([&](const auto& rule) { return rule_fits(rule, model, kept); }, kind.rule);
}

}  // namespace mercer::kinds
