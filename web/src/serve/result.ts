// A run as a report shows it, with what only a server can add: rows, files, colours by any column, a second run beside it.
import { matched } from "../candidates";
import { card, h, select } from "../dom";
import { count, number, plural } from "../format";
import { categoryCode } from "../palette";
import { copied, figures, fillParts, type Parts } from "../parts";
import { renamed } from "../peaks";
import { api, type ColumnLine, type Preview, type RunResult } from "./api";
import { columnColoring } from "./column_coloring";
import { carried, labelsThere } from "./linked";
import { attempt, tell } from "./notice";
import { advised } from "./remedies";

const mostRows = 100;
const downloads = [["labels.csv", "The cluster of every row"], ["table.csv", "The table with a column of clusters"],
  ["model.mercer", "The model, for mercer predict"], ["report.html", "This result as a page of its own"]];

export class Result {
  private readonly head = h("header");
  private readonly body = h("div");
  readonly element: HTMLElement;
  private parts: Parts | null = null;
  private beside: Parts | null = null;
  private besideRows: number[] | undefined;
  compared = 0; // the run beside
  private readonly other = h("div.first");
  private readonly table = h("div.scroll.wide", { tabindex: 0, hidden: true });
  private dataset = 0;
  private run = 0;
  private rows: number[] | undefined; // of the table that are points of the run

  /** `sliders` stand between what was found in figures and the points, which follow them. */
  constructor(sliders: HTMLElement, private readonly hooks: { take: (name: string) => void }) {
    this.element = h("div.result", {}, this.head, sliders, this.body);
  }

  repaint(): void {
    this.parts?.repaint();
    this.beside?.repaint();
  }
  clear(): void {
    this.endComparison();
    this.head.replaceChildren();
    this.body.replaceChildren();
    this.parts = null;
  }
  endComparison(): void {
    this.other.replaceChildren();
    this.beside = null;
    this.compared = 0;
  }

  async show(dataset: number, run: number, columns: ColumnLine[], wanted: () => boolean): Promise<RunResult | undefined> {
    const result = await attempt(() => api.result(run));
    if (!result || !wanted()) return undefined;
    const report = advised(result.report);
    this.clear();
    [this.dataset, this.run, this.rows] = [dataset, run, result.rows];
    this.table.hidden = true;
    this.head.append(h("h2", {}, report.subtitle), figures(report), this.files());
    const rules = result.rules?.filter((r) => r.sentence) ?? [];
    const parts = await fillParts(report, this.body, {
      selected: (points) => this.selected(points),
      about: (point) => void (point >= 0 && this.showRows([point], this.rows, this.parts)),
      take: (one) => this.hooks.take(one.name),
      middle: [this.other, card("Rows", "Select points, with a box or a lasso, or click one.", this.table),
        rules.length ? card("The clusters in words", "", h("ul.rules", {}, ...rules.map((r) => h("li", {}, r.sentence)))) : null],
      made: [result.python ? copied(result.python) : null],
    });
    if (!wanted()) return undefined;
    this.parts = parts;
    this.addColumns(columns);
    return result;
  }
  /** Another run on the same points, beside this one; what is selected in one is selected in both. */
  async compare(run: number, name: string): Promise<void> {
    this.compared = run;
    const result = await attempt(() => api.result(run));
    if (!result || !this.parts || this.compared !== run) return;
    const box = h("div.compared", { "aria-label": name });
    this.other.replaceChildren(box);
    const { Explorer } = await import("../explorer"), { Points } = await import("../points");
    const points = await Points.load(result.report), own = this.parts.points;
    const { rows } = result, shown = (): Parts | null => this.beside;
    points.colors = matched(points.labels, labelsThere(own.labels, points.labels.length, rows, this.rows));
    const explorer = new Explorer(points, {
      selected: (chosen) => {
        this.parts?.explorer?.select(carried(chosen, rows, this.rows));
        void this.showRows(chosen, rows, shown());
      },
      about: (point) => void (point >= 0 && this.showRows([point], rows, shown())),
    });
    box.append(explorer.element);
    box.querySelector("h2")!.textContent = `Points: ${name}`;
    await explorer.start();
    if (this.compared !== run) return; // it has been deleted meanwhile
    this.beside = { points, explorer, repaint: () => explorer.repaint() };
    this.besideRows = rows;
    box.scrollIntoView({ block: "start", behavior: "smooth" });
  }
  /** The clusters of a slider, until it is kept. */
  preview(found: Preview): void {
    const { explorer, points } = this.parts ?? {};
    if (!explorer || !points) return;
    if (found.labels.length !== points.labels.length)
      return tell(`The sliders answered for ${plural(found.labels.length, "point")}, and ${count(points.labels.length)} are shown.`, true);
    const labels = renamed(Int32Array.from(found.labels), points.labels);
    explorer.add({ key: "slider", name: "slider", label: (i) => labels[i], code: (i) => categoryCode(labels[i]), text: (i) => String(labels[i]),
      categories: [...new Set(labels)].sort((a, b) => a - b).map((label) => ({ label, name: String(label) })) });
  }

  private addColumns(columns: ColumnLine[]): void {
    const { explorer } = this.parts ?? {};
    if (!columns.length || !explorer) return;
    const choice = select("Colour by a column of the table", [{ value: "", text: "a column …" },
      ...columns.map((c, i) => ({ value: String(i), text: c.name }))], "", (at) => void attempt(async () => {
      if (at) explorer.add(columnColoring(await api.column(this.dataset, Number(at), this.run), this.rows));
    }));
    explorer.addControl(choice);
  }
  private files(): HTMLElement {
    return h("div.buttons", { role: "group", "aria-label": "Download" }, ...downloads.map(([name, about]) =>
      h("a.button", { href: api.file(this.run, name), download: "", title: about }, h("span", { "aria-hidden": "true" }, "↓"), name)));
  }
  private selected(points: Uint32Array): void {
    this.beside?.explorer?.select(carried(points, this.rows, this.besideRows));
    void this.showRows(points, this.rows, this.parts);
  }
  /** What the page itself holds of points: what documents say, or the values of an array. */
  private async known(chosen: number[], of: Parts | null): Promise<{ columns: string[]; rows: string[][] } | null> {
    const points = of?.points, texts = await points?.texts();
    if (!points) return null;
    if (texts?.length) return { columns: ["place", "text"], rows: chosen.map((i) => [points.names?.[i] ?? "", texts[i]]) };
    const { exactColumns } = points;
    return exactColumns.length ? { columns: exactColumns, rows: chosen.map((i) => exactColumns.map((_, c) => number(points.column(c)[i]))) } : null;
  }
  /** The rows behind points of a run; `rows`: of all its points, where they are not all. */
  private async showRows(points: ArrayLike<number>, rows: number[] | undefined, of: Parts | null): Promise<void> {
    if (!points.length) return void (this.table.hidden = true);
    const first = Array.from(points).slice(0, mostRows), shown = first.map((i) => (rows ? rows[i] : i)), all = plural(points.length, "row");
    const found = await api.rows(this.dataset, shown).catch(() => this.known(first, of)); // arrays and documents have none
    if (!found) return;
    this.table.hidden = false;
    this.table.replaceChildren(h("table.rows", {}, h("caption.quiet", {}, points.length > shown.length ? `The first ${count(shown.length)} of ${all}` : all),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "row"), ...found.columns.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...found.rows.map((cells, i) => h("tr", {}, h("th", { scope: "row" }, count(shown[i] + 1)), ...cells.map((text) => h("td", {}, text)))))));
  }
}
