// A model as a file: what all kinds have, the training objects, and the kind.
#include <algorithm>

#include "mercer/model.hpp"
#include "model/kind.hpp"
#include "model/known.hpp"
#include "model/parameters.hpp"

namespace mercer {
namespace {

// The scales of a method that has them: found by the fit, and so not among its options.
template <class Visit>
void with_scales(Visit&& visit, auto& method) {
  std::visit(
      [&](auto& rule) {
        if constexpr (requires { rule.scales; }) visit(rule.scales);
      },
      method);
}

void pack_text(const Model& m, io::Archive& archive) {
  if (m.vocabulary) {
    archive.header["vocabulary"] = m.vocabulary->terms;
    archive.put("vocabulary.weights", m.vocabulary->weights);
  }
  if (m.description)
    archive.header["description"] = {{"kernel", format_choice(m.description->kernel)},
                                     {"terms", m.description->terms}};
  if (m.recipe) archive.header["recipe"] = nlohmann::json::parse(m.recipe->to_json());
}

io::Archive pack_model(const Model& m) {
  io::Archive archive;
  archive.header = {{"kind", "mercer model"},
                    {"mercer", MERCER_VERSION},
                    {"method", format_choice(m.method)},
                    {"kernel", format_choice(m.kernel)},
                    {"approx", format_choice(m.approx)},
                    {"precision", grammar::format(m.precision)},
                    {"columns", m.columns},
                    {"names", m.names}};
  archive.put("mass", m.mass);
  archive.put("norm", m.norm);
  if (!m.labels.empty()) archive.put("labels", m.labels);
  with_scales(
      [&](const std::vector<double>& scales) {
        archive.put("scales",
                    Vector(Eigen::Map<const Vector>(scales.data(), static_cast<Index>(scales.size()))));
      },
      m.method);
  pack_standardizer(archive, m.standardizer);
  pack(m.known, archive);
  pack_kind(m.kind, archive);
  pack_text(m, archive);
  return archive;
}

void read_text(const io::Archive& archive, Model& m) {
  const auto& h = archive.header;
  if (h.contains("vocabulary"))
    m.vocabulary = Vocabulary{h.at("vocabulary").get<std::vector<std::string>>(),
                              archive.get<Vector>("vocabulary.weights")};
  if (h.contains("description"))
    m.description =
        Description{parse_choice<Kernel>(h.at("description").at("kernel").get<std::string>(), "kernel"),
                    h.at("description").at("terms").get<std::vector<std::string>>()};
  if (h.contains("recipe")) m.recipe = Recipe::from_json(h.at("recipe").dump());
}

Model read_model(const io::Archive& archive) {
  const auto& h = archive.header;
  Model m;
  m.method = parse_choice<Method>(h.at("method").get<std::string>(), "method");
  m.kernel = parse_choice<Kernel>(h.at("kernel").get<std::string>(), "kernel");
  m.approx = parse_choice<Approx>(h.value("approx", "none"), "approximation");
  if (!grammar::parse(h.at("precision").get<std::string>(), m.precision))
    throw Error(Fault::data, "unknown precision");
  m.written_by = h.value("mercer", "");
  m.columns = read_index(h, "columns");
  m.names = h.at("names").get<std::vector<std::string>>();
  m.mass = archive.get<Vector>("mass");
  m.norm = archive.get<Vector>("norm");
  read_if_present(archive, "labels", m.labels);
  with_scales(
      [&](std::vector<double>& scales) {
        const auto found = archive.get<Vector>("scales");
        scales.assign(found.begin(), found.end());
      },
      m.method);
  m.standardizer = read_standardizer(archive);
  m.known = read_known(archive, m.kernel);
  read_text(archive, m);
  m.kind = read_kind({archive, m});
  return m;
}

bool text_fits(const Model& m) {
  bool fits = true;
  if (m.vocabulary)
    fits = static_cast<Index>(m.vocabulary->terms.size()) == m.columns &&
           kinds::shaped(m.vocabulary->weights, m.columns) &&
           std::is_sorted(m.vocabulary->terms.begin(), m.vocabulary->terms.end());
  if (m.description)
    fits = fits && (compares_strings(m.description->kernel) || compares_graphs(m.description->kernel)) &&
           m.description->columns() == m.columns;
  if (m.recipe) fits = fits && m.recipe->dimensions() == m.columns;
  return fits;
}

// The prototypes' norms are finite, unless the kind can do with infinite ones.
bool norms_fit(const Model& m) {
  const bool may_overflow = std::visit(
      []<class K>(const K&) {
        return requires { K::mends_norms; };
      },
      m.kind);
  return may_overflow ? m.norm.size() == m.clusters() && !m.norm.array().isNaN().any()
                      : kinds::shaped(m.norm, m.clusters());
}

bool clusters_fit(const Model& m) {
  return m.clusters() > 0 || std::visit(
                                 []<class K>(const K&) {
                                   return requires { K::may_have_no_cluster; };
                                 },
                                 m.kind);
}

Model unpack_model(const io::Archive& archive, const std::string& path) {
  try {
    Model m = read_model(archive);
    if (model_fits(m)) return m;
  } catch (const io::Damaged&) {
    throw;
  } catch (const Error& e) {
    throw Error(Fault::data, path + ": " + e.what() +
                                 " (in the model's header; fit it again, or read it with a newer mercer)");
  } catch (const nlohmann::json::exception&) {
    throw Error(Fault::data, path + ": not a mercer model, or one whose header is damaged; fit it again");
  }
  throw Error(Fault::data, path + ": the parts of this model don't fit together; fit it again");
}

}  // namespace

// Every part must fit the others: a model is a value that may come from anywhere.
bool model_fits(const Model& m) {
  const Index k = m.clusters();
  return clusters_fit(m) && m.columns >= 0 && is_sane(m.kernel) && is_sane(m.method, k) &&
         kinds::shaped(m.mass, k) && (m.mass.array() > 0).all() && norms_fit(m) &&
         standardizer_fits(m.standardizer, m.columns) && text_fits(m) &&
         known_fits(m.known, m.kernel, m.columns) && kind_fits(m);
}

void Model::save(const std::string& path) const { pack_model(*this).write(path); }
std::string Model::serialise() const { return pack_model(*this).bytes(); }
std::uint64_t Model::bytes() const { return pack_model(*this).size(); }

Model Model::load(const std::string& path) { return unpack_model(io::Archive::read(path), path); }
Model Model::parse(std::string bytes) {
  return unpack_model(io::Archive::parse(std::move(bytes), in_memory), in_memory);
}

bool Model::recognise(const std::string& path) { return io::Archive::recognise(path); }

}  // namespace mercer
