#include "model/known.hpp"

#include <algorithm>
#include <cmath>

#include "model/stored.hpp"

namespace mercer {
namespace {

// As many points as objects, or none where their distances were given.
bool points_fit(const Data& points, const Kernel& kernel, Index count, Index columns) {
  if (is_precomputed(kernel)) return points.size() == 0 && columns == count;
  return points.size() == count && points.dimensions() == columns && is_finite(points);
}

bool are_widths(const Vector& widths, Index count) {
  return widths.size() == count && widths.allFinite() && (widths.array() >= 0).all();
}

// --- how many

Index count(const NothingKnown&, Index) { return 0; }
Index count(const KnownPoints& known, Index) { return known.points.size(); }
Index count(const KnownMatrix&, Index columns) { return columns; }
Index count(const KnownTree& known, Index) { return static_cast<Index>(known.tree.order.size()); }
Index count(const KnownPaths& known, Index) { return known.geodesic.graph.rows(); }

// --- whether they fit

bool is_permutation(const Labels& order) {
  std::vector<bool> seen(order.size());
  for (const int i : order) {
    if (i < 0 || i >= std::ssize(order) || seen[static_cast<std::size_t>(i)]) return false;
    seen[static_cast<std::size_t>(i)] = true;
  }
  return true;
}

// Each kind of knowledge belongs to kernels of one kind; in any other company nothing fits.
template <class K>
concept OfTree = std::is_same_v<K, Connectivity>;
template <class K>
concept OfPaths = std::is_same_v<K, Geodesic>;
template <class K>
concept OfMatrix =
    std::is_same_v<K, Precomputed> || std::is_same_v<K, Dissimilarity> || std::is_same_v<K, Diffusion>;
template <class K>
concept OfPoints = !OfTree<K> && !OfPaths<K> && !OfMatrix<K>;

template <class K>
bool needs_widths(const K& kernel) {
  if constexpr (requires { kernel.local; })
    return kernel.local;
  else
    return false;
}

template <class Some, class K>
bool fits_kernel(const Some&, const K&, Index) {
  return false;
}

template <OfPoints K>
bool fits_kernel(const NothingKnown&, const K&, Index) {
  return true;
}

template <OfPoints K>
bool fits_kernel(const KnownPoints& known, const K& kernel, Index columns) {
  const Index n = known.points.size();
  return n > 0 && points_fit(known.points, kernel, n, columns) &&
         (needs_widths(kernel) ? are_widths(known.widths, n) : known.widths.size() == 0);
}

template <OfMatrix K>
bool fits_kernel(const KnownMatrix&, const K&, Index) {
  return true;
}

// A permutation of the objects with gaps that are not negative.
template <OfTree K>
bool fits_kernel(const KnownTree& known, const K& kernel, Index columns) {
  const TreeModel& tree = known.tree;
  const auto n = static_cast<Index>(tree.order.size());
  return n > 0 && is_permutation(tree.order) && are_widths(tree.gaps, n - 1) &&
         (tree.core.size() == 0 || are_widths(tree.core, n)) && kernel.min_points <= n &&
         points_fit(known.points, kernel, n, columns);
}

bool are_lengths(const SparseMatrix& graph) {
  bool good = true;
  for (Index e = 0; e < graph.nonZeros(); ++e)
    good = good && std::isfinite(graph.valuePtr()[e]) && graph.valuePtr()[e] >= 0;
  return good;
}

// Rising numbers of points.
bool landmarks_fit(const GeodesicModel& g) {
  const Labels& l = g.landmarks;
  const auto falls = [](int a, int b) { return a >= b; };
  return std::adjacent_find(l.begin(), l.end(), falls) == l.end() &&
         (l.empty() || (l.front() >= 0 && l.back() < g.graph.rows())) &&
         g.means.size() == static_cast<Index>(l.size()) && g.means.allFinite();
}

template <OfPaths K>
bool fits_kernel(const KnownPaths& known, const K& kernel, Index columns) {
  const GeodesicModel& g = known.geodesic;
  const Index n = g.graph.rows();
  const bool numbers = std::isfinite(g.far) && g.far >= 0 && std::isfinite(g.constant) && g.constant >= 0 &&
                       std::isfinite(g.mean);
  const bool reach = are_widths(g.reach, n) || (g.reach.size() == 0 && is_precomputed(kernel));
  return n > 0 && g.graph.cols() == n && are_lengths(g.graph) && landmarks_fit(g) && numbers && reach &&
         (known.widths.size() == 0 || are_widths(known.widths, n)) &&
         points_fit(known.points, kernel, n, columns);
}

// --- into a file

void put(const NothingKnown&, io::Archive&) {}
void put(const KnownPoints& known, io::Archive& archive) {
  pack_points(archive, "points", known.points);
  if (known.widths.size() > 0) archive.put("widths", known.widths);
}
// JSON has no NaN: an unknown self-similarity is left out.
void put(const KnownMatrix& known, io::Archive& archive) {
  if (std::isfinite(known.self)) archive.header["self"] = known.self;
}
void put(const KnownTree& known, io::Archive& archive) {
  pack_points(archive, "points", known.points);
  archive.put("tree.order", known.tree.order);
  archive.put("tree.gaps", known.tree.gaps);
  if (known.tree.core.size() > 0) archive.put("core", known.tree.core);
}
void put(const KnownPaths& known, io::Archive& archive) {
  const GeodesicModel& g = known.geodesic;
  pack_points(archive, "points", known.points);
  if (known.widths.size() > 0) archive.put("widths", known.widths);
  archive.header["geodesic"] = {{"far", g.far}, {"constant", g.constant}, {"mean", g.mean}};
  archive.put("graph", g.graph);
  if (g.reach.size() > 0) archive.put("reach", g.reach);
  if (g.landmarks.empty()) return;
  archive.put("geodesic.landmarks", g.landmarks);
  archive.put("geodesic.means", g.means);
}

// --- and back

KnownTree read_tree(const io::Archive& archive) {
  KnownTree known{read_points(archive, "points"),
                  {archive.get<Labels>("tree.order"), archive.get<Vector>("tree.gaps"), {}}};
  read_if_present(archive, "core", known.tree.core);
  return known;
}

KnownPaths read_paths(const io::Archive& archive) {
  const auto& h = archive.header.at("geodesic");
  KnownPaths known{read_points(archive, "points"), {}, {}};
  GeodesicModel& g = known.geodesic;
  g.far = h.at("far").get<double>();
  g.constant = h.at("constant").get<double>();
  g.mean = h.at("mean").get<double>();
  g.graph = archive.get<SparseMatrix>("graph");
  read_if_present(archive, "widths", known.widths);
  read_if_present(archive, "reach", g.reach);
  read_if_present(archive, "geodesic.landmarks", g.landmarks);
  read_if_present(archive, "geodesic.means", g.means);
  return known;
}

}  // namespace

Data points_of(const Known& known) {
  return std::visit(
      [](const auto& k) -> Data {
        if constexpr (requires { k.points; })
          return k.points;
        else
          return {};
      },
      known);
}

Index count_of(const Known& known, Index columns) {
  return std::visit([&](const auto& k) { return count(k, columns); }, known);
}

void pack(const Known& known, io::Archive& archive) {
  std::visit([&](const auto& k) { put(k, archive); }, known);
}

Known read_known(const io::Archive& archive, const Kernel& kernel) {
  return std::visit(
      [&]<class K>(const K&) -> Known {
        if constexpr (std::is_same_v<K, Connectivity>) return read_tree(archive);
        if constexpr (std::is_same_v<K, Geodesic>) return read_paths(archive);
        if (is_precomputed(kernel)) return KnownMatrix{archive.header.value("self", std::nan(""))};
        if (!archive.has("points")) return NothingKnown{};
        KnownPoints known{read_points(archive, "points"), {}};
        read_if_present(archive, "widths", known.widths);
        return known;
      },
      kernel);
}

bool known_fits(const Known& known, const Kernel& kernel, Index columns) {
  return std::visit([&](const auto& some, const auto& k) { return fits_kernel(some, k, columns); }, known,
                    kernel);
}

}  // namespace mercer
