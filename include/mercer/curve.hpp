// The evidence as a picture: for each number of clusters, or for each value of a number that was tuned.
#pragma once

#include <string>
#include <vector>

#include "mercer/beyond/number.hpp"
#include "mercer/tune.hpp"

namespace mercer {

struct CurvePoint {
  double at = 0;               // a number of clusters, or a value
  std::vector<double> values;  // of each line
  bool also = false;           // one of the next peaks
};
struct EvidenceCurve {
  std::string title, caption;      // above it, and of the horizontal axis
  std::vector<std::string> lines;  // what each is called; the first has decided, the others are its parts
  std::vector<CurvePoint> points;
  std::size_t chosen = 0;
  bool logarithmic = false;  // the horizontal axis
};
EvidenceCurve curve_of(const NumberSearch& search);
EvidenceCurve curve_of(const Tuning& tuning);

std::string curve_svg(const EvidenceCurve& curve);
// With twice as many pixels in each direction.
std::string curve_png(const EvidenceCurve& curve);

}  // namespace mercer
