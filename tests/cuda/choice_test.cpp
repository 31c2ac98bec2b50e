// What is said where a GPU is asked for. A build without CUDA, or a machine without a GPU, says why; `auto`
// is silent.
#include <cmath>

#include "cuda/devices.hpp"
#include "io/temporary.hpp"
#include "mercer/embed.hpp"
#include "support.hpp"

namespace mercer {
namespace {

TEST(DeviceChoice, Words) {
  for (const char* text : {"auto", "cpu", "gpu", "gpu:3"}) {
    DeviceChoice choice;
    EXPECT_TRUE(grammar::parse(text, choice)) << text;
    EXPECT_EQ(grammar::format(choice), text);
  }
  for (const char* text : {"", "gpu:", "gpu:-1", "gpu3", "GPU", "cuda"}) {
    DeviceChoice choice;
    EXPECT_FALSE(grammar::parse(text, choice)) << text;
  }
}

std::string refusal(const Data& data, Options options) {
  options.device.where = DeviceChoice::Where::gpu;
  try {
    plan(data, options);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(DeviceChoice, WhatHasNoWayThereIsNamed) {
  const Data data(test::blobs(40, 2, 2, 1));
  const auto says = [&](const Options& options, const char* what) {
    const std::string said = refusal(data, options);
    EXPECT_NE(said.find(what), std::string::npos) << said;
    EXPECT_NE(said.find("`device = cpu`"), std::string::npos) << said;
  };
  says({.clusters = 2, .method = Mixture{}}, "mixture");
  says({.clusters = 2, .method = SingleLinkage{}}, "through a tree");
  says({.clusters = 2, .kernel = Geodesic{}}, "through a tree");
  says({.clusters = 2, .kernel = Connectivity{.metric = PathMetric::manhattan}}, "manhattan");
  says({.clusters = 2, .kernel = Gaussian{}, .approx = MiniBatch{}}, "minibatch");
  says({.clusters = 2, .kernel = Gaussian{}, .storage = Holding::stored}, "`storage = stored`");
  const Data sparse(SparseMatrix(test::blobs(40, 2, 2, 1).sparseView()));
  EXPECT_NE(refusal(sparse, {.clusters = 2, .kernel = Gaussian{}}).find("sparse"), std::string::npos);
}

TEST(DeviceChoice, NoGpuIsSaidOnlyWhereOneIsAskedFor) {
  const Devices found = find_devices();
  if (!found.usable.empty()) GTEST_SKIP() << "there is a GPU";
  EXPECT_FALSE(found.why_none.empty());
  const Data data(test::blobs(40, 2, 2, 1));
  const Data wide(test::blobs(60, 12, 2, 1));
  for (const Options& options :
       {Options{.clusters = 2, .kernel = Gaussian{}}, Options{.clusters = 2, .method = Hard{}},
        Options{.clusters = 2, .method = Hard{}, .kernel = Linear{}},
        Options{.clusters = 2, .kernel = Gaussian{}, .approx = Nystrom{.landmarks = 10}},
        Options{.clusters = 2, .method = SingleLinkage{}}, Options{.method = Hdbscan{}}})
    EXPECT_EQ(refusal(wide, options), found.why_none);
  const Result result = cluster(data, {.clusters = 2, .kernel = Gaussian{}});
  EXPECT_EQ(result.plan.device.number, -1);
  EXPECT_FALSE(result.device);
}

TEST(DeviceChoice, APredictionThatCannotUseAGpuIsRefused) {
  const Data data(test::blobs(40, 2, 2, 1));
  const Result result = cluster(data, {.clusters = 2, .method = Hard{}});
  What what;
  what.device.where = DeviceChoice::Where::gpu;
  try {
    result.model.assign(data, what);
    FAIL() << "the request for a GPU was ignored";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("GPU"), std::string::npos) << error.what();
  }
  // Before anything is computed: values that are no numbers are not even looked for.
  try {
    result.model.assign(Data(Matrix(Matrix::Constant(3, 2, NAN))), what);
    FAIL() << "the request for a GPU was ignored";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage) << error.what();
  }
}

TEST(DeviceChoice, AnEmbeddingThatCannotUseAGpuIsRefused) {
  const Data data(test::blobs(60, 2, 2, 1));
  EmbedOptions options{.dimensions = 1, .kernel = Geodesic{.neighbors = 8}};
  options.device.where = DeviceChoice::Where::gpu;
  test::expect_error(Fault::usage, {"through a tree", "`device = cpu`"}, [&] { embed(data, options); });
  options.device.where = DeviceChoice::Where::automatic;
  EXPECT_FALSE(embed(data, options).device);
}

TEST(DeviceChoice, UsesAddUp) {
  std::optional<DeviceUse> sum;
  add_use(sum, {"one", 1, 20, 300, 4000, 50});
  add_use(sum, {"one", 2, 10, 100, 1000, 70});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->passes, 3U);
  EXPECT_EQ(sum->values, 30U);
  EXPECT_EQ(sum->bytes_up, 400U);
  EXPECT_EQ(sum->bytes_down, 5000U);
  EXPECT_EQ(sum->memory_bytes, 70U);
}

}  // namespace
}  // namespace mercer
