// The files: dropped, chosen, or an example; and which one is looked at.
import { card, h } from "../dom";
import { Rows, type Row } from "../focus";
import { count, plural } from "../format";
import { api, type DatasetLine } from "./api";
import { ask } from "./ask";
import { attempt, tell } from "./notice";
import type { Store } from "./store";

const size = (bytes: number): string =>
  (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)}\u00a0GB` : bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)}\u00a0MB` : `${count(Math.ceil(bytes / 1e3))}\u00a0kB`);

const mostBytes = 2 * 1024 ** 3;

export class DataCard {
  readonly element: HTMLElement;
  private readonly list = h("ul.datasets", { "aria-label": "Files" });
  private readonly bar = h<HTMLProgressElement>("progress", { max: 1, value: 0, hidden: true, "aria-label": "Upload" });
  private readonly cancel = h("button", { type: "button", hidden: true, "aria-label": "Cancel the upload", onclick: () => this.ending?.abort() }, "Cancel");
  private ending: AbortController | null = null; // of the upload under way
  private uploads: Promise<void> = Promise.resolve(); // one after the other
  private readonly examples = h<HTMLSelectElement>("select", { "aria-label": "Example" });

  constructor(private readonly store: Store) {
    const file = h<HTMLInputElement>("input", { type: "file", class: "hidden", "aria-label": "File to cluster", tabindex: -1, onchange: () => {
      this.take(file.files);
      file.value = "";
    } });
    const drop = h("div.drop", {}, h("p", {}, "Drop a file here, or ", h("button.primary", { type: "button", onclick: () => file.click() }, "choose one"), file),
      h("p.quiet", {}, "CSV, TSV, NPY, ARFF, SQLite, libsvm, Matrix Market or JSON lines, also .gz; up to 2 GB. It stays on this machine."),
      h("div.upload", {}, this.bar, this.cancel));
    this.listen(drop);
    const take = h("button", { type: "button", onclick: () => void this.example(this.examples.value) }, "Load example");
    this.element = card("Data", "", drop, h("div.line.examples", {}, h("span", {}, "or try"), this.examples, take), this.list);
    void attempt(async () => this.examples.append(...(await api.examples()).map((e) =>
      h("option", { value: e.name, title: e.about }, `${e.name}: ${e.about}`))));
    const rows = new Rows<DatasetLine>(this.list, (id) => this.row(id));
    store.listen(() => rows.show(store.state.datasets));
  }

  /** The whole page takes files: one that is dropped beside the box must not be opened in the place of the page. */
  private listen(drop: HTMLElement): void {
    const holds = (event: DragEvent): boolean => Boolean(event.dataTransfer?.types.includes("Files"));
    addEventListener("dragover", (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      drop.classList.add("over");
    });
    addEventListener("dragleave", (event) => event.relatedTarget ?? drop.classList.remove("over"));
    addEventListener("drop", (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      drop.classList.remove("over");
      this.take(event.dataTransfer!.files);
    });
  }
  private take(files: FileList | null): void {
    for (const one of files ?? []) this.uploads = this.uploads.then(() => this.upload(one));
  }
  private async upload(file: File): Promise<void> {
    if (file.size > mostBytes) return tell(`${file.name} is larger than 2 GB; use mercer fit in a terminal.`, true);
    this.ending = new AbortController();
    this.bar.value = 0;
    this.bar.hidden = this.cancel.hidden = false;
    tell(`Sending ${file.name} …`);
    const made = await attempt(() => api.upload(file, (part) => {
      this.bar.value = part;
      if (part < 1) return;
      this.bar.removeAttribute("value"); // how long reading takes, nobody knows
      this.cancel.hidden = true;
      tell(`Reading ${file.name} …`);
    }, this.ending!.signal));
    this.bar.hidden = this.cancel.hidden = true;
    if (made === null) tell(`${file.name} was not sent.`);
    if (made) await this.added(made.id, file.name);
  }
  private async example(name: string): Promise<void> {
    const made = await attempt(() => api.example(name));
    if (made) await this.added(made.id, name);
  }
  private async added(id: number, name: string): Promise<void> {
    tell(`${name} is here.`);
    await this.store.refresh();
    this.store.show(id);
  }

  private async remove(id: number, name: string): Promise<void> {
    const runs = this.store.state.runs.filter((r) => r.dataset === id).length;
    const all = runs ? ` and its ${plural(runs, "run")}`.replace("its 1 run", "its run") : "";
    if (await ask(`Remove ${name}${all}? This can't be undone.`, "Remove")) await this.store.remove(id);
  }
  private row(id: number): Row<DatasetLine> {
    const { store } = this, name = h("strong"), about = h("span.quiet");
    const file = h("button.file", { type: "button", onclick: () =>
      store.show(id, store.state.runs.filter((r) => r.dataset === id && r.state === "done").at(-1)?.id ?? 0) }, name, about);
    const remove = h("button.icon", { type: "button", onclick: () => void attempt(() => this.remove(id, name.textContent!)) }, "×");
    return { element: h("li", {}, file, remove), show: (line) => {
      name.textContent = line.name;
      about.textContent = ` ${line.rows ? `${plural(line.rows, "row")}, ` : ""}${size(line.bytes)}`;
      file.setAttribute("aria-pressed", String(id === store.dataset));
      for (const attribute of ["title", "aria-label"]) remove.setAttribute(attribute, `Remove ${line.name} and its runs`);
    } };
  }
}
