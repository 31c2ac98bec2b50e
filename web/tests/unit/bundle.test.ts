// What is checked in is what the sources build.
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { build } from "vite";

const web = fileURLToPath(new URL("../../", import.meta.url));

test.each(["report", "serve"])("the checked-in page %s is that of the sources", async (name) => {
  const outDir = mkdtempSync(join(tmpdir(), "mercer-bundle-"));
  process.env.NODE_ENV = "production";
  await build({ root: web, configFile: join(web, "vite.config.ts"), mode: name === "serve" ? "serve" : "production", logLevel: "silent", build: { outDir } });
  expect(readdirSync(outDir)).toEqual([`${name}.html`]);
  expect(readFileSync(join(outDir, `${name}.html`), "utf8") === readFileSync(join(web, `dist/${name}.html`), "utf8"),
    `web/dist/${name}.html is stale; run \`npm run build\` in web/`).toBe(true);
});

test("the page of mercer serve has one script, which carries the nonce", () => {
  const page = readFileSync(join(web, "dist/serve.html"), "utf8");
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="module" crossorigin nonce="@@NONCE@@">']);
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
});

test("the page has one place for data, is small and asks nothing of the network", () => {
  const page = readFileSync(join(web, "dist/report.html"), "utf8");
  expect(page.split("@@REPORT@@")).toHaveLength(2);
  expect(page.length).toBeLessThan(400_000);
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
});
