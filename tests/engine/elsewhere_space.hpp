// A space whose sums are out of reach: three pretend ranks own a range of points each, and keep their rows of
// K W under a number, which is all that the prototypes hold. Blocks are handed out as it suits the ranks: all
// at a time, the last one first, and as a part of a wider buffer.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <thread>

#include "core/parallel.hpp"
#include "space/gram_space.hpp"
#include "space/partial_sums.hpp"

namespace mercer::test {

// The memory of the ranks: rows of K W by rank, under a number.
class Ranks {
 public:
  explicit Ranks(Index n) : n_(n) {}
  static constexpr Index count = 3;
  // Whole blocks of points.
  Range points(Index rank) const {
    const Index blocks = (n_ + points_together - 1) / points_together;
    return {std::min(n_, rank * blocks / count * points_together),
            std::min(n_, (rank + 1) * blocks / count * points_together)};
  }
  Index owner(Index i) const {
    Index rank = 0;
    while (i >= points(rank).end) ++rank;
    return rank;
  }
  int put(const Matrix& KW) {
    const std::lock_guard lock(guard_);
    auto& parts = kept_[++last_];
    for (Index r = 0; r < count; ++r)
      parts[static_cast<std::size_t>(r)] = KW.middleRows(points(r).begin, points(r).size());
    return last_;
  }
  Matrix whole(int number) const {
    Matrix KW(n_, part(number, 0).cols());
    for (Index r = 0; r < count; ++r) KW.middleRows(points(r).begin, points(r).size()) = part(number, r);
    return KW;
  }
  const Matrix& part(int number, Index rank) const {
    return kept_.at(number)[static_cast<std::size_t>(rank)];
  }
  void drop(int number) {
    const std::lock_guard lock(guard_);
    kept_.erase(number);
  }
  std::size_t size() const { return kept_.size(); }

 private:
  Index n_;
  std::map<int, std::array<Matrix, count>> kept_;
  int last_ = 0;
  std::mutex guard_;
};

class ElsewhereSpace final : public Space {
 public:
  explicit ElsewhereSpace(const std::shared_ptr<const Gram>& gram)
      : gram_(gram), points_(gram), ranks_(std::make_shared<Ranks>(gram->size())) {}
  const Ranks& ranks() const { return *ranks_; }

  Index size() const override { return gram_->size(); }
  const Vector& self() const override { return points_.self(); }
  double epsilon() const override { return gram_->epsilon(); }

  Prototypes none(Index count) const override {
    return with(Matrix::Zero(size(), count), Vector::Zero(count), Vector::Zero(count));
  }
  void place(const Matrix& W, Prototypes& P, Control* control) const override {
    Matrix KW;
    gram_->apply(W, KW, control);
    const Index c = W.cols();
    BlockSums totals(size(), 2 * c);
    for (Index from = 0; from < size(); from += points_together) {
      const Index count = std::min(points_together, size() - from);
      const auto own = W.middleRows(from, count);
      totals.at(from).head(c) = own.colwise().sum();
      totals.at(from).tail(c) = own.cwiseProduct(KW.middleRows(from, count)).colwise().sum();
    }
    P = with(KW, totals.sum().head(c), totals.sum().tail(c));
  }
  void move(const SparseRows& dW, Prototypes& P, Control* control) const override {
    if (dW.empty()) return;
    Matrix KW = whole(P);
    RowSums products(dW, P.count());
    const auto add = [&] { products.add({0, size()}, [&](Index h, Index j) { return KW(h, j); }); };
    add();
    gram_->update(dW, KW, control);
    add();
    products.add_to(P.norm);
    for (std::size_t e = 0; e < dW.columns.size(); ++e) P.mass[dW.columns[e]] += dW.values[e];
    change(P, KW);
  }
  void nudge(Index point, const Vector& step, Prototypes& P) const override {
    Matrix KW = whole(P), K;
    gram_->columns(std::span(&point, 1), K);
    for (Index j = 0; j < P.count(); ++j) {
      const double a = step[j];
      if (!(a > 0)) continue;
      P.norm[j] = (1 - a) * (1 - a) * P.norm[j] + 2 * a * (1 - a) * KW(point, j) + a * a * self()[point];
      for (Index h = 0; h < size(); ++h) KW(h, j) += a * (K(h, 0) - KW(h, j));
    }
    change(P, KW);
  }
  Prototypes spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& owner,
                    const Vector& weights) const override {
    const Matrix KZ = whole(Z);
    const Index k = H.rows(), starts = Z.count() / k;
    Matrix KW(size(), Z.count());
    BlockSums norms(size(), Z.count());
    for (Index begin = 0; begin < size(); begin += points_together)
      for (Index s = 0; s < starts; ++s) {
        const Index rows = std::min(points_together, size() - begin);
        KW.block(begin, s * k, rows, k).noalias() = KZ.block(begin, s * k, rows, k) * H;
        for (Index i = begin; i < begin + rows; ++i)
          norms.at(begin).segment(s * k, k) +=
              weights[i] * H.row(owner[static_cast<std::size_t>(i * starts + s)] - s * k)
                               .cwiseProduct(KW.row(i).segment(s * k, k));
      }
    return with(KW, spread_mass(Z.mass, H), norms.sum());
  }
  Prototypes select(const Prototypes& P, std::span<const Index> columns) const override {
    return with(whole(P)(Eigen::all, columns), P.mass(columns), P.norm(columns));
  }
  void put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const override {
    const Matrix KW = whole(from);
    Matrix own = whole(to);
    for (const Index j : columns) {
      own.col(j) = KW.col(j);
      to.mass[j] = from.mass[j];
      to.norm[j] = from.norm[j];
    }
    change(to, own);
  }

  void scan(const Prototypes& P, Range columns, const Visit& visit) const override {
    std::vector<std::thread> all;
    for (Index rank = Ranks::count - 1; rank >= 0; --rank)
      all.emplace_back([&, rank] {
        const Range own = ranks_->points(rank);
        for (Index b = (own.size() + points_together - 1) / points_together - 1; b >= 0; --b) {
          const Index begin = own.begin + b * points_together,
                      end = std::min(own.end, begin + points_together);
          Matrix buffer = Matrix::Constant(end - begin, columns.size() + 5, -1e300);
          for (Index i = begin; i < end; ++i)
            buffer.row(i - begin).segment(2, columns.size()) = row(P, rank, i, columns);
          Block D2(buffer.middleCols(2, columns.size()));
          visit({begin, end}, D2);
        }
      });
    for (std::thread& one : all) one.join();
  }
  void distances(const Prototypes& P, std::span<const Index> points, Range columns,
                 Matrix& D2) const override {
    D2.resize(static_cast<Index>(points.size()), columns.size());
    for (std::size_t r = 0; r < points.size(); ++r)
      D2.row(static_cast<Index>(r)) = row(P, ranks_->owner(points[r]), points[r], columns);
  }
  Matrix apart(const Matrix& W, const Prototypes& P) const override {
    Matrix products = W.transpose() * whole(P), D2(P.count(), P.count());
    for (Index j = 0; j < P.count(); ++j)
      for (Index l = 0; l < P.count(); ++l) products(j, l) /= P.mass[j] * P.mass[l];
    for (Index j = 0; j < P.count(); ++j)
      for (Index l = 0; l < P.count(); ++l)
        D2(j, l) = std::max(0.0, products(j, j) + products(l, l) - products(j, l) - products(l, j));
    return D2;
  }
  // Points know each other without any sums.
  void to_points(std::span<const Index> points, Matrix& D2, Control* control) const override {
    points_.to_points(points, D2, control);
  }
  void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const override {
    points_.between(rows, points, D2);
  }

 private:
  // The number of the rows; a copy of it is a copy of them, and they go when it goes.
  struct Ticket final : Sums {
    Ticket(std::shared_ptr<Ranks> where, const Matrix& KW)
        : ranks(std::move(where)), number(ranks->put(KW)) {}
    Ticket(const Ticket& other)
        : Sums(other), ranks(other.ranks), number(ranks->put(ranks->whole(other.number))) {}
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() override { ranks->drop(number); }
    std::shared_ptr<Ranks> ranks;
    int number;
  };
  Prototypes with(const Matrix& KW, Vector mass, Vector norm) const {
    return {std::make_shared<Ticket>(ranks_, KW), std::move(mass), std::move(norm)};
  }
  Matrix whole(const Prototypes& P) const { return ranks_->whole(read_sums<Ticket>(P).number); }
  void change(Prototypes& P, const Matrix& KW) const {
    Ticket& own = write_sums<Ticket>(P);
    ranks_->drop(std::exchange(own.number, ranks_->put(KW)));
  }
  // Of a point that the rank owns
  Eigen::RowVectorXd row(const Prototypes& P, Index rank, Index i, Range columns) const {
    const Matrix& KW = ranks_->part(read_sums<Ticket>(P).number, rank);
    Eigen::RowVectorXd out(columns.size());
    for (Index j = columns.begin; j < columns.end; ++j) {
      const bool full = P.mass[j] > 0;
      const double twice = full ? 2 / P.mass[j] : 0;
      out[j - columns.begin] = self()[i] - twice * KW(i - ranks_->points(rank).begin, j) +
                               (full ? P.squared_norm(j) : std::numeric_limits<double>::infinity());
    }
    return out;
  }

  std::shared_ptr<const Gram> gram_;
  GramSpace points_;
  std::shared_ptr<Ranks> ranks_;
};

}  // namespace mercer::test
