// A frame from any file that holds a table.
#include <fmt/format.h>

#include "io/readers.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

bool looks_like_json(std::string_view text) {
  const auto at = text.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos || (text[at] != '{' && text[at] != '[')) return false;
  const auto next = text.find_first_not_of(" \t\r\n", at + 1);
  return next != std::string_view::npos &&
         std::string_view("\"{[}]").find(text[next]) != std::string_view::npos;
}

TableRequest table_request(const FrameRequest& request) {
  TableRequest plain;
  plain.truth = request.truth;
  plain.weights = request.weights;
  plain.columns = request.columns;
  plain.drop = request.drop;
  if (!request.id.empty()) plain.drop.push_back(request.id);
  return plain;
}

}  // namespace

std::variant<Table, Frame> read_any(const std::string& path, const FrameRequest& request) {
  if (const auto database = io::find_database(path)) return io::read_sqlite(*database, request);
  if (!request.query.empty())
    throw Error(Fault::usage, fmt::format("{} is not a SQLite database, which a query needs", path));
  io::Input input(path);
  input.keep();
  switch (io::detect(input, path)) {
    case io::Format::npy:
      return io::read_npy(input, table_request(request));
    case io::Format::libsvm:
      return io::read_libsvm(input, table_request(request));
    case io::Format::matrix_market:
      return io::read_matrix_market(input, table_request(request));
    case io::Format::delimited:
      break;
  }
  if (io::is_arff(input.window(), path)) return io::read_arff(input, request);
  if (looks_like_json(input.window()))
    throw Error(Fault::data, input.name() + " is JSON, not a table; save it as CSV with one line per row");
  return io::read_delimited_frame(input, request);
}

Frame read_frame(const std::string& path, const FrameRequest& request) {
  auto read = read_any(path, request);
  if (auto* frame = std::get_if<Frame>(&read)) return std::move(*frame);
  throw Error(Fault::data,
              fmt::format("{} is an array ({}), not a table of named columns; use the functions for arrays",
                          path, std::get<Table>(read).format));
}

}  // namespace mercer
