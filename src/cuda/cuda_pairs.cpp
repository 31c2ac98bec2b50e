// Searches over all pairs of points on a GPU of NVIDIA.
#include <cmath>
#include <limits>

#include "cuda/context.hpp"
#include "cuda/devices.hpp"
#include "cuda/pairs.hpp"
#include "kernels/points.hpp"

namespace mercer {
namespace {

using namespace device;

// Points there, in double as they are and in float about a centre.
class PairPoints {
 public:
  PairPoints(Context& context, const Data& data, const Vector& centre)
      : n_(static_cast<int>(data.size())),
        x_(static_cast<std::size_t>(data.size() * data.dimensions()), context.held, "points"),
        y_(x_.size(), context.held, "points"),
        low_(static_cast<std::size_t>(data.size()), context.held, "norms") {
    const auto d = static_cast<float>(data.dimensions());
    // As in neighbors/blocked.cpp: x.x + y.y - 2 x.y errs by less than error (x.x + y.y).
    const float error = (3 * d + 32) * std::numeric_limits<float>::epsilon() / 2,
                least = d * std::numeric_limits<float>::min();
    constexpr Index together = 1 << 15;
    PointBlock<float> block;
    for (Index begin = 0; begin < data.size(); begin += together) {
      const Index end = std::min(data.size(), begin + together);
      pack(data, centre, begin, end, block);
      for (const float norm : block.norms) largest_ = std::max(largest_, norm);
      const std::size_t first = static_cast<std::size_t>(begin * data.dimensions());
      context.send(y_.data() + first, block.values.data(), block.values.size());
      context.send(low_.data() + begin, block.norms.size(),
                   [&](std::size_t i) { return block.norms[i] * (1 - error) - least; });
      send_rows(context, data, begin, end, x_.data() + first);
    }
  }
  // Whether squares in float neither overflow nor vanish.
  bool in_range() const { return largest_ > 1e-20F && largest_ < 1e30F; }
  PairSide all() const { return {x_.data(), y_.data(), low_.data(), nullptr, n_}; }
  PairSide picked(const int* pick, int count) const {
    return {x_.data(), y_.data(), low_.data(), pick, count};
  }

 private:
  static void send_rows(Context& context, const Data& data, Index begin, Index end, double* to) {
    const Index d = data.dimensions();
    data.visit([&]<class V>(const V& v) {
      if constexpr (!std::is_same_v<V, SparseMatrix>)
        context.send(to, static_cast<std::size_t>((end - begin) * d), [&](std::size_t at) {
          const auto e = static_cast<Index>(at);
          return static_cast<double>(v.row(begin + e / d)[e % d]);
        });
    });
  }
  int n_;
  Array<double> x_;
  Array<float> y_, low_;
  float largest_ = 0;
};

// Pairs that one launch compares, so that a stop is heard between launches.
constexpr double pairs_together = 2e10;
int rows_together(int others) {
  return static_cast<int>(std::clamp(pairs_together / std::max(1, others), 64., 1e9)) / 64 * 64;
}

class CudaOutside final : public OutsideSearch {
 public:
  CudaOutside(std::shared_ptr<Context> context, const Data& points, const Vector& core)
      : context_(std::move(context)),
        n_(static_cast<int>(points.size())),
        d_(static_cast<int>(points.dimensions())),
        points_(*context_, points, centre_of(points)),
        core_(static_cast<std::size_t>(core.size()), context_->held, "core distances"),
        component_(static_cast<std::size_t>(n_), context_->held, "components") {
    if (core.size() > 0) context_->send(core_.data(), core.data(), core_.size());
  }
  bool in_range() const { return points_.in_range(); }

  std::vector<LightEdge> lightest(const std::vector<int>& of,
                                  const std::vector<int>& component) const override {
    const auto lock = context_->enter();
    const std::size_t count = of.size();
    context_->send(component_.data(), component.data(), component.size());
    int* asked = asked_.grow(2 * count, context_->held);
    double* found = found_.grow(2 * count, context_->held);
    context_->send(asked, of.data(), count);
    const int each = rows_together(n_);
    for (int first = 0; first < static_cast<int>(count); first += each) {
      const int part = std::min(each, static_cast<int>(count) - first);
      lightest_edges(
          points_.picked(asked + first, part), points_.all(), d_,
          {component_.data(), core_.data(), found + first, found + count + first, asked + count + first},
          context_->stream());
    }
    ++context_->use.passes;
    context_->use.values += count * static_cast<std::uint64_t>(n_);
    std::vector<double> lengths(2 * count);
    std::vector<int> others(count);
    context_->fetch(lengths.data(), found, lengths.size());
    context_->fetch(others.data(), asked + count, count);
    std::vector<LightEdge> out(count);
    for (std::size_t e = 0; e < count; ++e) out[e] = {lengths[e], lengths[count + e], others[e]};
    return out;
  }

 private:
  std::shared_ptr<Context> context_;  // outlives the arrays
  int n_, d_;
  PairPoints points_;
  Array<double> core_;
  Array<int> component_;
  mutable Array<int> asked_;
  mutable Array<double> found_;
};

class CudaPairs final : public DevicePairs {
 public:
  explicit CudaPairs(int number) : number_(number) {}

  std::optional<Neighbors> nearest(const Data& queries, const Data& points, Index k,
                                   bool among_others) const override {
    if (points.is_sparse() || points.dimensions() == 0 || k > most_near) return std::nullopt;
    Context& context = *opened();
    const auto lock = context.enter();
    const Vector centre = centre_of(points);
    const PairPoints across(context, points, centre);
    std::optional<PairPoints> down;
    if (!among_others) down.emplace(context, queries, centre);
    const PairPoints& asking = down ? *down : across;
    if (!across.in_range() || !asking.in_range()) return std::nullopt;
    return search(context, queries.size(), points.dimensions(), asking, across, k, among_others);
  }
  std::unique_ptr<OutsideSearch> outside(const Data& points, const Vector& core) const override {
    if (points.is_sparse() || points.dimensions() == 0) return nullptr;
    const auto context = opened();
    const auto lock = context->enter();
    auto out = std::make_unique<CudaOutside>(context, points, core);
    if (!out->in_range()) return nullptr;
    return out;
  }
  DeviceUse use() const override {
    if (!context_) return {};
    DeviceUse out = context_->use;
    out.memory_bytes = context_->held.most;
    return out;
  }

 private:
  std::shared_ptr<Context> opened() const {
    if (!context_) context_ = std::make_shared<Context>(number_);
    return context_;
  }
  static Neighbors search(Context& context, Index queries, Index d, const PairPoints& asking,
                          const PairPoints& across, Index k, bool among_others) {
    Neighbors out{MatrixOf<int>(queries, k), Matrix(queries, k)};
    const int points = across.all().count;
    const Index each = std::min<Index>(queries, rows_together(points));
    Array<double> d2(static_cast<std::size_t>(each * k), context.held, "neighbours");
    Array<int> index(d2.size(), context.held, "neighbours");
    for (Index first = 0; first < queries; first += each) {
      const Index count = std::min(each, queries - first);
      near_points(asking.all(), across.all(), static_cast<int>(d), static_cast<int>(first),
                  static_cast<int>(count), static_cast<int>(k), among_others, d2.data(), index.data(),
                  context.stream());
      context.fetch(out.indices.row(first).data(), index.data(), static_cast<std::size_t>(count * k));
      context.fetch(out.distances.row(first).data(), d2.data(), static_cast<std::size_t>(count * k));
    }
    out.distances = out.distances.cwiseSqrt();
    ++context.use.passes;
    context.use.values += static_cast<std::uint64_t>(queries) * static_cast<std::uint64_t>(points);
    return out;
  }

  int number_;
  mutable std::shared_ptr<Context> context_;
};

}  // namespace

std::unique_ptr<DevicePairs> cuda_pairs(int number) { return std::make_unique<CudaPairs>(number); }

}  // namespace mercer
