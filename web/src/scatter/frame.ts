// Axes, grid lines and labels around the points, as SVG.
import { tickStep, ticks } from "d3-array";
import { tick } from "../format";
import type { Box, Range } from "./camera";

export const margin = { right: 14, top: 12, bottom: 46 };
const svgNames = "http://www.w3.org/2000/svg";

function node(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS(svgNames, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text) element.textContent = text;
  return element;
}

export interface Names {
  x: string;
  y: string;
}

/** The ticks of an axis: where, as a part of it, and their labels. */
function ticksOf(range: Range, most: number): { at: number; text: string }[] {
  const step = tickStep(range[0], range[1], most), largest = Math.max(Math.abs(range[0]), Math.abs(range[1]));
  return ticks(range[0], range[1], most).map((value) => ({ at: (value - range[0]) / (range[1] - range[0]), text: tick(value, step, largest) }));
}
const mostUp = (height: number): number => Math.max(2, height / 60);

let context: CanvasRenderingContext2D | null = null;
/** Room on the left for the title of the axis and its longest label, in steps, so that not every move changes it. */
export function leftMargin(range: Range, height: number, family: string): number {
  const title = 24, gap = 10, step = 8, least = 48;
  context ??= document.createElement("canvas").getContext("2d")!;
  context.font = `12px ${family}`;
  const longest = Math.max(0, ...ticksOf(range, mostUp(height)).map(({ text }) => context!.measureText(text).width));
  return Math.max(least, step * Math.ceil((title + longest + gap) / step));
}

export function drawFrame(svg: SVGSVGElement, size: { width: number; height: number }, left: number, box: Box, names: Names): void {
  const inner = {
    width: Math.max(1, size.width - left - margin.right), height: Math.max(1, size.height - margin.top - margin.bottom),
  };
  const parts: SVGElement[] = [];
  const each = (range: Range, most: number, draw: (at: number, text: string) => void): void =>
    ticksOf(range, most).forEach(({ at, text }) => draw(at, text));
  each(box.x, Math.max(2, inner.width / 90), (at, text) => {
    const x = left + at * inner.width, foot = margin.top + inner.height;
    parts.push(node("line", { x1: x, x2: x, y1: margin.top, y2: foot, class: "grid" }));
    parts.push(node("text", { x, y: foot + 18, "text-anchor": "middle", class: "tick" }, text));
  });
  each(box.y, mostUp(inner.height), (at, text) => {
    const y = margin.top + (1 - at) * inner.height;
    parts.push(node("line", { x1: left, x2: left + inner.width, y1: y, y2: y, class: "grid" }));
    parts.push(node("text", { x: left - 8, y: y + 4, "text-anchor": "end", class: "tick" }, text));
  });
  parts.push(node("rect", { x: left, y: margin.top, ...inner, class: "frame" }));
  const middle = { x: left + inner.width / 2, y: margin.top + inner.height / 2 };
  parts.push(node("text", { x: middle.x, y: size.height - 8, "text-anchor": "middle", class: "axis" }, names.x));
  parts.push(node("text", {
    x: 14, y: middle.y, "text-anchor": "middle", class: "axis", transform: `rotate(-90 14 ${middle.y})`,
  }, names.y));
  svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  svg.replaceChildren(...parts);
}
