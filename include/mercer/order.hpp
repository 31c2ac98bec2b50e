// Kernel matrices in an order that shows clusters as blocks.
#pragma once

#include <string>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// Sorts the points by label; within a label they keep the order of the data.
std::vector<Index> label_order(const Labels& labels);
// VAT (Bezdek and Hathaway 2002): begins with one of the two farthest points, then always takes the point
// nearest to those already taken, with the distances of the kernel matrix, d2_ij = k_ii - 2 k_ij + k_jj.
std::vector<Index> vat_order(const Matrix& K);
// Rows and columns in that order.
Matrix reordered(const Matrix& K, const std::vector<Index>& order);

// The matrix as a picture: dark where the kernel is large. Large matrices are drawn as averages of blocks.
std::string matrix_svg(const Matrix& K, const std::string& title = "");

}  // namespace mercer
