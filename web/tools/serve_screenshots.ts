// Pictures of `mercer serve` at several sizes, light and dark, to look at:
//   MERCER=build/mercer npx vite-node tools/serve_screenshots.ts FOLDER [EXAMPLE]
import { start } from "../tests/browser/browser";
import { serve, tab } from "../tests/browser/server";

const [folder, example = "two-moons"] = process.argv.slice(2);
const served = await serve(), context = await start();
const { page, trouble } = await tab(context, served.url);
await page.setViewportSize({ width: 1400, height: 900 });
await page.getByLabel("Example").selectOption(example);
await page.getByText("Load example").click();
await page.waitForSelector(".columns tbody tr");
await page.getByText("Find clusters").click();
await page.waitForSelector(".result .about-list", { timeout: 120_000 });
for (const [name, width, scheme] of [["light", 1400, "light"], ["dark", 1400, "dark"], ["phone", 390, "light"], ["phone-dark", 390, "dark"]] as const) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: 900 });
  await page.waitForTimeout(1000);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0, part = 1; top < whole; top += 1200, ++part)
    await page.screenshot({ path: `${folder}/${name}-${part}.png`, fullPage: true, clip: { x: 0, y: top, width, height: Math.min(1200, whole - top) } });
}
console.log(trouble.join("\n") || "no trouble");
await context.close();
await served.end();
