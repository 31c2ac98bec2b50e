// What every Gram of explicit entries shares: products over tiles, in a fixed order.
//
// Points are cut into tiles of `tile_width` columns; a tile's sums belong to one thread, rows come in chunks
// of `chunk_rows`, and within a chunk they are added one after the other. So the bits of a product depend
// neither on the number of threads nor on the schedule. A tile is T (float or double); sums leave it as
// double.
#pragma once

#include "gram/gram.hpp"

namespace mercer {

template <class T>
class BlockGram : public Gram {
 public:
  void apply(const Matrix& W, Matrix& KW) const final;
  void update(const SparseRows& dW, Matrix& KW) const final;
  void columns(std::span<const Index> points, Matrix& C) const final;
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const final;

  double epsilon() const final { return static_cast<double>(std::numeric_limits<T>::epsilon()); }

  // The whole matrix.
  void store(MatrixOf<T>& K) const;

  static constexpr Index tile_width = 512;
  static constexpr Index tile_rows = 128;
  static constexpr Index chunk_rows = 2048;
  // Bytes of scratch that a product needs for each thread, at `columns` columns and `dimensions` of the
  // points.
  static std::uint64_t scratch_bytes(Index columns, Index dimensions);

  // What a backend prepares for some rows before their tiles are asked for, and for itself a thread.
  struct Rows {
    virtual ~Rows() = default;
    std::span<const Index> indices;
  };
  struct Scratch {
    virtual ~Scratch() = default;
    std::vector<T> values;  // tile_rows x tile_width, for backends that compute
    std::vector<T> sums;    // of a tile, column by column
  };

 protected:
  virtual std::unique_ptr<Rows> prepare(std::span<const Index> rows) const = 0;
  virtual std::unique_ptr<Scratch> scratch() const { return std::make_unique<Scratch>(); }
  // pointers[r] = K(rows[first + r], begin .. end-1), for r < count <= tile_rows
  virtual void tile(const Rows& rows, Index first, Index count, Index begin, Index end, Scratch& scratch,
                    std::vector<const T*>& pointers) const = 0;
  // B(r, c) = K(rows[r], points[c])
  virtual void entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const = 0;

 private:
  std::vector<Index> all_points() const;
  template <class PerTile>
  void for_tiles(std::span<const Index> rows, std::string_view phase, PerTile&& per_tile) const;
};

}  // namespace mercer
