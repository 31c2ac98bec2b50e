// The table that ties the variant of methods to their files: front/methods/NAME.cpp defines door_of<M>.
#include "core/listed.hpp"
#include "front/method.hpp"

namespace mercer {

template <class M>
const MethodDoor& door_of();

const MethodDoor& door(const Method& method) {
  return std::visit([]<class M>(const M&) -> const MethodDoor& { return door_of<M>(); }, method);
}

Shows shows(const Options& options) {
  Options o = options;
  if (!o.method) o.method = default_method(o);
  return door(*o.method).shows(o);
}

std::string methods_with(bool Shows::*part) {
  std::vector<std::string_view> names;
  for_each_alternative<Method>([&]<class M>() {
    if (door_of<M>().shows({.method = M{}}).*part) names.push_back(M::name);
  });
  return one_of(names);
}

}  // namespace mercer
