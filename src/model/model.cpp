#include "mercer/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "data/magnitude.hpp"
#include "io/archive.hpp"
#include "kernels/resolve.hpp"
#include "model/assign.hpp"
#include "model/automatic.hpp"
#include "model/geodesic.hpp"
#include "model/mixture.hpp"
#include "model/nearest_object.hpp"
#include "model/spheres.hpp"
#include "model/stored.hpp"
#include "model/tree.hpp"
#include "neighbors/vote.hpp"
#include "rules/traits.hpp"

namespace mercer {

namespace {

// Whether being inside decides, rather than the nearest prototype.
bool labels_by_sphere(const Model& model) {
  return std::holds_alternative<OneClass>(model.method) ||
         std::holds_alternative<SupportVectorClustering>(model.method);
}

// Whether points are shared among clusters.
bool has_memberships(const Method& method) {
  return std::visit([]<class M>(const M&) { return is_rule<M>; }, method);
}

}  // namespace

Labels Model::predict(const Data& points_to_assign, int threads) const {
  const ThreadScope scope(threads);
  if (is_mixture(*this)) return mixture_labels(*this, points_to_assign);
  if (labels_by_sphere(*this)) return sphere_labels(*this, known_points(*this, points_to_assign));
  if (automatic || std::holds_alternative<GraphLinkage>(method)) {
    const Data known = known_points(*this, points_to_assign);
    Labels found = automatic                ? automatic_labels(*this, known)
                   : is_precomputed(kernel) ? labels_by_edges(known, labels, clusters())
                                            : labels_by_vote(known, points, labels);
    keep_known_labels(*this, points_to_assign, found);
    return found;
  }
  if (predicts_by_nearest(*this)) return labels_by_nearest(*this, known_points(*this, points_to_assign));
  const Assignment a = assign(*this, points_to_assign);
  if (std::holds_alternative<Possibilistic>(method)) require_self(a, columns);
  Labels found = labels_of(method, a.D2, a.self, prototype_norms(*this), a.epsilon);
  if (spectral) keep_known_labels(*this, points_to_assign, found);
  return found;
}

Matrix Model::transform(const Data& points_to_assign, int threads) const {
  const ThreadScope scope(threads);
  if (std::holds_alternative<SupportVectorClustering>(method))
    throw Error(Fault::usage,
                "the clusters of method svc are contours and have no prototypes to be far from");
  if (is_precomputed(kernel) && (automatic || std::holds_alternative<GraphLinkage>(method)))
    throw Error(Fault::usage, "the clusters of a graph have no prototypes to be far from");
  const Assignment a = assign(*this, points_to_assign);
  require_self(a, columns);
  // |phi(z) - v|^2 = |features - v|^2 + what the features miss
  Matrix D2 = a.D2.cwiseMax(0.0);
  if (a.residual.size() > 0) D2.colwise() += a.residual.cwiseMax(0.0);
  Matrix D = D2.cwiseSqrt();
  if (automatic && standardizer.empty() && !a.D2.allFinite())
    mend_lengths(points_to_assign, coordinates(), a.D2, D);
  return D;
}

Matrix Model::memberships(const Data& points_to_assign, int threads) const {
  const ThreadScope scope(threads);
  if (is_mixture(*this)) return posteriors(mixture_log_joint(*this, points_to_assign));
  if (!has_memberships(method)) {
    const Labels of_points = predict(points_to_assign, threads);
    Matrix W = Matrix::Zero(points_to_assign.size(), clusters());
    for (Index i = 0; i < W.rows(); ++i)
      if (const int label = of_points[static_cast<std::size_t>(i)]; label >= 0) W(i, label) = 1;
    return W;
  }
  const Assignment a = assign(*this, points_to_assign);
  if (needs_distances(method)) require_self(a, columns);
  return memberships_of(method, a.D2);
}

Vector Model::outlier_scores(const Data& points_to_assign, int threads) const {
  const ThreadScope scope(threads);
  if (is_mixture(*this)) return -log_density(mixture_log_joint(*this, points_to_assign));
  if (spheres) return sphere_scores(*this, known_points(*this, points_to_assign));
  if (predicts_by_nearest(*this))
    return nearest_objects(known_points_of(*this), known_points(*this, points_to_assign)).distances;
  if (!std::holds_alternative<Possibilistic>(method))
    throw Error(
        Fault::usage,
        "outlier scores need a model of method possibilistic, mixture, one-class, spheres or svc, or of a "
        "hierarchy; fit one");
  return outlier_scores_of(memberships(points_to_assign, threads));
}

namespace {

void pack(const FeatureMap& map, io::Archive& archive) {
  archive.put("features.mean", map.mean);
  if (map.frequencies.cols() > 0) {
    archive.put("frequencies", map.frequencies);
    archive.put("frequencies.centre", map.centre);
    return;
  }
  if (map.projection.cols() > 0) return archive.put("projection", map.projection);
  archive.put("factor", map.factor);
  if (!map.columns.empty()) archive.put("landmark.columns", map.columns);
  if (map.landmarks.size() > 0)
    map.landmarks.visit([&](const auto& points) { archive.put("landmarks", points); });
}

void pack(const SphereModel& spheres, io::Archive& archive) {
  archive.header["sphere"] = {{"slack", spheres.slack}, {"norm", spheres.norm}};
  archive.put("sphere.radius2", spheres.radius2);
  if (spheres.beta.size() > 0) archive.put("sphere.beta", spheres.beta);
  if (!spheres.core.empty()) archive.put("sphere.core", spheres.core);
}

io::Archive pack(const Model& m) {
  io::Archive archive;
  archive.header = {{"kind", "mercer model"},
                    {"mercer", MERCER_VERSION},
                    {"method", format_choice(m.method)},
                    {"kernel", format_choice(m.kernel)},
                    {"approx", format_choice(m.approx)},
                    {"precision", grammar::format(m.precision)},
                    {"columns", m.columns},
                    {"names", m.names}};
  // JSON has no NaN: an unknown self-similarity is left out.
  if (std::isfinite(m.self)) archive.header["self"] = m.self;
  archive.put("mass", m.mass);
  archive.put("norm", m.norm);
  if (m.prototypes.rows() > 0) {
    archive.put("prototypes", m.prototypes);
    archive.put("centre", m.centre);
    if (m.covariances.size() > 0) archive.put("covariances", m.covariances);
  }
  if (m.coefficients.size() > 0) archive.put("coefficients", m.coefficients);
  if (!m.labels.empty()) archive.put("labels", m.labels);
  if (const auto* rule = std::get_if<Possibilistic>(&m.method))
    archive.put("scales", Vector(Eigen::Map<const Vector>(rule->scales.data(), m.clusters())));
  if (m.weights.size() > 0) archive.put("weights", m.weights);
  if (m.widths.size() > 0) archive.put("widths", m.widths);
  if (!m.standardizer.empty()) {
    archive.put("mean", m.standardizer.mean);
    archive.put("scale", m.standardizer.scale);
  }
  if (m.points.size() > 0) m.points.visit([&](const auto& points) { archive.put("points", points); });
  if (!m.map.empty()) pack(m.map, archive);
  if (m.spectral) archive.put("spectral", m.spectral->coefficients);
  if (m.spheres) pack(*m.spheres, archive);
  if (m.projection.size() > 0) {
    archive.put("components", m.projection);
    archive.put("components.shift", m.shift);
  }
  pack(m.tree, archive);
  if (m.geodesic) pack(*m.geodesic, archive);
  if (m.automatic) pack(*m.automatic, archive);
  if (m.vocabulary) {
    archive.header["vocabulary"] = m.vocabulary->terms;
    archive.put("vocabulary.weights", m.vocabulary->weights);
  }
  if (m.description)
    archive.header["description"] = {{"kernel", format_choice(m.description->kernel)},
                                     {"terms", m.description->terms}};
  return archive;
}

FeatureMap read_map(const io::Archive& archive) {
  FeatureMap map;
  read_if_present(archive, "frequencies", map.frequencies);
  read_if_present(archive, "frequencies.centre", map.centre);
  read_if_present(archive, "factor", map.factor);
  read_if_present(archive, "projection", map.projection);
  read_if_present(archive, "features.mean", map.mean);
  read_if_present(archive, "landmark.columns", map.columns);
  map.landmarks = read_points(archive, "landmarks", archive.header.value("landmarks", "double"));
  return map;
}

std::optional<SphereModel> read_spheres(const io::Archive& archive) {
  if (!archive.has("sphere.radius2")) return {};
  const auto& header = archive.header.at("sphere");
  SphereModel spheres{archive.get<Vector>("sphere.radius2"),
                      header.at("slack").get<double>(),
                      {},
                      header.at("norm").get<double>(),
                      {}};
  read_if_present(archive, "sphere.beta", spheres.beta);
  read_if_present(archive, "sphere.core", spheres.core);
  return spheres;
}

// The parts of a feature map fit one another and the columns of the points.
bool map_fits(const FeatureMap& map, const Model& m) {
  if (map.mean.size() != map.rank()) return false;
  if (map.frequencies.cols() > 0)
    return map.frequencies.rows() == m.columns && map.centre.size() == m.columns && map.factor.size() == 0;
  if (map.projection.cols() > 0)
    return m.geodesic && map.projection.rows() == static_cast<Index>(m.geodesic->landmarks.size()) &&
           map.factor.size() == 0;
  bool fits = map.factor.rows() == map.factor.cols() && (map.factor.diagonal().array() > 0).all();
  for (const int column : map.columns) fits = fits && column >= 0 && column < m.columns;
  if (is_precomputed(m.kernel)) return fits && static_cast<Index>(map.columns.size()) == map.factor.rows();
  return fits && map.columns.empty() && map.landmarks.size() == map.factor.rows() &&
         map.landmarks.dimensions() == m.columns;
}

// The n training points, and their labels.
bool points_fit(const Model& m, Index n) {
  const int least = std::holds_alternative<Hdbscan>(m.method) ? -1 : 0;  // -1: noise
  bool fits = static_cast<Index>(m.labels.size()) == n && (m.widths.size() == 0 || m.widths.size() == n);
  for (int label : m.labels) fits = fits && label >= least && label < m.mass.size();
  return fits && (is_precomputed(m.kernel) ? m.columns == n
                                           : m.points.size() == n && m.points.dimensions() == m.columns);
}

// Prototypes among eigenvectors, and the points behind them.
bool spectral_fits(const Model& m, Index n) {
  const Index k = m.mass.size();
  if (!m.spectral || m.prototypes.rows() != k || m.prototypes.cols() != k) return false;
  const Matrix& C = m.spectral->coefficients;
  if (!m.map.empty()) return map_fits(m.map, m) && C.rows() == m.map.rank() && C.cols() == k + 1;
  return C.rows() == n && C.cols() == k && points_fit(m, n);
}

bool needs_spheres(const Method& method) {
  return std::holds_alternative<OneClass>(method) || std::holds_alternative<KSpheres>(method) ||
         std::holds_alternative<SupportVectorClustering>(method);
}

// Spheres with centres among the points that are kept; contours over all training points.
bool spheres_fit(const Model& m) {
  const Index k = m.mass.size(), n = is_precomputed(m.kernel) ? m.columns : m.points.size();
  if (!m.spheres || (m.widths.size() != 0 && m.widths.size() != n)) return false;
  const SphereModel& s = *m.spheres;
  if (!std::holds_alternative<SupportVectorClustering>(m.method))
    return s.radius2.size() == k && m.coefficients.rows() == n && m.coefficients.cols() == k;
  const auto in_range = [k](int label) { return label >= -1 && label < k; };
  return s.radius2.size() == 1 && std::holds_alternative<Gaussian>(m.kernel) && s.beta.size() == n &&
         static_cast<Index>(s.core.size()) == n && points_fit(m, n) &&
         std::all_of(s.core.begin(), s.core.end(), in_range) &&
         std::any_of(s.core.begin(), s.core.end(), [](int label) { return label >= 0; });
}

// Every array must fit the others: a model is a value that may come from anywhere.
void check(const Model& m, const std::string& path) {
  const Index k = m.mass.size(), n = std::max(m.points.size(), static_cast<Index>(m.labels.size()));
  const bool may_be_noise = std::holds_alternative<Hdbscan>(m.method);
  bool fits = (k > 0 || may_be_noise) && m.norm.size() == k && (m.mass.array() > 0).all() &&
              tree_fits(m.tree, m.kernel, n);
  fits = fits &&
         (m.projection.size() == 0 || (m.projection.rows() == n && m.shift.size() == m.projection.cols()));
  if (std::holds_alternative<Spectral>(m.method)) {
    fits = fits && spectral_fits(m, n);
  } else if (needs_spheres(m.method)) {
    fits = fits && spheres_fit(m);
  } else if (m.prototypes.rows() > 0) {
    Index d = m.map.empty() ? m.columns : m.map.rank();
    if (m.projection.size() > 0) d = m.projection.cols();
    fits = fits && m.prototypes.rows() == k && m.prototypes.cols() == d && m.centre.size() == d;
    fits = fits && (m.map.empty() || map_fits(m.map, m)) && (!is_mixture(m) || mixture_fits(m));
    const bool by_points =
        m.automatic || std::holds_alternative<GraphLinkage>(m.method) || predicts_by_nearest(m);
    fits = fits && (!by_points || points_fit(m, n));
  } else {
    fits = fits && points_fit(m, n);
    fits = fits && (m.coefficients.size() == 0 || (m.coefficients.rows() == n && m.coefficients.cols() == k));
    fits = fits && (m.weights.size() == 0 || m.weights.size() == n);
  }
  fits = fits && m.geodesic.has_value() == std::holds_alternative<Geodesic>(m.kernel) &&
         (!m.geodesic || geodesic_fits(known_points_of(m)));
  fits = fits && m.automatic.has_value() == std::holds_alternative<Auto>(m.method) && automatic_fits(m);
  if (m.vocabulary)
    fits = fits && static_cast<Index>(m.vocabulary->terms.size()) == m.columns &&
           m.vocabulary->weights.size() == m.columns &&
           std::is_sorted(m.vocabulary->terms.begin(), m.vocabulary->terms.end());
  if (m.description)
    fits = fits && (compares_strings(m.description->kernel) || compares_graphs(m.description->kernel)) &&
           m.description->columns() == m.columns;
  if (const auto* rule = std::get_if<Possibilistic>(&m.method))
    fits = fits && static_cast<Index>(rule->scales.size()) == k &&
           std::all_of(rule->scales.begin(), rule->scales.end(), [](double eta) { return eta > 0; });
  if (const auto* som = std::get_if<Som>(&m.method))
    fits = fits && som->grid && Index{som->grid->rows} * som->grid->columns == k;
  fits = fits && (m.standardizer.empty() ||
                  (m.standardizer.scale.size() == m.columns && m.standardizer.mean.size() == m.columns));
  if (!fits) throw Error(Fault::data, path + ": the parts of this model don't fit together; fit it again");
}

io::Archive pack_whole(const Model& m) {
  io::Archive archive = pack(m);
  archive.header["points"] = type_of(m.points);
  if (m.map.landmarks.size() > 0) archive.header["landmarks"] = type_of(m.map.landmarks);
  return archive;
}

Model unpack(const io::Archive& archive, const std::string& path) {
  Model m;
  bool resolved = false;
  try {
    const auto& h = archive.header;
    m.method = parse_choice<Method>(h.at("method").get<std::string>(), "method");
    m.kernel = parse_choice<Kernel>(h.at("kernel").get<std::string>(), "kernel");
    if (!grammar::parse(h.at("precision").get<std::string>(), m.precision))
      throw Error(Fault::data, "unknown precision");
    m.columns = h.at("columns").get<Index>();
    m.names = h.at("names").get<std::vector<std::string>>();
    m.self = h.value("self", std::nan(""));
    m.approx = parse_choice<Approx>(h.value("approx", "none"), "approximation");
    m.points = read_points(archive, "points", h.value("points", "double"));
    m.map = read_map(archive);
    m.spheres = read_spheres(archive);
    m.geodesic = read_geodesic(archive);
    m.automatic = read_automatic(archive);
    if (h.contains("vocabulary"))
      m.vocabulary = Vocabulary{h.at("vocabulary").get<std::vector<std::string>>(),
                                archive.get<Vector>("vocabulary.weights")};
    if (h.contains("description"))
      m.description =
          Description{parse_choice<Kernel>(h.at("description").at("kernel").get<std::string>(), "kernel"),
                      h.at("description").at("terms").get<std::vector<std::string>>()};
    resolved = is_resolved(m.kernel);
  } catch (const Error& e) {
    throw Error(Fault::data, path + ": " + e.what() + " (in the model's header; a newer mercer may know it)");
  } catch (const nlohmann::json::exception&) {
    throw Error(Fault::data, path + ": not a mercer model, or one whose header is damaged; fit it again");
  }
  if (!resolved)
    throw Error(Fault::data, path + ": the kernel of this model has no parameters; fit it again");
  m.mass = archive.get<Vector>("mass");
  m.norm = archive.get<Vector>("norm");
  read_if_present(archive, "prototypes", m.prototypes);
  read_if_present(archive, "centre", m.centre);
  read_if_present(archive, "covariances", m.covariances);
  read_if_present(archive, "coefficients", m.coefficients);
  read_if_present(archive, "labels", m.labels);
  read_if_present(archive, "weights", m.weights);
  read_if_present(archive, "widths", m.widths);
  if (archive.has("spectral")) m.spectral = SpectralMap{archive.get<Matrix>("spectral")};
  read_if_present(archive, "components", m.projection);
  read_if_present(archive, "components.shift", m.shift);
  m.tree = read_tree(archive);
  read_if_present(archive, "mean", m.standardizer.mean);
  read_if_present(archive, "scale", m.standardizer.scale);
  if (auto* rule = std::get_if<Possibilistic>(&m.method); rule && archive.has("scales")) {
    const auto scales = archive.get<Vector>("scales");
    rule->scales.assign(scales.begin(), scales.end());
  }
  check(m, path);
  return m;
}

}  // namespace

void Model::save(const std::string& path) const { pack_whole(*this).write(path); }
std::string Model::serialise() const { return pack_whole(*this).bytes(); }

std::uint64_t Model::bytes() const { return pack(*this).size(); }

Model Model::load(const std::string& path) { return unpack(io::Archive::read(path), path); }
Model Model::parse(std::string bytes) {
  return unpack(io::Archive::parse(std::move(bytes), in_memory), in_memory);
}

}  // namespace mercer
