import { expect, test } from "vitest";
import { columnColoring, date } from "../../src/serve/column_coloring";
import { begun, called, inOrder, roleOf, withKind, withRole } from "../../src/serve/column_options";
import { problem } from "../../src/serve/fields";
import { carried, labelsThere } from "../../src/serve/linked";
import { onPage } from "../../src/serve/remedies";

test("points of two runs are the same rows, whatever each left out", () => {
  expect([...carried([0, 2])]).toEqual([0, 2]);
  expect([...carried([0, 2], [1, 3, 4])]).toEqual([1, 4]);
  expect([...carried([0, 1, 4], undefined, [1, 3, 4])]).toEqual([0, 2]); // row 0 was left out there
  expect([...carried([0, 1, 2], [0, 3, 5], [3, 4, 5])]).toEqual([0, 2]);
});

test("labels of another run, -1 where it left the row out", () => {
  expect([...labelsThere([7, 8, 9], 3)]).toEqual([7, 8, 9]);
  expect([...labelsThere([7, 8], 3, undefined, [0, 2])]).toEqual([7, -1, 8]);
  expect([...labelsThere([7, 8, 9], 2, [0, 2])]).toEqual([7, 9]);
  expect([...labelsThere([7, 8], 2, [1, 2], [0, 2])]).toEqual([-1, 8]);
});

test("a file begins with its classes compared, not clustered", () => {
  expect([begun([]), begun(["label"]), begun(["class", "label", "target"])]).toEqual([{}, { truth: "label" }, { truth: "class", drop: "label,target" }]);
});

test("advice for the command line is advice for the page", () => {
  expect(onPage("--truth label")).toBe("give “label” the role truth, under Columns");
  expect(onPage("--truth my class leaves it out and compares the clusters with it")).toBe("give “my class” the role truth, under Columns");
  expect(onPage("--id another column")).toBe("give another column the role id, under Columns");
  expect(onPage("use --restarts 50")).toBe("use “restarts” 50");
  expect(onPage("--standardize")).toBe("tick “standardize”, under Another method, kernel or width");
  expect(onPage("try another number of clusters ('mercer suggest-k'), look at the candidates (--json), or name a method that suits your data (--method, --kernel)"))
    .toBe("try another number of clusters, look at the candidates, or name a method that suits your data");
  expect(onPage("if you know how many clusters there are, set -k; 'mercer suggest-k' shows the evidence"))
    .toBe("if you know how many clusters there are, give their number; the evidence is shown below");
  expect(onPage("give the number with --clusters")).toBe("give the number of clusters");
});

test("what can't be typed into a field is said with what is expected", () => {
  for (const [values, fine] of [["number", "1.5"], ["number", "-2e-3"], ["number", " .5 "], ["auto|number", "auto"], ["integer", "12"], ["auto|integer", ""],
    ["auto|ROWSxCOLUMNS", "6x8"], ["text", "anything"]]) expect(problem({ values }, fine, true)).toBe("");
  expect(problem({ values: "number" }, "1,5", true)).toBe("“1,5” is not a number with a decimal point, such as 1.5");
  expect(problem({ values: "auto|number" }, "wide", true)).toBe("“wide” is not a number with a decimal point, such as 1.5, or auto");
  expect(problem({ values: "integer" }, "1.5", false)).toBe("“1.5” is not a whole number, such as 3");
  expect(problem({ values: "ROWSxCOLUMNS" }, "6,8", true)).toBe("“6,8” is not rows x columns, such as 6x8");
  expect(problem({ values: "text" }, "a,b", true)).toBe("“a,b” has a comma, which can't be part of this value");
  expect(problem({ values: "text" }, "NA,?", false)).toBe("");
  const share = { words: "above 0 and at most 1", least: 0, most: 1, without_least: true, without_most: false };
  for (const fine of ["0.1", "1", "auto", ""]) expect(problem({ values: "auto|number", allowed: share }, fine, true)).toBe("");
  for (const wrong of ["0", "-2", "1.5"]) expect(problem({ values: "auto|number", allowed: share }, wrong, true)).toBe(`“${wrong}” must be above 0 and at most 1`);
  const atLeast1 = { words: "at least 1", least: 1, most: null, without_least: false, without_most: true };
  expect(problem({ values: "integer", allowed: atLeast1 }, "1", true)).toBe("");
  expect(problem({ values: "integer", allowed: atLeast1 }, "0", true)).toBe("“0” must be at least 1");
});

test("a column colours by its words, its numbers, or its dates", () => {
  const words = columnColoring({ name: "zip", values: [0, 1, null], words: ["10000", "10001"], date: false });
  expect([words.categories!.map((c) => c.name), words.text(1), words.code(2)]).toEqual([["10000", "10001"], "10001", 255]);
  const days = columnColoring({ name: "when", values: [18262, 18263, null], words: [], date: true }, [1, 0, 2]);
  expect([days.text(0), days.text(1), days.text(2), days.shown!(days.range!()[1])]).toEqual(["2020-01-02", "2020-01-01", "–", "2020-01-02"]);
  expect(date(18262.75)).toBe("2020-01-01 18:00");
});

test("columns keep the order of the file", () => {
  expect(inOrder([{ name: "b", at: 1 }, { name: "made" }, { name: "c", at: 2 }, { name: "a", at: 0 }]).map((c) => c.name)).toEqual(["a", "b", "c", "made"]);
});

test("a column whose name can't be in a list is called by its number", () => {
  const all = [{ name: "a,b", at: 0 }, { name: "c=d", at: 1 }, { name: "0" }];
  expect([called(all[0], all.slice(0, 2)), called(all[0], all), called(all[1], all), called({ name: "e,f" }, all)]).toEqual(["0", undefined, "c=d", undefined]);
  const made = withRole(withKind(withKind({}, "0", "category"), "c=d", "text"), "0", "left out");
  expect(made).toEqual({ types: "0=category,c=d=text", drop: "0" });
  expect([roleOf(made, "0"), roleOf(made, "c=d"), withKind(made, "c=d", "number").types]).toEqual(["left out", "as found", "0=category,c=d=number"]);
});
