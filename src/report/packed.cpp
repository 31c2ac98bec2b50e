#include "report/packed.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "mercer/error.hpp"

namespace mercer {
namespace {

static_assert(std::endian::native == std::endian::little, "pages hold little-endian numbers");

std::string deflated(const void* bytes, std::size_t size) {
  uLongf length = compressBound(size);
  std::string out(length, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &length, static_cast<const Bytef*>(bytes), size, 4) !=
      Z_OK)
    throw Error(Fault::memory, "no memory is left to write the report; close other programs");
  out.resize(length);
  return out;
}

// Three bytes are four letters; what is missing at the end is written as '='.
std::string base64(const std::string& bytes) {
  static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (b < there ? static_cast<unsigned char>(bytes[i + b]) : 0U);
    for (std::size_t l = 0; l < 4; ++l) text += l <= there ? letters[group >> (18 - 6 * l) & 63] : '=';
  }
  return text;
}

template <class T>
Json packed(const char* type, const std::vector<T>& values) {
  return {{"type", type},
          {"size", values.size()},
          {"data", base64(deflated(values.data(), values.size() * sizeof(T)))}};
}

template <class T>
Json coded(const char* type, const Eigen::Ref<const Vector>& values, double low, double high) {
  constexpr double most = std::numeric_limits<T>::max();
  const double unit = high > low ? most / (high - low) : 0;
  std::vector<T> codes;
  codes.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values)
    codes.push_back(static_cast<T>(std::clamp((value - low) * unit, 0.0, most) + 0.5));
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
Json packed_bytes(const Eigen::Ref<const Vector>& values, double low, double high) {
  return coded<std::uint8_t>("u8", values, low, high);
}

}  // namespace mercer
