// Points on a GPU of NVIDIA: what DevicePoints promises, by CUDA.
#include <cmath>
#include <optional>

#include "cuda/cuda_sums.hpp"
#include "cuda/devices.hpp"
#include "cuda/kernel_of.hpp"
#include "cuda/sent_points.hpp"
#include "cuda/tensor_sums.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer {
namespace {

using namespace device;

CudaSums& own(DeviceSums& S) { return static_cast<CudaSums&>(S); }
const CudaSums& own(const DeviceSums& S) { return static_cast<const CudaSums&>(S); }

// Work that is cut into launches, so that a stop is heard: pairs of points in one.
constexpr double pairs_together = 2e10;

template <class T>
class CudaPoints final : public DevicePoints {
 public:
  CudaPoints(int number, std::shared_ptr<const KernelTiles<T>> tiles)
      : context_(std::make_shared<Context>(number)),
        tiles_(std::move(tiles)),
        kernel_(device_kernel(tiles_->kernel())),
        n_(static_cast<int>(tiles_->size())),
        d_(static_cast<int>(tiles_->data().dimensions())),
        diagonal_(n_) {
    const auto lock = context_->enter();
    send_points();
    scratch_ = Array<char>(find_nearest_scratch(n_) + 1, context_->held);
    self_ = Array<double>(static_cast<std::size_t>(n_), context_->held);
    context_->send(self_.data(), diagonal_.data(), static_cast<std::size_t>(n_));
    if constexpr (std::is_same_v<T, float>)
      if (kernel_.function == DeviceFunction::gaussian && d_ <= 16 * most_slices && n_ >= least_for_tensors)
        tensors_.emplace(*context_, x_.values(), n_, d_, kernel_.scale);
    context_->wait();
  }

  Index size() const override { return n_; }
  Vector diagonal() const override { return diagonal_; }
  double epsilon() const override { return static_cast<double>(std::numeric_limits<T>::epsilon()); }
  DeviceUse use() const override {
    DeviceUse out = context_->use;
    out.memory_bytes = context_->held.most;
    return out;
  }

  std::shared_ptr<DeviceSums> zero(Index columns) const override {
    const auto lock = context_->enter();
    auto out = std::make_shared<CudaSums>(context_, columns, n_);
    if (out->S.size() > 0)
      check(cudaMemsetAsync(out->S.data(), 0, out->S.bytes(), context_->stream()), "zeros");
    return out;
  }
  std::shared_ptr<DeviceSums> copy(const DeviceSums& S, std::span<const Index> columns) const override {
    const auto lock = context_->enter();
    auto out = std::make_shared<CudaSums>(context_, static_cast<Index>(columns.size()), n_);
    for (std::size_t j = 0; j < columns.size(); ++j)
      copy_column(own(S), columns[j], *out, static_cast<Index>(j));
    return out;
  }
  void put(const DeviceSums& from, std::span<const Index> columns, DeviceSums& to) const override {
    const auto lock = context_->enter();
    for (const Index j : columns) copy_column(own(from), j, own(to), j);
  }

  void add(const Groups& dW, DeviceSums& S, Vector& change, Control* control) const override {
    change_sums(dW, own(S), change, control, false);
  }
  void fill(const Groups& labels, DeviceSums& S, Vector& change, Control* control) const override {
    change_sums(labels, own(S), change, control, tensors_ && tensors_->uses_both_sides() && labels.even);
  }
  void product(const Matrix& W, DeviceSums& S, Vector& norm, Control* control) const override {
    const auto lock = context_->enter();
    CudaSums& to = own(S);
    const auto width = static_cast<int>(W.cols());
    const T* weights = send_weights(W);
    count_pass(n_, n_);
    if (tensors_ && tensors_->uses_both_sides())
      tensors_product(weights, width, to, control);
    else
      in_parts(n_, n_, control, [&](int first, int count) {
        kernel_product(x_.some(first, count), x_.some(0, n_), d_, kernel_, true, weights, width,
                       to.S.data() + first, to.stride, context_->stream());
      });
    norm.resize(W.cols());
    double* norms = doubles_.grow(static_cast<std::size_t>(width), context_->held);
    product_norms(weights, width, n_, to.S.data(), to.stride, norms, context_->stream());
    context_->fetch(norm.data(), norms, static_cast<std::size_t>(width));
  }
  void nudge(Index point, const Vector& step, DeviceSums& S) const override {
    const auto lock = context_->enter();
    double* room = doubles_.grow(static_cast<std::size_t>(n_ + step.size()), context_->held);
    const int* pick = send_picked(std::span(&point, 1));
    kernel_values(x_.some(0, n_), x_.picked(pick, 1), d_, kernel_, true, room, context_->stream());
    context_->send(room + n_, step.data(), static_cast<std::size_t>(step.size()));
    nudge_sums(room, room + n_, static_cast<int>(step.size()), n_, own(S).S.data(), own(S).stride,
               context_->stream());
    context_->use.values += static_cast<std::uint64_t>(n_);
  }
  std::shared_ptr<DeviceSums> spread(const DeviceSums& Z, const Matrix& H) const override {
    const auto lock = context_->enter();
    auto out = std::make_shared<CudaSums>(context_, Z.columns(), n_);
    double* weights = doubles_.grow(static_cast<std::size_t>(H.size()), context_->held);
    context_->send(weights, H.data(), static_cast<std::size_t>(H.size()));
    spread_sums(own(Z).S.data(), weights, static_cast<int>(H.rows()), static_cast<int>(Z.columns()), n_,
                out->S.data(), out->stride, context_->stream());
    return out;
  }

  void read(const DeviceSums& S, Range points, Range columns, Matrix& out) const override {
    const auto lock = context_->enter();
    out.resize(points.size(), columns.size());
    rows_to_host(own(S), nullptr, points.begin, columns, out);
  }
  void read(const DeviceSums& S, std::span<const Index> points, Range columns, Matrix& out) const override {
    const auto lock = context_->enter();
    out.resize(static_cast<Index>(points.size()), columns.size());
    rows_to_host(own(S), send_picked(points), 0, columns, out);
  }
  Moves nearest(const DeviceSums& S, Range columns, const Vector& twice, const Vector& norms, double epsilon,
                Labels& labels) const override;
  std::vector<Index> gaining(const DeviceSums& S, Range columns, const Vector& twice, const Vector& norms,
                             const Vector& mass, const Labels& labels, const Vector& weights,
                             double least) const override;

  void columns(std::span<const Index> points, Matrix& out, Control* control) const override {
    const auto lock = context_->enter();
    out.resize(n_, static_cast<Index>(points.size()));
    const int* pick = send_picked(points);
    const auto count = static_cast<int>(points.size());
    context_->use.values += static_cast<std::uint64_t>(out.size());
    constexpr Index values = 1 << 25;
    const int each = static_cast<int>(std::max<Index>(64, values / std::max<Index>(1, count)));
    double* room =
        doubles_.grow(static_cast<std::size_t>(std::min(each, n_)) * points.size(), context_->held);
    for (int first = 0; first < n_ && !(control && control->stop); first += each) {
      const int rows = std::min(each, n_ - first);
      kernel_values(x_.some(first, rows), x_.picked(pick, count), d_, kernel_, true, room,
                    context_->stream());
      context_->fetch(out.row(first).data(), room, static_cast<std::size_t>(rows) * points.size());
    }
  }
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& out) const override {
    const auto lock = context_->enter();
    out.resize(static_cast<Index>(rows.size()), static_cast<Index>(points.size()));
    std::vector<Index> both(rows.begin(), rows.end());
    both.insert(both.end(), points.begin(), points.end());
    const int* pick = send_picked(both);
    double* room = doubles_.grow(static_cast<std::size_t>(out.size()), context_->held);
    kernel_values(x_.picked(pick, static_cast<int>(rows.size())),
                  x_.picked(pick + rows.size(), static_cast<int>(points.size())), d_, kernel_, true, room,
                  context_->stream());
    context_->fetch(out.data(), room, static_cast<std::size_t>(out.size()));
    context_->use.values += static_cast<std::uint64_t>(out.size());
  }
  void cross(const Data& Z, const Matrix& W, Matrix& out, Vector& self) const override;

 private:
  static constexpr int least_for_tensors = 1024;

  KnownLabels& send_labels(const CudaSums& S, Index first_column, const Labels& labels) const;
  Nearest send_terms(const CudaSums& S, Range columns, const Vector& twice, const Vector& norms,
                     const Vector& more, double epsilon) const;
  void count_pass(Index rows, Index columns) const {
    ++context_->use.passes;
    context_->use.values += static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns);
  }
  // f(first, count) for parts of some rows, each against `others` points.
  template <class F>
  void in_parts(int rows, int others, Control* control, F&& f) const {
    const double fitting = pairs_together / static_cast<double>(std::max(1, others));
    const int each = fitting >= rows ? std::max(1, rows)
                                     : std::max(tile_rows, static_cast<int>(fitting) / tile_rows * tile_rows);
    for (int first = 0; first < rows && !(control && control->stop); first += each) {
      f(first, std::min(each, rows - first));
      if (each < rows) context_->wait();
    }
  }

  void send_points() {
    constexpr Index together = 1 << 15;
    x_ = SentPoints<T>(*context_, n_, d_, tiles_->widths().size() > 0);
    PointBlock<T> block;
    for (Index begin = 0; begin < n_; begin += together) {
      const Index end = std::min<Index>(n_, begin + together);
      tiles_->pack(begin, end, block);
      for (Index i = begin; i < end; ++i) diagonal_[i] = tiles_->self(block, i - begin);
      x_.put(*context_, begin, block);
    }
  }
  const T* send_weights(const Matrix& W) const {
    T* room = weights_.grow(static_cast<std::size_t>(W.size()), context_->held, "weights");
    const double* from = W.data();
    context_->send(room, static_cast<std::size_t>(W.size()),
                   [from](std::size_t i) { return static_cast<T>(from[i]); });
    return room;
  }
  const int* send_picked(std::span<const Index> points) const {
    int* room = picked_.grow(points.size() + 1, context_->held);
    context_->send(room, points.size(), [&](std::size_t i) { return static_cast<int>(points[i]); });
    return room;
  }
  void copy_column(const CudaSums& from, Index column, CudaSums& to, Index at) const {
    check(cudaMemcpyAsync(to.S.data() + static_cast<std::size_t>(at) * to.stride,
                          from.S.data() + static_cast<std::size_t>(column) * from.stride,
                          from.stride * sizeof(double), cudaMemcpyDeviceToDevice, context_->stream()),
          "copying sums");
  }

  void change_sums(const Groups& dW, CudaSums& S, Vector& change, Control* control, bool both_sides) const {
    const auto lock = context_->enter();
    const std::size_t count = dW.groups.size();
    const Target to{S.S.data(), S.stride, norm_room_.grow(count, context_->held)};
    count_pass(dW.members(), n_);
    if (both_sides)
      tensors_->fill(dW, to, control);
    else if (tensors_)
      tensors_->add(dW, to, control);
    else
      add_plainly(dW, to, control);
    change.resize(static_cast<Index>(count));
    context_->fetch(change.data(), to.change, count);
  }
  void add_plainly(const Groups& dW, const Target& to, Control* control) const {
    Parcel parcel;
    const GroupParcel packed(dW, parcel);
    parcel.send(*context_, pinned_, parcel_room_);
    const DeviceGroups groups = packed.arrived(parcel);
    read_groups(groups, to.S, to.stride, false, to.change, context_->stream());
    in_parts(n_, static_cast<int>(std::max<Index>(1, dW.members())), control, [&](int first, int part) {
      add_groups(x_.some(first, part), d_, kernel_, groups, to.S, to.stride, context_->stream());
    });
    read_groups(groups, to.S, to.stride, true, to.change, context_->stream());
  }
  void tensors_product(const T* weights, int width, CudaSums& to, Control* control) const {
    if constexpr (std::is_same_v<T, float>)
      tensors_->product(weights, width, to.S.data(), to.stride, control);
  }
  void rows_to_host(const CudaSums& S, const int* pick, Index first, Range columns, Matrix& out) const {
    if (out.size() == 0) return;
    constexpr Index values = 1 << 25;
    const Index each = std::max<Index>(1, values / columns.size());
    double* room =
        doubles_.grow(static_cast<std::size_t>(std::min(each, out.rows()) * columns.size()), context_->held);
    for (Index r = 0; r < out.rows(); r += each) {
      const Index rows = std::min(each, out.rows() - r);
      read_rows(S.S.data(), S.stride, pick ? pick + r : nullptr, static_cast<int>(first + r),
                static_cast<int>(rows), static_cast<int>(columns.begin), static_cast<int>(columns.size()),
                room, context_->stream());
      context_->fetch(out.row(r).data(), room, static_cast<std::size_t>(rows * columns.size()));
    }
  }

  std::shared_ptr<Context> context_;
  std::shared_ptr<const KernelTiles<T>> tiles_;
  DeviceKernel kernel_;
  int n_, d_;
  Vector diagonal_;
  SentPoints<T> x_;
  Array<double> self_;
  mutable std::optional<TensorSums> tensors_;
  // Room for what comes and goes.
  mutable Array<T> weights_;
  mutable Array<double> doubles_, norm_room_, terms_;
  mutable Array<int> picked_, found_;
  mutable Array<unsigned char> flags_;
  mutable Array<char> parcel_room_, scratch_;
  mutable Pinned<char> pinned_;
};

// Labels as they are on this side, there.
template <class T>
KnownLabels& CudaPoints<T>::send_labels(const CudaSums& S, Index first_column, const Labels& labels) const {
  KnownLabels& known = S.labels[first_column];
  if (known.here != labels) {
    context_->send(known.there.grow(labels.size(), context_->held, "labels"), labels.data(), labels.size());
    known.here = labels;
  }
  return known;
}

// The terms of distances, and behind them what else is small.
template <class T>
Nearest CudaPoints<T>::send_terms(const CudaSums& S, Range columns, const Vector& twice, const Vector& norms,
                                  const Vector& more, double epsilon) const {
  const Index c = columns.size();
  double* terms = terms_.grow(static_cast<std::size_t>(2 * c + more.size()), context_->held);
  context_->send(terms, static_cast<std::size_t>(2 * c + more.size()), [&](std::size_t at) {
    const auto j = static_cast<Index>(at);
    return j < c ? twice[j] : j < 2 * c ? norms[j - c] : more[j - 2 * c];
  });
  return {S.S.data() + static_cast<std::size_t>(columns.begin) * S.stride,
          S.stride,
          n_,
          static_cast<int>(c),
          self_.data(),
          terms,
          terms + c,
          epsilon};
}

template <class T>
Moves CudaPoints<T>::nearest(const DeviceSums& sums, Range columns, const Vector& twice, const Vector& norms,
                             double epsilon, Labels& labels) const {
  const auto lock = context_->enter();
  const auto n = static_cast<std::size_t>(n_);
  KnownLabels& known = send_labels(own(sums), columns.begin, labels);
  const Nearest of = send_terms(own(sums), columns, twice, norms, {}, epsilon);
  // how many, the new labels, the points that moved, and their moves
  int* found = found_.grow(5 * n + 1, context_->held, "moved labels");
  int *now = found + 1, *moved = now + n, *moves = moved + n;
  find_nearest(of, known.there.data(), now, flags_.grow(n, context_->held), moved, found, scratch_.data(),
               scratch_.size(), context_->stream());
  int count = 0;
  context_->fetch(&count, found, 1);
  Moves out;
  if (count == 0) return out;
  take_moves(moved, count, known.there.data(), now, moves, context_->stream());
  const auto m = static_cast<std::size_t>(count);
  std::vector<int> all(3 * m);
  context_->fetch(all.data(), moves, 3 * m);
  for (std::size_t e = 0; e < 3 * m; e += 3) {
    out.add(all[e], all[e + 1], all[e + 2]);
    const auto point = static_cast<std::size_t>(all[e]);
    known.here[point] = labels[point] = all[e + 2];
  }
  return out;
}

template <class T>
std::vector<Index> CudaPoints<T>::gaining(const DeviceSums& sums, Range columns, const Vector& twice,
                                          const Vector& norms, const Vector& mass, const Labels& labels,
                                          const Vector& weights, double least) const {
  const auto lock = context_->enter();
  const auto n = static_cast<std::size_t>(n_);
  const KnownLabels& known = send_labels(own(sums), columns.begin, labels);
  const Nearest of = send_terms(own(sums), columns, twice, norms, mass, 0);
  double* own_weights = nullptr;
  if (!weights.isOnes(0)) context_->send(own_weights = doubles_.grow(n, context_->held), weights.data(), n);
  int* found = found_.grow(5 * n + 1, context_->held, "moved labels");
  find_gaining(of, known.there.data(), of.norms + columns.size(), own_weights, least,
               flags_.grow(n, context_->held), found + 1, found, scratch_.data(), scratch_.size(),
               context_->stream());
  int count = 0;
  context_->fetch(&count, found, 1);
  std::vector<int> points(static_cast<std::size_t>(count));
  context_->fetch(points.data(), found + 1, points.size());
  return {points.begin(), points.end()};
}

template <class T>
void CudaPoints<T>::cross(const Data& Z, const Matrix& W, Matrix& out, Vector& self) const {
  const auto lock = context_->enter();
  constexpr Index together = 1 << 15;
  const Vector widths = local_widths(tiles_->kernel(), Z, tiles_->data());
  const T* weights = send_weights(W);
  const auto width = static_cast<int>(W.cols());
  out.resize(Z.size(), W.cols());
  self.resize(Z.size());
  CudaSums part(context_, W.cols(), std::min(together, Z.size()));
  SentPoints<T> fresh(*context_, std::min(together, Z.size()), d_, widths.size() > 0);
  PointBlock<T> block;
  for (Index begin = 0; begin < Z.size(); begin += together) {
    const Index count = std::min(together, Z.size() - begin);
    tiles_->pack_new(Z, widths, begin, begin + count, block);
    for (Index i = 0; i < count; ++i) self[begin + i] = tiles_->self(block, i);
    fresh.put(*context_, 0, block);
    kernel_product(fresh.some(0, static_cast<int>(count)), x_.some(0, n_), d_, kernel_, false, weights, width,
                   part.S.data(), part.stride, context_->stream());
    Matrix rows_out(count, W.cols());
    rows_to_host(part, nullptr, 0, {0, W.cols()}, rows_out);
    out.middleRows(begin, count) = rows_out;
    count_pass(count, n_);
  }
}

}  // namespace

template <class T>
std::shared_ptr<const DevicePoints> points_on_device(int number,
                                                     std::shared_ptr<const KernelTiles<T>> tiles) {
  return std::make_shared<CudaPoints<T>>(number, std::move(tiles));
}
template std::shared_ptr<const DevicePoints> points_on_device(int, std::shared_ptr<const KernelTiles<float>>);
template std::shared_ptr<const DevicePoints> points_on_device(int,
                                                              std::shared_ptr<const KernelTiles<double>>);

}  // namespace mercer
