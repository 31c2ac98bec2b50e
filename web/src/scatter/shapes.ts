// Points as shapes of an SVG picture: the same markers, colours and opacities as those that WebGL draws (points_layer.ts).
import { scatteredOrder, State } from "./points_layer";

export const mostShapes = 5000; // a picture of more points holds them as an image
const svgNames = "http://www.w3.org/2000/svg";

export interface Looks {
  codes: Uint8Array;
  states: Uint8Array;
  palette: Uint8Array; // RGBA
  categories: boolean;
  size: number; // diameter
  opacity: number;
}

const noise = 255;
/** The outline of a marker around (x, y): circle, square, triangle, diamond. */
function outline(marker: number, x: number, y: number, r: number): string {
  const at = (dx: number, dy: number): string => `${(x + r * dx).toFixed(2)} ${(y + r * dy).toFixed(2)}`;
  if (marker === 1) return `M${at(-0.87, -0.87)}L${at(0.87, -0.87)}L${at(0.87, 0.87)}L${at(-0.87, 0.87)}Z`;
  if (marker === 2) return `M${at(0, -1.16)}L${at(1, 0.89)}L${at(-1, 0.89)}Z`;
  if (marker === 3) return `M${at(0, -1.05)}L${at(1.05, 0)}L${at(0, 1.05)}L${at(-1.05, 0)}Z`;
  return "";
}

/** `place`: where a point is, in pixels; undefined: out of sight. */
export function pointShapes(n: number, place: (i: number) => [number, number] | undefined, looks: Looks): SVGElement[] {
  const made: SVGElement[] = [];
  for (const i of scatteredOrder(n)) { // so that no cluster covers another
    const at = place(i), code = looks.codes[i], state = looks.states[i];
    if (!at) continue;
    const marker = looks.categories && code !== noise ? Math.floor(code / 8) % 4 : 0, r = (looks.size / 2) * (state === State.chosen ? 1.25 : 1);
    const shape = document.createElementNS(svgNames, marker ? "path" : "circle");
    if (marker) shape.setAttribute("d", outline(marker, ...at, r));
    else [["cx", at[0]], ["cy", at[1]], ["r", r]].forEach(([name, value]) => shape.setAttribute(name as string, (value as number).toFixed(2)));
    const opacity = state === State.dimmed ? 0.12 * looks.opacity : state === State.chosen ? Math.min(1, 1.5 * looks.opacity) : looks.opacity;
    shape.setAttribute("fill", `rgb(${looks.palette.slice(4 * code, 4 * code + 3).join(", ")})`);
    shape.setAttribute("fill-opacity", opacity.toFixed(2));
    made.push(shape);
  }
  return made;
}
