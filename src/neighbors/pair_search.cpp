#include "neighbors/pair_search.hpp"

namespace mercer {

const PairSearch*& pair_search_of_thread() {
  thread_local const PairSearch* search = nullptr;
  return search;
}

}  // namespace mercer
