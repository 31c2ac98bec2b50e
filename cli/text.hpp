// Documents where other commands read tables: their options, and how they become a table.
#pragma once

#include "arguments.hpp"
#include "mercer/text.hpp"

namespace mercer::cli {

struct TextArguments {
  std::string column;                      // --text
  std::optional<std::int64_t> terms = {};  // --terms; none: as many as suit the data
  TextOptions options;
  std::string stop_words;  // a file
};
void add_text(CLI::App& command, TextArguments& text);        // --text
void add_vocabulary(CLI::App& command, TextArguments& text);  // --terms, --min-documents, --stop-words

// What is asked of a vocabulary of that many terms unless --terms says otherwise; reads --stop-words.
TextOptions text_options(const TextArguments& text, Index usual_terms);

// Whether the data are documents: by the option, or by the path.
bool is_text(const DataArguments& data, const TextArguments& text);
Documents read_text(const DataArguments& data, const TextArguments& text);
// The documents as a sparse table; a vocabulary that is empty is learnt, and then every document must have
// one of its terms.
Table table_of(const Documents& documents, const TextArguments& text, Vocabulary& vocabulary);

}  // namespace mercer::cli
