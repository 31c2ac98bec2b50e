// What the pictures of a clustering show: the points as they were clustered, or columns of the file as it
// was.
#pragma once

#include "pictures.hpp"
#include "tables.hpp"

namespace mercer {
class Model;
}

namespace mercer::cli {

// --axes: one or two columns as they are in the file.
View original_columns(const std::vector<std::string>& axes, const Input& input);
// What was clustered, scaled as it was.
View clustered_points(const Input& input, const Model& model);

}  // namespace mercer::cli
