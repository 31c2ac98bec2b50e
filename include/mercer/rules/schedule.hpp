// Parameters that fall from one value to another during a run (the slides' sigma(t) and
// epsilon(t)).
#pragma once

#include <cmath>

namespace mercer::rules {

//   from (to / from)^progress,   progress = t / t_max
inline double geometric(double from, double to, double progress) {
  return from * std::pow(to / from, progress);
}

}  // namespace mercer::rules
