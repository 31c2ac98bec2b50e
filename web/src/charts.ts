// The small charts: sizes, silhouettes, spectrum, convergence, dendrogram.
import * as Plot from "@observablehq/plot";
import { card, h, responsive } from "./dom";
import { extent, ticks, tickStep } from "d3-array";
import { count, fixed, number, plural, share, tick } from "./format";
import { colorVariable } from "./palette";
import { unpack } from "./packed";
import type { Points } from "./points";
import type { Dendrogram, Report } from "./schema";

const font = { fontSize: "12px", fontFamily: "inherit" };
const quiet = "var(--line)";
const ticksFor = (width: number): number => Math.max(3, Math.round(width / 90));

/** Labels that tell the ticks of these values apart. */
export function ticksOf(values: number[], zero: boolean): (x: number) => string {
  const [low, high] = extent(zero ? [...values, 0] : values) as [number, number];
  const step = tickStep(low, high, 5) || 1, largest = Math.max(Math.abs(low), Math.abs(high));
  return (x) => tick(x, step, largest);
}

/** Room on the left of a chart for its longest label. */
export function roomFor(values: number[], zero: boolean, label: (x: number) => string = ticksOf(values, zero)): number {
  const [low, high] = extent(zero ? [...values, 0] : values) as [number, number], letter = 7.6, mark = 14;
  return Math.max(40, Math.ceil(mark + letter * Math.max(...ticks(low, high, 5).map((x) => label(x).length))));
}

/** Whole numbers of an axis, few enough to be read. */
export const wholeOf = (low: number, high: number, width: number): number[] =>
  (low === high ? [low] : ticks(low, high, ticksFor(width)).filter(Number.isInteger));

/** 1, 2, 5, 10, ...: of a logarithmic axis, or the powers of ten where there are many. */
export function logTicks(low: number, high: number, width: number): number[] {
  const inside = (steps: number[]): number[] => {
    const found: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power)
      for (const step of steps) found.push(Number(`${step}e${power}`));
    return found.filter((x) => x >= low && x <= high);
  };
  const all = inside([1, 2, 5]);
  if (all.length < 2) return ticks(low, high, 4);
  return all.length <= ticksFor(width) ? all : inside([1]);
}

/** Whole numbers from 1, all of them where they are few. */
export const wholeTicks = (last: number, width: number): number | number[] =>
  (last > ticksFor(width) ? ticksFor(width) : Array.from({ length: last }, (_, i) => i + 1));

export function sizes(report: Report): HTMLElement {
  const most = Math.max(...report.clusters.map((c) => c.size)), shown = report.clusters.slice(0, 60);
  const hidden = report.clusters.length - shown.length;
  return card("Cluster sizes", "",
    h("div.scroll", { tabindex: 0 }, h("table.sizes", {},
      h("tbody", {}, ...shown.map((c) => h("tr", {}, h("th", { scope: "row" }, c.name),
        h("td.bar-cell", {}, h("span.bar", { "aria-hidden": "true" },
          h("span", { style: `width:${(100 * c.size) / most}%;background:${colorVariable(c.label)}` })),
        c.words ? h("span.quiet", {}, c.words) : null),
        h("td.number", {}, count(c.size)), h("td.number.quiet", {}, share(c.size, report.points))))))),
    hidden > 0 ? h("p.quiet", {}, `and ${count(hidden)} more`) : null);
}

/** Values of each cluster, largest first, thinned to as many bars as can be told apart. */
export function profileOf(groups: Map<number, number[]>, bars: number) {
  const total = [...groups.values()].reduce((sum, g) => sum + g.length, 0), step = Math.max(1, total / bars);
  const found: { label: number; x1: number; x2: number; value: number }[] = [];
  let at = 0;
  for (const [label, group] of [...groups].sort((a, b) => a[0] - b[0])) {
    group.sort((a, b) => b - a);
    for (let i = 0; i < group.length; i += step) {
      const value = group[Math.min(group.length - 1, Math.floor(i + step / 2))];
      found.push({ label, x1: at + i, x2: at + Math.min(group.length, i + step), value });
    }
    at += group.length;
  }
  return found;
}

export async function silhouettes(points: Points): Promise<HTMLElement | null> {
  const given = points.report.silhouettes;
  if (!given) return null;
  const values = await unpack(given.values), rows = given.rows ? await unpack(given.rows) : null;
  const groups = new Map<number, number[]>();
  values.forEach((value, i) => {
    const label = points.labels[rows ? rows[i] : i];
    if (label < 0) return;
    const group = groups.get(label);
    if (group) group.push(value);
    else groups.set(label, [value]);
  });
  const of = (given.geometry ? ` ${given.geometry}` : "") + (rows ? ` Of a sample of ${count(values.length)} points.` : "");
  return card("Silhouettes", "How much nearer a point is to its own cluster than to the next one: 1 is best, below 0 it " +
    `would fit better elsewhere.${of}`, responsive((width) => {
    const bars = profileOf(groups, width - 60), all = Math.max(...bars.map((b) => b.x2));
    const middles = [...groups.keys()].map((label) => { // named where there is room
      const own = bars.filter((b) => b.label === label), [from, to] = [own[0].x1, own[own.length - 1].x2];
      return { label, middle: (from + to) / 2, span: (to - from) / all };
    });
    return Plot.plot({
      width, height: 260, style: font, marginTop: 30, marginLeft: 44, marginBottom: 34,
      x: { axis: null }, y: { label: "silhouette", grid: true, nice: true, ticks: 5 },
      marks: [
        Plot.rectY(bars, { x1: "x1", x2: "x2", y: "value", fill: (b) => colorVariable(b.label), inset: 0 }),
        Plot.ruleY([0], { stroke: "var(--ink-2)" }),
        Plot.ruleY([given.mean], { stroke: "var(--ink)", strokeDasharray: "4 4" }),
        Plot.text([`mean ${fixed(given.mean, 3)}`], { y: [given.mean], frameAnchor: "right", dy: -8, textAnchor: "end",
          fill: "var(--ink)", stroke: "var(--card)", strokeWidth: 4, fontWeight: 600 }),
        Plot.text(middles.filter((m) => m.span * (width - 60) > 16), { x: "middle", text: (m) => String(m.label),
          frameAnchor: "bottom", dy: 18, fill: "var(--ink-2)" }),
      ],
    });
  }));
}

export function spectrum({ spectrum: given }: Report): HTMLElement | null {
  if (!given || given.values.length < 2) return null;
  const data = given.values.map((value, i) => ({ index: i + 1, value }));
  const late = given.suggested > 0.6 * data.length; // its words stand where there is room
  return card("Eigenvalues of the kernel matrix", given.reason, responsive((width) => Plot.plot({
    width, height: 260, style: font, marginLeft: roomFor(given.values, true), marginBottom: 46,
    x: { label: "eigenvalue", ticks: data.length > 20 ? ticksFor(width) : data.map((d) => d.index), tickFormat: "d" },
    y: { label: null, grid: true, nice: true, ticks: 5, tickFormat: ticksOf(given.values, true) },
    marks: [
      Plot.ruleY([0], { stroke: quiet }),
      Plot.line(data, { x: "index", y: "value", stroke: quiet, strokeWidth: 1.5 }),
      ...(given.suggested > 0 ? [
        Plot.ruleX([given.suggested + 0.5], { stroke: "var(--ink)", strokeDasharray: "4 4" }),
        Plot.text([`suggested K = ${given.suggested}`], { x: [given.suggested + 0.5], frameAnchor: "top", dx: late ? -8 : 8, dy: 4,
          textAnchor: late ? "end" : "start", fill: "var(--ink)", fontWeight: 600 })] : []),
      Plot.dot(data, { x: "index", y: "value", r: 4.5, stroke: "var(--card)", strokeWidth: 1.5,
        fill: (d) => (d.index <= given.suggested ? "var(--accent)" : "var(--ink-3)"),
        title: (d) => `eigenvalue ${d.index}: ${number(d.value)}`, tip: true }),
    ],
  })));
}

export function convergence({ convergence: given }: Report): HTMLElement | null {
  if (!given || !given.starts.some((s) => s.length > 1)) return null;
  const lines = given.starts.flatMap((values, start) =>
    values.map((value, i) => ({ start, iteration: i + 1, value, best: start === given.best })));
  const ends = given.starts.map((values, start) => ({ start, iteration: values.length, value: values[values.length - 1],
    best: start === given.best }));
  const longest = Math.max(...ends.map((e) => e.iteration));
  const about = given.starts.length > 1
    ? `${plural(given.starts.length, "start")}, a line each; the one that was kept is drawn strong. Starts that end at ` +
      "different heights found different clusters."
    : "After each iteration.";
  return card("Objective", about, responsive((width) => Plot.plot({
    width, height: 260, style: font, marginLeft: roomFor(lines.map((l) => l.value), false), marginBottom: 46, marginRight: 12,
    x: { label: "iteration", ticks: wholeTicks(longest, width), tickFormat: "d" },
    y: { label: null, grid: true, nice: true, zero: false, ticks: 5, tickFormat: ticksOf(lines.map((l) => l.value), false) },
    marks: [
      Plot.line(lines.filter((l) => !l.best), { x: "iteration", y: "value", z: "start", stroke: "var(--ink-3)", strokeOpacity: 0.7 }),
      Plot.dot(ends.filter((e) => !e.best), { x: "iteration", y: "value", r: 2.5, fill: "var(--ink-3)" }),
      Plot.line(lines.filter((l) => l.best), { x: "iteration", y: "value", stroke: "var(--accent)", strokeWidth: 2.5 }),
      Plot.dot(ends.filter((e) => e.best), { x: "iteration", y: "value", r: 4, fill: "var(--accent)" }),
      Plot.tip(lines, Plot.pointer({ x: "iteration", y: "value",
        title: (l) => `start ${l.start + 1}${l.best ? ", kept" : ""}\niteration ${l.iteration}\n${number(l.value)}` })),
    ],
  })));
}

/** Where the joints of a dendrogram lie: a path of four corners a merge. */
export function joints(tree: Dendrogram): { path: { x: number; y: number }[]; label: number }[] {
  const nodes = tree.leaves.map((leaf, x) => ({ x, y: 0, label: leaf.label }));
  return tree.merges.map(({ left, right, height }) => {
    const [a, b] = [nodes[left], nodes[right]], label = a.label === b.label ? a.label : -2;
    nodes.push({ x: (a.x + b.x) / 2, y: height, label });
    return { label, path: [{ x: a.x, y: a.y }, { x: a.x, y: height }, { x: b.x, y: height }, { x: b.x, y: b.y }] };
  });
}

export function dendrogram({ dendrogram: tree }: Report): HTMLElement | null {
  if (!tree || tree.leaves.length < 2) return null;
  const all = joints(tree), cut = tree.leaves.length < tree.objects;
  const lines = all.flatMap(({ path, label }, merge) => path.map((p) => ({ ...p, merge, label })));
  const about = cut ? `The last ${count(tree.merges.length)} merges; the numbers below are points under a branch.` : "";
  return card("Dendrogram", about, responsive((width) => Plot.plot({
    width, height: 320, style: font, marginTop: 30, marginLeft: 52, marginBottom: cut ? 44 : 20,
    x: { axis: null, domain: [-0.7, tree.leaves.length - 0.3] },
    y: { label: "height", grid: true, nice: true, ticks: 5, tickFormat: ticksOf(tree.merges.map((m) => m.height), true) },
    marks: [
      Plot.line(lines, { x: "x", y: "y", z: "merge", strokeWidth: 1.6, strokeLinejoin: "round",
        stroke: (l) => (l.label < -1 ? "var(--ink-2)" : colorVariable(l.label)) }),
      ...(cut ? [Plot.text(tree.leaves, { x: (_, i) => i, y: 0, text: (l) => String(l.size), rotate: -90, textAnchor: "end",
        dy: 6, fontSize: 10, fill: "var(--ink-2)" })] : []),
    ],
  })));
}
