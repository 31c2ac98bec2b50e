// mercer serve in a real browser: what goes wrong by a slip of the hand, in a second tab, after a reload, on a phone.
import { existsSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faults } from "./access";
import { executablePath, start } from "./browser";
import { button, example, figure, find, method, upload } from "./hands";
import { serve, type Served, tab } from "./server";

const rows = (n: number, row: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => row(i));
const legend = (page: Page, of: string): Promise<string[][]> => page.locator(`${of} .legend .key`).evaluateAll((keys) =>
  keys.map((key) => [key.textContent!.slice(1), getComputedStyle(key.querySelector(".marker")!).color]));

describe.skipIf(!existsSync(executablePath) || !process.env.MERCER)("details of mercer serve in the browser", () => {
  let context: BrowserContext, served: Served;
  beforeAll(async () => {
    context = await start();
    served = await serve();
  });
  afterAll(async () => {
    await context?.close();
    await served?.end();
  });

  test("a column that is named like classes is not clustered, which is said and can be taken back", async () => {
    const { page, trouble } = await tab(context, served.url);
    const rings = rows(120, (i) => `${Math.cos(i) * (i % 2 ? 1 : 4)},${Math.sin(i) * (i % 2 ? 1 : 4)},${i % 2},${i}`);
    await upload(page, "rings.csv", ["x,y,label,target", ...rings]);
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent?.includes("“label” looks like known classes"));
    expect(await page.locator(".notice").textContent()).toContain("Left out as well: “target”");
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('[aria-label="Role of label"]')?.value === "truth");
    expect(await page.getByLabel("Role of target").inputValue()).toBe("left out");
    await find(page, "2");
    expect(await figure(page, "accuracy")).toBe("1.0000");
    await upload(page, "again.csv", ["x,y,label", ...rings.map((line) => line.slice(0, line.lastIndexOf(",")))]);
    await button(page, "Use it as a feature").click();
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('[aria-label="Role of label"]')?.value === "as found");
    await find(page, "2");
    expect(await page.locator(".command code").first().textContent()).not.toContain("truth");
    expect(await page.locator(".warning").textContent()).toContain("What to do: give “label” the role truth, under Columns");
    expect(trouble).toEqual([]);
  });

  test("roles are the same in all tabs, unsent forms come back after a reload, and a new server finds nothing of an old one", async () => {
    const one = await serve(), port = new URL(one.url).port, { page } = await tab(context, one.url);
    await upload(page, "roles.csv", ["a,b,c", ...rows(60, (i) => `${i % 2},${i % 3},${i}`)]);
    await page.getByLabel("Role of c").selectOption("left out");
    await page.getByLabel("Number of clusters").fill("7");
    await method(page, "kmeans");
    const second = (await tab(context, page.url())).page;
    await second.waitForFunction(() => document.querySelector<HTMLSelectElement>('[aria-label="Role of c"]')?.value === "left out");
    expect(await second.getByLabel("Number of clusters").inputValue()).toBe(""); // forms are each tab's own
    await second.getByLabel("Role of b").selectOption("truth");
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('[aria-label="Role of b"]')?.value === "truth");
    await page.reload();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#clusters")?.value === "7");
    expect(await page.locator(".more + code, code.quiet").first().textContent()).toBe("--clusters 7 --method kmeans");
    await find(page, "2");
    await page.getByLabel("Number of clusters").fill("5");
    await page.reload();
    await page.waitForSelector(".result .command");
    expect(await page.getByLabel("Number of clusters").inputValue()).toBe("5");
    await one.end();
    await page.waitForFunction(() => getComputedStyle(document.body, "::before").content.includes("The server does not answer"));
    const other = await serve("--port", port), fresh = (await tab(context, other.url)).page;
    await upload(fresh, "others.csv", ["a,b,c", ...rows(60, (i) => `${i},${i % 3},${i % 2}`)]);
    await fresh.waitForSelector(".columns tbody tr");
    for (const name of ["a", "b", "c"]) expect(await fresh.getByLabel(`Role of ${name}`).inputValue()).toBe("as found");
    expect(await fresh.evaluate((token) => Object.keys(localStorage).filter((key) => !key.includes(token)), new URL(other.url).searchParams.get("token")!))
      .toEqual([]);
    await other.end();
  });

  test("roles that are set faster than the server answers are all kept, and columns keep their places", async () => {
    const { page, trouble } = await tab(context, served.url);
    await upload(page, "fast.csv", ["a,b,c,d", ...rows(60, (i) => `${(i % 2) * 9 + i / 60},${i % 3},${i % 2},${i % 5}`)]);
    await page.route("**/columns", async (route) => { // a large file takes its time
      await new Promise((later) => setTimeout(later, 600));
      await route.continue();
    });
    await page.getByLabel("Role of b").selectOption("left out");
    await page.getByLabel("Kind of d").selectOption("category");
    await page.getByLabel("Role of a").selectOption("weights");
    await page.getByLabel("Role of c").selectOption("truth");
    await page.waitForSelector('.columns tr:has-text("b") >> text=left out by you');
    const role = (name: string): Promise<string> => page.getByLabel(`Role of ${name}`).inputValue();
    expect([await role("a"), await role("b"), await role("c"), await page.getByLabel("Kind of d").inputValue()])
      .toEqual(["weights", "left out", "truth", "category"]);
    expect(await page.locator(".columns tbody th").allTextContents()).toEqual(["a", "b", "c", "d"]);
    expect(await page.getByLabel("Kind of c").inputValue()).toBe("truth"); // and not the first kind of the list
    expect(trouble).toEqual([]);
  });

  test("a file that is dropped beside the box arrives, and one that is on its way can be called off", async () => {
    const { page, trouble } = await tab(context, served.url);
    const files = await page.evaluateHandle(() => {
      const held = new DataTransfer();
      held.items.add(new File([`a,b\n${"1,2\n3,5\n".repeat(20)}`], "beside.csv"));
      return held;
    });
    await page.dispatchEvent("h1", "dragover", { dataTransfer: files });
    expect(await page.locator(".drop.over").count()).toBe(1);
    await page.dispatchEvent("h1", "drop", { dataTransfer: files });
    await page.waitForSelector(".file[aria-pressed=true] >> text=beside.csv");
    const client = await context.newCDPSession(page);
    await client.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 });
    await page.locator('input[type="file"]').setInputFiles({ name: "slow.csv", mimeType: "text/csv", buffer: Buffer.alloc(20_000_000, "1,2\n") });
    await button(page, "Cancel the upload").click();
    await page.waitForFunction(() => document.querySelector(".notice")?.textContent === "slow.csv was not sent.");
    expect(await page.locator("progress[aria-label=Upload]").isHidden()).toBe(true);
    await page.waitForTimeout(300);
    expect(await page.locator(".file", { hasText: "slow.csv" }).count()).toBe(0);
    await client.detach();
    await upload(page, "after.csv", ["a,b", ...rows(20, (i) => `${i},${i % 3}`)]);
    expect(trouble).toEqual([]);
  });

  test("a theme is kept over a reload; the points are in sight of the sliders; a phone has all buttons of a run in sight", async () => {
    const { page, trouble } = await tab(context, served.url);
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByText("Dark", { exact: true }).click();
    await example(page, "rings");
    await method(page, "kmeans");
    await find(page, "2");
    expect(await page.locator("output").textContent()).toBe("K = 2. Move a slider to see other clusters.");
    await page.getByLabel("Width sigma").evaluate((slider) => slider.closest(".result")!.scrollIntoView({ block: "start" }));
    await page.getByLabel("Width sigma").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /sigma =/.test(document.querySelector("output")!.textContent!));
    expect(await page.getByLabel("Width sigma").getAttribute("aria-valuetext")).toMatch(/^\d/);
    for (const part of ["#slide-sigma", ".result .scatter canvas >> nth=1"]) {
      const box = (await page.locator(part).boundingBox())!;
      expect(box.y, part).toBeGreaterThan(0);
      expect(box.y + Math.min(box.height, 300), part).toBeLessThan(900);
    }
    await page.reload();
    await page.waitForSelector(".result .command");
    expect(await page.evaluate(() => [document.documentElement.dataset.theme, document.title])).toEqual(["dark", "rings.csv · mercer"]);
    await method(page, "ward");
    await find(page, "2");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForTimeout(300);
    for (const one of await page.locator(".runs tbody tr .buttons button:visible").all()) {
      const box = (await one.boundingBox())!;
      expect(box.x >= 0 && box.x + box.width <= 390, (await one.textContent())!).toBe(true);
    }
    expect(await page.locator('.runs td[data-name="method"]').allTextContents()).toEqual(["kmeans", "ward"]);
    expect((await faults(page)).found).toEqual([]);
    await page.getByText("Auto", { exact: true }).click();
    expect(trouble).toEqual([]);
  });

  test("a run that fails is told once", async () => {
    const { page, trouble } = await tab(context, served.url);
    const lines = ["a,b", ...rows(40, (i) => `${(i % 2) * 9 + i / 40},${i % 3}`)];
    await upload(page, "failing.csv", lines);
    await page.getByLabel("Number of clusters").fill("2000");
    await button(page, "Find clusters").click();
    await page.waitForFunction(() => /^run \d+: clusters = 2000 exceeds 40 points/.test(document.querySelector(".notice.wrong")?.textContent ?? ""));
    expect(await page.locator(".runs .wrong").textContent()).toContain("exceeds 40 points");
    await page.keyboard.press("Escape");
    await upload(page, "fine.csv", lines);
    await page.waitForTimeout(2500); // the state is asked for again
    expect(await page.locator(".notice").textContent()).toBe("fine.csv is here.");
    expect(trouble).toEqual([]);
  });

  test("sliders paint the points of the run that is shown, whatever the form says", async () => {
    const { page, trouble } = await tab(context, served.url);
    await upload(page, "holes.csv", ["x,y", ...rows(120, (i) => `${i % 12 === 5 ? "" : (i % 2) * 20 + (i % 7) / 10},${(i % 2) * 20 + (i % 5) / 10}`)]);
    await method(page, "kmeans");
    await find(page, "2");
    expect(await figure(page, "points")).toBe("120");
    const before = await legend(page, ".result");
    await page.getByLabel("missing", { exact: true }).selectOption("drop");
    await page.getByLabel("Width sigma").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /sigma =/.test(document.querySelector("output")!.textContent!));
    expect(await page.getByLabel("Colour", { exact: true }).inputValue()).toBe("slider");
    expect(await page.locator(".notice.wrong").count()).toBe(0);
    await page.locator(".legend .key").first().click();
    await page.waitForSelector(".many .facts");
    expect(await page.locator(".many .facts .count").allTextContents()).toEqual(["60"]); // one cluster of the run, and all of it
    expect((await legend(page, ".result")).map(([, colour]) => colour)).toEqual(before.map(([, colour]) => colour));
    expect(trouble).toEqual([]);
  });

  test("a second run wears the colours of the first", async () => {
    const { page, trouble } = await tab(context, served.url);
    await example(page, "iris");
    await method(page, "mixture");
    await find(page, "3");
    await method(page, "spectral");
    await find(page, "3");
    await page.locator(".runs tbody tr").first().getByText("Compare").click();
    await page.waitForSelector(".compared .scatter[data-drawn]");
    const own = await legend(page, ".result > div > .first"), other = await legend(page, ".compared");
    const main = async (where: string, key: number): Promise<string> => { // of the points of a cluster, where most are in the other run
      await page.locator(`${where} .legend .key`).nth(key).click();
      const there = where === ".compared" ? ".result > div > .first" : ".compared";
      await page.waitForSelector(`${there} .many .facts th`);
      await page.waitForTimeout(200);
      return (await page.locator(`${there} .many .facts th`).first().textContent())!;
    };
    const colour = (of: string[][], name: string): string => of.find(([text]) => text === name)![1];
    const seen = new Set<string>();
    for (const [key, [name]] of other.entries()) {
      const partner = await main(".compared", key);
      expect(colour(own, partner), `${name} and ${partner}`).toBe(colour(other, name));
      seen.add(colour(other, name));
    }
    expect(seen.size).toBe(3);
    expect(new Set(await page.locator("section.card").evaluateAll((all) => all.map((e) => e.getAttribute("aria-labelledby")))).size)
      .toBe(await page.locator("section.card").count());
    expect(await page.evaluate(() => [...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i))).toEqual([]);
    expect((await faults(page)).found).toEqual([]);
    // The compared run goes with its plot, and the shown one leaves its place to its neighbour.
    await page.locator(".runs tbody tr").first().getByText("Delete").click();
    await page.waitForFunction(() => !document.querySelector(".compared"));
    await method(page, "kmeans");
    await find(page, "3");
    const gone = await page.evaluate(() => document.body.dataset.run);
    await page.locator(".runs tbody tr.shown").getByText("Delete").click();
    await page.waitForFunction((id) => document.body.dataset.run !== id && location.hash.endsWith(`run=${document.body.dataset.run}`), gone);
    await page.waitForSelector(".result .command");
    expect(await page.locator(".runs tbody tr").count()).toBe(1);
    await page.locator(".runs tbody tr").getByText("Delete").click();
    await page.waitForFunction(() => location.hash.endsWith("run=0") && !document.querySelector(".result .scatter"));
    expect(trouble).toEqual([]);
  });

  test("a file goes only after a question", async () => {
    const { page, trouble } = await tab(context, served.url);
    await upload(page, "kept.csv", ["a,b", ...rows(40, (i) => `${(i % 2) * 9 + i / 40},${i % 3}`)]);
    await method(page, "kmeans");
    await find(page, "2");
    const cross = page.getByLabel("Remove kept.csv and its runs");
    await cross.click();
    expect(await page.locator("dialog").textContent()).toContain("Remove kept.csv and its run?");
    expect((await faults(page)).found).toEqual([]);
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe("No");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
    expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toBe("Remove kept.csv and its runs");
    expect(await cross.count()).toBe(1);
    await cross.click();
    await button(page, "Remove").click();
    await page.waitForFunction(() => !document.querySelector('[aria-label="Remove kept.csv and its runs"]'));
    expect(await page.evaluate(() => Object.keys(localStorage).length)).toBeLessThan(20);
    expect(trouble).toEqual([]);
  });

  test("what can't be read in a form is said at its field, and no run begins", async () => {
    const { page, trouble } = await tab(context, served.url);
    await upload(page, "typed.csv", ["a,b", ...rows(40, (i) => `${(i % 2) * 9 + i / 40},${i % 3}`)]);
    await page.getByText("Another method, kernel or width").click();
    await page.getByRole("group", { name: "kernel", exact: true }).locator("select").first().selectOption("gaussian");
    const sigma = page.getByLabel("sigma", { exact: true });
    await sigma.fill("1,5");
    await page.getByText("Another method, kernel or width").click(); // the form is closed, and opened again for the field
    await button(page, "Find clusters").click();
    await page.waitForSelector(".notice.wrong");
    expect(await page.locator(".notice").textContent()).toBe("kernel, sigma: “1,5” is not a number with a decimal point, such as 1.5, or auto.");
    expect(await page.evaluate(() => document.activeElement!.id)).toBe(await sigma.getAttribute("id"));
    expect(await sigma.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator(`#${await sigma.getAttribute("aria-describedby")}`).textContent()).toContain("“1,5” is not a number");
    expect((await faults(page)).found).toEqual([]);
    await page.evaluate(() => scrollTo(0, 400));
    expect((await page.locator(".notice").boundingBox())!.y).toBeGreaterThan(0); // in sight, and goes with Escape
    await page.keyboard.press("Escape");
    expect(await page.locator(".notice").isHidden()).toBe(true);
    await sigma.fill("1.5");
    await page.getByLabel("Number of clusters").fill("2.5");
    await button(page, "Find clusters").click();
    await page.waitForFunction(() => document.querySelector(".notice.wrong")?.textContent?.startsWith("Number of clusters: expected is a whole number"));
    expect(await page.locator(".runs tbody tr").count()).toBe(0);
    await find(page, "2");
    expect(await page.locator(".command code").first().textContent()).toContain("--kernel gaussian:sigma=1.5");
    expect(trouble).toEqual([]);
  });

  test("of very many columns it is said how many are shown", async () => {
    const { page, trouble } = await tab(context, served.url);
    const names = rows(400, (c) => `c${c}`);
    await upload(page, "many.csv", [names.join(","), ...rows(6, (i) => names.map((_, c) => (i * c) % 7).join(","))]);
    expect(await page.locator(".columns tbody tr").count()).toBe(300);
    expect(await page.locator("details.card [role=status]").textContent()).toBe("The first 300 of 400 columns are shown; search for the others.");
    await page.getByLabel("Search 400 columns").fill("c39");
    await page.waitForFunction(() => document.querySelectorAll(".columns tbody tr").length === 11);
    expect(await page.locator("details.card [role=status]").textContent()).toBe("");
    expect(trouble).toEqual([]);
  });

  test("on a phone a finger scrolls the page past the plot, and moves, zooms and selects in it", async () => {
    const { page, trouble } = await tab(context, served.url);
    await example(page, "two-moons");
    await find(page, "2");
    await page.setViewportSize({ width: 390, height: 844 });
    const client = await context.newCDPSession(page);
    await client.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    const scatter = page.locator(".result .scatter").first(), ticks = (): Promise<string[]> => page.locator(".result .scatter-frame .tick").allTextContents();
    await scatter.evaluate((plot) => plot.scrollIntoView({ block: "center" }));
    await page.waitForTimeout(600);
    expect(await page.locator(".fingers").first().isVisible()).toBe(true);
    const box = (await scatter.boundingBox())!, x = Math.round(box.x + box.width / 2), y = Math.round(box.y + box.height / 2);
    const swipe = async (...fingers: [dx: number, dy: number, from?: number][]): Promise<void> => { // `from`: pixels across from the middle
      const at = (part: number): { x: number; y: number; id: number }[] =>
        fingers.map(([dx, dy, from = 0], id) => ({ x: x + from + part * dx, y: y + part * dy, id }));
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
      for (let step = 1; step <= 10; ++step) {
        await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / 10) });
        await page.waitForTimeout(16);
      }
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await page.waitForTimeout(500);
    };
    const top = await page.evaluate(() => scrollY), before = await ticks();
    await swipe([0, -150]);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(top + 100);
    expect(await page.locator(".result .one").count()).toBe(0); // nothing was tapped
    await swipe([0, 150]);
    expect(await ticks()).toEqual(before);
    await swipe([-100, 0]);
    expect(await page.evaluate(() => scrollX)).toBe(0);
    const moved = await ticks();
    expect(moved).not.toEqual(before);
    await swipe([-60, 0, -30], [60, 0, 30]);
    const zoomed = await ticks();
    expect(zoomed).not.toEqual(moved);
    await swipe([0, 60, -30], [0, 60, 30]);
    expect(await ticks()).not.toEqual(zoomed);
    expect(await page.evaluate(() => scrollY)).toBeLessThan(top + 30);
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1); // the plot was zoomed, not the page
    await button(page, "Show all").click();
    await page.getByText("Select", { exact: true }).first().click();
    await scatter.evaluate((plot) => plot.scrollIntoView({ block: "center" }));
    await page.waitForTimeout(400);
    const still = await page.evaluate(() => scrollY);
    await swipe([240, 100, -120]);
    expect(await page.evaluate(() => scrollY)).toBe(still);
    await page.waitForSelector(".many h3");
    expect(trouble).toEqual([]);
  });
});
