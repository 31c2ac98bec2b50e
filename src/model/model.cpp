#include "mercer/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "io/archive.hpp"
#include "kernels/resolve.hpp"
#include "model/assign.hpp"
#include "model/geodesic.hpp"
#include "model/nearest_object.hpp"
#include "rules/traits.hpp"

namespace mercer {

namespace {

void require_self(const Assignment& a, Index columns) {
  if (!a.self_known)
    throw Error(Fault::data,
                fmt::format("distances need k(z, z) of each new point: give it as column {} behind the {} "
                            "similarities",
                            columns + 1, columns));
}

// Whether points are shared among clusters.
bool has_memberships(const Method& method) {
  return std::visit([]<class M>(const M&) { return is_rule<M>; }, method);
}

}  // namespace

Labels Model::predict(const Data& points_to_assign, int threads) const {
  const ThreadScope scope(threads);
  if (predicts_by_nearest(*this)) return labels_by_nearest(*this, known_points(*this, points_to_assign));
  const Assignment a = assign(*this, points_to_assign);
  if (std::holds_alternative<Possibilistic>(method)) require_self(a, columns);
  return labels_of(method, a.D2, a.self, prototype_norms(*this), a.epsilon);
}

Matrix Model::transform(const Data& points_to_assign, int threads) const {
  const ThreadScope scope(threads);
  const Assignment a = assign(*this, points_to_assign);
  require_self(a, columns);
  // |phi(z) - v|^2 = |features - v|^2 + what the features miss
  Matrix D2 = a.D2.cwiseMax(0.0);
  if (a.residual.size() > 0) D2.colwise() += a.residual.cwiseMax(0.0);
  return D2.cwiseSqrt();
}

Matrix Model::memberships(const Data& points_to_assign, int threads) const {
  const ThreadScope scope(threads);
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
  if (predicts_by_nearest(*this)) {
    const ThreadScope scope(threads);
    return nearest_objects(*this, known_points(*this, points_to_assign)).distances;
  }
  if (!std::holds_alternative<Possibilistic>(method))
    throw Error(Fault::usage,
                "outlier scores need a model of method possibilistic or of a hierarchy; fit one");
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
  if (map.projection.cols() > 0) return archive.put("features.projection", map.projection);
  archive.put("factor", map.factor);
  if (!map.columns.empty()) archive.put("landmark.columns", map.columns);
  if (map.landmarks.size() > 0)
    map.landmarks.visit([&](const auto& points) { archive.put("landmarks", points); });
}

void pack(const GeodesicModel& g, io::Archive& archive) {
  archive.header["geodesic"] = {{"far", g.far}, {"constant", g.constant}, {"mean", g.mean}};
  archive.put("graph", g.graph);
  if (g.reach.size() > 0) archive.put("reach", g.reach);
  if (g.landmarks.empty()) return;
  archive.put("geodesic.landmarks", g.landmarks);
  archive.put("geodesic.means", g.means);
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
  if (m.geodesic) pack(*m.geodesic, archive);
  if (m.vocabulary) {
    archive.header["vocabulary"] = m.vocabulary->terms;
    archive.put("vocabulary.weights", m.vocabulary->weights);
  }
  if (m.projection.size() > 0) {
    archive.put("projection", m.projection);
    archive.put("shift", m.shift);
  }
  if (!m.tree_order.empty()) {
    archive.put("tree.order", m.tree_order);
    archive.put("tree.gaps", m.tree_gaps);
  }
  if (m.core.size() > 0) archive.put("core", m.core);
  return archive;
}

template <class T>
void read_if_present(const io::Archive& archive, const std::string& name, T& out) {
  if (archive.has(name)) out = archive.get<T>(name);
}

Data read_points(const io::Archive& archive, const std::string& name, const std::string& type) {
  if (!archive.has(name)) return {};
  if (type == "sparse") return archive.get<SparseMatrix>(name);
  if (type == "float") return archive.get<MatrixOf<float>>(name);
  return archive.get<Matrix>(name);
}

FeatureMap read_map(const io::Archive& archive) {
  FeatureMap map;
  read_if_present(archive, "frequencies", map.frequencies);
  read_if_present(archive, "frequencies.centre", map.centre);
  read_if_present(archive, "factor", map.factor);
  read_if_present(archive, "features.projection", map.projection);
  read_if_present(archive, "features.mean", map.mean);
  read_if_present(archive, "landmark.columns", map.columns);
  map.landmarks = read_points(archive, "landmarks", archive.header.value("landmarks", "double"));
  return map;
}

std::optional<GeodesicModel> read_geodesic(const io::Archive& archive) {
  if (!archive.header.contains("geodesic")) return {};
  const auto& h = archive.header.at("geodesic");
  GeodesicModel g;
  g.far = h.at("far").get<double>();
  g.constant = h.at("constant").get<double>();
  g.mean = h.at("mean").get<double>();
  g.graph = archive.get<SparseMatrix>("graph");
  read_if_present(archive, "reach", g.reach);
  read_if_present(archive, "geodesic.landmarks", g.landmarks);
  read_if_present(archive, "geodesic.means", g.means);
  return g;
}

std::string type_of(const Data& data) {
  return data.visit([]<class V>(const V&) -> std::string {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return "sparse";
    else
      return std::is_same_v<V, DenseView<float>> ? "float" : "double";
  });
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

// A permutation of the points with gaps that are no less than 0.
bool tree_fits(const Model& m, Index n) {
  if (!std::holds_alternative<Connectivity>(m.kernel)) return m.tree_order.empty();
  Labels sorted = m.tree_order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<int>(i)) return false;
  return static_cast<Index>(sorted.size()) == n && n > 0 && m.tree_gaps.size() == n - 1 &&
         (m.tree_gaps.array() >= 0).all() && (m.core.size() == 0 || m.core.size() == n);
}

// Every array must fit the others: a model is a value that may come from anywhere.
void check(const Model& m, const std::string& path) {
  const Index k = m.mass.size(), n = std::max(m.points.size(), static_cast<Index>(m.labels.size()));
  const bool may_be_noise = std::holds_alternative<Hdbscan>(m.method);
  bool fits = (k > 0 || may_be_noise) && m.norm.size() == k && (m.mass.array() > 0).all() && tree_fits(m, n);
  fits = fits &&
         (m.projection.size() == 0 || (m.projection.rows() == n && m.shift.size() == m.projection.cols()));
  if (m.prototypes.rows() > 0) {
    Index d = m.map.empty() ? m.columns : m.map.rank();
    if (m.projection.size() > 0) d = m.projection.cols();
    fits = fits && m.prototypes.rows() == k && m.prototypes.cols() == d && m.centre.size() == d;
    fits = fits && (m.map.empty() || map_fits(m.map, m));
  } else {
    fits = fits && static_cast<Index>(m.labels.size()) == n;
    for (int label : m.labels) fits = fits && label >= (may_be_noise ? -1 : 0) && label < k;
    fits = fits && (m.coefficients.size() == 0 || (m.coefficients.rows() == n && m.coefficients.cols() == k));
    fits = fits && (is_precomputed(m.kernel) ? m.columns == n
                                             : m.points.size() == n && m.points.dimensions() == m.columns);
    fits = fits && (m.weights.size() == 0 || m.weights.size() == n) &&
           (m.widths.size() == 0 || m.widths.size() == n);
  }
  fits = fits && m.geodesic.has_value() == std::holds_alternative<Geodesic>(m.kernel) &&
         (!m.geodesic || geodesic_fits(m));
  if (m.vocabulary)
    fits = fits && static_cast<Index>(m.vocabulary->terms.size()) == m.columns &&
           m.vocabulary->weights.size() == m.columns &&
           std::is_sorted(m.vocabulary->terms.begin(), m.vocabulary->terms.end());
  if (const auto* rule = std::get_if<Possibilistic>(&m.method))
    fits = fits && static_cast<Index>(rule->scales.size()) == k &&
           std::all_of(rule->scales.begin(), rule->scales.end(), [](double eta) { return eta > 0; });
  if (const auto* som = std::get_if<Som>(&m.method))
    fits = fits && som->grid && Index{som->grid->rows} * som->grid->columns == k;
  fits = fits && (m.standardizer.empty() ||
                  (m.standardizer.scale.size() == m.columns && m.standardizer.mean.size() == m.columns));
  if (!fits) throw Error(Fault::data, path + ": the parts of this model don't fit together; fit it again");
}

}  // namespace

void Model::save(const std::string& path) const {
  io::Archive archive = pack(*this);
  archive.header["points"] = type_of(points);
  if (map.landmarks.size() > 0) archive.header["landmarks"] = type_of(map.landmarks);
  archive.write(path);
}

std::uint64_t Model::bytes() const { return pack(*this).size(); }

Model Model::load(const std::string& path) {
  const io::Archive archive = io::Archive::read(path);
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
    m.geodesic = read_geodesic(archive);
    if (h.contains("vocabulary"))
      m.vocabulary = Vocabulary{h.at("vocabulary").get<std::vector<std::string>>(),
                                archive.get<Vector>("vocabulary.weights")};
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
  read_if_present(archive, "coefficients", m.coefficients);
  read_if_present(archive, "labels", m.labels);
  read_if_present(archive, "weights", m.weights);
  read_if_present(archive, "widths", m.widths);
  read_if_present(archive, "projection", m.projection);
  read_if_present(archive, "shift", m.shift);
  read_if_present(archive, "tree.order", m.tree_order);
  read_if_present(archive, "tree.gaps", m.tree_gaps);
  read_if_present(archive, "core", m.core);
  read_if_present(archive, "mean", m.standardizer.mean);
  read_if_present(archive, "scale", m.standardizer.scale);
  if (auto* rule = std::get_if<Possibilistic>(&m.method); rule && archive.has("scales")) {
    const auto scales = archive.get<Vector>("scales");
    rule->scales.assign(scales.begin(), scales.end());
  }
  check(m, path);
  return m;
}

}  // namespace mercer
