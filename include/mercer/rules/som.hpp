// Self-organising map: prototypes are nodes of a grid, and a point pulls its winner's neighbours too (the
// survey's slides, "Self Organizing Map" and "Kernel SOM").
#pragma once

#include <cstdlib>
#include <vector>

#include "mercer/rules/schedule.hpp"
#include "mercer/rules/shares.hpp"

namespace mercer {

enum class Topology { rectangular, hexagonal };
template <>
struct EnumNames<Topology> {
  static constexpr std::array<std::string_view, 2> values = {"rectangular", "hexagonal"};
};
enum class MapStart { plane, init };
template <>
struct EnumNames<MapStart> {
  static constexpr std::array<std::string_view, 2> values = {"plane", "init"};
};

struct Som {
  static constexpr std::string_view name = "som",
                                    about = "self-organising map; with a kernel, in feature space";
  std::optional<GridSize> grid = {};
  Topology topology = Topology::rectangular;
  std::optional<double> sigma_initial = {};
  double sigma_final = 0.5;
  int steps = 50;
  MapStart start = MapStart::plane;
  bool online = false;
  int passes = 100;
  double epsilon_initial = 0.5, epsilon_final = 0.005;
  std::vector<double> pull = {};  // h of each grid distance at present; empty: at sigma_final
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("grid", self.grid,
          "nodes of the map, rows x columns; auto = the most nearly square grid of k nodes");
    visit("topology", self.topology, "neighbours of a node: four, or six");
    visit("sigma_initial", self.sigma_initial,
          "range on the grid at the beginning; auto = half of the longer side", Allowed::above(0));
    visit("sigma_final", self.sigma_final,
          "range on the grid at the end; 0.3 for small errors, 1 for a smooth map", Allowed::above(0));
    visit("steps", self.steps, "iterations in which sigma falls; then it runs until nothing changes",
          Allowed::at_least(1));
    visit("start", self.start,
          "plane: a grid in the plane of the two main components; init: as set by the option init");
    visit("online", self.online, "one point at a time rather than all at once");
    visit("passes", self.passes, "online: points presented, in multiples of n", Allowed::at_least(1));
    visit("epsilon_initial", self.epsilon_initial, "online: step towards a point at the beginning",
          Allowed::positive_share());
    visit("epsilon_final", self.epsilon_final, "online: step towards a point at the end",
          Allowed::positive_share());
  }

  // Steps from node to node: |r1 - s1| + |r2 - s2|; on a hexagonal grid, whose odd rows are shifted by half a
  // node to the right, the same with diagonal steps.
  struct Node {
    int row = 0, column = 0;
  };
  int distance(Node r, Node s) const {
    const int down = std::abs(r.row - s.row), across = r.column - s.column;
    if (topology == Topology::rectangular) return down + std::abs(across);
    const int slant = across - (r.row / 2 - s.row / 2);  // along the other axis of the hexagons
    return std::max({down, std::abs(slant), std::abs(slant + r.row - s.row)});
  }
  int distance(std::size_t r, std::size_t s) const { return distance(node(r), node(s)); }

  //   sigma(t) = sigma_i (sigma_f / sigma_i)^(t/t_max),   h(d) = exp(-d^2 / 2 sigma^2)
  Som at(double progress) const {
    Som now = *this;
    const double sigma = rules::geometric(sigma_initial.value_or(sigma_final), sigma_final, progress);
    const int longest = grid ? grid->rows + grid->columns : 1;
    now.pull.resize(static_cast<std::size_t>(longest) + 1);
    for (std::size_t d = 0; d < now.pull.size(); ++d)
      now.pull[d] = std::exp(-static_cast<double>(d * d) / (2 * sigma * sigma));
    return now;
  }

  //   w_j = h(distance(winner, j)),   energy = d2 of the winner (ties: the lowest index)
  double operator()(std::span<const double> d2, std::span<double> w) const {
    const auto winner = static_cast<std::size_t>(std::min_element(d2.begin(), d2.end()) - d2.begin());
    const Node centre = node(winner);
    std::size_t j = 0;
    for (Node at; j < w.size(); ++at.row)
      for (at.column = 0; at.column < columns() && j < w.size(); ++at.column)
        w[j++] = h(distance(centre, at));
    return d2[winner];
  }

 private:
  int columns() const { return grid ? grid->columns : 1; }
  Node node(std::size_t j) const {
    return {static_cast<int>(j) / columns(), static_cast<int>(j) % columns()};
  }
  double h(int d) const {
    if (!pull.empty()) return pull[static_cast<std::size_t>(d)];
    return std::exp(-static_cast<double>(d) * d / (2 * sigma_final * sigma_final));
  }
};

}  // namespace mercer
