// What speaks for each number of clusters, or for each value of a number that was tuned: a curve with its parts.
import * as Plot from "@observablehq/plot";
import { logTicks, roomFor, ticksOf, wholeOf } from "./charts";
import { card, responsive } from "./dom";
import { fixed, number } from "./format";
import type { Evidence, Report } from "./schema";

const colours = ["var(--accent)", "var(--ink-2)", "var(--ink-3)"];

/** The points that are named: the one that was chosen, and the next peaks. */
export const named = ({ points, chosen }: Evidence): Evidence["points"] =>
  points.filter((point, i) => i === chosen || point.also);

function curve(given: Evidence): HTMLElement {
  const lines = given.lines.flatMap((part, l) => given.points.map(({ at, values }) => ({ part, at, value: values[l] })));
  const decided = (point: Evidence["points"][number]): number => point.values[0];
  const formula = given.lines.length > 1 ? " Evidence is agreement x (1 + separation / 2)." : "";
  const values = lines.map((line) => line.value), all = given.points.map((point) => point.at),
    ends = [Math.min(...all), Math.max(...all)] as const;
  const title = given.logarithmic ? `Evidence for ${given.axis}` : "Evidence for each number of clusters";
  return card(title, `${given.about[0].toUpperCase()}${given.about.slice(1)}.${formula}`,
    responsive((width) => Plot.plot({
      width, height: 260, style: { fontSize: "12px", fontFamily: "inherit" }, marginLeft: roomFor(values, true), marginBottom: 46, marginTop: 30,
      color: { domain: given.lines, range: colours.slice(0, given.lines.length), legend: true },
      r: { type: "identity" }, // in pixels
      x: { label: given.axis, type: given.logarithmic ? "log" : "linear", tickFormat: given.logarithmic ? number : "d",
        ticks: given.logarithmic ? logTicks(...ends, width) : wholeOf(...ends, width) },
      y: { label: null, grid: true, nice: true, zero: true, ticks: 5, tickFormat: ticksOf(values, true) },
      marks: [
        Plot.ruleY([0], { stroke: "var(--line)" }),
        Plot.line(lines, { x: "at", y: "value", z: "part", stroke: "part", strokeWidth: (l) => (l.part === given.lines[0] ? 2.5 : 1.5) }),
        Plot.dot(given.points, { x: "at", y: decided, r: 3.5, fill: "var(--accent)", tip: true,
          title: (p) => [number(p.at), ...given.lines.map((part, l) => `${part} ${fixed(p.values[l], 2)}`)].join("\n") }),
        Plot.dot(named(given), { x: "at", y: decided, r: (p) => (p === given.points[given.chosen] ? 7 : 5),
          fill: "var(--accent)", stroke: "var(--card)", strokeWidth: 2 }),
        Plot.text(named(given), { x: "at", y: decided, text: (p) => number(p.at), dy: -14, fill: "var(--ink)",
          fontWeight: 600, stroke: "var(--card)", strokeWidth: 4 }),
      ],
    })));
}

export const evidence = ({ evidence: given }: Report): HTMLElement[] => (given ?? []).map(curve);
