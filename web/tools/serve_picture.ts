// The picture of `mercer serve` in the documentation: an example, what was found, and two runs side by side.
//   MERCER=build/mercer npx vite-node tools/serve_picture.ts ../docs/images/serve.png
import { start } from "../tests/browser/browser";
import { serve, tab } from "../tests/browser/server";

const [path] = process.argv.slice(2);
const served = await serve(), context = await start();
const { page, trouble } = await tab(context, served.url);
await page.setViewportSize({ width: 1280, height: 900 });
const find = async (): Promise<void> => {
  await page.getByRole("button", { name: "Find clusters", exact: true }).click();
  await page.waitForFunction(() => location.hash.endsWith(`run=${document.body.dataset.run}`), undefined, { timeout: 120_000 });
};
await page.getByLabel("Example").selectOption("two-moons");
await page.getByRole("button", { name: "Load example", exact: true }).click();
await page.waitForSelector(".columns tbody tr");
await page.getByLabel("Number of clusters").fill("2");
await find();
await page.getByText("Another method, kernel or width").click();
await page.getByRole("group", { name: "method", exact: true }).locator("select").first().selectOption("kmeans");
await page.getByText("Another method, kernel or width").click();
await find();
await page.waitForSelector(".agreement");
await page.getByRole("button", { name: "Show run 1" }).click(); // what auto found; k-means cuts the moons
await page.waitForFunction(() => document.body.dataset.run === "1");
await page.waitForSelector(".result .command");
await page.locator("details.card > summary").first().click(); // the columns
await page.mouse.move(0, 0);
await page.waitForTimeout(1500);
const bottom = await page.evaluate(() => document.querySelector(".result .first .card")!.getBoundingClientRect().bottom + scrollY + 20);
await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width: 1280, height: Math.ceil(bottom) } });
console.log(trouble.join("\n") || "no trouble");
await context.close();
await served.end();
