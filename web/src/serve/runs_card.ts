// The runs of a file side by side: what they found, how far they agree, and what becomes of them.
import { card, h } from "../dom";
import { number } from "../format";
import { api, type RunLine } from "./api";
import { attempt } from "./notice";
import type { Store } from "./store";

export class RunsCard {
  readonly element: HTMLElement;
  private readonly body = h("tbody");
  private readonly matrix = h("div.scroll");
  private agreed = "";

  constructor(private readonly store: Store, private readonly compare: (run: number) => void) {
    this.element = card("Runs", "", h("div.scroll.wide", { tabindex: 0 }, h("table.runs", {}, h("thead", {}, h("tr", {},
      ...["run", "method", "kernel", "K", "objective", "silhouette", "truth (ARI)", "seconds", ""].map((name) => h("th", { scope: "col" }, name)))), this.body)),
      this.matrix);
    this.element.hidden = true;
    store.listen(() => this.draw());
  }

  private draw(): void {
    const { runs } = this.store;
    this.element.hidden = !runs.length;
    if (!this.body.contains(document.activeElement) || !(document.activeElement instanceof HTMLInputElement))
      this.body.replaceChildren(...runs.map((run) => this.row(run)));
    const done = runs.filter((r) => r.state === "done"), key = done.map((r) => r.id + r.name).join();
    if (key === this.agreed) return;
    this.agreed = key;
    if (done.length < 2) return this.matrix.replaceChildren();
    void attempt(async () => this.agreement(await api.agreement(this.store.dataset)));
  }

  private row(run: RunLine): HTMLElement {
    const { store } = this, shown = run.id === store.run, f = run.figures;
    const name = h<HTMLInputElement>("input", { type: "text", value: run.name, "aria-label": `Name of ${run.name}`,
      onchange: () => void this.act(() => api.rename(run.id, name.value)) });
    const button = (text: string, about: string, action: () => void, pressed?: boolean): HTMLElement =>
      h("button", { type: "button", "aria-label": `${about} ${run.name}`, ...(pressed === undefined ? {} : { "aria-pressed": String(pressed) }),
        onclick: action }, text);
    const cells = f ? [f.method, f.kernel, String(f.clusters), number(f.objective), f.silhouette === undefined ? "–" : f.silhouette.toFixed(3),
      f.ari === undefined ? "–" : f.ari.toFixed(3), f.seconds.toFixed(2)].map((text) => h("td", {}, text)) : [h("td", { colspan: 7 }, this.status(run))];
    return h(`tr${shown ? ".shown" : ""}`, {}, h("td", {}, name), ...cells, h("td.buttons", {},
      run.state === "done" ? button("Show", "Show", () => store.show(store.dataset, run.id), shown) : null,
      run.state === "done" && !shown ? button("Compare", "Compare with", () => this.compare(run.id)) : null,
      run.state === "running" || run.state === "waiting" ? button("Cancel", "Cancel", () => void this.act(() => api.cancel(run.id)))
        : button("Delete", "Delete", () => void this.act(() => api.removeRun(run.id)))));
  }
  private status(run: RunLine): HTMLElement {
    if (run.state === "running")
      return h("div.progress", {}, h("progress", { max: 1, value: run.part, "aria-label": run.phase }),
        h("span.quiet", {}, `${Math.round(100 * run.part)} %  ${run.phase}`));
    return h(`span${run.state === "failed" ? ".wrong" : ".quiet"}`, {}, run.trouble ?? run.state);
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
        h("td", { style: `--part:${100 * Math.max(0, value ?? 0)}%` }, value === null ? "–" : value.toFixed(2))))))));
  }
}
