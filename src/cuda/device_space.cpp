#include "cuda/device_space.hpp"

#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "space/partial_sums.hpp"
#include "space/shared_rows.hpp"

namespace mercer {
namespace {

// Sums in the device's memory; a copy of the handle is a copy of them.
struct OnDevice final : Sums {
  OnDevice(std::shared_ptr<const DevicePoints> where, std::shared_ptr<DeviceSums> sums)
      : points(std::move(where)), S(std::move(sums)) {}
  OnDevice(const OnDevice& other) : Sums(other), points(other.points) {
    std::vector<Index> all(static_cast<std::size_t>(other.S->columns()));
    std::iota(all.begin(), all.end(), Index{0});
    S = points->copy(*other.S, all);
  }
  OnDevice& operator=(const OnDevice&) = delete;
  std::shared_ptr<const DevicePoints> points;
  std::shared_ptr<DeviceSums> S;
};

const DeviceSums& sums_of(const Prototypes& P) { return *read_sums<OnDevice>(P).S; }
DeviceSums& own_sums_of(Prototypes& P) { return *write_sums<OnDevice>(P).S; }

// D2(i,j) = K_ii - twice_j (K W)_ij + norms_j
struct Terms {
  Vector twice, norms;
  Terms(const Prototypes& P, Range columns) : twice(columns.size()), norms(columns.size()) {
    for (Index j = columns.begin; j < columns.end; ++j) {
      const bool full = P.mass[j] > 0;
      twice[j - columns.begin] = full ? 2 / P.mass[j] : 0;
      norms[j - columns.begin] = full ? P.squared_norm(j) : std::numeric_limits<double>::infinity();
    }
  }
  template <class Row>
  void apply(Row&& row, double self) const {
    row.array() = self - twice.transpose().array() * row.array() + norms.transpose().array();
  }
};

}  // namespace

Prototypes DeviceSpace::none(Index count) const {
  return {std::make_shared<OnDevice>(points_, points_->zero(count)), Vector::Zero(count),
          Vector::Zero(count)};
}

void DeviceSpace::place(const Matrix& W, Prototypes& P, Control* control) const {
  if (const auto* own = dynamic_cast<const OnDevice*>(P.sums.get());
      !own || P.sums.use_count() > 1 || own->S->columns() != W.cols())
    P.sums = std::make_shared<OnDevice>(points_, points_->zero(W.cols()));
  Matrix norms;
  points_->product(W, own_sums_of(P), norms, control);
  BlockSums all(size(), W.cols());
  for (Index b = 0; b < norms.rows(); ++b) all.at(own().begin + b * points_together) = norms.row(b);
  if (!sharing().alone()) all.gather(sharing(), own());
  P.norm = all.sum();
  Matrix mass = Matrix::Zero(1, W.cols());
  add_in_parts(size(), points_together, mass, [&](Index from, Index to, Matrix& sum) {
    sum.row(0) = W.middleRows(from, to - from).colwise().sum();
  });
  P.mass = mass.row(0).transpose();
  sharing().end_step();
}

void DeviceSpace::add_norms(const Groups& groups, const Runs& runs, const Vector& change,
                            Vector& norm) const {
  Matrix sums = change;
  if (const Ranks ranks = sharing(); !ranks.alone()) {
    std::vector<Index> here;
    std::vector<double> values;
    for (Index r = 0; r < runs.count(); ++r) {
      const Index point = groups.points[static_cast<std::size_t>(runs.begin[static_cast<std::size_t>(r)])];
      if (point < own().begin || point >= own().end) continue;
      here.push_back(r);
      values.push_back(change[r]);
    }
    gather_rows_of(ranks, std::move(here), std::move(values), sums);
  }
  for (Index r = 0; r < runs.count(); ++r)
    norm[groups.groups[static_cast<std::size_t>(runs.group[static_cast<std::size_t>(r)])].column] +=
        sums(r, 0);
}

// KW += K dW;  (W + dW)' K (W + dW) = W'KW + dW' (K W) + dW' (K (W + dW)), as in GramSpace. A change that
// puts every point into one column of each start is a pass over all pairs, start by start.
void DeviceSpace::move(const SparseRows& dW, Prototypes& P, Control* control) const {
  if (dW.empty()) return;
  DeviceSums& S = own_sums_of(P);
  const Index layers = P.mass.isZero(0) ? whole_layers(dW, size()) : 0;
  Vector change;
  for (Index l = 0; l < layers; ++l) {
    if (control && control->stop) break;
    const Groups labels = layer(dW, l, layers, P.count());
    const Runs runs = runs_of(labels);
    points_->fill(labels, runs, S, change, control);
    add_norms(labels, runs, change, P.norm);
  }
  if (layers == 0) {
    const Groups groups = group(dW, P.count());
    const Runs runs = runs_of(groups);
    points_->add(groups, runs, S, change, control);
    add_norms(groups, runs, change, P.norm);
  }
  for (std::size_t e = 0; e < dW.columns.size(); ++e) P.mass[dW.columns[e]] += dW.values[e];
  sharing().end_step();
}

void DeviceSpace::nudge(Index point, const Vector& step, Prototypes& P) const {
  DeviceSums& S = own_sums_of(P);
  std::vector<Index> here;
  Matrix read, sums(1, P.count());
  if (point >= own().begin && point < own().end) {
    here.push_back(0);
    points_->read(S, std::span(&point, 1), Range{0, P.count()}, read);
  }
  gather_rows_of(sharing(), std::move(here), {read.data(), read.data() + read.size()}, sums);
  for (Index j = 0; j < P.count(); ++j)
    if (const double a = step[j]; a > 0)
      P.norm[j] = (1 - a) * (1 - a) * P.norm[j] + 2 * a * (1 - a) * sums(0, j) + a * a * self()[point];
  points_->nudge(point, step, S);
}

// norm_j = sum_h w_h H(owner of h, j) (K W)(h, j), W = Z H
Prototypes DeviceSpace::spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& owner,
                               const Vector& weights) const {
  const Index k = H.rows(), starts = Z.count() / k;
  Prototypes out{std::make_shared<OnDevice>(points_, points_->spread(sums_of(Z), H)), spread_mass(Z.mass, H),
                 Vector::Zero(Z.count())};
  BlockSums norms(size(), Z.count());
  read_all(sums_of(out), {0, Z.count()}, [&](Range points, Block& KW) {
    for (Index i = points.begin; i < points.end; ++i)
      for (Index s = 0; s < starts; ++s)
        norms.at(points.begin).segment(s * k, k) +=
            weights[i] * H.row(owner[static_cast<std::size_t>(i * starts + s)] - s * k)
                             .cwiseProduct(KW.row(i - points.begin).segment(s * k, k));
  });
  if (!sharing().alone()) norms.gather(sharing(), own());
  out.norm = norms.sum();
  return out;
}

Prototypes DeviceSpace::select(const Prototypes& P, std::span<const Index> columns) const {
  return {std::make_shared<OnDevice>(points_, points_->copy(sums_of(P), columns)), P.mass(columns),
          P.norm(columns)};
}
void DeviceSpace::put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const {
  if (columns.empty()) return;
  points_->put(sums_of(from), columns, own_sums_of(to));
  for (const Index j : columns) {
    to.mass[j] = from.mass[j];
    to.norm[j] = from.norm[j];
  }
}

// A stretch of points at a time comes back; threads share its blocks.
void DeviceSpace::read_all(const DeviceSums& S, Range columns, const Visit& visit) const {
  constexpr Index values = 1 << 22;
  const Index each =
      std::max<Index>(1, values / std::max<Index>(1, columns.size()) / points_together) * points_together;
  Matrix rows;
  for (Index begin = own().begin; begin < own().end; begin += each) {
    const Index end = std::min(own().end, begin + each);
    points_->read(S, Range{begin, end}, columns, rows);
    parallel_points(end - begin, 8 * columns.size(), [&](Index from, Index to) {
      Block part(rows.middleRows(from, to - from));
      visit({begin + from, begin + to}, part);
    });
  }
}

// Visitors keep what they make of the distances, and all ranks need all of it: so they get the distances.
void DeviceSpace::scan(const Prototypes& P, Range columns, const Visit& visit) const {
  const Terms terms(P, columns);
  const Ranks ranks = sharing();
  Matrix all(ranks.alone() ? 0 : size(), columns.size());
  read_all(sums_of(P), columns, [&](Range points, Block& D2) {
    for (Index i = points.begin; i < points.end; ++i) terms.apply(D2.row(i - points.begin), self()[i]);
    if (ranks.alone())
      visit(points, D2);
    else
      all.middleRows(points.begin, points.size()) = D2;
  });
  if (ranks.alone()) return;
  ranks.gather_rows(all, points_together);
  parallel_points(size(), 8 * columns.size(), [&](Index begin, Index end) {
    Block part(all.middleRows(begin, end - begin));
    visit({begin, end}, part);
  });
}

Moves DeviceSpace::nearest(const Prototypes& P, Range columns, Labels& labels) const {
  const Terms terms(P, columns);
  return told_moves(
      sharing(), points_->nearest(sums_of(P), columns, terms.twice, terms.norms, epsilon(), labels), labels);
}

std::vector<Index> DeviceSpace::gaining(const Prototypes& P, Range columns, const Labels& labels,
                                        const Vector& weights, double least) const {
  const Terms terms(P, columns);
  const Vector mass = P.mass.segment(columns.begin, columns.size());
  return sharing().gather_list(
      points_->gaining(sums_of(P), columns, terms.twice, terms.norms, mass, labels, weights, least));
}

void DeviceSpace::distances(const Prototypes& P, std::span<const Index> points, Range columns,
                            Matrix& D2) const {
  const Terms terms(P, columns);
  std::vector<Index> here, mine;
  for (std::size_t r = 0; r < points.size(); ++r)
    if (points[r] >= own().begin && points[r] < own().end) {
      here.push_back(static_cast<Index>(r));
      mine.push_back(points[r]);
    }
  Matrix read;
  points_->read(sums_of(P), mine, columns, read);
  for (Index r = 0; r < read.rows(); ++r) terms.apply(read.row(r), self()[mine[static_cast<std::size_t>(r)]]);
  D2.resize(static_cast<Index>(points.size()), columns.size());
  gather_rows_of(sharing(), std::move(here), {read.data(), read.data() + read.size()}, D2);
}

Labels DeviceSpace::nearest_points(std::span<const Index> points, Control*) const {
  return sharing().gather_list(points_->nearest_points(points));
}

Matrix DeviceSpace::apart(const Matrix& W, const Prototypes& P) const {
  Matrix KW(size(), P.count()), read;
  points_->read(sums_of(P), own(), Range{0, P.count()}, read);
  KW.middleRows(own().begin, own().size()) = read;
  sharing().gather_rows(KW, points_together);
  return distances_apart(W.transpose() * KW, P.mass);
}

}  // namespace mercer
