// What mercer fit writes: files, and what it says.
#include <fmt/format.h>

#include "choice.hpp"
#include "fit.hpp"
#include "mercer/plot.hpp"
#include "mercer/report.hpp"
#include "names.hpp"
#include "parts.hpp"
#include "pictures.hpp"
#include "views.hpp"

namespace mercer::cli {
namespace {

// Of the rows of a table those that became points.
std::vector<std::string> of_points(const TableSource& table, std::vector<std::string> all) {
  if (all.empty() || table.rows.empty()) return all;
  std::vector<std::string> some;
  for (const Index row : table.rows) some.push_back(std::move(all[static_cast<std::size_t>(row)]));
  return some;
}
// Their ids; without ids, the rows that they were, where some were left out.
std::vector<std::string> names_of_points(const TableSource& table) {
  std::vector<std::string> names = of_points(table, table.ids());
  if (names.empty())
    for (const Index row : table.rows) names.push_back(fmt::format("row {}", row + 1));
  return names;
}
std::vector<std::string> texts_of_points(const TableSource& table, const std::string& column) {
  const Index c = column.empty() ? Frame::none : table.frame->find(column);
  return c == Frame::none ? std::vector<std::string>() : of_points(table, table.frame->texts(c));
}

}  // namespace

void write_table(const FitArguments& a, const Result& result, const Input& input, const std::string& path) {
  if (!input.table)
    throw Error(
        Fault::usage,
        fmt::format("--append adds columns to a table, and {} is not a table; use --labels", input.source));
  std::vector<ExtraColumn> more{{"cluster", label_texts(result.labels)}};
  const auto numbers = [](const Vector& values) {
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(number_text(value));
    return texts;
  };
  if (result.memberships.size() > 0)
    more.push_back({"membership", numbers(result.memberships.rowwise().maxCoeff())});
  if (result.outlier_scores.size() > 0) more.push_back({"outlier", numbers(result.outlier_scores)});
  for (ExtraColumn& column : more) column.fields = input.table->spread(column.fields);
  append_columns(a.data.path, frame_request(a.data, a.table), more, path);
}

ReportOptions report_options(const FitArguments& a, const Run& run, const Input& input) {
  ReportOptions page;
  const std::size_t slash = run.source.find_last_of('/', run.source.size() - 2);  // a folder may end in one
  page.title = slash == std::string::npos ? run.source : run.source.substr(slash + 1);
  page.command = run.command;
  page.about = summary_lines(run);
  if (const auto& choice = run.result.choice)
    for (auto& line : choice_lines(*choice)) page.about.push_back(std::move(line));
  page.truth = input.truth;
  page.truth_name = run.truth;
  page.terms = run.terms;
  page.names = input.table ? names_of_points(*input.table) : input.places;
  page.texts = input.table ? texts_of_points(*input.table, a.text.column) : input.texts;
  if (run.table) page.profile = run.table->about;
  page.memory = a.options.memory;
  page.seed = a.options.seed;
  page.threads = a.options.threads;
  page.words = in_flags;
  return page;
}

std::string report_page(const FitArguments& a, const Data& raw, const Run& run, const Input& input) {
  return report_html(raw, run.result, report_options(a, run, input));
}

void write_outputs(const FitArguments& a, const View& view, const Result& result, const Input& input,
                   const std::string& page) {
  PlotOptions plot;
  plot.columns = view.names;
  plot.one_unit = view.one_unit;
  const std::string picture =
      a.plot.empty() ? "" : picture_of(a.plot, {{"", view.data, result.labels}}, plot);
  const std::string candidates =
      a.candidates.empty() ? ""
                           : picture_of(a.candidates, candidate_panels(view.data, result), candidate_style());
  const std::string curve = a.curve.empty() ? "" : curve_picture_of(a.curve, result);
  if (!a.model.empty()) result.model.save(a.model);
  if (!a.plot.empty()) write_file(a.plot, picture);
  if (!a.curve.empty()) write_file(a.curve, curve);
  if (!a.candidates.empty()) write_file(a.candidates, candidates);
  if (!a.report.empty()) write_file(a.report, page);
  if (!a.outlier_scores.empty()) write_matrix(a.outlier_scores, result.outlier_scores, {"outlier_score"});
  if (!a.map.empty()) write_map(a.map, *result.map);
  if (!a.dendrogram.empty()) write_dendrogram(a.dendrogram, *result.dendrogram, result.labels);
  if (!a.memberships.empty()) {
    const Matrix& soft = result.memberships;
    const Index clusters = result.model.clusters();
    write_matrix(a.memberships, soft.size() > 0 ? soft : hard_memberships(result.labels, clusters),
                 cluster_names(clusters));
  }
  if (!a.append.empty()) write_table(a, result, input, a.append);
  if (!a.labels.empty()) write_labels_of(a.labels, result.labels, input);
}

void report(const FitArguments& a, const View& view, const Run& run) {
  if (a.json) write_json("fit", summary_json(run));
  const bool taken = a.json || a.labels == "-" || a.memberships == "-" || a.plot == "-" || a.curve == "-" ||
                     a.candidates == "-" || a.map == "-" || a.outlier_scores == "-" || a.dendrogram == "-" ||
                     a.report == "-" || a.append == "-";
  std::FILE* stream = taken ? stderr : stdout;
  std::string text = a.json || a.quiet ? "" : summary_text(run, Style(stream));
  if (a.show) text += shown_clusters(view, run.result.labels, stream);
  if (taken)
    fmt::print(stderr, "{}", text);
  else if (!text.empty())
    write_file("-", text);
}

}  // namespace mercer::cli
