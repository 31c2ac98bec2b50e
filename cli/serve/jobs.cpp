#include "serve/jobs.hpp"

#include <algorithm>
#include <new>

#include "mercer/evaluate.hpp"
#include "names.hpp"

namespace mercer::cli {

struct Jobs::Job {
  int id = 0;
  DatasetHandle dataset;
  std::string name;
  Json options = Json::object();
  enum class State { waiting, running, done, failed, cancelled } state = State::waiting;
  std::string phase, trouble;
  double part = 0;  // of the clustering that is done; below 0: nobody knows
  Control control;
  FinishedHandle finished;
};

namespace {

constexpr std::array<const char*, 5> state_names = {"waiting", "running", "done", "failed", "cancelled"};

// Rows that both runs clustered.
double agreement_of(const Finished& a, const Finished& b) {
  const auto labels = [](const Finished& f) {
    const auto& table = f.reading->input.table;
    return table ? table->spread(f.run.result.labels) : f.run.result.labels;
  };
  const Labels x = labels(a), y = labels(b);
  if (x.size() != y.size()) return std::numeric_limits<double>::quiet_NaN();
  Labels u, v;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] != row_left_out && y[i] != row_left_out) u.push_back(x[i]), v.push_back(y[i]);
  return score(u, v).ari;
}

// The figures of the table of runs.
Json figures_of(const Finished& f) {
  const Result& result = f.run.result;
  Json json = {{"method", format_choice(result.model.method)},
               {"kernel", kernel_text(result.model, f.run.options.kernel)},
               {"clusters", result.model.clusters()},
               {"objective", result.objective},
               {"seconds", f.run.seconds},
               {"interrupted", result.interrupted}};
  if (f.silhouette) json["silhouette"] = *f.silhouette;
  if (f.run.scores) json["ari"] = f.run.scores->ari;
  return json;
}

}  // namespace

Jobs::Jobs(Readings& readings, std::uint64_t memory)
    : readings_(readings), memory_(memory), worker_([this] { work(); }) {}

Jobs::~Jobs() {
  {
    const std::lock_guard lock(guard_);
    ending_ = true;
    if (running_) running_->control.stop = running_->control.abandon = true;
  }
  wake_.notify_all();
  worker_.join();
}

Jobs::JobHandle Jobs::get(int id) const {
  const auto found = all_.find(id);
  if (found == all_.end()) throw Error(Fault::no_input, fmt::format("run {} has been removed", id));
  return found->second;
}

int Jobs::submit(const DatasetHandle& dataset, const Json& options, const std::string& name) {
  fit_request(dataset->path.string(), dataset->name, options);  // what can be refused at once is
  const std::lock_guard lock(guard_);
  if (waiting_.size() >= most_waiting)
    throw Error(Fault::usage, fmt::format("{} runs are waiting already", waiting_.size()));
  if (all_.size() >= most_runs)
    throw Error(Fault::usage, fmt::format("there are {} runs already; delete some", all_.size()));
  auto job = std::make_shared<Job>();
  job->id = ++last_;
  job->dataset = dataset;
  job->name = name.empty() ? fmt::format("run {}", job->id) : name;
  job->options = options;
  job->phase = "waiting";
  all_[job->id] = job;
  waiting_.push_back(job);
  wake_.notify_all();
  return job->id;
}

void Jobs::cancel(int id) {
  const std::lock_guard lock(guard_);
  const JobHandle job = get(id);
  job->control.stop = true;
  if (job->state != Job::State::waiting) return;
  std::erase(waiting_, job);
  job->state = Job::State::cancelled;
}

void Jobs::rename(int id, const std::string& name) {
  const std::lock_guard lock(guard_);
  constexpr std::size_t longest = 200;
  if (name.empty() || name.size() > longest) throw Error(Fault::usage, "a name has 1 to 200 letters");
  get(id)->name = name;
}

void Jobs::remove(int id) {
  const std::lock_guard lock(guard_);
  const JobHandle job = get(id);
  job->control.stop = job->control.abandon = true;
  std::erase(waiting_, job);
  all_.erase(id);
  std::erase_if(agreements_,
                [id](const auto& one) { return one.first.first == id || one.first.second == id; });
}

void Jobs::remove_of(int dataset) {
  std::vector<int> ids;
  {
    const std::lock_guard lock(guard_);
    for (const auto& [id, job] : all_)
      if (job->dataset->id == dataset) ids.push_back(id);
  }
  for (const int id : ids) remove(id);
}

FinishedHandle Jobs::finished(int id) const {
  const std::lock_guard lock(guard_);
  const JobHandle job = get(id);
  if (!job->finished) throw Error(Fault::usage, fmt::format("{} has no result", job->name));
  return job->finished;
}

Json Jobs::list() const {
  const std::lock_guard lock(guard_);
  Json list = Json::array();
  for (const auto& [id, job] : all_) {
    Json one = {{"id", id},
                {"dataset", job->dataset->id},
                {"name", job->name},
                {"state", state_names[static_cast<std::size_t>(job->state)]},
                {"phase", job->phase},
                {"part", job->part < 0 ? Json() : Json(job->part)},
                {"options", job->options}};
    if (!job->trouble.empty()) one["trouble"] = job->trouble;
    if (job->finished) one["figures"] = figures_of(*job->finished);
    list.push_back(std::move(one));
  }
  return list;
}

// Runs don't change: what was compared once is known.
double Jobs::agreement(int id, const Finished& run, int other, const Finished& beside) const {
  const std::pair key = std::minmax(id, other);
  {
    const std::lock_guard lock(guard_);
    if (const auto known = agreements_.find(key); known != agreements_.end()) return known->second;
  }
  const double found = agreement_of(run, beside);
  const std::lock_guard lock(guard_);
  if (all_.contains(id) && all_.contains(other)) agreements_[key] = found;
  return found;
}

Json Jobs::agreement(int dataset) const {
  std::vector<std::pair<int, FinishedHandle>> runs;
  {
    const std::lock_guard lock(guard_);
    for (const auto& [id, job] : all_)
      if (job->finished && job->dataset->id == dataset) runs.emplace_back(id, job->finished);
  }
  Json ids = Json::array(), table = Json::array();
  for (const auto& [id, run] : runs) {
    ids.push_back(id);
    Json row = Json::array();
    for (const auto& [other, beside] : runs)
      row.push_back(id == other ? 1.0 : agreement(id, *run, other, *beside));
    table.push_back(std::move(row));
  }
  return {{"runs", ids}, {"ari", table}};
}

void Jobs::work() {
  for (;;) {
    std::unique_lock lock(guard_);
    wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    running_ = waiting_.front();
    waiting_.pop_front();
    running_->state = Job::State::running;
    const JobHandle job = running_;
    lock.unlock();
    run(*job);
    lock.lock();
    running_ = nullptr;
  }
}

// Whatever goes wrong is the job's trouble; the server lives on.
void Jobs::run(Job& job) {
  job.control.progress = [this, &job](std::string_view phase, std::int64_t done, std::int64_t total) {
    const std::lock_guard lock(guard_);
    job.phase = phase;
    if (total > 0)
      job.part =
          std::clamp(static_cast<double>(done) / static_cast<double>(total), std::max(0.0, job.part), 1.0);
  };
  const auto stage = [this, &job](std::string_view name) {
    const std::lock_guard lock(guard_);
    job.phase = name;
    job.part = -1;
  };
  FinishedHandle made;
  std::string trouble;
  try {
    made = fit_dataset(job.dataset, job.options, memory_, readings_, job.control, stage);
  } catch (const Abandoned&) {
    trouble = "cancelled";
  } catch (const std::bad_alloc&) {
    trouble = "out of memory; use fewer points or an approximation";
  } catch (const std::exception& error) {
    trouble = known_by_name(in_one_line(in_flags(error.what())), *job.dataset);
  }
  const std::lock_guard lock(guard_);
  job.finished = made;
  job.trouble = trouble;
  job.state = made ? Job::State::done : job.control.stop ? Job::State::cancelled : Job::State::failed;
}

}  // namespace mercer::cli
