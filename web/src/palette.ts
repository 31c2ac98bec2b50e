// Colours. Clusters: eight that colour-blind readers tell apart (as in the program's SVG pictures), then the
// same with another marker. Quantities: viridis, without the end that vanishes into the background.
import { interpolateViridis } from "d3-scale-chromatic";

export const clusterColors = 8;
const noise = 255; // code of points in no cluster

/** What the style sheet calls the colour of a cluster or class. */
export const colorVariable = (label: number): string =>
  label < 0 ? "var(--noise)" : `var(--c${label % clusterColors})`;

/** Code of a category in the palette: colour and marker repeat after 32. */
export const categoryCode = (label: number): number => (label < 0 ? noise : label % (4 * clusterColors));
/** Code of a value between 0 and 1. */
export const rampCode = (t: number): number => (Number.isNaN(t) ? noise : Math.round(254 * Math.min(1, Math.max(0, t))));

export const isDark = (): boolean => getComputedStyle(document.documentElement).colorScheme === "dark";
export const ramp = (t: number): string => interpolateViridis(isDark() ? 0.18 + 0.82 * t : 0.92 * t);

function bytes(color: string): number[] {
  const hex = color.trim();
  if (hex.startsWith("#")) return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return (hex.match(/\d+/g) ?? ["128", "128", "128"]).slice(0, 3).map(Number);
}
const themed = (name: string): number[] =>
  bytes(getComputedStyle(document.documentElement).getPropertyValue(name));

/** 256 colours, RGBA: of categories or of the ramp; the last is noise. */
export function paletteBytes(categories: boolean): Uint8Array {
  const palette = new Uint8Array(4 * 256);
  const clusters = Array.from({ length: clusterColors }, (_, j) => themed(`--c${j}`));
  for (let code = 0; code < 256; ++code) {
    const color = code === noise ? themed("--noise")
      : categories ? clusters[code % clusterColors] : bytes(ramp(code / 254));
    palette.set([...color, 255], 4 * code);
  }
  return palette;
}

/** From the background to the ink, for matrices. */
export function inkRamp(): (t: number) => number[] {
  const stops = isDark()
    ? [[22, 26, 33], [33, 74, 116], [79, 159, 214], [214, 238, 255]]
    : [[250, 251, 252], [175, 206, 230], [59, 125, 182], [10, 40, 82]];
  return (t) => {
    const at = Math.min(0.99999, Math.max(0, t)) * (stops.length - 1), s = Math.floor(at), f = at - s;
    return stops[s].map((v, c) => Math.round(v + f * (stops[s + 1][c] - v)));
  };
}
