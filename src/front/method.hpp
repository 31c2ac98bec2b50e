// All that the front door knows about a method: each file of front/methods answers these questions for one
// method.
#pragma once

#include "data/shape.hpp"
#include "mercer/cluster.hpp"

namespace mercer {

struct Run;

// What a method works on.
enum class Base {
  space,          // prototypes: vectors where there is no kernel, else the kernel matrix by its products
  points,         // the points of the input space, without a kernel
  gram,           // the kernel matrix itself, also that of the linear kernel
  affinity,       // the values of the kernel, as similarities
  near_affinity,  // the same, only between near points
  graph,          // a graph of near points, or one that is given
  tree,           // the tree of gaps
};

// In which geometry the report judges clusters: the kernel's, which is the largest gap on the way where a
// tree was cut, or along the data, by path lengths through near neighbours. By distances in a straight line
// two moons would look bad, and by path lengths the far ends of a moon.
enum class JudgedBy {
  kernel,
  along_data_without_kernel,  // methods that follow the gaps or the neighbours of points, not their places
  as_the_winner,              // of the candidates of auto
};

struct Needs {
  Base base = Base::space;
  bool weights = true;             // points may count more or less
  bool squared_distances = false;  // its objective is a sum of them, and so a projection shifts it
  bool search = false;             // swaps of prototypes can improve it
  bool batches = false;            // it can follow mini-batches
  bool more_clusters = false;      // than points
  double passes = 0;               // over the kernel matrix that are expected; 0: those of its starts,
  double passes_of_starts = 30;    // for each group of starts that are run together
  Index neighbors = 0;             // near_affinity: how many
  bool joins = false;              // tree: it starts from the dendrogram of single linkage
  JudgedBy judged = JudgedBy::kernel;
  std::string_view without_kernel = "the prototypes are points of the input space";  // why it needs no matrix
};

// What a method's memory depends on.
struct Extent {
  const Shape& shape;
  const Options& options;  // settled
  Storage storage;
  Index together;  // starts at once
  std::uint64_t points() const { return static_cast<std::uint64_t>(shape.points); }
  std::uint64_t columns() const { return static_cast<std::uint64_t>(shape.columns); }
  std::uint64_t clusters() const { return static_cast<std::uint64_t>(options.clusters); }
};
// Bytes beyond the data, the kernel matrix and what hard clusters take: in the place of the latter, and
// beside them.
struct Memory {
  std::uint64_t instead = 0, beside = 0;
  std::uint64_t at_will = 0;  // also beside them, where there is room: what is only kept for speed
};

// A method as the front door sees it. The method is always that of the options.
class MethodDoor {
 public:
  virtual ~MethodDoor() = default;
  virtual std::string_view name() const = 0;
  virtual bool is_loop() const = 0;  // a rule of the engine's loop
  virtual Needs needs(const Method& method) const = 0;
  // Fills in what the user left open: the grid, the kernel, min_points.
  virtual void settle(Options& options) const = 0;
  // Refuses options that make no sense for the method.
  virtual void check(const Shape& shape, const Options& options) const = 0;
  virtual Memory bytes(const Extent& extent) const = 0;
  virtual void run(Run& run) const = 0;
  virtual Shows shows(const Options& options) const = 0;
};

const MethodDoor& door(const Method& method);

// Of options that are settled, whose method is known.
inline const Method& method_of(const Options& settled) { return settled.method.value(); }
inline Needs needs_of(const Options& settled) { return door(method_of(settled)).needs(method_of(settled)); }

}  // namespace mercer
