// Kernel k-means of a sample, with the kernel matrix kept: another number of clusters needs products alone,
// another width fills the matrix again. The points beside the sample go to the nearest prototype,
//
//   argmin_j  |phi(x) - v_j|^2 = k(x, x) - 2 sum_h k(x, s_h) G(h, j) + v_j.v_j
#include "serve/preview.hpp"

#include "stopwatch.hpp"

namespace mercer::cli {

struct Preview::Sample {
  std::string key;  // of file, columns and kernel
  Data points;      // of the sample
  Data K;           // between them
  Kernel kernel;    // with the parameters used
};

namespace {

constexpr Index sampled = 2000, restarts = 3;

// Rows that are equally far apart.
std::vector<Index> spread_rows(Index n) {
  std::vector<Index> rows;
  const Index m = std::min(n, sampled);
  for (Index i = 0; i < m; ++i) rows.push_back(i * n / m);
  return rows;
}

std::string key_of(const FitArguments& a, const Reading& reading) {
  return fmt::format("{}|{}|{}", static_cast<const void*>(&reading), a.standardize,
                     format_choice(a.options.kernel));
}

}  // namespace

Json Preview::look(const DatasetHandle& dataset, const Json& options) {
  const Stopwatch watch;
  FitArguments a = fit_request(dataset->path.string(), dataset->name, options);
  settle(a);
  const auto reading = readings_.read(a, *dataset);
  settle(a, reading->input);
  if (reading->input.data.size() > most_previewed)
    throw Error(Fault::usage,
                fmt::format("sliders are for up to {} points; press the button", most_previewed));
  if (source_of(a.options.kernel) != KernelSource::points || a.options.clusters < 1 ||
      !std::holds_alternative<Hard>(a.options.method.value_or(Hard{})))
    throw Error(Fault::usage,
                "sliders are for kernel k-means with a kernel of points and a number of clusters");
  const ScaledPoints all = scaled_points(a, reading->input);
  if (const std::string key = key_of(a, *reading); !kept_ || kept_->key != key) {
    auto fresh = std::make_shared<Sample>();
    fresh->key = key;
    fresh->points = all.data.take(spread_rows(all.data.size()));
    fresh->kernel = a.options.kernel;
    fresh->K = Data(gram(fresh->points, fresh->kernel));
    kept_ = fresh;
  }
  Options quick = a.options;
  quick.restarts = std::min(restarts, quick.restarts);
  quick.method = Hard{};
  quick.kernel = Precomputed{};
  quick.weights = {};
  const Result found = cluster(kept_->K, quick);
  Labels labels = found.labels;
  if (all.data.size() > kept_->points.size()) {
    // The same prototypes as a model of points, which knows where new ones belong.
    quick.kernel = kept_->kernel;
    quick.init = GivenLabels{};
    quick.labels = found.labels;
    quick.restarts = quick.max_iterations = 1;
    labels = cluster(kept_->points, quick).model.predict(all.data);
  }
  return {{"labels", labels},
          {"clusters", found.model.clusters()},
          {"objective", found.objective},
          {"sampled", kept_->points.size() < all.data.size() ? kept_->points.size() : 0},
          {"kernel", kernel_text(kept_->kernel)},
          {"seconds", watch.seconds()}};
}

}  // namespace mercer::cli
