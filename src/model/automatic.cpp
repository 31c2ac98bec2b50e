#include "model/automatic.hpp"

#include "beyond/auto/representation.hpp"
#include "beyond/mixture.hpp"
#include "model/stored.hpp"
#include "neighbors/vote.hpp"

namespace mercer {
namespace {

Labels nearest_means(const Matrix& Y, const Matrix& means) {
  Labels labels;
  for (const auto& y : Y.rowwise()) {
    Index best = 0;
    (means.rowwise() - y).rowwise().squaredNorm().minCoeff(&best);
    labels.push_back(static_cast<int>(best));
  }
  return labels;
}

}  // namespace

Labels automatic_labels(const Model& model, const Data& points) {
  const AutoModel& a = *model.automatic;
  if (a.representation == "graph") return labels_by_edges(points, model.labels, model.clusters());
  if (model.clusters() == 1) return Labels(static_cast<std::size_t>(points.size()), 0);
  const auto seen = [&](const Data& data) {
    return automatic::represent(data, a.representation, a.centre, a.scale);
  };
  if (a.covariances.size() > 0) {
    const Matrix Y = seen(points).dense();
    return likeliest({a.weights, a.means, a.covariances, a.degrees},
                     a.axes.size() > 0 ? Matrix(Y * a.axes) : Y);
  }
  if (a.means.size() > 0) return nearest_means(seen(points).dense(), a.means);
  return labels_by_vote(seen(points), seen(model.points), model.labels);
}

void pack(const AutoModel& a, io::Archive& archive) {
  archive.header["auto"] = {{"representation", a.representation}, {"winner", a.winner}};
  if (a.scale.size() > 0) {
    archive.put("auto.centre", a.centre);
    archive.put("auto.scale", a.scale);
  }
  if (a.axes.size() > 0) archive.put("auto.axes", a.axes);
  if (a.means.size() > 0) archive.put("auto.means", a.means);
  if (a.covariances.size() == 0) return;
  if (a.degrees > 0) archive.header["auto"]["degrees"] = a.degrees;
  archive.put("auto.covariances", a.covariances);
  archive.put("auto.weights", a.weights);
}

std::optional<AutoModel> read_automatic(const io::Archive& archive) {
  if (!archive.header.contains("auto")) return {};
  const auto& header = archive.header.at("auto");
  AutoModel a;
  a.representation = header.at("representation").get<std::string>();
  a.winner = header.at("winner").get<std::string>();
  a.degrees = header.value("degrees", Index{0});
  read_if_present(archive, "auto.centre", a.centre);
  read_if_present(archive, "auto.scale", a.scale);
  read_if_present(archive, "auto.axes", a.axes);
  read_if_present(archive, "auto.means", a.means);
  read_if_present(archive, "auto.covariances", a.covariances);
  read_if_present(archive, "auto.weights", a.weights);
  return a;
}

bool automatic_fits(const Model& model) {
  if (!model.automatic) return true;
  const AutoModel& a = *model.automatic;
  const Index k = model.clusters();
  if (a.representation == "cosine" || a.representation == "graph")
    return a.scale.size() == 0 && a.means.size() == 0;
  if (a.degrees != 0 && a.degrees != degrees_of(Tails::student)) return false;
  if (a.scale.size() != model.columns || a.centre.size() != model.columns) return false;
  if (a.means.size() == 0) return a.covariances.size() == 0 && a.axes.size() == 0;
  const Index kept = (a.scale.array() > 0).count(), d = a.axes.size() > 0 ? a.axes.cols() : kept;
  const bool axes = a.axes.size() == 0 || a.axes.rows() == kept;
  const bool shapes = a.covariances.size() == 0 ||
                      (a.covariances.rows() == k * d && a.covariances.cols() == d && a.weights.size() == k);
  return axes && shapes && a.means.rows() == k && a.means.cols() == d;
}

}  // namespace mercer
