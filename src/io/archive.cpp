#include "io/archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>

#include "io/budget.hpp"
#include "io/input.hpp"
#include "mercer/error.hpp"
#include "mercer/io.hpp"

namespace mercer::io {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");
constexpr std::string_view archive_magic = "\x89mercer\n";
constexpr std::uint64_t preamble = 32, checksum_bytes = 8;

std::uint64_t padded(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

// h <- (h xor word) * prime, then the upper half folded onto the lower.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    hash = (hash ^ word) * 0x100000001b3ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

template <class T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}
template <class T>
T value_at(std::string_view bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

template <class T>
constexpr const char* type_name = nullptr;
template <>
constexpr const char* type_name<double> = "f64";
template <>
constexpr const char* type_name<float> = "f32";
template <>
constexpr const char* type_name<std::int32_t> = "i32";
template <>
constexpr const char* type_name<Index> = "i64";

std::uint64_t type_bytes(const std::string& type) {
  if (type == "f64" || type == "i64") return 8;
  return type == "f32" || type == "i32" ? 4 : 0;
}

// The product of the sizes, or nothing when it can't be the size of an array in memory.
bool array_bytes(const std::vector<Index>& shape, const std::string& type, std::uint64_t& bytes) {
  Index count = static_cast<Index>(type_bytes(type));
  bool fits = count > 0;
  for (const Index extent : shape)
    fits = fits && extent >= 0 && !__builtin_mul_overflow(count, extent, &count);
  bytes = static_cast<std::uint64_t>(count);
  return fits;
}

// A whole number that is not negative. JSON also has others, and a conversion of those is undefined.
std::uint64_t whole_number(const nlohmann::json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  throw Error(Fault::data, "not a whole number");
}

// The extents of an array, none larger than `most`: of an array without numbers the other extents could be
// anything.
std::vector<Index> extents_of(const nlohmann::json& shape, std::uint64_t most) {
  if (!shape.is_array()) throw Error(Fault::data, "not a list");
  std::vector<Index> extents;
  for (const auto& extent : shape) {
    const std::uint64_t number = whole_number(extent);
    if (number > most) throw Error(Fault::data, "larger than the file");
    extents.push_back(static_cast<Index>(number));
  }
  return extents;
}

}  // namespace

template <class T>
void Archive::borrow(const std::string& name, std::vector<Index> shape, const T* data,
                     std::shared_ptr<const void> owner) {
  Array array{name, type_name<T>, std::move(shape), reinterpret_cast<const char*>(data), 0, std::move(owner)};
  array_bytes(array.shape, array.type, array.bytes);
  arrays_.push_back(std::move(array));
}
template void Archive::borrow(const std::string&, std::vector<Index>, const double*,
                              std::shared_ptr<const void>);
template void Archive::borrow(const std::string&, std::vector<Index>, const float*,
                              std::shared_ptr<const void>);

void Archive::put(const std::string& name, const Vector& vector) {
  borrow<double>(name, {vector.size()}, vector.data(), nullptr);
}
void Archive::put(const std::string& name, Vector&& vector) {
  const auto kept = std::make_shared<const Vector>(std::move(vector));
  borrow<double>(name, {kept->size()}, kept->data(), kept);
}
void Archive::put(const std::string& name, const Labels& labels) {
  borrow<std::int32_t>(name, {static_cast<Index>(labels.size())}, labels.data(), nullptr);
}
void Archive::put(const std::string& name, Labels&& labels) {
  const auto kept = std::make_shared<const Labels>(std::move(labels));
  borrow<std::int32_t>(name, {static_cast<Index>(kept->size())}, kept->data(), kept);
}

void Archive::put(const std::string& name, const SparseMatrix& matrix) {
  if (!matrix.isCompressed()) return put(name, SparseMatrix(matrix));
  const auto shape =
      std::make_shared<const std::vector<Index>>(std::vector<Index>{matrix.rows(), matrix.cols()});
  borrow<Index>(name + ".shape", {2}, shape->data(), shape);
  borrow<std::int32_t>(name + ".outer", {matrix.rows() + 1}, matrix.outerIndexPtr(), nullptr);
  borrow<std::int32_t>(name + ".inner", {matrix.nonZeros()}, matrix.innerIndexPtr(), nullptr);
  borrow<double>(name + ".values", {matrix.nonZeros()}, matrix.valuePtr(), nullptr);
}
void Archive::put(const std::string& name, SparseMatrix&& matrix) {
  matrix.makeCompressed();
  const auto kept = std::make_shared<const SparseMatrix>(std::move(matrix));
  put(name, *kept);
  arrays_.back().owner = kept;
}

const Archive::Array* Archive::find(const std::string& name) const {
  const auto it =
      std::find_if(arrays_.begin(), arrays_.end(), [&](const Array& a) { return a.name == name; });
  return it == arrays_.end() ? nullptr : &*it;
}

bool Archive::has(const std::string& name) const { return find(name) || find(name + ".shape"); }

const Archive::Array& Archive::demand(const std::string& name, const std::string& type,
                                      std::size_t dimensions) const {
  const Array* array = find(name);
  if (!array) damaged("it has no array '" + name + "'");
  if (array->type != type || array->shape.size() != dimensions)
    damaged(fmt::format("its array '{}' is {} with {} dimensions, not {} with {}", name, array->type,
                        array->shape.size(), type, dimensions));
  return *array;
}

template <>
Matrix Archive::get(const std::string& name) const {
  const Array& array = demand(name, "f64", 2);
  Matrix matrix(array.shape[0], array.shape[1]);
  if (array.bytes > 0) std::memcpy(matrix.data(), array.data, array.bytes);
  return matrix;
}
template <>
MatrixOf<float> Archive::get(const std::string& name) const {
  const Array& array = demand(name, "f32", 2);
  MatrixOf<float> matrix(array.shape[0], array.shape[1]);
  if (array.bytes > 0) std::memcpy(matrix.data(), array.data, array.bytes);
  return matrix;
}
template <>
Vector Archive::get(const std::string& name) const {
  const Array& array = demand(name, "f64", 1);
  Vector vector(array.shape[0]);
  if (array.bytes > 0) std::memcpy(vector.data(), array.data, array.bytes);
  return vector;
}
template <>
Labels Archive::get(const std::string& name) const {
  const Array& array = demand(name, "i32", 1);
  Labels labels(static_cast<std::size_t>(array.shape[0]));
  if (array.bytes > 0) std::memcpy(labels.data(), array.data, array.bytes);
  return labels;
}

// Rows must follow each other, and the columns of a row must rise: nothing else is a sparse matrix.
template <>
SparseMatrix Archive::get(const std::string& name) const {
  const Array& shape_array = demand(name + ".shape", "i64", 1);
  const Labels outer = get<Labels>(name + ".outer"), inner = get<Labels>(name + ".inner");
  const Vector values = get<Vector>(name + ".values");
  if (shape_array.shape[0] != 2) damaged("the shape of '" + name + "' is not two numbers");
  const auto rows = value_at<Index>({shape_array.data, 16}, 0),
             columns = value_at<Index>({shape_array.data, 16}, 8);
  const auto count = values.size();
  bool sound = rows >= 0 && columns >= 0 && columns <= std::numeric_limits<int>::max() &&
               static_cast<Index>(outer.size()) - 1 == rows && static_cast<Index>(inner.size()) == count &&
               outer.front() == 0 && outer.back() == count && std::is_sorted(outer.begin(), outer.end());
  for (std::size_t i = 0; sound && i + 1 < outer.size(); ++i)
    for (int at = outer[i]; sound && at < outer[i + 1]; ++at) {
      const int column = inner[static_cast<std::size_t>(at)];
      const int least = at == outer[i] ? 0 : inner[static_cast<std::size_t>(at) - 1] + 1;
      sound = column >= least && column < columns;
    }
  if (!sound) damaged("the sparse matrix '" + name + "' is inconsistent");
  return Eigen::Map<const SparseMatrix>(rows, columns, count, outer.data(), inner.data(), values.data());
}

// The JSON with its padding. Offsets count from the end of the JSON, so that its length doesn't matter.
std::string Archive::text() const {
  nlohmann::json list = nlohmann::json::array();
  std::uint64_t offset = 0;
  for (const auto& array : arrays_) {
    list.push_back({{"name", array.name}, {"type", array.type}, {"shape", array.shape}, {"offset", offset}});
    offset += padded(array.bytes);
  }
  const nlohmann::json all = {{"header", header}, {"arrays", list}};
  std::string json = all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  json.resize(padded(json.size()), ' ');
  return json;
}

std::uint64_t Archive::size() const {
  std::uint64_t bytes = preamble + text().size() + checksum_bytes;
  for (const auto& array : arrays_) bytes += padded(array.bytes);
  return bytes;
}

std::string Archive::bytes() const {
  const std::string json = text();
  const std::uint64_t total = size();
  std::string out(archive_magic);
  out.reserve(total);
  append<std::uint32_t>(out, version);
  append<std::uint32_t>(out, 0);
  append<std::uint64_t>(out, total);
  append<std::uint64_t>(out, json.size());
  out += json;
  for (const auto& array : arrays_) {
    if (array.bytes > 0) out.append(array.data, array.bytes);
    out.resize(padded(out.size()), '\0');
  }
  append<std::uint64_t>(out, checksum(out));
  return out;
}

void Archive::write(const std::string& path) const { write_file(path, bytes()); }

void Archive::damaged(const std::string& why) const {
  throw Damaged(source_ + " is a damaged mercer model: " + why + "; write it again");
}

bool Archive::recognise(const std::string& path) {
  std::string start(archive_magic.size(), '\0');
  std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == archive_magic;
}

// Length of the whole, once it is known that these bytes begin as an archive does.
std::uint64_t Archive::check_preamble(std::string_view bytes) const {
  if (!bytes.starts_with(archive_magic))
    throw Error(Fault::data, source_ + " is not a mercer model; give a file that `Model::save` wrote");
  if (bytes.size() < preamble) damaged("it is truncated");
  if (const auto found = value_at<std::uint32_t>(bytes, 8); found > version)
    throw Error(Fault::data,
                fmt::format("{} has format {}, written by a newer mercer; update (this one reads up to "
                            "format {})",
                            source_, found, version));
  return value_at<std::uint64_t>(bytes, 16);
}

Archive Archive::read(const std::string& path) {
  Input input(path);
  Archive archive;
  archive.source_ = input.name();
  while (input.window().size() < preamble && input.more()) {
  }
  archive.check_preamble(input.window());  // another file may be large: it is not read to its end
  while (input.more()) {
  }
  charge(2 * input.window().size());  // the bytes, and the parts that are taken from them
  return parse(std::string(input.window()), input.name());
}

Archive Archive::parse(std::string given, const std::string& source) {
  const auto bytes = std::make_shared<const std::string>(std::move(given));
  Archive archive;
  archive.source_ = source;
  const std::uint64_t total = archive.check_preamble(*bytes);
  if (bytes->size() < total)
    archive.damaged(fmt::format("it is truncated, {} of {} bytes are there", bytes->size(), total));
  if (bytes->size() > total || total % 8 != 0 || total < preamble + checksum_bytes)
    archive.damaged("its length is wrong");
  const std::string_view content(bytes->data(), total - checksum_bytes);
  if (checksum(content) != value_at<std::uint64_t>(*bytes, content.size()))
    archive.damaged("its checksum is wrong");

  const auto length = value_at<std::uint64_t>(content, 24);
  if (length > content.size() - preamble || length % 8 != 0) archive.damaged("its header is too long");
  const auto json = nlohmann::json::parse(content.substr(preamble, length), nullptr, false);
  if (!json.is_object() || !json.contains("header") || !json.contains("arrays") || !json["arrays"].is_array())
    archive.damaged("its header can't be read");
  archive.header = json["header"];
  for (const auto& entry : json["arrays"]) archive.add_checked(entry, bytes, preamble + length);
  return archive;
}

void Archive::add_checked(const nlohmann::json& entry, const std::shared_ptr<const std::string>& bytes,
                          std::uint64_t arrays_begin) {
  Array array;
  std::uint64_t offset = 0;
  try {
    array.name = entry.at("name").get<std::string>();
    array.type = entry.at("type").get<std::string>();
    array.shape = extents_of(entry.at("shape"), bytes->size());
    offset = whole_number(entry.at("offset"));
  } catch (const nlohmann::json::exception&) {
    damaged("its list of arrays can't be read");
  } catch (const Error& e) {
    damaged("an extent or the place of array '" + array.name + "' is " + e.what());
  }
  const std::uint64_t room = bytes->size() - checksum_bytes - arrays_begin;
  if (!array_bytes(array.shape, array.type, array.bytes) || offset % 8 != 0 || offset > room ||
      array.bytes > room - offset)
    damaged("its array '" + array.name + "' doesn't fit the file");
  if (find(array.name)) damaged("it has two arrays '" + array.name + "'");
  array.data = bytes->data() + arrays_begin + offset;
  array.owner = bytes;
  arrays_.push_back(std::move(array));
}

}  // namespace mercer::io
