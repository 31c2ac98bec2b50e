#include "model/stored.hpp"

#include <fmt/format.h>

#include "data/finite.hpp"

namespace mercer {
namespace {

std::string type_of(const Data& data) {
  return data.visit([]<class V>(const V&) -> std::string {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return "sparse";
    else
      return std::is_same_v<V, DenseView<float>> ? "float" : "double";
  });
}

}  // namespace

void pack_points(io::Archive& archive, const std::string& name, const Data& points) {
  if (points.size() == 0) return;
  archive.header[name] = type_of(points);
  points.visit([&](const auto& values) { archive.put(name, values); });
}

Data read_points(const io::Archive& archive, const std::string& name) {
  if (!archive.has(name)) return {};
  const std::string type = archive.header.value(name, "double");
  if (type == "sparse") return archive.get<SparseMatrix>(name);
  if (type == "float") return archive.get<MatrixOf<float>>(name);
  return archive.get<Matrix>(name);
}

Index read_index(const nlohmann::json& header, const char* key) {
  const auto& value = header.at(key);
  if (!value.is_number_integer()) throw Error(Fault::data, fmt::format("{} is not a whole number", key));
  return value.get<Index>();
}

bool is_finite(const Data& data) {
  try {
    check_finite(data);
  } catch (const Error&) {
    return false;
  }
  return true;
}

void pack_standardizer(io::Archive& archive, const Standardizer& standardizer) {
  if (standardizer.empty()) return;
  archive.put("mean", standardizer.mean);
  archive.put("scale", standardizer.scale);
}

Standardizer read_standardizer(const io::Archive& archive) {
  Standardizer standardizer;
  read_if_present(archive, "mean", standardizer.mean);
  read_if_present(archive, "scale", standardizer.scale);
  return standardizer;
}

bool standardizer_fits(const Standardizer& s, Index columns) {
  if (s.empty()) return true;
  return s.scale.size() == columns && s.mean.size() == columns && s.mean.allFinite() && s.scale.allFinite() &&
         (s.scale.array() > 0).all();
}

}  // namespace mercer
