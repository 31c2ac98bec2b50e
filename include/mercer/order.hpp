// Kernel matrices in an order that shows clusters as blocks.
#pragma once

#include <string>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// Points of one label together, labels ascending, each group in the order of the data.
std::vector<Index> label_order(const Labels& labels);
// VAT (Bezdek and Hathaway 2002): begin at one end of the largest distance, then always take the point
// nearest to those before it, with the distances of the kernel matrix, d2_ij = k_ii - 2 k_ij + k_jj.
std::vector<Index> vat_order(const Matrix& K);
// Rows and columns in that order.
Matrix reordered(const Matrix& K, const std::vector<Index>& order);

// The matrix as a picture: dark where the kernel is large. Large matrices are drawn as averages of blocks.
std::string matrix_svg(const Matrix& K, const std::string& title = "");

}  // namespace mercer
