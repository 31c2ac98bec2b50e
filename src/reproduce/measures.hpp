// What is read off a clustering. Noise counts nowhere.
#pragma once

#include "reproduce/experiment.hpp"

namespace mercer {

double balanced_percent(const Trial& trial);  // mean of the per-class rates
Measure class_percent(int rank);              // the rate of one class, in the same matching
double correct(const Trial& trial);           // points under the best matching
double correct_percent(const Trial& trial);   // the same as a share
double error_percent(const Trial& trial);
double majority_errors(const Trial& trial);     // points outside the majority class of their cluster
double quantization_error(const Trial& trial);  // sum |x - own mean|, in the input space
double iterations(const Trial& trial);
double clusters_found(const Trial& trial);

}  // namespace mercer
