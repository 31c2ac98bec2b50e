// New points in an embedding, and its file.
#include <fmt/format.h>

#include "beyond/spectral.hpp"
#include "core/parallel.hpp"
#include "data/finite.hpp"
#include "mercer/embed.hpp"
#include "model/kinds/kind.hpp"
#include "model/known.hpp"
#include "model/parameters.hpp"

namespace mercer {
namespace {

// Components have a shift; a walk may be one among neighbours.
bool method_fits(const EmbedModel& m, Index n) {
  const SpectralCoordinates* walk = walk_of(m.method);
  if (!walk) return kinds::shaped(m.shift, m.coefficients.cols());
  return walk->neighbors >= 0 && walk->neighbors < std::max<Index>(n, 1);
}

bool fits(const EmbedModel& m) {
  const Index n = count_of(m.known, m.columns);
  return m.columns >= 0 && n > 0 && is_sane(m.kernel) && standardizer_fits(m.standardizer, m.columns) &&
         known_fits(m.known, m.kernel, m.columns) &&
         kinds::shaped(m.coefficients, n, m.coefficients.cols()) && method_fits(m, n) &&
         (!m.recipe || m.recipe->dimensions() == m.columns);
}

io::Archive pack(const EmbedModel& m) {
  io::Archive archive;
  archive.header = {{"kind", "mercer embedding"},
                    {"mercer", MERCER_VERSION},
                    {"coordinates", format_choice(m.method)},
                    {"kernel", format_choice(m.kernel)},
                    {"precision", grammar::format(m.precision)},
                    {"columns", m.columns},
                    {"names", m.names}};
  archive.put("coefficients", m.coefficients);
  if (m.shift.size() > 0) archive.put("shift", m.shift);
  pack_standardizer(archive, m.standardizer);
  pack(m.known, archive);
  if (m.recipe) archive.header["recipe"] = nlohmann::json::parse(m.recipe->to_json());
  return archive;
}

EmbedModel read(const io::Archive& archive) {
  const auto& h = archive.header;
  EmbedModel m;
  m.method = parse_choice<CoordinateMethod>(h.at("coordinates").get<std::string>(), "method");
  m.kernel = parse_choice<Kernel>(h.at("kernel").get<std::string>(), "kernel");
  if (!grammar::parse(h.at("precision").get<std::string>(), m.precision))
    throw Error(Fault::data, "unknown precision");
  m.columns = read_index(h, "columns");
  m.names = h.at("names").get<std::vector<std::string>>();
  m.standardizer = read_standardizer(archive);
  m.known = read_known(archive, m.kernel);
  m.coefficients = archive.get<Matrix>("coefficients");
  read_if_present(archive, "shift", m.shift);
  if (h.contains("recipe")) m.recipe = Recipe::from_json(h.at("recipe").dump());
  return m;
}

EmbedModel unpack(const io::Archive& archive, const std::string& path) {
  try {
    EmbedModel m = read(archive);
    if (fits(m)) return m;
  } catch (const io::Damaged&) {
    throw;
  } catch (const Error& e) {
    throw Error(Fault::data,
                path + ": " + e.what() + " (in the header; fit it again, or read it with a newer mercer)");
  } catch (const nlohmann::json::exception&) {
    throw Error(Fault::data, path + ": not an embedding made by mercer; `EmbedModel::save` writes one");
  }
  throw Error(Fault::data, path + ": the parts of this embedding don't fit together; make it again");
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
  Query query{kernel, precision, known, columns, standardizer.apply(given)};
  const SpectralCoordinates* walk = walk_of(method);
  if (!walk) return kernel_products(query, coefficients, {false}).KW.rowwise() - shift.transpose();
  Matrix W(coefficients.rows(), coefficients.cols() + 1);
  W << coefficients, Vector::Ones(coefficients.rows());
  return new_spectral_features(SpectralVariant::shi_malik,
                               kernel_products(query, W, {false, walk->neighbors}).KW);
}

void EmbedModel::save(const std::string& path) const { pack(*this).write(path); }
std::string EmbedModel::serialise() const { return pack(*this).bytes(); }

EmbedModel EmbedModel::load(const std::string& path) { return unpack(io::Archive::read(path), path); }
EmbedModel EmbedModel::parse(std::string bytes) {
  return unpack(io::Archive::parse(std::move(bytes), in_memory), in_memory);
}

}  // namespace mercer
