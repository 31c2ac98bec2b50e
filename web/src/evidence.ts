// What speaks for each number of clusters, or for each value of a number that was tuned: a curve with its parts.
import * as Plot from "@observablehq/plot";
import { card, responsive } from "./dom";
import { number } from "./format";
import type { Evidence, Report } from "./schema";

const parts = ["evidence", "agreement", "separation"] as const;
const look = { evidence: "var(--accent)", agreement: "var(--ink-2)", separation: "var(--ink-3)" };

/** The points that are named: the one that was chosen, and the next peaks. */
export const named = ({ points, chosen }: Evidence): Evidence["points"] =>
  points.filter((point, i) => i === chosen || point.also);

function curve(given: Evidence): HTMLElement {
  const lines = parts.flatMap((part) => given.points.map((point) => ({ part, at: point.at, value: point[part] })));
  const title = given.logarithmic ? `Evidence for ${given.axis}` : "Evidence for each number of clusters";
  return card(title, `${given.about[0].toUpperCase()}${given.about.slice(1)}. Evidence is agreement x (1 + separation / 2).`,
    responsive((width) => Plot.plot({
      width, height: 260, style: { fontSize: "12px", fontFamily: "inherit" }, marginLeft: 44, marginBottom: 46, marginTop: 30,
      color: { domain: [...parts], range: parts.map((part) => look[part]), legend: true },
      x: { label: given.axis, type: given.logarithmic ? "log" : "linear", tickFormat: given.logarithmic ? number : "d", ticks: 6 },
      y: { label: null, grid: true, nice: true, zero: true, ticks: 5 },
      marks: [
        Plot.ruleY([0], { stroke: "var(--line)" }),
        Plot.line(lines, { x: "at", y: "value", z: "part", stroke: "part", strokeWidth: (l) => (l.part === "evidence" ? 2.5 : 1.5) }),
        Plot.dot(given.points, { x: "at", y: "evidence", r: 3.5, fill: "var(--accent)", tip: true,
          title: (p) => `${number(p.at)}\nevidence ${p.evidence.toFixed(2)}\nagreement ${p.agreement.toFixed(2)}\n` +
            `separation ${p.separation.toFixed(2)}` }),
        Plot.dot(named(given), { x: "at", y: "evidence", r: (p) => (p === given.points[given.chosen] ? 7 : 5),
          fill: "var(--accent)", stroke: "var(--card)", strokeWidth: 2 }),
        Plot.text(named(given), { x: "at", y: "evidence", text: (p) => number(p.at), dy: -14, fill: "var(--ink)",
          fontWeight: 600, stroke: "var(--card)", strokeWidth: 4 }),
      ],
    })));
}

export const evidence = ({ evidence: given }: Report): HTMLElement[] => (given ?? []).map(curve);
