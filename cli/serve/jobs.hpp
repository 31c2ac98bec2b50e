// The runs of a session: one works at a time, the others wait, finished ones are kept.
#pragma once

#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <thread>

#include "serve/datasets.hpp"
#include "serve/request.hpp"

namespace mercer::cli {

constexpr std::size_t most_waiting = 20, most_runs = 100;

// A clustering with all that the page shows and gives away.
struct Finished {
  DatasetHandle dataset;
  FitArguments arguments;
  std::shared_ptr<const Reading> reading;
  Run run;
  std::string python;
  std::optional<double> silhouette;
  std::string page;  // the data of the page (web/src/schema.ts), as JSON
};
using FinishedHandle = std::shared_ptr<const Finished>;

// Reads what the options ask for, once for runs that read alike.
class Readings {
 public:
  std::shared_ptr<const Reading> read(FitArguments& a, const Dataset& dataset);
  void forget(const Dataset& dataset);

 private:
  std::mutex guard_;
  std::list<std::pair<std::string, std::shared_ptr<const Reading>>> kept_;
};

// Is told what begins, of which nobody knows how long it takes: reading, drawing.
using Stage = std::function<void(std::string_view)>;

// The fit itself; `control` watches it.
FinishedHandle fit_dataset(const DatasetHandle& dataset, const Json& options, std::uint64_t memory,
                           Readings& readings, Control& control, const Stage& stage);
// All of it for the page: the report's data, rules, the command and the lines of Python.
std::string finished_json(const Finished& finished);

class Jobs {
 public:
  Jobs(Readings& readings, std::uint64_t memory);
  ~Jobs();  // stops what is running
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  int submit(const DatasetHandle& dataset, const Json& options, const std::string& name);
  void cancel(int id);  // keeps the best so far, where there is something
  void rename(int id, const std::string& name);
  void remove(int id);
  void remove_of(int dataset);
  FinishedHandle finished(int id) const;  // an error if there is none
  Json list() const;
  // Adjusted Rand index between any two finished runs of a file.
  Json agreement(int dataset) const;

 private:
  struct Job;
  using JobHandle = std::shared_ptr<Job>;
  JobHandle get(int id) const;  // with the lock held
  double agreement(int id, const Finished& run, int other, const Finished& beside) const;
  void work();
  void run(Job& job);

  Readings& readings_;
  std::uint64_t memory_;
  mutable std::mutex guard_;
  std::condition_variable wake_;
  std::map<int, JobHandle> all_;
  mutable std::map<std::pair<int, int>, double> agreements_;  // of two runs, the smaller number first
  std::deque<JobHandle> waiting_;
  JobHandle running_;
  bool ending_ = false;
  int last_ = 0;
  std::thread worker_;  // last: it starts when all else is there
};

}  // namespace mercer::cli
