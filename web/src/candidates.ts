// What method auto tried, side by side: a small picture of each clustering, the best first.
import { card, h } from "./dom";
import { count, fixed, plural } from "./format";
import { categoryCode, paletteBytes } from "./palette";
import { unpack, type Numbers } from "./packed";
import type { Points } from "./points";
import type { Candidate, Candidates } from "./schema";

const size = { width: 176, height: 128 }, margin = 7;

/** Names of clusters that make them look like the reference: largest overlaps first, the rest get new ones; noise stays noise. */
export function matched(labels: ArrayLike<number>, reference: ArrayLike<number>): Map<number, number> {
  const overlaps = new Map<string, { own: number; other: number; size: number }>();
  for (let i = 0; i < labels.length; ++i) {
    const key = `${labels[i]} ${reference[i]}`, found = overlaps.get(key);
    if (found) ++found.size;
    else overlaps.set(key, { own: labels[i], other: reference[i], size: 1 });
  }
  const names = new Map<number, number>(), taken = new Set<number>();
  const give = (own: number, name: number): void => {
    names.set(own, name);
    taken.add(name);
  };
  for (const { own } of overlaps.values()) if (own < 0) names.set(own, own);
  for (const { own, other } of [...overlaps.values()].sort((a, b) => b.size - a.size))
    if (other >= 0 && !names.has(own) && !taken.has(other)) give(own, other);
  for (const { own } of overlaps.values()) {
    let free = 0;
    while (taken.has(free)) ++free;
    if (!names.has(own)) give(own, free);
  }
  return names;
}

/** The best first, those that failed last. */
export const ranked = (given: Candidates): Candidate[] => given.list
  .map((one, i) => ({ one, rank: one.failure ? -Infinity : i === given.winner ? Infinity : one.score! }))
  .sort((a, b) => b.rank - a.rank).map(({ one }) => one);

export interface Plane {
  x: Numbers;
  y: Numbers;
  reference: Numbers; // the clusters that were taken
}

/** Pixels of each point, in one scale for both axes where they have one unit. */
function places({ x, y }: Plane, equal: boolean): { px: Float32Array; py: Float32Array } {
  const along = (values: Numbers): { low: number; span: number } => {
    let low = Infinity, high = -Infinity;
    for (const v of values) [low, high] = [Math.min(low, v), Math.max(high, v)];
    return { low, span: Math.max(high - low, 1e-300) };
  };
  const a = along(x), b = along(y), room = { x: size.width - 2 * margin, y: size.height - 2 * margin };
  let [sx, sy] = [room.x / a.span, room.y / b.span];
  if (equal) sx = sy = Math.min(sx, sy);
  const left = (size.width - sx * a.span) / 2, top = (size.height - sy * b.span) / 2;
  return { px: Float32Array.from(x, (v) => left + (v - a.low) * sx),
    py: Float32Array.from(y, (v) => size.height - top - (v - b.low) * sy) };
}

/** A small picture to paint on. */
export const smallCanvas = (about: string): HTMLCanvasElement =>
  h<HTMLCanvasElement>("canvas", { width: 2 * size.width, height: 2 * size.height, role: "img", "aria-label": about });

export function paint(canvas: HTMLCanvasElement, labels: Numbers, plane: Plane, equal: boolean): void {
  const context = canvas.getContext("2d")!, { px, py } = places(plane, equal), colors = paletteBytes(true);
  const names = matched(labels, plane.reference), radius = Math.min(2.6, Math.max(1.1, 24 / Math.sqrt(px.length)));
  context.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  for (let i = 0; i < px.length; ++i) {
    const at = 4 * categoryCode(names.get(labels[i])!);
    context.fillStyle = `rgba(${colors[at]},${colors[at + 1]},${colors[at + 2]},0.85)`;
    context.beginPath();
    context.arc(px[i], py[i], radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** With a picture the picture is the button; without one a page that can take the candidate has a plain one. */
function tile(one: Candidate, taken: boolean, canvas: HTMLCanvasElement | null, take: (one: Candidate) => void, always: boolean): HTMLElement {
  const about = one.failure ? [`left out: ${one.failure}`]
    : [`agreement ${fixed(one.agreement!, 2)}`, `score ${fixed(one.score!, 2)}`];
  const caption = h("figcaption", {}, h("strong", {}, h("span", {}, one.name), taken ? h("span.badge", {}, "taken") : null),
    ...about.map((words) => h("span.quiet", {}, words)));
  return h(`figure.candidate${taken ? ".taken" : ""}`, { title: one.method },
    canvas && !one.failure ? h("button.show", { type: "button", "aria-label": `Show ${one.name}`, onclick: () => take(one) }, canvas) : canvas,
    caption, always && !canvas && !one.failure && !taken
      ? h("button", { type: "button", "aria-label": `Show ${one.name}`, onclick: () => take(one) }, "Take") : null);
}

/** Why the winner is the winner: by the votes, by a model of the data, or because it was named. */
export function reason({ list, winner }: Candidates): string {
  const taken = list[winner], most = Math.max(...list.map((one) => one.score ?? -Infinity));
  if (taken.name === "model") return "The one that agrees best with the others is taken, unless a model of the data describes them better, as it does here.";
  return (taken.score ?? -Infinity) < most ? "The one that was named is framed." : "The one that agrees best with the others was taken.";
}

/** The card, and what paints it anew after a change of theme. */
export async function candidates(points: Points, take: (one: Candidate) => void, always = false): Promise<{ card: HTMLElement; repaint: () => void } | null> {
  const given = points.report.candidates;
  if (!given) return null;
  const repaints: (() => void)[] = [], winner = given.list[given.winner], tiles: HTMLElement[] = [];
  let plane: Plane | null = null;
  if (given.rows) {
    const [x, y, rows] = await Promise.all([unpack(given.x!), unpack(given.y!), unpack(given.rows)]);
    plane = { x, y, reference: Int32Array.from(rows, (row) => points.labels[row]) };
  }
  for (const one of ranked(given)) {
    const labels = plane && one.labels ? await unpack(one.labels) : null;
    const canvas = labels && smallCanvas(`${one.name}: ${plural(one.clusters!, "cluster")}`);
    if (canvas) repaints.push(() => paint(canvas, labels!, plane!, given.equal!));
    tiles.push(tile(one, one === winner, canvas, take, always));
  }
  const repaint = (): void => repaints.forEach((draw) => draw());
  repaint();
  const sampled = plane && plane.x.length < points.report.points ? ` ${count(plane.x.length)} of the points are drawn.` : "";
  return { repaint, card: card("What was tried", `Clusterings by many methods. ${reason(given)} ` +
    "Agreement is the mean adjusted Rand index with all of them; the score adds how well the clusters are separated." +
    sampled, h("div.candidates", {}, ...tiles)) };
}
