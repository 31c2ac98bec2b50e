// NPY, versions 1 to 3: a Python dictionary that tells type, order and shape, then the raw values.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <variant>

#include "io/columns.hpp"
#include "io/readers.hpp"
#include "io/value_store.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");
constexpr std::string_view npy_magic = "\x93NUMPY";

struct Header {
  std::string type;  // as in "<f8", without the byte order
  bool swapped = false;
  bool fortran = false;
  Index rows = 0;
  Index columns = 1;
};

[[noreturn]] void damaged(const Input& input, std::string_view why) {
  throw Error(Fault::data, fmt::format("{} is not a valid NPY file: {}; save it again", input.name(), why));
}

void read_exactly(Input& input, char* to, std::size_t bytes) {
  const std::size_t got = input.read(to, bytes);
  if (got < bytes) damaged(input, fmt::format("it ends {} bytes too early", bytes - got));
}

std::string read_dictionary(Input& input) {
  std::array<unsigned char, 12> start{};
  read_exactly(input, reinterpret_cast<char*>(start.data()), 8);
  const int version = start[6];
  if (version < 1 || version > 3) damaged(input, fmt::format("version {} is unknown", version));
  const std::size_t width = version == 1 ? 2 : 4;
  read_exactly(input, reinterpret_cast<char*>(start.data()) + 8, width);
  std::size_t length = 0;
  for (std::size_t i = 0; i < width; ++i) length |= std::size_t{start[8 + i]} << (8 * i);
  if (length > (std::size_t{1} << 20)) damaged(input, "its header is too long");
  std::string text(length, ' ');
  read_exactly(input, text.data(), length);
  return text;
}

// What follows "'key':" in the dictionary.
std::string_view entry(const Input& input, std::string_view dictionary, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    const auto at = dictionary.find(quoted);
    if (at == std::string_view::npos) continue;
    const auto value = dictionary.find_first_not_of(" :", at + quoted.size());
    if (value != std::string_view::npos) return dictionary.substr(value);
  }
  damaged(input, fmt::format("its header has no '{}'", key));
}

std::vector<Index> parse_shape(const Input& input, std::string_view text) {
  std::vector<Index> shape;
  const auto close = text.find(')');
  if (text.front() != '(' || close == std::string_view::npos) damaged(input, "its shape is not a tuple");
  text = text.substr(1, close - 1);
  for (;;) {
    const auto digit = text.find_first_not_of(" ,");
    if (digit == std::string_view::npos) return shape;
    text.remove_prefix(digit);
    Index extent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc() || extent < 0) damaged(input, "its shape is not a tuple of sizes");
    shape.push_back(extent);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

Header read_header(Input& input) {
  const std::string dictionary = read_dictionary(input);
  Header header;
  const auto descr = entry(input, dictionary, "descr");
  const auto close = descr.find(descr.front(), 1);
  if ((descr.front() != '\'' && descr.front() != '"') || close == std::string_view::npos || close < 3)
    throw Error(Fault::data, input.name() + " holds records, not numbers; save a plain array of float64");
  header.swapped = descr[1] == '>';
  header.type = descr.substr(2, close - 2);
  header.fortran = entry(input, dictionary, "fortran_order").starts_with("True");
  const auto shape = parse_shape(input, entry(input, dictionary, "shape"));
  if (shape.empty() || shape.size() > 2)
    throw Error(Fault::data, fmt::format("{} has {} dimensions; save an array of rows and columns",
                                         input.name(), shape.size()));
  header.rows = shape[0];
  if (shape.size() == 2) header.columns = shape[1];
  if (header.rows == 0 || header.columns == 0)
    throw Error(Fault::data,
                fmt::format("{} is empty: its shape is {} x {}; it needs at least one row and column",
                            input.name(), header.rows, header.columns));
  Index bytes = 0;
  if (__builtin_mul_overflow(header.rows, header.columns, &bytes) || __builtin_mul_overflow(bytes, 8, &bytes))
    damaged(input, "its shape is too large");
  return header;
}

template <class T>
T swapped(T value) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &value, sizeof(T));
  std::reverse(bytes.begin(), bytes.end());
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

// Values of type T as they stand in the file, kept as `Kept`; memory grows with what is really there.
template <class T, class Kept>
MatrixOf<Kept> read_values(Input& input, const Header& header) {
  ValueStore<Kept> values;
  constexpr std::size_t together = std::size_t{1} << 16;
  const bool as_they_are = std::is_same_v<T, Kept> && !header.swapped;
  std::vector<T> piece(as_they_are ? 0 : together);
  auto left = static_cast<std::size_t>(header.rows * header.columns);
  while (left > 0) {
    const std::size_t count = std::min(left, together);
    Kept* to = values.extend(count);
    left -= count;
    if (as_they_are) {
      read_exactly(input, reinterpret_cast<char*>(to), count * sizeof(T));
      continue;
    }
    read_exactly(input, reinterpret_cast<char*>(piece.data()), count * sizeof(T));
    for (std::size_t i = 0; i < count; ++i)
      to[i] = static_cast<Kept>(header.swapped ? swapped(piece[i]) : piece[i]);
  }
  const Held turned(header.fortran ? values.size() * sizeof(Kept) : 0);
  if (header.fortran) return values.finish(header.columns, header.rows).transpose();
  return values.finish(header.rows, header.columns);
}

using DenseArray = std::variant<Matrix, MatrixOf<float>>;
DenseArray read_array(Input& input) {
  const Header header = read_header(input);
  if (header.type == "f8") return read_values<double, double>(input, header);
  if (header.type == "f4") return read_values<float, float>(input, header);
  if (header.type == "i8") return read_values<std::int64_t, double>(input, header);
  if (header.type == "i4") return read_values<std::int32_t, double>(input, header);
  if (header.type == "i2") return read_values<std::int16_t, double>(input, header);
  if (header.type == "i1") return read_values<std::int8_t, double>(input, header);
  if (header.type == "u8") return read_values<std::uint64_t, double>(input, header);
  if (header.type == "u4") return read_values<std::uint32_t, double>(input, header);
  if (header.type == "u2") return read_values<std::uint16_t, double>(input, header);
  if (header.type == "u1" || header.type == "b1") return read_values<std::uint8_t, double>(input, header);
  throw Error(Fault::data,
              fmt::format("{} holds values of type '{}'; save it as float64, float32 or integers",
                          input.name(), header.type));
}

template <class T>
void check_finite(const MatrixOf<T>& matrix, const Columns& columns, Index column) {
  for (Index i = 0; i < matrix.rows(); ++i)
    if (!std::isfinite(matrix(i, column)))
      throw Error(Fault::data,
                  fmt::format("{}: {} is not a finite number; correct it, remove the row or drop the column",
                              columns.place("row", i, column), matrix(i, column)));
}

template <class T>
std::vector<std::string> as_text(const MatrixOf<T>& matrix, Index column) {
  std::vector<std::string> all;
  charge(static_cast<std::uint64_t>(matrix.rows()) * 2 * sizeof(std::string));
  for (Index i = 0; i < matrix.rows(); ++i) all.push_back(fmt::format("{}", matrix(i, column)));
  return all;
}

template <class T>
Vector take_weights(const MatrixOf<T>& matrix, const Columns& columns) {
  check_finite(matrix, columns, columns.weights);
  Vector weights = matrix.col(columns.weights).template cast<double>();
  for (Index i = 0; i < weights.size(); ++i)
    if (!(weights(i) > 0))
      throw Error(Fault::data,
                  fmt::format("{}: the weight {} is not positive; give every row a weight above 0",
                              columns.place("row", i, columns.weights), weights(i)));
  return weights;
}

template <class T>
MatrixOf<T> take_features(MatrixOf<T>&& matrix, const Columns& columns) {
  if (!matrix.allFinite())  // row after row; who is to blame is found column by column
    for (const Index column : columns.features) check_finite(matrix, columns, column);
  const bool all = static_cast<Index>(columns.features.size()) == matrix.cols() &&
                   std::is_sorted(columns.features.begin(), columns.features.end());
  if (all) return std::move(matrix);
  return matrix(Eigen::all, columns.features);
}

}  // namespace

bool is_npy(std::string_view start) { return start.starts_with(npy_magic); }

Table read_npy(Input& input, const TableRequest& request) {
  Table table;
  table.source = input.name();
  table.format = "npy";
  std::visit(
      [&](auto matrix) {
        const Columns columns = resolve(request, input.name(), {}, matrix.cols());
        if (columns.truth != Columns::none) table.truth = as_text(matrix, columns.truth);
        if (columns.weights != Columns::none) table.weights = take_weights(matrix, columns);
        table.features = take_features(std::move(matrix), columns);
      },
      read_array(input));
  return table;
}

std::vector<std::string> read_npy_labels(Input& input, const std::string& column) {
  return std::visit(
      [&](const auto& matrix) {
        return as_text(matrix, find_column(column.empty() ? "-1" : column, input.name(), {}, matrix.cols()));
      },
      read_array(input));
}

}  // namespace mercer::io
