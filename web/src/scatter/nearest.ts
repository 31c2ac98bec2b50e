// Which point is under the pointer: points sorted into the cells of a grid.
export class NearestPoint {
  private readonly side: number;
  private readonly starts: Uint32Array; // of the cells in `points`
  private readonly points: Uint32Array;

  /** Coordinates between 0 and 1. */
  constructor(private readonly x: Float32Array, private readonly y: Float32Array) {
    this.side = Math.max(1, Math.min(512, Math.round(Math.sqrt(x.length / 4))));
    this.starts = new Uint32Array(this.side * this.side + 1);
    for (let i = 0; i < x.length; ++i) ++this.starts[this.cell(x[i], y[i]) + 1];
    for (let c = 1; c < this.starts.length; ++c) this.starts[c] += this.starts[c - 1];
    const next = this.starts.slice();
    this.points = new Uint32Array(x.length);
    for (let i = 0; i < x.length; ++i) this.points[next[this.cell(x[i], y[i])]++] = i;
  }

  /** The nearest point within an ellipse of half axes rx and ry about (x, y); -1 if there is none. */
  find(x: number, y: number, rx: number, ry: number): number {
    let best = -1, least = 1;
    for (let row = this.line(y - ry); row <= this.line(y + ry); ++row)
      for (let column = this.line(x - rx); column <= this.line(x + rx); ++column) {
        const cell = row * this.side + column;
        for (let at = this.starts[cell]; at < this.starts[cell + 1]; ++at) {
          const i = this.points[at], dx = (this.x[i] - x) / rx, dy = (this.y[i] - y) / ry;
          const d = dx * dx + dy * dy;
          if (d < least) [best, least] = [i, d];
        }
      }
    return best;
  }

  private line(t: number): number {
    return Math.max(0, Math.min(this.side - 1, Math.floor(t * this.side)));
  }
  private cell(x: number, y: number): number {
    return this.line(y) * this.side + this.line(x);
  }
}
