#include "mercer/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cwctype>
#include <map>
#include <numeric>
#include <unordered_set>

#include "core/refuse.hpp"
#include "io/utf8.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

// The letters of Unicode, as the C library knows them; without its table only those of ASCII.
class Letters {
 public:
  bool holds(char32_t c) const {
    if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return table_ && iswalpha_l(static_cast<wint_t>(c), table_) != 0;
  }
  char32_t lower(char32_t c) const {
    if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    return static_cast<char32_t>(towlower_l(static_cast<wint_t>(c), table_));
  }

 private:
  locale_t table_ = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
};

using WordCounts = std::map<std::string, int>;  // in order, so that nothing depends on a hash

WordCounts counts_of_words(const std::string& text, const std::unordered_set<std::string>& stop) {
  WordCounts counts;
  for (auto& word : words_of(text))
    if (!stop.contains(word)) ++counts[std::move(word)];
  return counts;
}

struct Term {
  double documents = 0, count = 0, information = 0;
};

// sum over documents of p log(p / (p_document p_term)); words that are too rare are left out before
std::map<std::string, Term> informative_terms(const std::vector<WordCounts>& documents, Index least) {
  std::map<std::string, Term> terms;
  for (const WordCounts& counts : documents)
    for (const auto& [word, count] : counts) {
      Term& term = terms[word];
      ++term.documents;
      term.count += count;
    }
  std::erase_if(terms, [&](const auto& t) { return t.second.documents < static_cast<double>(least); });
  double total = 0;
  for (const auto& [word, term] : terms) total += term.count;
  for (const WordCounts& counts : documents) {
    double own = 0;
    for (const auto& [word, count] : counts)
      if (terms.contains(word)) own += count;
    for (const auto& [word, count] : counts)
      if (const auto at = terms.find(word); at != terms.end())
        at->second.information += count / total * std::log(count * total / (own * at->second.count));
  }
  return terms;
}

}  // namespace

std::vector<std::string> words_of(const std::string& text) {
  static const Letters letters;
  std::vector<std::string> words;
  std::string word;
  int length = 0;
  const auto finish = [&] {
    if (length >= 2) words.push_back(word);
    word.clear();
    length = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = io::next_character(text, at);
    if (c == io::no_character) {
      ++at;  // not UTF-8: readers refuse it, and here it ends a word
      finish();
    } else if (letters.holds(c)) {
      io::append_character(word, letters.lower(c));
      ++length;
    } else {
      finish();
    }
  }
  finish();
  return words;
}

Vocabulary Vocabulary::learn(const Documents& documents, const TextOptions& options) {
  if (options.terms < 1) refuse(fmt::format("terms = {} must be at least 1", options.terms));
  const std::unordered_set<std::string> stop(options.stop_words.begin(), options.stop_words.end());
  std::vector<WordCounts> counts;
  for (std::size_t i = 0; i < documents.texts.size(); ++i) {
    counts.push_back(counts_of_words(documents.texts[i], stop));
    if (counts.back().empty())
      throw Error(Fault::data, documents.places[i] + ": the document has no words; remove it");
  }
  const auto terms = informative_terms(counts, options.documents);
  std::vector<std::pair<double, std::string>> order;
  order.reserve(terms.size());
  for (const auto& [word, term] : terms) order.emplace_back(-term.information, word);
  std::sort(order.begin(), order.end());
  if (static_cast<Index>(order.size()) > options.terms) order.resize(static_cast<std::size_t>(options.terms));
  if (order.empty())
    throw Error(Fault::data,
                fmt::format("no word occurs in {} documents; lower `min_documents`", options.documents));
  Vocabulary out;
  for (auto& [negative, word] : order) out.terms.push_back(std::move(word));
  std::sort(out.terms.begin(), out.terms.end());
  out.weights.resize(static_cast<Index>(out.terms.size()));
  for (Index t = 0; t < out.weights.size(); ++t)
    out.weights[t] = std::log(static_cast<double>(counts.size()) /
                              terms.at(out.terms[static_cast<std::size_t>(t)]).documents);
  return out;
}

SparseMatrix Vocabulary::vectors(const Documents& documents) const {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < documents.texts.size(); ++i)
    for (const auto& [word, count] : counts_of_words(documents.texts[i], {})) {
      const auto at = std::lower_bound(terms.begin(), terms.end(), word);
      if (at == terms.end() || *at != word) continue;
      const auto term = static_cast<int>(at - terms.begin());
      entries.emplace_back(static_cast<int>(i), term, count * weights[term]);
    }
  SparseMatrix out(static_cast<Index>(documents.texts.size()), static_cast<Index>(terms.size()));
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

std::vector<std::vector<std::string>> top_terms(const SparseMatrix& vectors, const Labels& labels,
                                                Index clusters, const Vocabulary& vocabulary, Index count) {
  Matrix means = Matrix::Zero(clusters + 1, vectors.cols());  // the last one is of all documents
  Vector sizes = Vector::Zero(clusters + 1);
  for (Index i = 0; i < vectors.rows(); ++i) {
    const double length = vectors.row(i).norm();
    if (!(length > 0)) continue;  // without a term
    for (const Index group : {static_cast<Index>(labels[static_cast<std::size_t>(i)]), clusters}) {
      if (group < 0) continue;  // in no cluster
      ++sizes[group];
      for (SparseMatrix::InnerIterator it(vectors, i); it; ++it)
        means(group, it.col()) += it.value() / length;
    }
  }
  std::vector<std::vector<std::string>> all(static_cast<std::size_t>(clusters));
  for (Index j = 0; j < clusters; ++j) {
    if (sizes[j] == 0) continue;
    const Vector gain = (means.row(j) / sizes[j] - means.row(clusters) / sizes[clusters]).transpose();
    std::vector<Index> order(static_cast<std::size_t>(gain.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return gain[a] > gain[b]; });
    for (Index t = 0; t < std::min(count, gain.size()) && gain[order[static_cast<std::size_t>(t)]] > 0; ++t)
      all[static_cast<std::size_t>(j)].push_back(
          vocabulary.terms[static_cast<std::size_t>(order[static_cast<std::size_t>(t)])]);
  }
  return all;
}

}  // namespace mercer
