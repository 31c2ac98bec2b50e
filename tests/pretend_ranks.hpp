// Ranks without MPI: threads of this process that meet at a barrier.
#pragma once

#include <barrier>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "mercer/communicator.hpp"

namespace mercer::test {

class PretendRanks {
 public:
  explicit PretendRanks(int size) : size_(size), meet_(size), out_(all()), in_(all()), sent_(all()) {}

  // f(communicator) on every rank; what each threw, or null.
  std::vector<std::exception_ptr> run(const std::function<void(Communicator&)>& f) {
    std::vector<std::exception_ptr> thrown(all());
    std::vector<std::thread> ranks;
    for (int rank = 0; rank < size_; ++rank)
      ranks.emplace_back([&, rank] {
        One one(*this, rank);
        try {
          f(one);
        } catch (...) {
          thrown[static_cast<std::size_t>(rank)] = std::current_exception();
        }
      });
    for (std::thread& rank : ranks) rank.join();
    return thrown;
  }

 private:
  class One final : public Communicator {
   public:
    One(PretendRanks& group, int rank) : group_(group), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return group_.size_; }
    void gather(std::byte* everybody, std::span<const std::size_t> counts) override {
      mine(group_.in_) = everybody;
      group_.meet_.arrive_and_wait();
      std::size_t at = 0;
      for (std::size_t r = 0; r < counts.size(); at += counts[r++])
        if (r != static_cast<std::size_t>(rank_) && counts[r] > 0)
          std::copy_n(group_.in_[r] + at, counts[r], everybody + at);
      group_.meet_.arrive_and_wait();
    }
    void exchange(const std::byte* out, std::span<const std::size_t> sent, std::byte* in,
                  std::span<const std::size_t> received) override {
      mine(group_.out_) = out;
      mine(group_.sent_) = sent;
      group_.meet_.arrive_and_wait();
      for (std::size_t r = 0; r < received.size(); in += received[r++]) {
        std::size_t before = 0;
        for (std::size_t s = 0; s < static_cast<std::size_t>(rank_); ++s) before += group_.sent_[r][s];
        if (received[r] > 0) std::copy_n(group_.out_[r] + before, received[r], in);
      }
      group_.meet_.arrive_and_wait();
    }

   private:
    template <class T>
    T& mine(std::vector<T>& of_all) const {
      return of_all[static_cast<std::size_t>(rank_)];
    }
    PretendRanks& group_;
    int rank_;
  };
  std::size_t all() const { return static_cast<std::size_t>(size_); }

  int size_;
  std::barrier<> meet_;
  std::vector<const std::byte*> out_;
  std::vector<std::byte*> in_;
  std::vector<std::span<const std::size_t>> sent_;
};

}  // namespace mercer::test
