// Strings and graphs as rows of numbers, so that every function takes them.
#include "mercer/objects.hpp"

#include "values.hpp"
#include "words.hpp"

namespace mercer::r {
namespace {

template <class Objects>
void name_places(Objects& objects, std::size_t count) {
  for (std::size_t i = 1; i <= count; ++i) objects.places.push_back("object " + std::to_string(i));
  objects.source = "the objects";
}

Documents documents_of(std::vector<std::string> texts) {
  Documents out;
  name_places(out, texts.size());
  out.texts = std::move(texts);
  return out;
}

// list(edges = a matrix of two columns, vertices from 1; labels = a label for each vertex)
Graphs graphs_of(const Rcpp::List& given) {
  Graphs out;
  name_places(out, static_cast<std::size_t>(given.size()));
  for (const Rcpp::List graph : given) {
    Graph made{strings_of(graph["labels"]), {}};
    const Rcpp::IntegerMatrix edges = graph["edges"];
    for (int e = 0; e < edges.nrow(); ++e) made.edges.emplace_back(edges(e, 0) - 1, edges(e, 1) - 1);
    out.graphs.push_back(std::move(made));
  }
  return out;
}

// Dense, or the places and values that are not zero.
SEXP rows_list(const Data& rows) {
  if (!rows.is_sparse()) return give(rows.dense());
  const SparseMatrix& S = rows.sparse();
  Rcpp::IntegerVector at(static_cast<R_xlen_t>(S.nonZeros())), column(at.size());
  Rcpp::NumericVector value(at.size());
  R_xlen_t next = 0;
  for (Index i = 0; i < S.outerSize(); ++i)
    for (SparseMatrix::InnerIterator entry(S, i); entry; ++entry, ++next) {
      at[next] = static_cast<int>(i + 1);
      column[next] = static_cast<int>(entry.col() + 1);
      value[next] = entry.value();
    }
  return Rcpp::List::create(
      Rcpp::_["i"] = at, Rcpp::_["j"] = column, Rcpp::_["x"] = value,
      Rcpp::_["dims"] = Rcpp::IntegerVector::create(static_cast<int>(S.rows()), static_cast<int>(S.cols())));
}

// Terms may be NULL: they are learned from the objects.
template <class Objects>
Rcpp::List described(const Objects& objects, const std::string& kernel, SEXP terms) {
  const auto chosen = parse_choice<Kernel>(kernel, "kernel");
  const Description learned =
      Rf_isNull(terms) ? Description::learn(objects, chosen) : Description{chosen, strings_of(terms)};
  return Rcpp::List::create(
      Rcpp::_["x"] = rows_list(learned.rows(objects)), Rcpp::_["kernel"] = format_choice(learned.kernel),
      Rcpp::_["terms"] = learned.terms, Rcpp::_["among"] = format_choice(among_rows(learned.kernel)));
}

}  // namespace
}  // namespace mercer::r

using namespace mercer::r;  // NOLINT(google-build-using-namespace): as in data.cpp

// [[Rcpp::export(rng = false)]]
Rcpp::List string_rows_(std::vector<std::string> texts, std::string kernel, SEXP terms) {
  return in_words([&] { return described(documents_of(std::move(texts)), kernel, terms); });
}

// [[Rcpp::export(rng = false)]]
Rcpp::List graph_rows_(Rcpp::List graphs, std::string kernel, SEXP terms) {
  return in_words([&] { return described(graphs_of(graphs), kernel, terms); });
}
