// Orders of a kernel matrix, and its picture.
#include "mercer/order.hpp"

#include <algorithm>

#include "support.hpp"

namespace mercer {
namespace {

TEST(Order, ByLabelKeepsTheOrderOfTheData) {
  EXPECT_EQ(label_order({2, 0, 1, 0, 2}), (std::vector<Index>{1, 3, 2, 0, 4}));
  EXPECT_TRUE(label_order({}).empty());
}

// On a line: from one end of the longest distance outwards, nearest first.
TEST(Order, VatFollowsTheNearest) {
  const Matrix X{{5.0}, {0.0}, {1.0}, {9.0}, {2.5}};
  const Matrix K = test::reference_gram(X, Linear{});
  EXPECT_EQ(vat_order(K), (std::vector<Index>{1, 2, 4, 0, 3}));
  const Matrix R = reordered(K, {1, 0, 2, 3, 4});
  EXPECT_EQ(R(0, 0), K(1, 1));
  EXPECT_EQ(R(0, 2), K(1, 2));
}

TEST(Order, VatPutsClustersTogether) {
  const Matrix X = test::blobs(90, 2, 3, 1, 20);
  const std::vector<Index> order = vat_order(test::reference_gram(X, Gaussian{.sigma = 3.0}));
  Index changes = 0;
  for (std::size_t i = 1; i < order.size(); ++i) changes += order[i] % 3 != order[i - 1] % 3;
  EXPECT_EQ(changes, 2);
  std::vector<Index> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (Index i = 0; i < 90; ++i) EXPECT_EQ(sorted[static_cast<std::size_t>(i)], i);
}

TEST(MatrixPlot, IsASmallPictureWhateverTheSize) {
  const Matrix K = test::reference_gram(test::blobs(900, 2, 3, 2), Gaussian{.sigma = 1.0});
  const std::string svg = matrix_svg(K, "a < b");
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  EXPECT_NE(svg.find("data:image/png;base64,iVBORw0KGgo"), std::string::npos);  // the signature of a PNG
  EXPECT_LT(svg.size(), 220'000u);
  EXPECT_NE(matrix_svg(Matrix{{1.0}}).find("1 x 1"), std::string::npos);
  EXPECT_THROW(matrix_svg(Matrix(0, 0)), Error);
}

}  // namespace
}  // namespace mercer
