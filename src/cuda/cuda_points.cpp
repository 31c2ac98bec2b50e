// Points on a GPU of NVIDIA: what DevicePoints promises, by CUDA.
#include <cmath>
#include <optional>

#include "cuda/cuda_seeds.hpp"
#include "cuda/cuda_sums.hpp"
#include "cuda/devices.hpp"
#include "cuda/kernel_of.hpp"
#include "cuda/label_search.hpp"
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
  CudaPoints(int number, std::shared_ptr<const KernelTiles<T>> tiles, Range rows)
      : context_(std::make_shared<Context>(number)),
        tiles_(std::move(tiles)),
        kernel_(device_kernel(tiles_->kernel())),
        n_(static_cast<int>(tiles_->size())),
        d_(static_cast<int>(tiles_->data().dimensions())),
        rows_(rows),
        diagonal_(n_) {
    const auto lock = context_->enter();
    send_points();
    labels_.emplace(*context_, diagonal_, rows_);
    if constexpr (std::is_same_v<T, float>)
      if (kernel_.function == DeviceFunction::gaussian && d_ <= 16 * most_slices && n_ >= least_for_tensors)
        tensors_.emplace(*context_, x_.values(), n_, d_, kernel_.scale);
    context_->wait();
  }

  Index size() const override { return n_; }
  Range rows() const override { return rows_; }
  Vector diagonal() const override { return diagonal_; }
  double epsilon() const override { return static_cast<double>(std::numeric_limits<T>::epsilon()); }
  DeviceUse use() const override {
    DeviceUse out = context_->use;
    out.memory_bytes = context_->held.most;
    return out;
  }

  std::shared_ptr<DeviceSums> zero(Index columns) const override {
    const auto lock = context_->enter();
    auto out = std::make_shared<CudaSums>(context_, columns, rows_);
    if (out->S.size() > 0)
      check(cudaMemsetAsync(out->S.data(), 0, out->S.bytes(), context_->stream()), "zeros");
    return out;
  }
  std::shared_ptr<DeviceSums> copy(const DeviceSums& S, std::span<const Index> columns) const override {
    const auto lock = context_->enter();
    auto out = std::make_shared<CudaSums>(context_, static_cast<Index>(columns.size()), rows_);
    for (std::size_t j = 0; j < columns.size(); ++j)
      copy_column(own(S), columns[j], *out, static_cast<Index>(j));
    return out;
  }
  void put(const DeviceSums& from, std::span<const Index> columns, DeviceSums& to) const override {
    const auto lock = context_->enter();
    for (const Index j : columns) copy_column(own(from), j, own(to), j);
  }

  void add(const Groups& dW, const Runs& runs, DeviceSums& S, Vector& change,
           Control* control) const override {
    change_sums(dW, runs, own(S), change, control, false);
  }
  void fill(const Groups& labels, const Runs& runs, DeviceSums& S, Vector& change,
            Control* control) const override {
    change_sums(labels, runs, own(S), change, control, true);
  }
  void product(const Matrix& W, DeviceSums& S, Matrix& norms, Control* control) const override {
    const auto lock = context_->enter();
    const Target to = target(own(S));
    const auto width = static_cast<int>(W.cols());
    const T* weights = send_weights(W);
    count_pass(rows_.size(), n_);
    if (tensors_ && tensors_->uses_both_sides())
      tensors_product(weights, width, to, control);
    else
      in_parts(n_, control, [&](int first, int count) {
        kernel_product(x_.some(first, count), x_.some(0, n_), d_, kernel_, true, weights, width, to.S + first,
                       to.stride, context_->stream());
      });
    norms.resize((rows_.size() + points_together - 1) / points_together, W.cols());
    double* sums = doubles_.grow(static_cast<std::size_t>(norms.size()), context_->held);
    product_norms(weights, width, to.first, to.last, static_cast<int>(points_together), to.S, to.stride, sums,
                  context_->stream());
    context_->fetch(norms.data(), sums, static_cast<std::size_t>(norms.size()));
  }
  void nudge(Index point, const Vector& step, DeviceSums& S) const override {
    const auto lock = context_->enter();
    const auto first = static_cast<int>(rows_.begin), count = static_cast<int>(rows_.size());
    double* room = doubles_.grow(static_cast<std::size_t>(count + step.size()), context_->held);
    const int* pick = send_picked(std::span(&point, 1));
    kernel_values(x_.some(first, count), x_.picked(pick, 1), d_, kernel_, true, room, context_->stream());
    context_->send(room + count, step.data(), static_cast<std::size_t>(step.size()));
    nudge_sums(room, room + count, static_cast<int>(step.size()), count, own(S).S.data(), own(S).stride,
               context_->stream());
    context_->use.values += static_cast<std::uint64_t>(count);
  }
  std::shared_ptr<DeviceSums> spread(const DeviceSums& Z, const Matrix& H) const override {
    const auto lock = context_->enter();
    auto out = std::make_shared<CudaSums>(context_, Z.columns(), rows_);
    double* weights = doubles_.grow(static_cast<std::size_t>(H.size()), context_->held);
    context_->send(weights, H.data(), static_cast<std::size_t>(H.size()));
    spread_sums(own(Z).S.data(), weights, static_cast<int>(H.rows()), static_cast<int>(Z.columns()),
                static_cast<int>(rows_.size()), out->S.data(), out->stride, context_->stream());
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
                Labels& labels) const override {
    const auto lock = context_->enter();
    return labels_->nearest(own(S), columns, twice, norms, epsilon, labels);
  }
  std::vector<Index> gaining(const DeviceSums& S, Range columns, const Vector& twice, const Vector& norms,
                             const Vector& mass, const Labels& labels, const Vector& weights,
                             double least) const override {
    const auto lock = context_->enter();
    return labels_->gaining(own(S), columns, twice, norms, mass, labels, weights, least);
  }

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
  void cross(const Data& Z, Range rows, const Matrix& W, Matrix& out, Vector& self) const override;
  Labels nearest_points(std::span<const Index> points) const override {
    const auto lock = context_->enter();
    constexpr Index values = 1 << 25;
    const auto count = static_cast<Index>(points.size());
    const Index each = std::min(rows_.size(), std::max<Index>(64, values / count));
    double* room = doubles_.grow(static_cast<std::size_t>(each * count), context_->held);
    Array<int> there(static_cast<std::size_t>(rows_.size()), context_->held, "labels");
    for (Index begin = rows_.begin; begin < rows_.end; begin += each) {
      const Range part{begin, std::min(rows_.end, begin + each)};
      const int* pick = values_of(part, points, room);
      nearest_of_points({static_cast<int>(begin), static_cast<int>(part.size()), labels_->self(), nullptr},
                        room, pick, static_cast<int>(count), there.data() + (begin - rows_.begin),
                        context_->stream());
    }
    Labels labels(static_cast<std::size_t>(rows_.size()));
    context_->fetch(labels.data(), there.data(), labels.size());
    return labels;
  }
  void against(const Matrix& V, Range columns, DeviceSums& S) const override {
    const auto lock = context_->enter();
    if (columns.size() == 0) return;
    const auto count = static_cast<int>(V.rows());
    T* vectors = weights_.grow(static_cast<std::size_t>(V.size() + V.rows()), context_->held, "prototypes");
    const double* from = V.data();
    const auto values = static_cast<std::size_t>(V.size());
    context_->send(vectors, values + static_cast<std::size_t>(V.rows()),
                   [=](std::size_t i) { return i < values ? static_cast<T>(from[i]) : T(0); });
    kernel_values(Points<T>{vectors, vectors + values, nullptr, nullptr, 0, count},
                  x_.some(static_cast<int>(rows_.begin), static_cast<int>(rows_.size())), d_, DeviceKernel{},
                  false, own(S).S.data() + static_cast<std::size_t>(columns.begin) * own(S).stride,
                  context_->stream());
    count_pass(rows_.size(), V.rows());
  }
  void distance_sums(const Labels& groups, Index count, Matrix& sums, Control* control) const override {
    const auto lock = context_->enter();
    SparseRows members;
    for (std::size_t h = 0; h < groups.size(); ++h)
      if (groups[h] >= 0) {
        members.add_row(static_cast<Index>(h));
        members.add(groups[h], 1);
      }
    const CudaSums S(context_, count, rows_);
    check(cudaMemsetAsync(S.S.data(), 0, S.S.bytes(), context_->stream()), "zeros");
    count_pass(rows_.size(), n_);
    add_plainly(group(members, count), labels_->self(), target(S), control);
    sums.resize(rows_.size(), count);
    rows_to_host(S, nullptr, rows_.begin, {0, count}, sums);
  }
  std::unique_ptr<NearSeeds> near_seeds(const Vector& weights, Index starts) const override {
    return std::make_unique<CudaSeeds>(
        context_, labels_->self(), rows_,
        [this](std::span<const Index> points, double* to) { return values_of(rows_, points, to); }, weights,
        starts);
  }

 private:
  static constexpr int least_for_tensors = 1024;

  void count_pass(Index rows, Index columns) const {
    ++context_->use.passes;
    context_->use.values += static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns);
  }
  // f(first, count) for parts of the rows, each against `others` points.
  template <class F>
  void in_parts(int others, Control* control, F&& f) const {
    const auto begin = static_cast<int>(rows_.begin), end = static_cast<int>(rows_.end);
    const double fitting = pairs_together / static_cast<double>(std::max(1, others));
    const int each = fitting >= end - begin
                         ? std::max(1, end - begin)
                         : std::max(tile_rows, static_cast<int>(fitting) / tile_rows * tile_rows);
    for (int first = begin; first < end && !(control && control->stop); first += each) {
      f(first, std::min(each, end - first));
      if (each < end - begin) context_->wait();
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
  // to(r, c) = k(point r of some rows, points[c]); returns where the points are.
  const int* values_of(Range some, std::span<const Index> points, double* to) const {
    const int* pick = send_picked(points);
    kernel_values(x_.some(static_cast<int>(some.begin), static_cast<int>(some.size())),
                  x_.picked(pick, static_cast<int>(points.size())), d_, kernel_, true, to,
                  context_->stream());
    context_->use.values += static_cast<std::uint64_t>(some.size()) * points.size();
    return pick;
  }
  void copy_column(const CudaSums& from, Index column, CudaSums& to, Index at) const {
    check(cudaMemcpyAsync(to.S.data() + static_cast<std::size_t>(at) * to.stride,
                          from.S.data() + static_cast<std::size_t>(column) * from.stride,
                          from.stride * sizeof(double), cudaMemcpyDeviceToDevice, context_->stream()),
          "copying sums");
  }

  Target target(const CudaSums& S) const {
    return {S.origin(), S.stride, static_cast<int>(rows_.begin), static_cast<int>(rows_.end)};
  }
  // Both sides of a tile are used where all its sums are here, and every point enters one column.
  void change_sums(const Groups& dW, const Runs& runs, CudaSums& S, Vector& change, Control* control,
                   bool labelling) const {
    const auto lock = context_->enter();
    const bool both_sides =
        labelling && dW.even && rows_.size() == n_ && tensors_ && tensors_->uses_both_sides();
    const Target to = target(S);
    Parcel parcel;
    const RunParcel packed(dW, runs, parcel);
    parcel.send(*context_, run_pinned_, run_room_);
    const DeviceRuns there = packed.arrived(parcel, rows_);
    double* sums = norm_room_.grow(static_cast<std::size_t>(runs.count()), context_->held);
    if (!labelling) read_runs(there, to.S, to.stride, false, sums, context_->stream());
    count_pass(dW.members(), rows_.size());
    if (both_sides)
      tensors_->fill(dW, to, control);
    else if (tensors_)
      tensors_->add(dW, to, control);
    else
      add_plainly(dW, nullptr, to, control);
    read_runs(there, to.S, to.stride, !labelling, sums, context_->stream());
    change.resize(runs.count());
    context_->fetch(change.data(), sums, static_cast<std::size_t>(runs.count()));
  }
  void add_plainly(const Groups& dW, const double* self, const Target& to, Control* control) const {
    Parcel parcel;
    const GroupParcel packed(dW, parcel);
    parcel.send(*context_, pinned_, parcel_room_);
    const DeviceGroups groups = packed.arrived(parcel);
    in_parts(static_cast<int>(std::max<Index>(1, dW.members())), control, [&](int first, int part) {
      add_groups(x_.some(first, part), d_, kernel_, groups, self, to.S, to.stride, context_->stream());
    });
  }
  void tensors_product(const T* weights, int width, const Target& to, Control* control) const {
    if constexpr (std::is_same_v<T, float>) tensors_->product(weights, width, to, control);
  }
  void rows_to_host(const CudaSums& S, const int* pick, Index first, Range columns, Matrix& out) const {
    if (out.size() == 0) return;
    constexpr Index values = 1 << 25;
    const Index each = std::max<Index>(1, values / columns.size());
    double* room =
        doubles_.grow(static_cast<std::size_t>(std::min(each, out.rows()) * columns.size()), context_->held);
    for (Index r = 0; r < out.rows(); r += each) {
      const Index rows = std::min(each, out.rows() - r);
      read_rows(S.origin(), S.stride, pick ? pick + r : nullptr, static_cast<int>(first + r),
                static_cast<int>(rows), static_cast<int>(columns.begin), static_cast<int>(columns.size()),
                room, context_->stream());
      context_->fetch(out.row(r).data(), room, static_cast<std::size_t>(rows * columns.size()));
    }
  }

  std::shared_ptr<Context> context_;
  std::shared_ptr<const KernelTiles<T>> tiles_;
  DeviceKernel kernel_;
  int n_, d_;
  Range rows_;
  Vector diagonal_;
  SentPoints<T> x_;
  mutable std::optional<LabelSearch> labels_;
  mutable std::optional<TensorSums> tensors_;
  // Room for what comes and goes.
  mutable Array<T> weights_;
  mutable Array<double> doubles_, norm_room_;
  mutable Array<int> picked_;
  mutable Array<char> parcel_room_, run_room_;
  mutable Pinned<char> pinned_, run_pinned_;
};

template <class T>
void CudaPoints<T>::cross(const Data& Z, Range rows, const Matrix& W, Matrix& out, Vector& self) const {
  const auto lock = context_->enter();
  const Vector widths = local_widths(tiles_->kernel(), Z, tiles_->data());
  const T* weights = send_weights(W);
  const auto width = static_cast<int>(W.cols());
  const Index together = std::min(new_points_together, rows.size());
  CudaSums part(context_, W.cols(), {0, together});
  SentPoints<T> fresh(*context_, together, d_, widths.size() > 0);
  PointBlock<T> block;
  for (Index begin = rows.begin; begin < rows.end; begin += together) {
    const Index count = std::min(together, rows.end - begin);
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
std::shared_ptr<const DevicePoints> cuda_points(int number, std::shared_ptr<const KernelTiles<T>> tiles,
                                                Range rows) {
  return std::make_shared<CudaPoints<T>>(number, std::move(tiles), rows);
}
template std::shared_ptr<const DevicePoints> cuda_points(int, std::shared_ptr<const KernelTiles<float>>,
                                                         Range);
template std::shared_ptr<const DevicePoints> cuda_points(int, std::shared_ptr<const KernelTiles<double>>,
                                                         Range);

}  // namespace mercer
