// Every method that is a rule of the loop, in each of its forms.
#pragma once

#include "mercer/options.hpp"

namespace mercer::test {

// For `clusters` clusters.
inline std::vector<Method> all_methods(int clusters) {
  const GridSize row{1, clusters};
  return {Hard{},
          Hard{.refine = false},
          Softmax{},
          Softmax{.beta = 2.0},
          Fuzzy{},
          Fuzzy{.m = 1.3},
          Possibilistic{},
          Possibilistic{.form = PossibilisticForm::two},
          KHarmonic{},
          InverseWeighted{},
          InverseWeighted{.b = 6.0, .polish = false},
          NeuralGas{},
          NeuralGas{.online = true, .passes = 3},
          Som{.grid = row},
          Som{.grid = row, .topology = Topology::hexagonal, .start = MapStart::init},
          Som{.grid = row, .online = true, .passes = 3}};
}

}  // namespace mercer::test
