#include "kernels/functions.hpp"
#include "support.hpp"

namespace mercer {
namespace {

double at(const Kernel& kernel, double xy, double xx, double yy) {
  return with_function<double>(kernel, [&](const auto& k) { return static_cast<double>(k(xy, xx, yy)); });
}

TEST(WithFunction, every_kernel_of_points_has_its_own) {
  const Matrix X = test::blobs(2, 3, 2, 5);
  const double xy = X.row(0).dot(X.row(1)), xx = X.row(0).squaredNorm(), yy = X.row(1).squaredNorm();
  for (const Kernel& kernel : test::point_kernels())
    EXPECT_NEAR(at(kernel, xy, xx, yy), test::reference_gram(X, kernel)(0, 1), 1e-12)
        << format_choice(kernel);
  EXPECT_EQ(at(NoKernel{}, xy, xx, yy), xy);
}

TEST(WithFunction, a_kernel_that_is_none_of_points_is_not_taken_for_linear) {
  for (const Kernel& kernel : {Kernel(Precomputed{}), Kernel(Connectivity{}), Kernel(Geodesic{}),
                               Kernel(Diffusion{}), Kernel(Spectrum{})})
    EXPECT_THROW(at(kernel, 1, 2, 3), Error) << format_choice(kernel);
}

}  // namespace
}  // namespace mercer
