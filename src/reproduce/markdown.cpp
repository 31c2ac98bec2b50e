// The report as a page of the documentation.
#include <fmt/format.h>

#include "report/svg.hpp"
#include "reproduce/table.hpp"

namespace mercer {
namespace {

class Page {
 public:
  explicit Page(std::string folder) : folder_(std::move(folder)) {}
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(page_.text), format, std::forward<Arguments>(arguments)...);
  }

  void overview(const Reproduction& found) {
    add("| | | compared | reproduced | better | worse | differs | not computed "
        "|\n|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (const Outcome& outcome : found.outcomes) {
      Tally tally;
      tally.add(outcome.comparisons);
      add("| `{}` | {}: {} |", outcome.experiment.name, outcome.experiment.place, outcome.experiment.about);
      for (const int number :
           {tally.figures, tally.same, tally.better, tally.worse, tally.different, tally.missing})
        add(" {} |", number > 0 ? std::to_string(number) : "");
      add("\n");
    }
    add("\n");
  }

  void outcome(const Outcome& outcome) {
    add("### {}: {}\n\n`{}`. {}\n\n", outcome.experiment.place, outcome.experiment.about,
        outcome.experiment.name, outcome.finding);
    for (const FigureTable& table : tables_of(outcome.comparisons))
      table.columns.size() > 1 ? wide(table) : narrow(table);
    if (!outcome.missing.empty()) add("**{}**\n\n", outcome.missing);
    pictures(outcome);
    how(outcome);
  }
  MarkdownPage take() { return std::move(page_); }

 private:
  static std::string marked(const Comparison& row, const std::string& text) {
    return row.verdict() == Verdict::worse ? "**" + text + "**" : text;
  }

  void narrow(const FigureTable& table) {
    add("| | paper | mercer | difference | |\n|---|--:|--:|--:|---|\n");
    for (const FigureRow& line : table.rows)
      for (const Comparison* row : line.cells)
        add("| {} | {} | {} | {} | {} |\n", row_name(*row), paper_text(*row), mercer_text(*row),
            marked(*row, difference_text(*row)), verdict_text(*row));
    add("\n");
  }

  void wide(const FigureTable& table) {
    add("| | |");
    for (const std::string& column : table.columns) add(" {} |", column);
    add("\n|---|---|");
    for (std::size_t c = 0; c < table.columns.size(); ++c) add("--:|");
    add("\n");
    for (const FigureRow& line : table.rows) {
      add("| {} | paper |", line.name);
      for (const Comparison* row : line.cells) add(" {} |", paper_text(*row));
      add("\n| | mercer |");
      for (const Comparison* row : line.cells) add(" {} |", mercer_text(*row));
      add("\n| | difference |");
      for (const Comparison* row : line.cells) add(" {} |", marked(*row, difference_text(*row)));
      add("\n");
    }
    add("\n");
  }

  void pictures(const Outcome& outcome) {
    int number = 0;
    for (const Picture& picture : outcome.pictures) {
      const std::string name = fmt::format("{}-{}.svg", outcome.experiment.name, ++number);
      add("<img src=\"{}/{}\" width=\"{}\" alt=\"{}\">\n", folder_, name, picture.broad ? 400 : 250,
          escape_xml(picture.caption));
      page_.pictures.emplace_back(name, picture.svg);
    }
    if (number > 0) add("\n");
  }

  void how(const Outcome& outcome) {
    const auto lines = how_lines(outcome);
    if (lines.empty()) return;
    add("<details><summary>data, methods and parameters</summary>\n\n");
    for (const auto& [what, text] : lines) add("- {}: `{}`\n", what, text);
    add("\n</details>\n\n");
  }

  std::string folder_;
  MarkdownPage page_;
};

}  // namespace

MarkdownPage reproduction_markdown(const Reproduction& found, const std::string& command,
                                   const std::string& folder) {
  Page page(folder);
  page.add("# Reproducing the papers\n\n{}\n\n{}\n\n", summary_text(found), reading_text(found));
  page.add("    {}\n\n", command);
  page.overview(found);
  std::string paper;
  for (const Outcome& outcome : found.outcomes) {
    if (outcome.experiment.paper != paper) page.add("## {}\n\n", outcome.experiment.paper);
    paper = outcome.experiment.paper;
    page.outcome(outcome);
  }
  return page.take();
}

}  // namespace mercer
