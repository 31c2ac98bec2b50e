// How mercer serve takes a large file, in seconds and in the server's memory; with a number of clusters also a run and its plot:
//   MERCER=../build/mercer npx vite-node tools/serve_large.ts FILE [CLUSTERS]
import { readFileSync } from "node:fs";
import { button, method } from "../tests/browser/hands";
import { start } from "../tests/browser/browser";
import { serve, tab } from "../tests/browser/server";

const [file, clusters] = process.argv.slice(2);
const long = { timeout: 600_000 };
const served = await serve(), context = await start();
const { page, trouble } = await tab(context, served.url);
const megabytes = (name: string): string => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${served.pid}/status`, "utf8"))![1]) / 1024).toFixed(0);
let begun = performance.now();
const said = (what: string): void =>
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(2)} s; the server takes ${megabytes("VmRSS")} MB, at most ${megabytes("VmHWM")} MB so far`);

await page.locator('input[type="file"]').setInputFiles(file);
await page.waitForFunction(() => document.querySelector(".notice")?.textContent?.startsWith("Reading"), undefined, { ...long, polling: 50 });
said("sent");
await page.waitForSelector(".columns tbody tr", long);
said("read, and its columns shown");
if (clusters) {
  await method(page, "kmeans");
  await page.locator("#clusters").fill(clusters);
  begun = performance.now();
  await button(page, "Find clusters").click();
  const rows = /[\d,]+/.exec((await page.locator(".file[aria-pressed=true]").textContent())!.replace(/^.*\.csv/, ""))![0].replaceAll(",", "");
  await page.waitForSelector(`.result .scatter[data-drawn="${rows}"]`, long);
  said(`clustered, and ${rows} points drawn`);
  await page.waitForSelector(".result .command", long);
  await page.waitForTimeout(1000);
  begun = performance.now();
  await page.locator(".legend .key").first().click();
  await page.waitForSelector(".many h3");
  said("a cluster selected");
  await page.waitForTimeout(1000);
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
  console.log(`the longest frame while the mouse moves over the plot: ${longest.toFixed(0)} ms`);
}
console.log(trouble.join("\n") || "no trouble");
await context.close();
await served.end();
