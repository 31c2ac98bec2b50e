// Latent classes: what a cluster is in a table of numbers and categories. Within a class the columns are
// independent of each other,
//   p(row) = sum_k w_k  N(numbers; m_k, S_k)  prod_c q_kc(category c),
// so that splitting a column that is independent of all others gains nothing: a yes/no column by itself makes
// no classes, however clean the gap between its two values is.
#pragma once

#include <cstdint>
#include <vector>

#include "beyond/auto/class_table.hpp"
#include "beyond/gaussians.hpp"
#include "mercer/types.hpp"

namespace mercer::automatic {

// How the numbers vary within a class: the same in all classes or different in each, without or with
// correlations.
enum class ClassSpread { shared, own, tilted, own_tilted };

struct Classes {
  Labels labels;
  ClassSpread spread = ClassSpread::shared;
  Index classes = 0;
  double bic = 0;  // (log likelihood - parameters / 2 log n) / n, larger is better
};
// Runs EM from each of several labellings with each spread, and returns the result with the largest BIC.
Classes fit_classes(const ClassTable& table, const std::vector<Labels>& starts, Index classes);
// More labellings to start from, by k-means.
std::vector<Labels> more_starts(const Matrix& X, Index classes, std::uint64_t seed);

// The same classes as components in the columns themselves, so that new rows have classes, too: the numbers
// as they are, and a category's log shares as a linear function of its indicators. The likeliest component is
// that of the likeliest class; densities have no meaning.
Gaussians components_of(const Matrix& X, const ClassTable& table, const Classes& found);

}  // namespace mercer::automatic
