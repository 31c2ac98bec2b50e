// Clusters by every rule with every kind of kernel, by auto and by spectral, and assigns new points: one line
// each, with what came out, bit by bit. Only public headers, and the ranks of a communicator that is handed
// over.
//
//   mpirun -n 3 every_case                   all lines
//   mpirun -n 3 every_case WORDS             those of the cases whose names have these words
//   mpirun -n 3 every_case WORDS --spoil R   rank R changes the last bit of what it found
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "every_method.hpp"
#include "mercer/mercer.hpp"
#include "mercer/mpi.hpp"

namespace {

using namespace mercer;

constexpr Index clusters_here = 3, points_here = 900;  // ranks share stretches of 256: each of four has one

struct Case {
  std::string name;
  Data data, fresh;
  Options options;
  bool distances = true;  // whether there are prototypes to measure from
};

// FNV-1a
class Hash {
 public:
  template <class T>
  Hash& add(const T* values, std::size_t count) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(values);
    for (std::size_t i = 0; i < count * sizeof(T); ++i) value_ = (value_ ^ bytes[i]) * 1099511628211U;
    return *this;
  }
  Hash& add(const Labels& labels) { return add(labels.data(), labels.size()); }
  Hash& add(const Matrix& values) { return add(values.data(), static_cast<std::size_t>(values.size())); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037U;
};

Matrix blobs(std::uint64_t seed) {
  GenerateOptions options;
  options.size = points_here;
  options.clusters = clusters_here;
  options.dimensions = 4;
  options.seed = seed;
  return generate("blobs", options).points;
}

std::vector<Case> cases() {
  const Data points(blobs(1)), fresh(blobs(2));
  Kernel gaussian = Gaussian{.sigma = 2.0};
  const Data given(gram(points, gaussian, 1));
  std::vector<Case> all;
  const auto add = [&](const std::string& kernel_name, const Kernel& kernel, const Method& method) {
    const bool matrix = std::holds_alternative<Precomputed>(kernel);
    all.push_back({format_choice(method) + ", " + kernel_name,
                   matrix ? given : points,
                   matrix ? given : fresh,
                   {.clusters = clusters_here,
                    .method = method,
                    .kernel = kernel,
                    .restarts = 2,
                    .max_iterations = 6}});
  };
  for (const Method& method : test::all_methods(clusters_here)) {
    add("gaussian", gaussian, method);
    add("linear", Linear{}, method);
    add("precomputed", Precomputed{}, method);
    add("connectivity", Connectivity{}, method);
    add("geodesic", Geodesic{.neighbors = 8}, method);
  }
  add("gaussian", gaussian, Spectral{});
  add("precomputed", Precomputed{}, Spectral{});
  add("gaussian", gaussian, Spectral{.neighbors = 8});
  all.push_back({"auto", points, fresh, {.clusters = clusters_here, .method = Auto{}}, false});
  return all;
}

struct Found {
  std::uint64_t labels, distances;
  double objective;
  Hash all() const { return Hash().add(&labels, 1).add(&distances, 1).add(&objective, 1); }
};

Found found_in(const Case& one, Communicator& ranks) {
  Options options = one.options;
  options.communicator = &ranks;
  options.threads = ranks.size() == 1 ? 2 : 1;
  const Result result = cluster(one.data, options);
  const Together scope(ranks);
  const Assignment fresh =
      together([&] { return result.model.assign(one.fresh, {.distances = one.distances}, options.threads); });
  return {Hash().add(result.labels).add(fresh.labels).value(), Hash().add(fresh.distances).value(),
          result.objective};
}

// Prints the line on the first rank; false: another rank found something else.
bool tell(const Case& one, const Found& found, Communicator& ranks) {
  const Together scope(ranks);
  const auto own = static_cast<double>(found.all().value() >> 11U);  // as much as a double holds
  for (const double other : from_all_ranks(own))
    if (other != own) {
      std::printf("%s: the ranks differ\n", one.name.c_str());
      return false;
    }
  if (ranks.rank() == 0)
    std::printf("%s: labels %016llx objective %a distances %016llx\n", one.name.c_str(),
                static_cast<unsigned long long>(found.labels), found.objective,
                static_cast<unsigned long long>(found.distances));
  return true;
}

int run(std::span<char*> words, Communicator& ranks) {
  const std::string wanted = words.size() > 1 ? words[1] : "";
  const int spoiled = words.size() > 3 ? std::atoi(words[3]) : -1;
  bool same = true;
  for (const Case& one : cases()) {
    if (one.name.find(wanted) == std::string::npos) continue;
    Found found = found_in(one, ranks);
    if (ranks.rank() == spoiled) found.objective = std::nextafter(found.objective, INFINITY);
    same = tell(one, found, ranks) && same;
  }
  return same ? 0 : 1;
}

// A communicator of our own, in which ranks count backwards: not MPI_COMM_WORLD under another name.
MPI_Comm backwards() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm out = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &out);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm own = backwards();
  int code = 1;
  try {
    MpiCommunicator ranks(own);
    code = run({argv, static_cast<std::size_t>(argc)}, ranks);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  MPI_Comm_free(&own);
  MPI_Finalize();
  return code;
}
