// All families of sets with and without the number of clusters, auto beside single methods.
#pragma once

#include <filesystem>

namespace mercer {

// The sets of a folder, cut to 2,500 points, and those that are generated.
void print_all_families(const std::filesystem::path& suite);

}  // namespace mercer
