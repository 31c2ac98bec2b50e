// Parts of a tree between cut branches, and the cost of the clusters that they are.
#pragma once

#include <limits>
#include <span>

#include "beyond/condensed_tree.hpp"
#include "core/random.hpp"

namespace mercer {

class TreeParts {
 public:
  struct Part {
    int root = 0;  // its highest node; the branch above it is cut
    double cost = 0;
    double gain = -std::numeric_limits<double>::infinity();  // of its best further cut
    int best = -1;                                           // the node below that cut; -1: none
  };

  explicit TreeParts(const CondensedTree& tree);

  const std::vector<Part>& parts() const { return parts_; }
  std::size_t count() const { return parts_.size(); }
  double cost() const;
  // What does not count as an improvement: relative to the cost of one cluster, since with copies the cost
  // can be 0.
  double tolerance() const { return tolerance_; }
  // The part of each node.
  Labels labels() const;

  // Cuts where most is gained, until there are so many parts.
  void greedy(std::size_t clusters);
  // Cuts the branches above some nodes.
  void cut_at(std::span<const int> nodes);
  // Takes each cut back in turn and makes the one that then gains most, as long as that helps.
  void swap(int most_rounds);
  void uncut(std::size_t part);
  void cut_somewhere(Random& random);
  // Back to an earlier state.
  void restore(const std::vector<Part>& parts);

 private:
  char& mark(int node) { return cut_[static_cast<std::size_t>(node)]; }
  int part_root(int node) const;
  std::size_t part_at(int root) const;
  std::size_t best_part() const;
  void cut(std::size_t part);
  void list(int root);
  void sum_up();
  void scan(Part& part);
  bool try_swap(std::size_t part);

  const CondensedTree& tree_;
  std::vector<double> mass_, below_, path_;
  std::vector<char> cut_;  // whether the branch above a node is cut
  std::vector<Part> parts_;
  std::vector<int> nodes_;  // of the part that is looked at
  double tolerance_ = 0;
};

}  // namespace mercer
