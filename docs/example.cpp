#include <iostream>
#include <mercer/mercer.hpp>

int main() {
  const auto rings = mercer::generate("rings");  // 300 points, or your own: mercer::Data::view(x, n, d)
  const auto found = mercer::cluster(rings.points, {.clusters = 2, .kernel = mercer::Gaussian{.sigma = 1.0}});
  std::cout << "accuracy " << mercer::score(found.labels, rings.labels).accuracy << "\n";
  std::cout << "a new point, in cluster " << found.model.predict(mercer::Matrix{{0.2, 0.9}})[0] << "\n";
}
