// What two runs of a file have in common: its rows. A run may have left some out, so that its points have other numbers.

/** The points of another run that are the same rows. `from` and `to`: the rows of each run's points, where they are not all. */
export function carried(points: ArrayLike<number>, from?: number[], to?: number[]): Uint32Array {
  const rows = Array.from(points, (point) => (from ? from[point] : point));
  if (!to) return Uint32Array.from(rows);
  const places = new Map(to.map((row, point) => [row, point]));
  return Uint32Array.from(rows.map((row) => places.get(row)).filter((point) => point !== undefined));
}
