// Two rings, one inside the other: kernel k-means tells them apart, and a model of it is kept.
#include <mercer/mercer.hpp>

#include <iostream>

int main() {
  const mercer::Generated rings = mercer::generate("rings");
  const mercer::Result found =
      mercer::cluster(rings.points, {.clusters = 2, .kernel = mercer::Gaussian{.sigma = 1}});
  found.model.save("rings.mercer");

  mercer::Matrix inside(1, 2);
  inside << 0, 1;
  const int label = mercer::Model::load("rings.mercer").predict(inside).front();
  const double accuracy = mercer::score(found.labels, rings.labels).accuracy;
  std::cout << "accuracy " << accuracy << "; (0, 1) is in cluster " << label << '\n';
  return accuracy == 1 ? 0 : 1;
}
