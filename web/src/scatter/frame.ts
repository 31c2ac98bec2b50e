// Axes, grid lines and labels around the points, as SVG.
import { tickStep, ticks } from "d3-array";
import { tick } from "../format";
import type { Box, Range } from "./camera";

export const margin = { left: 76, right: 14, top: 12, bottom: 46 };
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

export function drawFrame(svg: SVGSVGElement, size: { width: number; height: number }, box: Box, names: Names): void {
  const inner = {
    width: Math.max(1, size.width - margin.left - margin.right), height: Math.max(1, size.height - margin.top - margin.bottom),
  };
  const parts: SVGElement[] = [];
  const each = (range: Range, most: number, draw: (at: number, text: string) => void): void => {
    const step = tickStep(range[0], range[1], most);
    for (const value of ticks(range[0], range[1], most))
      draw((value - range[0]) / (range[1] - range[0]), tick(value, step, Math.max(Math.abs(range[0]), Math.abs(range[1]))));
  };
  each(box.x, Math.max(2, inner.width / 90), (at, text) => {
    const x = margin.left + at * inner.width, foot = margin.top + inner.height;
    parts.push(node("line", { x1: x, x2: x, y1: margin.top, y2: foot, class: "grid" }));
    parts.push(node("text", { x, y: foot + 18, "text-anchor": "middle", class: "tick" }, text));
  });
  each(box.y, Math.max(2, inner.height / 60), (at, text) => {
    const y = margin.top + (1 - at) * inner.height;
    parts.push(node("line", { x1: margin.left, x2: margin.left + inner.width, y1: y, y2: y, class: "grid" }));
    parts.push(node("text", { x: margin.left - 8, y: y + 4, "text-anchor": "end", class: "tick" }, text));
  });
  parts.push(node("rect", { x: margin.left, y: margin.top, ...inner, class: "frame" }));
  const middle = { x: margin.left + inner.width / 2, y: margin.top + inner.height / 2 };
  parts.push(node("text", { x: middle.x, y: size.height - 8, "text-anchor": "middle", class: "axis" }, names.x));
  parts.push(node("text", {
    x: 14, y: middle.y, "text-anchor": "middle", class: "axis", transform: `rotate(-90 14 ${middle.y})`,
  }, names.y));
  svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  svg.replaceChildren(...parts);
}
