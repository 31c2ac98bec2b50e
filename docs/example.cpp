#include <iostream>
#include <mercer/mercer.hpp>

int main() {
  const auto rings = mercer::generate("rings");  // 300 points, or your own: mercer::Data::view(x, n, d)
  const auto found = mercer::cluster(rings.points, {.clusters = 2, .kernel = mercer::Gaussian{.sigma = 1.0}});
  std::cout << "objective " << found.objective << ", accuracy "
            << mercer::score(found.labels, rings.labels).accuracy << "\n";
  const mercer::Matrix fresh{{0.2, 0.9}, {2.1, -2.1}};
  for (int label : found.model.predict(fresh)) std::cout << "a new point, in cluster " << label << "\n";
}
