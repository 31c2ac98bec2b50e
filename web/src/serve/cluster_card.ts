// How to cluster: one button, and behind it every option of the program.
import { card, h } from "../dom";
import { keepFocus } from "../focus";
import { api, type Offered, type Options } from "./api";
import { firstProblem } from "./fields";
import { forms } from "./forms";
import { read, write } from "./kept";
import { attempt, tell } from "./notice";
import type { Store } from "./store";

const main = ["method", "kernel", "standardize", "missing"];
const more = ["init", "search", "approx", "embed", "restarts", "max-iterations", "seed", "tune", "text", "terms", "missing-values", "delimiter",
  "decimal", "no-header", "edges", "precision"];

export class ClusterCard {
  readonly element: HTMLElement;
  options: Options = {};
  edited = false; // since a run was asked for
  unsent = false; // what was edited before the page was loaded is there again
  private readonly number = h<HTMLInputElement>("input", { type: "number", min: 1, step: 1, id: "clusters", placeholder: "from the data",
    oninput: () => this.set("clusters", this.number.value) });
  private readonly settings = h("div.settings");
  private readonly extra = h("div.settings");
  private readonly command = h("code.quiet");
  private offered: Offered | null = null;
  private of = 0; // the file that the form is for

  constructor(private readonly store: Store, start: (options: Options) => void) {
    const go = h("button.primary.go", { type: "button", onclick: () => {
      const wrong = firstProblem(this.element);
      if (wrong) tell(wrong, true);
      else start(this.asked);
    } }, "Find clusters");
    this.element = card("Cluster", "", h("div.line", {},
      h("div.field", {}, h("label", { for: "clusters" }, "Number of clusters"), this.number), go),
      h("details", { class: "more" }, h("summary", {}, "Another method, kernel or width"), this.settings,
        h("details", {}, h("summary", {}, "All options"), this.extra)), this.command);
    void attempt(async () => {
      this.offered = await api.options();
      this.draw();
    });
    store.listen(() => {
      this.element.hidden = !store.dataset;
      if (store.dataset !== this.of) this.begin();
    });
    this.element.hidden = true;
  }

  /** All that a run is asked: the form, and what was said of the columns. */
  get asked(): Options {
    return { ...this.store.columnOptions, ...this.options };
  }
  /** Another file begins anew, or where it was left. */
  private begin(): void {
    this.of = this.store.dataset;
    const unsent = read<Options>(sessionStorage, this.key);
    this.take(unsent ?? {});
    if (unsent) this.keep();
    this.unsent = this.edited;
  }
  private get key(): string {
    return `form ${this.of}`;
  }
  /** Until a run is asked for, a reload must not lose it. */
  keep(): void {
    this.edited = true;
    write(sessionStorage, this.key, this.options);
  }
  sent(): void {
    this.edited = this.unsent = false;
    write(sessionStorage, this.key, undefined);
  }
  /** The options of a run, to go on from. */
  take(options: Options): void {
    const of = new Set([...main, ...more, "clusters"]);
    this.options = Object.fromEntries(Object.entries(options).filter(([name]) => of.has(name)));
    this.sent();
    this.number.value = String(options.clusters ?? "");
    this.draw();
  }
  set(name: string, value: string | boolean): void {
    const { [name]: _, ...rest } = this.options;
    this.options = value === "" || value === false ? rest : { ...rest, [name]: value };
    this.keep();
    this.say();
  }

  private draw(): void {
    if (!this.offered) return;
    const changed = (name: string, value: string | boolean): void => this.set(name, value);
    for (const [box, names] of [[this.settings, main], [this.extra, more]] as const)
      keepFocus(box, () => box.replaceChildren(...forms(this.offered!, names, this.options, changed)));
    this.say();
  }
  private say(): void {
    this.command.textContent = Object.entries(this.options).map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value}`)).join(" ");
  }
}
