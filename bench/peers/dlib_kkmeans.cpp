// One measurement of dlib's kkmeans; the arguments and the line of JSON are those of kernlab.R.
// dlib's defaults: centroids are sparsified with tolerance 0.001, and it stops when 1 % of the points move.
#include <dlib/revision.h>
#include <dlib/svm.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

using Sample = dlib::matrix<double, 0, 1>;
using Kernel = dlib::radial_basis_kernel<Sample>;

// The most memory this process ever held, in bytes.
long peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return 1024 * std::atol(line.c_str() + 6);
  return 0;
}

std::vector<Sample> read_points(const std::string& folder, long dimensions) {
  std::ifstream file(folder + "/points.raw", std::ios::binary);
  std::vector<float> row(static_cast<std::size_t>(dimensions));
  std::vector<Sample> points;
  while (file.read(reinterpret_cast<char*>(row.data()), dimensions * static_cast<long>(sizeof(float)))) {
    Sample sample(dimensions);
    for (long j = 0; j < dimensions; ++j) sample(j) = row[static_cast<std::size_t>(j)];
    points.push_back(sample);
  }
  return points;
}

std::vector<Sample> read_seeds(const std::string& folder, const std::vector<Sample>& points) {
  std::ifstream file(folder + "/seeds.txt");
  std::vector<Sample> seeds;
  for (std::size_t i = 0; file >> i;) seeds.push_back(points.at(i));
  return seeds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::printf("%d.%d\n", DLIB_MAJOR_VERSION, DLIB_MINOR_VERSION);
    return 0;
  }
  const std::string folder = argv[1];
  const std::vector<Sample> points = read_points(folder, std::atol(argv[3]));
  const std::vector<Sample> seeds = read_seeds(folder, points);
  dlib::kkmeans<Kernel> peer(dlib::kcentroid<Kernel>(Kernel(std::atof(argv[4]))));
  peer.set_number_of_centers(seeds.size());

  const long baseline = peak_bytes();
  const auto begin = std::chrono::steady_clock::now();
  peer.train(points, seeds);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const long peak = peak_bytes();

  std::ofstream labels(argv[2]);
  for (const Sample& point : points) labels << peer(point) << '\n';
  std::printf("{\"seconds\": %.6f, \"baseline\": %ld, \"peak\": %ld, \"iterations\": null}\n",
              seconds.count(), baseline, peak);
}
