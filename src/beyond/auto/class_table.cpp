#include "beyond/auto/class_table.hpp"

#include <algorithm>
#include <cmath>

#include "beyond/auto/table.hpp"

namespace mercer::automatic {
namespace {

// Yeo and Johnson's power, between log and square, that makes a column as normal as it can be.
double powered(double x, double power) {
  const double p = x >= 0 ? power : 2 - power, size = std::log1p(std::abs(x));
  const double value = std::abs(p) < 1e-9 ? size : std::expm1(p * size) / p;
  return x >= 0 ? value : -value;
}

// Its deviation before; 1 if that is 0.
double standardise(Eigen::Ref<Eigen::VectorXd> x) {
  x.array() -= x.mean();
  const double deviation = std::sqrt(x.squaredNorm() / static_cast<double>(x.size()));
  if (!(deviation > 0)) return 1;
  x /= deviation;
  return deviation;
}

std::vector<char> is_on(const Matrix& X, Index column) {
  const double middle = X.col(column).mean();
  std::vector<char> on(static_cast<std::size_t>(X.rows()));
  for (Index i = 0; i < X.rows(); ++i) on[static_cast<std::size_t>(i)] = X(i, column) > middle;
  return on;
}

// Neighbouring columns of two values of which exactly one is on in every row are one category.
std::vector<CategoryColumns> categories_of(const std::vector<Index>& two,
                                           const std::vector<std::vector<char>>& on) {
  std::vector<CategoryColumns> out;
  for (std::size_t first = 0; first < two.size();) {
    std::vector<char> taken = on[first];
    std::size_t next = first + 1, closed = 0;
    for (; next < two.size() && closed == 0; ++next) {
      bool disjoint = true, all = true;
      for (std::size_t i = 0; i < taken.size(); ++i) {
        disjoint = disjoint && !(taken[i] && on[next][i]);
        taken[i] = static_cast<char>(taken[i] || on[next][i]);
        all = all && taken[i];
      }
      if (!disjoint) break;
      if (all) closed = next + 1;
    }
    const std::size_t end = closed > 0 ? closed : first + 1;
    out.push_back(
        {{two.begin() + static_cast<std::ptrdiff_t>(first), two.begin() + static_cast<std::ptrdiff_t>(end)}});
    first = end;
  }
  return out;
}

}  // namespace

// The power of largest likelihood: -n/2 log variance + (power - 1) sum sign(x) log(1 + |x|), by thirds.
Unskewed unskewed(Vector x) {
  const double scale = standardise(x);
  const auto n = static_cast<double>(x.size());
  double jacobian = 0;
  for (const double value : x) jacobian += std::copysign(std::log1p(std::abs(value)), value);
  const auto at = [&](double power) {
    return Vector(x.unaryExpr([&](double v) { return powered(v, power); }));
  };
  const auto likelihood = [&](double power) {
    Vector y = at(power);
    y.array() -= y.mean();
    return -0.5 * n * std::log(y.squaredNorm() / n) + (power - 1) * jacobian;
  };
  double low = -2, high = 4;
  while (high - low > 0.02) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (likelihood(a) < likelihood(b) ? low : high) = likelihood(a) < likelihood(b) ? a : b;
  }
  const double power = (low + high) / 2;
  Unskewed out{at(power), 0};
  const double second = standardise(out.values);
  out.log_slope = (power - 1) * jacobian / n - std::log(scale * second);
  return out;
}

ClassTable class_table(const Matrix& X, std::uint64_t seed) {
  ClassTable out;
  out.number_columns = numeric_columns(X);
  out.numbers = smeared(X(Eigen::all, out.number_columns), seed);
  for (Index j = 0; j < out.numbers.cols(); ++j) out.numbers.col(j) = unskewed(out.numbers.col(j)).values;
  std::vector<Index> two;
  std::vector<std::vector<char>> on;
  for (Index j = 0; j < X.cols(); ++j)
    if (std::find(out.number_columns.begin(), out.number_columns.end(), j) == out.number_columns.end()) {
      two.push_back(j);
      on.push_back(is_on(X, j));
    }
  out.categories = categories_of(two, on);
  std::size_t at = 0;
  for (const CategoryColumns& one : out.categories) {
    std::vector<int> codes(static_cast<std::size_t>(X.rows()), 0);
    for (std::size_t l = 0; l < one.columns.size(); ++l)
      for (std::size_t i = 0; i < codes.size(); ++i)
        if (on[at + l][i]) codes[i] = one.columns.size() == 1 ? 1 : static_cast<int>(l);
    out.codes.push_back(std::move(codes));
    at += one.columns.size();
  }
  return out;
}

}  // namespace mercer::automatic
