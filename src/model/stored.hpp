// What model files share: points of any kind, arrays that may be absent, numbers of the header.
#pragma once

#include "io/archive.hpp"
#include "mercer/data.hpp"
#include "mercer/error.hpp"

namespace mercer {

constexpr const char* in_memory = "this model";  // what messages call one that is not a file

template <class T>
void read_if_present(const io::Archive& archive, const std::string& name, T& out) {
  if (archive.has(name)) out = archive.get<T>(name);
}

// Points; header[name] says of what type they are. None are not written, and read as none.
void pack_points(io::Archive& archive, const std::string& name, const Data& points);
Data read_points(const io::Archive& archive, const std::string& name);

// A whole number: JSON has others, and they can't become one.
Index read_index(const nlohmann::json& header, const char* key);

// Whether every number is finite.
bool is_finite(const Data& data);

void pack_standardizer(io::Archive& archive, const Standardizer& standardizer);
Standardizer read_standardizer(const io::Archive& archive);
bool standardizer_fits(const Standardizer& standardizer, Index columns);

}  // namespace mercer
