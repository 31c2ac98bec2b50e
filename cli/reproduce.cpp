// mercer reproduce: runs the experiments of the papers.
#include "mercer/reproduce.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "arguments.hpp"
#include "program.hpp"
#include "summary.hpp"
#include "watched.hpp"

namespace mercer::cli {
namespace {
namespace fs = std::filesystem;

struct ReproduceArguments {
  ReproduceOptions options;
  std::string output;
  bool list = false, json = false, quiet = false;
};

bool is_markdown(const std::string& path) { return path.ends_with(".md"); }
// docs/reproduction.md has its pictures in docs/images/reproduction.
fs::path pictures_of(const fs::path& page) { return fs::path("images") / page.stem(); }

// A folder that can be made: whatever is there of its path lets itself be written to.
void check_folder(fs::path folder, const std::string& page) {
  std::error_code ignored;
  while (!folder.empty() && !fs::exists(folder, ignored)) folder = folder.parent_path();
  if (folder.empty()) return;  // the page's own folder, which was looked at
  if (!fs::is_directory(folder, ignored) || access(folder.c_str(), W_OK) != 0)
    throw Error(Fault::cannot_write,
                fmt::format("--output {}: its pictures can't be put into '{}'; choose another folder", page,
                            folder.string()));
}

void check_report(const std::string& path) {
  if (path.empty()) return;
  if (!path.ends_with(".html") && !is_markdown(path))
    throw Error(Fault::usage,
                fmt::format("--output {}: a report is HTML or Markdown; name it .html or .md", path));
  check_output("--output", path, "-");
  if (is_markdown(path)) check_folder(fs::path(path).parent_path() / pictures_of(path), path);
}

void check_data(const std::string& folder) {
  std::error_code ignored;
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    throw Error(Fault::no_input, fmt::format("--data {}: there is no such folder", folder));
}

// The command as it would be typed again, without what only this terminal needs.
std::string command_of(const ReproduceArguments& a) {
  std::string command = "mercer reproduce";
  for (const std::string& name : a.options.names) command += " " + name;
  command += a.options.data.empty() ? "" : " --data DIR";
  return command + (a.options.quick ? " --quick" : "") + " -o " + fs::path(a.output).filename().string();
}

void write_report(const ReproduceArguments& a, const Reproduction& found) {
  if (a.output.empty()) return;
  if (!is_markdown(a.output)) return write_file(a.output, reproduction_html(found, command_of(a)));
  const fs::path folder = pictures_of(a.output);
  const MarkdownPage page = reproduction_markdown(found, command_of(a), folder.generic_string());
  fs::create_directories(fs::path(a.output).parent_path() / folder);
  for (const auto& [name, svg] : page.pictures)
    write_file((fs::path(a.output).parent_path() / folder / name).string(), svg);
  write_file(a.output, page.text);
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}
std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, characters(text)), ' ') + text;
}
std::string left(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, characters(text)), ' ');
}

std::string name_of(const Comparison& row) {
  return row.column.empty() ? row.what : row.what + ", " + row.column;
}

std::string row_text(const Comparison& row, std::size_t width, const Style& style) {
  const std::string start = "  " + left(name_of(row), width) + right(paper_text(row), 18);
  if (!row.missing.empty()) return start + "  " + style.alarm(row.missing) + "\n";
  const std::string verdict = verdict_text(row);
  return start + right(mercer_text(row), 16) + right(difference_text(row), 12) +
         (verdict.empty() ? "" : "  " + (row.verdict() == Verdict::worse ? style.alarm(verdict) : verdict)) +
         "\n";
}

std::string reproduction_text(const Reproduction& found, const Style& style) {
  std::size_t width = 0;
  for (const Outcome& outcome : found.outcomes)
    for (const Comparison& row : outcome.comparisons) width = std::max(width, characters(name_of(row)));
  std::string text = style.faint("  " + left("", width) + right("paper", 18) + right("mercer", 16) +
                                 right("difference", 12)) +
                     "\n";
  for (const Outcome& outcome : found.outcomes) {
    text += style.strong(outcome.experiment.name) + "  " +
            style.faint(outcome.experiment.place + ": " + outcome.experiment.about) + "\n";
    for (const Comparison& row : outcome.comparisons) text += row_text(row, width, style);
    if (!outcome.missing.empty()) text += "  pictures: " + style.alarm(outcome.missing) + "\n";
  }
  return text + "\n" + summary_text(found) + "\n";
}

Json reproduction_json(const Reproduction& found) {
  Json experiments = Json::array();
  for (const Outcome& outcome : found.outcomes) {
    Json figures = Json::array();
    for (const Comparison& row : outcome.comparisons) {
      const auto apart = row.difference();
      figures.push_back({{"what", row.what},
                         {"column", row.column},
                         {"how", row.how},
                         {"paper", row.paper.empty() ? Json() : Json(row.published().mean)},
                         {"runs", row.runs},
                         {"mean", row.runs.empty() ? Json() : Json(spread(row.runs).mean)},
                         {"deviation", row.runs.empty() ? Json() : Json(spread(row.runs).deviation)},
                         {"difference", apart ? Json(*apart) : Json()},
                         {"verdict", verdict_text(row)},
                         {"missing", row.missing}});
    }
    experiments.push_back({{"name", outcome.experiment.name},
                           {"paper", outcome.experiment.paper},
                           {"place", outcome.experiment.place},
                           {"finding", outcome.finding},
                           {"missing", outcome.missing},
                           {"figures", figures}});
  }
  return {{"experiments", experiments}, {"quick", found.quick}, {"summary", summary_text(found)}};
}

int print_list() {
  std::string text, paper;
  for (const ExperimentInfo& e : experiments()) {
    if (e.paper != paper) text += (paper.empty() ? "" : "\n") + e.paper + "\n";
    paper = e.paper;
    text += "  " + left(e.name, 22) + e.place + ": " + e.about + "\n";
  }
  write_file("-", text);
  return 0;
}

int run_reproduction(ReproduceArguments& a) {
  if (a.list) return print_list();
  check_report(a.output);
  check_data(a.options.data);
  const Reproduction found = watched(
      a.options.control, !a.quiet, [&] { return reproduce(a.options); }, "experiments");
  write_report(a, found);
  if (a.json)
    write_json("reproduce", reproduction_json(found));
  else
    write_file("-", reproduction_text(found, Style(stdout)));
  return found.trouble ? static_cast<int>(*found.trouble) : 0;
}

}  // namespace

void add_reproduce(Program& program) {
  auto* command = program.app.add_subcommand("reproduce", "Reproduce the experiments of the papers");
  auto a = std::make_shared<ReproduceArguments>();
  command->add_option("NAME", a->options.names, "Experiments, or papers (the word before the dash)")
      ->type_name("EXPERIMENT")
      ->default_str("all");
  command
      ->add_option("--data", a->options.data,
                   "A folder of data, searched before the data that come with mercer")
      ->type_name("DIR");
  command
      ->add_option("-o,--output", a->output, "Report: .html, or .md with its pictures in images/ beside it")
      ->type_name("FILE");
  command->add_flag("--quick", a->options.quick, "Two runs of each experiment instead of ten");
  command->add_flag("--list", a->list, "Only list the experiments");
  add_value(*command, "--threads", a->options.threads, "N",
            "Threads of each run; 0 = all cores; the sets are small, so one is fastest")
      ->default_str("1")
      ->group("Run");
  command->add_flag("--json", a->json, "Print one JSON object")->group("Output");
  command->add_flag("-q,--quiet", a->quiet, "No progress")->group("Output");
  command->footer("Example:\n  mercer reproduce geodesic-table-3 iwc --data data -o report.html");
  command->callback([&program, a] { program.action = [a] { return run_reproduction(*a); }; });
}

}  // namespace mercer::cli
