// What the page knows of the server, asked for again and again; which file and run are shown stands in the address, so that a
// reload, or another tab, shows the same.
import { api, type Options, type RunLine, type State } from "./api";
import { begun } from "./column_options";
import { read, whenChanged, write } from "./kept";

/** The finished run that takes the place of one that is gone: the next, else the one before; 0: there is none. */
export function neighbour(runs: RunLine[], gone: number): number {
  const done = runs.filter((r) => r.state === "done").map((r) => r.id);
  return done.find((id) => id > gone) ?? done.at(-1) ?? 0;
}

const busy = 250, idle = 2000; // milliseconds between questions

export class Store {
  state: State = { datasets: [], runs: [] };
  private readonly listeners: (() => void)[] = [];
  private timer = 0;
  private known = "";

  constructor() {
    whenChanged(() => this.tell());
  }
  listen(listener: () => void): void {
    this.listeners.push(listener);
  }
  get dataset(): number {
    return this.placed("data");
  }
  get run(): number {
    return this.placed("run");
  }
  /** What was set for the columns of the file: kinds, roles. All tabs have the same. */
  get columnOptions(): Options {
    return this.optionsOf(this.dataset);
  }
  set columnOptions(options: Options) {
    this.setOptions(this.dataset, options);
  }
  optionsOf(dataset: number): Options {
    return read<Options>(localStorage, `columns ${dataset}`) ?? begun(this.state.datasets.find((d) => d.id === dataset)?.classes ?? []);
  }
  setOptions(dataset: number, options: Options): void {
    write(localStorage, `columns ${dataset}`, options);
    this.tell();
  }
  /** Nobody has set anything for the columns. */
  get untouched(): boolean {
    return read(localStorage, `columns ${this.dataset}`) === undefined;
  }
  /** Columns of the file that are named like known classes. */
  get classes(): string[] {
    return this.state.datasets.find((d) => d.id === this.dataset)?.classes ?? [];
  }
  /** Removes a file with its runs. */
  async remove(dataset: number): Promise<void> {
    await api.removeDataset(dataset);
    write(localStorage, `columns ${dataset}`, undefined);
    await this.refresh();
  }
  get shownRun(): RunLine | undefined {
    return this.state.runs.find((r) => r.id === this.run);
  }
  get runs(): RunLine[] {
    return this.state.runs.filter((r) => r.dataset === this.dataset);
  }

  show(dataset: number, run = 0): void {
    history.replaceState(null, "", `${location.search}#data=${dataset}&run=${run}`);
    this.tell();
  }
  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const state = await api.state(), text = JSON.stringify(state);
      this.state = state;
      if (!state.datasets.some((d) => d.id === this.dataset)) {
        const last = state.datasets.at(-1)?.id ?? 0;
        this.show(last, state.runs.filter((r) => r.dataset === last && r.state === "done").at(-1)?.id ?? 0);
      } else if (this.run && !this.shownRun) this.show(this.dataset, neighbour(this.runs, this.run));
      else if (text !== this.known) this.tell();
      this.known = text;
      document.body.dataset.connected = "true";
    } catch {
      document.body.dataset.connected = "false";
    }
    const working = this.state.runs.some((r) => r.state === "running" || r.state === "waiting");
    this.timer = window.setTimeout(() => void this.refresh(), working ? busy : idle);
  }

  private placed(name: string): number {
    return Number(new URLSearchParams(location.hash.slice(1)).get(name) ?? 0);
  }
  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
