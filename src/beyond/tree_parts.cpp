#include "beyond/tree_parts.hpp"

#include <algorithm>

namespace mercer {

TreeParts::TreeParts(const CondensedTree& tree)
    : tree_(tree), mass_(tree.nodes()), below_(tree.nodes()), path_(tree.nodes()), cut_(tree.nodes()) {
  parts_.emplace_back();
  scan(parts_[0]);
  tolerance_ = 1e-10 * parts_[0].cost;
}

double TreeParts::cost() const {
  double sum = 0;
  for (const Part& part : parts_) sum += part.cost;
  return sum;
}

Labels TreeParts::labels() const {
  Labels part(tree_.nodes(), -1);
  for (std::size_t k = 0; k < count(); ++k)
    part[static_cast<std::size_t>(parts_[k].root)] = static_cast<int>(k);
  for (std::size_t u = 1; u < part.size(); ++u)
    if (part[u] < 0) part[u] = part[static_cast<std::size_t>(tree_.parent[u])];
  return part;
}

void TreeParts::greedy(std::size_t clusters) {
  while (count() < clusters) {
    const std::size_t most = best_part();
    if (parts_[most].best < 0) return;
    cut(most);
  }
}

void TreeParts::cut_at(std::span<const int> nodes) {
  for (const int node : nodes) {
    mark(node) = 1;
    parts_.emplace_back().root = node;
  }
  for (Part& part : parts_) scan(part);
}

void TreeParts::swap(int most_rounds) {
  bool improved = true;
  for (int round = 0; improved && round < most_rounds; ++round) {
    improved = false;
    for (std::size_t i = 0; i < count(); ++i)
      if (parts_[i].root != 0 && try_swap(i)) improved = true;
  }
}

void TreeParts::uncut(std::size_t part) {
  const int root = parts_[part].root;
  mark(root) = 0;
  parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(part));
  scan(parts_[part_at(part_root(root))]);
}

// Some node, or one a few levels above it.
void TreeParts::cut_somewhere(Random& random) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    int u = 1 + static_cast<int>(random.below(static_cast<std::int64_t>(tree_.nodes()) - 1));
    for (std::int64_t up = random.below(24); up > 0 && tree_.parent[static_cast<std::size_t>(u)] > 0; --up)
      u = tree_.parent[static_cast<std::size_t>(u)];
    if (mark(u)) continue;
    const int root = part_root(u);
    const std::size_t part = part_at(root);
    scan(parts_[part]);
    const double inside = mass_[static_cast<std::size_t>(u)];
    if (inside == 0 || inside == mass_[static_cast<std::size_t>(root)]) continue;
    parts_[part].best = u;
    return cut(part);
  }
}

void TreeParts::restore(const std::vector<Part>& parts) {
  for (const Part& part : parts_) mark(part.root) = 0;
  parts_ = parts;
  for (const Part& part : parts_) mark(part.root) = part.root != 0;
}

int TreeParts::part_root(int node) const {
  while (node > 0 && !cut_[static_cast<std::size_t>(node)])
    node = tree_.parent[static_cast<std::size_t>(node)];
  return node;
}

std::size_t TreeParts::part_at(int root) const {
  const auto found =
      std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return part.root == root; });
  return static_cast<std::size_t>(found - parts_.begin());
}

std::size_t TreeParts::best_part() const {
  std::size_t most = 0;
  for (std::size_t i = 1; i < count(); ++i)
    if (parts_[i].gain > parts_[most].gain) most = i;
  return most;
}

void TreeParts::cut(std::size_t part) {
  Part below;
  below.root = parts_[part].best;
  mark(below.root) = 1;
  scan(parts_[part]);
  scan(below);
  parts_.push_back(below);
}

// The nodes of a part, from the top.
void TreeParts::list(int root) {
  nodes_.clear();
  const int end = tree_.end[static_cast<std::size_t>(root)];
  for (int u = root; u < end;) {
    if (u != root && cut_[static_cast<std::size_t>(u)])
      u = tree_.end[static_cast<std::size_t>(u)];
    else
      nodes_.push_back(u++);
  }
}

// The mass of the part below each of its nodes, and the sum of branch(v) m_v^2 over what is below.
void TreeParts::sum_up() {
  for (const int node : nodes_) {
    mass_[static_cast<std::size_t>(node)] = tree_.own[static_cast<std::size_t>(node)];
    below_[static_cast<std::size_t>(node)] = tree_.inner[static_cast<std::size_t>(node)];
  }
  for (std::size_t k = nodes_.size() - 1; k > 0; --k) {
    const auto u = static_cast<std::size_t>(nodes_[k]), p = static_cast<std::size_t>(tree_.parent[u]);
    mass_[p] += mass_[u];
    below_[p] += below_[u] + tree_.branch(u) * mass_[u] * mass_[u];
  }
}

// With m_u the mass of the part below u, and r the root of the part,
//   cost = m_r h_r - (1 / m_r) sum over u below r of branch(u) m_u^2,
// and what is left of the sum when the mass m_u leaves the part is known from the sum below u and from
// path(u) = sum of branch(v) m_v over the nodes v between u and r.
void TreeParts::scan(Part& part) {
  list(part.root);
  sum_up();
  const auto r = static_cast<std::size_t>(part.root);
  const double m_r = mass_[r], h_r = tree_.height[r], sum_r = below_[r];
  part.cost = m_r * h_r - sum_r / m_r;
  part.gain = -std::numeric_limits<double>::infinity();
  part.best = -1;
  path_[r] = 0;
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const auto u = static_cast<std::size_t>(nodes_[k]), p = static_cast<std::size_t>(tree_.parent[u]);
    const double m = mass_[u];
    path_[u] = p == r ? 0 : path_[p] + tree_.branch(p) * mass_[p];
    if (m == 0 || m == m_r) continue;
    const double cost_below = m * tree_.height[u] - below_[u] / m;
    const double sum_above =
        sum_r - below_[u] - tree_.branch(u) * m * m - 2 * m * path_[u] + m * m * (h_r - tree_.height[p]);
    const double cost_above = (m_r - m) * h_r - sum_above / (m_r - m);
    if (const double gain = part.cost - cost_below - cost_above; gain > part.gain) {
      part.gain = gain;
      part.best = static_cast<int>(u);
    }
  }
}

bool TreeParts::try_swap(std::size_t part) {
  const int root = parts_[part].root;
  Part joined;
  mark(root) = 0;
  joined.root = part_root(root);
  const std::size_t above = part_at(joined.root);
  scan(joined);
  std::size_t where = above;
  double gain = joined.gain;
  for (std::size_t k = 0; k < count(); ++k)
    if (k != part && k != above && parts_[k].gain > gain) {
      gain = parts_[k].gain;
      where = k;
    }
  if (!(joined.cost - gain < parts_[part].cost + parts_[above].cost - tolerance_)) {
    mark(root) = 1;
    return false;
  }
  parts_[above] = joined;
  parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(part));
  cut(where > part ? where - 1 : where);
  return true;
}

}  // namespace mercer
