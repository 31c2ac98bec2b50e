#include "mercer/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "data/kinds.hpp"
#include "evaluate/originals.hpp"

namespace mercer {
namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

// Count, mean and sum of squares about it.
struct Moments {
  double n = 0, mean = 0, square = 0;
  static Moments of(const std::vector<double>& values) {
    Moments m;
    m.n = static_cast<double>(values.size());
    if (values.empty()) return m;
    m.mean = std::accumulate(values.begin(), values.end(), 0.0) / m.n;
    for (const double x : values) m.square += (x - m.mean) * (x - m.mean);
    return m;
  }
  // Both together (Chan, Golub and LeVeque).
  Moments operator+(const Moments& other) const {
    if (n == 0) return other;
    if (other.n == 0) return *this;
    const double all = n + other.n, off = other.mean - mean;
    return {all, mean + off * other.n / all, square + other.square + off * off * n * other.n / all};
  }
};

class Profiling {
 public:
  Profiling(const Originals& originals, Profile& profile) : originals_(originals), profile_(profile) {
    for (Index i = 0; i < originals.frame.rows(); ++i)
      if (const int cluster = originals.cluster(i); cluster >= 0)
        members_[static_cast<std::size_t>(cluster)].push_back(i);
  }

  void run() {
    const auto width = static_cast<Index>(originals_.columns.size());
    for (auto& cluster : profile_.clusters) cluster.cells.resize(originals_.columns.size());
    parallel_blocks(width, [&](Index c) {
      originals_.columns[static_cast<std::size_t>(c)].worded ? words(static_cast<std::size_t>(c))
                                                             : numbers(static_cast<std::size_t>(c));
    });
  }

 private:
  ProfileCell& cell(std::size_t cluster, std::size_t column) {
    return profile_.clusters[cluster].cells[column];
  }

  // d = (mean - mean of the others) / pooled deviation; eta^2 = 1 - (within clusters) / (about the mean of
  // all).
  void numbers(std::size_t c) {
    const auto& column = originals_.columns[c];
    std::vector<std::vector<double>> values(members_.size());
    for (std::size_t j = 0; j < members_.size(); ++j)
      for (const Index i : members_[j])
        if (const double x = originals_.cell(i, column); !std::isnan(x)) values[j].push_back(x);
    find_range(values, profile_.columns[c]);
    std::vector<Moments> moments;
    for (std::size_t j = 0; j < members_.size(); ++j) {
      moments.push_back(Moments::of(values[j]));
      cell(j, c).histogram = histogram(values[j], profile_.columns[c]);
      shape(values[j], moments.back(), cell(j, c));
      cell(j, c).missing = static_cast<Index>(members_[j].size() - values[j].size());
    }
    Moments all;
    double within = 0;
    for (const auto& m : moments) all = all + m, within += m.square;
    profile_.columns[c].association = all.square > 0 ? std::clamp(1 - within / all.square, 0.0, 1.0) : 0;
    for (std::size_t j = 0; j < moments.size(); ++j) {
      Moments others;
      for (std::size_t h = 0; h < moments.size(); ++h)
        if (h != j) others = others + moments[h];
      const Moments& own = moments[j];
      cell(j, c).others = others.n > 0 ? others.mean : not_there;
      if (own.n == 0 || others.n == 0) continue;
      const double off = own.mean - others.mean, freedom = own.n + others.n - 2;
      const double pooled = freedom > 0 ? std::sqrt((own.square + others.square) / freedom) : 0;
      // Without any spread inside, what differs differs utterly; a large number says so and stays finite.
      cell(j, c).effect = off == 0 ? 0 : pooled > 0 ? off / pooled : std::copysign(1e6, off);
    }
  }

  // All but the outermost hundredths, which would leave no room for the others.
  static void find_range(const std::vector<std::vector<double>>& values, ProfileColumn& column) {
    std::vector<double> all;
    for (const auto& some : values) all.insert(all.end(), some.begin(), some.end());
    if (all.empty()) return;
    column.low = quantile(all, 0.01);
    column.high = quantile(all, 0.99);
    if (column.high > column.low) return;
    column.low = quantile(all, 0);
    column.high = quantile(all, 1);
  }

  static std::vector<double> histogram(const std::vector<double>& values, const ProfileColumn& column) {
    constexpr double steps = 12;
    constexpr double small = 1.0 / 32;  // differences of huge values, and 12 times them, are finite
    std::vector<double> shares(static_cast<std::size_t>(steps));
    const double low = small * column.low, range = small * column.high - low;
    for (const double x : values) {
      const double at = range > 0 ? steps * (small * x - low) / range : 0;
      shares[static_cast<std::size_t>(std::clamp(at, 0.0, steps - 1))] +=
          1 / static_cast<double>(values.size());
    }
    return shares;
  }

  static void shape(std::vector<double>& values, const Moments& m, ProfileCell& cell) {
    const bool any = !values.empty();
    cell.mean = any ? m.mean : not_there;
    cell.deviation = any ? std::sqrt(m.square / m.n) : not_there;
    cell.least = quantile(values, 0);
    cell.lower = quantile(values, 0.25);
    cell.median = quantile(values, 0.5);
    cell.upper = quantile(values, 0.75);
    cell.largest = quantile(values, 1);
  }

  void words(std::size_t c) {
    const auto& column = originals_.columns[c];
    auto& about = profile_.columns[c];
    const std::size_t values = about.values.size();
    Matrix counts = Matrix::Zero(static_cast<Index>(members_.size()), static_cast<Index>(values));
    for (std::size_t j = 0; j < members_.size(); ++j)
      for (const Index i : members_[j]) {
        const double x = originals_.cell(i, column);
        counts(static_cast<Index>(j),
               std::isnan(x) ? static_cast<Index>(values) - 1 : static_cast<Index>(x)) += 1;
        cell(j, c).missing += std::isnan(x);
      }
    about.association = cramers_v(counts);
    for (std::size_t j = 0; j < members_.size(); ++j) shares(counts, static_cast<Index>(j), cell(j, c));
  }

  // V = sqrt(chi^2 / (n min(rows - 1, columns - 1))), of rows and columns that are not empty.
  static double cramers_v(const Matrix& counts) {
    const Vector rows = counts.rowwise().sum(), columns = counts.colwise().sum();
    const double n = counts.sum();
    const auto least = std::min((rows.array() > 0).count(), (columns.array() > 0).count()) - 1;
    if (least < 1) return 0;
    double chi2 = 0;
    for (Index i = 0; i < counts.rows(); ++i)
      for (Index j = 0; j < counts.cols(); ++j)
        if (const double expected = rows[i] * columns[j] / n; expected > 0)
          chi2 += (counts(i, j) - expected) * (counts(i, j) - expected) / expected;
    return std::min(1.0, std::sqrt(chi2 / (n * static_cast<double>(least))));
  }

  // The value that tells most is the one whose share differs most; of two that differ alike, as yes and no
  // do, the one that the cluster has more of.
  static void shares(const Matrix& counts, Index j, ProfileCell& cell) {
    constexpr double alike = 1e-12;
    const Vector own = counts.row(j), others = counts.colwise().sum().transpose() - own;
    const double n = own.sum(), m = others.sum();
    for (Index v = 0; v < own.size(); ++v) {
      cell.shares.push_back(n > 0 ? own[v] / n : 0);
      cell.other_shares.push_back(m > 0 ? others[v] / m : 0);
      const auto at = static_cast<std::size_t>(v);
      const double off = cell.shares[at] - cell.other_shares[at];
      const double more = std::abs(off) - std::abs(cell.effect);
      if (m > 0 && (more > alike || (off > 0 && more > -alike))) cell.effect = off, cell.telling = v;
    }
  }

  const Originals& originals_;
  Profile& profile_;
  std::vector<std::vector<Index>> members_ =
      std::vector<std::vector<Index>>(static_cast<std::size_t>(originals_.clusters.count()));
};

// The distance of each point to the mean of its cluster, squared.
Vector distances_to_means(const Data& points, const std::vector<int>& clusters, Index count) {
  const Matrix X = points.dense();
  Matrix means = Matrix::Zero(count, X.cols());
  Vector sizes = Vector::Zero(count);
  for (Index i = 0; i < X.rows(); ++i)
    if (const int j = clusters[static_cast<std::size_t>(i)]; j >= 0) means.row(j) += X.row(i), sizes[j] += 1;
  for (Index j = 0; j < count; ++j) means.row(j) /= std::max(1.0, sizes[j]);
  Vector distances = Vector::Zero(X.rows());
  for (Index i = 0; i < X.rows(); ++i)
    if (const int j = clusters[static_cast<std::size_t>(i)]; j >= 0)
      distances[i] = (X.row(i) - means.row(j)).squaredNorm();
  return distances;
}

void find_central_rows(const Originals& originals, const Recipe& recipe, const Labels& labels,
                       const ProfileOptions& options, Profile& profile) {
  std::vector<Index> rows;
  std::vector<int> clusters;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] != row_left_out)
      rows.push_back(static_cast<Index>(i)), clusters.push_back(originals.clusters.codes[i]);
  if (!options.features && options.distances.size() == 0) return;
  const Vector distances = options.distances.size() > 0
                               ? options.distances
                               : distances_to_means(*options.features, clusters, originals.clusters.count());
  require_equal_sizes("points", static_cast<std::size_t>(distances.size()), "rows with a label", rows.size());
  std::vector<double> nearest(profile.clusters.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (clusters[i] < 0) continue;
    const auto j = static_cast<std::size_t>(clusters[i]);
    if (!(distances[static_cast<Index>(i)] < nearest[j])) continue;
    nearest[j] = distances[static_cast<Index>(i)];
    profile.clusters[j].central_row = rows[i];
  }
  const Index id = recipe.id.empty() ? Frame::none : originals.frame.find(recipe.id);
  for (auto& cluster : profile.clusters)
    if (cluster.central_row >= 0)
      cluster.central = id == Frame::none ? originals.frame.place(cluster.central_row)
                                          : originals.frame.text(cluster.central_row, id);
}

}  // namespace

Profile profile(const Frame& frame, const Recipe& recipe, const Labels& labels,
                const ProfileOptions& options) {
  const Originals originals(frame, recipe, labels);
  Profile result;
  Index points = 0;
  for (const int label : labels)
    points += label != row_left_out, result.noise += label < 0 && label != row_left_out;
  for (std::size_t j = 0; j < originals.clusters.values.size(); ++j) {
    ProfileCluster cluster;
    cluster.label = originals.clusters.values[j];
    cluster.size =
        std::count(originals.clusters.codes.begin(), originals.clusters.codes.end(), static_cast<int>(j));
    cluster.share = static_cast<double>(cluster.size) / static_cast<double>(points);
    result.clusters.push_back(std::move(cluster));
  }
  for (const auto& column : originals.columns) {
    ProfileColumn about{column.name, column.kind, column.time, column.unit, column.values};
    if (column.worded && frame.cells.col(column.column).array().isNaN().any())
      about.values.emplace_back(Recipe::missing_name);
    result.columns.push_back(std::move(about));
  }
  Profiling(originals, result).run();
  find_central_rows(originals, recipe, labels, options, result);
  return result;
}

}  // namespace mercer
