// The plain options by name, for languages that pass options by name: one list for all parsers and tables of
// defaults.
#pragma once

#include <type_traits>

#include "mercer/embed.hpp"
#include "mercer/generate.hpp"
#include "mercer/options.hpp"
#include "mercer/suggest.hpp"

namespace mercer {

// visit(name, field) for each of them. What a program sets by itself (control, communicator) is not among
// them.
template <class Self, class Visit>
requires std::is_same_v<std::remove_const_t<Self>, Options>
void visit_options(Self& o, Visit&& visit) {
  visit("clusters", o.clusters);
  visit("most_clusters", o.most_clusters);
  visit("method", o.method);
  visit("kernel", o.kernel);
  visit("init", o.init);
  visit("search", o.search);
  visit("approx", o.approx);
  visit("embed", o.embed);
  visit("restarts", o.restarts);
  visit("max_iterations", o.max_iterations);
  visit("precision", o.precision);
  visit("storage", o.storage);
  visit("device", o.device);
  visit("memory", o.memory);
  visit("threads", o.threads);
  visit("seed", o.seed);
  visit("weights", o.weights);
  visit("labels", o.labels);
  visit("tune", o.tune);
}
template <class Self, class Visit>
requires std::is_same_v<std::remove_const_t<Self>, EmbedOptions>
void visit_options(Self& o, Visit&& visit) {
  visit("dimensions", o.dimensions);
  visit("method", o.method);
  visit("kernel", o.kernel);
  visit("precision", o.precision);
  visit("storage", o.storage);
  visit("device", o.device);
  visit("memory", o.memory);
  visit("threads", o.threads);
  visit("seed", o.seed);
}
template <class Self, class Visit>
requires std::is_same_v<std::remove_const_t<Self>, SuggestOptions>
void visit_options(Self& o, Visit&& visit) {
  visit("least", o.least);
  visit("most", o.most);
  visit("method", o.method);
  visit("kernel", o.kernel);
  visit("seed", o.seed);
  visit("threads", o.threads);
}
template <class Self, class Visit>
requires std::is_same_v<std::remove_const_t<Self>, CriteriaOptions>
void visit_options(Self& o, Visit&& visit) {
  visit("least", o.least);
  visit("most", o.most);
  visit("kernel", o.kernel);
  visit("samples", o.samples);
  visit("most_points", o.most_points);
  visit("seed", o.seed);
  visit("threads", o.threads);
}
template <class Self, class Visit>
requires std::is_same_v<std::remove_const_t<Self>, GenerateOptions>
void visit_options(Self& o, Visit&& visit) {
  visit("size", o.size);
  visit("noise", o.noise);
  visit("outliers", o.outliers);
  visit("clusters", o.clusters);
  visit("dimensions", o.dimensions);
  visit("seed", o.seed);
}

}  // namespace mercer
