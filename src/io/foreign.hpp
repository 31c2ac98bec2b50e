// Files that are read through Python: Parquet, Feather and Excel.
//
// `mercer-table`, which comes with the Python package, writes such a file as ARFF; the variable MERCER_READER
// names another program that does. The library itself has no part of these formats.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace mercer::io {

// Whether the ending is one of these formats'.
bool is_foreign(const std::string& path);

// The table as ARFF, at its first byte. What the program said is the error where it failed.
std::shared_ptr<std::FILE> converted(const std::string& path);

}  // namespace mercer::io
