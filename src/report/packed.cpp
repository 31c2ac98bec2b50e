#include "report/packed.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "report/bytes.hpp"

namespace mercer {
namespace {

static_assert(std::endian::native == std::endian::little, "pages hold little-endian numbers");

constexpr int quick = 4;  // of zlib's levels: a report does not keep its reader waiting

template <class T>
Json packed(const char* type, const std::vector<T>& values) {
  return {{"type", type},
          {"size", values.size()},
          {"data", base64(deflated(values.data(), values.size() * sizeof(T), quick))}};
}

template <class T>
Json coded(const char* type, const Eigen::Ref<const Vector>& values, double low, double high) {
  constexpr double most = std::numeric_limits<T>::max();
  const double unit = high > low ? most / (high - low) : 0;
  std::vector<T> codes;
  codes.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values)
    codes.push_back(static_cast<T>(std::lround(std::clamp((value - low) * unit, 0.0, most))));
  Json json = packed(type, codes);
  json["low"] = low;
  json["high"] = high;
  return json;
}

}  // namespace

Json packed_labels(std::span<const int> values) {
  return packed("i32", std::vector<std::int32_t>(values.begin(), values.end()));
}
Json packed_indices(std::span<const Index> values) {
  std::vector<std::int32_t> narrow;
  for (const Index value : values) narrow.push_back(static_cast<std::int32_t>(value));
  return packed("i32", narrow);
}
Json packed_exact(const Eigen::Ref<const Vector>& values) {
  return packed("f64", std::vector<double>(values.begin(), values.end()));
}
Json packed_single(const Eigen::Ref<const Vector>& values) {
  return packed("f32", std::vector<float>(values.begin(), values.end()));
}
Json packed_coarse(const Eigen::Ref<const Vector>& values) {
  if (values.size() == 0) return packed("u16", std::vector<std::uint16_t>());
  return coded<std::uint16_t>("u16", values, values.minCoeff(), values.maxCoeff());
}
Json packed_text(const std::string& text) {
  return packed("u8", std::vector<std::uint8_t>(text.begin(), text.end()));
}
Json packed_bytes(const Eigen::Ref<const Vector>& values, double low, double high) {
  return coded<std::uint8_t>("u8", values, low, high);
}

}  // namespace mercer
