#include "space/seeding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"

namespace mercer {
namespace {

// In this process's memory.
class NearSeedsHere final : public NearSeeds {
 public:
  NearSeedsHere(Range own, ToPoints distances, const Vector& weights, Index starts)
      : own_(own),
        distances_(std::move(distances)),
        w_(weights.segment(own.begin, own.size())),
        d_(Matrix::Ones(starts, own.size())) {}

  Matrix shares() const override {
    return sums_of_blocks(d_.rows(), [&](Index begin, Index end, auto&& sum) {
      for (Index r = 0; r < d_.rows(); ++r)
        sum[r] = d_.row(r).segment(begin, end - begin).dot(w_.segment(begin, end - begin));
    });
  }

  std::vector<Index> find(std::span<const Draw> draws) const override {
    std::vector<Index> found;
    for (const Draw& draw : draws) {
      const Index begin = draw.block * points_together - own_.begin,
                  end = std::min(own_.size(), begin + points_together);
      double left = draw.left;
      Index last = begin;
      for (Index i = begin; i < end && left >= 0; ++i)
        if (const double share = w_[i] * d_(draw.start, i); share > 0) {
          last = i;
          left -= share;
        }
      found.push_back(own_.begin + last);
    }
    return found;
  }

  Matrix remaining(std::span<const Index> candidates, Control* control) override {
    // Emptied first: an Eigen matrix that gets no memory for another size would free the old one twice.
    if (D2_.cols() != std::ssize(candidates)) D2_.resize(0, 0);
    distances_(candidates, D2_, control);
    const Index starts = d_.rows(), each = D2_.cols() / starts;
    return sums_of_blocks(D2_.cols(), [&](Index begin, Index end, auto&& sum) {
      Vector own = Vector::Zero(D2_.cols());
      for (Index i = begin; i < end; ++i)  // rows of D2 as they lie in memory
        for (Index start = 0; start < starts; ++start) {
          const double so_far = seed_distance(start, i), *d2 = D2_.data() + i * D2_.cols() + start * each;
          for (Index c = 0; c < each; ++c)
            own[start * each + c] += w_[i] * std::min(so_far, std::max(0.0, d2[c]));
        }
      sum = own.transpose();
    });
  }

  void take(std::span<const Index> chosen) override {
    parallel_points(own_.size(), d_.rows(), [&](Index begin, Index end) {
      for (Index r = 0; r < d_.rows(); ++r)
        for (Index i = begin; i < end; ++i)
          d_(r, i) =
              std::min(seed_distance(r, i), std::max(0.0, D2_(i, chosen[static_cast<std::size_t>(r)])));
    });
    seeded_ = true;
  }

 private:
  double seed_distance(Index start, Index i) const {
    return seeded_ ? d_(start, i) : std::numeric_limits<double>::infinity();
  }
  // f(begin, end, row) fills a row for each block.
  template <class F>
  Matrix sums_of_blocks(Index columns, F&& f) const {
    Matrix sums = Matrix::Zero((own_.size() + points_together - 1) / points_together, columns);
    parallel_points(own_.size(), 4 * columns,
                    [&](Index begin, Index end) { f(begin, end, sums.row(begin / points_together)); });
    return sums;
  }
  Range own_;
  ToPoints distances_;
  Vector w_;
  Matrix d_, D2_;
  bool seeded_ = false;
};

}  // namespace

std::unique_ptr<NearSeeds> near_seeds_here(Range own, ToPoints distances, const Vector& weights,
                                           Index starts) {
  return std::make_unique<NearSeedsHere>(own, std::move(distances), weights, starts);
}

Matrix Seeding::all_blocks(Matrix own) const {
  if (ranks_.alone()) return own;
  const std::vector<double> all =
      ranks_.gather_list(std::vector<double>(own.data(), own.data() + own.size()));
  return Eigen::Map<const Matrix>(all.data(), static_cast<Index>(all.size()) / own.cols(), own.cols());
}

std::vector<Index> Seeding::find(std::span<const Draw> draws) const {
  struct Found {
    Index draw, point;
  };
  std::vector<Draw> mine;
  std::vector<Found> found;
  for (std::size_t e = 0; e < draws.size(); ++e)
    if (const Index first = draws[e].block * points_together; first >= own_.begin && first < own_.end) {
      mine.push_back(draws[e]);
      found.push_back({static_cast<Index>(e), 0});
    }
  const std::vector<Index> points = near_->find(mine);
  for (std::size_t e = 0; e < found.size(); ++e) found[e].point = points[e];
  std::vector<Index> all(draws.size());
  for (const auto& list : ranks_.gather_lists(found))
    for (const auto& [draw, point] : list) all[static_cast<std::size_t>(draw)] = point;
  return all;
}

Labels nearest_columns(const Matrix& D2) {
  Labels labels(static_cast<std::size_t>(D2.rows()), 0);
  parallel_points(D2.rows(), D2.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      Index nearest = 0;
      D2.row(i).minCoeff(&nearest);
      labels[static_cast<std::size_t>(i)] = static_cast<int>(nearest);
    }
  });
  return labels;
}

}  // namespace mercer
