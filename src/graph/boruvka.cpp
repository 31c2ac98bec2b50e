#include "graph/boruvka.hpp"

#include "graph/boruvka_rounds.hpp"
#include "graph/distance.hpp"

namespace mercer {
namespace {

// The searches of a round; T is the precision in which the tree is searched.
template <class Metric, class T>
class Boruvka final : public BoruvkaRounds {
 public:
  Boruvka(const KdBoxes& boxes, NearLists lists, std::vector<double> core)
      : BoruvkaRounds(boxes, std::move(lists), std::move(core)), boxes_(boxes) {
    for (const double value : node_cores()) seen_cores_.push_back(boxes.below<T>(Metric::adding, value));
  }

 private:
  double distance(Index p, Index q) const override {
    return row_distance<Metric>(boxes_.row(p), boxes_.row(q), boxes_.width());
  }
  double length(double compared) const override { return Metric::length(compared); }

  // The points of a leaf that look for an edge.
  class Search final : public NearVisitor {
   public:
    explicit Search(Boruvka& tree) : tree_(tree), seen_(tree.boxes_.width()) {}
    void run(Index leaf) {
      count_ = tree_.seekers_of(leaf, seekers_);
      if (count_ == 0) return;
      const KdBoxes& boxes = tree_.boxes_;
      seen_.clear();
      seen_.count = static_cast<Index>(count_);
      const T* columns = boxes.leaf_columns<T>(leaf);
      const Index first = boxes.leaf_points(leaf).begin;
      for (std::size_t s = 0; s < count_; ++s) {
        for (Index j = 0; j < boxes.width(); ++j)
          seen_.columns[static_cast<std::size_t>(j * Seekers<T>::most) + s] =
              columns[j * boxes.stride() + seekers_[s].at - first];
        seen_.components[s] = seekers_[s].component;
        set_limit(s);
      }
      const NodeFacts<T> facts{tree_.node_components().data(),
                               tree_.has_cores() ? tree_.seen_cores_.data() : nullptr};
      visit_near_leaves(Metric::adding, boxes.seen<T>(), facts, seen_, *this);
      for (std::size_t s = 0; s < count_; ++s) tree_.keep(leaf, seekers_[s]);
    }

    void hits(Index leaf, Index seeker, std::uint64_t points) override {
      Seeker& s = seekers_[static_cast<std::size_t>(seeker)];
      const Index first = tree_.boxes_.leaf_points(leaf).begin;
      const double before = s.weight;
      for (; points != 0; points &= points - 1) {
        const Index q = first + std::countr_zero(points);
        if (tree_.component(q) == s.component) continue;
        const double d = tree_.Boruvka::distance(s.at, q), w = std::max({d, s.core, tree_.core(q)});
        if (w > s.weight) continue;
        if (const std::uint64_t k = tree_.key(s.at, q); s.lighter(w, d, k)) s.take(w, d, k, q);
      }
      if (s.weight < before) set_limit(static_cast<std::size_t>(seeker));
    }

   private:
    void set_limit(std::size_t s) {
      seen_.limits[s] = tree_.boxes_.template limit<T>(Metric::adding, seekers_[s].weight);
    }

    Boruvka& tree_;
    LeafSeekers seekers_;
    std::size_t count_ = 0;
    Seekers<T> seen_;
  };

  void search(Range leaves) override {
    Search searching(*this);
    for (Index leaf = leaves.begin; leaf < leaves.end; ++leaf) searching.run(leaf);
  }

  const KdBoxes& boxes_;
  std::vector<T> seen_cores_;
};

// Neighbours that are listed of each point. More of them save searches in later rounds, and cost more to
// find.
Index listed_for(Index columns) { return columns <= 3 ? 4 : 8; }

template <class Metric>
std::vector<Edge> tree_of(const Data& points, Index rank, Vector& core, Control* control) {
  const KdBoxes boxes(points);
  const bool given = core.size() > 0;
  NearLists lists = near_lists<Metric>(boxes, listed_for(points.dimensions()), given ? 0 : rank);
  std::vector<double> cores = std::move(lists.core);
  constexpr bool squares = Metric::adding == Adding::squares;
  if (given) {
    cores.resize(static_cast<std::size_t>(boxes.size()));
    for (Index p = 0; p < boxes.size(); ++p) {
      const double value = core[boxes.id(p)];
      cores[static_cast<std::size_t>(p)] = squares ? value * value : value;
    }
  } else if (rank > 0) {
    core.resize(boxes.size());
    for (Index p = 0; p < boxes.size(); ++p)
      core[boxes.id(p)] = Metric::length(cores[static_cast<std::size_t>(p)]);
  }
  if (boxes.coarse()) return Boruvka<Metric, float>(boxes, std::move(lists), std::move(cores)).run(control);
  return Boruvka<Metric, double>(boxes, std::move(lists), std::move(cores)).run(control);
}

}  // namespace

std::vector<Edge> kd_spanning_tree(const Data& points, PathMetric metric, Index rank, Vector& core,
                                   Control* control) {
  if (points.size() < 2) return {};
  return with_metric(metric,
                     [&]<class Metric>(Metric) { return tree_of<Metric>(points, rank, core, control); });
}

}  // namespace mercer
