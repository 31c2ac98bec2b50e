// What a person does on the page of mercer serve.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { folder } from "./browser";

export const mercer = (...words: string[]): string => execFileSync(process.env.MERCER!, words, { cwd: folder, encoding: "utf8" });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

export async function example(page: Page, name: string): Promise<void> {
  await page.getByLabel("Example").selectOption(name);
  await button(page, "Load example").click();
  await page.waitForSelector(".columns tbody tr");
  await page.waitForFunction(() => location.hash.includes("run=0"));
}
/** Presses the button and waits for what it finds. */
export async function find(page: Page, clusters: string): Promise<void> {
  const before = await page.evaluate(() => location.hash);
  await page.getByLabel("Number of clusters").fill(clusters);
  await button(page, "Find clusters").click();
  await page.waitForFunction((old) => location.hash !== old && location.hash.endsWith(`run=${document.body.dataset.run}`), before,
    { timeout: 60_000 });
  await page.waitForSelector(".result .scatter[data-drawn]");
  await page.waitForSelector(".result .command");
}
export async function figure(page: Page, name: string): Promise<string | null> {
  return page.locator(".result .figures div", { hasText: name }).locator("dd").textContent();
}
/** Gives the page a file of these lines. */
export async function upload(page: Page, name: string, lines: string[]): Promise<void> {
  writeFileSync(join(folder, name), lines.join("\n") + "\n");
  await page.locator('input[type="file"]').setInputFiles(join(folder, name));
  await page.waitForSelector(`.file[aria-pressed=true] >> text=${name}`);
  await page.waitForSelector(".columns tbody tr");
}
/** The method of the form, which is opened. */
export async function method(page: Page, name: string): Promise<void> {
  if (!(await page.getByRole("group", { name: "method", exact: true }).isVisible())) await page.getByText("Another method, kernel or width").click();
  await page.getByRole("group", { name: "method", exact: true }).locator("select").first().selectOption(name);
}
