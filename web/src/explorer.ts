// The data in two dimensions, with its controls, legend, tooltip and inspector.
import { csv } from "./csv";
import { card, download, h, select } from "./dom";
import { keepFocus } from "./focus";
import { count, number, plural } from "./format";
import { Inspector } from "./inspector";
import { categoryCode, colorVariable, ramp } from "./palette";
import { savePng, saveSvg } from "./pictures";
import { unpack, type Numbers } from "./packed";
import type { Coloring, Points } from "./points";
import { regionsPicture } from "./regions";
import { Scatter, State } from "./scatter/scatter";
import type { Candidate, View } from "./schema";

const markers = ["●", "■", "▲", "◆"];
const mostLegend = 40;
let explorers = 0;

/** What the page around wants to know or adds. */
export interface ExplorerHooks {
  selected?: (points: Uint32Array) => void;
  colorings?: Coloring[];
  about?: (point: number) => void; // a point is inspected; -1: none
}

export class Explorer {
  readonly element: HTMLElement;
  private readonly scatter: Scatter;
  private readonly inspector: Inspector;
  private readonly controls = h("div.controls");
  private readonly legend = h("div.legend", { role: "group", "aria-label": "Legend" });
  private readonly tooltip = h("div.tooltip", { hidden: true, role: "status" });
  private readonly note = h("p.quiet.note");
  private colorings: Coloring[];
  private coloring: Coloring;
  private view: View;
  private rows: Numbers | null = null; // the points of the view, if not all
  private axes: [number, number] = [0, 1];
  private showRegions = true;
  private selected: Uint32Array = new Uint32Array();
  private inspected = -1;
  private readonly radio = `drag-${++explorers}`;
  private readonly beside: HTMLElement[] = []; // controls that the page around has added

  constructor(private readonly points: Points, private readonly hooks: ExplorerHooks = {}) {
    const { report } = points;
    this.colorings = [...points.colorings(), ...(hooks.colorings ?? [])];
    this.coloring = points.firstColoring(this.colorings);
    this.view = report.views[0];
    this.scatter = new Scatter({
      hover: (at, where) => this.hover(at, where),
      pick: (at) => this.inspect(at < 0 ? -1 : this.pointOf(at)),
      brush: (found) => this.choose(this.rows ? found.map((at) => this.rows![at]) : found),
      step: (by) => this.inspect((this.inspected + by + report.points) % report.points),
    });
    this.inspector = new Inspector(points, { go: (i) => this.inspect(i), clear: () => this.clear() });
    this.element = card("Points", "", this.controls,
      h("div.explorer", {}, h("div.stage", {}, this.scatter.element, this.tooltip, this.legend, this.note,
        h("p.quiet.keys", {}, "Drag to move, Shift-drag to select, click for a point; the wheel zooms once the plot is " +
          "clicked. Keys: arrows, + and −, 0 for all, s selects what is seen, n and p for the next and previous row, Esc."),
        h("p.quiet.fingers", {}, "Tap for a point. Across with one finger, or any way with two, moves the plot; two fingers zoom it.")),
      this.inspector.element), this.saving());
  }

  /** Another control, beside the colours. */
  addControl(control: HTMLElement): void {
    this.beside.push(control);
    this.drawControls();
  }
  async start(): Promise<void> {
    await this.show(this.view);
  }
  repaint(): void {
    this.scatter.repaint();
    this.drawLegend();
    this.drawRegions();
  }

  /** Points chosen elsewhere. */
  select(points: Uint32Array): void {
    if (points !== this.selected) this.choose(points, true);
  }
  /** Another way to colour, beside those that there are; the same key takes its place. */
  add(coloring: Coloring): void {
    this.colorings = [...this.colorings.filter((c) => c.key !== coloring.key), coloring];
    this.coloring = coloring;
    this.drawControls();
    this.color(coloring);
  }
  /** The clusters of something that was tried, where it is known; other points are grey. */
  async colorByCandidate(one: Candidate): Promise<void> {
    const given = this.points.report.candidates;
    if (!given?.rows || !one.labels) return;
    const [rows, labels] = await Promise.all([unpack(given.rows), unpack(one.labels)]);
    const known = new Map<number, number>();
    rows.forEach((row, i) => known.set(row, labels[i]));
    this.colorByTried(one.name, (i) => known.get(i) ?? -1, labels);
  }
  /** Other clusters, `used` among them; points with the label -1 are grey. */
  colorByTried(name: string, label: (i: number) => number, used: Numbers): void {
    this.add({ key: "candidate", name: `tried: ${name}`, label, code: (i) => categoryCode(label(i)), text: (i) => String(label(i)),
      categories: [...new Set(used)].sort((a, b) => a - b).map((l) => ({ label: l, name: String(l) })) });
    this.element.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  private pointOf(at: number): number {
    return this.rows ? this.rows[at] : at;
  }
  private placeOf(point: number): number {
    return !this.rows || point < 0 ? point : (this.rows as Int32Array).indexOf(point);
  }

  private async show(view: View, axes: [number, number] = [0, 1]): Promise<void> {
    this.view = view;
    this.axes = axes;
    this.rows = view.rows ? await unpack(view.rows) : null;
    const [a, b] = view.axes.length > 1 ? axes : [0, -1];
    const x = await unpack(view.axes[a].values);
    const y = b < 0 ? Float32Array.from(x, (_, i) => this.pointOf(i) + 1) : await unpack(view.axes[b].values);
    const other = b < 0 ? "row" : view.axes[b].name;
    this.scatter.setPlane({ x, y, names: { x: view.axes[a].name, y: other }, equal: view.equal && b >= 0 });
    this.note.textContent = view.note ?? "";
    this.drawControls();
    this.color(this.coloring);
    this.scatter.mark(this.placeOf(this.inspected));
  }
  private color(coloring: Coloring): void {
    this.coloring = coloring;
    const n = this.rows?.length ?? this.points.report.points;
    const codes = new Uint8Array(n);
    for (let at = 0; at < n; ++at) codes[at] = coloring.code(this.pointOf(at));
    this.scatter.setColors(codes, Boolean(coloring.categories));
    this.emphasise();
    this.drawLegend();
    this.drawRegions();
  }
  private choose(selected: Uint32Array, quietly = false): void {
    this.selected = selected;
    if (!quietly) this.hooks.selected?.(selected);
    this.emphasise();
    this.drawLegend();
    this.inspector.show(this.inspected, selected);
  }
  private emphasise(): void {
    const n = this.rows?.length ?? this.points.report.points;
    const states = new Uint8Array(n).fill(this.selected.length ? State.dimmed : State.plain);
    const chosen = new Set(this.rows ? this.selected : []);
    if (!this.rows) for (const i of this.selected) states[i] = State.chosen;
    else for (let at = 0; at < n; ++at) if (chosen.has(this.rows[at])) states[at] = State.chosen;
    this.scatter.setStates(states);
  }
  /** The button that was pressed goes with the selection. */
  private clear(): void {
    this.choose(new Uint32Array());
    this.scatter.element.focus({ preventScroll: true });
  }
  private inspect(point: number): void {
    this.inspected = point;
    this.scatter.mark(this.placeOf(point));
    this.inspector.show(point, this.selected);
    this.hooks.about?.(point);
  }
  private hover(at: number, where: { x: number; y: number }): void {
    this.tooltip.hidden = at < 0;
    if (at < 0) return;
    const point = this.pointOf(at), { points } = this, box = this.tooltip.parentElement!.getBoundingClientRect();
    const lines = [points.names?.[point] ?? `row ${count(point + 1)}`, points.clusterName(points.labels[point])];
    if (points.truth) lines.push(`${points.report.truth!.column}: ${points.className(point)}`);
    if (!this.coloring.categories) lines.push(`${this.coloring.name}: ${this.coloring.text(point)}`);
    this.tooltip.replaceChildren(...lines.map((text) => h("div", {}, text)));
    const left = Math.min(where.x - box.left + 14, box.width - 190);
    this.tooltip.style.translate = `${Math.max(0, left)}px ${where.y - box.top + 14}px`;
  }

  private drawControls(): void {
    const { report } = this.points, { view, axes } = this;
    const names = view.axes.map((axis, i) => ({ value: String(i), text: axis.name }));
    const parts: HTMLElement[] = [select("View", report.views.map((v, i) => ({ value: String(i), text: v.name })),
      String(report.views.indexOf(view)), (i) => void this.show(report.views[Number(i)]))];
    if (names.length > 2) {
      parts.push(select("Across", names, String(axes[0]), (i) => void this.show(view, [Number(i), axes[1]])));
      parts.push(select("Up", names, String(axes[1]), (i) => void this.show(view, [axes[0], Number(i)])));
    }
    parts.push(select("Colour", this.colorings.map((c) => ({ value: c.key, text: c.name })), this.coloring.key,
      (key) => this.color(this.colorings.find((c) => c.key === key)!)));
    parts.push(...this.beside, this.modes());
    const button = (text: string, title: string, action: () => void): HTMLElement =>
      h("button.icon", { type: "button", title, "aria-label": title, onclick: action }, text);
    parts.push(h("div.buttons.zoom", {}, button("+", "Zoom in", () => this.scatter.zoom(1.4)),
      button("−", "Zoom out", () => this.scatter.zoom(1 / 1.4)), button("⤢", "Show all", () => this.scatter.reset())));
    if (this.hasRegions())
      parts.push(h("label.check", {}, h<HTMLInputElement>("input", { type: "checkbox", checked: this.showRegions,
        onchange: (event: Event) => {
          this.showRegions = (event.target as HTMLInputElement).checked;
          this.drawRegions();
        } }), "Decision regions"));
    keepFocus(this.controls, () => this.controls.replaceChildren(...parts));
  }
  /** Below the plot, as in every card. */
  private saving(): HTMLElement {
    const save = (kind: string, action: () => void): HTMLElement =>
      h("button", { type: "button", title: "Save the plot as a picture", "aria-label": `${kind} of Points`, onclick: action }, kind);
    return h("div.buttons.save", {}, save("PNG", () => void this.savePlot()), save("SVG", () => saveSvg("Points.svg", this.scatter.drawing())),
      h("button", { type: "button", title: "Save the cluster of every row", onclick: () => this.saveLabels() }, "Labels"));
  }
  private async savePlot(): Promise<void> {
    await savePng("Points.png", await this.scatter.snapshot());
  }
  private saveLabels(): void {
    download("labels.csv", csv(this.points.labels.keys(), this.points.csvColumns().slice(0, this.points.names ? 3 : 2)));
  }
  private modes(): HTMLElement {
    const mode = (text: string, brushing: boolean, lasso: boolean): HTMLElement => {
      const input = h<HTMLInputElement>("input", { type: "radio", name: this.radio, value: text,
        checked: this.scatter.brushing === brushing && (!brushing || this.scatter.lasso === lasso),
        onchange: () => {
          this.scatter.brushing = brushing;
          this.scatter.lasso = lasso;
          this.scatter.element.classList.toggle("brushing", brushing);
        } });
      return h("label", {}, input, h("span", {}, text));
    };
    return h("fieldset.segments", {}, h("legend", {}, "Drag"), mode("Move", false, false), mode("Select", true, false), mode("Lasso", true, true));
  }

  private hasRegions(): boolean {
    return Boolean(this.points.report.regions) && this.view.kind === "columns" && this.axes[0] === 0 && this.axes[1] === 1;
  }
  private drawRegions(): void {
    const { regions } = this.points.report;
    if (!regions || !this.hasRegions() || !this.showRegions) return this.scatter.setPicture();
    void regionsPicture(regions, this.coloring, this.points).then((image) => this.scatter.setPicture({ image, box: { x: regions.x, y: regions.y } }));
  }

  private drawLegend(): void {
    keepFocus(this.legend, () => this.fillLegend());
  }
  private fillLegend(): void {
    const { coloring } = this;
    if (!coloring.categories) {
      const [low, high] = coloring.range!(), shown = coloring.shown ?? number;
      const stops = Array.from({ length: 9 }, (_, i) => ramp(i / 8)).join(",");
      this.legend.replaceChildren(h("span.scale", {}, shown(low),
        h("span.gradient", { style: `background:linear-gradient(90deg,${stops})` }), shown(high), h("span.quiet", {}, coloring.name)));
      return;
    }
    const shown = coloring.categories.slice(0, mostLegend), more = coloring.categories.length - shown.length;
    this.legend.replaceChildren(...shown.map(({ label, name, color = label }) => h("button.key", {
      type: "button", title: `Select ${name}`, onclick: () => this.selectCategory(label),
    }, h("span.marker", { style: `color:${colorVariable(color)}`, "aria-hidden": "true" }, markers[color < 0 ? 0 : Math.floor(color / 8) % 4]), name)),
    ...(more > 0 ? [h("span.quiet", {}, `and ${plural(more, "more")}`.replace("mores", "more"))] : []));
  }
  private selectCategory(label: number): void {
    const found: number[] = [];
    for (let i = 0; i < this.points.report.points; ++i) if (this.coloring.label(i) === label) found.push(i);
    this.choose(Uint32Array.from(found));
  }
}
