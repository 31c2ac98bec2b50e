// The number of clusters that was taken and the next peaks of its evidence: small pictures, which open among the points.
import { matched, paint, smallCanvas } from "./candidates";
import { card, h } from "./dom";
import { plural } from "./format";
import { unpack, type Numbers } from "./packed";
import type { Points } from "./points";
import type { Peaks } from "./schema";

/** Clusters under the names that make them look like those that were taken. */
export function renamed(labels: Numbers, taken: ArrayLike<number>): Int32Array {
  const names = matched(labels, taken);
  return Int32Array.from(labels, (label) => names.get(label)!);
}

/** The card, and what paints it anew after a change of theme; `open` shows a clustering among the points. */
export async function peaks(
  points: Points, open: (name: string, labels: Int32Array) => void,
): Promise<{ card: HTMLElement; repaint: () => void } | null> {
  const given: Peaks | undefined = points.report.peaks;
  if (!given) return null;
  const [x, y, rows] = await Promise.all([unpack(given.x), unpack(given.y), unpack(given.rows)]);
  const repaints: (() => void)[] = [], tiles: HTMLElement[] = [];
  for (const one of given.list) {
    const name = plural(one.clusters, "cluster"), labels = renamed(await unpack(one.labels), points.labels);
    const drawn = Int32Array.from(rows, (row) => labels[row]), canvas = smallCanvas(name);
    repaints.push(() => paint(canvas, drawn, { x, y, reference: drawn }, given.equal));
    tiles.push(h(`figure.candidate${one.taken ? ".taken" : ""}`, {},
      h("button.show", { type: "button", "aria-label": `Show ${name}`, onclick: () => open(name, labels) }, canvas),
      h("figcaption", {}, h("strong", {}, h("span", {}, name), one.taken ? h("span.badge", {}, "taken") : null),
        h("span.quiet", {}, one.about))));
  }
  const repaint = (): void => repaints.forEach((draw) => draw());
  repaint();
  return { repaint, card: card("Other numbers of clusters", "Peaks of the evidence: a finer or a coarser answer may be right, too. " +
    "A click colours the points by it.", h("div.candidates", {}, ...tiles)) };
}
