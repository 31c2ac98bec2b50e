// @vitest-environment node
import { expect, test } from "vitest";
import { matched, ranked, reason } from "../../src/candidates";
import { csv } from "../../src/csv";
import { count, fixed, number, rounded, share, tick } from "../../src/format";
import { joints, logTicks, profileOf, roomFor, wholeOf, wholeTicks } from "../../src/charts";
import { categoryCode, rampCode } from "../../src/palette";
import { renamed } from "../../src/peaks";
import { mark, order } from "../../src/profile";
import { sample } from "../sample";

test("CSV quotes what needs it", () => {
  const text = csv([0, 1], [{ name: "row", value: (i) => i + 1 }, { name: 'a "b", c', value: (i) => ["x,y", "plain"][i] }]);
  expect(text).toBe('row,"a ""b"", c"\n1,"x,y"\n2,plain\n');
});

test("numbers as people read them", () => {
  expect(count(1234567)).toBe("1,234,567");
  expect([number(0.123456), number(-2), number(1e-9), number(NaN)]).toEqual(["0.12346", "−2", "1.000e−9", "–"]);
  expect([tick(0.30000000000000004, 0.1), tick(-2, 1), tick(2e7, 1e6)]).toEqual(["0.3", "−2", "20M"]);
  expect([1.5e5, 2.5e5, 0].map((x) => tick(x, 5e4, 2.5e5))).toEqual(["150k", "250k", "0"]);
  expect([199_400, 199_420].map((x) => tick(x, 20, 199_420))).toEqual(["199.40k", "199.42k"]);
  expect([1_800_000, 1_850_000].map((x) => tick(x, 50_000, 1_850_000))).toEqual(["1.80M", "1.85M"]);
  expect([0.00012, 0.00014].map((x) => tick(x, 0.00002, 0.00014))).toEqual(["1.2e−4", "1.4e−4"]);
  expect([-4e-5, 0, 2e-5, 1e-4, 1.2e-4].map((x) => tick(x, 2e-5, 1.2e-4))).toEqual(["−4e−5", "0", "2e−5", "1.0e−4", "1.2e−4"]);
  expect(rounded("gaussian:sigma=3.345935591568365,local=on of 0.25")).toBe("gaussian:sigma=3.34594,local=on of 0.25");
  expect([fixed(-0.00001, 4), fixed(-0, 2), fixed(-0.004, 2), fixed(-0.006, 2), fixed(0.5, 3)]).toEqual(["0.0000", "0.00", "0.00", "-0.01", "0.500"]);
  expect([share(1, 3), share(0, 0)]).toEqual(["33.3 %", "–"]);
});

test("few iterations are all named, many are thinned", () => {
  expect([wholeTicks(2, 500), wholeTicks(300, 500)]).toEqual([[1, 2], 6]);
});

test("ticks of numbers of clusters are whole, those of widths are round, and none is there twice", () => {
  expect(wholeOf(2, 4, 500)).toEqual([2, 3, 4]);
  expect(wholeOf(2, 40, 500).every(Number.isInteger)).toBe(true);
  expect(wholeOf(3, 3, 500)).toEqual([3]);
  expect(logTicks(0.4, 9, 500)).toEqual([0.5, 1, 2, 5]);
  expect(logTicks(1e-6, 1e6, 500)).toEqual(Array.from({ length: 13 }, (_, i) => Number(`1e${i - 6}`)));
  expect(logTicks(1.1, 1.4, 500)).toEqual([1.1, 1.2, 1.3, 1.4]);
  expect(roomFor([1_234_567, 1_234_590], false)).toBeGreaterThan(roomFor([0, 1], false));
});

test("codes of the palette", () => {
  expect([0, 31, 32, -1].map(categoryCode)).toEqual([0, 31, 0, 255]);
  expect([-1, 0, 1, 2, NaN].map(rampCode)).toEqual([0, 0, 254, 254, 255]);
});

test("a profile is sorted within each cluster and covers all points", () => {
  const bars = profileOf(new Map([[1, [0.1, 0.9]], [0, [0.5, -0.2, 0.7]]]), 100);
  expect(bars.map((b) => b.value)).toEqual([0.7, 0.5, -0.2, 0.9, 0.1]);
  expect([bars[0].x1, bars[4].x2]).toEqual([0, 5]);
  expect(profileOf(new Map([[0, Array.from({ length: 1000 }, (_, i) => i)]]), 50)).toHaveLength(50);
});

test("joints of a dendrogram carry the cluster that both branches share", () => {
  const found = joints({ objects: 3, leaves: [0, 0, 1].map((label) => ({ size: 1, label })),
    merges: [{ left: 0, right: 1, height: 1 }, { left: 3, right: 2, height: 4 }] });
  expect(found.map((j) => j.label)).toEqual([0, -2]);
  expect(found[1].path).toEqual([{ x: 0.5, y: 1 }, { x: 0.5, y: 4 }, { x: 2, y: 4 }, { x: 2, y: 0 }]);
});

test("candidates wear the colours of what was taken, and the best comes first", () => {
  expect([...matched([5, 5, 5, 2, 2, 9], [1, 1, 0, 0, 0, 0])]).toEqual([[5, 1], [2, 0], [9, 2]]);
  expect([...matched([0, 0, 1], [-1, -1, 0])]).toEqual([[1, 0], [0, 1]]);
  expect([...matched([-1, -1, -1, 0, 1], [0, 0, 0, 1, 1])]).toEqual([[-1, -1], [0, 1], [1, 0]]); // noise takes no colour
  const tried = [["a", 1], ["b", 3], ["c", 2]].map(([name, score]) => ({ name: String(name), method: "", score: Number(score) }));
  const list = [...tried.slice(0, 2), { name: "d", method: "", failure: "too few" }, tried[2]];
  expect(ranked({ winner: 0, list }).map((one) => one.name)).toEqual(["a", "b", "c", "d"]);
});

test("it is said why a candidate was taken", () => {
  const list = ["kmeans", "model", "genie"].map((name, i) => ({ name, method: "", score: 1 + i / 10 }));
  expect(reason({ winner: 2, list })).toContain("agrees best with the others was taken");
  expect(reason({ winner: 1, list })).toContain("a model of the data describes them better");
  expect(reason({ winner: 0, list })).toContain("that was named");
});

test("a finer number keeps the names of the clusters that it splits", () => {
  expect([...renamed(Int32Array.from([2, 2, 2, 0, 1, 1]), [0, 0, 0, 0, 1, 1])]).toEqual([0, 0, 0, 2, 1, 1]);
});

test("the table of what sets clusters apart sorts by names, by what is explained, and by a cluster", () => {
  const given = sample(300).profile!;
  expect(order(given, "name", false)).toEqual([1, 0, 2]);
  expect(order(given, "association", false)).toEqual([0, 1, 2]);
  expect(order(given, "association", true)).toEqual([2, 1, 0]);
  expect(order(given, 2, false)).toEqual([2, 1, 0]);
  expect([2, 0.5, 0.1, -0.4, -3].map(mark)).toEqual(["++", "+", "", "−", "−−"]);
});
