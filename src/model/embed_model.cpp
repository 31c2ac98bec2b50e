// New points in an embedding, and its file.
#include <fmt/format.h>

#include "beyond/spectral.hpp"
#include "core/parallel.hpp"
#include "data/finite.hpp"
#include "kernels/resolve.hpp"
#include "mercer/embed.hpp"
#include "model/geodesic.hpp"
#include "model/products.hpp"
#include "model/stored.hpp"
#include "model/tree.hpp"

namespace mercer {
namespace {

void check(const EmbedModel& m, const std::string& path) {
  const Index n = is_precomputed(m.kernel) ? m.columns : m.points.size();
  const bool pca = std::holds_alternative<PcaCoordinates>(m.method);
  const bool fits = m.coefficients.rows() == n && (!pca || m.shift.size() == m.coefficients.cols()) &&
                    (is_precomputed(m.kernel) || m.points.dimensions() == m.columns) &&
                    (m.widths.size() == 0 || m.widths.size() == n) && tree_fits(m.tree, m.kernel, n) &&
                    (!m.geodesic || geodesic_fits(known_points_of(m))) &&
                    (m.standardizer.empty() ||
                     (m.standardizer.scale.size() == m.columns && m.standardizer.mean.size() == m.columns));
  if (!fits || !is_resolved(m.kernel))
    throw Error(Fault::data, path + ": the parts of this embedding don't fit together; make it again");
}

io::Archive pack(const EmbedModel& m) {
  io::Archive archive;
  archive.header = {{"kind", "mercer embedding"},
                    {"mercer", MERCER_VERSION},
                    {"coordinates", format_choice(m.method)},
                    {"kernel", format_choice(m.kernel)},
                    {"precision", grammar::format(m.precision)},
                    {"columns", m.columns},
                    {"names", m.names},
                    {"points", type_of(m.points)}};
  archive.put("coefficients", m.coefficients);
  if (m.shift.size() > 0) archive.put("shift", m.shift);
  if (m.widths.size() > 0) archive.put("widths", m.widths);
  if (!m.standardizer.empty()) {
    archive.put("mean", m.standardizer.mean);
    archive.put("scale", m.standardizer.scale);
  }
  if (m.points.size() > 0) m.points.visit([&](const auto& values) { archive.put("points", values); });
  pack(m.tree, archive);
  if (m.geodesic) pack(*m.geodesic, archive);
  return archive;
}

EmbedModel unpack(const io::Archive& archive, const std::string& path) {
  EmbedModel m;
  try {
    const auto& h = archive.header;
    m.method = parse_choice<CoordinateMethod>(h.at("coordinates").get<std::string>(), "method");
    m.kernel = parse_choice<Kernel>(h.at("kernel").get<std::string>(), "kernel");
    if (!grammar::parse(h.at("precision").get<std::string>(), m.precision))
      throw Error(Fault::data, "unknown precision");
    m.columns = h.at("columns").get<Index>();
    m.names = h.at("names").get<std::vector<std::string>>();
    m.points = read_points(archive, "points", h.value("points", "double"));
    m.geodesic = read_geodesic(archive);
  } catch (const Error& e) {
    throw Error(Fault::data, path + ": " + e.what() + " (in the header; a newer mercer may know it)");
  } catch (const nlohmann::json::exception&) {
    throw Error(Fault::data, path + ": not an embedding of mercer's; `EmbedModel::save` writes one");
  }
  m.coefficients = archive.get<Matrix>("coefficients");
  read_if_present(archive, "shift", m.shift);
  read_if_present(archive, "widths", m.widths);
  m.tree = read_tree(archive);
  read_if_present(archive, "mean", m.standardizer.mean);
  read_if_present(archive, "scale", m.standardizer.scale);
  check(m, path);
  return m;
}

}  // namespace

Matrix EmbedModel::transform(const Data& given, int threads) const {
  const ThreadScope scope(threads);
  if (given.dimensions() != columns)
    throw Error(Fault::data,
                fmt::format("the points have {} columns but the embedding was made of {}; give the "
                            "same columns (`columns`, `drop`)",
                            given.dimensions(), columns));
  check_finite(given);
  const Data Z = standardizer.apply(given);
  const auto* spectral = std::get_if<SpectralCoordinates>(&method);
  Matrix products;
  Vector self;
  if (!spectral) {
    kernel_products(known_points_of(*this, false), Z, coefficients, products, self);
    return products.rowwise() - shift.transpose();
  }
  Matrix W(coefficients.rows(), coefficients.cols() + 1);
  W << coefficients, Vector::Ones(coefficients.rows());
  kernel_products(known_points_of(*this, false, spectral->neighbors), Z, W, products, self);
  return new_spectral_features(SpectralVariant::shi_malik, products);
}

void EmbedModel::save(const std::string& path) const { pack(*this).write(path); }
std::string EmbedModel::serialise() const { return pack(*this).bytes(); }

EmbedModel EmbedModel::load(const std::string& path) { return unpack(io::Archive::read(path), path); }
EmbedModel EmbedModel::parse(std::string bytes) {
  return unpack(io::Archive::parse(std::move(bytes), in_memory), in_memory);
}

}  // namespace mercer
