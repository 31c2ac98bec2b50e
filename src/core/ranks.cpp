#include "core/ranks.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <string>

#include "core/device_error.hpp"
#include "core/error_elsewhere.hpp"

namespace mercer {

// What every rank says before anything is exchanged.
struct Team::Word {
  std::int16_t failed = 0;  // a Fault
  std::int16_t device = 0;  // whether it is that of a GPU
  std::int32_t stop = 0;
  std::uint64_t count = 0;  // of what follows; after a failure: of the letters of its message
};

namespace {

std::vector<std::size_t> equal_counts(int ranks, std::size_t bytes) {
  return std::vector<std::size_t>(static_cast<std::size_t>(ranks), bytes);
}

// The cores of this process: those that it is bound to, shared with the other ranks that are bound to them.
int own_cores(int ranks_on_machine) {
  const int bound = omp_get_max_threads(), all = std::max(1, omp_get_num_procs());
  const auto machine = std::max<long>(all, sysconf(_SC_NPROCESSORS_ONLN));
  const auto sharing = std::max<long>(1, (ranks_on_machine * static_cast<long>(all) + machine / 2) / machine);
  return std::max(1, static_cast<int>(bound / sharing));
}

// The exception being handled, as others are to hear of it.
struct Failure {
  Fault fault;
  bool device, shared;
  std::string message;
};
Failure in_words() {
  try {
    throw;
  } catch (const SharedDeviceError& error) {
    return {error.fault(), true, true, error.what()};
  } catch (const DeviceError& error) {
    return {error.fault(), true, false, error.what()};
  } catch (const Error& error) {
    return {error.fault(), false, false, error.what()};
  } catch (const std::bad_alloc&) {
    return {Fault::memory, false, false, "out of memory; give `memory` a budget, or fewer points"};
  } catch (const std::exception& error) {
    return {Fault::failure, false, false, error.what()};
  }
}

}  // namespace

Team*& team_of_thread() {
  thread_local Team* team = nullptr;
  return team;
}

Team::Team(Communicator& all) : all_(all), rank_(all.rank()), size_(all.size()) {
  // As many threads on each rank as the least has cores: plans depend on it.
  const auto threads = agree(static_cast<std::size_t>(own_cores(all.on_machine())));
  threads_ = static_cast<int>(*std::min_element(threads.begin(), threads.end()));
}

void Team::count(std::size_t bytes) {
  sent_.bytes += bytes * static_cast<std::size_t>(size_ - 1);
  sent_.messages += static_cast<std::size_t>(size_ - 1);
}

std::vector<Team::Word> Team::say(const Word& own) {
  if (ended_)
    throw ErrorElsewhere(Fault::failure, "another rank failed");  // as another thread of this rank has heard
  std::vector<Word> words(static_cast<std::size_t>(size_));
  words[static_cast<std::size_t>(rank_)] = own;
  gather(reinterpret_cast<std::byte*>(words.data()), equal_counts(size_, sizeof(Word)));
  for (const Word& word : words)
    if (word.stop != 0) agreed_.stop = true;
  return words;
}

std::vector<std::size_t> Team::agree(std::size_t count) {
  const auto words = say({0, 0, wished_ && wished_->stop ? 1 : 0, count});
  std::vector<std::size_t> counts;
  for (const Word& word : words) {
    if (word.failed != 0) rethrow(words, "");
    counts.push_back(word.count);
  }
  return counts;
}

void Team::fail() {
  const Failure own = in_words();
  if (ended_ || own.shared) throw;  // this is the failure of which all know
  rethrow(say({static_cast<std::int16_t>(own.fault), own.device, 0, own.message.size()}), own.message);
}

// Everybody gets the message of the first rank that failed. Whoever is in trouble of his own keeps that. If
// only GPUs failed, all throw a SharedDeviceError and may go on together without them: from the same step,
// since they had come to different ones.
void Team::rethrow(const std::vector<Word>& words, const std::string& own) {
  ended_ =
      std::any_of(words.begin(), words.end(), [](const Word& w) { return w.failed != 0 && w.device == 0; });
  if (!ended_) {
    polls_ = 0;
    steps_.clear();
  }
  const auto first = std::find_if(words.begin(), words.end(), [](const Word& w) { return w.failed != 0; });
  const auto rank = first - words.begin();
  std::string message(first->count, ' ');
  if (rank == rank_) message = own;
  auto counts = equal_counts(size_, 0);
  counts[static_cast<std::size_t>(rank)] = message.size();
  gather(reinterpret_cast<std::byte*>(message.data()), counts);
  const Word& here = words[static_cast<std::size_t>(rank_)];
  if (here.failed != 0 && here.device == 0) throw;
  const auto fault = static_cast<Fault>(here.failed != 0 ? here.failed : first->failed);
  const std::string heard = here.failed != 0 ? own : "rank " + std::to_string(rank) + ": " + message;
  if (!ended_) throw SharedDeviceError(fault, heard);
  throw ErrorElsewhere(fault, heard);
}

void Team::gather(std::byte* all, std::span<const std::size_t> counts) {
  count(counts[static_cast<std::size_t>(rank_)]);
  all_.gather(all, counts);
}

void Team::exchange(const std::byte* out, std::span<const std::size_t> sent, std::byte* in,
                    std::span<const std::size_t> received) {
  for (const std::size_t bytes : sent) {
    sent_.bytes += bytes;
    sent_.messages += bytes > 0 ? 1 : 0;
  }
  all_.exchange(out, sent, in, received);
}

Control* Team::obey(Control* wished) {
  if (wished == &agreed_ || !wished) return wished;
  agreed_.stop = false;
  agreed_.progress = wished->progress;
  wished_ = wished;
  agree();
  return &agreed_;
}

void Team::release(Control* wished) {
  if (wished != wished_ || !wished) return;
  if (agreed_.stop) wished->stop = true;
  wished_ = nullptr;
  agreed_.progress = nullptr;
}

void Team::poll() {
  constexpr unsigned seldom = 64;
  if (wished_ && ++polls_ % seldom == 0) agree();
}

void Team::end_step() { steps_.push_back(sent_); }

std::vector<Traffic> Team::traffic() {
  std::vector<Traffic> total = steps_;
  total.push_back(sent_);
  std::vector<Traffic> all(total.size() * static_cast<std::size_t>(size_));
  std::copy(total.begin(), total.end(), all.begin() + static_cast<std::ptrdiff_t>(total.size()) * rank_);
  gather(reinterpret_cast<std::byte*>(all.data()), equal_counts(size_, total.size() * sizeof(Traffic)));
  for (std::size_t i = 0; i < total.size(); ++i) {
    total[i] = {};
    for (std::size_t at = i; at < all.size(); at += total.size()) {
      total[i].bytes += all[at].bytes;
      total[i].messages += all[at].messages;
    }
  }
  return total;
}

Together::Together(Communicator& communicator) : before_(team_of_thread()) {
  if (communicator.size() > 1) own_ = std::make_unique<Team>(communicator);
  team_of_thread() = own_.get();
}
Together::~Together() { team_of_thread() = before_; }

namespace detail {
bool works_with_others() { return team_of_thread() != nullptr; }
void all_are_well() { team_of_thread()->agree(); }
void fail_with_others() { team_of_thread()->fail(); }
}  // namespace detail

int own_rank() { return Ranks().rank(); }
int rank_count() { return Ranks().size(); }
std::vector<double> from_all_ranks(double own) { return Ranks().gather_list<double>({own}); }
std::vector<Traffic> traffic() {
  Team* team = team_of_thread();
  return team ? team->traffic() : std::vector<Traffic>{};
}

}  // namespace mercer
