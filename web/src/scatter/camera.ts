// What of the plane is seen: a box in the coordinates of the data.
export type Range = [number, number];

export interface Box {
  x: Range;
  y: Range;
}

export const width = (range: Range): number => range[1] - range[0];

/** Smallest and largest value; a single value gets some room. */
export function extent(values: ArrayLike<number>): Range {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < values.length; ++i) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  if (!(low <= high)) return [0, 1];
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

function grown(range: Range, to: number): Range {
  const middle = (range[0] + range[1]) / 2;
  return [middle - to / 2, middle + to / 2];
}

/** The whole of the data with some air; in one scale when `equal`. */
export function fit(data: Box, pixels: { width: number; height: number }, equal: boolean): Box {
  let x = grown(data.x, 1.08 * width(data.x)), y = grown(data.y, 1.08 * width(data.y));
  if (equal) {
    const unit = Math.max(width(x) / pixels.width, width(y) / pixels.height);
    x = grown(x, unit * pixels.width);
    y = grown(y, unit * pixels.height);
  }
  return { x, y };
}

/** Seen from nearer by `factor`, with the point (x, y) where it was. */
export function zoomed(box: Box, factor: number, x: number, y: number): Box {
  const about = (range: Range, at: number): Range => [at + (range[0] - at) / factor, at + (range[1] - at) / factor];
  return { x: about(box.x, x), y: about(box.y, y) };
}

/** Moved by parts of its own width and height. */
export function moved(box: Box, dx: number, dy: number): Box {
  const by = (range: Range, part: number): Range => [range[0] + part * width(range), range[1] + part * width(range)];
  return { x: by(box.x, dx), y: by(box.y, dy) };
}
