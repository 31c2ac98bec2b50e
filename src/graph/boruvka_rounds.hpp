// The books of Boruvka's rounds: components, the lightest edges known of them, and their joining. Who is near
// whom is asked of whoever knows the points.
#pragma once

#include <atomic>
#include <limits>
#include <vector>

#include "graph/edge.hpp"
#include "graph/kd_boxes.hpp"
#include "mercer/control.hpp"

namespace mercer {

// In each round every component finds its lightest edge to the outside, and these edges join components.
// Which edge that is does not depend on the order in which points are asked: `best_` only prunes, and what
// is as light as the best is never pruned.
class BoruvkaRounds {
 public:
  // `core`: core distances of the points in the units that are compared, or empty.
  BoruvkaRounds(const KdShape& shape, const Vector& core);
  virtual ~BoruvkaRounds() = default;
  BoruvkaRounds(const BoruvkaRounds&) = delete;
  BoruvkaRounds& operator=(const BoruvkaRounds&) = delete;

  std::vector<Edge> run(Control* control);

 protected:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  // A point of a leaf that looks for somebody outside its component.
  struct Seeker {
    Index at;
    int component;
    double core;
    double weight;      // of the lightest edge so far, or the bound that makes heavier ones useless
    double distance;    // of that edge; infinite while there is none
    std::uint64_t key;  // of that edge; the largest while there is none
    int candidate;      // its other end
    bool lighter(double w, double d, std::uint64_t k) const {
      if (w != weight) return w < weight;
      if (d != distance) return d < distance;
      return k < key;
    }
  };

  // Finds the lightest edges of the points of a leaf: seekers_of(leaf), then keep() of each.
  virtual void search(Index leaf) = 0;
  // What is compared of the distance between two positions, and the length behind it.
  virtual double distance(Index p, Index q) const = 0;
  virtual double length(double compared) const = 0;

  std::size_t size() const { return static_cast<std::size_t>(shape_.size()); }
  bool has_cores() const { return !core_.empty(); }
  double core(Index p) const { return core_.empty() ? 0 : core_[static_cast<std::size_t>(p)]; }
  double node_core(Index node) const { return node_core_[static_cast<std::size_t>(node)]; }
  int component(Index p) const { return component_[static_cast<std::size_t>(p)]; }
  // The component that a whole node belongs to, or -1.
  int node_component(Index node) const { return node_component_[static_cast<std::size_t>(node)]; }
  std::uint64_t key(Index p, Index q) const { return ends_key(shape_.id(p), shape_.id(q)); }

  // Those points of a leaf for whom a search can bring something; how many.
  std::size_t seekers_of(Index leaf, std::array<Seeker, 16>& seekers) const;
  void keep(const Seeker& seeker);

 private:
  double weight(Index p, Index q, double d) const { return std::max({d, core(p), core(q)}); }
  void take_cores(const Vector& given);
  void lower_core(Index node, double value);
  void join_copies();
  void connect(Index p, Index q, double weight);
  void relabel();
  void label_nodes();
  void recall();
  void search_all();
  template <class F>
  void for_each_lightest(F&& f);
  void choose();
  void join();

  const KdShape& shape_;
  DisjointSets sets_;
  std::vector<int> component_;                   // of each position
  std::vector<int> candidate_;                   // nearest position outside its component; -1: not known
  std::vector<double> bound_;                    // weight of that edge, or a bound below which there is none
  std::vector<std::atomic<double>> best_;        // of each component: its lightest edge so far
  std::vector<std::atomic<std::uint64_t>> tie_;  // the ends of that edge
  std::vector<std::atomic<double>> shortest_;    // its length, with core distances
  std::vector<int> winner_;                      // the position it starts from
  std::vector<int> node_component_;
  std::vector<double> core_, node_core_;
  std::vector<Edge> edges_;
};

}  // namespace mercer
