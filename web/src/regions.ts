// Decision regions as a picture: a pixel a cell, in the faded colour of its cluster.
import { unpack } from "./packed";
import { categoryCode, paletteBytes } from "./palette";
import type { Coloring, Points } from "./points";
import type { Regions } from "./schema";

/** In the colours of the points, where these give each cluster one; else in those of the clusters. */
export async function regionsPicture(regions: Regions, coloring: Coloring, points: Points): Promise<HTMLCanvasElement> {
  const labels = await unpack(regions.labels), palette = paletteBytes(!coloring.ofLabel);
  const code = coloring.ofLabel ?? ((label: number) => categoryCode(points.color(label)));
  const image = document.createElement("canvas");
  [image.width, image.height] = [regions.columns, regions.rows];
  const pixels = new ImageData(regions.columns, regions.rows);
  for (let row = 0; row < regions.rows; ++row)
    for (let column = 0; column < regions.columns; ++column) {
      const label = labels[(regions.rows - 1 - row) * regions.columns + column];
      const from = 4 * (label < 0 ? 0 : code(label)), at = 4 * (row * regions.columns + column);
      pixels.data.set([palette[from], palette[from + 1], palette[from + 2], label < 0 ? 0 : 46], at);
    }
  image.getContext("2d")!.putImageData(pixels, 0, 0);
  return image;
}
