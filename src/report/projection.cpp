#include "report/projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "evaluate/entries.hpp"
#include "mercer/error.hpp"
#include "report/principal.hpp"

namespace mercer {
namespace {

constexpr std::size_t most_learned = 2000;  // points that the principal components are computed from
constexpr double air = 1.06;                // around the outermost points

// `count` of 0 .. size-1, each subset equally likely, in order (Knuth's selection sampling).
std::vector<Index> sample(Index size, Index count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Index> rows;
  for (Index i = 0; i < size; ++i) {
    const auto missing = static_cast<double>(count - static_cast<Index>(rows.size()));
    if (random.uniform() * static_cast<double>(size - i) < missing) rows.push_back(i);
  }
  return rows;
}

std::vector<Index> thinned(const std::vector<Index>& rows) {
  const std::size_t step = (rows.size() + most_learned - 1) / most_learned;
  std::vector<Index> some;
  for (std::size_t r = 0; r < rows.size(); r += step) some.push_back(rows[r]);
  return some;
}

std::string column_name(const PlotOptions& options, std::size_t column) {
  return column < options.columns.size() ? options.columns[column] : fmt::format("column {}", column + 1);
}

Matrix first_columns(const Data& data, const std::vector<Index>& rows) {
  Matrix points = Matrix::Zero(static_cast<Index>(rows.size()), 2);
  data.visit([&](const auto& x) {
    for (std::size_t r = 0; r < rows.size(); ++r)
      each_entry(x, rows[r], [&](Index c, double value) { points(static_cast<Index>(r), c) = value; });
  });
  return points;
}

}  // namespace

PlanePoints project(const Data& data, const PlotOptions& options) {
  PlanePoints p;
  p.rows = sample(data.size(), std::min(data.size(), options.most_points), options.seed);
  if (data.dimensions() > 2 && !p.rows.empty()) {
    const PrincipalPlane plane = principal_plane(data, thinned(p.rows));
    p.points = plane.project(data, p.rows);
    for (std::size_t a = 0; a < 2; ++a)
      p.caption[a] = fmt::format("principal component {} ({:.0f} %)", a + 1, 100 * plane.share[a]);
  } else if (data.dimensions() == 2 || p.rows.empty()) {
    p.points = first_columns(data, p.rows);
    p.caption = {column_name(options, 0), column_name(options, 1)};
    p.one_unit = options.one_unit;
  } else {
    p.points = first_columns(data, p.rows);
    p.points.col(1) = p.points.col(0).eval();
    for (std::size_t r = 0; r < p.rows.size(); ++r)
      p.points(static_cast<Index>(r), 0) = static_cast<double>(p.rows[r]);
    p.caption = {"index of the point", column_name(options, 0)};
    p.one_unit = false;
  }
  if (!p.points.allFinite())
    throw Error(Fault::data, "a point of the picture is not finite; remove rows with NaN or infinite values");
  return p;
}

Interval extent(const Matrix& points, Index axis) {
  if (points.rows() == 0) return {0.5, 0.5};
  const double low = points.col(axis).minCoeff(), high = points.col(axis).maxCoeff();
  return {low / 2 + high / 2, high / 2 - low / 2};
}

double box_aspect(const PlanePoints& projection) {
  const Interval x = extent(projection.points, 0), y = extent(projection.points, 1);
  if (!projection.one_unit) return 0.6;
  return x.half > 0 ? std::clamp(y.half / x.half, 0.5, 1.0) : 1.0;
}

std::array<Interval, 2> fit_box(const PlanePoints& projection, double width, double height) {
  std::array<Interval, 2> box = {extent(projection.points, 0), extent(projection.points, 1)};
  const std::array<double, 2> size = {width, height};
  // A constant coordinate takes half its size, or a half, as its width.
  const auto room = [](const Interval& e) {
    return e.half > 0 ? e.half : std::max(0.5, std::abs(e.middle) / 2);
  };
  if (projection.one_unit) {
    double unit = std::max(box[0].half / width, box[1].half / height);
    if (unit == 0) unit = std::max(room(box[0]), room(box[1])) / std::max(width, height);
    for (std::size_t a = 0; a < 2; ++a) box[a].half = air * unit * size[a];
  } else {
    for (Interval& e : box) e.half = air * room(e);
  }
  return box;
}

}  // namespace mercer
