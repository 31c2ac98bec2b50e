// Chromium without a window, with WebGL in software, as it is on any machine.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import type { Report } from "../../src/schema";
import { pageOf } from "../sample";

export const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const folder = mkdtempSync(join(tmpdir(), "mercer-report-"));

export function start(): Promise<BrowserContext> {
  return chromium.launchPersistentContext(mkdtempSync(join(folder, "profile-")), {
    executablePath, headless: true, acceptDownloads: true,
    args: ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
      "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

export function write(name: string, report: Report): string {
  const path = join(folder, name);
  writeFileSync(path, pageOf(report));
  return path;
}

/** The page, and everything that went wrong in it or was asked of the network. */
export async function open(context: BrowserContext, path: string): Promise<{ page: Page; trouble: string[] }> {
  const page = await context.newPage(), trouble: string[] = [];
  page.on("console", (m) => { if (m.type() === "error") trouble.push(m.text()); });
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (request) => { if (/^(https?|wss?):/.test(request.url())) trouble.push(`asks for ${request.url()}`); });
  await page.goto(pathToFileURL(path).href);
  await page.waitForSelector("body[data-ready=true]", { timeout: 60_000 });
  await page.waitForSelector(".scatter[data-drawn]");
  return { page, trouble };
}
