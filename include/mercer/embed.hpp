// Compute coordinates of the points in a few dimensions: kernel principal components, or the eigenvectors of
// a graph.
#pragma once

#include "mercer/data.hpp"
#include "mercer/options.hpp"
#include "mercer/result.hpp"

namespace mercer {

struct PcaCoordinates {
  static constexpr std::string_view name = "pca",
                                    about = "kernel principal components: axes of largest variance";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};
struct SpectralCoordinates {
  static constexpr std::string_view
      name = "spectral",
      about = "leading eigenvectors of the affinity's random walk (Laplacian eigenmaps)";
  int neighbors = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("neighbors", self.neighbors, "keep the affinity between this many nearest points only; 0: all",
          Allowed::at_least(0));
  }
};
using CoordinateMethod = std::variant<PcaCoordinates, SpectralCoordinates>;

struct EmbedOptions {
  Index dimensions = 2;  // at most one less than the number of points
  CoordinateMethod method = PcaCoordinates{};
  Kernel kernel = Gaussian{};
  Precision precision = Precision::automatic;
  Holding storage = Holding::automatic;
  DeviceChoice device = {};
  std::uint64_t memory = 0;  // budget in bytes; 0 = what is free now
  int threads = 0;           // 0 = all cores; the result is the same for any number
  std::uint64_t seed = 1;
  Control* control = nullptr;
};

// What is kept of an embedding: enough for new points.
class EmbedModel {
 public:
  // Coordinates of new points, one row each. For a precomputed kernel the points are rows of similarities to
  // the training points.
  Matrix transform(const Data& points, int threads = 0) const;
  Index dimensions() const { return coefficients.cols(); }
  void save(const std::string& path) const;
  static EmbedModel load(const std::string& path);
  std::string serialise() const;  // the bytes of that file
  static EmbedModel parse(std::string bytes);

  CoordinateMethod method;
  Kernel kernel;  // with the parameters used
  Precision precision = Precision::double_;
  Index columns = 0;               // of the points
  std::vector<std::string> names;  // of the columns, when the data had a header
  Standardizer standardizer;       // applied to new points first, when not empty
  std::optional<Recipe> recipe;    // of tables: what turns their columns into points
  Known known;                     // of the training objects, as much as the kernel needs
  Matrix coefficients;             // n x dimensions: y = k(z, X) coefficients, then
  Vector shift;                    // pca: minus this; spectral: over the degree of z
};

struct EmbedResult {
  Matrix coordinates;  // n x dimensions; fewer columns where the data have no more axes
  Vector values;       // eigenvalues of the axes, largest first
  double total = 0;    // pca: the sum of all eigenvalues, so that values / total are shares of the variance
  std::vector<Warning> warnings;
  Plan plan;
  std::optional<DeviceUse> device;  // none: no GPU was used
  EmbedModel model;
};
EmbedResult embed(const Data& data, const EmbedOptions& options);

}  // namespace mercer
