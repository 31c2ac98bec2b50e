// What a space keeps of its prototypes.
#pragma once

#include <memory>
#include <type_traits>

#include "mercer/error.hpp"
#include "mercer/types.hpp"

namespace mercer {

// The sums sum_h W(h,j) phi(x_h), in a form that only the space knows which made them: a matrix here, a place
// in a device's memory, the rows of one rank. A space derives its own form from this.
struct Sums {
  virtual ~Sums() = default;
};

// Any number of prototypes. All is kept unnormalised and divided when distances are formed, so that moving a
// point costs what it changes.
//
// They are a value. Copies share their sums until one of them is changed: code that writes first makes a copy
// of its own (write_sums), so a copy that is only read costs nothing.
struct Prototypes {
  std::shared_ptr<Sums> sums = {};
  Vector mass = {};  // column sums of W; 0: the prototype is empty
  Vector norm = {};  // |sum_h W(h,j) phi(x_h)|^2
  Index count() const { return mass.size(); }
  double squared_norm(Index j) const { return mass[j] > 0 ? norm[j] / (mass[j] * mass[j]) : 0; }
};

// For spaces: their own form of the sums, S.
template <class S>
const S& read_sums(const Prototypes& P) {
  static_assert(std::is_base_of_v<Sums, S>);
  const auto* own = dynamic_cast<const S*>(P.sums.get());
  if (!own) throw Error(Fault::failure, "these prototypes belong to another space");
  return *own;
}
// The same, to be changed; a copy, if they are shared.
template <class S>
S& write_sums(Prototypes& P) {
  if (const S& own = read_sums<S>(P); P.sums.use_count() > 1) P.sums = std::make_shared<S>(own);
  return static_cast<S&>(*P.sums);
}
// The same to be filled anew, whatever they were; `made_of` goes to the constructor of S.
template <class S, class... Args>
S& fresh_sums(Prototypes& P, Args&&... made_of) {
  if (!dynamic_cast<S*>(P.sums.get()) || P.sums.use_count() > 1)
    P.sums = std::make_shared<S>(std::forward<Args>(made_of)...);
  return static_cast<S&>(*P.sums);
}

}  // namespace mercer
