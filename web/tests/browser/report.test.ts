// The page in a real browser: points are there, a selection is saved, nothing goes wrong. Skipped where there is none.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unpack } from "../../src/packed";
import { pack, sample } from "../sample";
import { faults } from "./access";
import { contrast } from "./contrast";
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
    expect(await page.locator("h2").allTextContents()).toEqual(["Points", "What sets the clusters apart", "Cluster sizes", "Evidence for each number of clusters",
      "Other numbers of clusters", "Silhouettes",
      "Eigenvalues of the kernel matrix", "Objective", "Against “species”", "Kernel matrix in cluster order",
      "Self-organising map", "What was tried", "Dendrogram", "How this was made"]);
    expect(await page.locator(".last .candidate").count()).toBe(5);
    expect(await page.locator(".last .candidate.taken strong").textContent()).toBe("genie-0.1taken");
    expect(await page.locator(".candidate canvas").first().evaluate((canvas: HTMLCanvasElement) =>
      canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0))).toBe(true);
    expect(await page.locator(".command code").textContent()).toContain("mercer fit sample.csv");
    expect(trouble).toEqual([]);
  });

  test("every picture is saved as SVG and as PNG, whole", async () => {
    const { page, trouble } = await open(context, path);
    await settled(page);
    let count = 0;
    const saved = async (kind: string, title: string): Promise<Buffer> => {
      if (++count % 8 === 0) { // Chromium stops a page that saves more than ten files in a row
        await page.reload();
        await page.waitForSelector(".scatter[data-drawn]");
        await settled(page);
      }
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `${kind} of ${title}`, exact: true }).click()]);
      expect(download.suggestedFilename()).toBe(`${title}.${kind.toLowerCase()}`);
      return readFileSync((await download.path())!);
    };
    const titles = await page.locator(".card:has(.save) h2").allTextContents();
    expect(titles).toEqual((await page.locator("h2").allTextContents()).filter((title) => !/^How this/.test(title)));
    for (const title of titles) {
      const svg = (await saved("SVG", title)).toString(), png = await saved("PNG", title);
      expect(svg, title).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox/);
      expect(svg, title).not.toMatch(/var\(--|oklab|color-mix|class=/); // what only this page understands
      expect(png.subarray(1, 4).toString(), title).toBe("PNG");
      const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
      expect(Math.min(width, height), title).toBeGreaterThan(200);
      if (process.env.PICTURES) writeFileSync(join(process.env.PICTURES, `${title}.png`), png);
    }
    const inner = async (title: string, part: RegExp): Promise<number> => (await saved("SVG", title)).toString().match(part)?.length ?? 0;
    expect(await inner("Points", /<circle /g)).toBe(3000);
    await page.locator(".scatter").focus();
    for (const key of "++++") await page.keyboard.press(key);
    const seen = await inner("Points", /<circle /g); // only what is seen is drawn
    expect(seen).toBeGreaterThan(10);
    expect(seen).toBeLessThan(3000);
    expect(await inner("Self-organising map", /<svg /g)).toBe(3); // both maps in one
    expect(await inner("What was tried", /<image /g)).toBe(4);
    expect(await inner("What sets the clusters apart", /<svg /g)).toBe(10);
    expect(await inner("Evidence for each number of clusters", />separation</g)).toBe(1); // the legend, and
    expect(await inner("Evidence for each number of clusters", /<path /g)).toBeGreaterThan(2); // the curves
    expect(await inner("Kernel matrix in cluster order", /<image /g)).toBe(1);
    for (const [title, times] of [["Cluster sizes", 1], ["Kernel matrix in cluster order", 2]] as const) // a bar or strips of each cluster
      for (const color of ["rgb(0, 114, 178)", "rgb(213, 94, 0)", "rgb(0, 158, 115)"])
        expect((await saved("SVG", title)).toString().split(`fill="${color}"`).length - 1, title + color).toBe(times);
    expect(trouble).toEqual([]);
  });

  test("labels of ticks lie inside the picture, clear of the title and of each other, however far one looks", async () => {
    const report = sample(600), [x, y] = report.views[0].axes;
    const moved = async (by: number, factor: number): Promise<typeof x.values> =>
      pack("f64", Float64Array.from(await unpack(y.values), (v) => by + factor * v));
    for (const [by, factor] of [[0, 1], [199_400, 20], [1.8e6, 4e4], [0, 1e-6], [-1e12, 1e9]]) {
      report.views[0].axes[1] = { name: y.name, values: await moved(by, factor) };
      delete report.regions;
      const { page, trouble } = await open(context, write("ticks.html", report));
      for (const keys of ["", "++++", "----------"]) {
        await page.locator(".scatter").focus();
        for (const key of keys) await page.keyboard.press(key);
        await settled(page);
        const { frame, title, ticks, texts } = await page.evaluate(() => {
          const box = (e: Element): { left: number; right: number; top: number; bottom: number } => e.getBoundingClientRect();
          const svg = document.querySelector(".scatter-frame")!, all = [...svg.querySelectorAll(".tick")];
          const plain = ({ left, right, top, bottom }: ReturnType<typeof box>) => ({ left, right, top, bottom });
          return { frame: plain(box(svg)), title: plain(box([...svg.querySelectorAll(".axis")][1])), ticks: all.map((t) => plain(box(t))),
            texts: all.filter((t) => t.getAttribute("text-anchor") === "end").map((t) => t.textContent) };
        });
        const about = `${by} ${factor} ${keys}: ${texts.join(" ")}`;
        expect(texts.length, about).toBeGreaterThan(1);
        expect(new Set(texts).size, about).toBe(texts.length);
        for (const [i, t] of ticks.entries()) {
          expect(t.left >= frame.left && t.right <= frame.right + 1 && t.top >= frame.top - 1 && t.bottom <= frame.bottom, about).toBe(true);
          expect(t.left >= title.right - 1 || t.top >= title.bottom || t.bottom <= title.top, about).toBe(true);
          for (const other of ticks.slice(i + 1))
            expect(t.right <= other.left || t.left >= other.right || t.bottom <= other.top || t.top >= other.bottom, about).toBe(true);
        }
      }
      expect(trouble).toEqual([]);
      await page.close();
    }
  }, 60_000);

  test("opens another number of clusters among the points", async () => {
    const { page, trouble } = await open(context, path);
    const numbers = page.locator("section", { hasText: "Other numbers of clusters" });
    expect(await numbers.locator("strong").allTextContents()).toEqual(["3 clusterstaken", "2 clusters"]);
    await page.getByRole("button", { name: "Show 2 clusters" }).click();
    await settled(page);
    expect(await field(page, "Colour").locator("option:checked").textContent()).toBe("tried: 2 clusters");
    expect(await page.locator(".legend .key").count()).toBe(2);
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

  test("a control that redraws what is around it keeps the focus", async () => {
    const { page, trouble } = await open(context, path);
    const focus = (): Promise<string> => page.evaluate(() =>
      document.activeElement!.getAttribute("aria-label") ?? (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? document.activeElement!.textContent!);
    const heads = (): Promise<string[]> => page.locator(".scatter-frame .axis").allTextContents();
    const changed = async (before: string[]): Promise<void> => {
      await page.waitForFunction((old) => [...document.querySelectorAll(".scatter-frame .axis")].map((a) => a.textContent).join() !== old, before.join());
      await settled(page);
    };
    for (const name of ["Across", "Up", "View"]) {
      const before = await heads();
      await page.getByLabel(name, { exact: true }).focus();
      await page.keyboard.press("ArrowDown");
      await changed(before);
      expect(await focus()).toBe(name);
    }
    await page.getByLabel("View", { exact: true }).press("ArrowUp");
    await page.waitForSelector('.scatter[data-drawn="3000"]');
    await page.locator(".legend .key").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".many h3");
    expect(await focus()).toContain("cluster 0");
    await page.locator('.inspector input[type="number"]').fill("7");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".one h3");
    expect(await focus()).toMatch(/^Row/);
    await page.getByRole("button", { name: "Clear" }).focus();
    await page.keyboard.press("Enter");
    expect(await focus()).toMatch(/^Scatter plot/);
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
    expect(lines[0]).toBe("row,name,cluster,truth,membership in its cluster,membership in cluster 0,membership in cluster 1," +
      "membership in cluster 2,outlier score,length,width,depth,weight");
    await page.getByText("Clear").click();
    expect(await page.locator(".many").count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test("a hovered point has a tooltip, a clicked one is inspected, keys do the same", async () => {
    const { page, trouble } = await open(context, path);
    await page.locator('input[type="number"]').fill("42");
    await page.locator('input[type="number"]').press("Enter");
    expect(await page.locator(".one h3").textContent()).toBe("flower-42");
    await settled(page);
    const ring = (await page.locator(".ring").boundingBox())!;
    await page.mouse.move(ring.x + ring.width / 2, ring.y + ring.height / 2);
    await page.waitForSelector(".tooltip:not([hidden])");
    expect(await page.locator(".tooltip").textContent()).toContain("flower-42");
    await page.mouse.click(ring.x + ring.width / 2, ring.y + ring.height / 2);
    expect(await page.locator(".one h3").textContent()).toBe("flower-42");
    await page.locator(".scatter").focus();
    await page.keyboard.press("n");
    expect(await page.locator(".one h3").textContent()).toBe("flower-43");
    const before = await page.locator(".scatter-frame .tick").allTextContents();
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 4; ++i) await page.keyboard.press("+");
    await settled(page);
    expect(await page.locator(".scatter-frame .tick").allTextContents()).not.toEqual(before);
    const selected = async (): Promise<number> => Number((await page.locator(".many h3").textContent())!.split(" ")[0].replace(",", ""));
    await page.keyboard.press("s"); // the box is what is seen
    expect(await selected()).toBeGreaterThan(0);
    expect(await selected()).toBeLessThan(3000);
    await page.keyboard.press("0");
    await page.keyboard.press("s");
    expect(await selected()).toBe(3000);
    await settled(page);
    expect(await page.locator(".scatter-frame .tick").allTextContents()).toEqual(before);
    await page.keyboard.press("Escape");
    expect(await page.locator(".one").count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test("a clicked document shows its text, and words are searched", async () => {
    const { page, trouble } = await open(context, path);
    await page.locator('input[type="number"]').fill("42");
    await page.locator('input[type="number"]').press("Enter");
    await page.waitForFunction(() => document.querySelector(".document")?.textContent !== "");
    expect(await page.locator(".document").textContent()).toBe("Said of flower 42: <b>late</b>."); // never HTML
    const box = page.locator('.inspector input[type="search"]');
    await box.fill("flower 77:");
    await box.press("Enter");
    await page.waitForFunction(() => document.querySelector(".one h3")?.textContent === "flower-77");
    await box.fill("flower-100");
    await box.press("Enter");
    await page.waitForFunction(() => document.querySelector(".one h3")?.textContent === "flower-100");
    await box.fill("nowhere");
    await box.press("Enter");
    await page.waitForSelector('.inspector >> text=not found');
    expect(trouble).toEqual([]);
  });

  test("no fault for a screen reader, and contrast AA, light and dark, wide and narrow", async () => {
    const { page } = await open(context, path);
    await page.locator('input[type="number"]').fill("42");
    await page.locator('input[type="number"]').press("Enter");
    await page.locator(".legend .key").first().click();
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1400, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const { found, contrasts } = await faults(page);
        expect(found, `${colorScheme} ${width}`).toEqual([]);
        expect(contrasts).toBeGreaterThan(100);
      }
  });

  test("evidence for a number: whole ticks, none twice; for a width: round ones", async () => {
    const report = sample(300), [first] = report.evidence!;
    report.evidence!.push({ ...first, axis: "kernel.sigma", logarithmic: true, points: first.points.map((p, i) => ({ ...p, at: 0.05 * 3 ** i })) });
    const { page, trouble } = await open(context, write("evidence.html", report));
    await settled(page);
    const labels = (title: string): Promise<string[]> => page.locator(".card", { hasText: title }).locator('svg[role="img"]').last()
      .locator('g[aria-hidden="true"] text, g text').allTextContents();
    const whole = await labels("Evidence for each number of clusters");
    expect(whole).toEqual(expect.arrayContaining(["2", "3", "4", "5", "6", "7"]));
    expect(await page.locator(".card", { hasText: "Evidence for each number of clusters" }).locator("path[stroke]").count()).toBeGreaterThan(2);
    expect(await labels("Evidence for kernel.sigma")).toEqual(expect.arrayContaining(["0.1", "1", "10"]));
    expect(trouble).toEqual([]);
  });

  test("a candidate is looked at, and its badge keeps to one line", async () => {
    const { page, trouble } = await open(context, path);
    for (const width of [1400, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const badge = (await page.locator(".last .badge").boundingBox())!;
      expect(badge.height, `${width}`).toBeLessThan(26);
    }
    await page.getByRole("button", { name: "Show kmeans" }).click();
    await page.waitForFunction(() => document.querySelector(".explorer")!.getBoundingClientRect().top < innerHeight);
    expect(await field(page, "Colour").locator("option:checked").textContent()).toBe("tried: kmeans");
    const before = await painted(page);
    expect(before).toBeGreaterThan(1000);
    expect(await page.locator(".legend .key").count()).toBe(3);
    expect(trouble).toEqual([]);
  });

  test("a column gives the colour; the points as PNG, the labels as CSV", async () => {
    const { page, trouble } = await open(context, path);
    await field(page, "Colour").selectOption({ label: "column depth" });
    await settled(page);
    expect(await page.locator(".legend").textContent()).toContain("column depth");
    const [png] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG of Points", exact: true }).click()]);
    const bytes = readFileSync((await png.path())!), scatter = (await page.locator(".scatter").boundingBox())!;
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([Math.floor(scatter.width), Math.floor(scatter.height)]);
    const [labels] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Labels", exact: true }).click()]);
    const lines = readFileSync((await labels.path())!, "utf8").trim().split("\n");
    expect([lines.length, lines[0], lines[1].split(",").slice(0, 2)]).toEqual([3001, "row,name,cluster", ["1", "flower-1"]]);
    expect(trouble).toEqual([]);
  });

  test("a tooltip goes when the plot is dragged", async () => {
    const { page, trouble } = await open(context, path);
    await page.locator('input[type="number"]').fill("42");
    await page.locator('input[type="number"]').press("Enter");
    await settled(page);
    const ring = (await page.locator(".ring").boundingBox())!, at = [ring.x + ring.width / 2, ring.y + ring.height / 2] as const;
    await page.mouse.move(...at);
    await page.waitForSelector(".tooltip:not([hidden])");
    await page.mouse.down();
    await page.mouse.move(at[0] + 60, at[1] + 40, { steps: 3 });
    expect(await page.locator(".tooltip").isHidden()).toBe(true);
    await page.mouse.up();
    expect(await page.locator(".tooltip").isHidden()).toBe(true);
    expect(trouble).toEqual([]);
  });

  test("one-class shows outlier scores first; a large map its places; many columns are found by typing", async () => {
    const one = sample(300);
    one.clusters = [{ label: 0, name: "inside", size: 280 }, { label: -1, name: "outliers", size: 20 }];
    one.labels = pack("i32", Int32Array.from({ length: 300 }, (_, i) => (i < 20 ? -1 : 0)));
    const first = await open(context, write("one.html", one));
    expect(await field(first.page, "Colour").locator("option:checked").textContent()).toBe("outlier score");
    const map = sample(300);
    map.labels = pack("i32", Int32Array.from({ length: 300 }, (_, i) => i % 48));
    map.clusters = Array.from({ length: 48 }, (_, label) => ({ label, name: `node ${label}`, size: 6 }));
    const second = await open(context, write("map.html", map));
    expect(await field(second.page, "Colour").locator("option:checked").textContent()).toBe("place on the map");
    expect(await painted(second.page)).toBeGreaterThan(500);
    const wide = sample(300), [x] = wide.views[0].axes;
    wide.views[0].axes = Array.from({ length: 90 }, (_, c) => ({ name: `gene ${c}`, values: x.values }));
    const third = await open(context, write("wide.html", wide));
    const across = third.page.locator("label.field", { hasText: "Across" }).locator("input");
    await across.fill("gene 77");
    await across.press("Tab");
    await third.page.waitForFunction(() => document.querySelector(".scatter-frame .axis")?.textContent === "gene 77");
    expect([...first.trouble, ...second.trouble, ...third.trouble]).toEqual([]);
  });

  test("every text and the edges of fields have the contrast of WCAG AA, in light and dark", async () => {
    const { page, trouble } = await open(context, path);
    await page.locator(".legend .key").first().click();
    await page.locator('.inspector input[type="number"]').fill("7");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".one h3");
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page);
      const { texts, least, faint } = await contrast(page);
      console.log(`contrast of a report, ${scheme}: ${texts} texts, the least ${least.toFixed(2)}`);
      expect(faint, scheme).toEqual([]);
      expect(texts).toBeGreaterThan(300);
    }
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

  test.skipIf(!process.env.MERCER)("documents of the program: their lines and texts", async () => {
    const words = [["goal", "team", "coach"], ["oven", "salt", "flour"]];
    writeFileSync(join(folder, "news.jsonl"), Array.from({ length: 60 }, (_, i) => JSON.stringify({ text: `${words[i % 2][i % 3]} ` +
      `${words[i % 2][(i + 1) % 3]} & more` })).join("\n") + "\n");
    mercer("fit", "news.jsonl", "-k", "2", "--quiet", "--report", "news.html");
    const { page, trouble } = await open(context, join(folder, "news.html"));
    await page.locator('input[type="number"]').fill("4");
    await page.locator('input[type="number"]').press("Enter");
    await page.waitForFunction(() => document.querySelector(".document")?.textContent !== "");
    expect(await page.locator(".document").textContent()).toBe("oven salt & more");
    expect(await page.locator(".one h3").textContent()).toBe("line 4");
    expect(await page.locator(".values th").allTextContents()).toContain("flour");
    expect(trouble).toEqual([]);
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
