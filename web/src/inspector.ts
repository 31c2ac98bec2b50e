// Beside the plot: one point in full, or what is selected, with the button that saves it.
import { csv } from "./csv";
import { download, h } from "./dom";
import { keepFocus } from "./focus";
import { count, number, plural, share } from "./format";
import { colorVariable } from "./palette";
import type { Points } from "./points";

const swatch = (label: number): HTMLElement => h("span.swatch", { style: `background:${colorVariable(label)}` });
const bar = (part: number, label: number): HTMLElement =>
  h("span.bar", { "aria-hidden": "true" }, h("span", { style: `width:${100 * part}%;background:${colorVariable(label)}` }));

export class Inspector {
  private sought = "";
  readonly element = h("aside.inspector", { "aria-label": "Inspector", "aria-live": "polite" });

  constructor(private readonly points: Points, private readonly hooks: {
    go: (point: number) => void; clear: () => void;
  }) {
    this.show(-1, new Uint32Array());
  }

  /** A point (-1: none) and the selected ones. */
  show(point: number, selected: Uint32Array): void {
    keepFocus(this.element, () => this.element.replaceChildren(this.search(point), ...(this.searchable ? [this.find(point)] : []),
      point >= 0 ? this.one(point) : h("p.quiet", {}, "Click a point to see its details."),
      selected.length ? this.many(selected)
        : h("p.quiet", {}, "Drag with Select, or choose a cluster below the plot, to select points and save their rows.")));
  }

  private search(point: number): HTMLElement {
    const box = h<HTMLInputElement>("input", { type: "number", min: 1, max: this.points.report.points, step: 1,
      value: point >= 0 ? point + 1 : "", placeholder: "row", inputmode: "numeric",
      onchange: () => {
        const row = Math.round(Number(box.value));
        if (row >= 1 && row <= this.points.report.points) this.hooks.go(row - 1);
      } });
    return h("label.field.row", {}, h("span", {}, `Row (of ${count(this.points.report.points)})`), box);
  }

  private get searchable(): boolean {
    return Boolean(this.points.names || this.points.report.texts);
  }
  private find(point: number): HTMLElement {
    const about = this.points.report.texts ? "Words or name" : "Name";
    const said = h("span.quiet", { role: "status" });
    const box = h<HTMLInputElement>("input", { type: "search", "aria-label": about, placeholder: "type, then Enter for the next", value: this.sought,
      onkeydown: (event: KeyboardEvent) => { if (event.key === "Enter") void seek(); } });
    const seek = async (): Promise<void> => {
      this.sought = box.value;
      const found = await this.points.find(box.value, point);
      if (found < 0) said.textContent = "not found";
      else this.hooks.go(found);
    };
    return h("label.field", {}, h("span", {}, about), box, said);
  }
  private text(point: number): HTMLElement | null {
    if (!this.points.report.texts) return null;
    const box = h("blockquote.document", { tabindex: 0, "aria-label": "Text" });
    void this.points.texts().then((texts) => (box.textContent = texts[point] ?? ""));
    return box;
  }

  private one(point: number): HTMLElement {
    const { points } = this, label = points.labels[point], facts: [string, HTMLElement | string][] = [
      ["cluster", h("span", {}, swatch(points.color(label)), points.clusterName(label))]];
    if (points.truth) facts.push([points.report.truth!.column, points.className(point)]);
    const shares = points.shares(point);
    if (shares.length === 1) facts.push(["membership", number(shares[0])]);
    for (const { name, value } of points.quantities())
      if (!name.startsWith("membership")) facts.push([name, number(value(point))]);
    const top = shares.map((value, j) => ({ value, j })).sort((a, b) => b.value - a.value).slice(0, 6);
    if (points.names) facts.unshift(["row", count(point + 1)]);
    return h("div.one", {}, h("h3", {}, points.names?.[point] ?? `Row ${count(point + 1)}`), this.text(point), table(facts),
      shares.length > 1 ? h("h4", {}, "Memberships") : null,
      shares.length > 1 ? table(top.map(({ value, j }) =>
        [`cluster ${j}`, h("span.share", {}, bar(value, points.color(j)), h("span.count", {}, value.toFixed(3)))])) : null,
      points.exactColumns.length ? h("h4", {}, "Values") : null,
      points.exactColumns.length ? h("div.values", { tabindex: 0 }, table(points.exactColumns.map((name, c) =>
        [name, number(points.column(c)[point])]))) : null);
  }

  private many(selected: Uint32Array): HTMLElement {
    const { points } = this, sizes = new Map<number, number>();
    for (const i of selected) sizes.set(points.labels[i], (sizes.get(points.labels[i]) ?? 0) + 1);
    const rows = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([label, n]): [string, HTMLElement] =>
      [points.clusterName(label), h("span.share", {}, bar(n / selected.length, points.color(label)), h("span.count", {}, count(n)))]);
    return h("div.many", {}, h("h3", {}, `${plural(selected.length, "point")} selected`),
      h("p.quiet", {}, `${share(selected.length, points.report.points)} of the data`), table(rows),
      h("div.buttons", {},
        h("button.primary", { type: "button", onclick: () => this.save(selected) }, "Save as CSV"),
        h("button", { type: "button", onclick: () => this.hooks.clear() }, "Clear")),
      points.exactColumns.length ? null : h("p.quiet", {},
        "The file has rows and clusters; the page does not hold the exact values of so many points."));
  }

  private save(selected: Uint32Array): void {
    download("selection.csv", csv(selected, this.points.csvColumns()));
  }
}

function table(rows: [string, HTMLElement | string][]): HTMLElement {
  return h("table.facts", {}, h("tbody", {},
    ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));
}
