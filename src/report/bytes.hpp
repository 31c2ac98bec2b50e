// Bytes on their way into a file: deflated, and as letters.
#pragma once

#include <string>

namespace mercer {

std::string deflated(const void* bytes, std::size_t size, int level);  // zlib's format
std::string base64(const std::string& bytes);

}  // namespace mercer
