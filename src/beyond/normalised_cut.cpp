#include "beyond/normalised_cut.hpp"

#include "gram/sparse_gram.hpp"
#include "mercer/error.hpp"
#include "space/gram_space.hpp"

namespace mercer {
namespace {

// K = s D^-1 + D^-1 A D^-1 over any Gram.
class CutGram final : public Gram {
 public:
  CutGram(const Affinity& affinity, double shift)
      : affinity_(affinity), shift_(shift), inverse_(affinity.degree.cwiseInverse()) {}

  Index size() const override { return affinity_.size(); }
  Vector diagonal() const override { return shift_ * inverse_; }
  void apply(const Matrix& W, Matrix& KW, Control* control = nullptr) const override {
    const Matrix scaled = inverse_.asDiagonal() * W;
    affinity_.apply(scaled, KW, control);
    KW = inverse_.asDiagonal() * KW + shift_ * scaled;
  }
  // KW += D^-1 (K - diag K)(:, rows) D^-1 dW + s D^-1 dW
  void update(const SparseRows& dW, Matrix& KW, Control* control = nullptr) const override {
    SparseRows scaled = dW;
    Matrix change = Matrix::Zero(KW.rows(), KW.cols());
    for_entries(scaled, [&](Index row, std::size_t e) { scaled.values[e] *= inverse_[row]; });
    update_all(*affinity_.gram, scaled, change, control);
    for_entries(scaled, [&](Index row, std::size_t e) {
      change(row, scaled.columns[e]) -= affinity_.self[row] * scaled.values[e];
    });
    KW.noalias() += inverse_.asDiagonal() * change;
    for_entries(scaled,
                [&](Index row, std::size_t e) { KW(row, scaled.columns[e]) += shift_ * scaled.values[e]; });
  }
  void columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const override {
    affinity_.gram->columns(points, C, control);
    C = inverse_.asDiagonal() * C;
    for (std::size_t c = 0; c < points.size(); ++c) {
      C.col(static_cast<Index>(c)) *= inverse_[points[c]];
      C(points[c], static_cast<Index>(c)) = shift_ * inverse_[points[c]];
    }
  }
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override {
    affinity_.gram->block(rows, points, B);
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < points.size(); ++c) {
        double& b = B(static_cast<Index>(r), static_cast<Index>(c));
        b = rows[r] == points[c] ? shift_ * inverse_[rows[r]] : b * inverse_[rows[r]] * inverse_[points[c]];
      }
  }
  void cross(const Data&, const Matrix&, Matrix&, Vector&) const override {
    throw Error(Fault::failure, "the kernel of a cut can't be evaluated for new points");
  }
  double epsilon() const override { return affinity_.gram->epsilon(); }

 private:
  template <class F>
  static void for_entries(const SparseRows& rows, F&& f) {
    for (std::size_t r = 0; r < rows.rows.size(); ++r)
      for (Index e = rows.start[r]; e < rows.start[r + 1]; ++e) f(rows.rows[r], static_cast<std::size_t>(e));
  }

  const Affinity& affinity_;
  double shift_;
  Vector inverse_;
};

// The same of a graph, entry by entry: a move then costs what the row of a point holds.
SparseMatrix scaled_graph(const Affinity& affinity, double shift) {
  const SparseMatrix& A = affinity.graph.sparse();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(static_cast<std::size_t>(A.nonZeros() + A.rows()));
  for (Index i = 0; i < A.rows(); ++i) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), shift / affinity.degree[i]);
    for (SparseMatrix::InnerIterator it(A, i); it; ++it)
      if (it.col() != i)
        entries.emplace_back(static_cast<int>(i), static_cast<int>(it.col()),
                             it.value() / affinity.degree[i] / affinity.degree[it.col()]);
  }
  SparseMatrix K(A.rows(), A.cols());
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

}  // namespace

CutKernel cut_kernel(const Affinity& affinity) {
  constexpr double shift = 1;
  if (affinity.graph.size() > 0)
    return {std::make_shared<SparseGram>(Data(scaled_graph(affinity, shift))), shift};
  return {std::make_shared<CutGram>(affinity, shift), shift};
}

double lower_cut(const Affinity& affinity, Labels& labels, Index clusters, Index max_iterations,
                 Control* control) {
  const CutKernel kernel = cut_kernel(affinity);
  const GramSpace space(kernel.gram);
  const HardOptions hard{clusters, max_iterations, true, affinity.degree, control};
  HardState state = assemble(space, {labels}, hard);
  if (!(control && control->stop)) optimise(space, state, hard);
  labels = state.starts[0].labels;
  // cut = J - s (n - k) + k
  const auto k = static_cast<double>(clusters), n = static_cast<double>(affinity.size());
  return state.starts[0].objective - kernel.shift * (n - k) + k;
}

}  // namespace mercer
