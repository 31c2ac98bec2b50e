// A run as a report shows it, with what only a server can add: rows, files, colours by any column, a second run beside it.
import { card, h } from "../dom";
import { count, plural } from "../format";
import { categoryCode, rampCode } from "../palette";
import { copied, figures, fillParts, type Parts } from "../parts";
import { savePicture } from "../pictures";
import type { Coloring } from "../points";
import { api, type ColumnLine, type Preview, type RunResult } from "./api";
import { attempt } from "./notice";

const mostRows = 100;

/** Colours by a column of the table. */
async function columnColoring(dataset: number, at: number, rows?: number[]): Promise<Coloring> {
  const { name, values, words } = await api.column(dataset, at);
  const value = (i: number): number => values[rows ? rows[i] : i] ?? NaN;
  const key = `column ${name}`;
  if (words.length) return { key, name: key, categories: words.map((word, label) => ({ label, name: word })),
    code: (i) => categoryCode(Number.isNaN(value(i)) ? -1 : value(i)), label: (i) => value(i), text: (i) => words[value(i)] ?? "" };
  let low = Infinity, high = -Infinity;
  for (const v of values) if (v !== null) [low, high] = [Math.min(low, v), Math.max(high, v)];
  return { key, name: key, range: () => [low, high], label: () => 0, text: (i) => String(value(i)),
    code: (i) => rampCode((value(i) - low) / Math.max(high - low, 1e-300)) };
}

export class Result {
  readonly element = h("div.result");
  private parts: Parts | null = null;
  private beside: Parts | null = null;
  private readonly other = h("div.first");
  private readonly table = h("div.scroll.wide", { tabindex: 0, hidden: true });
  private dataset = 0;
  private rows: number[] | undefined;

  constructor(private readonly hooks: { take: (method: string, name: string) => void }) {}

  repaint(): void {
    this.parts?.repaint();
    this.beside?.repaint();
  }
  clear(): void {
    this.element.replaceChildren();
    this.parts = this.beside = null;
  }

  async show(dataset: number, run: number, columns: ColumnLine[], wanted: () => boolean): Promise<RunResult | undefined> {
    const result = await attempt(() => api.result(run));
    if (!result || !wanted()) return undefined;
    const { report } = result, files = h("div.buttons", {}, ...["labels.csv", "table.csv", "model.mercer", "report.html"].map((name) =>
      h("a.button", { href: api.file(run, name), download: "" }, name)));
    this.clear();
    [this.dataset, this.rows] = [dataset, result.rows];
    this.other.replaceChildren();
    this.table.hidden = true;
    const page = h("div");
    this.element.append(page);
    page.append(h("header", {}, h("h2", {}, report.subtitle), figures(report)));
    const rules = result.rules?.filter((r) => r.sentence) ?? [];
    const parts = await fillParts(report, page, {
      selected: (points) => this.selected(points),
      about: (point) => void (point >= 0 && this.showRows([point])),
      take: (one) => this.hooks.take(one.method, one.name),
      middle: [this.other, card("Rows", "Select points, with a box or a lasso, or click one.", this.table),
        rules.length ? card("The clusters in words", "", h("ul.rules", {}, ...rules.map((r) => h("li", {}, r.sentence)))) : null],
      made: [result.python ? copied(result.python) : null, h("h3", {}, "Take away"), files],
    });
    if (!wanted()) return undefined;
    this.parts = parts;
    this.addColumns(columns);
    for (const one of page.querySelectorAll<HTMLElement>(".cards .card, .last .card"))
      if (one.querySelector(".chart, canvas.matrix, .map"))
        one.append(h("button.save", { type: "button", onclick: () => savePicture(one, one.querySelector("h2")!.textContent!) }, "Save picture"));
    return result;
  }
  /** Another run on the same points, beside this one; what is selected in one is selected in both. */
  async compare(run: number, name: string): Promise<void> {
    const result = await attempt(() => api.result(run));
    if (!result || !this.parts) return;
    const box = h("div.compared", { "aria-label": name });
    this.other.replaceChildren(box);
    const { Explorer } = await import("../explorer"), { Points } = await import("../points");
    const points = await Points.load(result.report);
    const explorer = new Explorer(points, { selected: (chosen) => this.parts?.explorer?.select(chosen) });
    box.append(explorer.element);
    box.querySelector("h2")!.textContent = `Points: ${name}`;
    await explorer.start();
    this.beside = { points, explorer, repaint: () => explorer.repaint() };
    box.scrollIntoView({ block: "start", behavior: "smooth" });
  }
  /** The clusters of a slider, until it is kept. */
  preview(found: Preview): void {
    const { labels } = found;
    this.parts?.explorer?.add({ key: "slider", name: "slider", label: (i) => labels[i], code: (i) => categoryCode(labels[i]),
      text: (i) => String(labels[i]), categories: Array.from({ length: found.clusters }, (_, label) => ({ label, name: String(label) })) });
  }

  private addColumns(columns: ColumnLine[]): void {
    if (!columns.length || !this.parts?.explorer) return;
    const box = h<HTMLSelectElement>("select", { "aria-label": "Colour by a column", onchange: () => void attempt(async () => {
      if (box.value) this.parts?.explorer?.add(await columnColoring(this.dataset, Number(box.value), this.rows));
    }) }, h("option", { value: "" }, "a column …"), ...columns.map((c, i) => h("option", { value: String(i) }, c.name)));
    this.parts.explorer.element.querySelector("h2")!.after(h("label.field.by-column", {}, h("span", {}, "Colour by a column of the table"), box));
  }
  private selected(points: Uint32Array): void {
    this.beside?.explorer?.select(points);
    void this.showRows(Array.from(points.slice(0, mostRows)), points.length);
  }
  private async showRows(points: number[], of = points.length): Promise<void> {
    if (!points.length) return void (this.table.hidden = true);
    const rows = points.map((i) => (this.rows ? this.rows[i] : i));
    const found = await api.rows(this.dataset, rows).catch(() => null); // arrays have none
    if (!found) return;
    this.table.hidden = false;
    this.table.replaceChildren(h("table.rows", {}, h("caption.quiet", {}, of > rows.length ? `${count(rows.length)} of ${plural(of, "row")}` : plural(of, "row")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "row"), ...found.columns.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...found.rows.map((cells, i) => h("tr", {}, h("th", { scope: "row" }, count(rows[i] + 1)), ...cells.map((text) => h("td", {}, text)))))));
  }
}

