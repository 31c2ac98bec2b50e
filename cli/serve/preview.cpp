// Kernel k-means of a sample, with the kernel matrix kept: another number of clusters needs only products,
// another width fills the matrix again. The points beside the sample go to the nearest prototype,
//
//   argmin_j  |phi(x) - v_j|^2 = k(x, x) - 2 sum_h k(x, s_h) G(h, j) + v_j.v_j
#include "serve/preview.hpp"

#include <algorithm>
#include <cmath>

#include "stopwatch.hpp"

namespace mercer::cli {

struct Preview::Sample {
  std::shared_ptr<const Reading> reading;  // held, so that no other one can lie in its place
  std::string key;                         // of scaling and kernel
  Data points;                             // of the sample
  Data K;                                  // between them
  Kernel kernel;                           // with the parameters used
};

namespace {

constexpr Index least_sampled = 200, most_sampled = 2000, restarts = 3, iterations = 50;
constexpr double most_seconds = 2;  // then the best so far is shown

// Points of the sample: as many as 0.3 s on two cores allow, where a pair costs its kernel value, about as
// much as 60 columns, and a product of its columns; and as fit into the memory, with copies of their matrix.
Index sample_size(const Data& data, std::uint64_t memory) {
  constexpr double most_work = 1.24e9, of_value = 60, copies = 4;
  const auto n = static_cast<double>(data.size());
  const double columns = data.is_sparse() ? static_cast<double>(data.sparse().nonZeros()) / n
                                          : static_cast<double>(data.dimensions());
  double most = std::min<double>(most_sampled, most_work / (n * (of_value + columns)));
  if (memory > 0) most = std::min(most, std::sqrt(static_cast<double>(memory) / (8 * copies)));
  return std::min(data.size(), std::max(least_sampled, static_cast<Index>(most)));
}

// Rows that are equally far apart.
std::vector<Index> spread_rows(Index n, Index m) {
  std::vector<Index> rows;
  for (Index i = 0; i < m; ++i) rows.push_back(i * n / m);
  return rows;
}

std::string key_of(const FitArguments& a) {
  return fmt::format("{}|{}", a.standardize, format_choice(a.options.kernel));
}

// Hard clusters of the kernel alone: what else the form says (a search, an approximation, a start, a number
// to be tuned) is for the run that is kept.
Options quick_options(const Options& asked, std::uint64_t memory, Control& control) {
  Options quick;
  quick.clusters = asked.clusters;
  quick.method = Hard{};
  quick.restarts = std::min(restarts, asked.restarts);
  quick.max_iterations = std::min(iterations, asked.max_iterations);
  quick.seed = asked.seed;
  quick.precision = asked.precision;
  quick.memory = memory;
  quick.control = &control;
  return quick;
}

}  // namespace

// Whoever is at work is told to end at once, and so is who comes after.
void Preview::end() {
  const std::lock_guard lock(guard_);
  ending_ = true;
  if (working_) working_->stop = working_->abandon = true;
}

Preview::Working::Working(Preview& of, Control& control) : preview(of) {
  const std::lock_guard lock(preview.guard_);
  if (preview.ending_) control.stop = control.abandon = true;
  preview.working_ = &control;
}
Preview::Working::~Working() {
  const std::lock_guard lock(preview.guard_);
  preview.working_ = nullptr;
}

Json Preview::look(const DatasetHandle& dataset, const Json& options) {
  const Stopwatch watch;
  std::optional<Stopwatch> clustering;  // a file may take longer to be read
  Control control;
  control.progress = [&](std::string_view, std::int64_t, std::int64_t) {
    if (clustering && clustering->seconds() > most_seconds) control.stop = true;
  };
  const Working working(*this, control);
  const Watched watched(&control);
  FitArguments a = fit_request(dataset->path.string(), dataset->name, options);
  a.options.memory = memory_;
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
  if (const std::string key = key_of(a); !kept_ || kept_->reading != reading || kept_->key != key) {
    auto fresh = std::make_shared<Sample>();
    fresh->reading = reading;
    fresh->key = key;
    fresh->points = all.data.take(spread_rows(all.data.size(), sample_size(all.data, memory_)));
    fresh->kernel = a.options.kernel;
    fresh->K = Data(gram(fresh->points, fresh->kernel));
    kept_ = fresh;
  }
  Options quick = quick_options(a.options, memory_, control);
  quick.kernel = Precomputed{};
  clustering.emplace();
  const Result found = cluster(kept_->K, quick);
  Labels labels = found.labels;
  if (all.data.size() > kept_->points.size()) {
    // The same prototypes as a model of points, which knows where new ones belong.
    quick.kernel = kept_->kernel;
    quick.init = GivenLabels{};
    quick.labels = found.labels;
    quick.restarts = quick.max_iterations = 1;
    quick.control = nullptr;
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
