#include "gram/block_gram.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/parallel.hpp"
#include "core/vector_math.hpp"
#include "gram/batch_sums.hpp"
#include "gram/grouped.hpp"
#include "gram/pair_sums.hpp"

namespace mercer {
namespace {

template <class T>
T* zeros(AlignedVector<T>& values, Index count) {
  values.assign(static_cast<std::size_t>(count), T(0));
  return values.data();
}

// KW(rows from `first` on, columns of the slots) += sums of `count` points, which lie slot by slot
template <class T>
void add_sums(const T* sums, Index first, Index count, const Slots& slots, Matrix& KW) {
  for (Index i = 0; i < count; ++i)
    for (Index s = 0; s < slots.count(); ++s)
      KW(first + i, slots.columns[static_cast<std::size_t>(s)]) += static_cast<double>(sums[s * count + i]);
}

// W(points, :) in the arithmetic of the tile
template <class T>
const T* cast_rows(const Matrix& W, Range points, AlignedVector<T>& out) {
  out.resize(static_cast<std::size_t>(points.size() * W.cols()));
  Eigen::Map<MatrixOf<T>>(out.data(), points.size(), W.cols()) =
      W.middleRows(points.begin, points.size()).template cast<T>();
  return out.data();
}

// The same, column by column
template <class T>
const T* cast_columns(const Matrix& W, Range points, AlignedVector<T>& out) {
  out.resize(static_cast<std::size_t>(points.size() * W.cols()));
  Eigen::Map<MatrixOf<T>>(out.data(), W.cols(), points.size()) =
      W.middleRows(points.begin, points.size()).transpose().template cast<T>();
  return out.data();
}

std::vector<Index> numbers(Range range) {
  std::vector<Index> all(static_cast<std::size_t>(range.size()));
  std::iota(all.begin(), all.end(), range.begin);
  return all;
}

}  // namespace

// Scratch is handed out and taken back: fresh memory would cost a page fault every few numbers.
template <class T>
class BlockGram<T>::Lease {
 public:
  explicit Lease(const BlockGram& gram) : gram_(gram) {
    const std::lock_guard lock(gram_.guard_);
    if (!gram_.idle_.empty()) {
      scratch_ = std::move(gram_.idle_.back());
      gram_.idle_.pop_back();
    }
    if (!scratch_) scratch_ = gram_.make_scratch();
  }
  ~Lease() {
    const std::lock_guard lock(gram_.guard_);
    gram_.idle_.push_back(std::move(scratch_));
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Scratch& operator*() const { return *scratch_; }

 private:
  const BlockGram& gram_;
  std::unique_ptr<Scratch> scratch_;
};

template <class T>
Index BlockGram<T>::block_width(Index n) {
  constexpr Index most = 512, blocks = 48;
  Index width = tile_rows;
  while (width < most && n > width * blocks) width *= 2;
  return width;
}

template <class T>
Range BlockGram<T>::block_range(Index b) const {
  const Index width = block_width(size());
  return {b * width, std::min(size(), (b + 1) * width)};
}

template <class T>
std::uint64_t BlockGram<T>::scratch_bytes(Index n, Index columns, Index dimensions) {
  const Index width = block_width(n);
  const Index values = 2 * tile_rows * width + (tile_rows + width) * (dimensions + 2 * columns);
  return sizeof(T) * static_cast<std::uint64_t>(values);
}

template <class T>
Range BlockGram<T>::own_blocks(int rank) const {
  const Range own = ranks().rows(size(), stretch(), rank);
  const Index width = block_width(size());
  return {own.begin / width, (own.end + width - 1) / width};
}

// f(I, J, scratch, down, across) for all pairs of blocks I <= J, wherever they are computed: it fills the
// sums `down` of the points of J and, unless I = J, `across` of those of I, `columns` values for each. Those
// of this rank's points are then handed to add_down(J, sums) and add_across(I, sums), round after round; in a
// round every block has one.
template <class T>
template <class F, class Down, class Across>
void BlockGram<T>::sum_pairs(Index columns, std::string_view phase, Control* control, F&& f, Down&& add_down,
                             Across&& add_across) const {
  PairSums<T> sums(
      blocks(), ranks(), [&](int rank) { return own_blocks(rank); },
      [&](Index block) { return block_range(block).size() * columns; }, thread_count(), pace_);
  const auto cleared = [&](const auto& place, Index block) {
    T* const all = sums.at(place);
    std::fill_n(all, block_range(block).size() * columns, T(0));
    return all;
  };
  const double n = static_cast<double>(size());
  Progress progress(control, phase, sums.own_pairs());
  while (sums.next() && !progress.stopped()) {
    parallel_blocks(
        std::ssize(sums.tasks()),
        [&](Index number) {
          if (progress.stopped()) return;
          const auto& task = sums.tasks()[static_cast<std::size_t>(number)];
          const Lease lease(*this);
          T* const down = cleared(task.down, task.j);
          f(task.i, task.j, *lease, down, task.i == task.j ? nullptr : cleared(task.across, task.i));
          progress.done();
        },
        16 * n * n / static_cast<double>(sums.groups()));
    const auto width = static_cast<double>(block_width(size()));
    sums.exchange(static_cast<double>(sums.tasks().size()) * width * width);
    if (progress.stopped()) return;
    const Range own = own_blocks();
    parallel_blocks(
        own.size(),
        [&](Index b) {
          for (const auto& part : sums.parts_of(own.begin + b))
            part.across ? add_across(block_range(own.begin + b), sums.at(part.where))
                        : add_down(block_range(own.begin + b), sums.at(part.where));
        },
        n * static_cast<double>(columns));
  }
}

// f(J, scratch) for some blocks, for a product with `rows` rows.
template <class T>
template <class F>
void BlockGram<T>::for_blocks(Range some, Index rows, std::string_view phase, Control* control, F&& f) const {
  Progress progress(control, phase, some.size());
  parallel_blocks(
      some.size(),
      [&](Index j) {
        if (progress.stopped()) return;
        const Lease lease(*this);
        f(block_range(some.begin + j), *lease);
        progress.done();
      },
      16.0 * static_cast<double>(rows) * static_cast<double>(size()));
}

// f(first, count) for the rows of a tile, piece by piece, each in scratch.rows.
template <class T>
template <class F>
void BlockGram<T>::for_pieces(std::span<const Index> rows, Range columns, Scratch& scratch, F&& f) const {
  for (std::size_t first = 0; first < rows.size(); first += tile_rows) {
    ask_to_go_on();  // a block of all columns of wide points takes seconds
    const auto count = std::min<std::size_t>(tile_rows, rows.size() - first);
    tile(rows.subspan(first, count), columns, scratch);
    f(static_cast<Index>(first), static_cast<Index>(count));
  }
}

// KW_J += K_IJ' W_I,  KW_I += K_IJ W_J
template <class T>
void BlockGram<T>::apply(const Matrix& W, Matrix& KW, Control* control) const {
  const Index c = W.cols(), first_row = rows().begin;
  KW = Matrix::Zero(rows().size(), c);
  sum_pairs(
      c, "kernel product", control,
      [&](Index i, Index j, Scratch& mine, T* down_sums, T* across_sums) {
        const Range I = block_range(i), J = block_range(j);
        const T* down = cast_rows(W, I, mine.own_weights);
        const T* across = cast_columns(W, J, mine.weights);
        for_pieces(numbers(I), J, mine, [&](Index first, Index count) {
          add_products(mine.rows.data(), count, J.size(), down + first * c, c, down_sums);
          if (i != j) dot_products(mine.rows.data(), count, J.size(), across, c, across_sums + first * c);
        });
      },
      [&](Range J, const T* sums) {
        KW.middleRows(J.begin - first_row, J.size()) +=
            Eigen::Map<const MatrixOf<T>>(sums, c, J.size()).transpose().template cast<double>();
      },
      [&](Range I, const T* sums) {
        KW.middleRows(I.begin - first_row, I.size()) +=
            Eigen::Map<const MatrixOf<T>>(sums, I.size(), c).template cast<double>();
      });
}

template <class T>
void BlockGram<T>::update(const SparseRows& dW, Matrix& KW, Control* control) const {
  if (2 * static_cast<Index>(dW.rows.size()) > size() && std::is_sorted(dW.rows.begin(), dW.rows.end()))
    update_all(dW, KW, control);
  else
    update_some(dW, KW, control);
}

// KW_J += K_IJ' dW_I,  KW_I += K_IJ dW_J
template <class T>
void BlockGram<T>::update_all(const SparseRows& dW, Matrix& KW, Control* control) const {
  const Slots slots(dW.columns, KW.cols());
  std::vector<GroupedRows<T>> pieces;  // piece p: points p * tile_rows ...
  auto row = dW.rows.begin();
  for (Index begin = 0; begin < size(); begin += tile_rows) {
    const auto end = std::lower_bound(row, dW.rows.end(), begin + tile_rows);
    pieces.emplace_back(dW, row - dW.rows.begin(), end - dW.rows.begin(), slots, begin);
    row = end;
  }
  const auto piece = [&](Index point) -> const GroupedRows<T>& {
    return pieces[static_cast<std::size_t>(point / tile_rows)];
  };
  const Index first_row = rows().begin;
  sum_pairs(
      slots.count(), "kernel sums", control,
      [&](Index i, Index j, Scratch& mine, T* down, T* across) {
        const Range I = block_range(i), J = block_range(j);
        for_pieces(numbers(I), J, mine, [&](Index first, Index count) {
          piece(I.begin + first).add(mine.rows.data(), J.size(), down);
          if (i == j) return;
          mine.flipped.resize(static_cast<std::size_t>(J.size() * count));
          transpose(mine.rows.data(), count, J.size(), mine.flipped.data(), count);
          for (Index from = 0; from < J.size(); from += tile_rows) {
            std::array<const T*, tile_rows> flipped;
            for (Index r = 0; r < std::min(tile_rows, J.size() - from); ++r)
              flipped[static_cast<std::size_t>(r)] = mine.flipped.data() + (from + r) * count;
            piece(J.begin + from).add(flipped.data(), count, across + first * slots.count());
          }
        });
      },
      [&](Range J, const T* sums) { add_sums(sums, J.begin - first_row, J.size(), slots, KW); },
      [&](Range I, const T* sums) {
        for (Index first = 0; first < I.size(); first += tile_rows)
          add_sums(sums + first * slots.count(), I.begin - first_row + first,
                   std::min(tile_rows, I.size() - first), slots, KW);
      });
}

// f(batch, J, scratch, sums) for all batches and blocks J, wherever they are computed: it adds `columns`
// values for each point of J. Those of this rank's points are then handed to add(J, sums), batch after batch.
template <class T>
template <class F, class Add>
void BlockGram<T>::sum_batches(Index batches, Index columns, Index rows, Control* control, F&& f,
                               Add&& add) const {
  BatchSums<T> sums(
      blocks(), batches, ranks(), [&](int rank) { return own_blocks(rank); },
      [&](Index block) { return block_range(block).size() * columns; }, pace_);
  const Range own = own_blocks();
  const double n = static_cast<double>(size()),
               work = static_cast<double>(rows) / static_cast<double>(batches);
  Progress progress(control, "kernel sums", own.size() * batches);
  while (sums.next() && !progress.stopped()) {
    parallel_blocks(
        std::ssize(sums.tasks()),
        [&](Index number) {
          if (progress.stopped()) return;
          const auto& task = sums.tasks()[static_cast<std::size_t>(number)];
          const Lease lease(*this);
          const Range J = block_range(task.block);
          T* const place = sums.at(task.where);
          std::fill_n(place, J.size() * columns, T(0));
          f(task.batch, J, *lease, place);
          progress.done();
        },
        16 * n * work);
    sums.exchange(static_cast<double>(std::ssize(sums.tasks()) * block_width(size())) * work);
    if (progress.stopped()) return;
    parallel_blocks(
        own.size(),
        [&](Index b) {
          for (const auto& part : sums.parts_of(own.begin + b))
            add(block_range(own.begin + b), sums.at(part.where));
        },
        n * static_cast<double>(columns));
  }
}

// KW_J += K(rows, J)' dW
template <class T>
void BlockGram<T>::update_some(const SparseRows& dW, Matrix& KW, Control* control) const {
  constexpr Index together = 16 * tile_rows;  // rows that are summed before the sums are added to KW
  const Slots slots(dW.columns, KW.cols());
  const auto count = static_cast<Index>(dW.rows.size());
  std::vector<GroupedRows<T>> pieces;
  for (Index first = 0; first < count; first += tile_rows)
    pieces.emplace_back(dW, first, std::min(count, first + tile_rows), slots, -1);
  const Index batches = (count + together - 1) / together, first_row = rows().begin;
  const auto sum = [&](Index batch, Range J, Scratch& mine, T* sums) {
    const Index first = batch * together, some = std::min(together, count - first);
    for_pieces(std::span(dW.rows).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(some)), J,
               mine, [&](Index from, Index) {
                 pieces[static_cast<std::size_t>((first + from) / tile_rows)].add(mine.rows.data(), J.size(),
                                                                                  sums);
               });
  };
  const auto add = [&](Range J, const T* sums) { add_sums(sums, J.begin - first_row, J.size(), slots, KW); };
  // Sums of fewer rows are computed in less time than the ranks need to tell each other.
  if (divided() && has_all_tiles() && count >= block_width(size()))
    return sum_batches(batches, slots.count(), count, control, sum, add);
  for_blocks(own_blocks(), count, "kernel sums", control, [&](Range J, Scratch& mine) {
    for (Index batch = 0; batch < batches; ++batch) {
      T* sums = zeros(mine.sums, slots.count() * J.size());
      sum(batch, J, mine, sums);
      add(J, sums);
    }
  });
}

template <class T>
void BlockGram<T>::columns(std::span<const Index> points, Matrix& C, Control* control) const {
  C.resize(size(), static_cast<Index>(points.size()));
  // To compute a few columns takes less time than to send them.
  fill_columns(points, has_all_tiles() ? Range{0, blocks()} : own_blocks(), 0, C, control);
  if (!has_all_tiles()) ranks().gather_rows(C, stretch());
}
template <class T>
void BlockGram<T>::own_columns(std::span<const Index> points, Matrix& C, Control* control) const {
  C.resize(rows().size(), static_cast<Index>(points.size()));
  fill_columns(points, own_blocks(), rows().begin, C, control);
}

// C(i - first_row, h) = K(i, points[h]) for the points i of some blocks
template <class T>
void BlockGram<T>::fill_columns(std::span<const Index> points, Range some, Index first_row, Matrix& C,
                                Control* control) const {
  for_blocks(some, C.cols(), "kernel columns", control, [&](Range J, Scratch& mine) {
    for_pieces(points, J, mine, [&](Index first, Index count) {
      for (Index i = 0; i < J.size(); ++i)
        for (Index r = 0; r < count; ++r)
          C(J.begin - first_row + i, first + r) =
              static_cast<double>(mine.rows[static_cast<std::size_t>(r)][i]);
    });
  });
}

template <class T>
void BlockGram<T>::store(const std::function<T*(Index, Index)>& place, Control* control) const {
  const Range own = own_blocks();
  const auto is_own = [&](Index b) { return b >= own.begin && b < own.end; };
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < blocks(); ++i)
    for (Index j = i; j < blocks(); ++j)
      if (is_own(i) || is_own(j)) pairs.emplace_back(i, j);
  Progress progress(control, "kernel matrix", std::ssize(pairs));
  const double n = static_cast<double>(size());
  parallel_blocks(
      std::ssize(pairs),
      [&](Index number) {
        if (progress.stopped()) return;
        const auto [i, j] = pairs[static_cast<std::size_t>(number)];
        const Range J = block_range(j);
        T* out = place(i, j);
        const Lease lease(*this);
        for_pieces(numbers(block_range(i)), J, *lease, [&](Index first, Index count) {
          for (Index r = 0; r < count; ++r)
            std::copy_n((*lease).rows[static_cast<std::size_t>(r)], J.size(), out + (first + r) * J.size());
        });
        progress.done();
      },
      16 * n * n);
  ranks().agree();
}

template <class T>
void BlockGram<T>::block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  B.resize(static_cast<Index>(rows.size()), static_cast<Index>(points.size()));
  entries(rows, points, B);
}

template class BlockGram<float>;
template class BlockGram<double>;

}  // namespace mercer
