#include "neighbors/blocked.hpp"

#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>

#include "core/find_near.hpp"
#include "core/parallel.hpp"
#include "kernels/points.hpp"
#include "neighbors/candidates.hpp"

namespace mercer {
namespace {

constexpr Index piece_rows = 128, tile_width = 512, largest_band = 4 * tile_width;

// The most products that one inner product sums up.
Index terms(const Data& data) {
  if (!data.is_sparse()) return data.dimensions();
  Index most = 0;
  for (Index i = 0; i < data.size(); ++i)
    most = std::max<Index>(most, data.sparse().outerIndexPtr()[i + 1] - data.sparse().outerIndexPtr()[i]);
  return most;
}

double largest_norm(const Data& data, const Vector& centre) {
  Vector largest = Vector::Zero((data.size() + tile_width - 1) / tile_width);
  parallel_rows(data.size(), tile_width, [&](Index begin, Index end) {
    PointBlock<double> block;
    pack(data, centre, begin, end, block);
    largest[begin / tile_width] = *std::max_element(block.norms.begin(), block.norms.end());
  });
  return largest.maxCoeff();
}

// |x-y|^2 = x.x + y.y - 2 x.y comes out of the arithmetic T with an error below e (x.x + y.y): coordinates
// are rounded, then products are summed one by one. Norms that are shrunk by e give lower bounds of
// distances.
//
// Among the points themselves each pair is looked at once, for both its points. Threads then meet at the
// candidates of a tile, which has a lock; their order of arrival does not matter to the k nearest. Ranks look
// at all pairs of their own points: that takes twice as long, but no rank waits for hits of another.
template <class T>
class BlockedSearch {
 public:
  BlockedSearch(const Data& queries, const Data& points, Vector centre, Index k, bool among_others,
                double grain)
      : queries_(queries),
        points_(points),
        centre_(std::move(centre)),
        k_(k),
        among_others_(among_others),
        error_(static_cast<T>(3 * terms(points) + 32) * std::numeric_limits<T>::epsilon() / 2),
        least_(static_cast<T>(terms(points)) * std::numeric_limits<T>::min() + static_cast<T>(2 * grain)),
        candidates_(queries.size(), k),
        locks_(static_cast<std::size_t>((queries.size() + tile_width - 1) / tile_width)),
        measure_{queries, points, grain} {}

  // False when more than `most` distances had to be measured: the arithmetic is too coarse for these points.
  bool search(double most) {
    most_ = most;
    if (among_others_) seed_bounds();
    const Range own = ranks_.rows(queries_.size(), tile_width);
    const Index n = own.size(), share = n / (Index{8} * thread_count()) / tile_width * tile_width;
    parallel_rows(n, std::clamp(share, tile_width, largest_band),
                  [&](Index begin, Index end) { search_band(own.begin + begin, own.begin + end); });
    const auto all = ranks_.gather_list<std::int64_t>({measured_});
    return static_cast<double>(std::accumulate(all.begin(), all.end(), std::int64_t{0})) <= most_;
  }

  Neighbors finish() {
    Neighbors out{MatrixOf<int>(queries_.size(), k_), Matrix(queries_.size(), k_)};
    const auto fill = [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        const auto nearest = candidates_.finish(i, measure_);
        for (Index c = 0; c < k_; ++c) {
          out.indices(i, c) = nearest[static_cast<std::size_t>(c)].index;
          out.distances(i, c) = std::sqrt(nearest[static_cast<std::size_t>(c)].d2);
        }
      }
    };
    divided_rows(queries_.size(), tile_width, fill, out.indices, out.distances);
    return out;
  }

 private:
  struct Hit {
    Index row;
    Candidate<T> candidate;
  };
  // What a thread needs for a tile.
  struct Scratch {
    PointBlock<T> points;
    std::vector<T> low_norms, values, row_bounds, column_bounds;
    std::vector<int> found;
    std::vector<Hit> row_hits, column_hits;
  };

  // Whether the arithmetic is too coarse, or nobody waits for the result any more.
  bool ends() const {
    return abandoned(watching()) || static_cast<double>(measured_.load(std::memory_order_relaxed)) > most_;
  }
  std::mutex& lock_of(Index row) { return locks_[static_cast<std::size_t>(row / tile_width)]; }
  T low(T norm) const { return norm * (1 - error_) - least_; }
  T slack(T xx, T yy) const { return 2 * (error_ * (xx + yy) + least_); }

  // The k-th upper bound among a few points near in number bounds the k-th distance among all.
  void seed_bounds() {
    const Index group = std::max<Index>(256, 4 * k_);
    if (group > 2048) return;
    parallel_rows(queries_.size(), group, [&](Index begin, Index end) {
      const Index count = end - begin;
      if (count <= k_) return;
      PointBlock<T> block;
      pack(points_, centre_, begin, end, block);
      std::vector<T> values(static_cast<std::size_t>(count * count));
      products(block, block, values.data(), count);
      std::vector<T> uppers;
      for (Index r = 0; r < count; ++r) {
        uppers.clear();
        for (Index c = 0; c < count; ++c) {
          const T xx = block.norms[static_cast<std::size_t>(r)],
                  yy = block.norms[static_cast<std::size_t>(c)];
          if (c != r)
            uppers.push_back(low(xx) + low(yy) - 2 * values[static_cast<std::size_t>(r * count + c)] +
                             slack(xx, yy));
        }
        const auto last = uppers.begin() + (k_ - 1);
        std::nth_element(uppers.begin(), last, uppers.end());
        candidates_.tighten(begin + r, *last);
      }
    });
  }

  void search_band(Index begin, Index end) {
    std::vector<PointBlock<T>> pieces(static_cast<std::size_t>((end - begin + piece_rows - 1) / piece_rows));
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const Index from = begin + static_cast<Index>(p) * piece_rows;
      pack(queries_, centre_, from, std::min(end, from + piece_rows), pieces[p]);
    }
    Scratch mine;
    mine.values.resize(static_cast<std::size_t>(piece_rows * tile_width));
    mine.found.resize(static_cast<std::size_t>(tile_width));
    const Index n = points_.size();
    for (Index from = each_once_ ? begin : 0; from < n && !ends(); from += tile_width) {
      const Index to = std::min(n, from + tile_width);
      pack(points_, centre_, from, to, mine.points);
      index_features(mine.points);
      mine.low_norms.clear();
      for (T norm : mine.points.norms) mine.low_norms.push_back(low(norm));
      for (std::size_t p = 0; p < pieces.size(); ++p) {
        const Index first = begin + static_cast<Index>(p) * piece_rows;
        if (!each_once_ || first < to) search_tile(pieces[p], first, from, mine);
      }
    }
  }

  void search_tile(const PointBlock<T>& piece, Index first, Index from, Scratch& mine) {
    products(piece, mine.points, mine.values.data(), tile_width);
    copy_bounds(first, piece.count, mine.row_bounds);
    if (each_once_) copy_bounds(from, mine.points.count, mine.column_bounds);
    mine.row_hits.clear();
    mine.column_hits.clear();
    for (Index r = 0; r < piece.count; ++r) search_row(piece, first, r, from, mine);
    add(first, mine.row_hits);
    add(from, mine.column_hits);
  }

  void search_row(const PointBlock<T>& piece, Index first, Index r, Index from, Scratch& mine) {
    const T* values = mine.values.data() + r * tile_width;
    const T xx = piece.norms[static_cast<std::size_t>(r)],
            bound = mine.row_bounds[static_cast<std::size_t>(r)];
    const Index found = find_near(values, mine.points.count, low(xx), mine.low_norms.data(), bound,
                                  each_once_ ? mine.column_bounds.data() : nullptr, mine.found.data());
    const Index i = first + r;
    for (Index f = 0; f < found; ++f) {
      const auto c = static_cast<std::size_t>(mine.found[static_cast<std::size_t>(f)]);
      const Index h = from + static_cast<Index>(c);
      if (among_others_ && (each_once_ ? h <= i : h == i)) continue;
      const T lower = low(xx) + mine.low_norms[c] - 2 * values[c];
      const T upper = lower + slack(xx, mine.points.norms[c]);
      if (lower <= bound) mine.row_hits.push_back({i, {lower, upper, static_cast<int>(h)}});
      if (each_once_ && lower <= mine.column_bounds[c])
        mine.column_hits.push_back({h, {lower, upper, static_cast<int>(i)}});
    }
  }

  void copy_bounds(Index first, Index count, std::vector<T>& out) {
    const std::lock_guard lock(lock_of(first));
    out.assign(candidates_.bounds() + first, candidates_.bounds() + first + count);
  }
  // All rows of the hits lie in one tile.
  void add(Index first, const std::vector<Hit>& hits) {
    if (hits.empty()) return;
    std::size_t measured = 0;
    {
      const std::lock_guard lock(lock_of(first));
      for (const Hit& hit : hits) measured += candidates_.add(hit.row, hit.candidate, measure_);
    }
    if (measured > 0) measured_ += static_cast<std::int64_t>(measured);
  }

  const Data& queries_;
  const Data& points_;
  Vector centre_;
  Index k_;
  bool among_others_;
  Ranks ranks_;
  bool each_once_ = among_others_ && ranks_.alone();  // each pair for both its points
  T error_, least_;
  double most_ = 0;
  Candidates<T> candidates_;
  std::vector<std::mutex> locks_;
  std::atomic<std::int64_t> measured_{0};
  struct {
    const Data &queries, &points;
    double grain;
    void operator()(Index row, std::span<Measured> others) const {
      measure(queries, row, points, others);
      if (grain > 0)
        for (Measured& other : others) other.d2 = grain * std::round(other.d2 / grain);
    }
  } measure_;
};

}  // namespace

Neighbors blocked_neighbors(const Data& queries, const Data& points, Index k, bool among_others,
                            double grain) {
  const Vector centre = centre_of(points);
  const double norm = std::max(largest_norm(queries, centre), largest_norm(points, centre));
  // Squares of float must neither overflow nor vanish.
  if (norm > 1e-20 && norm < 1e30) {
    BlockedSearch<float> search(queries, points, centre, k, among_others, grain);
    const double pairs = static_cast<double>(queries.size()) * static_cast<double>(points.size());
    if (search.search(pairs / 64 + 1e6)) return search.finish();
  }
  BlockedSearch<double> search(queries, points, centre, k, among_others, grain);
  search.search(std::numeric_limits<double>::infinity());
  return search.finish();
}

}  // namespace mercer
