#include "front/method.hpp"
#include "front/settle.hpp"
#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::expect_error;

TEST(Methods, every_method_answers_for_itself) {
  const Matrix X = blobs(60, 2, 3, 1);
  for_each_alternative<Method>([&]<class M>() {
    const Method method = M{};
    const MethodDoor& own = door(method);
    EXPECT_EQ(own.name(), M::name);
    Options o{.method = M{}};
    if (!finds_clusters(M{})) o.clusters = 3;
    const Options settled = settle(o);
    EXPECT_GE(settled.clusters, 1) << M::name;
    const Plan planned = plan(X, o);
    EXPECT_GT(planned.bytes, 0u) << M::name;
    EXPECT_FALSE(planned.reason.empty()) << M::name;
    EXPECT_EQ(shows(o).own_clusters || !finds_clusters(M{}), true) << M::name;
    EXPECT_GE(shows(o).outlier_scores, scores_outliers(M{})) << M::name;
  });
}

TEST(Methods, lists_are_made_from_what_methods_show) {
  EXPECT_EQ(methods_with(&Shows::dendrogram), "single, ward, genie or hdbscan");
  EXPECT_EQ(methods_with(&Shows::map), "som");
  EXPECT_EQ(methods_with(&Shows::range), "tree-cut");
  EXPECT_EQ(methods_with(&Shows::candidates), "auto");
}

std::string by_default(const Options& options) { return format_choice(default_method(options)); }

TEST(Methods, the_data_decide_where_nothing_else_is_said) {
  EXPECT_EQ(by_default({}), "auto");
  EXPECT_EQ(by_default({.clusters = 3}), "auto");
  EXPECT_EQ(by_default({.clusters = 3, .memory = 1000, .threads = 2, .seed = 7}), "auto");
  EXPECT_EQ(format_choice(cluster(blobs(40, 2, 2, 4), {.clusters = 2}).model.method), "auto");
}

TEST(Methods, a_kernel_or_what_only_kmeans_knows_means_kmeans) {
  EXPECT_EQ(by_default({.kernel = Gaussian{}}), "kmeans");
  EXPECT_EQ(by_default({.kernel = Linear{}}), "kmeans");
  EXPECT_EQ(by_default({.init = RandomPoints{}}), "kmeans");
  EXPECT_EQ(by_default({.search = Swap{}}), "kmeans");
  EXPECT_EQ(by_default({.embed = PrincipalComponents{}}), "kmeans");
  EXPECT_EQ(by_default({.restarts = 3}), "kmeans");
  EXPECT_EQ(by_default({.max_iterations = 5}), "kmeans");
  EXPECT_EQ(by_default({.weights = Vector::Ones(4)}), "kmeans");
  EXPECT_EQ(by_default({.storage = Holding::tiled}), "kmeans");
}

TEST(Methods, the_connectivity_kernel_has_its_own) {
  EXPECT_EQ(by_default({.kernel = Connectivity{}}), "tree-cut");
  EXPECT_EQ(by_default({.kernel = Connectivity{}, .embed = PrincipalComponents{}}), "kmeans");
}

TEST(Methods, a_plan_speaks_of_prototypes_only_where_there_are_some) {
  const Matrix X = blobs(60, 2, 3, 1);
  const auto reason = [&](const Method& method) { return plan(X, {.clusters = 3, .method = method}).reason; };
  EXPECT_EQ(reason(Hard{}), "the prototypes are points of the input space");
  for (const Method& method : {Method(Auto{}), Method(Mixture{}), Method(GraphLinkage{}), Method(Ward{})})
    EXPECT_EQ(reason(method).find("prototypes"), std::string::npos) << format_choice(method);
  EXPECT_EQ(plan(X, {.method = MeanShift{}}).reason.find("prototypes"), std::string::npos);
}

// Their kernel is no function of two points, and was taken for the linear one; the tree was not there at all.
TEST(Methods, nothing_is_approximated_on_a_tree) {
  const Matrix X = blobs(60, 2, 3, 1);
  for (const Method& method : {Method(SingleLinkage{}), Method(TreeCut{}), Method(Genie{})})
    expect_error(Fault::usage, {"has no approximation 'nystrom'"},
                 [&] { cluster(X, {.clusters = 3, .method = method, .approx = Nystrom{}}); });
  for (const Approx& approx : {Approx(Nystrom{}), Approx(MiniBatch{})})
    expect_error(Fault::usage, {"connectivity"}, [&] {
      cluster(X, {.clusters = 3, .method = Hard{}, .kernel = Connectivity{}, .approx = approx});
    });
  const Matrix many = Vector::LinSpaced(20'500, 0, 1);
  for (const Method& method : {Method(Hard{}), Method(SingleLinkage{})})
    EXPECT_EQ(plan(many, {.clusters = 3, .method = method, .kernel = Connectivity{}, .approx = AutoApprox{}})
                  .storage,
              Storage::tree);
}

}  // namespace
}  // namespace mercer
