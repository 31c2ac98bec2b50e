// Rogers and Girolami, section 6.2.3: k-means whose distances come only from a kernel.
#include <fmt/format.h>

#include "reproduce/drawing.hpp"
#include "reproduce/measures.hpp"
#include "reproduce/sources.hpp"

namespace mercer {
namespace {

const std::string chapter = "S. Rogers and M. Girolami, A First Course in Machine Learning, section 6.2.3";

const Options from_one_point = {.clusters = 2,
                                .method = Hard{.refine = false},
                                .kernel = Gaussian{.gamma = 1.0},
                                .init = Singleton{"least-norm"},
                                .restarts = 1};
Source chapter_rings() { return file("synthetic/rings_book.csv"); }

// The assignments after 1, 2, ... iterations, until they no longer change.
void draw_iterations(Bench& bench, Outcome& outcome) {
  const Labelled set = bench.read(chapter_rings());
  const Index last = bench.cluster(set.data, from_one_point).iterations;
  for (Index step = 1; step <= last; ++step) {
    Options options = from_one_point;
    options.max_iterations = step;
    const Labels labels = bench.cluster(set.data, options).labels;
    const std::string title = fmt::format("({}) after {} iteration{}", static_cast<char>('a' + step - 1),
                                          step, step == 1 ? "" : "s");
    outcome.pictures.push_back({"Fig. 6.5" + title, clusters_svg(title, set, labels)});
  }
}

void draw_stretched(Bench& bench, Outcome& outcome) {
  const Labelled set = bench.read(generated("stretched"));
  const auto panel = [&](const std::string& title, const Options& options) {
    const Labels labels = bench.cluster(set.data, options).labels;
    outcome.pictures.push_back({"Fig. 6.4(b): " + title, clusters_svg(title, set, labels)});
  };
  outcome.pictures.push_back({"Fig. 6.4(b): the data", classes_svg("the data", set)});
  panel("k-means", {.clusters = 3, .method = Hard{}});
  panel("Gaussian mixture", {.clusters = 3, .method = Mixture{}});
}

}  // namespace

std::vector<Experiment> kernelised_kmeans_experiments() {
  return {
      {{"chapter-fig-6.4b", chapter, "Fig. 6.4(b)", "stretched clusters, on which k-means fails"},
       {{"k-means", generated("stretched"), {.clusters = 3, .method = Hard{}}, 1, {{"", correct_percent}}},
        {"Gaussian mixture",
         generated("stretched"),
         {.clusters = 3, .method = Mixture{}},
         1,
         {{"", correct_percent}}}},
       draw_stretched,
       "The chapter shows this failure for two such clusters (here there are three), without a number, and "
       "overcomes it with the mixtures of its next section, as here. Percent of the points under the best "
       "matching."},
      {{"chapter-fig-6.5", chapter, "Fig. 6.5", "kernel k-means on a disc in a ring, after each iteration"},
       {{"kernel k-means from one point",
         chapter_rings(),
         from_one_point,
         1,
         {{"iterations", iterations, {30}, 0, 0, Good::neither}, {"percent correct", correct_percent}}}},
       draw_iterations,
       "The run starts with all points except the one of least norm in one cluster, with a Gaussian kernel "
       "and γ = 1. The smaller cluster grows until it fills the centre, as the chapter says, but it has "
       "converged after 3 or 4 iterations. The chapter shows iterations 1, 5, 10 and 30, which its own data "
       "don't need. With γ from 5 to 7 it takes 11 to 16 iterations, and the split is still right; from 8 on "
       "it is wrong. The right split is a local optimum: a half split has a lower objective at this width."},
  };
}

}  // namespace mercer
