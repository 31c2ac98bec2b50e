// Matrices: the kernel's in the order of the clusters, maps of nodes, and classes against clusters.
import { card, h } from "./dom";
import { count, number } from "./format";
import { colorVariable, inkRamp } from "./palette";
import { unpack } from "./packed";
import type { Heatmap, NodeMap, Report } from "./schema";

async function paint(canvas: HTMLCanvasElement, given: Heatmap): Promise<void> {
  const codes = await unpack(given.values), color = inkRamp();
  const table = Array.from({ length: 256 }, (_, code) => color(code / 255));
  const pixels = new ImageData(given.size, given.size);
  codes.forEach((code, i) => pixels.data.set([...table[code], 255], 4 * i));
  canvas.getContext("2d")!.putImageData(pixels, 0, 0);
}

/** The card, and what paints it anew after a change of theme. */
export function gramMatrix({ gram: given, points }: Report): { card: HTMLElement; repaint: () => void } | null {
  if (!given) return null;
  const canvas = h<HTMLCanvasElement>("canvas.matrix", { width: given.size, height: given.size, role: "img",
    "aria-label": "Kernel matrix in the order of the clusters" });
  const repaint = (): void => void paint(canvas, given);
  repaint();
  const strip = (className: string): HTMLElement => h(`div.${className}`, { "aria-hidden": "true" },
    ...given.labels.map((label, b) => h("span", {
      style: `flex:${given.ends[b] - (b ? given.ends[b - 1] : 0)};background:${colorVariable(label)}` })));
  const sampled = given.points < points ? ` A sample of ${count(given.points)} of ${count(points)} points.` : "";
  const made = card("Kernel matrix in cluster order",
    `${given.kernel}. Blocks on the diagonal are clusters whose points resemble each other.${sampled}`,
    h("div.heatmap", {}, strip("strip-top"), strip("strip-left"), canvas),
    h("span.scale", {}, number(given.low), h("span.gradient.ink"), number(given.high)));
  return { card: made, repaint };
}

const svgNames = "http://www.w3.org/2000/svg";

function nodes(map: NodeMap, values: number[], title: string): HTMLElement {
  const side = 28, drop = map.hexagonal ? side * 0.866 : side, pad = 2;
  const svg = document.createElementNS(svgNames, "svg");
  const width = map.columns * side + (map.hexagonal ? side / 2 : 0), height = map.rows * drop + (map.hexagonal ? side * 0.3 : 0);
  svg.setAttribute("viewBox", `${-pad} ${-pad} ${width + 2 * pad} ${height + 2 * pad}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", title);
  const high = Math.max(...values, 1e-300);
  values.forEach((value, i) => {
    const row = Math.floor(i / map.columns), column = i % map.columns;
    const x = column * side + (map.hexagonal && row % 2 ? side / 2 : 0), y = row * drop;
    const shape = document.createElementNS(svgNames, "path");
    const r = side / Math.sqrt(3), cx = x + side / 2, cy = y + (map.hexagonal ? r : side / 2);
    const corners = map.hexagonal ? [0, 1, 2, 3, 4, 5].map((k) => [k * 60 + 30, r]) : [45, 135, 225, 315].map((a) => [a, side / Math.SQRT2]);
    shape.setAttribute("d", `M${corners.map(([a, length]) =>
      `${(cx + length * Math.cos((a * Math.PI) / 180)).toFixed(2)} ${(cy + length * Math.sin((a * Math.PI) / 180)).toFixed(2)}`).join("L")}Z`);
    shape.setAttribute("class", "node");
    shape.style.setProperty("--part", `${(100 * value) / high}%`);
    const tip = document.createElementNS(svgNames, "title");
    tip.textContent = `node ${i} (row ${row}, column ${column}): ${number(value)}`;
    shape.append(tip);
    svg.append(shape);
  });
  return h("figure.map", {}, svg as unknown as HTMLElement, h("figcaption", {}, title));
}

export function nodeMap({ map }: Report): HTMLElement | null {
  if (!map) return null;
  return card("Self-organising map", map.note, h("div.maps", {},
    nodes(map, map.heights, "U-matrix: distance to the neighbours; ridges are borders"),
    nodes(map, map.hits, "Hits: points that each node wins")));
}

export function confusion({ scores, truth }: Report): HTMLElement | null {
  if (!scores) return null;
  const { counts, classes, clusters, matching } = scores;
  const list = h("dl.scores", {}, ...scores.values.map((s) => h("div", { title: s.about }, h("dt", {}, s.name), h("dd", {}, s.value))));
  if (classes.length > 40 || clusters.length > 40) return card(`Against “${truth?.column ?? "truth"}”`, "", list);
  return card(`Against “${truth?.column ?? "truth"}”`, "",
    list, h("div.scroll", { tabindex: 0 }, h("table.confusion", {},
      h("thead", {}, h("tr", {}, h("td"), ...clusters.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...counts.map((row, c) => {
        const total = row.reduce((a, b) => a + b, 0);
        return h("tr", {}, h("th", { scope: "row" }, classes[c]), ...row.map((n, j) => h(`td${matching[j] === c ? ".matched" : ""}`, {
          style: `--part:${total ? (100 * n) / total : 0}%` }, n ? count(n) : "·")));
      })))),
    h("p.quiet", {}, "Classes are rows, clusters columns; a frame marks the best match of the two."));
}
