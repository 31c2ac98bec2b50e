// The container behind model files: a JSON header, named arrays and a checksum, in one file.
//
//   0   8 bytes   magic
//   8   u32       format version, then u32 zero
//   16  u64       length of the whole file
//   24  u64       length of the JSON text that follows, padded with blanks to a multiple of 8
//   32            JSON: {"header": ..., "arrays": [{"name", "type", "shape", "offset"}, ...]}
//                 the arrays, little-endian, row after row, each padded with zeros to a multiple of 8
//   end u64       checksum of all bytes before it
//
// Everything is a multiple of 8 bytes, so the checksum runs over 64-bit words: FNV-1a with a fold of the
// upper half after each step. Every step can be undone, so any change of a single word changes the checksum.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mercer/error.hpp"
#include "mercer/types.hpp"

namespace mercer::io {

// A file that is not what it should be; the message names it.
class Damaged : public Error {
 public:
  explicit Damaged(const std::string& message) : Error(Fault::data, message) {}
};

class Archive {
 public:
  static constexpr std::uint32_t version = 1;

  nlohmann::json header = nlohmann::json::object();  // what the owner of the file has to say

  // Adds an array. One given by reference is borrowed, and must live until `write`; a temporary is kept.
  template <class T>
  void put(const std::string& name, const MatrixOf<T>& matrix) {
    borrow<T>(name, {matrix.rows(), matrix.cols()}, matrix.data(), nullptr);
  }
  template <class T>
  void put(const std::string& name, MatrixOf<T>&& matrix) {
    const auto kept = std::make_shared<const MatrixOf<T>>(std::move(matrix));
    borrow<T>(name, {kept->rows(), kept->cols()}, kept->data(), kept);
  }
  template <class T>
  void put(const std::string& name, const DenseView<T>& view) {
    if (view.stride == view.columns || view.rows <= 1)
      return borrow<T>(name, {view.rows, view.columns}, view.values, nullptr);
    using Rows = Eigen::Map<const MatrixOf<T>, 0, Eigen::OuterStride<>>;
    put(name, MatrixOf<T>(Rows(view.values, view.rows, view.columns, Eigen::OuterStride<>(view.stride))));
  }
  void put(const std::string& name, const Vector& vector);
  void put(const std::string& name, Vector&& vector);
  void put(const std::string& name, const Labels& labels);
  void put(const std::string& name, Labels&& labels);
  // As name.shape, name.outer, name.inner and name.values.
  void put(const std::string& name, const SparseMatrix& matrix);
  void put(const std::string& name, SparseMatrix&& matrix);

  bool has(const std::string& name) const;  // a dense array, or a sparse matrix, of that name
  // T is Matrix, MatrixOf<float>, Vector, Labels or SparseMatrix. An array that is missing, or of another
  // type, is an Error(data) that names the file.
  template <class T>
  T get(const std::string& name) const;

  // Bytes that the file takes; nothing is copied.
  std::uint64_t size() const;
  std::string bytes() const;  // of that file
  void write(const std::string& path) const;
  // Checks magic, version, length, checksum, and that every array lies inside the file.
  static Archive read(const std::string& path);
  static Archive parse(std::string bytes, const std::string& source);  // the same from memory
  // Whether the file begins as an archive does; nothing else is checked.
  static bool recognise(const std::string& path);

 private:
  struct Array {
    std::string name, type;
    std::vector<Index> shape;
    const char* data = nullptr;
    std::uint64_t bytes = 0;
    std::shared_ptr<const void> owner;
  };

  template <class T>
  void borrow(const std::string& name, std::vector<Index> shape, const T* data,
              std::shared_ptr<const void> owner);
  const Array* find(const std::string& name) const;
  const Array& demand(const std::string& name, const std::string& type, std::size_t dimensions) const;
  std::string text() const;
  std::uint64_t check_preamble(std::string_view bytes) const;
  void add_checked(const nlohmann::json& entry, const std::shared_ptr<const std::string>& bytes,
                   std::uint64_t arrays_begin);
  [[noreturn]] void damaged(const std::string& why) const;

  std::string source_ = "the archive";
  std::vector<Array> arrays_;
};

template <>
Matrix Archive::get(const std::string& name) const;
template <>
MatrixOf<float> Archive::get(const std::string& name) const;
template <>
Vector Archive::get(const std::string& name) const;
template <>
Labels Archive::get(const std::string& name) const;
template <>
SparseMatrix Archive::get(const std::string& name) const;

}  // namespace mercer::io
