// The program advises options of its command line; on the page a column has a role.
import type { Report } from "../schema";

export const onPage = (remedy: string): string => remedy
  .replace(/^--(truth|id) (.+?)( leaves it out.*)?$/, (_, role: string, column: string) =>
    `give ${column === "another column" ? column : `“${column}”`} the role ${role}, under Columns`)
  .replace(/^--standardize$/, "tick “standardize”, under Another method, kernel or width")
  .replace(/'mercer suggest-k' shows the evidence/, "the evidence is shown below")
  .replace(/ \(('mercer [^']*'|--json|--method, --kernel)\)/g, "")
  .replace(/(set|number with) (-k|--clusters)/g, (_, words: string) => (words === "set" ? "give their number" : "number of clusters"))
  .replace(/--([a-z-]+)/g, "“$1”");

export const advised = (report: Report): Report =>
  ({ ...report, warnings: report.warnings.map(({ what, remedy }) => ({ what, remedy: onPage(remedy) })) });
