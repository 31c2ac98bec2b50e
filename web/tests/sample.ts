// A report of three invented clusters, with every part that a page can have.
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import type { Packed, Report } from "../src/schema";

const arrays = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u16: Uint16Array, u8: Uint8Array };

export function pack(type: Packed["type"], values: ArrayLike<number>): Packed {
  const bytes = new Uint8Array(arrays[type].from(values).buffer);
  return { type, size: values.length, data: deflateSync(bytes).toString("base64") };
}
export const packText = (list: string[]): Packed => pack("u8", new TextEncoder().encode(JSON.stringify(list)));
export function packScaled(values: Float64Array): Packed {
  let low = Infinity, high = -Infinity;
  for (const v of values) [low, high] = [Math.min(low, v), Math.max(high, v)];
  return { ...pack("u16", values.map((v) => Math.round((65535 * (v - low)) / (high - low)))), low, high };
}

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 4294967296;
  };
}

export function sample(points: number): Report {
  const uniform = random(7), normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const centers = [[0, 0], [5, 1], [2, 5]], names = ["length", "width", "depth", "weight"];
  const labels = new Int32Array(points), truth = new Int32Array(points);
  const columns = names.map(() => new Float64Array(points));
  const memberships = new Uint8Array(3 * points), outliers = new Float32Array(points);
  for (let i = 0; i < points; ++i) {
    const c = i % 3, x = centers[c][0] + normal(), y = centers[c][1] + 0.8 * normal();
    columns[0][i] = x;
    columns[1][i] = y;
    columns[2][i] = x - y + normal();
    columns[3][i] = 3 * normal();
    const d = centers.map(([a, b]) => Math.exp(-((x - a) ** 2) - (y - b) ** 2) + 1e-9), sum = d[0] + d[1] + d[2];
    d.forEach((v, j) => (memberships[3 * i + j] = Math.round((255 * v) / sum)));
    labels[i] = d.indexOf(Math.max(...d));
    truth[i] = c;
    outliers[i] = Math.hypot(x - centers[c][0], y - centers[c][1]);
  }
  const exact = points <= 50_000, few = Math.min(points, 240), order = Array.from({ length: few }, (_, i) => i)
    .sort((a, b) => labels[a] - labels[b] || a - b);
  const drawn = order.slice().sort((a, b) => a - b);
  const gram = new Uint8Array(few * few);
  order.forEach((a, i) => order.forEach((b, j) => {
    gram[i * few + j] = 255 * Math.exp(-0.15 * ((columns[0][a] - columns[0][b]) ** 2 + (columns[1][a] - columns[1][b]) ** 2));
  }));
  const sizes = [0, 1, 2].map((j) => labels.filter((l) => l === j).length);
  const ends = [0, 1, 2].map((j) => order.filter((i) => labels[i] <= j).length);
  const counts = [0, 1, 2].map((c) => [0, 1, 2].map((j) => labels.filter((l, i) => l === j && truth[i] === c).length));
  const axis = (values: Float64Array) => (exact ? pack("f64", values) : packScaled(values));
  const pca = [columns[0].map((x, i) => 0.8 * x - 0.6 * columns[1][i]), columns[0].map((x, i) => 0.6 * x + 0.8 * columns[1][i])];
  const shown = exact ? names : names.slice(0, 2); // what there is room for
  const cells = 100;
  const places = { equal: true, rows: pack("i32", drawn), x: packScaled(Float64Array.from(drawn, (i) => columns[0][i])),
    y: packScaled(Float64Array.from(drawn, (i) => columns[1][i])) };
  return {
    format: 1, title: "sample.csv", subtitle: "fuzzy c-means, gaussian:sigma=1.5, three invented clusters",
    figures: [{ name: "points", value: points.toLocaleString("en-US"), about: "" }, { name: "clusters", value: "3", about: "" },
      { name: "objective", value: "208.24", about: "lower is better" }, { name: "silhouette", value: "0.612", about: "" },
      { name: "accuracy", value: "0.987", about: "" }],
    about: [{ name: "data", value: `sample.csv, ${points} points x 4 columns` }, { name: "method", value: "fuzzy:m=2" },
      { name: "kernel", value: "gaussian:sigma=1.5 (sigma = median distance between points)" },
      { name: "start", value: "kernel++, best of 10 starts, seed 1" }],
    command: "mercer fit sample.csv -k 3 --method fuzzy --kernel gaussian --truth species --report sample.html", version: "0.1.0",
    warnings: [{ what: "2 of 10 starts did not converge in 300 iterations", remedy: "raise --max-iterations" }],
    notes: ["The kernel matrix shows a sample of 240 points."], points,
    clusters: sizes.map((size, label) => ({ label, name: `cluster ${label}`, size })),
    labels: pack("i32", labels), truth: { column: "species", classes: ["setosa", "versicolor", "virginica"], codes: pack("i32", truth) },
    memberships: exact ? { clusters: 3, values: { ...pack("u8", memberships), low: 0, high: 1 } }
      : { clusters: 1, values: { ...pack("u8", Uint8Array.from(labels, (l, i) => memberships[3 * i + l])), low: 0, high: 1 } },
    names: packText(Array.from({ length: points }, (_, i) => `flower-${i + 1}`)),
    texts: packText(Array.from({ length: points }, (_, i) => `Said of flower ${i + 1}: <b>${["calm", "bright", "late"][i % 3]}</b>.`)),
    outlierScores: exact ? pack("f32", outliers) : packScaled(Float64Array.from(outliers)),
    views: [
      { kind: "columns", name: "Own columns", equal: false, exact, axes: shown.map((name, c) => ({ name, values: axis(columns[c]) })) },
      { kind: "pca", name: "Principal components", equal: true, exact: false, axes: [
        { name: "component 1 (61 %)", values: exact ? pack("f32", pca[0]) : packScaled(pca[0].subarray(0, 50_000)) },
        { name: "component 2 (24 %)", values: exact ? pack("f32", pca[1]) : packScaled(pca[1].subarray(0, 50_000)) }],
        rows: exact ? undefined : pack("i32", Array.from({ length: 50_000 }, (_, i) => i)) },
      { kind: "kernel-pca", name: "Kernel principal components", equal: true, exact: false, note: "A sample of 240 points.",
        rows: pack("i32", drawn), axes: [0, 1].map((a) => ({ name: `component ${a + 1}`,
          values: pack("f32", drawn.map((i) => Math.tanh(columns[a][i] / 4))) })) }],
    regions: { columns: cells, rows: cells, x: [-4, 9], y: [-4, 9], labels: pack("i32", Array.from({ length: cells * cells }, (_, at) => {
      const x = -4 + (13 * (at % cells)) / cells, y = -4 + (13 * Math.floor(at / cells)) / cells;
      const d = centers.map(([a, b]) => (x - a) ** 2 + (y - b) ** 2);
      return d.indexOf(Math.min(...d));
    })) },
    silhouettes: { mean: 0.612, rows: pack("i32", order), values: pack("f32", order.map((_, i) => 0.9 - ((i * 7) % 80) / 75)) },
    gram: { size: few, points: few, low: 0, high: 1, values: pack("u8", gram), labels: [0, 1, 2], ends, kernel: "gaussian:sigma=1.5" },
    spectrum: { values: [82, 61, 44, 9, 7.5, 6, 4, 3.2, 2.5, 2.1, 1.4], suggested: 3, reason: "4 of 6 criteria speak for 3 clusters." },
    convergence: { best: 2, starts: Array.from({ length: 10 }, (_, s) => Array.from({ length: 6 + ((s * 5) % 9) },
      (_, i) => 200 + (s === 2 ? 0 : (s % 4) * 6) + 150 * Math.exp(-0.7 * i))) },
    dendrogram: { objects: points, leaves: Array.from({ length: 12 }, (_, i) => ({ size: 5 + ((i * 17) % 60), label: Math.floor(i / 4) })),
      merges: [[0, 1, 1], [2, 3, 1.4], [12, 13, 2], [4, 5, 0.8], [6, 7, 1.1], [15, 16, 1.9], [8, 9, 0.9], [10, 11, 1.6], [18, 19, 2.4],
        [14, 17, 5], [21, 20, 7]].map(([left, right, height]) => ({ left, right, height })) },
    map: { rows: 6, columns: 8, hexagonal: true, note: "8 x 6 nodes; quantisation error 0.42, topographic error 0.03.",
      hits: Array.from({ length: 48 }, (_, i) => (i * 13) % 11), heights: Array.from({ length: 48 }, (_, i) => 0.2 + Math.exp(-(((i % 8) - 4) ** 2))) },
    evidence: [{ about: "how far the candidates agree, and how wide the gaps are", axis: "clusters", logarithmic: false, chosen: 1,
      lines: ["evidence", "agreement", "separation"], points: [2, 3, 4, 5, 6, 7].map((at, i) => ({ at, also: at === 6,
        values: [[0.8, 0.7, 0.3], [1.4, 0.95, 0.9], [0.7, 0.6, 0.2], [0.6, 0.5, 0.2], [0.75, 0.65, 0.3], [0.5, 0.45, 0.1]][i] })) }],
    peaks: { ...places, list: [
      { clusters: 3, taken: true, about: "evidence 1.02", labels: pack("i32", labels) },
      { clusters: 2, taken: false, about: "evidence 0.71", labels: pack("i32", Array.from(labels, (label) => (label === 2 ? 0 : 1))) }] },
    candidates: { winner: 1, ...places,
      list: [...["kmeans", "genie-0.1", "spectral", "mixture"].map((name, c) => ({ name, method: name, clusters: 3, agreement: 0.8 - 0.1 * c,
        score: 1.1 - 0.1 * c, labels: pack("i32", drawn.map((i) => (labels[i] + c) % 3)) })),
      { name: "tree-cut", method: "tree-cut", failure: "fewer clusters than asked for" }] },
    profile: { columns: [{ name: "length", kind: "number", association: 0.81, low: "−2.1", high: "7.4" },
      { name: "depth", kind: "number", association: 0.64, low: "−4", high: "6.1" },
      { name: "region", kind: "category", association: 0.47, values: ["east", "north", "south", "west"] }],
      clusters: [0, 1, 2].map((label) => ({ label, size: sizes[label], central: `row ${label}`, cells: [
        { text: `${label * 2.5}`, others: "2.4", about: "half between 1 and 3", effect: [-1.4, 2.1, -0.5][label], missing: 0,
          bars: Array.from({ length: 12 }, (_, b) => Math.exp(-((b - 2 - 3 * label) ** 2) / 4) / 4) },
        { text: `${label}`, others: "1.1", about: "", effect: [0.1, 0.4, -1.2][label], missing: label,
          bars: Array.from({ length: 12 }, (_, b) => Math.exp(-((b - 8 + 3 * label) ** 2) / 6) / 5) },
        { text: `${["north", "south", "west"][label]} 71 %`, others: "20 %", about: "", effect: [0.9, 0.2, 1.3][label], missing: 0,
          bars: [0.1, 0.1, 0.1, 0.1].map((share, v) => (v === label + 1 ? 0.71 : share)) }] })) },
    scores: { values: [["accuracy", "0.9867"], ["adjusted Rand", "0.9603"], ["normalised MI", "0.9421"], ["purity", "0.9867"]]
      .map(([name, value]) => ({ name, value, about: "" })), classes: ["setosa", "versicolor", "virginica"],
      clusters: ["0", "1", "2"], counts, matching: [0, 1, 2] },
  };
}

/** The page of a report, as the program writes it. */
export function pageOf(report: Report): string {
  const template = readFileSync(new URL("../dist/report.html", import.meta.url), "utf8");
  return template.replace("@@REPORT@@", () => JSON.stringify(report).replaceAll("<", "\\u003c"));
}
