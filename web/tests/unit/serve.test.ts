import { expect, test } from "vitest";
import { columnColoring, date } from "../../src/serve/column_coloring";
import { called, roleOf, withKind, withRole } from "../../src/serve/column_options";
import { carried } from "../../src/serve/linked";

test("points of two runs are the same rows, whatever each left out", () => {
  expect([...carried([0, 2])]).toEqual([0, 2]);
  expect([...carried([0, 2], [1, 3, 4])]).toEqual([1, 4]);
  expect([...carried([0, 1, 4], undefined, [1, 3, 4])]).toEqual([0, 2]); // row 0 was left out there
  expect([...carried([0, 1, 2], [0, 3, 5], [3, 4, 5])]).toEqual([0, 2]);
});

test("a column colours by its words, its numbers, or its dates", () => {
  const words = columnColoring({ name: "zip", values: [0, 1, null], words: ["10000", "10001"], date: false });
  expect([words.categories!.map((c) => c.name), words.text(1), words.code(2)]).toEqual([["10000", "10001"], "10001", 255]);
  const days = columnColoring({ name: "when", values: [18262, 18263, null], words: [], date: true }, [1, 0, 2]);
  expect([days.text(0), days.text(1), days.text(2), days.shown!(days.range!()[1])]).toEqual(["2020-01-02", "2020-01-01", "–", "2020-01-02"]);
  expect(date(18262.75)).toBe("2020-01-01 18:00");
});

test("a column whose name can't be in a list is called by its number", () => {
  const all = [{ name: "a,b", at: 0 }, { name: "c=d", at: 1 }, { name: "0" }];
  expect([called(all[0], all.slice(0, 2)), called(all[0], all), called(all[1], all), called({ name: "e,f" }, all)]).toEqual(["0", undefined, "c=d", undefined]);
  const made = withRole(withKind(withKind({}, "0", "category"), "c=d", "text"), "0", "left out");
  expect(made).toEqual({ types: "0=category,c=d=text", drop: "0" });
  expect([roleOf(made, "0"), roleOf(made, "c=d"), withKind(made, "c=d", "number").types]).toEqual(["left out", "as found", "0=category,c=d=number"]);
});
