// A fit for the page: read (once for all that read alike), cluster, and make what is shown.
#include "mercer/report_data.hpp"
#include "serve/jobs.hpp"
#include "stopwatch.hpp"

namespace mercer::cli {
namespace {

constexpr std::size_t most_readings = 3;

// What of a fit decides how its file is read.
std::string reading_key(const FitArguments& a) {
  const auto& r = a.data.request;
  const auto& t = a.table;
  return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", a.data.path, r.truth, r.weights,
                     fmt::join(r.columns, ","), fmt::join(r.drop, ","), t.id, t.types, t.missing_values,
                     t.delimiter, t.decimal, grammar::format(t.missing), t.no_header, a.text.column,
                     a.text.terms.value_or(-1), a.edges,
                     is_precomputed(a.options.kernel) || compares_objects(a.description.kernel)
                         ? format_choice(a.description.kernel)
                         : "points");
}

// "npy", "libsvm", "mtx", ...: what an array was read from; "" of a table.
std::string array_format(const Dataset& dataset) {
  constexpr int least_columns = 2;  // Python needs rows and columns
  if (dataset.frame) return "";
  return dataset.about.value("dimensions", 0) < least_columns ? "other"
                                                              : dataset.about.value("format", "other");
}

// What makes the file comes first, where the person has none.
std::string made_first(const Dataset& dataset, const std::string& command) {
  return dataset.made_by.empty() ? command : dataset.made_by + "\n" + command;
}
std::string made_first_in_python(const Dataset& dataset, const std::string& lines) {
  return dataset.made_by.empty() || lines.empty() ? lines : "# " + dataset.made_by + "\n" + lines;
}

// The mean silhouette, which the page has measured; all else is passed over.
std::optional<double> silhouette_in(const std::string& page) {
  const Json found = Json::parse(page, [](int depth, Json::parse_event_t event, Json& value) {
    return depth != 1 || event != Json::parse_event_t::key || value == "silhouettes";
  });
  if (!found.contains("silhouettes")) return std::nullopt;
  return found["silhouettes"].value("mean", 0.0);
}

}  // namespace

std::shared_ptr<const Reading> Readings::read(FitArguments& a, const Dataset& dataset) {
  const std::string key = reading_key(a);
  const std::lock_guard lock(guard_);
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept)
    if (kept->first == key) {
      kept_.splice(kept_.begin(), kept_, kept);
      return kept_.front().second;
    }
  auto fresh = std::make_shared<Reading>(cli::read(a));
  fresh->input.source = dataset.name;
  kept_.emplace_front(key, fresh);
  if (kept_.size() > most_readings) kept_.pop_back();
  return fresh;
}

void Readings::forget(const Dataset& dataset) {
  const std::lock_guard lock(guard_);
  const std::string begin = dataset.path.string() + "|";
  std::erase_if(kept_, [&](const auto& one) { return one.first.starts_with(begin); });
}

FinishedHandle fit_dataset(const DatasetHandle& dataset, const Json& options, std::uint64_t memory,
                           Readings& readings, Control& control, const Stage& stage) {
  auto made = std::make_shared<Finished>();
  made->dataset = dataset;
  FitArguments& a = made->arguments = fit_request(dataset->path.string(), dataset->in_commands, options);
  const Watched watched(&control);
  a.options.memory = memory;
  a.options.control = &control;
  settle(a);
  stage("reading");
  made->reading = readings.read(a, *dataset);
  settle(a, made->reading->input);
  const ScaledPoints points = scaled_points(a, made->reading->input);
  const Stopwatch watch;
  stage("clustering");
  Result result = cluster(points.data, a.options);
  a.options.control = nullptr;
  stage("judging and drawing what was found");
  made->run = run_of(a, *made->reading, points, std::move(result), watch.seconds());
  made->python = made_first_in_python(
      *dataset, python_lines(a, dataset->in_commands, options, made->run.result, array_format(*dataset)));
  ReportOptions page = report_options(a, made->run, made->reading->input);
  page.command = made_first(*dataset, page.command);
  made->page = report_data(made->reading->input.data, made->run.result, page);
  made->silhouette = silhouette_in(made->page);
  return made;
}

std::string finished_json(const Finished& finished) {
  Json more = {{"command", made_first(*finished.dataset, command_line(finished.arguments.words))},
               {"python", finished.python}};
  if (finished.run.table) more["rules"] = finished.run.table->json.value("rules", Json::array());
  if (finished.reading->input.table && !finished.reading->input.table->rows.empty())
    more["rows"] = finished.reading->input.table->rows;
  std::string text = more.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.pop_back();
  return text + ",\"report\":" + finished.page + "}";
}

}  // namespace mercer::cli
