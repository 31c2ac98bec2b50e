// How many clusters?
#pragma once

#include "mercer/beyond/number.hpp"
#include "mercer/criteria.hpp"

namespace mercer {

struct SuggestOptions {
  Index least = 1;                    // 1: that no clusters stand out may be the answer
  Index most = 0;                     // 0: as far as the evidence asks for, 40 and sqrt(n) at most
  std::optional<Method> method = {};  // none, or auto: what very different methods agree on
  Kernel kernel = NoKernel{};         // none: the input space
  std::uint64_t seed = 1;
  int threads = 0;
  Control* control = nullptr;
};

// Evidence where methods can agree or disagree, else the criteria.
struct Suggestion {
  Index clusters = 0;
  std::optional<NumberSearch> search;
  std::optional<Criteria> criteria;
  // The evidence for the number, in words, and how clear it is.
  std::string text() const;
};
// Without a kernel and a method: what the candidates of auto agree on. With one of them: what runs of that
// method from different starts and with slightly different parameters agree on; the criteria, on standardized
// columns where their scales differ, for a method that has neither, and for fewer than 12 points.
Suggestion suggest_clusters(const Data& data, const SuggestOptions& options);

}  // namespace mercer
