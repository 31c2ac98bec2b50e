// The program advises options of its command line; on the page a column has a role.
import type { Report } from "../schema";

export const onPage = (remedy: string): string =>
  remedy.replace(/^--(truth|id) (.+?)( leaves it out.*)?$/, (_, role: string, column: string) =>
    `give ${column === "another column" ? column : `“${column}”`} the role ${role}, under Columns`);

export const advised = (report: Report): Report =>
  ({ ...report, warnings: report.warnings.map(({ what, remedy }) => ({ what, remedy: onPage(remedy) })) });
