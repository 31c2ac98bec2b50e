// Mean shift knows no number of prototypes and no weights that they compete for: each climbs by itself, and
// those that meet are one.
#pragma once

#include "mercer/beyond/mean_shift.hpp"
#include "mercer/control.hpp"
#include "mercer/data.hpp"

namespace mercer {

// The bandwidth that is chosen where none is given, from a sample of 500 points.
double automatic_bandwidth(const Data& data, ShiftProfile profile);

struct MeanShiftOptions {
  double bandwidth = 1;
  ShiftProfile profile = ShiftProfile::gaussian;
  bool binning = true;
  Index max_iterations = 300;
  Control* control = nullptr;
};
struct Modes {
  Matrix points;    // k x d, the densest first
  Vector density;   // summed weight of the points around each
  Index seeds = 0;  // places that climbed
  Index iterations = 0;
  bool converged = false;
};
// v <- sum_h w(|x_h - v|) x_h / sum_h w(|x_h - v|) from every seed until it moves by less than 1e-3 of the
// bandwidth; of peaks closer than the bandwidth the densest stays.
Modes find_modes(const Data& data, const MeanShiftOptions& options);

}  // namespace mercer
