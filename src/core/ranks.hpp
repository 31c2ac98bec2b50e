// Ranks, as algorithms see them. Work is cut into fixed blocks for threads anyway (parallel.hpp); ranks do a
// stretch of the blocks each and then tell each other what came out, in the order of the blocks. All else
// every rank does for itself, with equal results, and so all come to the same decisions.
//
// Every exchange starts with a word from each rank: whether it is well, and whether it was asked to stop. So
// an error on one rank ends all of them, and all stop at the same place.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/range.hpp"
#include "mercer/communicator.hpp"
#include "mercer/control.hpp"
#include "mercer/types.hpp"

namespace mercer {

class Team {
 public:
  explicit Team(Communicator& all);
  int rank() const { return rank_; }
  int size() const { return size_; }
  int on_machine() const { return all_.on_machine(); }
  int threads() const { return threads_; }  // of each rank, by default

  // Each rank's `count`. Throws what went wrong elsewhere.
  std::vector<std::size_t> agree(std::size_t count = 0);
  void gather(std::byte* all, std::span<const std::size_t> counts);
  void exchange(const std::byte* out, std::span<const std::size_t> sent, std::byte* in,
                std::span<const std::size_t> received);
  // Tells all ranks about the exception being handled. All then throw the exception of the first rank that
  // has one.
  [[noreturn]] void fail();

  // The control that all ranks obey together, while they watch `wished`.
  Control* obey(Control* wished);
  void release(Control* wished);
  // Asks the others now and then whether to stop, where nothing else is exchanged.
  void poll();

  void end_step();
  std::vector<Traffic> traffic();

 private:
  struct Word;
  std::vector<Word> say(const Word& own);
  [[noreturn]] void rethrow(const std::vector<Word>& words, const std::string& own);
  void count(std::size_t bytes_to_all);

  Communicator& all_;
  int rank_, size_, threads_ = 1;
  bool ended_ = false;  // after a failure nothing is exchanged any more
  Control agreed_;
  Control* wished_ = nullptr;
  unsigned polls_ = 0;
  Traffic sent_;
  std::vector<Traffic> steps_;
};

// The team of the calling thread; null: it works alone.
Team*& team_of_thread();

// Inside a loop that is shared among threads nothing is shared among ranks.
class Alone {
 public:
  Alone() : before_(std::exchange(team_of_thread(), nullptr)) {}
  ~Alone() { team_of_thread() = before_; }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  Team* before_;
};

// A control that all ranks obey at the same step, in the place of one that each may be told by at any time.
class Agreed {
 public:
  explicit Agreed(Control*& control) : team_(team_of_thread()), slot_(control), wished_(control) {
    if (team_) control = team_->obey(wished_);
  }
  ~Agreed() {
    if (!team_) return;
    team_->release(wished_);
    slot_ = wished_;
  }
  Agreed(const Agreed&) = delete;
  Agreed& operator=(const Agreed&) = delete;

 private:
  Team* team_;
  Control*& slot_;
  Control* wished_;
};

class Ranks {
 public:
  Ranks() : team_(team_of_thread()) {}         // those of the calling thread
  explicit Ranks(Team* team) : team_(team) {}  // null: alone
  bool alone() const { return !team_; }
  int rank() const { return team_ ? team_->rank() : 0; }
  int size() const { return team_ ? team_->size() : 1; }
  int on_machine() const { return team_ ? team_->on_machine() : 1; }

  // The blocks of a rank, of `count` in all.
  Range share(Index count, int rank) const {
    const Index r = rank, all = size();
    return {r * count / all, (r + 1) * count / all};
  }
  Range share(Index count) const { return share(count, rank()); }
  // The same as rows, `block` of them in each but the last.
  Range rows(Index size, Index block, int rank) const {
    const Range own = share((size + block - 1) / block, rank);
    return {std::min(size, own.begin * block), std::min(size, own.end * block)};
  }
  Range rows(Index size, Index block) const { return rows(size, block, rank()); }

  void agree() const {
    if (team_) team_->agree();
  }
  void end_step() const {
    if (team_) team_->end_step();
  }

  // Rows of `width` values, of which each rank has its own: afterwards all have all.
  template <class T>
  void gather_rows(T* values, Index size, Index width, Index block) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (alone()) return;
    std::vector<std::size_t> counts;
    for (int r = 0; r < this->size(); ++r)
      counts.push_back(static_cast<std::size_t>(rows(size, block, r).size() * width) * sizeof(T));
    team_->agree();
    team_->gather(reinterpret_cast<std::byte*>(values), counts);
  }
  template <class M>
  void gather_rows(M& matrix, Index block) const {
    gather_rows(matrix.data(), matrix.rows(), matrix.cols(), block);
  }

  // Each rank's list, by rank.
  template <class T>
  std::vector<std::vector<T>> gather_lists(const std::vector<T>& own) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (alone()) return {own};
    std::vector<std::size_t> counts = team_->agree(own.size());
    std::size_t total = 0, before = 0;
    for (int r = 0; r < size(); ++r) {
      if (r == rank()) before = total;
      total += counts[static_cast<std::size_t>(r)];
    }
    std::vector<T> all(total);
    std::copy(own.begin(), own.end(), all.begin() + static_cast<std::ptrdiff_t>(before));
    std::vector<std::size_t> bytes = counts;
    for (std::size_t& b : bytes) b *= sizeof(T);
    team_->gather(reinterpret_cast<std::byte*>(all.data()), bytes);
    std::vector<std::vector<T>> lists;
    auto from = all.begin();
    for (const std::size_t count : counts) {
      lists.emplace_back(from, from + static_cast<std::ptrdiff_t>(count));
      from += static_cast<std::ptrdiff_t>(count);
    }
    return lists;
  }
  template <class T>
  std::vector<T> gather_list(const std::vector<T>& own) const {
    std::vector<T> joined;
    for (const auto& list : gather_lists(own)) joined.insert(joined.end(), list.begin(), list.end());
    return joined;
  }

  // To each rank its values, from each those for this one, rank after rank.
  template <class T>
  void exchange(const T* out, std::span<const std::size_t> sent, T* in,
                std::span<const std::size_t> received) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (alone()) return;
    std::vector<std::size_t> to(sent.begin(), sent.end()), from(received.begin(), received.end());
    for (std::size_t& b : to) b *= sizeof(T);
    for (std::size_t& b : from) b *= sizeof(T);
    team_->agree();
    team_->exchange(reinterpret_cast<const std::byte*>(out), to, reinterpret_cast<std::byte*>(in), from);
  }

 private:
  Team* team_;
};

}  // namespace mercer
