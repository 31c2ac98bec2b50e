// A GPU computes what the processor computes: kernel values, sums, products, and whole clusterings.
#include <cuda_runtime_api.h>

#include <fmt/format.h>

#include <thread>

#include "cuda/device_gram.hpp"
#include "cuda/device_space.hpp"
#include "cuda/devices.hpp"
#include "engine/hard.hpp"
#include "support.hpp"

namespace mercer {
namespace {

template <class T>
std::shared_ptr<const KernelTiles<T>> tiles_of(const Matrix& X, const Kernel& kernel) {
  return std::make_shared<const KernelTiles<T>>(Data(X), kernel, true, local_widths(kernel, Data(X)));
}

// The largest difference, relative to the largest value.
double difference(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols() || !a.allFinite()) return INFINITY;
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / std::max(1e-300, b.cwiseAbs().maxCoeff());
}

Matrix random_matrix(Index rows, Index columns, Random& random, double low = -1) {
  Matrix M(rows, columns);
  for (Index i = 0; i < M.size(); ++i) M.data()[i] = random.uniform(low, 1);
  return M;
}

SparseRows random_moves(Index n, Index c, Index rows, Random& random, bool weighted) {
  SparseRows dW;
  for (Index r = 0; r < rows; ++r) {
    dW.add_row(r * n / rows);
    const double w = weighted ? random.uniform(0.5, 2) : 1;
    dW.add(random.below(c), w);
    dW.add(random.below(c), -w);
  }
  return dW;
}

template <class T>
void compare(const Matrix& X, const Kernel& kernel, Index c, double tolerance, Random& random) {
  const auto there = points_on_device<T>(0, tiles_of<T>(X, kernel));
  const DeviceGram gpu(there);
  const PointGram<double> cpu(tiles_of<double>(X, kernel));
  const Index n = X.rows();
  Matrix A, B;
  std::vector<Index> some;
  for (Index i = 0; i < std::min<Index>(n, 70); ++i) some.push_back(random.below(n));
  gpu.columns(some, A);
  cpu.columns(some, B);
  EXPECT_LE(difference(A, B), tolerance) << "columns";
  gpu.block(some, std::span(some).subspan(0, some.size() / 2 + 1), A);
  cpu.block(some, std::span(some).subspan(0, some.size() / 2 + 1), B);
  EXPECT_LE(difference(A, B), tolerance) << "block";
  const Matrix W = random_matrix(n, c, random, 0);
  gpu.apply(W, A);
  cpu.apply(W, B);
  EXPECT_LE(difference(A, B), tolerance) << "apply";
  for (const bool weighted : {false, true}) {
    const SparseRows dW = random_moves(n, c, (n + 2) / 3, random, weighted);
    A = B;
    gpu.update(dW, A);
    Matrix C = B;
    cpu.update(dW, C);
    EXPECT_LE((A - C).cwiseAbs().maxCoeff(), tolerance * (1 + B.cwiseAbs().maxCoeff())) << "update";
  }
  const Data Z(Matrix(X.topRows(std::min<Index>(n, 33)) * 0.9));
  Vector p, q;
  gpu.cross(Z, W, A, p);
  cpu.cross(Z, W, B, q);
  EXPECT_LE(difference(A, B), tolerance) << "cross";
  EXPECT_LE((p - q).cwiseAbs().maxCoeff(), tolerance * (1 + q.cwiseAbs().maxCoeff()));
}

TEST(Gpu, EveryKernelInBothPrecisions) {
  Random random(1);
  for (Kernel kernel : test::point_kernels())
    for (const Index d : {1, 5, 64, 200}) {
      SCOPED_TRACE(fmt::format("{} d = {}", format_choice(kernel), d));
      const Matrix X = test::blobs(700, d, 4, 3, 2) / std::sqrt(static_cast<double>(d));
      compare<double>(X, kernel, 7, 1e-11, random);
      const bool root = std::holds_alternative<Laplacian>(kernel);  // which magnifies rounding
      compare<float>(X, kernel, 7, root ? 2e-3 : 2e-4, random);
    }
  compare<double>(test::blobs(500, 3, 4, 3, 2), Gaussian{.local = true}, 7, 1e-11, random);
}

// The tensor cores: dimensions around the slices, uncentred points, many columns, few points.
TEST(Gpu, TensorCoresAreAsAccurateAsFloat) {
  Random random(2);
  for (const Index d : {1, 15, 16, 17, 32, 33, 64, 65, 100, 128})
    for (const Index n : {1024, 1500, 5000}) {
      SCOPED_TRACE(fmt::format("n = {} d = {}", n, d));
      const Matrix X = test::blobs(n, d, 9, 3, 1) + Matrix::Constant(n, d, 50);
      compare<float>(X, Gaussian{.gamma = 0.5 / static_cast<double>(d)}, 3 + n % 130, 5e-6, random);
    }
}

TEST(Gpu, SumsOfLabelsOnTensorCores) {
  for (const Index d : {3, 16, 30, 64, 128})
    for (const Index k : {1, 7, 100, 900}) {
      SCOPED_TRACE(fmt::format("d = {} k = {}", d, k));
      const Index n = 7003;
      const Matrix X = test::blobs(n, d, 9, 3, 1);
      const Kernel kernel = Gaussian{.gamma = 0.5 / static_cast<double>(d)};
      const auto there = points_on_device<float>(0, tiles_of<float>(X, kernel));
      const DeviceSpace gpu(there, std::make_shared<DeviceGram>(there));
      const GramSpace cpu(std::make_shared<PointGram<double>>(tiles_of<double>(X, kernel)));
      const HardOptions options{.clusters = k, .weights = Vector::Ones(n)};
      const HardState a = assemble(gpu, {test::random_labels(n, k, 1), test::random_labels(n, k, 2)},
                                   options),
                      b = assemble(cpu, {test::random_labels(n, k, 1), test::random_labels(n, k, 2)},
                                   options);
      EXPECT_LE(difference(all_distances(gpu, a.prototypes), all_distances(cpu, b.prototypes)), 2e-6);
      EXPECT_LE(difference(a.prototypes.norm, b.prototypes.norm), 2e-6);
    }
}

Options on_gpu(Index k) {
  Options o{.clusters = k, .method = Hard{}, .kernel = Gaussian{}, .restarts = 2};
  o.device.where = DeviceChoice::Where::gpu;
  return o;
}

TEST(Gpu, EqualSeedEqualBits) {
  const Data data(test::blobs(20000, 24, 12, 3, 2));
  for (const Method& method : {Method(Hard{}), Method(Fuzzy{.m = 1.2})}) {
    Options o = on_gpu(12);
    o.method = method;
    o.max_iterations = 15;
    const Result a = cluster(data, o), b = cluster(data, o);
    EXPECT_EQ(a.labels, b.labels);
    EXPECT_EQ(a.objective, b.objective);
    EXPECT_EQ(a.history, b.history);
    EXPECT_EQ(a.memberships, b.memberships);
  }
}

// Large enough for float and the tensor cores.
TEST(Gpu, FloatAgreesWithTheProcessor) {
  const Data data(test::blobs(12000, 24, 12, 3, 3));
  Options o = on_gpu(12);
  const Result gpu = cluster(data, o);
  o.device.where = DeviceChoice::Where::cpu;
  const Result cpu = cluster(data, o);
  EXPECT_NEAR(gpu.objective, cpu.objective, 1e-6 * cpu.objective);
  EXPECT_GT(score(gpu.labels, cpu.labels).ari, 0.999);
}

TEST(Gpu, KernelPcaAndSpectral) {
  const Data data(test::blobs(6000, 5, 4, 3, 3));
  EmbedOptions o{.dimensions = 3, .kernel = Gaussian{.sigma = 3.0}};
  o.device.where = DeviceChoice::Where::gpu;
  const EmbedResult gpu = embed(data, o);
  o.device.where = DeviceChoice::Where::cpu;
  const EmbedResult cpu = embed(data, o);
  EXPECT_LE((gpu.values - cpu.values).cwiseAbs().maxCoeff(), 1e-5 * cpu.values[0]);
  ASSERT_TRUE(gpu.device);
  EXPECT_GT(gpu.device->passes, 0U);
  EXPECT_FALSE(cpu.device);
  Options s = on_gpu(4);
  s.method = Spectral{};
  const Result a = cluster(data, s);
  s.device.where = DeviceChoice::Where::cpu;
  EXPECT_GT(score(a.labels, cluster(data, s).labels).ari, 0.999);
}

TEST(Gpu, NewPoints) {
  const Matrix X = test::blobs(5000, 6, 4, 3, 3);
  for (const Method& method : {Method(Hard{}), Method(Fuzzy{.m = 1.3})}) {
    Options o = on_gpu(4);
    o.method = method;
    const Result result = cluster(Data(X), o);
    What what{.distances = true};
    const Data fresh(test::blobs(700, 6, 4, 3, 3));
    what.device.where = DeviceChoice::Where::cpu;
    const Assignment cpu = result.model.assign(fresh, what);
    what.device.where = DeviceChoice::Where::gpu;
    const Assignment gpu = result.model.assign(fresh, what);
    ASSERT_TRUE(gpu.device);
    EXPECT_EQ(cpu.labels, gpu.labels);
    EXPECT_LE(difference(gpu.distances, cpu.distances), 1e-4);
  }
}

std::size_t free_there() {
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  return free;
}

// Another process has nearly all of the memory: a sentence, or less at a time, and the memory comes back.
TEST(Gpu, LittleMemory) {
  const Data data(test::blobs(30000, 24, 5, 3));
  const Options o = on_gpu(50);
  cluster(data, o);
  const std::size_t before = free_there();
  for (const std::size_t left : {std::size_t{200} << 20, std::size_t{1200} << 20}) {
    void* taken = nullptr;
    ASSERT_EQ(cudaMalloc(&taken, free_there() - left), cudaSuccess);
    try {
      const Result result = cluster(data, o);
      EXPECT_TRUE(result.converged);
      EXPECT_GT(left, std::size_t{500} << 20);
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::memory) << error.what();
      fmt::print("with {} MB left: {}\n", left >> 20, error.what());
    }
    cudaFree(taken);
  }
  EXPECT_NEAR(static_cast<double>(free_there()), static_cast<double>(before), 64e6);
}

TEST(Gpu, AStopGivesTheBestSoFarAndTheMemoryBack) {
  const Data data(test::blobs(60000, 24, 40, 3, 1));
  cluster(Data(test::blobs(3000, 3, 5, 3)), on_gpu(5));
  const std::size_t before = free_there();
  Control control;
  Options o = on_gpu(100);
  o.control = &control;
  o.restarts = 20;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    control.stop = true;
  });
  try {
    const Result result = cluster(data, o);
    EXPECT_TRUE(result.interrupted);
    EXPECT_EQ(result.labels.size(), 60000U);
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "interrupted before there was a first result");
  }
  stopper.join();
  EXPECT_NEAR(static_cast<double>(free_there()), static_cast<double>(before), 64e6);
}

TEST(Gpu, AWrongNumberIsNamed) {
  Options o = on_gpu(2);
  o.device.number = 77;
  try {
    plan(Data(test::blobs(40, 2, 2, 1)), o);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no GPU 77"), std::string::npos) << error.what();
  }
}

TEST(Gpu, ValuesThatAreNoNumbersAreNamed) {
  Options o = on_gpu(2);
  o.kernel = Polynomial{.degree = 400};
  EXPECT_THROW(cluster(Data(Matrix(test::blobs(300, 5, 2, 1) * 100)), o), Error);
}

}  // namespace
}  // namespace mercer
