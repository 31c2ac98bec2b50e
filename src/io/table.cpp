// Reading, whatever the format: the content tells.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/readers.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace io {
namespace {

bool named_libsvm(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  constexpr std::array<std::string_view, 3> endings = {".libsvm", ".svm", ".svmlight"};
  return std::any_of(endings.begin(), endings.end(), [&](auto ending) { return path.ends_with(ending); });
}

}  // namespace

Format detect(Input& input, const std::string& path) {
  constexpr std::size_t enough = 1 << 16;  // a pipe may hand over its bytes in small pieces
  while (input.window().size() < enough && input.more()) {
  }
  if (is_npy(input.window())) return Format::npy;
  if (input.window().starts_with(byte_order_mark)) input.consume(byte_order_mark.size());
  if (is_matrix_market(input.window())) return Format::matrix_market;
  if (input.window().empty())
    throw Error(Fault::data, input.name() + " is empty; it needs a line of numbers for every point");
  if (const std::size_t zero = input.window().substr(0, enough).find('\0'); zero != std::string_view::npos)
    throw Error(Fault::data, fmt::format("{} is neither text nor NPY (byte {} is zero); save it as CSV in "
                                         "UTF-8, or as NPY",
                                         input.name(), zero + 1));
  return is_libsvm(input.window()) || named_libsvm(path) ? Format::libsvm : Format::delimited;
}

}  // namespace io

Table read_table(const std::string& path, const TableRequest& request) {
  io::Input input(path);
  switch (io::detect(input, path)) {
    case io::Format::npy:
      return io::read_npy(input, request);
    case io::Format::libsvm:
      return io::read_libsvm(input, request);
    case io::Format::matrix_market:
      return io::read_matrix_market(input, request);
    case io::Format::delimited:
      break;
  }
  return io::read_delimited(input, request);
}

std::vector<std::string> read_labels(const std::string& path, const std::string& column) {
  io::Input input(path);
  switch (io::detect(input, path)) {
    case io::Format::npy:
      return io::read_npy_labels(input, column);
    case io::Format::libsvm:
      return io::read_libsvm(input, {column.empty() ? "label" : column, "", {}, {}, {}}).truth;
    case io::Format::matrix_market:
      throw Error(Fault::data, input.name() +
                                   " is a Matrix Market file, which has no labels; give a file with "
                                   "one label per line");
    case io::Format::delimited:
      break;
  }
  return io::read_delimited_labels(input, column);
}

}  // namespace mercer
