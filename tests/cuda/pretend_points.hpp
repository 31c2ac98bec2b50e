// Points on a pretended device: sums lie in this memory, column by column, and a Gram of this machine
// computes them. What stands on DevicePoints is so tested without a GPU.
#pragma once

#include <limits>

#include "core/device_error.hpp"
#include "core/nearest.hpp"
#include "core/parallel.hpp"
#include "cuda/device_points.hpp"
#include "space/gram_space.hpp"

namespace mercer::test {

struct PretendSums final : DeviceSums {
  explicit PretendSums(Matrix sums) : S(std::move(sums)) {}
  Index columns() const override { return S.cols(); }
  Matrix S;  // n x c
};

class PretendPoints final : public DevicePoints {
 public:
  // `gram` has all rows; of the sums those of `rows` are kept, and all else is NaN.
  explicit PretendPoints(std::shared_ptr<const Gram> gram) : PretendPoints(gram, {0, gram->size()}) {}
  PretendPoints(std::shared_ptr<const Gram> gram, Range rows) : gram_(std::move(gram)), rows_(rows) {}
  // The linear kernel of X, about the origin.
  PretendPoints(std::shared_ptr<const Gram> gram, Matrix X, Range rows)
      : gram_(std::move(gram)), X_(std::move(X)), rows_(rows) {}
  // Its memory is full after so many sums; or that of this machine.
  void fail_after(int sums, bool here = false) {
    left_ = sums;
    here_ = here;
  }
  Index size() const override { return gram_->size(); }
  Range rows() const override { return rows_; }
  Vector diagonal() const override { return gram_->diagonal(); }
  double epsilon() const override { return gram_->epsilon(); }
  DeviceUse use() const override {
    return {.name = "pretended", .passes = passes, .values = crossed * static_cast<std::uint64_t>(size())};
  }

  std::shared_ptr<DeviceSums> zero(Index columns) const override {
    return allocate(forget(Matrix::Zero(size(), columns)));
  }
  std::shared_ptr<DeviceSums> copy(const DeviceSums& S, std::span<const Index> columns) const override {
    return allocate(of(S)(Eigen::all, columns));
  }
  void put(const DeviceSums& from, std::span<const Index> columns, DeviceSums& to) const override {
    for (const Index j : columns) of(to).col(j) = of(from).col(j);
  }
  void add(const Groups& dW, const Runs& runs, DeviceSums& S, Vector& change,
           Control* control) const override {
    const Vector before = sums(dW, runs, of(S));
    fill(dW, runs, S, change, control);
    change += before;
  }
  void fill(const Groups& dW, const Runs& runs, DeviceSums& S, Vector& change,
            Control* control) const override {
    ++passes;
    SparseRows rows;
    for (const Group& g : dW.groups)
      for (Index m = g.begin; m < g.end; ++m) {
        rows.add_row(dW.points[static_cast<std::size_t>(m)]);
        rows.add(g.column, g.sign * dW.weights[static_cast<std::size_t>(m)]);
      }
    const Alone alone;
    gram_->update(rows, of(S), control);
    of(S) = forget(of(S));
    change = sums(dW, runs, of(S));
  }
  void product(const Matrix& W, DeviceSums& S, Matrix& norms, Control* control) const override {
    const Alone alone;
    gram_->apply(W, of(S), control);
    of(S) = forget(of(S));
    norms = Matrix::Zero((rows_.size() + points_together - 1) / points_together, W.cols());
    for (Index i = rows_.begin; i < rows_.end; ++i)
      norms.row((i - rows_.begin) / points_together) += W.row(i).cwiseProduct(of(S).row(i));
  }
  void nudge(Index point, const Vector& step, DeviceSums& S) const override {
    Matrix K;
    gram_->columns(std::span(&point, 1), K);
    for (Index j = 0; j < step.size(); ++j)
      if (step[j] > 0) of(S).col(j) += step[j] * (K.col(0) - of(S).col(j));
  }
  std::shared_ptr<DeviceSums> spread(const DeviceSums& Z, const Matrix& H) const override {
    Matrix out(size(), Z.columns());
    for (Index s = 0; s < Z.columns(); s += H.rows())
      out.middleCols(s, H.rows()) = of(Z).middleCols(s, H.rows()) * H;
    return allocate(out);
  }
  void read(const DeviceSums& S, Range points, Range columns, Matrix& out) const override {
    out = of(S).block(points.begin, columns.begin, points.size(), columns.size());
  }
  void read(const DeviceSums& S, std::span<const Index> points, Range columns, Matrix& out) const override {
    out = of(S)(points, Eigen::seqN(columns.begin, columns.size()));
  }
  Moves nearest(const DeviceSums& S, Range columns, const Vector& twice, const Vector& norms, double epsilon,
                Labels& labels) const override {
    Moves moves;
    const Vector self = diagonal();
    for (Index i = rows_.begin; i < rows_.end; ++i) {
      const Eigen::RowVectorXd d2 =
          self[i] - twice.transpose().array() * of(S).row(i).segment(columns.begin, columns.size()).array() +
          norms.transpose().array();
      int& label = labels[static_cast<std::size_t>(i)];
      const auto now = static_cast<int>(mercer::nearest(
          d2, self[i], [&](Index j) { return norms[j]; }, epsilon));
      if (now != label) moves.add(i, label, now);
      label = now;
    }
    return moves;
  }
  std::vector<Index> gaining(const DeviceSums& S, Range columns, const Vector& twice, const Vector& norms,
                             const Vector& mass, const Labels& labels, const Vector& weights,
                             double least) const override {
    std::vector<Index> found;
    const Vector self = diagonal();
    for (Index i = rows_.begin; i < rows_.end; ++i) {
      const auto d2 = [&](Index j) { return self[i] - twice[j] * of(S)(i, columns.begin + j) + norms[j]; };
      const Index own = labels[static_cast<std::size_t>(i)];
      const double w = weights[i];
      bool any = false;
      for (Index j = 0; j < mass.size() && mass[own] - w > 1e-9 * w; ++j)
        if (j != own && mass[j] > 0)
          any = any || w * (mass[own] / (mass[own] - w) * d2(own) - mass[j] / (mass[j] + w) * d2(j)) > least;
      if (any) found.push_back(i);
    }
    return found;
  }
  void columns(std::span<const Index> points, Matrix& out, Control* control) const override {
    gram_->columns(points, out, control);
  }
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& out) const override {
    gram_->block(rows, points, out);
  }
  void cross(const Data& Z, Range rows, const Matrix& W, Matrix& out, Vector& self) const override {
    crossed += static_cast<std::uint64_t>(rows.size());
    const Alone alone;
    Matrix all;
    Vector own;
    gram_->cross(Z, W, all, own);
    out.middleRows(rows.begin, rows.size()) = all.middleRows(rows.begin, rows.size());
    self.segment(rows.begin, rows.size()) = own.segment(rows.begin, rows.size());
  }

  Labels nearest_points(std::span<const Index> points) const override {
    Matrix D2;
    to_points(points, D2);
    return nearest_columns(D2);
  }
  void against(const Matrix& V, Range columns, DeviceSums& S) const override {
    ++passes;
    of(S).middleCols(columns.begin, columns.size()) = X_ * V.transpose();
    of(S) = forget(of(S));
  }
  void distance_sums(const Labels& groups, Index count, Matrix& sums, Control* control) const override {
    const Alone alone;
    gram_->distance_sums(groups, count, sums, control);
    sums = Matrix(sums.middleRows(rows_.begin, rows_.size()));
  }
  std::unique_ptr<NearSeeds> near_seeds(const Vector& weights, Index starts) const override {
    return near_seeds_here(
        rows_, [this](auto points, Matrix& D2, Control*) { to_points(points, D2); }, weights, starts);
  }

  mutable std::uint64_t passes = 0, crossed = 0;  // crossed: new points

 private:
  std::shared_ptr<DeviceSums> allocate(Matrix sums) const {
    if (left_-- <= 0 && here_) throw std::bad_alloc();
    if (left_ < 0)
      throw DeviceError(Fault::memory, "the GPU has too little free memory (sums); use `device = cpu`");
    return std::make_shared<PretendSums>(std::move(sums));
  }
  static Matrix& of(DeviceSums& S) { return static_cast<PretendSums&>(S).S; }
  static const Matrix& of(const DeviceSums& S) { return static_cast<const PretendSums&>(S).S; }
  void to_points(std::span<const Index> points, Matrix& D2) const {
    const Alone alone;
    GramSpace(gram_).to_points(points, D2);
    D2 = Matrix(D2.middleRows(rows_.begin, rows_.size()));
  }
  // What is elsewhere.
  Matrix forget(Matrix S) const {
    S.topRows(rows_.begin).setConstant(NAN);
    S.bottomRows(size() - rows_.end).setConstant(NAN);
    return S;
  }
  Vector sums(const Groups& dW, const Runs& runs, const Matrix& S) const {
    Vector out = Vector::Zero(runs.count());
    for (Index r = 0; r < runs.count(); ++r) {
      const Group& group = dW.groups[static_cast<std::size_t>(runs.group[static_cast<std::size_t>(r)])];
      for (int m = runs.begin[static_cast<std::size_t>(r)]; m < runs.begin[static_cast<std::size_t>(r) + 1];
           ++m)
        if (const Index i = dW.points[static_cast<std::size_t>(m)]; i >= rows_.begin && i < rows_.end)
          out[r] += group.sign * dW.weights[static_cast<std::size_t>(m)] * S(i, group.column);
    }
    return out;
  }
  std::shared_ptr<const Gram> gram_;
  Matrix X_;
  Range rows_;
  mutable int left_ = std::numeric_limits<int>::max();
  bool here_ = false;
};

inline void expect_same(const HardStart& a, const HardStart& b) {
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.reseeded, b.reseeded);
  EXPECT_NEAR(a.objective, b.objective, 1e-9 * a.objective);
}

}  // namespace mercer::test
