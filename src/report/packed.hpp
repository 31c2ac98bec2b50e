// Numbers in a page: little-endian, deflated, in base64 (`Packed` of web/src/schema.ts).
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "mercer/types.hpp"

namespace mercer {

using Json = nlohmann::ordered_json;

Json packed_labels(std::span<const int> values);
Json packed_indices(std::span<const Index> values);
Json packed_exact(const Eigen::Ref<const Vector>& values);   // doubles, to the last bit
Json packed_single(const Eigen::Ref<const Vector>& values);  // floats
// Sixteen, or eight, bits of the way from the least to the largest value; these must be finite.
Json packed_coarse(const Eigen::Ref<const Vector>& values);
Json packed_text(const std::string& text);  // UTF-8
Json packed_bytes(const Eigen::Ref<const Vector>& values, double low, double high);

}  // namespace mercer
