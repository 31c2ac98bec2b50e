// Text as points: the words that tell documents apart, counted and weighted.
#pragma once

#include <string>
#include <vector>

#include "mercer/io.hpp"
#include "mercer/types.hpp"

namespace mercer {

struct TextOptions {
  Index terms = 1000;                        // how many words are kept, those of highest mutual information
  Index documents = 2;                       // a word must occur in at least this many documents
  std::vector<std::string> stop_words = {};  // words that are left out
};

// Words are runs of two letters or more, in lower case; letters are those of Unicode.
std::vector<std::string> words_of(const std::string& text);

// The words that describe documents, and their weights: tf-idf, count x log(documents / documents with the
// word).
struct Vocabulary {
  std::vector<std::string> terms;  // in alphabetical order
  Vector weights;                  // log(n / df)

  // The terms of highest mutual information with the documents,
  //   sum over documents of p log(p / (p_document p_term)),  p = count / all counts.
  static Vocabulary learn(const Documents& documents, const TextOptions& options = {});
  // One row per document. A document that has none of the terms is a row of zeros.
  SparseMatrix vectors(const Documents& documents) const;
};

// The terms in which each cluster differs most from the rest: its mean tf-idf (rows scaled to length one)
// compared with that of all documents.
std::vector<std::vector<std::string>> top_terms(const SparseMatrix& vectors, const Labels& labels,
                                                Index clusters, const Vocabulary& vocabulary,
                                                Index count = 8);

}  // namespace mercer
