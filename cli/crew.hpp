// The ranks that mpirun started, if it did: the first one speaks and writes, all share the work.
#pragma once

#include <memory>

namespace mercer::cli {

class Crew {
 public:
  Crew();
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

 private:
  struct Ranks;
  std::unique_ptr<Ranks> ranks_;
};

}  // namespace mercer::cli
