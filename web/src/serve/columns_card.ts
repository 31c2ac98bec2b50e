// The columns of a table: what they hold, and what is to become of them.
import { h } from "../dom";
import { keepFocus } from "../focus";
import { count, plural } from "../format";
import { histogram } from "../profile";
import { api, type ColumnLine, type Columns } from "./api";
import { called, inOrder, type Role, roleOf, roles, withKind, withRole } from "./column_options";
import { attempt } from "./notice";
import type { Store } from "./store";

const kinds = ["number", "yes/no", "date", "dmy", "mdy", "category", "id", "text"];
const few = 12, most = 300;
const heads = ["column", "kind", "role", "missing", "distinct", "values", "in a fit"], numbers = new Set(["missing", "distinct"]);
/** "8 %" stays on one line. */
const unbroken = (text: string): string => text.replaceAll(" %", "\u00a0%");

export class ColumnsCard {
  readonly element = h("details.card", { open: true, hidden: true });
  private shown = "";
  private wanted = "";
  private columns: Columns | null = null;
  private readonly body = h("tbody");
  private readonly more = h("p.quiet", { role: "status" });

  constructor(private readonly store: Store) {
    store.listen(() => void this.look());
  }

  private async look(): Promise<void> {
    const { dataset, columnOptions } = this.store, key = `${dataset} ${JSON.stringify(columnOptions)}`;
    if (key === this.shown) return;
    this.shown = key;
    this.element.hidden = !dataset;
    if (!dataset) return;
    const columns = await attempt(() => api.columns(dataset, columnOptions));
    if (key !== this.shown) return; // another one was chosen meanwhile
    if (!columns) return void (Object.keys(columnOptions).length && (this.store.columnOptions = {}));
    this.columns = { ...columns, columns: inOrder(columns.columns) };
    keepFocus(this.element, () => this.draw(this.columns!));
  }

  private draw(given: Columns): void {
    if (!given.columns.length) {
      const what = given.format === "documents" ? "Documents are compared by their words."
        : `${plural(given.rows, "row")} of ${count(given.dimensions ?? 0)} numbers.`;
      return this.element.replaceChildren(h("summary", {}, h("h2", {}, "Columns")), h("p.about", {}, what),
        ...(given.format === "documents" ? [this.keys()] : []));
    }
    this.drawRows();
    const search = given.columns.length > few ? h("label.field", {}, h("span", {}, `Search ${count(given.columns.length)} columns`),
      h("input", { type: "search", value: this.wanted, oninput: (event: Event) => {
        this.wanted = (event.target as HTMLInputElement).value.toLowerCase();
        this.drawRows();
      } })) : null;
    this.element.replaceChildren(
      h("summary", {}, h("h2", {}, "Columns"), h("span.quiet", {}, ` ${plural(given.rows, "row")}, ${plural(given.columns.length, "column")}`)),
      ...(given.notes?.length ? [h("p.about", {}, given.notes.join("; "))] : []), ...(search ? [search] : []), this.more,
      h("div.scroll.wide", { tabindex: 0 }, h("table.columns", {}, h("thead", {}, h("tr", {},
        ...heads.map((name) => h(numbers.has(name) ? "th.number" : "th", { scope: "col" }, name)))), this.body)));
  }
  /** Documents have keys instead of columns: of their text, and of a class to compare with. */
  private keys(): HTMLElement {
    const { store } = this;
    const key = (name: string, label: string, placeholder: string): HTMLElement => {
      const box = h<HTMLInputElement>("input", { type: "text", placeholder, value: store.columnOptions[name] ?? "", onchange: () => {
        const { [name]: _, ...rest } = store.columnOptions;
        store.columnOptions = box.value ? { ...rest, [name]: box.value } : rest;
      } });
      return h("label.field", {}, h("span", {}, label), box);
    };
    return h("div.line", {}, key("text", "Key of the text", "text"), key("truth", "Key of a class to compare with", "none"));
  }
  private drawRows(): void {
    const found = this.columns!.columns.filter((c) => c.name.toLowerCase().includes(this.wanted));
    this.body.replaceChildren(...found.slice(0, most).map((c) => this.row(c)));
    this.more.textContent = found.length > most ? `The first ${count(most)} of ${count(found.length)} columns are shown; search for the others.` : "";
  }
  private row(column: ColumnLine): HTMLElement {
    const { store } = this, known = called(column, this.columns!.columns), name = known ?? column.name;
    const choose = (label: string, all: readonly string[], value: string, changed: (value: string) => void): HTMLElement => {
      const box = h<HTMLSelectElement>("select", { "aria-label": `${label} of ${column.name}`, disabled: known === undefined, onchange: () => changed(box.value) },
        ...all.map((one) => h("option", { value: one, selected: one === value }, one)));
      return box;
    };
    const bars = column.bars ?? column.commonest?.map((c) => c.cells) ?? [];
    const words = column.commonest?.map((c) => `${c.word}: ${count(c.cells)}`).join("\n") ?? "";
    return h("tr", {}, h("th", { scope: "row" }, column.name),
      h("td", {}, choose("Kind", kinds.includes(column.kind) ? kinds : [column.kind, ...kinds], column.kind, (kind) => (store.columnOptions = withKind(store.columnOptions, name, kind)))),
      h("td", {}, choose("Role", roles, roleOf(store.columnOptions, name),
        (role) => (store.columnOptions = withRole(store.columnOptions, name, role as Role)))),
      h("td.number", {}, count(column.missing)), h("td.number", {}, count(column.distinct)),
      h("td", { title: words }, bars.length ? histogram(bars, Math.max(...bars), 0, `values of ${column.name}`) as unknown as Node : null,
        h("span.quiet.range", {}, unbroken(column.values))),
      h("td", {}, column.problem ? h("span.wrong", {}, column.problem) : column.fate));
  }
}
