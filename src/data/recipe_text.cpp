#include "data/recipe_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mercer {

std::vector<std::vector<TermValue>> term_values(const RecipeColumn& made, const Words& texts) {
  Documents documents;
  for (Index t = 0; t < texts.size(); ++t) documents.texts.emplace_back(texts[t]);
  const Vocabulary vocabulary{made.values, Vector::Map(made.weights.data(), std::ssize(made.weights))};
  const SparseMatrix vectors = vocabulary.vectors(documents);
  std::vector<std::vector<TermValue>> all(documents.texts.size());
  for (Index t = 0; t < vectors.rows(); ++t) {
    const double length = vectors.row(t).norm();
    if (!(length > 0)) continue;
    for (SparseMatrix::InnerIterator it(vectors, t); it; ++it)
      all[static_cast<std::size_t>(t)].push_back({it.col(), made.height * it.value() / length});
  }
  return all;
}

void learn_terms(RecipeColumn& made, const Frame& frame, Index column, const TextOptions& options) {
  const Words& texts = frame.columns[static_cast<std::size_t>(column)].words;
  Documents documents;
  for (Index i = 0; i < frame.rows(); ++i) {
    if (frame.missing(i, column)) continue;
    std::string text(texts[static_cast<Index>(frame.number(i, column))]);
    if (words_of(text).empty()) continue;
    documents.texts.push_back(std::move(text));
    documents.places.push_back(frame.place(i));
  }
  if (documents.texts.empty())
    throw Error(Fault::data, fmt::format("{}: the column {} has no words; leave it out (`drop = {}`)",
                                         frame.source, made.name, made.name));
  const Vocabulary vocabulary = Vocabulary::learn(documents, options);
  made.values = vocabulary.terms;
  made.weights.assign(vocabulary.weights.begin(), vocabulary.weights.end());
  const auto values = term_values(made, texts);
  Vector mean = Vector::Zero(made.width());
  double share = 0;
  for (Index i = 0; i < frame.rows(); ++i) {
    if (frame.missing(i, column)) continue;
    const auto& own = values[static_cast<std::size_t>(frame.number(i, column))];
    share += own.empty() ? 0 : 1;
    for (const TermValue& term : own) mean[term.term] += term.value;
  }
  const auto n = static_cast<double>(frame.rows());
  const double spread = share / n - (mean / n).squaredNorm();
  if (!(spread > 0))
    throw Error(Fault::data, fmt::format("{}: all texts of the column {} have the same terms; leave it out "
                                         "(`drop = {}`)",
                                         frame.source, made.name, made.name));
  made.height = 1 / std::sqrt(spread);
}

}  // namespace mercer
