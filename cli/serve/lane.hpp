// One thread that does what others wait for, one thing after the other: so that many who ask at once do not
// each bring all cores to work.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

namespace mercer::cli {

class Lane {
 public:
  Lane() : thread_([this] { work(); }) {}
  ~Lane() {
    {
      const std::lock_guard lock(guard_);
      ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // f(), computed there; what it throws is thrown here.
  template <class F>
  auto run(F&& f) -> decltype(f()) {
    const auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::forward<F>(f));
    auto result = task->get_future();
    later([task] { (*task)(); });
    return result.get();
  }
  // The same, in its turn; nobody waits for it, and it throws nothing.
  void later(std::function<void()> f) {
    {
      const std::lock_guard lock(guard_);
      waiting_.push_back(std::move(f));
    }
    wake_.notify_all();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(guard_);
      wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const auto next = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      next();
    }
  }

  std::mutex guard_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  bool ending_ = false;
  std::thread thread_;  // last: it starts when all else is there
};

}  // namespace mercer::cli
