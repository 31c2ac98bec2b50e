// Two pairs of points far apart must become two clusters.
#include <mercer/mercer.hpp>

int main() {
  mercer::Matrix points(4, 1);
  points << 0, 1, 10, 11;
  const mercer::Labels labels = mercer::cluster(points, {.clusters = 2}).labels;
  const bool right = labels[0] == labels[1] && labels[2] == labels[3] && labels[0] != labels[2];
  return right ? 0 : 1;
}
