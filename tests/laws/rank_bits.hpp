// What a result is made of, bit by bit, and the same computed by several ranks.
#pragma once

#include <bit>

#include "mercer/cluster.hpp"
#include "pretend_ranks.hpp"
#include "support.hpp"

namespace mercer::test {

inline std::vector<std::uint64_t> bits_of(const Result& result) {
  std::vector<std::uint64_t> words;
  const auto add = [&](double value) { words.push_back(std::bit_cast<std::uint64_t>(value)); };
  for (const int label : result.labels) add(label);
  add(result.objective);
  for (const double step : result.history) add(step);
  add(static_cast<double>(result.iterations));
  for (const double value : result.model.mass) add(value);
  for (const double value : result.model.norm) add(value);
  return words;
}

// On each of `ranks` ranks; all of them must say the same.
template <class F>
std::vector<std::uint64_t> on_ranks(int ranks, F&& f) {
  std::vector<std::vector<std::uint64_t>> found(static_cast<std::size_t>(ranks));
  const auto thrown = PretendRanks(ranks).run([&](Communicator& all) {
    const Together scope(all);
    found[static_cast<std::size_t>(all.rank())] = together([&] { return f(); });
  });
  for (const auto& one : thrown)
    if (one) std::rethrow_exception(one);
  for (const auto& words : found) EXPECT_EQ(words == found[0], true);
  return found[0];
}

struct Crew {
  int ranks, threads;  // of each rank
};
// These are all threads of this process, and more than there are cores take long: the second list is for what
// takes little.
inline const std::vector<Crew> small_crews = {{2, 2}, {3, 1}, {4, 1}};
inline const std::vector<Crew> all_crews = {{2, 2}, {3, 1}, {3, 2}, {4, 1}, {4, 2}};

// f(threads)
template <class F>
void expect_same_on_ranks(F&& f, const std::vector<Crew>& crews = small_crews) {
  const std::vector<std::uint64_t> alone = f(1);
  ASSERT_FALSE(alone.empty());
  for (const auto [ranks, threads] : crews)
    EXPECT_EQ(on_ranks(ranks, [&, each = threads] { return f(each); }) == alone, true)
        << ranks << " ranks x " << threads << " threads";
}

}  // namespace mercer::test
