// The page in a real browser: points are there, a selection is saved, nothing goes wrong. Skipped where there is none.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sample } from "../sample";
import { executablePath, folder, open, start, write } from "./browser";

/** Colours other than the background, among the pixels of the points. */
const painted = (page: Page): Promise<number> => page.evaluate(() => {
  const canvas = document.querySelectorAll<HTMLCanvasElement>("canvas.points")[1], copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext("2d")!;
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data.filter((_, i) => i % 4 === 3).filter((alpha) => alpha > 0).length;
});
const settled = (page: Page): Promise<void> => page.waitForTimeout(300);
const field = (page: Page, name: string) => page.locator("label.field", { hasText: name }).locator("select");

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.locator(".scatter").evaluate((scatter) => scatter.scrollIntoView({ block: "center" }));
  const box = (await page.locator(".scatter").boundingBox())!;
  const at = ([x, y]: [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

const mercer = (...words: string[]): string => execFileSync(process.env.MERCER!, words, { cwd: folder, encoding: "utf8" });

/** The report of a million points, as the program writes it. */
function writtenMillion(): string {
  mercer("generate", "blobs", "--clusters", "5", "-n", "1000000", "-o", "million.csv");
  const start = performance.now();
  const run = JSON.parse(mercer("fit", "million.csv", "-k", "5", "--method", "kmeans", "--truth", "label",
    "--report", "million.html", "--json")) as
    { seconds: number; read_seconds: number };
  const beyond = (performance.now() - start) / 1000 - run.seconds - run.read_seconds;
  console.log(`a million points: the report is written in ${beyond.toFixed(2)} s beyond reading (${run.read_seconds.toFixed(2)} s) ` +
    `and clustering (${run.seconds.toFixed(2)} s)`);
  return join(folder, "million.html");
}

describe.skipIf(!existsSync(executablePath))("a report in the browser", () => {
  let context: BrowserContext, path: string;
  beforeAll(async () => {
    context = await start();
    path = write("sample.html", sample(3000));
  });
  afterAll(() => context?.close());

  test("draws its points and every part, without an error and without the network", async () => {
    const { page, trouble } = await open(context, path);
    await settled(page);
    expect(await page.locator(".scatter").getAttribute("data-drawn")).toBe("3000");
    expect(await painted(page)).toBeGreaterThan(3000);
    expect(await page.locator("h2").allTextContents()).toEqual(["Points", "What sets the clusters apart", "Cluster sizes", "Silhouettes",
      "Eigenvalues of the kernel matrix", "Objective", "Against “species”", "Kernel matrix in cluster order",
      "Self-organising map", "What was tried", "Dendrogram", "How this was made"]);
    expect(await page.locator(".candidate").count()).toBe(5);
    expect(await page.locator(".candidate.taken strong").textContent()).toBe("genie-0.1taken");
    expect(await page.locator(".candidate canvas").first().evaluate((canvas: HTMLCanvasElement) =>
      canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0))).toBe(true);
    expect(await page.locator(".command code").textContent()).toContain("mercer fit sample.csv");
    expect(trouble).toEqual([]);
  });

  test("sorts what sets the clusters apart", async () => {
    const { page, trouble } = await open(context, path);
    const names = (): Promise<string[]> => page.locator(".profile .name").allTextContents();
    expect(await names()).toEqual(["length", "depth", "region"]);
    await page.locator(".sort", { hasText: "column" }).click();
    expect(await names()).toEqual(["depth", "length", "region"]);
    await page.locator(".sort", { hasText: "cluster 2" }).click();
    expect(await names()).toEqual(["region", "depth", "length"]);
    await page.locator(".sort", { hasText: "cluster 2" }).click();
    expect(await names()).toEqual(["length", "depth", "region"]);
    expect(await page.locator(".profile svg").count()).toBe(9);
    expect(trouble).toEqual([]);
  });

  test("changes view, axes and colours", async () => {
    const { page, trouble } = await open(context, path);
    await field(page, "View").selectOption({ label: "Kernel principal components" });
    await page.waitForSelector('.scatter[data-drawn="240"]');
    expect(await page.locator(".note").textContent()).toBe("A sample of 240 points.");
    await field(page, "View").selectOption({ label: "Own columns" });
    await field(page, "Across").selectOption({ label: "weight" });
    await settled(page);
    expect(await page.locator(".scatter-frame .axis").allTextContents()).toEqual(["weight", "width"]);
    for (const color of ["truth (species)", "membership in its cluster", "membership in cluster 2", "outlier score"]) {
      await field(page, "Colour").selectOption({ label: color });
      await settled(page);
      expect(await painted(page)).toBeGreaterThan(1000);
    }
    expect(await page.locator(".legend").textContent()).toContain("outlier score");
    expect(trouble).toEqual([]);
  });

  test("brushes points and saves their rows", async () => {
    const { page, trouble } = await open(context, path);
    await page.locator(".segments", { hasText: "Select" }).getByText("Select").click();
    await drag(page, [0.15, 0.5], [0.5, 0.85]);
    const text = await page.locator(".many h3").textContent();
    const selected = Number(text!.split(" ")[0].replace(",", ""));
    expect(selected).toBeGreaterThan(100);
    expect(selected).toBeLessThan(2000);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save as CSV").click()]);
    expect(download.suggestedFilename()).toBe("selection.csv");
    const lines = readFileSync((await download.path())!, "utf8").trim().split("\n");
    expect(lines).toHaveLength(selected + 1);
    expect(lines[0]).toBe("row,cluster,truth,membership in its cluster,membership in cluster 0,membership in cluster 1," +
      "membership in cluster 2,outlier score,length,width,depth,weight");
    await page.getByText("Clear").click();
    expect(await page.locator(".many").count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test("a hovered point has a tooltip, a clicked one is inspected, keys do the same", async () => {
    const { page, trouble } = await open(context, path);
    await page.locator('input[type="number"]').fill("42");
    await page.locator('input[type="number"]').press("Enter");
    expect(await page.locator(".one h3").textContent()).toBe("Row 42");
    await settled(page);
    const ring = (await page.locator(".ring").boundingBox())!;
    await page.mouse.move(ring.x + ring.width / 2, ring.y + ring.height / 2);
    await page.waitForSelector(".tooltip:not([hidden])");
    expect(await page.locator(".tooltip").textContent()).toContain("row 42");
    await page.mouse.click(ring.x + ring.width / 2, ring.y + ring.height / 2);
    expect(await page.locator(".one h3").textContent()).toBe("Row 42");
    await page.locator(".scatter").focus();
    await page.keyboard.press("n");
    expect(await page.locator(".one h3").textContent()).toBe("Row 43");
    const before = await page.locator(".scatter-frame .tick").allTextContents();
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 4; ++i) await page.keyboard.press("+");
    await settled(page);
    expect(await page.locator(".scatter-frame .tick").allTextContents()).not.toEqual(before);
    await page.keyboard.press("0");
    await settled(page);
    expect(await page.locator(".scatter-frame .tick").allTextContents()).toEqual(before);
    await page.keyboard.press("Escape");
    expect(await page.locator(".one").count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test("light and dark, and a phone", async () => {
    const { page, trouble } = await open(context, path);
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.emulateMedia({ colorScheme: "dark" });
    await settled(page);
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.getByText("Light", { exact: true }).click();
    expect(await ground()).toBe(light);
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await painted(page)).toBeGreaterThan(1000);
    expect(trouble).toEqual([]);
  });

  test.skipIf(!process.env.MERCER)("what the program writes", async () => {
    mercer("generate", "rings", "-o", "rings.csv");
    for (const method of [["-k", "2", "--kernel", "gaussian:sigma=1"], ["-k", "2", "--method", "fuzzy"], ["-k", "2", "--method", "ward"],
      ["--method", "som:grid=4x5"], ["--method", "hdbscan"], ["-k", "3", "--method", "possibilistic"], ["-k", "2"]]) {
      mercer("fit", "rings.csv", "--truth", "label", ...method, "--quiet", "--report", "written.html");
      const { page, trouble } = await open(context, join(folder, "written.html"));
      await page.waitForSelector('.scatter[data-drawn="300"]');
      expect(trouble, method.join(" ")).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  });

  test("a million points; figures are told, not judged", async () => {
    const many = process.env.MERCER ? writtenMillion() : write("million.html", sample(1_000_000));
    const { page, trouble } = await open(context, many);
    const first = await page.evaluate(() => performance.getEntriesByName("first drawing")[0]?.startTime);
    console.log(`a million points: ${(readFileSync(many).length / 1e6).toFixed(1)} MB, first drawing after ${Math.round(first)} ms`);
    await page.waitForSelector('.scatter[data-drawn="1000000"]');
    expect(trouble).toEqual([]);
    const small = await open(context, write("hover.html", sample(10_000)));
    const frames = await small.page.evaluate(async () => {
      const scatter = document.querySelector(".scatter")!, box = scatter.getBoundingClientRect(), gaps: number[] = [];
      for (let i = 0, last = performance.now(); i < 120; ++i) {
        scatter.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + 80 + 4 * i, clientY: box.top + 150 }));
        await new Promise(requestAnimationFrame);
        gaps.push(performance.now() - last);
        last = performance.now();
      }
      return { dropped: gaps.filter((gap) => gap > 25).length, longest: Math.max(...gaps) };
    });
    console.log(`hover over 10,000 points: ${frames.dropped} of 120 frames dropped, longest ${frames.longest.toFixed(0)} ms`);
  });
});
