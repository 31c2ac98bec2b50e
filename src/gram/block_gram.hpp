// What every Gram of explicit entries shares: products over tiles, in a fixed order.
//
// The points are cut into blocks; a tile holds the kernel between some rows and one block. A product with all
// points visits each pair of blocks once, because K is symmetric: the tile K(I, J) adds to the sums of J and,
// transposed, to those of I. A product with some rows only goes block by block. Either way the bits of a
// product depend neither on the number of threads nor on the schedule. A tile is T (float or double); sums
// leave it as double.
//
// A rank owns a stretch of blocks and keeps their sums. A tile between two ranks is computed by one of them,
// which sends the other one its part (pair_sums.hpp); a product with a few rows needs no other rank, one with
// many rows is shared as the ranks' pace says (batch_sums.hpp).
#pragma once

#include <functional>
#include <mutex>

#include "core/aligned.hpp"
#include "core/pace.hpp"
#include "core/parallel.hpp"
#include "gram/gram.hpp"

namespace mercer {

template <class T>
class BlockGram : public Gram {
 public:
  Range rows() const final { return ranks().rows(size(), stretch()); }
  bool divided() const final { return !ranks_.alone() && size() > stretch(); }
  void apply(const Matrix& W, Matrix& KW, Control* control = nullptr) const final;
  void update(const SparseRows& dW, Matrix& KW, Control* control = nullptr) const final;
  void columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const final;
  void own_columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const final;
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const final;

  double epsilon() const final { return static_cast<double>(std::numeric_limits<T>::epsilon()); }

  // The tiles K(I, J) of all blocks I <= J, each row by row into place(I, J).
  void store(const std::function<T*(Index, Index)>& place, Control* control) const;

  static constexpr Index tile_rows = 128;
  // Points of a block: few enough that a tile stays in the cache, and that many threads find work; a power of
  // two, so that a stretch of points is whole blocks of either kind.
  static Index block_width(Index n);
  Index blocks() const { return (size() + block_width(size()) - 1) / block_width(size()); }
  Range block_range(Index b) const;
  // Bytes of scratch that a product needs for each thread, at `columns` columns and `dimensions` of the
  // points.
  static std::uint64_t scratch_bytes(Index n, Index columns, Index dimensions);

 protected:
  // What a thread keeps from tile to tile; a backend may add to it.
  struct Scratch {
    virtual ~Scratch() = default;
    AlignedVector<T> values;     // tile_rows x block width, for backends that compute
    std::vector<const T*> rows;  // of the tile
    AlignedVector<T> flipped;    // the tile, transposed
    AlignedVector<T> sums;       // of the columns' block
    AlignedVector<T> weights, own_weights;
  };
  virtual std::unique_ptr<Scratch> make_scratch() const { return std::make_unique<Scratch>(); }
  // scratch.rows[r] = K(rows[r], columns), at most tile_rows of them; `columns` is a block
  virtual void tile(std::span<const Index> rows, Range columns, Scratch& scratch) const = 0;
  // B(r, c) = K(rows[r], points[c])
  virtual void entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const = 0;
  // Whether this rank has all tiles, and not only those of its own blocks.
  virtual bool has_all_tiles() const { return true; }
  // The ranks that share the work; none if there is only one stretch of points.
  Ranks ranks() const { return divided() ? ranks_ : Ranks(nullptr); }

 private:
  class Lease;  // of a scratch
  // Points that are never cut in two among ranks.
  Index stretch() const { return std::max(points_together, block_width(size())); }
  Range own_blocks(int rank) const;
  Range own_blocks() const { return own_blocks(ranks().rank()); }
  template <class F, class Down, class Across>
  void sum_pairs(Index columns, std::string_view phase, Control* control, F&& f, Down&& add_down,
                 Across&& add_across) const;
  template <class F, class Add>
  void sum_batches(Index batches, Index columns, Index rows, Control* control, F&& f, Add&& add) const;
  template <class F>
  void for_blocks(Range blocks, Index rows, std::string_view phase, Control* control, F&& f) const;
  void fill_columns(std::span<const Index> points, Range some, Index first_row, Matrix& C,
                    Control* control) const;
  template <class F>
  void for_pieces(std::span<const Index> rows, Range columns, Scratch& scratch, F&& f) const;
  void update_all(const SparseRows& dW, Matrix& KW, Control* control) const;
  void update_some(const SparseRows& dW, Matrix& KW, Control* control) const;

  Ranks ranks_;        // of the thread that made it
  mutable Pace pace_;  // at which they compute tiles
  mutable std::mutex guard_;
  mutable std::vector<std::unique_ptr<Scratch>> idle_;
};

}  // namespace mercer
