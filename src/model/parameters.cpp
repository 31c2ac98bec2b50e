#include "model/parameters.hpp"

#include <algorithm>
#include <cmath>

namespace mercer {
namespace {

bool positive(double value) { return std::isfinite(value) && value > 0; }
bool positive_if_set(const std::optional<double>& value) { return !value || positive(*value); }
bool above_one_if_set(const std::optional<double>& m) { return !m || (std::isfinite(*m) && *m > 1); }

bool sane(const NoKernel&) { return true; }
bool sane(const Linear&) { return true; }
bool sane(const Cosine&) { return true; }
bool sane(const Precomputed&) { return true; }
bool sane(const Gaussian& g) {
  const bool width = g.local ? !g.sigma && !g.gamma : g.sigma.has_value() != g.gamma.has_value();
  return width && positive_if_set(g.sigma) && positive_if_set(g.gamma) && g.neighbors >= 1;
}
bool sane(const Polynomial& p) { return p.degree >= 1 && std::isfinite(p.offset); }
bool sane(const Laplacian& l) { return l.sigma && positive(*l.sigma); }
bool sane(const Sigmoid& s) { return s.gamma && std::isfinite(*s.gamma) && std::isfinite(s.offset); }
bool sane(const Dissimilarity& d) { return d.power == 1 || d.power == 2; }
bool sane(const Diffusion& d) { return positive(d.time); }
bool sane(const Connectivity& c) { return c.min_points >= 1; }
bool sane(const Geodesic& g) { return g.neighbors >= 1; }
// Their objects have become rows, under another kernel.
bool sane(const Spectrum&) { return false; }
bool sane(const Subsequence&) { return false; }
bool sane(const WeisfeilerLehman&) { return false; }

bool sane(const Softmax& rule, Index) { return !rule.beta || *rule.beta > 0; }
bool sane(const Fuzzy& rule, Index) { return above_one_if_set(rule.m); }
bool sane(const Possibilistic& rule, Index clusters) {
  return above_one_if_set(rule.m) && static_cast<Index>(rule.scales.size()) == clusters &&
         std::all_of(rule.scales.begin(), rule.scales.end(), positive);
}
bool sane(const KHarmonic& rule, Index) { return positive(rule.p); }
bool sane(const InverseWeighted& rule, Index) { return positive_if_set(rule.b); }
bool sane(const NeuralGas& rule, Index) {
  return positive_if_set(rule.lambda_initial) && positive(rule.lambda_final);
}
bool sane(const Som& rule, Index clusters) {
  return rule.grid && rule.grid->rows >= 1 && rule.grid->columns >= 1 &&
         Index{rule.grid->rows} * rule.grid->columns == clusters && positive_if_set(rule.sigma_initial) &&
         positive(rule.sigma_final);
}
bool sane(const Spectral& method, Index) { return method.neighbors >= 0; }
// Methods whose parameters concern only the fit. With those of hdbscan there may be no cluster.
template <class Other>
bool sane(const Other&, Index) {
  return true;
}

}  // namespace

bool knows_noise(const Method& method) { return std::holds_alternative<Hdbscan>(method); }

bool gives_similarities(const Kernel& kernel) { return std::holds_alternative<Precomputed>(kernel); }

const SpectralCoordinates* walk_of(const CoordinateMethod& method) {
  return std::get_if<SpectralCoordinates>(&method);
}

bool takes_new_points(const Kernel& kernel) { return !std::holds_alternative<Diffusion>(kernel); }

bool is_sane(const Kernel& kernel) {
  return std::visit([](const auto& k) { return sane(k); }, kernel);
}

bool is_sane(const Method& method, Index clusters) {
  return (clusters > 0 || knows_noise(method)) &&
         std::visit([&](const auto& m) { return sane(m, clusters); }, method);
}

}  // namespace mercer
