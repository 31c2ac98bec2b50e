// How far a computation is. Work is made of pieces, and a piece may be work with pieces of its own: a fit of
// starts, a start of passes, a pass of tiles. Each is a Progress; the one that is made while another lives is
// a piece of that one. What is told is the whole, and so it never falls back.
#pragma once

#include <atomic>
#include <mutex>
#include <string>

#include "core/ranks.hpp"
#include "mercer/control.hpp"

namespace mercer {

class Progress {
 public:
  // The number of pieces; of a phase that has only a name.
  Progress(Control* control, std::string_view phase, std::int64_t total)
      : Progress(control, phase, total, Form::named) {}
  // Pieces that are counted: "start 3 of 10".
  static Progress counted(Control* control, std::string_view piece, std::int64_t total) {
    return {control, piece, total, Form::counted};
  }
  // Nobody knows how many: "pass 12". The first few are most of the work.
  static Progress open(Control* control, std::string_view piece) { return {control, piece, 0, Form::open}; }
  // The whole of something, which has no name of its own.
  static Progress whole(Control* control, std::int64_t parts) { return {control, "", parts, Form::named}; }
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool stopped() const {
    if (!control_) return false;
    if (Team* team = team_of_thread()) team->poll();
    return control_->stop.load(std::memory_order_relaxed);
  }
  void done(std::int64_t pieces = 1);
  // How many pieces the work that follows is.
  void expect(std::int64_t pieces) { expected_ = pieces; }

 private:
  enum class Form { named, counted, open };
  Progress(Control* control, std::string_view phase, std::int64_t total, Form form);
  double share(double pieces) const;  // of this work that so many pieces are
  double place(double pieces) const;  // of its end in the whole
  bool is_steady() const;
  std::string label() const;
  void tell();

  Control* control_;
  Progress* parent_ = nullptr;
  std::string_view phase_;
  std::int64_t total_;
  Form form_;
  double from_ = 0, to_ = 1;  // the part of the whole that this work is
  std::int64_t expected_ = 1;
  std::atomic<std::int64_t> done_{0};
  std::mutex guard_;
};

}  // namespace mercer
