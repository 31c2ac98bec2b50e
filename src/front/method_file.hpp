// What every file of front/methods includes first. Such a file describes its method in
//
//   template <> struct Front<M> { needs, settle, check, bytes, run, shows };
//   template const MethodDoor& door_of<M>();
//
// and does not compile where one of the six is missing.
#pragma once

#include <concepts>

#include "front/method.hpp"
#include "front/run.hpp"
#include "rules/traits.hpp"

namespace mercer {

template <class M>
struct Front;

template <class M>
class DoorOf final : public MethodDoor {
  using F = Front<M>;
  static_assert(
      requires(const M& m) {
        { F::needs(m) } -> std::same_as<Needs>;
      },
      "a method says what it needs: static Needs needs(const M&)");
  static_assert(
      requires(M & m, Options& o) { F::settle(m, o); },
      "a method settles what was left open: static void settle(M&, Options&)");
  static_assert(
      requires(const M& m, const Shape& s, const Options& o) { F::check(m, s, o); },
      "a method refuses what makes no sense: static void check(const M&, const Shape&, const Options&)");
  static_assert(
      requires(const M& m, const Extent& e) {
        { F::bytes(m, e) } -> std::same_as<Memory>;
      },
      "a method forecasts its memory: static Memory bytes(const M&, const Extent&)");
  static_assert(
      requires(Run & run, M m) { F::run(run, m); }, "a method runs: static void run(Run&, M)");
  static_assert(
      requires(const M& m, const Options& o) {
        { F::shows(m, o) } -> std::same_as<Shows>;
      },
      "a method says what it has to show: static Shows shows(const M&, const Options&)");

 public:
  std::string_view name() const override { return M::name; }
  bool is_loop() const override { return is_rule<M>; }
  Needs needs(const Method& method) const override { return F::needs(std::get<M>(method)); }
  void settle(Options& o) const override { F::settle(std::get<M>(*o.method), o); }
  void check(const Shape& shape, const Options& o) const override { F::check(own(o), shape, o); }
  Memory bytes(const Extent& extent) const override { return F::bytes(own(extent.options), extent); }
  void run(Run& run) const override { F::run(run, own(run.options)); }
  Shows shows(const Options& o) const override { return F::shows(own(o), o); }

 private:
  static const M& own(const Options& o) { return std::get<M>(*o.method); }
};

template <class M>
const MethodDoor& door_of() {
  static const DoorOf<M> door;
  return door;
}

}  // namespace mercer
