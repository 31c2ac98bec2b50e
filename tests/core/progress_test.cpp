// Progress: what is told is the whole, in words and in shares that never fall back.
#include "core/progress.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mercer {
namespace {

struct Told {
  std::string phase;
  double share = 0;
  bool steady = false;
};
// All that a Control is told.
struct Listener {
  Control control;
  std::vector<Told> told;
  Listener() {
    control.progress = [this](std::string_view phase, std::int64_t done, std::int64_t total) {
      told.push_back(
          {std::string(phase), static_cast<double>(done) / static_cast<double>(total), control.steady});
    };
  }
};

TEST(Progress, CountsUpAndAsksForTheStop) {
  Control control;
  std::int64_t last = 0, total = 0;
  control.progress = [&](std::string_view phase, std::int64_t done, std::int64_t all) {
    EXPECT_EQ(phase, "work");
    EXPECT_GT(done, last);
    last = done;
    total = all;
  };
  Progress progress(&control, "work", 10);
  for (int i = 0; i < 5; ++i) progress.done(2);
  EXPECT_EQ(last, 10);
  EXPECT_EQ(total, 10);
  EXPECT_FALSE(progress.stopped());
  control.stop = true;
  EXPECT_TRUE(progress.stopped());
  Progress nobody(nullptr, "work", 1);
  nobody.done();
  EXPECT_FALSE(nobody.stopped());
}

TEST(Progress, OfPiecesWithinPiecesIsTheWhole) {
  Listener listener;
  Control* const control = &listener.control;
  {
    Progress whole = Progress::whole(control, 10);
    {
      Progress matrix(control, "kernel matrix", 4);
      for (int tile = 0; tile < 4; ++tile) matrix.done();
    }
    whole.done();
    whole.expect(9);
    Progress starts = Progress::counted(control, "start", 3);
    for (int start = 0; start < 3; ++start) {
      {
        Progress passes = Progress::open(control, "pass");
        for (int pass = 0; pass < 5; ++pass) {
          {
            Progress tiles(control, "product", 2);
            tiles.done();
            tiles.done();
          }
          passes.done();
        }
      }
      starts.done();
    }
  }
  const auto& told = listener.told;
  for (std::size_t i = 1; i < told.size(); ++i) EXPECT_GE(told[i].share, told[i - 1].share - 1e-5) << i;
  EXPECT_NEAR(told[3].share, 0.1, 1e-5);
  EXPECT_NEAR(told.back().share, 1, 1e-5);
  EXPECT_EQ(told[0].phase, "kernel matrix");
  EXPECT_EQ(told[4].phase, "start 1 of 3, pass 1");
  EXPECT_EQ(told[told.size() - 3].phase, "start 3 of 3, pass 5");
  EXPECT_EQ(control->innermost, nullptr);
  // How long open passes take nobody knows; once two starts are done, what is left is like them.
  EXPECT_FALSE(told[0].steady);
  EXPECT_FALSE(told[4].steady);
  EXPECT_TRUE(told[told.size() - 3].steady);
}

TEST(Progress, StartsThatRunTogetherAreToldTogether) {
  Listener listener;
  Progress starts = Progress::counted(&listener.control, "start", 10);
  starts.expect(10);
  {
    Progress passes = Progress::open(&listener.control, "pass");
    passes.done();
  }
  EXPECT_EQ(listener.told.back().phase, "10 starts, pass 2");
  EXPECT_FALSE(listener.told.back().steady);
  starts.expect(4);
  starts.done(4);
  {
    Progress passes = Progress::open(&listener.control, "pass");
    passes.done();
  }
  EXPECT_EQ(listener.told.back().phase, "starts 5 to 8 of 10, pass 2");
}

}  // namespace
}  // namespace mercer
