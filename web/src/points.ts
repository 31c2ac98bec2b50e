// The points with all that is known of each: what the page colours by, inspects and saves.
import type { Column } from "./csv";
import { number } from "./format";
import { categoryCode, rampCode } from "./palette";
import { unpack, unpackStrings, type Numbers } from "./packed";
import type { Report } from "./schema";

/** A way to colour: categories with names, or a quantity with a range. */
export interface Coloring {
  key: string;
  name: string;
  categories?: { label: number; name: string; color?: number }[]; // color: the label whose colour it has, if not its own
  range?: () => [number, number];
  shown?: (value: number) => string; // an end of the range, where it is no plain number
  code: (point: number) => number; // in the palette
  label: (point: number) => number; // the category; 0 for quantities
  text: (point: number) => string;
  ofLabel?: (label: number) => number; // in the palette: the colour of a cluster as a whole, where it has one
}

/** A quantity that every point has. */
export interface Quantity {
  name: string;
  value: (point: number) => number;
}

export class Points {
  private constructor(
    readonly report: Report, readonly labels: Numbers, readonly truth: Numbers | null,
    private readonly memberships: Numbers | null, private readonly outliers: Numbers | null,
    private readonly columns: Numbers[], // those of the data, where the page holds them exactly
    private readonly drawnColumns: { name: string; values: Numbers }[], // of all points, to colour by
    readonly names: string[] | null,
  ) {}
  colors = new Map<number, number>(); // of clusters that wear the colours of others, beside which they stand

  /** The cluster whose colour this one wears. */
  color(label: number): number {
    return this.colors.get(label) ?? label;
  }

  static async load(report: Report): Promise<Points> {
    const own = report.views.find((v) => v.kind === "columns" && v.exact && !v.rows);
    const [labels, truth, memberships, outliers, ...columns] = await Promise.all(
      [report.labels, report.truth?.codes, report.memberships?.values, report.outlierScores,
        ...(own?.axes ?? []).map((axis) => axis.values)].map((packed) => (packed ? unpack(packed) : null)));
    const whole = report.views.find((v) => v.kind === "columns" && !v.rows);
    const drawn = await Promise.all((whole?.axes ?? []).map(async ({ name, values }) => ({ name, values: await unpack(values) })));
    const names = report.names ? await unpackStrings(report.names) : null;
    return new Points(report, labels!, truth, memberships, outliers, columns as Numbers[], drawn, names);
  }

  private said: Promise<string[]> | null = null;
  /** What the documents say; read when it is first asked for. */
  texts(): Promise<string[]> {
    this.said ??= this.report.texts ? unpackStrings(this.report.texts) : Promise.resolve([]);
    return this.said;
  }
  /** The next point after `from` whose name or text has these words; -1 if there is none. */
  async find(words: string, from: number): Promise<number> {
    const n = this.report.points, texts = await this.texts(), wanted = words.trim().toLowerCase();
    if (!wanted) return -1;
    const has = (list: string[] | null, i: number): boolean => Boolean(list?.[i]?.toLowerCase().includes(wanted));
    const exact = this.names?.findIndex((name) => name.toLowerCase() === wanted) ?? -1;
    if (exact >= 0) return exact;
    for (let step = 1; step <= n; ++step) {
      const i = (from + step) % n;
      if (has(this.names, i) || has(texts, i)) return i;
    }
    return -1;
  }

  get exactColumns(): string[] {
    return this.columns.length
      ? this.report.views.find((v) => v.kind === "columns" && v.exact)!.axes.map((axis) => axis.name) : [];
  }
  column(index: number): Numbers {
    return this.columns[index];
  }
  clusterName(label: number): string {
    return this.report.clusters.find((c) => c.label === label)?.name ?? String(label);
  }
  className(point: number): string {
    return this.truth ? this.report.truth!.classes[this.truth[point]] : "";
  }
  /** Shares of a point, a cluster each; one alone when the page holds only that of the own cluster. */
  shares(point: number): number[] {
    const k = this.report.memberships?.clusters ?? 0;
    return this.memberships ? Array.from(this.memberships.subarray(point * k, (point + 1) * k)) : [];
  }
  membership(point: number): number {
    const k = this.report.memberships!.clusters, label = this.labels[point];
    return k === 1 ? this.memberships![point] : label < 0 ? NaN : this.memberships![point * k + label];
  }

  quantities(): Quantity[] {
    const found: Quantity[] = [];
    if (this.memberships) found.push({ name: "membership in its cluster", value: (i) => this.membership(i) });
    const k = this.report.memberships?.clusters ?? 0;
    for (let j = 0; k > 1 && k <= 24 && j < k; ++j)
      found.push({ name: `membership in cluster ${j}`, value: (i) => this.memberships![i * k + j] });
    const { outliers } = this;
    if (outliers) found.push({ name: "outlier score", value: (i) => outliers[i] });
    return found;
  }

  colorings(): Coloring[] {
    const { report, labels, truth } = this;
    const found: Coloring[] = [{
      key: "cluster", name: "cluster", categories: report.clusters.map(({ label, name }) => ({ label, name, color: this.color(label) })),
      code: (i) => categoryCode(this.color(labels[i])), label: (i) => labels[i], text: (i) => this.clusterName(labels[i]),
    }];
    if (truth)
      found.push({
        key: "truth", name: `truth (${report.truth!.column})`,
        categories: report.truth!.classes.map((name, label) => ({ label, name })),
        code: (i) => categoryCode(truth[i]), label: (i) => truth[i], text: (i) => this.className(i),
      });
    const columns = this.drawnColumns.map(({ name, values }) => ({ name: `column ${name}`, value: (i: number) => values[i] }));
    return [...found, ...this.onMap(), ...[...this.quantities(), ...columns].map((quantity) => this.byQuantity(quantity))];
  }
  /** Nodes of a map are too many for a colour each: neighbours get neighbouring colours, row by row, there and back. */
  private onMap(): Coloring[] {
    const { map } = this.report, { labels } = this;
    if (!map) return [];
    const along = (node: number): number => {
      const row = Math.floor(node / map.columns), column = node % map.columns;
      return row * map.columns + (row % 2 ? map.columns - 1 - column : column);
    };
    const last = Math.max(1, map.rows * map.columns - 1), ofLabel = (node: number): number => rampCode(along(node) / last);
    return [{ ...this.byQuantity({ name: "place on the map", value: (i) => along(labels[i]) }),
      range: () => [0, last], code: (i) => ofLabel(labels[i]), ofLabel }];
  }
  /** What a page shows first: clusters, unless there is but one, or more than can be told apart. */
  firstColoring(all: Coloring[]): Coloring {
    const { report } = this, clusters = report.clusters.filter((c) => c.label >= 0).length;
    const named = (name: string): Coloring | undefined => all.find((c) => c.key === name);
    if (report.map && clusters > 24) return named("place on the map")!;
    return (clusters < 2 && named("outlier score")) || all[0];
  }
  // The range is looked for when it is first asked for: the page opens without it.
  private byQuantity({ name, value }: Quantity): Coloring {
    let range: [number, number] | undefined;
    const seen = (): [number, number] => {
      if (range) return range;
      range = [Infinity, -Infinity];
      for (let i = 0; i < this.report.points; ++i) {
        const v = value(i);
        if (v < range[0]) range[0] = v;
        if (v > range[1]) range[1] = v;
      }
      return range;
    };
    const part = (v: number, [low, high]: [number, number]): number => (high > low ? (v - low) / (high - low) : 0);
    return { key: name, name, range: seen, code: (i) => rampCode(part(value(i), seen())), label: () => 0,
      text: (i) => number(value(i)) };
  }

  /** What a saved row holds. */
  csvColumns(): Column[] {
    const columns: Column[] = [
      { name: "row", value: (i) => i + 1 }, { name: "cluster", value: (i) => this.labels[i] }];
    if (this.names) columns.splice(1, 0, { name: "name", value: (i) => this.names![i] });
    if (this.truth) columns.push({ name: "truth", value: (i) => this.className(i) });
    for (const { name, value } of this.quantities()) columns.push({ name, value: (i) => Number(value(i).toPrecision(4)) });
    this.exactColumns.forEach((name, c) => columns.push({ name, value: (i) => this.columns[c][i] }));
    return columns;
  }
}
