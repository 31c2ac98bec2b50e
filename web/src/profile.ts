// What sets the clusters apart: a row per column of the table, a small histogram per cluster, sortable.
import { card, h } from "./dom";
import { count, plural } from "./format";
import { colorVariable } from "./palette";
import type { Profile, ProfileCell, Report } from "./schema";

/** What the rows are sorted by: their names, how much the clusters explain of them, or how far a cluster is from the others. */
export type Key = "name" | "association" | number;

/** The rows in order: names from a to z, all else from the largest down. */
export function order(profile: Profile, key: Key, reversed: boolean): number[] {
  const { columns, clusters } = profile;
  const value = (c: number): number =>
    (typeof key === "number" ? Math.abs(clusters[key].cells[c].effect) : columns[c].association);
  const rows = columns.map((_, c) => c);
  rows.sort((a, b) => (key === "name" ? columns[a].name.localeCompare(columns[b].name) : value(b) - value(a)) || a - b);
  return reversed ? rows.reverse() : rows;
}

/** "++" for a mean far above the others, as in the program's summary. */
export const mark = (effect: number): string =>
  (Math.abs(effect) < 0.3 ? "" : (effect > 0 ? "+" : "−").repeat(Math.abs(effect) >= 1 ? 2 : 1));

const manyColumns = 12;
const svgNames = "http://www.w3.org/2000/svg";

export function histogram(bars: number[], most: number, label: number, title: string): SVGElement {
  const width = 108, height = 30, step = width / bars.length, gap = Math.min(2, step / 4);
  const svg = document.createElementNS(svgNames, "svg");
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title }))
    svg.setAttribute(name, String(value));
  const shape = document.createElementNS(svgNames, "path");
  shape.setAttribute("d", bars.map((share, b) => {
    const tall = most > 0 ? (share / most) * (height - 2) : 0;
    return `M${b * step + gap / 2} ${height - 1}v${-Math.max(tall, share > 0 ? 1 : 0)}h${step - gap}V${height - 1}z`;
  }).join(""));
  shape.setAttribute("fill", colorVariable(label));
  const base = document.createElementNS(svgNames, "path");
  base.setAttribute("d", `M0 ${height - 0.5}H${width}`);
  base.setAttribute("stroke", "var(--line)");
  svg.append(base, shape);
  return svg;
}

function cell(given: ProfileCell, most: number, label: number, name: string, category: boolean): HTMLElement {
  const strong = Math.abs(given.effect) >= 1;
  const missing = given.missing > 0 ? `; ${plural(given.missing, "cell")} missing` : "";
  return h("td", { title: `${name}: ${given.text} (others ${given.others})${given.about ? `; ${given.about}` : ""}${missing}` },
    histogram(given.bars, most, label, `${name} in cluster ${label}`) as unknown as Node,
    h("div.value", {}, h(strong ? "strong" : "span", {}, given.text), category ? null : h("span.quiet", {}, ` ${mark(given.effect)}`)));
}

function row({ columns, clusters }: Profile, c: number): HTMLElement {
  const column = columns[c];
  const most = Math.max(...clusters.flatMap((cluster) => cluster.cells[c].bars));
  const range = column.values ? column.values.join(", ") : `${column.low} to ${column.high}`;
  return h("tr", {},
    h("th", { scope: "row", title: range }, h("span.name", {}, column.name), h("span.quiet.range", {}, range)),
    h("td.association", {}, h("span.bar", { "aria-hidden": "true" }, h("span", { style: `width:${100 * column.association}%;background:var(--accent)` })),
      h("span.quiet", {}, column.association.toFixed(2))),
    ...clusters.map((cluster) => cell(cluster.cells[c], most, cluster.label, column.name, Boolean(column.values))));
}

export function profile({ profile: given }: Report): HTMLElement | null {
  if (!given) return null;
  let key: Key = "association", reversed = false, wanted = "";
  const body = h("tbody"), buttons = new Map<Key, { head: HTMLElement; button: HTMLElement }>();
  const draw = (): void => {
    body.replaceChildren(...order(given, key, reversed).filter((c) => given.columns[c].name.toLowerCase().includes(wanted))
      .map((c) => row(given, c)));
    buttons.forEach(({ head, button }, of) => {
      head.setAttribute("aria-sort", of !== key ? "none" : (key === "name") === reversed ? "descending" : "ascending");
      button.dataset.arrow = of !== key ? "" : (key === "name") === reversed ? "↓" : "↑";
    });
  };
  const head = (of: Key, title: string, ...children: (Node | string)[]): HTMLElement => {
    const button = h<HTMLButtonElement>("button.sort", { type: "button", title, onclick: () => {
      reversed = key === of && !reversed;
      key = of;
      draw();
    } }, ...children);
    const made = h("th", { scope: "col" }, button);
    buttons.set(of, { head: made, button });
    return made;
  };
  const heads = [head("name", "Sort by name", "column"), head("association", "Sort by how much the clusters explain", "explained"),
    ...given.clusters.map((cluster, j) => head(j, "Sort by how far this cluster is from the others",
      h("span.swatch", { style: `background:${colorVariable(cluster.label)}`, "aria-hidden": "true" }), `cluster ${cluster.label}`,
      h("span.quiet", {}, ` ${count(cluster.size)}`)))];
  draw();
  return card("What sets the clusters apart", "One row for each column of the table, as it was before scaling; the heading of a column " +
    "sorts. Below each histogram the mean, or the value whose share differs most. Explained: 0 to 1, how much of a column the clusters " +
    "account for.",
    given.columns.length > manyColumns ? h("label.field", {}, h("span", {}, `Search ${count(given.columns.length)} columns`),
      h("input", { type: "search", oninput: (event: Event) => {
        wanted = (event.target as HTMLInputElement).value.toLowerCase();
        draw();
      } })) : null,
    h("div.scroll.wide", { tabindex: 0 }, h("table.profile", {}, h("thead", {}, h("tr", {}, ...heads)), body)));
}
