// Few points of many dimensions: products that fit one block must not be shared out inside it.
#include "support.hpp"

namespace mercer {
namespace {

TEST(Threads, BitsAreTheSameForFewPointsOfManyDimensions) {
  const Matrix X = test::blobs(120, 1200, 12, 1), Z = X.topRows(60);
  for (const Method& method : {Method(Hard{}), Method(Softmax{.beta = 0.01})}) {
    SCOPED_TRACE(format_choice(method));
    Options o{.clusters = 12, .method = method, .restarts = 2, .max_iterations = 3, .threads = 1};
    const Result one = cluster(X, o);
    const Matrix distances = one.model.transform(Z, 1);
    for (int threads : {2, 3}) {
      o.threads = threads;
      const Result many = cluster(X, o);
      EXPECT_EQ(many.labels, one.labels);
      EXPECT_EQ(many.history, one.history);
      EXPECT_EQ(one.model.transform(Z, threads), distances);
    }
  }
}

}  // namespace
}  // namespace mercer
