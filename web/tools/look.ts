import { readFileSync } from "node:fs";
import { start } from "../tests/browser/browser";
import { serve, tab } from "../tests/browser/server";
const folder = process.argv[2], served = await serve();
const context = await start();
if (process.env.PAGE) await context.route(/:\d+\/\?token=/, (route) => route.fulfill({ contentType: "text/html", body: readFileSync(process.env.PAGE!, "utf8") }));
const { page, trouble } = await tab(context, served.url);
await page.setViewportSize({ width: 1400, height: 900 });
await page.locator("select[aria-label=Example]").selectOption("two-moons");
await page.getByText("Load example").click();
await page.waitForSelector(".columns tbody tr");
await page.locator("#clusters").fill("2");
await page.getByText("Find clusters").click();
await page.waitForSelector("body[data-run]", { timeout: 60000 });
await page.waitForTimeout(1500);
for (const [name, width, scheme] of [["light", 1400, "light"], ["dark", 1400, "dark"], ["phone", 390, "light"], ["phone-dark", 390, "dark"]] as const) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: 900 });
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
console.log(trouble.join("\n") || "no trouble");
await context.close();
await served.end();
