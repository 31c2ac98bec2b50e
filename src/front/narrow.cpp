// With a kernel that is too narrow no point resembles another: then a few points far out become clusters of
// their own, and all others one.
#include "front/narrow.hpp"

#include <algorithm>

#include "engine/sample.hpp"
#include "kernels/resolve.hpp"

namespace mercer {
namespace {

constexpr Index pairs_of = 256;       // points whose pairs are looked at
constexpr double unrelated = 0.05;    // a similarity below this is none
constexpr Index share_of_a_few = 20;  // a few points: a twentieth of an equal share

// Of a kernel with a width: whether it is the same for all points.
template <class K>
bool is_one_width(const K& kernel) {
  if constexpr (requires { kernel.local; })
    return !kernel.local;
  else
    return true;
}

// The same kernel with the width that the data suggest, to three digits; none if it has no width.
std::optional<Kernel> with_own_width(const Kernel& kernel, const Data& data) {
  return std::visit(
      [&]<class K>(const K& given) -> std::optional<Kernel> {
        if constexpr (requires { given.sigma; })
          if (is_one_width(given)) {
            K own = std::get<K>(resolve(K{}, data));
            own.sigma = std::stod(fmt::format("{:.3g}", own.sigma.value()));
            if constexpr (requires { own.gamma; }) own.gamma.reset();
            return own;
          }
        return std::nullopt;
      },
      kernel);
}

// k = 1 - D2 / 2 for kernels of width: half of the pairs lie beyond the median.
bool is_narrow(const Space& space) {
  const std::vector<Index> sample = spread_sample(space.size(), pairs_of);
  Matrix D2;
  space.between(sample, sample, D2);
  std::vector<double> values;
  for (Index i = 0; i < D2.rows(); ++i)
    for (Index j = 0; j < i; ++j) values.push_back(D2(i, j));
  if (values.empty()) return false;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle > 2 * (1 - unrelated);
}

}  // namespace

void warn_if_narrow(Run& run) {
  const Index n = run.data.size(), k = run.options.clusters;
  if (k < 2 || n < 20 * k || !run.built.space || run.scores.size() > 0) return;
  if (prototypes_in_input(method_of(run.options))) return;  // their distances are not those of the kernel
  std::vector<Index> sizes(static_cast<std::size_t>(k));
  for (const int label : run.result.labels)
    if (label >= 0 && label < k) ++sizes[static_cast<std::size_t>(label)];
  const Index few = std::max<Index>(2, n / (share_of_a_few * k));
  Index small = 0, points = 0;
  for (const Index size : sizes)
    if (size > 0 && size <= few) ++small, points += size;
  if (small == 0) return;
  const auto own = with_own_width(run.kernel, run.data);
  if (!own || !is_narrow(run.space())) return;
  run.warn(fmt::format("the kernel is narrow: most pairs of points have a similarity below {}, and {} of {} "
                       "clusters hold {} point{} in total",
                       unrelated, small, k, points, points == 1 ? "" : "s"),
           fmt::format("try the width that the data suggest: `kernel = {}`", format_choice(*own)));
}

}  // namespace mercer
