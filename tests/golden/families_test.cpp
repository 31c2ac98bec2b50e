// The generated families: no set is another one again.
#include "more_families.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::FamilySet;

// How much the distances from the first point differ at most. They know nothing of turns, and a little noise
// changes them little.
double difference_of(const FamilySet& a, const FamilySet& b) {
  const Matrix X = a.data.dense(), Y = b.data.dense();
  constexpr Index shared = 100;  // noise comes after them
  const auto from_first = [](const Matrix& M) {
    return (M.topRows(shared).rowwise() - M.row(0)).rowwise().norm().eval();
  };
  return (from_first(X) - from_first(Y)).cwiseAbs().maxCoeff();
}

std::vector<FamilySet> of_two_seeds(std::vector<FamilySet> (*make)(std::uint64_t), const std::string& shape) {
  std::vector<FamilySet> out;
  for (const std::uint64_t seed : {1, 2})
    for (FamilySet& set : make(seed))
      if (set.name.starts_with(shape)) out.push_back(std::move(set));
  return out;
}

double least_difference(const std::vector<FamilySet>& sets) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < sets.size(); ++a)
    for (std::size_t b = a + 1; b < sets.size(); ++b)
      least = std::min(least, difference_of(sets[a], sets[b]));
  return least;
}

TEST(Families, EverySetIsDrawnAnew) {
  // Lifted, the same sample would differ by its noise only, of 0.1 in all.
  for (const char* const shape : {"rings", "spirals"})
    EXPECT_GT(least_difference(of_two_seeds(test::lifted_sets, shape)), 0.6) << shape;
  for (const char* const shape : {"rings", "two-moons", "seven"})
    EXPECT_GT(least_difference(of_two_seeds(test::noisy_sets, shape)), 0.1) << shape;
}

}  // namespace
}  // namespace mercer
