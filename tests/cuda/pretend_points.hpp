// Points on a pretended device: sums lie in this memory, column by column, and a Gram of this machine
// computes them. What stands on DevicePoints is so tested without a GPU.
#pragma once

#include "core/nearest.hpp"
#include "cuda/device_points.hpp"

namespace mercer::test {

struct PretendSums final : DeviceSums {
  explicit PretendSums(Matrix sums) : S(std::move(sums)) {}
  Index columns() const override { return S.cols(); }
  Matrix S;  // n x c
};

class PretendPoints final : public DevicePoints {
 public:
  explicit PretendPoints(std::shared_ptr<const Gram> gram) : gram_(std::move(gram)) {}
  Index size() const override { return gram_->size(); }
  Vector diagonal() const override { return gram_->diagonal(); }
  double epsilon() const override { return gram_->epsilon(); }
  DeviceUse use() const override { return {.name = "pretended", .passes = passes}; }

  std::shared_ptr<DeviceSums> zero(Index columns) const override {
    return std::make_shared<PretendSums>(Matrix::Zero(size(), columns));
  }
  std::shared_ptr<DeviceSums> copy(const DeviceSums& S, std::span<const Index> columns) const override {
    return std::make_shared<PretendSums>(of(S)(Eigen::all, columns));
  }
  void put(const DeviceSums& from, std::span<const Index> columns, DeviceSums& to) const override {
    for (const Index j : columns) of(to).col(j) = of(from).col(j);
  }
  void add(const Groups& dW, DeviceSums& S, Vector& change, Control* control) const override {
    change = sums(dW, of(S));
    fill(dW, S, change_after_, control);
    change += change_after_;
  }
  void fill(const Groups& dW, DeviceSums& S, Vector& change, Control* control) const override {
    ++passes;
    SparseRows rows;
    for (const Group& g : dW.groups)
      for (Index m = g.begin; m < g.end; ++m) {
        rows.add_row(dW.points[static_cast<std::size_t>(m)]);
        rows.add(g.column, g.sign * dW.weights[static_cast<std::size_t>(m)]);
      }
    gram_->update(rows, of(S), control);
    change = sums(dW, of(S));
  }
  void product(const Matrix& W, DeviceSums& S, Vector& norm, Control* control) const override {
    gram_->apply(W, of(S), control);
    norm = W.cwiseProduct(of(S)).colwise().sum().transpose();
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
    return std::make_shared<PretendSums>(out);
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
    for (Index i = 0; i < size(); ++i) {
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
    for (Index i = 0; i < size(); ++i) {
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
  void cross(const Data& Z, const Matrix& W, Matrix& out, Vector& self) const override {
    gram_->cross(Z, W, out, self);
  }

  mutable std::uint64_t passes = 0;

 private:
  static Matrix& of(DeviceSums& S) { return static_cast<PretendSums&>(S).S; }
  static const Matrix& of(const DeviceSums& S) { return static_cast<const PretendSums&>(S).S; }
  static Vector sums(const Groups& dW, const Matrix& S) {
    Vector out = Vector::Zero(static_cast<Index>(dW.groups.size()));
    for (std::size_t g = 0; g < dW.groups.size(); ++g)
      for (Index m = dW.groups[g].begin; m < dW.groups[g].end; ++m)
        out[static_cast<Index>(g)] += dW.groups[g].sign * dW.weights[static_cast<std::size_t>(m)] *
                                      S(dW.points[static_cast<std::size_t>(m)], dW.groups[g].column);
    return out;
  }
  std::shared_ptr<const Gram> gram_;
  mutable Vector change_after_;
};

}  // namespace mercer::test
