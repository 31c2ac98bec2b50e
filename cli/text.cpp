#include "text.hpp"

namespace mercer::cli {
namespace {

// Columns of a table that are not text may be left out, which is all that --columns and --drop do here.
void check(const DataArguments& data) {
  const bool chosen = !data.request.columns.empty() || !data.request.drop.empty();
  if ((chosen && is_document_source(data.path)) || !data.request.weights.empty())
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
  add_value(command, "--terms", text.terms, "N",
            "Number of words to keep, those of highest mutual information")
      ->default_str("1000; 100 if there are other columns")
      ->group("Text");
  add_value(command, "--min-documents", text.options.documents, "N",
            "Least number of documents that a word must occur in")
      ->default_str("2")
      ->group("Text");
  command.add_option("--stop-words", text.stop_words, "File of words to leave out, one per line")
      ->type_name("FILE")
      ->group("Text");
}

TextOptions text_options(const TextArguments& text, Index usual_terms) {
  TextOptions options = text.options;
  options.terms = text.terms.value_or(usual_terms);
  if (!text.stop_words.empty())
    for (const auto& line : read_labels(text.stop_words))
      for (auto& word : words_of(line)) options.stop_words.push_back(std::move(word));
  return options;
}

bool is_text(const DataArguments& data, const TextArguments& text) {
  return !text.column.empty() || is_document_source(data.path);
}

Documents read_text(const DataArguments& data, const TextArguments& text) {
  check(data);
  return read_documents(data.path, {text.column.empty() ? "text" : text.column, data.request.truth});
}

Table table_of(const Documents& documents, const TextArguments& text, Vocabulary& vocabulary) {
  const bool learning = vocabulary.terms.empty();
  if (learning) vocabulary = Vocabulary::learn(documents, text_options(text, TextOptions{}.terms));
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
