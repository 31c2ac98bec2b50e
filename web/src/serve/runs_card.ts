// The runs of a file side by side: what they found, how far they agree, and what becomes of them.
import { card, h } from "../dom";
import { Rows, type Row } from "../focus";
import { fixed, number, rounded } from "../format";
import { api, type RunLine } from "./api";
import { attempt } from "./notice";
import type { Store } from "./store";

/** Roles are said where style sheets of phones make blocks of rows. */
const figures = ["method", "kernel", "K", "objective", "silhouette", "truth (ARI)", "seconds"], words = 2;
const seconds = (s: number): string => (s < 0.1 ? String(Number(s.toPrecision(1))) : s.toFixed(2));
const cell = (at: number, text: string): HTMLElement =>
  h(at < words ? "td" : "td.number", { role: "cell", "data-name": figures[at], title: text }, h("span", {}, rounded(text)));

export class RunsCard {
  readonly element: HTMLElement;
  private readonly body = h("tbody", { role: "rowgroup" });
  private readonly rows = new Rows<RunLine>(this.body, (id) => this.row(id));
  private readonly matrix = h("div.scroll");
  private agreed = "";

  constructor(private readonly store: Store, private readonly compare: (run: number) => void) {
    this.element = card("Runs", "", h("div.scroll.wide", { tabindex: 0 }, h("table.runs", { role: "table" }, h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
      ...["run", ...figures, ""].map((name, at) => h(at > words && name ? "th.number" : "th", { scope: "col", role: "columnheader" }, name)))), this.body)),
      this.matrix);
    this.element.hidden = true;
    store.listen(() => this.draw());
  }

  private draw(): void {
    const { runs } = this.store;
    this.element.hidden = !runs.length;
    this.rows.show(runs);
    const done = runs.filter((r) => r.state === "done"), key = done.map((r) => r.id + r.name).join();
    if (key === this.agreed) return;
    this.agreed = key;
    if (done.length < 2) return this.matrix.replaceChildren();
    void attempt(async () => this.agreement(await api.agreement(this.store.dataset)));
  }

  private row(id: number): Row<RunLine> {
    const { store } = this, name = h<HTMLInputElement>("input", { type: "text", onchange: () =>
      void this.act(() => api.rename(id, name.value)).then(() => (name.value = store.runs.find((r) => r.id === id)?.name ?? "")) });
    const button = (text: string, action: () => void): HTMLElement => h("button", { type: "button", onclick: action }, text);
    const show = button("Show", () => store.show(store.dataset, id)), compare = button("Compare", () => this.compare(id));
    const cancel = button("Cancel", () => void this.act(() => api.cancel(id))), remove = button("Delete", () => void this.act(() => api.removeRun(id)));
    const first = h("td", { role: "cell" }, name);
    const last = h("td", { role: "cell" }, h("div.buttons", {}, show, compare, cancel, remove)), element = h("tr", { role: "row" }, first, last);
    let cells: HTMLElement[] = [], told = "";
    return { element, show: (run) => {
      const shown = id === store.run, done = run.state === "done", going = run.state === "running" || run.state === "waiting";
      const now = going ? run.state : JSON.stringify([run.state, run.figures, run.trouble]);
      if (now !== told) {
        for (const cell of cells) cell.remove();
        first.after(...(cells = this.cells(run)));
        told = now;
      }
      if (run.state === "running") progressed(cells[0], run);
      if (document.activeElement !== name) name.value = run.name;
      element.classList.toggle("shown", shown);
      show.setAttribute("aria-pressed", String(shown));
      for (const [control, about] of [[name, "Name of"], [show, "Show"], [compare, "Compare with"], [cancel, "Cancel"], [remove, "Delete"]] as const)
        control.setAttribute("aria-label", `${about} ${run.name}`);
      const held = last.contains(document.activeElement);
      for (const [control, there] of [[show, done], [compare, done && !shown], [cancel, going], [remove, !going]] as const) control.hidden = !there;
      if (held && (document.activeElement as HTMLElement).hidden) (done ? show : name).focus({ preventScroll: true }); // never Delete
    } };
  }
  /** What it found, or how far it is. */
  private cells(run: RunLine): HTMLElement[] {
    const { figures: f } = run;
    if (f) return [f.method, f.kernel, String(f.clusters), number(f.objective), f.silhouette === undefined ? "–" : fixed(f.silhouette, 3),
      f.ari === undefined ? "–" : fixed(f.ari, 3), seconds(f.seconds)].map((text, at) => cell(at, text));
    return [h("td", { colspan: figures.length, role: "cell" }, run.state === "running" ? h("div.progress", {}, h("progress", { max: 1 }), h("span.quiet"))
      : h(`span${run.state === "failed" ? ".wrong" : ".quiet"}`, {}, run.trouble ?? run.state))];
  }
  private async act(action: () => Promise<unknown>): Promise<void> {
    await attempt(action);
    await this.store.refresh();
  }

  private agreement({ runs, ari }: { runs: number[]; ari: (number | null)[][] }): void {
    const name = (id: number): string => this.store.runs.find((r) => r.id === id)?.name ?? String(id);
    this.matrix.replaceChildren(h("h3", {}, "Agreement (adjusted Rand index)"), h("table.confusion.agreement", {},
      h("thead", {}, h("tr", {}, h("td"), ...runs.map((id) => h("th", { scope: "col" }, name(id))))),
      h("tbody", {}, ...runs.map((id, i) => h("tr", {}, h("th", { scope: "row" }, name(id)), ...ari[i].map((value) =>
        h("td", { style: `--part:${100 * Math.max(0, value ?? 0)}%` }, value === null ? "–" : fixed(value, 2))))))));
  }
}

function progressed(box: HTMLElement, { part, phase }: RunLine): void {
  const bar = box.querySelector("progress")!;
  if (part === null) bar.removeAttribute("value");
  else bar.value = part;
  bar.setAttribute("aria-label", phase);
  box.querySelector(".quiet")!.textContent = part === null ? phase : `${Math.round(100 * part)}\u00a0% ${phase}`;
}
