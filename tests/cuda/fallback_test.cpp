// A GPU that `auto` has chosen may have too little memory, or fail: the processor does the work, and says so.
// One that was asked for is an error.
#include <numeric>

#include "cuda/devices.hpp"
#include "io/temporary.hpp"
#include "mercer/cluster.hpp"
#include "mercer/communicator.hpp"
#include "mercer/embed.hpp"
#include "pretend_points.hpp"
#include "pretend_ranks.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr int never = std::numeric_limits<int>::max();
constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

// What happens after so many sums.
enum class Ends { device_memory, memory };

// A GPU for the calling thread. Its memory is full after so many sums; below 0, before there are points.
class Pretended final : public PretendedDevices {
 public:
  explicit Pretended(int sums, std::uint64_t free = plenty, Ends ends = Ends::device_memory)
      : sums_(sums), free_(free), ends_(ends) {
    pretended_devices() = this;
  }
  ~Pretended() override { pretended_devices() = nullptr; }
  Pretended(const Pretended&) = delete;
  Pretended& operator=(const Pretended&) = delete;
  Devices find() const override { return {{{0, "pretended", 90, plenty, free_}}, ""}; }
  std::shared_ptr<const DevicePoints> points(std::shared_ptr<const Gram> gram, Range rows) const override {
    if (sums_ < 0)
      throw DeviceError(Fault::failure, "the GPU failed: no answer (points); use `device = cpu`");
    auto out = std::make_shared<test::PretendPoints>(std::move(gram), rows);
    out->fail_after(sums_, ends_ == Ends::memory);
    return out;
  }

 private:
  int sums_;
  std::uint64_t free_;
  Ends ends_;
};

// A machine without a GPU.
class Without final : public PretendedDevices {
 public:
  Without() { pretended_devices() = this; }
  ~Without() override { pretended_devices() = nullptr; }
  Without(const Without&) = delete;
  Without& operator=(const Without&) = delete;
  Devices find() const override { return {{}, "this machine has no GPU"}; }
  std::shared_ptr<const DevicePoints> points(std::shared_ptr<const Gram>, Range) const override {
    return nullptr;
  }
};

Data some_points() { return Data(test::blobs(900, 3, 3, 4)); }
Options some_options() {
  return {.clusters = 3, .method = Hard{}, .kernel = Gaussian{.sigma = 2.0}, .restarts = 2, .threads = 1};
}
Options on(DeviceChoice::Where where) {
  Options options = some_options();
  options.device.where = where;
  return options;
}

void expect_the_processors(const Result& found, const Result& expected) {
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.objective, expected.objective);
  EXPECT_EQ(found.plan.device.number, -1);
  EXPECT_FALSE(found.device);
}

TEST(Fallback, AGpuThatWorks) {
  const Data data = some_points();
  const Result expected = cluster(data, on(DeviceChoice::Where::cpu));
  const Pretended device(never);
  const Result found = cluster(data, some_options());
  EXPECT_EQ(found.plan.device.name, "pretended");
  ASSERT_TRUE(found.device);
  EXPECT_GT(found.device->passes, 0U);
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.warnings.size(), expected.warnings.size());
}

TEST(Fallback, AGpuThatFails) {
  const Data data = some_points();
  const Result expected = cluster(data, on(DeviceChoice::Where::cpu));
  for (const int sums : {-1, 0, 1}) {
    SCOPED_TRACE(sums);
    const Pretended device(sums);
    const Result found = cluster(data, some_options());
    expect_the_processors(found, expected);
    ASSERT_EQ(found.warnings.size(), expected.warnings.size() + 1);
    EXPECT_EQ(found.warnings[0].what,
              sums < 0 ? "the processor did the work: the GPU failed: no answer (points)"
                       : "the processor did the work: the GPU has too little free memory (sums)");
    EXPECT_NE(found.warnings[0].remedy, "");
    EXPECT_THROW(cluster(data, on(DeviceChoice::Where::gpu)), Error);
  }
}

TEST(Fallback, OtherAnswersToo) {
  const Data data = some_points();
  const Result fitted = cluster(data, on(DeviceChoice::Where::cpu));
  What what{.distances = true};
  what.device.where = DeviceChoice::Where::cpu;
  const Matrix distances = fitted.model.assign(data, what).distances;
  EmbedOptions axes{.dimensions = 2, .kernel = Gaussian{.sigma = 2.0}};
  axes.device.where = DeviceChoice::Where::cpu;
  const EmbedResult coordinates = embed(data, axes);
  const double silhouettes =
      silhouette(data, Gaussian{.sigma = 2.0}, fitted.labels, 0, {DeviceChoice::Where::cpu});
  what.device = axes.device = {};
  for (const std::uint64_t free : {plenty, std::uint64_t{1} << 20}) {
    SCOPED_TRACE(free);
    const Pretended device(-1, free);
    const Assignment assigned = fitted.model.assign(data, what);
    EXPECT_EQ(assigned.distances, distances);
    EXPECT_FALSE(assigned.device);
    EXPECT_EQ(silhouette(data, Gaussian{.sigma = 2.0}, fitted.labels), silhouettes);
    const EmbedResult embedded = embed(data, axes);
    EXPECT_EQ(embedded.coordinates, coordinates.coordinates);
    EXPECT_FALSE(embedded.device);
    EXPECT_EQ(embedded.warnings.size(), coordinates.warnings.size() + (free == plenty ? 1 : 0));
  }
}

// Nothing is tried that can't fit: `auto` is silent, and a request is refused with what is needed.
TEST(Fallback, AGpuWithLittleMemory) {
  const Data data = some_points();
  const Result expected = cluster(data, on(DeviceChoice::Where::cpu));
  const Pretended device(never, std::uint64_t{1} << 20);
  const auto refused = [](auto&& f) {
    try {
      f();
      return std::string();
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::memory);
      return std::string(error.what());
    }
  };
  const Result found = cluster(data, some_options());
  expect_the_processors(found, expected);
  EXPECT_EQ(found.warnings.size(), expected.warnings.size());
  What what;
  EXPECT_FALSE(expected.model.assign(data, what).device);
  const DeviceChoice gpu{DeviceChoice::Where::gpu};
  what.device = gpu;
  EXPECT_NE(refused([&] { cluster(data, on(gpu.where)); }).find("needs at least"), std::string::npos);
  EXPECT_NE(refused([&] { expected.model.assign(data, what); }).find("needs at least"), std::string::npos);
  EXPECT_NE(refused([&] {
              silhouette(data, Gaussian{.sigma = 2.0}, expected.labels, 0, gpu);
            }).find("needs at least"),
            std::string::npos);
}

// One rank fails, at its start or later, and all do without GPUs from then on; a second fit works as the
// first.
TEST(Fallback, RanksLeaveTheirGpusTogether) {
  const Data data = some_points();
  const Result expected = cluster(data, on(DeviceChoice::Where::cpu));
  for (const int sums : {-1, 0, 1}) {
    SCOPED_TRACE(sums);
    const auto thrown = test::PretendRanks(3).run([&](Communicator& all) {
      const Pretended device(all.rank() == 1 ? sums : never);
      const Together scope(all);
      for (int repeat = 0; repeat < 2; ++repeat) {
        const Result found = together([&] { return cluster(data, some_options()); });
        expect_the_processors(found, expected);
        EXPECT_EQ(found.warnings.size(), expected.warnings.size() + 1);
      }
      EXPECT_FALSE(traffic().empty());
    });
    for (const auto& one : thrown) EXPECT_FALSE(one);
  }
}

// A swap that fails by a GPU, at whichever of its sums, is not just left out: all ranks leave their GPUs.
TEST(Fallback, RanksLeaveTheirGpusInASwapTogether) {
  const Data data = some_points();
  Options options = some_options();
  options.search = Swap{3};
  Options here = options;
  here.device.where = DeviceChoice::Where::cpu;
  const Result expected = cluster(data, here);
  for (const int sums : {2, 3, 4, 5, 6, 7, 8, 10, 12}) {
    SCOPED_TRACE(sums);
    const auto thrown = test::PretendRanks(3).run([&](Communicator& all) {
      const Pretended device(all.rank() == 1 ? sums : never);
      const Together scope(all);
      const Result found = together([&] { return cluster(data, options); });
      EXPECT_EQ(found.labels, expected.labels);
      EXPECT_EQ(found.warnings.size() > expected.warnings.size(), !found.device);
    });
    for (const auto& one : thrown) EXPECT_FALSE(one);
  }
}

// Whatever the step, all end with what went wrong on the first.
TEST(Fallback, MemoryThatIsFullInASwapEndsAllRanks) {
  const Data data = some_points();
  Options options = some_options();
  options.search = Swap{3};
  int ended = 0;
  for (const int sums : {2, 3, 4, 5, 6, 7, 8, 10, 12}) {
    SCOPED_TRACE(sums);
    const auto thrown = test::PretendRanks(3).run([&](Communicator& all) {
      const Pretended device(all.rank() == 1 ? sums : never, plenty, Ends::memory);
      const Together scope(all);
      together([&] { return cluster(data, options); });
    });
    if (!thrown[1]) continue;
    ++ended;
    EXPECT_THROW(std::rethrow_exception(thrown[1]), std::bad_alloc);
    for (const std::size_t rank : {0, 2}) {
      ASSERT_TRUE(thrown[rank]);
      test::expect_error(Fault::memory, {"rank 1: out of memory"},
                         [&] { std::rethrow_exception(thrown[rank]); });
    }
  }
  EXPECT_GT(ended, 2);
}

// Tuning leaves out values that make no sense; a GPU that was asked for and fails is something else.
TEST(Fallback, AGpuThatFailsWhileTuningEndsAllRanks) {
  const Data data = some_points();
  Options options = on(DeviceChoice::Where::gpu);
  options.tune = "sigma";
  const auto thrown = test::PretendRanks(2).run([&](Communicator& all) {
    const Pretended device(all.rank() == 1 ? 1 : never);
    const Together scope(all);
    together([&] { return cluster(data, options); });
  });
  for (const auto& one : thrown) {
    ASSERT_TRUE(one);
    test::expect_error(Fault::memory, {"the GPU has too little free memory"},
                       [&] { std::rethrow_exception(one); });
  }
}

TEST(Fallback, ARankWithoutAGpu) {
  const Data data = some_points();
  const auto thrown = test::PretendRanks(2).run([&](Communicator& all) {
    std::optional<Pretended> device;
    std::optional<Without> none;
    if (all.rank() == 0)
      device.emplace(never);
    else
      none.emplace();
    const Together scope(all);
    try {
      cluster(data, on(DeviceChoice::Where::gpu));
      FAIL() << "one of two ranks has no GPU";
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::usage);
      EXPECT_STREQ(error.what(),
                   all.rank() == 0
                       ? "this machine has a GPU 0, but that of another rank has none; use `device = cpu`"
                       : "this machine has no GPU");
    }
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
}

// Swaps take more memory here than the sums take there.
TEST(Fallback, TooLittleMemoryHereIsNotTheGpus) {
  const MatrixOf<float> X = MatrixOf<float>::Zero(2000000, 1);
  Options options = on(DeviceChoice::Where::gpu);
  options.clusters = 100;
  options.restarts = 1;
  options.search = Swap{};
  options.memory = 4600000000;
  const Pretended device(never);
  try {
    plan(Data::view(X.data(), X.rows(), X.cols()), options);
    FAIL() << "the memory was enough";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::memory);
    EXPECT_EQ(std::string(error.what()).find("GPU"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("the budget is"), std::string::npos) << error.what();
  }
}

TEST(Fallback, AGpuThatIsNotThere) {
  const Pretended device(never);
  Options options = on(DeviceChoice::Where::gpu);
  options.device.number = 77;
  test::expect_error(Fault::usage, {"there is no GPU 77; this machine has 1 (the first is 0)"},
                     [&] { cluster(some_points(), options); });
}

// Of the new points only a part is there at a time.
TEST(Fallback, APredictionOfManyPointsNeedsLittleMemory) {
  const Data data(test::blobs(60, 3, 3, 4));
  const Result fitted = cluster(data, {.clusters = 40, .method = Hard{}, .kernel = Gaussian{.sigma = 2.0}});
  const Data many(test::blobs(100000, 3, 3, 5));
  const Pretended device(never, std::uint64_t{600} << 20);
  What what;
  what.device.where = DeviceChoice::Where::gpu;
  const Assignment assigned = fitted.model.assign(many, what);
  ASSERT_TRUE(assigned.device);
  EXPECT_EQ(assigned.device->name, "pretended");
  EXPECT_EQ(assigned.labels.size(), 100000U);
}

// Each rank computes its own rows of new points, and all get all.
TEST(Fallback, RanksShareAPrediction) {
  const Data data = some_points(), fresh(test::blobs(1500, 3, 3, 7));
  const Result fitted = cluster(data, on(DeviceChoice::Where::cpu));
  const What what{.distances = true, .device = {DeviceChoice::Where::gpu}};
  Assignment alone;
  {
    const Pretended device(never);
    alone = fitted.model.assign(fresh, what);
  }
  ASSERT_TRUE(alone.device);
  for (const int count : {2, 3}) {
    SCOPED_TRACE(count);
    std::vector<std::uint64_t> values(static_cast<std::size_t>(count));
    const auto thrown = test::PretendRanks(count).run([&](Communicator& all) {
      const Pretended device(never);
      const Together scope(all);
      const Assignment found = together([&] { return fitted.model.assign(fresh, what); });
      EXPECT_EQ(found.labels, alone.labels);
      EXPECT_EQ(found.distances, alone.distances);
      ASSERT_TRUE(found.device);
      values[static_cast<std::size_t>(all.rank())] = found.device->values;
    });
    for (const auto& one : thrown) EXPECT_FALSE(one);
    for (const std::uint64_t own : values) EXPECT_LT(own, alone.device->values);
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::uint64_t{0}), alone.device->values);
  }
}

// Where something else fails elsewhere at the same time, all end.
TEST(Fallback, AnotherErrorEndsAll) {
  const auto thrown = test::PretendRanks(2).run([&](Communicator& all) {
    const Together scope(all);
    together([&]() -> int {
      if (all.rank() == 0) throw DeviceError(Fault::failure, "the GPU failed; use `device = cpu`");
      throw Error(Fault::data, "row 3 is not a number");
    });
  });
  for (const auto& one : thrown) {
    ASSERT_TRUE(one);
    try {
      std::rethrow_exception(one);
    } catch (const DeviceError& error) {
      FAIL() << error.what();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()), "");
    }
  }
}

}  // namespace
}  // namespace mercer
