// Spectral clustering: k-means on the leading eigenvectors of the normalised affinity D^-1/2 A D^-1/2.
#pragma once

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

// How the eigenvectors u become coordinates of the points.
enum class SpectralVariant {
  njw,       // Ng, Jordan and Weiss: the rows of u, scaled to length one
  shi_malik  // Shi and Malik: u_i / sqrt(d_i), the eigenvectors of D^-1 A
};
template <>
struct EnumNames<SpectralVariant> {
  static constexpr std::array<std::string_view, 2> values = {"njw", "shi-malik"};
};

struct Spectral {
  static constexpr std::string_view name = "spectral",
                                    about = "k-means on the leading eigenvectors of the affinity";
  SpectralVariant variant = SpectralVariant::njw;
  bool refine = false;
  int neighbors = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("variant", self.variant,
          "njw: rows scaled to length one; shi-malik: divided by the square root of the degree");
    visit("refine", self.refine, "lower the normalised cut further, by weighted kernel k-means");
    visit("neighbors", self.neighbors, "keep the affinity between this many nearest points only; 0: all",
          Allowed::at_least(0));
  }
};

// What new points need: u_a(z) = sum_i a(z, x_i) coefficients_ia / sqrt(d(z)), d(z) = sum_i a(z, x_i).
struct SpectralMap {
  Matrix coefficients;  // n x k: u_ia / (lambda_a sqrt(d_i))
};

}  // namespace mercer
