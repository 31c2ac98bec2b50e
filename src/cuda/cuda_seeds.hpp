// Distances to the nearest seed in the memory of a GPU.
#pragma once

#include <functional>
#include <memory>

#include "core/parallel.hpp"
#include "cuda/context.hpp"
#include "cuda/seeds.hpp"
#include "space/seeding.hpp"

namespace mercer::device {

// Kernel values of the rows with some points, which it sends: where they are then; row by row into `out`.
using ValuesOf = std::function<const int*(std::span<const Index> points, double* out)>;

class CudaSeeds final : public NearSeeds {
 public:
  CudaSeeds(std::shared_ptr<Context> context, const double* self, Range rows, ValuesOf values,
            const Vector& weights, Index starts)
      : context_(std::move(context)),
        values_(std::move(values)),
        first_block_(rows.begin / points_together),
        starts_(starts),
        weights_(static_cast<std::size_t>(rows.size()), context_->held, "weights"),
        d_(static_cast<std::size_t>(rows.size() * starts), context_->held, "distances to seeds"),
        x_{static_cast<int>(rows.begin), static_cast<int>(rows.size()), self, weights_.data()} {
    static_assert(seed_block == points_together);
    const auto lock = context_->enter();
    context_->send(weights_.data(), weights.data() + rows.begin, static_cast<std::size_t>(rows.size()));
    context_->send(d_.data(), d_.size(), [](std::size_t) { return 1.; });
  }

  Matrix shares() const override {
    const auto lock = context_->enter();
    return sums(starts_, [&](double* to) {
      seed_shares(x_, d_.data(), static_cast<int>(starts_), to, context_->stream());
    });
  }
  std::vector<Index> find(std::span<const Draw> draws) const override {
    if (draws.empty()) return {};
    const auto lock = context_->enter();
    SeedDraw* there = draws_.grow(draws.size(), context_->held);
    int* found = found_.grow(draws.size(), context_->held);
    context_->send(there, draws.size(), [&](std::size_t e) {
      return SeedDraw{static_cast<int>(draws[e].start),
                      static_cast<int>((draws[e].block - first_block_) * points_together), draws[e].left};
    });
    seed_find(x_, d_.data(), there, static_cast<int>(draws.size()), found, context_->stream());
    std::vector<int> points(draws.size());
    context_->fetch(points.data(), found, points.size());
    return {points.begin(), points.end()};
  }
  Matrix remaining(std::span<const Index> candidates, Control*) override {
    const auto lock = context_->enter();
    const auto columns = columns_ = static_cast<Index>(candidates.size());
    double* D2 = D2_.grow(static_cast<std::size_t>(x_.count * columns), context_->held, "distances");
    const int* points = values_(candidates, D2);
    return sums(columns, [&](double* to) {
      seed_remaining(x_, D2, points, static_cast<int>(columns), d_.data(),
                     static_cast<int>(columns / starts_), seeded_, to, context_->stream());
    });
  }
  void take(std::span<const Index> chosen) override {
    const auto lock = context_->enter();
    int* there = found_.grow(chosen.size(), context_->held);
    context_->send(there, chosen.size(), [&](std::size_t s) { return static_cast<int>(chosen[s]); });
    seed_take(x_, D2_.data(), static_cast<int>(columns_), there, static_cast<int>(starts_), seeded_,
              d_.data(), context_->stream());
    seeded_ = true;
  }

 private:
  // f fills `columns` sums for each block.
  template <class F>
  Matrix sums(Index columns, F&& f) const {
    Matrix out((x_.count + points_together - 1) / points_together, columns);
    double* there = sums_.grow(static_cast<std::size_t>(out.size()), context_->held);
    f(there);
    context_->fetch(out.data(), there, static_cast<std::size_t>(out.size()));
    return out;
  }
  std::shared_ptr<Context> context_;  // outlives the arrays
  ValuesOf values_;
  Index first_block_, starts_;
  Index columns_ = 0;  // of the last candidates
  bool seeded_ = false;
  Array<double> weights_, d_, D2_;
  mutable Array<double> sums_;
  mutable Array<SeedDraw> draws_;
  mutable Array<int> found_;
  SeedRows x_;
};

}  // namespace mercer::device
