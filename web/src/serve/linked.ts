// What two runs of a file have in common: its rows. A run may have left some out, so that its points have other numbers.

/** The labels that each of `n` points has in another run; -1 where its row was left out there. */
export function labelsThere(labels: ArrayLike<number>, n: number, from?: number[], to?: number[]): Int32Array {
  const places = to && new Map(to.map((row, point) => [row, point]));
  return Int32Array.from({ length: n }, (_, point) => {
    const row = from ? from[point] : point;
    return labels[(places ? places.get(row) : row) ?? -1] ?? -1;
  });
}

/** The points of another run that are the same rows. `from` and `to`: the rows of each run's points, where they are not all. */
export function carried(points: ArrayLike<number>, from?: number[], to?: number[]): Uint32Array {
  const rows = Array.from(points, (point) => (from ? from[point] : point));
  if (!to) return Uint32Array.from(rows);
  const places = new Map(to.map((row, point) => [row, point]));
  return Uint32Array.from(rows.map((row) => places.get(row)).filter((point) => point !== undefined));
}
