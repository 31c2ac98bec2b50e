// Pictures of a report at several sizes, to look at:
//   npx vite-node tools/screenshots.ts FOLDER [REPORT.html]
import { start, open, write } from "../tests/browser/browser";
import { sample } from "../tests/sample";

const [folder, given] = process.argv.slice(2);
const path = given ?? write("sample.html", sample(3000));
const context = await start();
const { page, trouble } = await open(context, path);
for (const [name, width, height, scheme] of [
  ["desktop", 1280, 800, "light"], ["dark", 1280, 800, "dark"], ["phone", 390, 844, "light"], ["wide", 1800, 1000, "light"],
] as const) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(900);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0, part = 1; top < whole; top += 1200, ++part)
    await page.screenshot({ path: `${folder}/${name}-${part}.png`, fullPage: true,
      clip: { x: 0, y: top, width, height: Math.min(1200, whole - top) } });
}
console.log(trouble.length ? trouble.join("\n") : "no trouble");
await context.close();
