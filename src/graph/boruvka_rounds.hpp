// The bookkeeping of Boruvka's rounds: components, their lightest known edges, and how they are joined.
// Derived classes know the points and search for near ones.
#pragma once

#include <atomic>
#include <limits>
#include <vector>

#include "graph/edge.hpp"
#include "graph/near_lists.hpp"
#include "mercer/control.hpp"

namespace mercer {

// In each round every component finds its lightest edge to the outside, and these edges join components.
// Which edge that is does not depend on the order of the searches: `best_` only prunes, and an edge as light
// as the best is never pruned. The order of edges is total, so edges that are chosen close no cycle: at most
// two components choose the same one. A point needs no search as long as its list has a neighbour outside its
// component that is lighter than all points not in the list.
class BoruvkaRounds {
 public:
  // `core`: core distances by position in the units that are compared, or empty.
  BoruvkaRounds(const KdBoxes& boxes, NearLists lists, std::vector<double> core);
  virtual ~BoruvkaRounds() = default;
  BoruvkaRounds(const BoruvkaRounds&) = delete;
  BoruvkaRounds& operator=(const BoruvkaRounds&) = delete;

  std::vector<Edge> run(Control* control);

 protected:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  // A point of a leaf that searches for a point outside its component.
  struct Seeker {
    Index at = 0;
    int component = 0;
    double core = 0;
    double weight = 0;      // of the lightest edge so far, or the bound that makes heavier ones useless
    double distance = 0;    // of that edge; infinite while there is none
    std::uint64_t key = 0;  // of that edge; the largest while there is none
    int candidate = -1;     // its other end
    bool lighter(double w, double d, std::uint64_t k) const {
      if (w != weight) return w < weight;
      if (d != distance) return d < distance;
      return k < key;
    }
    void take(double w, double d, std::uint64_t k, Index other) {
      weight = w;
      distance = d;
      key = k;
      candidate = static_cast<int>(other);
    }
  };
  using LeafSeekers = std::array<Seeker, 64>;

  // Finds the lightest edges of the points of some leaves: seekers_of(leaf), then keep() of each.
  virtual void search(Range leaves) = 0;
  // What is compared of the distance between two positions, and the length behind it.
  virtual double distance(Index p, Index q) const = 0;
  virtual double length(double compared) const = 0;

  std::size_t size() const { return static_cast<std::size_t>(boxes_.size()); }
  bool has_cores() const { return !core_.empty(); }
  double core(Index p) const { return core_.empty() ? 0 : core_[static_cast<std::size_t>(p)]; }
  // The least core distance of each node; empty without cores.
  const std::vector<double>& node_cores() const { return node_core_; }
  int component(Index p) const { return component_[static_cast<std::size_t>(p)]; }
  // The component that a whole node belongs to, or -1.
  const std::vector<int>& node_components() const { return node_component_; }
  std::uint64_t key(Index p, Index q) const { return ends_key(boxes_.id(p), boxes_.id(q)); }

  // Those points of a leaf for whom a search can bring something; how many.
  std::size_t seekers_of(Index leaf, LeafSeekers& seekers) const;
  void keep(Index leaf, const Seeker& seeker);

 private:
  double weight(Index p, Index q, double d) const { return std::max({d, core(p), core(q)}); }
  void take_node_cores();
  void join_copies();
  Edge edge(Index p, Index q, double weight) const { return {boxes_.id(p), boxes_.id(q), length(weight)}; }
  template <class F>
  void for_each_component(F&& f);
  void label_nodes();
  void recall();
  void recall_leaf(Index leaf);
  void recall_listed(std::size_t p);
  void search_all();
  bool goes_first(int p, int q) const;
  void choose();
  bool leads_on(int component) const;
  int root(int component);
  void join();

  const KdBoxes& boxes_;
  NearLists lists_;
  std::vector<std::uint8_t> listed_;  // of each list: how many may still be outside, at its front
  std::vector<std::uint8_t> stirs_;   // of each leaf: whether a point of it has a candidate, or a list
  std::vector<double> quiet_;         // of each leaf: the least bound of the points that have no candidate
  std::vector<int> component_;        // of each position: a position in it
  std::vector<int> components_;       // those that there are
  std::vector<int> candidate_;        // nearest position outside its component; -1: not known
  std::vector<double> bound_;         // weight of that edge, or a bound below which there is none
  std::vector<std::atomic<double>> best_;  // of each component: its lightest edge so far
  std::vector<std::atomic<int>> winner_;   // the position that this edge starts from, or -1
  std::vector<std::atomic<int>> next_;     // the component that it leads to
  std::vector<int> node_component_;
  std::vector<double> core_, node_core_;
  std::vector<Edge> edges_;
};

}  // namespace mercer
