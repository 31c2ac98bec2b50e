#include "core/ranks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <new>

#include "core/parallel.hpp"
#include "mercer/error.hpp"
#include "pretend_ranks.hpp"

namespace mercer {
namespace {

std::string message_of(const std::exception_ptr& thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}
Fault fault_of(const std::exception_ptr& thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return error.fault();
  } catch (const std::exception&) {
  }
  return Fault::failure;
}

void expect_nothing(const std::vector<std::exception_ptr>& thrown) {
  for (const auto& one : thrown) EXPECT_EQ(message_of(one), "");
}

class Ranked : public testing::TestWithParam<int> {};

TEST_P(Ranked, RowsOfAllRanksCoverEveryRowOnce) {
  expect_nothing(test::PretendRanks(GetParam()).run([&](Communicator& all) {
    const Together together(all);
    const Ranks ranks;
    for (const Index size : {0, 1, 255, 256, 257, 5000}) {
      Index next = 0;
      for (int r = 0; r < ranks.size(); ++r) {
        const Range own = ranks.rows(size, 256, r);
        EXPECT_EQ(own.begin, next);
        EXPECT_TRUE(own.begin % 256 == 0 || own.begin == size);
        next = own.end;
      }
      EXPECT_EQ(next, size);
    }
  }));
}

TEST_P(Ranked, EveryRankGetsAllRowsAndLists) {
  expect_nothing(test::PretendRanks(GetParam()).run([&](Communicator& all) {
    const Together together(all);
    Matrix M = Matrix::Constant(1000, 3, -1);
    MatrixOf<int> N = MatrixOf<int>::Constant(1000, 1, -1);
    divided_rows(
        1000, 64,
        [&](Index begin, Index end) {
          for (Index i = begin; i < end; ++i) {
            M.row(i).setConstant(static_cast<double>(i));
            N(i, 0) = static_cast<int>(i);
          }
        },
        M, N);
    for (Index i = 0; i < 1000; ++i) {
      EXPECT_EQ(M(i, 2), static_cast<double>(i));
      EXPECT_EQ(N(i, 0), i);
    }
    const Ranks ranks;
    const auto lists = ranks.gather_lists(std::vector<int>(static_cast<std::size_t>(ranks.rank()), 7));
    for (std::size_t r = 0; r < lists.size(); ++r) EXPECT_EQ(lists[r], std::vector<int>(r, 7));
  }));
}

TEST_P(Ranked, InsideALoopOfThreadsARankIsAlone) {
  expect_nothing(test::PretendRanks(GetParam()).run([&](Communicator& all) {
    const Together together(all);
    parallel_blocks(4, [&](Index) { EXPECT_TRUE(Ranks().alone()); });
    EXPECT_EQ(Ranks().alone(), all.size() == 1);
  }));
}

TEST_P(Ranked, AnErrorOnTheLastRankIsEverybodys) {
  const int last = GetParam() - 1;
  const auto thrown = test::PretendRanks(GetParam()).run([&](Communicator& all) {
    const Together scope(all);
    together([&] {
      Ranks().agree();
      if (all.rank() == last) throw Error(Fault::data, "no such value");
      Ranks().gather_list<int>({1});
      return 0;
    });
  });
  for (int r = 0; r < GetParam(); ++r) {
    const auto& one = thrown[static_cast<std::size_t>(r)];
    EXPECT_EQ(message_of(one),
              r == last ? "no such value" : "rank " + std::to_string(last) + ": no such value");
    EXPECT_EQ(fault_of(one), Fault::data);
  }
}

TEST(Ranks, OneWithoutMemoryEndsAllOfThem) {
  for (const int ranks : {2, 3, 4}) {
    const auto thrown = test::PretendRanks(ranks).run([&](Communicator& all) {
      const Together scope(all);
      together([&] {
        if (all.rank() == 1) throw std::bad_alloc();
        return 0;
      });
    });
    EXPECT_EQ(fault_of(thrown[0]), Fault::memory) << ranks;
    EXPECT_NE(message_of(thrown[0]).find("rank 1: out of memory"), std::string::npos) << ranks;
  }
}

TEST_P(Ranked, AnErrorOfAllIsOne) {
  const auto thrown = test::PretendRanks(GetParam()).run([&](Communicator& all) {
    const Together scope(all);
    together([&]() -> int { throw Error(Fault::usage, "not so"); });
  });
  for (const auto& one : thrown) EXPECT_EQ(message_of(one), "not so");
}

// One rank is asked to stop: all see it at the same exchange, and never before.
TEST_P(Ranked, AllStopAtTheSamePlace) {
  std::atomic<int> steps_in_all{0};
  expect_nothing(test::PretendRanks(GetParam()).run([&](Communicator& all) {
    const Together together(all);
    Control own;
    Control* control = &own;
    const Agreed agreed(control);
    int steps = 0;
    while (!control->stop && steps < 1000) {
      if (all.rank() == all.size() - 1 && steps == 5) own.stop = true;
      Ranks().agree();
      ++steps;
    }
    steps_in_all += steps;
  }));
  EXPECT_EQ(steps_in_all, 6 * GetParam());
}

TEST_P(Ranked, BytesAreCountedOnceForEachThatGetsThem) {
  expect_nothing(test::PretendRanks(GetParam()).run([&](Communicator& all) {
    const Together together(all);
    const auto before = traffic();
    Ranks().gather_list<char>(std::vector<char>(100));
    const auto after = traffic();
    const auto p = static_cast<std::uint64_t>(all.size());
    if (p == 1) return;
    // A word of 16 bytes and the list, from each to all others; and what asking for the traffic takes.
    EXPECT_EQ(after.back().bytes - before.back().bytes,
              p * (p - 1) * (16 + 100) + p * (p - 1) * sizeof(Traffic));
  }));
}

INSTANTIATE_TEST_SUITE_P(Sizes, Ranked, testing::Values(1, 2, 3, 4, 7));

}  // namespace
}  // namespace mercer
