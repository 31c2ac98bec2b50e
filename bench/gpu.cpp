// What a GPU takes: passes, products, and Lloyd to convergence. mercer_gpu_bench [points ...]; with `beside`
// (mercer_gpu_bench beside [points ...]) what it does beside products with a kernel matrix; with `stored`,
// Lloyd and the same with the kernel matrix in the GPU's memory, in one run.
//
// Mixtures of Gaussians, k = 100, gamma = 1 / (2 d). A pass is timed on the device by events (median of 7);
// everything else by the clock of this side.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/random.hpp"
#include "cuda/context.hpp"
#include "cuda/device_gram.hpp"
#include "cuda/device_space.hpp"
#include "cuda/devices.hpp"
#include "cuda/tensor_sums.hpp"
#include "engine/hard.hpp"
#include "gpu_beside.hpp"
#include "gpu_stored.hpp"
#include "gram/point_gram.hpp"

namespace mercer {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// `components` Gaussians whose centres are as wide as they are.
MatrixOf<float> mixture(Index n, Index d, Index components, std::uint64_t seed) {
  Random random(seed);
  MatrixOf<float> centres(components, d), X(n, d);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = static_cast<float>(random.normal());
  for (Index i = 0; i < n; ++i) {
    const Index c = random.below(components);
    for (Index j = 0; j < d; ++j) X(i, j) = centres(c, j) + static_cast<float>(random.normal());
  }
  return X;
}

// The nearest of k of the points.
Labels start(const MatrixOf<float>& X, Index k, std::uint64_t seed) {
  Random random(seed);
  MatrixOf<float> V(k, X.cols());
  for (Index j = 0; j < k; ++j) V.row(j) = X.row(random.below(X.rows()));
  const Eigen::RowVectorXf norms = V.rowwise().squaredNorm().transpose();
  Labels labels(static_cast<std::size_t>(X.rows()));
  parallel_rows(X.rows(), 256, [&](Index begin, Index end) {
    MatrixOf<float> D = X.middleRows(begin, end - begin) * V.transpose() * -2;
    D.rowwise() += norms;
    for (Index i = begin; i < end; ++i) {
      Index at = 0;
      D.row(i - begin).minCoeff(&at);
      labels[static_cast<std::size_t>(i)] = static_cast<int>(at);
    }
  });
  return labels;
}

Groups groups_of(const Labels& labels, Index k) {
  SparseRows dW;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    dW.add_row(static_cast<Index>(i));
    dW.add(labels[i], 1);
  }
  return layer(dW, 0, 1, k);
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// The relative error of sums S (k x n) for some points, in double.
struct Error2 {
  double relative = 0, worst = 0;
};
Error2 error_of(const MatrixOf<float>& X, double gamma, const std::vector<double>& S, const Matrix& W) {
  double top = 0, bottom = 0, worst = 0;
  const Index n = X.rows(), k = W.cols(), some = 100;
  const Matrix Xd = X.cast<double>();
  for (Index s = 0; s < some; ++s) {
    const Index i = s * n / some;
    const Vector kernel = (-gamma * (Xd.rowwise() - Xd.row(i)).rowwise().squaredNorm().array()).exp();
    const Eigen::RowVectorXd exact = kernel.transpose() * W;
    for (Index j = 0; j < k; ++j) {
      const double e = S[static_cast<std::size_t>(j * n + i)] - exact[j];
      top += e * e;
      bottom += exact[j] * exact[j];
      if (std::abs(exact[j]) > 1e-4 * exact.cwiseAbs().maxCoeff())
        worst = std::max(worst, std::abs(e / exact[j]));
    }
  }
  return {std::sqrt(top / bottom), worst};
}

void passes(const MatrixOf<float>& X, const Labels& labels, Index k) {
  const auto n = static_cast<int>(X.rows()), d = static_cast<int>(X.cols());
  const double gamma = 0.5 / d;
  device::Context context(0);
  const MatrixOf<float> centred = X.rowwise() - X.colwise().mean();
  device::Array<float> x(static_cast<std::size_t>(centred.size()), context.held);
  context.send(x.data(), centred.data(), static_cast<std::size_t>(centred.size()));
  device::TensorSums tensors(context, x.data(), n, d, gamma);
  device::Array<double> S(static_cast<std::size_t>(k) * static_cast<std::size_t>(n), context.held);
  const Groups groups = groups_of(labels, k);
  Matrix W = Matrix::Zero(n, k);
  for (Index i = 0; i < n; ++i) W(i, labels[static_cast<std::size_t>(i)]) = 1;
  const auto time = [&](const char* what, auto&& run) {
    std::vector<double> times;
    for (int repeat = 0; repeat < 9; ++repeat) {
      device::check(cudaMemsetAsync(S.data(), 0, S.bytes(), context.stream()), "zeros");
      run();
      context.wait();
      if (repeat >= 2) times.push_back(tensors.milliseconds());
    }
    std::vector<double> sums(S.size());
    context.fetch(sums.data(), S.data(), S.size());
    const Error2 error = n <= 200000 ? error_of(X, gamma, sums, W) : Error2{};
    fmt::print("  {:<34} {:8.3f} ms   error {:.1e}, worst entry {:.1e}\n", what, median(times),
               error.relative, error.worst);
  };
  const auto stride = static_cast<std::size_t>(n);
  const device::Target to{S.data(), stride, 0, n};
  time("hard sums, both sides", [&] { tensors.fill(groups, to, nullptr); });
  time("hard sums, one side", [&] { tensors.add(groups, to, nullptr); });
  if (n > 200000) return;
  tensors.use_hopper(false);
  time("hard sums, one side, mma", [&] { tensors.add(groups, to, nullptr); });
  tensors.use_hopper(true);
  Random random(5);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform();
  const MatrixOf<float> Wf = W.cast<float>();
  W = Wf.cast<double>();
  device::Array<float> weights(static_cast<std::size_t>(Wf.size()), context.held);
  context.send(weights.data(), Wf.data(), static_cast<std::size_t>(Wf.size()));
  time("dense product, 100 columns",
       [&] { tensors.product(weights.data(), static_cast<int>(k), to, nullptr); });
}

struct Converged {
  double seconds = 0;
  Labels labels;
};
Converged convergence(const MatrixOf<float>& X, const Labels& labels, Index k, Index starts) {
  const Index n = X.rows();
  const Kernel kernel = Gaussian{.gamma = 0.5 / static_cast<double>(X.cols())};
  const Data data = Data::view(X.data(), n, X.cols());
  const auto tiles = std::make_shared<const KernelTiles<float>>(data, kernel, true);
  const auto there = points_on_device<float>(0, tiles);
  const DeviceSpace space(there, std::make_shared<DeviceGram>(there));
  const HardOptions options{
      .clusters = k, .max_iterations = 20000, .refine = false, .weights = Vector::Ones(n)};
  std::vector<Labels> all(static_cast<std::size_t>(starts), labels);
  for (std::size_t s = 1; s < all.size(); ++s) all[s] = start(X, k, 100 + s);
  Converged out;
  for (int repeat = 0; repeat < 2; ++repeat) {
    const auto begin = Clock::now();
    HardState state = assemble(space, all, options);
    const double first = seconds_since(begin);
    lloyd(space, state, options);
    out = {seconds_since(begin), state.starts[0].labels};
    const DeviceUse use = there->use();
    fmt::print("  Lloyd, {} start{} {:>22.1f} ms   {} iterations, first pass {:.1f} ms, {:.1f} GB there\n",
               starts, starts > 1 ? "s" : " ", 1e3 * out.seconds, state.starts[0].iterations, 1e3 * first,
               static_cast<double>(use.memory_bytes) * 1e-9);
  }
  return out;
}

void beside_stored(Index n) {
  constexpr Index d = 64, k = 100;
  const MatrixOf<float> X = mixture(n, d, 50, 1);
  const Labels labels = start(X, k, 1);
  fmt::print("n = {}, d = {}, k = {}\n", n, d, k);
  const Converged own = convergence(X, labels, k, 1);
  for (int repeat = 0; repeat < 2; ++repeat) {
    const StoredRun stored =
        stored_lloyd(X.data(), static_cast<int>(n), d, 0.5F / d, static_cast<int>(k), labels);
    Index same = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) same += stored.labels[i] == own.labels[i] ? 1 : 0;
    fmt::print(
        "  the matrix stored, {:.1f} GB {:>19.1f} ms   {} iterations, filled in {:.1f} ms before; {:.1f} x, "
        "{} of {} labels the same\n",
        stored.gigabytes, 1e3 * stored.seconds, stored.iterations, 1e3 * stored.fill_seconds,
        stored.seconds / own.seconds, same, n);
  }
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  using namespace mercer;
  const Devices found = find_devices();
  if (found.usable.empty()) {
    fmt::print("{}\n", found.why_none);
    return 1;
  }
  fmt::print("{}\n", found.usable[0].name);
  const std::string_view mode = argc > 1 ? argv[1] : "";
  const bool beside = mode == "beside", stored = mode == "stored";
  std::vector<Index> sizes;
  for (int i = beside || stored ? 2 : 1; i < argc; ++i) sizes.push_back(std::stol(argv[i]));
  if (sizes.empty()) sizes = {100000};
  if (beside || stored) {
    for (const Index n : sizes) beside ? measure_beside(n) : beside_stored(n);
    return 0;
  }
  for (const Index n : sizes)
    for (const Index d : {16, 64, 128}) {
      if (n > 200000 && d != 64) continue;
      const Index k = 100;
      const MatrixOf<float> X = mixture(n, d, 50, 1);
      const Labels labels = start(X, k, 1);
      fmt::print("n = {}, d = {}, k = {}\n", n, d, k);
      passes(X, labels, k);
      convergence(X, labels, k, 1);
      if (n <= 200000 && d == 64) convergence(X, labels, k, 10);
    }
  return 0;
}
