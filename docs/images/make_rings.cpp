// Draws docs/images/rings.svg: k-means beside kernel k-means on two rings.
#include <mercer/mercer.hpp>

int main(int argc, char** argv) {
  const mercer::Generated rings = mercer::generate("rings");
  const mercer::Data points(rings.points);
  mercer::Options options{.clusters = 2, .method = mercer::Hard{}};
  const mercer::Labels halves = mercer::cluster(points, options).labels;
  options.kernel = mercer::Gaussian{.sigma = 1.0};
  const mercer::Labels found = mercer::cluster(points, options).labels;
  mercer::write_file(argc > 1 ? argv[1] : "-",
                     mercer::panels_svg({{"k-means", points, halves}, {"kernel k-means", points, found}},
                                        {.columns = {"x1", "x2"}, .width = 360}));
}
