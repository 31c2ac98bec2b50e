// The report as one page: tables in the paper's form, pictures inline, light and dark, readable on a phone.
#include <fmt/format.h>

#include "report/svg.hpp"
#include "reproduce/table.hpp"

namespace mercer {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ink: #1a1a1a; --faint: #666; --line: #ddd; --sheet: #fff; --good: #00664a; --bad: #b04000; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --faint: #a0a0a0; --line: #3a3a3a; --sheet: #16181c; --good: #5fd3ae; --bad: #ffa366; }
}
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--sheet); color: var(--ink);
       font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { margin: 2rem 0 .3rem; }
a { color: inherit; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .8rem 0; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .2rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
td.name, td.words { text-align: left; }
td.name { white-space: normal; min-width: 8rem; }
.reproduced { color: var(--good); }
.worse, .differs, .missing { color: var(--bad); }
.faint, summary { color: var(--faint); }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem; margin: 1rem 0; }
figure { margin: 0; }
@media (min-width: 40rem) { figure.broad { grid-column: span 2; } }
figure svg { width: 100%; height: auto; border-radius: 8px; border: 1px solid var(--line); box-sizing: border-box; }
figcaption { font-size: .85rem; color: var(--faint); }
details li { font-size: .85rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
)";

class HtmlPage {
 public:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void overview(const Reproduction& found) {
    add("<div "
        "class=\"wide\"><table>\n<tr><th></th><th></th><th>compared</th><th>reproduced</th><th>better</th>"
        "<th>worse</th><th>differs</th><th>not computed</th></tr>\n");
    for (const Outcome& outcome : found.outcomes) {
      Tally tally;
      tally.add(outcome.comparisons);
      add("<tr><td class=\"name\"><a href=\"#{0}\">{0}</a></td><td class=\"name\">{1}</td>",
          escape_xml(outcome.experiment.name), escape_xml(outcome.experiment.about));
      for (const int number :
           {tally.figures, tally.same, tally.better, tally.worse, tally.different, tally.missing})
        add("<td>{}</td>", number > 0 ? std::to_string(number) : "");
      add("</tr>\n");
    }
    add("</table></div>\n");
  }

  void outcome(const Outcome& outcome) {
    add("<section id=\"{}\">\n<h3>{}: {}</h3>\n", escape_xml(outcome.experiment.name),
        escape_xml(outcome.experiment.place), escape_xml(outcome.experiment.about));
    add("<p>{}</p>\n", escape_xml(outcome.finding));
    for (const FigureTable& table : tables_of(outcome.comparisons))
      table.columns.size() > 1 ? wide(table) : narrow(table);
    if (!outcome.missing.empty()) add("<p class=\"missing\">{}</p>\n", escape_xml(outcome.missing));
    pictures(outcome);
    how(outcome);
    add("</section>\n");
  }
  std::string take() { return std::move(text_); }

 private:
  void cell(const Comparison& row, const std::string& text) {
    const std::string kind = row.missing.empty() ? verdict_text(row) : "missing";
    add("<td{}>{}</td>", kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), escape_xml(text));
  }

  void narrow(const FigureTable& table) {
    add("<div "
        "class=\"wide\"><table>\n<tr><th></th><th>paper</th><th>mercer</th><th>difference</th><th></th></"
        "tr>\n");
    for (const FigureRow& line : table.rows)
      for (const Comparison* row : line.cells) {
        add("<tr><td class=\"name\">{}</td><td>{}</td><td>{}</td>", escape_xml(row_name(*row)),
            escape_xml(paper_text(*row)), escape_xml(mercer_text(*row)));
        cell(*row, difference_text(*row));
        cell(*row, verdict_text(*row));
        add("</tr>\n");
      }
    add("</table></div>\n");
  }

  // Three lines a row, as many columns as the paper's table.
  void wide(const FigureTable& table) {
    add("<div class=\"wide\"><table>\n<tr><th></th><th></th>");
    for (const std::string& column : table.columns) add("<th>{}</th>", escape_xml(column));
    add("</tr>\n");
    for (const FigureRow& line : table.rows) {
      add("<tr><td class=\"name\" rowspan=\"3\">{}</td><td class=\"words faint\">paper</td>",
          escape_xml(line.name));
      for (const Comparison* row : line.cells) add("<td>{}</td>", escape_xml(paper_text(*row)));
      add("</tr>\n<tr><td class=\"words\">mercer</td>");
      for (const Comparison* row : line.cells) add("<td>{}</td>", escape_xml(mercer_text(*row)));
      add("</tr>\n<tr><td class=\"words faint\">difference</td>");
      for (const Comparison* row : line.cells) cell(*row, difference_text(*row));
      add("</tr>\n");
    }
    add("</table></div>\n");
  }

  void pictures(const Outcome& outcome) {
    if (outcome.pictures.empty()) return;
    add("<div class=\"pictures\">\n");
    for (const Picture& picture : outcome.pictures)
      add("<figure{}>{}<figcaption>{}</figcaption></figure>\n", picture.broad ? " class=\"broad\"" : "",
          picture.svg, escape_xml(picture.caption));
    add("</div>\n");
  }

  void how(const Outcome& outcome) {
    const auto lines = how_lines(outcome);
    if (lines.empty()) return;
    add("<details><summary>data, methods and parameters</summary><ul>\n");
    for (const auto& [what, text] : lines)
      add("<li>{}: <code>{}</code></li>\n", escape_xml(what), escape_xml(text));
    add("</ul></details>\n");
  }

  std::string text_;
};

}  // namespace

std::string reproduction_html(const Reproduction& found, const std::string& command) {
  HtmlPage page;
  page.add(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>Reproducing the "
      "papers</title>\n<style>{}</style>\n</head>\n<body>\n<h1>Reproducing the papers</h1>\n",
      style);
  page.add(
      "<p>{}</p>\n<p class=\"faint\">{}</p>\n<p><code>{}</code> <span class=\"faint\">mercer {}</span></p>\n",
      escape_xml(summary_text(found)), escape_xml(reading_text(found)), escape_xml(command), MERCER_VERSION);
  page.overview(found);
  std::string paper;
  for (const Outcome& outcome : found.outcomes) {
    if (outcome.experiment.paper != paper) page.add("<h2>{}</h2>\n", escape_xml(outcome.experiment.paper));
    paper = outcome.experiment.paper;
    page.outcome(outcome);
  }
  page.add("</body>\n</html>\n");
  return page.take();
}

}  // namespace mercer
