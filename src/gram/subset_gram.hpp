// Some points of a Gram, as a Gram of their own; their kernel matrix is kept.
#pragma once

#include "gram/given_gram.hpp"

namespace mercer {

inline GivenGram subset_gram(const Gram& gram, std::span<const Index> points) {
  Matrix K;
  gram.block(points, points, K);
  return GivenGram(Data(std::move(K)), Precomputed{});
}

}  // namespace mercer
