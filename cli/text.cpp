#include "text.hpp"

namespace mercer::cli {
namespace {

void check(const DataArguments& data) {
  if (!data.request.columns.empty() || !data.request.drop.empty() || !data.request.weights.empty())
    throw Error(Fault::usage, "--columns, --drop and --weights are for tables of numbers, not for documents");
}

void require_terms(const SparseMatrix& vectors, const Documents& documents) {
  for (Index i = 0; i < vectors.rows(); ++i)
    if (!(vectors.row(i).norm() > 0))
      throw Error(Fault::data,
                  fmt::format("{}: the document has none of the {} terms; raise --terms, or remove it",
                              documents.places[static_cast<std::size_t>(i)], vectors.cols()));
}

}  // namespace

void add_text(CLI::App& command, TextArguments& text) {
  command
      .add_option("--text", text.column,
                  "DATA holds documents: the column, or the key of JSON lines, with their text")
      ->type_name("COLUMN")
      ->group("Text");
}

void add_vocabulary(CLI::App& command, TextArguments& text) {
  add_value(command, "--terms", text.options.terms, "N", "Words that are kept, by their mutual information")
      ->default_str("1000")
      ->group("Text");
  add_value(command, "--min-documents", text.options.documents, "N", "Documents that a word must occur in")
      ->default_str("2")
      ->group("Text");
  command.add_option("--stop-words", text.stop_words, "Words that are left out, one a line")
      ->type_name("FILE")
      ->group("Text");
}

bool is_text(const DataArguments& data, const TextArguments& text) {
  return !text.column.empty() || is_document_source(data.path);
}

Table read_text(const DataArguments& data, const TextArguments& text, Vocabulary& vocabulary) {
  check(data);
  const Documents documents =
      read_documents(data.path, {text.column.empty() ? "text" : text.column, data.request.truth});
  const bool learning = vocabulary.terms.empty();
  if (learning) {
    TextOptions options = text.options;
    if (!text.stop_words.empty())
      for (const auto& line : read_labels(text.stop_words))
        for (auto& word : words_of(line)) options.stop_words.push_back(std::move(word));
    vocabulary = Vocabulary::learn(documents, options);
  }
  SparseMatrix vectors = vocabulary.vectors(documents);
  if (learning) require_terms(vectors, documents);
  Table table;
  table.features = std::move(vectors);
  table.truth = documents.truth;
  table.source = documents.source;
  table.format = "text";
  return table;
}

}  // namespace mercer::cli
