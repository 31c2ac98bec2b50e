#include "beyond/k_spheres.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gram/subset_gram.hpp"
#include "mercer/error.hpp"
#include "mercer/machine.hpp"

namespace mercer {
namespace {

class Spheres {
 public:
  Spheres(const Gram& gram, Index clusters, const KSpheresOptions& options)
      : gram_(gram), options_(options), diagonal_(gram.diagonal()), clusters_(clusters) {
    fit_.beta = Matrix::Zero(gram.size(), clusters);
    fit_.norm = Vector::Zero(clusters);
  }

  // Centres that are points.
  Labels around(const std::vector<Index>& seeds) {
    for (std::size_t j = 0; j < seeds.size(); ++j) fit_.beta(seeds[j], static_cast<Index>(j)) = 1;
    measure();
    return members();
  }

  SpheresFit run(Labels members_now) {
    std::set<Labels> seen;
    while (fit_.iterations < options_.max_iterations) {
      // The same sets once more, but not at once: the method goes in circles.
      if (!seen.insert(members_now).second) {
        fit_.cycles = true;
        break;
      }
      ++fit_.iterations;
      for (Index j = 0; j < clusters_; ++j) enclose(j, members_now);
      measure();
      if (options_.control && options_.control->stop) break;
      Labels next = members();
      fit_.converged = next == members_now;
      if (fit_.converged) break;
      members_now = std::move(next);
    }
    return std::move(fit_);
  }

 private:
  // How large a sphere becomes is not known before.
  std::uint64_t matrix_bytes(std::size_t points) const {
    const std::uint64_t bytes = sizeof(double) * points * points;
    if (bytes > options_.bytes)
      throw Error(Fault::memory,
                  fmt::format("a sphere holds {} points, whose kernel matrix takes {} of the {} "
                              "that the budget leaves; raise `memory`, or lower rho",
                              points, format_bytes(bytes), format_bytes(options_.bytes)));
    return bytes;
  }

  // The smallest sphere around the members of j, all of them inside.
  void enclose(Index j, const Labels& members_now) {
    std::vector<Index> own;
    for (std::size_t i = 0; i < members_now.size(); ++i)
      if (members_now[i] == j) own.push_back(static_cast<Index>(i));
    if (own.empty()) return;
    SvddOptions solving{.control = options_.control};
    solving.cache_bytes = std::min(solving.cache_bytes, options_.bytes - matrix_bytes(own.size()));
    const Svdd sphere = svdd(subset_gram(gram_, own), solving);
    if (sphere.cut) return;
    fit_.beta.col(j).setZero();
    for (std::size_t h = 0; h < own.size(); ++h) fit_.beta(own[h], j) = sphere.beta[static_cast<Index>(h)];
  }

  // D2(i, j) = k_ii - 2 (K b_j)_i + b_j'K b_j, labels and cores
  void measure() {
    Matrix KB;
    apply_all(gram_, fit_.beta, KB);
    fit_.norm = fit_.beta.cwiseProduct(KB).colwise().sum().transpose();
    fit_.distances2 = (-2 * KB).rowwise() + fit_.norm.transpose();
    fit_.distances2.colwise() += diagonal_;
    fit_.labels.resize(static_cast<std::size_t>(gram_.size()));
    fit_.core.resize(fit_.labels.size());
    fit_.objective = 0;
    for (Index i = 0; i < gram_.size(); ++i) {
      Index nearest = 0;
      const double d2 = fit_.distances2.row(i).minCoeff(&nearest);
      fit_.labels[static_cast<std::size_t>(i)] = static_cast<int>(nearest);
      fit_.core[static_cast<std::size_t>(i)] = d2 < options_.rho * options_.rho;
      fit_.objective += std::max(0.0, d2);
    }
    fit_.covered = std::count(fit_.core.begin(), fit_.core.end(), true);
  }

  Labels members() const {
    Labels m = fit_.labels;
    for (std::size_t i = 0; i < m.size(); ++i)
      if (!fit_.core[i]) m[i] = -1;
    return m;
  }

  const Gram& gram_;
  const KSpheresOptions& options_;
  Vector diagonal_;
  Index clusters_;
  SpheresFit fit_;
};

}  // namespace

SpheresFit fit_spheres(const Gram& gram, const std::vector<Index>& seeds, const KSpheresOptions& options) {
  Spheres spheres(gram, static_cast<Index>(seeds.size()), options);
  Labels members = spheres.around(seeds);
  return spheres.run(std::move(members));
}

SpheresFit fit_spheres(const Gram& gram, Labels labels, Index clusters, const KSpheresOptions& options) {
  return Spheres(gram, clusters, options).run(std::move(labels));
}

bool covers_better(const SpheresFit& a, const SpheresFit& b) {
  if (a.covered != b.covered) return a.covered > b.covered;
  return a.objective < b.objective * (1 - 1e-10);
}

}  // namespace mercer
