// NumPy's arrays, through Python: their description is `__array_interface__`, which is the same for all
// versions of NumPy.
#pragma once

#include <cstdint>

#include "stable/object.hpp"

namespace mercer::python::py {

template <class T>
constexpr const char* type_text() {  // as NumPy writes types
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? "<f4" : "<f8";
  return sizeof(T) == 4 ? "<i4" : "<i8";
}

class array : public object {
 public:
  explicit array(object other);
  // numpy.asarray(X): what can be seen as an array is not copied.
  static array of(const handle& X);
  // numpy.require(X, type, "CA"): rows one after the other, at addresses that are multiples of the size.
  static array together(const handle& X, const char* type);
  // `count` = the product of `shape` values at `data`, which `owner` keeps alive.
  static array over(void* data, const char* type, const std::vector<ssize_t>& shape, const object& owner);
  static bool check(const handle& X);

  ssize_t ndim() const { return static_cast<ssize_t>(shape_.size()); }
  ssize_t shape(std::size_t i) const { return shape_[i]; }
  ssize_t strides(std::size_t i) const { return strides_[i]; }
  ssize_t size() const;
  bool has_type(const char* type) const { return type_ == type; }
  template <class T>
  const T* data() const {
    return reinterpret_cast<const T*>(address_);
  }
  std::uintptr_t address() const { return address_; }

 private:
  std::uintptr_t address_ = 0;
  std::string type_;
  std::vector<ssize_t> shape_, strides_;
};

}  // namespace mercer::python::py
