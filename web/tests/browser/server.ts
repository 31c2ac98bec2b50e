// `mercer serve` for a test: started on a free port, ended with it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { BrowserContext, Page } from "playwright-core";

export interface Served {
  url: string;
  pid: number;
  end: () => Promise<void>;
}

export async function serve(...words: string[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "mercer-serve-test-"));
  const child: ChildProcess = spawn(process.env.MERCER!, ["serve", "--no-browser", ...words], { env: { ...process.env, TMPDIR: folder } });
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /http:\S+/.exec(line);
    if (found)
      return { url: found[0], pid: child.pid!, end: () => new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill();
      }) };
  }
  throw new Error("mercer serve did not start");
}

/** A tab with the page, and what went wrong in it. */
export async function tab(context: BrowserContext, url: string): Promise<{ page: Page; trouble: string[] }> {
  const page = await context.newPage(), trouble: string[] = [], home = new URL(url).origin;
  page.on("console", (m) => { if (m.type() === "error" && !/status of 4\d\d/.test(m.text())) trouble.push(m.text()); });
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (r) => { if (/^(https?|wss?):/.test(r.url()) && !r.url().startsWith(home)) trouble.push(`asks for ${r.url()}`); });
  await page.goto(url);
  await page.waitForSelector("body[data-ready=true]", { timeout: 60_000 });
  return { page, trouble };
}
