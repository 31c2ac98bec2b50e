// Strings as characters, and the subsequence kernel between many of them.
#pragma once

#include "mercer/io.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

std::u32string characters_of(const std::string& text);

// Of a string that has nothing to compare.
[[noreturn]] void too_short(const std::string& place, int length);

// k(s, t) / sqrt(k(s, s) k(t, t)) of the strings with the known ones.
Matrix subsequence_rows(const Documents& strings, const Subsequence& kernel,
                        const std::vector<std::string>& known);

}  // namespace mercer
