#include "front/witness.hpp"

#include "beyond/auto/representation.hpp"
#include "front/run.hpp"
#include "graph/dendrogram.hpp"
#include "mercer/cluster.hpp"
#include "mercer/evaluate.hpp"

namespace mercer {

Witness::Witness(const Data& data, const Kernel& kernel, Control* control) {
  constexpr Index least_points = 6;
  if (is_precomputed(kernel) || data.size() < least_points) return;
  parts_ = automatic::shared_parts(automatic::representations(data).front().points, control);
}

Testimony Witness::hear(const Labels& labels, const std::vector<Labels>& others) {
  Testimony out;
  for (const Labels& other : others)
    out.agreement += score(labels, other).ari / static_cast<double>(others.size());
  const bool noisy = std::any_of(labels.begin(), labels.end(), [](int label) { return label < 0; });
  if (parts_.given() || noisy) return out;
  Candidate one;
  one.labels = labels;
  number_by_first(one.labels);
  one.clusters = 1 + *std::max_element(one.labels.begin(), one.labels.end());
  std::vector<Candidate> alone = {std::move(one)};
  automatic::judge_separation(parts_, alone, gaps_);
  out.separation = alone.front().separation;
  return out;
}

std::vector<Labels> labels_of_candidates(const Data& data, const Options& o) {
  std::vector<Labels> out;
  if (is_precomputed(o.kernel) || o.clusters < 2) return out;
  Result r;
  try {
    r = cluster(data, {.clusters = o.clusters,
                       .method = Auto{},
                       .threads = o.threads,
                       .seed = o.seed,
                       .control = o.control});
  } catch (const InterruptedEarly&) {
    return out;
  }
  if (!r.choice || r.interrupted || r.choice->sampled > 0) return out;
  for (const Candidate& one : r.choice->contest().candidates)
    if (one.failure.empty()) out.push_back(one.labels);
  return out;
}

}  // namespace mercer
