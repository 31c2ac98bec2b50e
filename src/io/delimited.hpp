// What every reader of delimited text does first, and to every record.
#pragma once

#include <string>
#include <vector>

#include "io/records.hpp"

namespace mercer::io {

std::vector<std::string> texts(const std::vector<Field>& fields);
// The first record; an input without one is an Error.
void require_first_record(Records& records, const Input& input);
// An Error where the record has not `width` fields, as the one in `first_line` has.
void check_width(const Records& records, std::size_t width, const std::string& source, Index first_line);

}  // namespace mercer::io
