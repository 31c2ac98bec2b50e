// What is checked in is what the sources build.
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { build } from "vite";

const web = fileURLToPath(new URL("../../", import.meta.url));

test("the checked-in page is that of the sources", async () => {
  const outDir = mkdtempSync(join(tmpdir(), "mercer-bundle-"));
  process.env.NODE_ENV = "production";
  await build({ root: web, configFile: join(web, "vite.config.ts"), mode: "production", logLevel: "silent", build: { outDir } });
  expect(readdirSync(outDir)).toEqual(["report.html"]);
  expect(readFileSync(join(outDir, "report.html"), "utf8") === readFileSync(join(web, "dist/report.html"), "utf8"),
    "web/dist/report.html is stale; run `npm run build` in web/").toBe(true);
});

test("the page has one place for data, is small and asks nothing of the network", () => {
  const page = readFileSync(join(web, "dist/report.html"), "utf8");
  expect(page.split("@@REPORT@@")).toHaveLength(2);
  expect(page.length).toBeLessThan(400_000);
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
});
