// mercer serve in a real browser, step by step as a person does it.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faults } from "./access";
import { contrast } from "./contrast";
import { executablePath, folder, start } from "./browser";
import { button, example, figure, find, mercer } from "./hands";
import { serve, type Served, tab } from "./server";

describe.skipIf(!existsSync(executablePath) || !process.env.MERCER)("mercer serve in the browser", () => {
  let context: BrowserContext, served: Served;
  beforeAll(async () => {
    context = await start();
    served = await serve();
  });
  afterAll(async () => {
    await context?.close();
    await served?.end();
  });

  test("an example, its columns, one button, and what was found", async () => {
    const { page, trouble } = await tab(context, served.url);
    await example(page, "two-moons");
    expect(await page.locator(".columns tbody th").allTextContents()).toEqual(["x1", "x2", "label"]);
    expect(await page.getByLabel("Role of label").inputValue()).toBe("truth");
    expect(await page.locator(".columns svg").count()).toBe(3);
    await find(page, "2");
    expect(await figure(page, "accuracy")).toBe("1.0000");
    expect(Number(await figure(page, "silhouette"))).toBeGreaterThan(0.4); // in the geometry of the winner
    expect(await page.locator(".rules li").count()).toBe(2);
    expect(await page.locator(".candidate").count()).toBe(17);
    const views = await page.locator(".result label.field", { hasText: "View" }).locator("option").allTextContents();
    expect(views).toEqual(["Own columns", "Geodesic embedding"]);
    await page.locator(".result label.field", { hasText: "View" }).locator("select").selectOption({ label: "Geodesic embedding" });
    await page.waitForTimeout(300);
    expect(await page.locator(".scatter-frame .axis").first().textContent()).toContain("geodesic axis 1");
    // A candidate becomes a run of its own.
    await button(page, "Show kmeans").click();
    await page.waitForFunction(() => document.querySelectorAll(".runs tbody tr").length === 2);
    await page.waitForFunction(() => document.querySelector(".result h2")?.textContent?.endsWith("which took kmeans"), undefined, { timeout: 30_000 });
    await page.waitForSelector(".agreement");
    const agreement = (await page.locator(".agreement tbody td").allTextContents()).map(Number);
    expect(agreement[0]).toBe(1);
    expect(agreement[1]).toBeLessThan(0.9); // k-means cuts the moons
    expect(agreement[2]).toBe(agreement[1]);
    expect(await page.locator(".command code").first().textContent()).toContain("--method auto:take=kmeans");
    // So does a step that is no method of its own.
    await button(page, "Show cells-root-10").click();
    await page.waitForFunction(() => document.querySelectorAll(".runs tbody tr").length === 3);
    await page.waitForFunction(() => document.querySelector(".command code")?.textContent?.includes("cells-root-10"), undefined, { timeout: 30_000 });
    expect(await figure(page, "accuracy")).toBe("1.0000");
    expect(trouble).toEqual([]);
  });

  test("a file of one's own, kinds and roles of its columns, colours, rows by lasso, files to take away", async () => {
    const { page, trouble } = await tab(context, served.url);
    const path = join(mkdtempSync(join(folder, "own-")), "people <b>.csv");
    const lines = ["name,age,zip,when", ...Array.from({ length: 60 }, (_, i) =>
      `<img src=x onerror=alert(1)>${i},${i % 2 ? 20 + (i % 7) : 60 + (i % 5)},${10000 + (i % 2)},${i === 3 ? "" : `2020-0${1 + (i % 9)}-11`}`)];
    writeFileSync(path, lines.join("\n") + "\n");
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.waitForSelector(".file[aria-pressed=true] >> text=people <b>.csv");
    await page.waitForSelector('.columns tbody th:text("zip")');
    await page.getByLabel("Kind of zip").selectOption("category");
    await page.waitForSelector('.columns tr:has-text("zip") >> text=indicator');
    await page.getByLabel("Role of when").selectOption("left out");
    await page.waitForSelector('.columns tr:has-text("when") >> text=left out by you');
    await find(page, "2");
    expect(await page.locator(".command code").first().textContent()).toContain("--types zip=category");
    expect(await page.locator(".command code").nth(1).textContent()).toContain('types={"zip": "category"}');
    const colour = page.getByLabel("Colour by a column of the table");
    await colour.selectOption({ label: "zip" }); // a category, as it was said
    await page.waitForSelector('.legend .key:has-text("10001")');
    await colour.selectOption({ label: "when" });
    await page.waitForSelector('.legend .scale:has-text("2020-09-11")');
    await colour.selectOption({ label: "age" });
    await page.waitForSelector('.legend .scale:has-text("64")');
    await page.getByText("Lasso", { exact: true }).click();
    await page.locator(".scatter").scrollIntoViewIfNeeded();
    const box = (await page.locator(".scatter").boundingBox())!;
    const at = (x: number, y: number): [number, number] => [box.x + x * box.width, box.y + y * box.height];
    await page.mouse.move(...at(0.02, 0.02));
    await page.mouse.down();
    for (const [x, y] of [[0.99, 0.02], [0.99, 0.9], [0.02, 0.9]]) await page.mouse.move(...at(x, y), { steps: 4 });
    await page.mouse.up();
    await page.waitForSelector(".rows tbody tr");
    expect(await page.locator(".many h3").textContent()).toBe("60 points selected");
    expect(await page.locator(".rows tbody td").first().textContent()).toBe("<img src=x onerror=alert(1)>0"); // never HTML
    expect(await page.locator("img").count()).toBe(0);
    const files: Record<string, string> = {};
    for (const name of ["labels.csv", "table.csv", "model.mercer", "report.html"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a.button", { hasText: name }).click()]);
      files[name] = readFileSync((await download.path())!, "latin1");
    }
    expect(files["table.csv"].split("\n")[0]).toBe("name,age,zip,when,cluster");
    expect(files["labels.csv"].trim().split("\n")).toHaveLength(61);
    expect(files["report.html"]).toContain("<!doctype html>");
    const [png] = await Promise.all([page.waitForEvent("download"), button(page, "PNG of Points").click()]);
    expect(readFileSync((await png.path())!).subarray(1, 4).toString()).toBe("PNG");
    const [svg] = await Promise.all([page.waitForEvent("download"), button(page, "SVG of Silhouettes").click()]);
    expect(readFileSync((await svg.path())!, "utf8")).toMatch(/^<svg.*fill="rgb/s);
    const [profile] = await Promise.all([page.waitForEvent("download"), button(page, "PNG of What sets the clusters apart").click()]);
    expect(readFileSync((await profile.path())!).subarray(1, 4).toString()).toBe("PNG");
    expect(trouble).toEqual([]);
  });

  test("columns with a comma or an equals sign in their names are changed as others are", async () => {
    const { page, trouble } = await tab(context, served.url);
    const path = join(mkdtempSync(join(folder, "names-")), "names.csv");
    writeFileSync(path, ['"size, in m",c=d,age', ...Array.from({ length: 60 }, (_, i) => `${i % 3},${i % 2},${(i % 2) * 40 + (i % 7)}`)].join("\n") + "\n");
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.waitForSelector('.columns tbody th:text("c=d")');
    await page.getByLabel("Kind of size, in m").selectOption("category");
    await page.waitForSelector('.columns tr:has-text("size, in m") >> text=indicator');
    await page.getByLabel("Role of c=d").selectOption("truth");
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('[aria-label="Role of c=d"]')?.value === "truth");
    await find(page, "2");
    expect(await figure(page, "accuracy")).toBeTruthy();
    expect(await page.locator(".command code").first().textContent()).toContain("--types 0=category");
    await page.getByLabel("Role of size, in m").selectOption("left out");
    await page.waitForSelector('.columns tr:has-text("size, in m") >> text=left out by you');
    await find(page, "2");
    expect(await figure(page, "accuracy")).toBe("1.0000");
    expect(trouble).toEqual([]);
  });

  test("a dropped file, no number of clusters, names of rows", async () => {
    const { page, trouble } = await tab(context, served.url);
    const lines = ["who,age,size", ...Array.from({ length: 90 }, (_, i) => `P-${i},${(i % 3) * 30 + (i % 7)},${(i % 3) * 5 + (i % 11) / 4}`)];
    const files = await page.evaluateHandle((text) => {
      const held = new DataTransfer();
      held.items.add(new File([text], "dropped file.csv", { type: "text/csv" }));
      return held;
    }, lines.join("\n") + "\n");
    await page.dispatchEvent(".drop", "dragover", { dataTransfer: files });
    expect(await page.locator(".drop.over").count()).toBe(1);
    await page.dispatchEvent(".drop", "drop", { dataTransfer: files });
    await page.waitForSelector(".file[aria-pressed=true] >> text=dropped file.csv"); // another file was shown before
    expect(await page.locator(".drop.over").count()).toBe(0);
    await page.waitForSelector('.columns tbody th:text("who")');
    await page.getByLabel("Role of who").selectOption("id");
    await find(page, "");
    expect(await figure(page, "clusters")).toBe("3");
    expect(await page.locator(".card", { hasText: "Evidence for each number of clusters" }).locator("svg").count()).toBeGreaterThan(0);
    expect(await page.locator(".command code").first().textContent()).toBe("mercer fit 'dropped file.csv' --id who");
    await page.locator('.inspector input[type="number"]').fill("8");
    await page.locator('.inspector input[type="number"]').press("Enter");
    await page.waitForSelector('.one h3:text("P-7")');
    await page.waitForSelector(".rows tbody tr");
    expect(await page.locator(".rows tbody th").allTextContents()).toEqual(["8"]);
    expect(trouble).toEqual([]);
  });

  test("two runs of which one left rows out: what is selected is the same rows in both", async () => {
    const { page, trouble } = await tab(context, served.url);
    const lines = ["age,size,other", ...Array.from({ length: 60 }, (_, i) =>
      `${(i % 2) * 40 + (i % 7)},${(i % 2) * 9 + (i % 5) / 4},${i === 4 ? "" : i % 3}`)];
    writeFileSync(join(folder, "gaps.csv"), lines.join("\n") + "\n");
    await page.locator('input[type="file"]').setInputFiles(join(folder, "gaps.csv"));
    await page.waitForSelector(".file[aria-pressed=true] >> text=gaps.csv");
    await page.getByText("Another method, kernel or width").click();
    await page.getByRole("group", { name: "method", exact: true }).locator("select").first().selectOption("kmeans");
    await find(page, "2");
    await page.getByLabel("missing", { exact: true }).selectOption("drop");
    await find(page, "2");
    expect(await figure(page, "points")).toBe("59");
    await page.locator(".runs tbody tr").first().getByText("Compare").click();
    await page.waitForSelector(".compared .scatter[data-drawn]");
    const sizes = (where: string): Promise<string[]> => page.locator(`${where} .many .facts .count`).allTextContents();
    const first = ".result > div > .first", keys = async (where: string, key: number): Promise<void> => {
      await page.locator(`${where} .legend .key`).nth(key).click();
      await page.waitForSelector(`${where} .many h3`);
    };
    for (const key of [0, 1]) { // either cluster is a cluster of the other run, whole
      await keys(first, key);
      await page.waitForSelector(".compared .many h3");
      expect(await sizes(first)).toHaveLength(1);
      expect(await sizes(".compared")).toEqual(await sizes(first));
    }
    for (const key of [0, 1]) { // row 5 is in the second one alone
      await keys(".compared", key);
      await page.waitForFunction(() => document.querySelectorAll(".rows tbody tr").length === 30);
      await page.waitForTimeout(300);
      const rows = await page.locator(".rows tbody th").allTextContents(), odd = rows[0] === "1";
      expect(rows.slice(0, 4)).toEqual(odd ? ["1", "3", "5", "7"] : ["2", "4", "6", "8"]);
      expect(await sizes(first)).toEqual([odd ? "29" : "30"]);
    }
    expect(trouble).toEqual([]);
  });

  test("rows of an array; auto that is cancelled keeps the best so far", async () => {
    const { page, trouble } = await tab(context, served.url);
    mercer("generate", "blobs", "-n", "20000", "--dimensions", "8", "--clusters", "8", "-o", "wide.csv");
    const values = readFileSync(join(folder, "wide.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(",").slice(0, -1).map(Number));
    const head = `{'descr': '<f8', 'fortran_order': False, 'shape': (${values.length}, ${values[0].length}), }`;
    const bytes = Buffer.alloc(128, " ");
    bytes.write("\x93NUMPY\x01\x00\x76\x00", "latin1");
    bytes.write(head, 10);
    bytes.write("\n", 127);
    writeFileSync(join(folder, "wide.npy"), Buffer.concat([bytes, Buffer.from(Float64Array.from(values.flat()).buffer)]));
    await page.locator('input[type="file"]').setInputFiles(join(folder, "wide.npy"));
    await page.waitForSelector(".file[aria-pressed=true] >> text=wide.npy");
    await page.getByLabel("Number of clusters").fill("8");
    await button(page, "Find clusters").click();
    await page.waitForSelector('.progress >> text=candidates', { timeout: 60_000 });
    await page.getByRole("button", { name: /^Cancel/ }).click();
    await page.waitForSelector("body[data-run]", { timeout: 60_000 });
    await page.waitForSelector(".result .command");
    expect(await figure(page, "clusters")).toBe("8");
    expect(await page.locator(".notice").textContent()).toContain("the best so far");
    await page.locator('.inspector input[type="number"]').fill("2");
    await page.locator('.inspector input[type="number"]').press("Enter");
    await page.waitForSelector(".rows tbody td");
    expect(await page.locator(".rows tbody td").count()).toBe(8);
    expect(Number((await page.locator(".rows tbody td").first().textContent())!.replace("−", "-").replace(",", ""))).toBeCloseTo(values[1][0], 2);
    expect(trouble).toEqual([]);
  });

  test("forms of the program's options, sliders, runs that are kept, renamed, compared and deleted", async () => {
    const { page, trouble } = await tab(context, served.url);
    await example(page, "rings");
    await page.getByText("Another method, kernel or width").click();
    await page.getByRole("group", { name: "method", exact: true }).locator("select").first().selectOption("kmeans");
    await page.getByRole("group", { name: "kernel", exact: true }).locator("select").first().selectOption("gaussian");
    await page.getByLabel("sigma", { exact: true }).fill("1");
    await page.getByLabel("sigma", { exact: true }).press("Tab");
    await find(page, "2");
    expect(await page.locator(".command code").first().textContent()).toContain("--kernel gaussian:sigma=1");
    expect(await figure(page, "accuracy")).toBe("1.0000");
    await page.getByLabel("Width sigma").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /sigma = 1\.0/.test(document.querySelector("output")!.textContent!));
    expect(await page.locator(".legend .key").count()).toBe(2);
    await page.getByLabel("Clusters K").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".legend .key >> nth=2");
    await button(page, "Keep").click();
    await page.waitForFunction(() => document.querySelectorAll(".runs tbody tr.shown td").length > 3
      && document.querySelectorAll(".runs tbody tr").length === 2, undefined, { timeout: 30_000 });
    const name = page.locator(".runs tbody input").last();
    await name.fill("three");
    await name.press("Enter");
    await page.waitForSelector('.agreement th:text("three")');
    await page.locator(".runs tbody tr").first().getByText("Show").click();
    await page.locator(".runs tbody tr").last().getByText("Compare").click();
    await page.waitForSelector(".compared .scatter[data-drawn]");
    await page.locator(".result .first .legend .key").first().click(); // linked selection
    await page.waitForSelector(".compared .many h3");
    expect(await page.locator(".compared .many h3").textContent()).toBe(await page.locator(".result > div > .first .many h3").textContent());
    await page.locator(".runs tbody tr").last().getByText("Delete").click();
    await page.waitForFunction(() => document.querySelectorAll(".runs tbody tr").length === 1);
    expect(trouble).toEqual([]);
  });

  test("documents: the key of a class, texts by click and by selection; a flag is a box to tick", async () => {
    const { page, trouble } = await tab(context, served.url);
    const words = [["goal", "team", "coach"], ["oven", "salt", "flour"]];
    writeFileSync(join(folder, "served.jsonl"), Array.from({ length: 60 }, (_, i) => JSON.stringify({ kind: ["sport", "food"][i % 2],
      text: `${words[i % 2][i % 3]} ${words[i % 2][(i + 1) % 3]} <i>more</i>` })).join("\n") + "\n");
    await page.locator('input[type="file"]').setInputFiles(join(folder, "served.jsonl"));
    await page.waitForSelector(".file[aria-pressed=true] >> text=served.jsonl");
    await page.getByLabel("Key of a class to compare with").fill("kind");
    await page.getByLabel("Key of a class to compare with").press("Tab");
    await page.getByText("Another method, kernel or width").click();
    expect(await page.getByLabel("standardize").getAttribute("type")).toBe("checkbox");
    await page.route("**/api/runs", async (route) => { // the run is done before the page hears of its start
      const answer = await route.fetch();
      await new Promise((later) => setTimeout(later, 500));
      await route.fulfill({ response: answer });
    });
    await find(page, "2");
    expect(await figure(page, "accuracy")).toBe("1.0000");
    expect(await page.locator(".notice").textContent()).toContain("2 clusters");
    await page.locator('.inspector input[type="number"]').fill("2");
    await page.locator('.inspector input[type="number"]').press("Enter");
    await page.waitForFunction(() => document.querySelector(".document")?.textContent === "salt flour <i>more</i>");
    await page.locator(".legend .key").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".rows tbody tr").length === 30);
    expect(trouble).toEqual([]);
  });

  test("a bad file is told, a run is cancelled, and another one works", async () => {
    const { page, trouble } = await tab(context, served.url);
    const bad = join(folder, "bad.csv");
    writeFileSync(bad, "a,b\n1\n1,2,3\n");
    await page.locator('input[type="file"]').setInputFiles(bad);
    await page.waitForSelector(".notice.wrong");
    expect(await page.locator(".notice").textContent()).toContain("bad.csv");
    mercer("generate", "blobs", "-n", "12000", "--clusters", "8", "-o", "many.csv");
    await page.locator('input[type="file"]').setInputFiles(join(folder, "many.csv"));
    await page.waitForSelector(".file[aria-pressed=true] >> text=many.csv");
    await page.getByLabel("Role of label").selectOption("truth");
    await page.getByText("Another method, kernel or width").click();
    await page.getByRole("group", { name: "kernel", exact: true }).locator("select").first().selectOption("gaussian");
    await page.getByText("All options").click();
    await page.getByRole("group", { name: "search", exact: true }).locator("select").first().selectOption("swap");
    await page.getByLabel("trials").fill("100000");
    await page.getByLabel("trials").press("Tab");
    await page.getByLabel("Number of clusters").fill("30");
    await button(page, "Find clusters").click();
    await page.waitForSelector('.progress >> text=swap', { timeout: 60_000 });
    await page.getByLabel("Number of clusters").fill("17"); // for the next run: this one leaves the form alone when it ends
    await page.getByRole("button", { name: /^Cancel/ }).scrollIntoViewIfNeeded();
    const cancel = (await page.getByRole("button", { name: /^Cancel/ }).boundingBox())!;
    await page.mouse.move(cancel.x + cancel.width / 2, cancel.y + cancel.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(600); // the table is told of the progress meanwhile, and the press is still a click
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.endsWith(`run=${document.body.dataset.run}`), undefined, { timeout: 90_000 });
    expect(await figure(page, "clusters")).toBe("30");
    expect(await page.locator(".notice").textContent()).toContain("the best so far");
    expect(await page.getByLabel("Number of clusters").inputValue()).toBe("17");
    expect(await page.getByLabel("trials").inputValue()).toBe("100000");
    expect(trouble).toEqual([]);
  });

  test("a reload and another tab show the same; the keyboard is enough; no page is wider than a phone", async () => {
    const { page } = await tab(context, served.url);
    await example(page, "rings");
    await find(page, "2");
    await page.reload();
    await page.waitForSelector(".result .command");
    expect(await figure(page, "accuracy")).toBe("1.0000");
    const second = await tab(context, page.url());
    await second.page.waitForSelector(".result .command");
    expect(await second.page.evaluate(() => document.body.dataset.run)).toBe(await page.evaluate(() => document.body.dataset.run));
    await second.page.getByLabel(/^Name of/).last().fill("seen elsewhere");
    await second.page.getByLabel(/^Name of/).last().press("Enter");
    await page.waitForFunction(() => [...document.querySelectorAll<HTMLInputElement>(".runs input")].some((i) => i.value === "seen elsewhere"));
    expect(await second.page.evaluate(() => (document.activeElement as HTMLElement).getAttribute("aria-label"))).toMatch(/^Name of/); // still
    await page.getByLabel("Number of clusters").focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe("Find clusters");
    const unnamed = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>("button, select, input, a")]
      .filter((e) => !(e.textContent!.trim() || e.getAttribute("aria-label") || e.title || (e as HTMLInputElement).labels?.length || e.tabIndex < 0))
      .map((e) => e.outerHTML));
    expect(unnamed).toEqual([]);
    await page.getByText("Another method, kernel or width").click();
    await page.getByText("All options").click();
    for (const scheme of ["light", "dark"] as const)
      for (const width of [1400, 390]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 844 });
        await page.waitForTimeout(500);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect((await faults(page)).found, `${scheme} ${width}`).toEqual([]);
        const { texts, least, faint } = await contrast(page);
        console.log(`contrast of the page of mercer serve, ${scheme}, ${width} pixels wide: ${texts} texts, the least ${least.toFixed(2)}`);
        expect(faint, `${scheme} ${width}`).toEqual([]);
      }
  });

  test("sliders over 20,000 points; figures are told, not judged", async () => {
    const { page, trouble } = await tab(context, served.url);
    mercer("generate", "blobs", "-n", "20000", "--clusters", "5", "-o", "slid.csv");
    await page.locator('input[type="file"]').setInputFiles(join(folder, "slid.csv"));
    await page.waitForSelector(".file[aria-pressed=true] >> text=slid.csv");
    await page.getByText("Another method, kernel or width").click();
    await page.getByRole("group", { name: "method", exact: true }).locator("select").first().selectOption("kmeans");
    await find(page, "5");
    const answered = async (label: string): Promise<number> => {
      const said = page.locator("output"), before = await said.textContent();
      await page.getByLabel(label).focus();
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((old) => document.querySelector("output")!.textContent !== old, before, { timeout: 60_000 });
      return Number(/(\d+) ms$/.exec((await said.textContent())!)![1]);
    };
    const times: Record<string, number[]> = { "Width sigma": [], "Clusters K": [] };
    for (let i = 0; i < 6; ++i) for (const label of Object.keys(times)) times[label].push(await answered(label));
    console.log(`sliders over 20,000 points, from the key to the answer in ms: ${Object.entries(times).map(([label, all]) => `${label} ${all.join(", ")}`).join("; ")}`);
    expect(await page.locator("output").textContent()).toContain("of 20,000 points");
    expect(trouble).toEqual([]);
  });

  test("a hundred thousand points; figures are told, not judged", async () => {
    const { page, trouble } = await tab(context, served.url);
    mercer("generate", "blobs", "-n", "100000", "-o", "large.csv");
    await page.locator('input[type="file"]').setInputFiles(join(folder, "large.csv"));
    await page.waitForSelector(".file[aria-pressed=true] >> text=large.csv");
    await page.getByText("Another method, kernel or width").click();
    await page.getByRole("group", { name: "method", exact: true }).locator("select").first().selectOption("kmeans");
    await find(page, "3");
    await page.waitForSelector('.scatter[data-drawn="100000"]');
    const longest = await page.evaluate(async () => {
      const scatter = document.querySelector(".scatter")!, box = scatter.getBoundingClientRect(), gaps: number[] = [];
      for (let i = 0, last = performance.now(); i < 60; ++i) {
        scatter.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + 100 + 6 * i, clientY: box.top + 150 }));
        await new Promise(requestAnimationFrame);
        gaps.push(performance.now() - last);
        last = performance.now();
      }
      return Math.max(...gaps);
    });
    console.log(`hover over 100,000 points: longest frame ${longest.toFixed(0)} ms`);
    expect(trouble).toEqual([]);
  });
});
