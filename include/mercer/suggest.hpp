// How many clusters?
#pragma once

#include "mercer/beyond/number.hpp"
#include "mercer/criteria.hpp"

namespace mercer {

struct SuggestOptions {
  Index least = 1;                    // 1 allows the answer "no clusters"
  Index most = 0;                     // 0: as many as the evidence requires, at most 40 and sqrt(n)
  std::optional<Method> method = {};  // none or auto: very different methods must agree
  Kernel kernel = NoKernel{};         // none: the input space
  std::uint64_t seed = 1;
  int threads = 0;
  Control* control = nullptr;
};

// The evidence if methods can agree or disagree, otherwise the criteria.
struct Suggestion {
  Index clusters = 0;
  std::optional<NumberSearch> search;
  std::optional<Criteria> criteria;
  // The evidence for the number, in words, and how clear it is.
  std::string text() const;
};
// Without a kernel and a method, the candidates of auto must agree. With one of them, runs of that method
// from different starts and with slightly different parameters must agree. The criteria (on standardized
// columns, if scales differ) are used for a method that has neither, and for fewer than 12 points.
Suggestion suggest_clusters(const Data& data, const SuggestOptions& options);

}  // namespace mercer
