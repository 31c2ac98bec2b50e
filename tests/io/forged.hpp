// Model files made by hand, with a right checksum.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace mercer::test {

// The checksum that archive.hpp describes, so that tests can forge files.
inline std::string sealed(std::string bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    hash = (hash ^ word) * 0x100000001b3ULL;
    hash ^= hash >> 32;
  }
  return bytes.append(reinterpret_cast<const char*>(&hash), 8);
}

inline std::string forged(std::string json, const std::string& arrays) {
  json.resize((json.size() + 7) / 8 * 8, ' ');
  std::string bytes("\x89mercer\n\x01\0\0\0\0\0\0\0", 16);
  const std::uint64_t lengths[] = {32 + json.size() + arrays.size() + 8, json.size()};
  bytes.append(reinterpret_cast<const char*>(lengths), 16);
  return sealed(bytes + json + arrays);
}

}  // namespace mercer::test
