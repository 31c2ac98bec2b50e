// K and sigma by hand: the clusters follow while a slider moves. Kept, the same setting becomes an exact run.
import { card, h } from "../dom";
import { count, number } from "../format";
import { api, type Options, type Preview } from "./api";
import { parsed } from "./forms";
import { attempt } from "./notice";
import type { Store } from "./store";

const mostPoints = 20_000, mostClusters = 20;

export class Sliders {
  readonly element: HTMLElement;
  private readonly k = h<HTMLInputElement>("input", { type: "range", min: 2, max: mostClusters, step: 1, value: 2, id: "slide-k", oninput: () => this.moved() });
  private readonly sigma = h<HTMLInputElement>("input", { type: "range", min: -3, max: 3, step: 0.02, value: 0, id: "slide-sigma",
    oninput: () => this.moved() });
  private readonly said = h("output", { for: "slide-k slide-sigma", role: "status" }, "");
  private base = 1; // sigma in the middle of its slider
  private waiting = false;
  private asking = false;

  constructor(private readonly store: Store, private readonly hooks: {
    base: () => Options; show: (preview: Preview) => void; keep: (options: Options) => void;
  }) {
    this.element = card("By hand", "Kernel k-means with a Gaussian kernel: the points below follow while you move a slider. Of many points a sample of at most " +
      "2,000 is clustered. “Keep” makes an exact run of it.",
      h("div.line", {}, h("label.field", { for: "slide-k" }, h("span", {}, "Clusters K"), this.k),
        h("label.field", { for: "slide-sigma" }, h("span", {}, "Width sigma"), this.sigma),
        h("button", { type: "button", onclick: () => hooks.keep(this.options()) }, "Keep")), this.said);
    this.element.hidden = true;
    store.listen(() => {
      const rows = store.state.datasets.find((d) => d.id === store.dataset)?.rows ?? 0;
      this.element.hidden = rows < 3 || rows > mostPoints || store.shownRun?.state !== "done";
    });
  }

  /** The middle of the sliders: what a run found. */
  centre(clusters: number, kernel: string): void {
    const sigma = Number(parsed(kernel).values.get("sigma"));
    this.k.max = String(Math.max(mostClusters, 2 * clusters)); // set first: a value beyond it would be cut
    this.k.value = String(clusters);
    this.base = sigma > 0 ? sigma : 0;
    this.sigma.value = "0";
    this.said.textContent = `K = ${clusters}${sigma > 0 ? `, sigma = ${number(sigma)}` : ""}. Move a slider to see other clusters.`;
    this.name();
  }
  /** What the sliders stand at, in words: the place of sigma is its logarithm. */
  private name(): void {
    const sigma = this.base * 2 ** Number(this.sigma.value);
    this.sigma.setAttribute("aria-valuetext", sigma > 0 ? number(sigma) : "as found in the data");
  }
  options(): Options {
    const { method: _, kernel: __, tune: ___, ...rest } = this.hooks.base();
    const sigma = this.base * 2 ** Number(this.sigma.value);
    return { ...rest, clusters: this.k.value, method: "kmeans", kernel: this.base > 0 ? `gaussian:sigma=${Number(sigma.toPrecision(4))}` : "gaussian" };
  }

  // One question at a time; the last position is the one that counts.
  private moved(): void {
    this.name();
    this.waiting = true;
    if (!this.asking) void this.ask();
  }
  private async ask(): Promise<void> {
    this.asking = true;
    while (this.waiting) {
      this.waiting = false;
      const start = performance.now(), { run } = this.store;
      const found = await attempt(() => api.preview(this.store.dataset, this.options()));
      if (!found || run !== this.store.run) break;
      if (!(this.base > 0)) this.base = Number(parsed(found.kernel).values.get("sigma")) || 1;
      this.name();
      this.hooks.show(found);
      this.said.textContent = `K = ${found.clusters}, sigma = ${number(Number(parsed(found.kernel).values.get("sigma")))}` +
        `${found.sampled ? `, from ${count(found.sampled)} of ${count(found.labels.length)} points` : ""}, ${Math.round(performance.now() - start)} ms`;
    }
    this.asking = false;
  }
}
