import { expect, test } from "vitest";
import { extent, fit, moved, width, zoomed } from "../../src/scatter/camera";
import { NearestPoint } from "../../src/scatter/nearest";
import { scatteredOrder } from "../../src/scatter/points_layer";

test("the scattered order has every point once", () => {
  for (const n of [0, 1, 2, 3, 10, 1000, 99_991])
    expect(Array.from(scatteredOrder(n)).sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
});

test("any tenth of the scattered order is spread over the data", () => {
  const tenth = scatteredOrder(10_000).slice(0, 1000), deciles = new Array(10).fill(0);
  for (const i of tenth) ++deciles[Math.floor(i / 1000)];
  for (const n of deciles) expect(Math.abs(n - 100)).toBeLessThan(10);
});

test("the nearest point is that of a search through all", () => {
  const at = (seed: number): Float32Array => Float32Array.from({ length: 3000 }, (_, i) => (Math.sin(i * seed) + 1) / 2);
  const x = at(12.9898), y = at(78.233), index = new NearestPoint(x, y);
  for (let t = 0; t < 200; ++t) {
    const [px, py, rx, ry] = [(t % 14) / 13, (t % 15) / 14, 0.02, 0.05];
    let best = -1, least = 1;
    for (let i = 0; i < x.length; ++i) {
      const d = ((x[i] - px) / rx) ** 2 + ((y[i] - py) / ry) ** 2;
      if (d < least) [best, least] = [i, d];
    }
    expect(index.find(px, py, rx, ry)).toBe(best);
  }
});

test("the camera", () => {
  expect(extent([3, -1, 2])).toEqual([-1, 3]);
  expect(extent([])).toEqual([0, 1]);
  expect(extent([4, 4])).toEqual([3.5, 4.5]);
  const box = fit({ x: [0, 10], y: [0, 1] }, { width: 200, height: 100 }, true);
  expect(width(box.x) / 200).toBeCloseTo(width(box.y) / 100);
  const near = zoomed({ x: [0, 10], y: [0, 10] }, 2, 5, 0);
  expect(near).toEqual({ x: [2.5, 7.5], y: [0, 5] });
  expect(moved(near, 1, -1)).toEqual({ x: [7.5, 12.5], y: [-5, 0] });
});
