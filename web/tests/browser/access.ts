// What axe-core finds wrong for people who use a screen reader, the keyboard or little contrast: WCAG 2.1, levels A and AA.
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const script = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}
declare global {
  interface Window {
    axe: { run: (context: Document, options: object) => Promise<{ violations: Finding[]; passes: Finding[] }> };
  }
}

/** Each fault with the element it is in; and how many texts were measured for contrast. */
export async function faults(page: Page): Promise<{ found: string[]; contrasts: number }> {
  await page.evaluate((source) => void new Function(source).call(window), (await import("node:fs")).readFileSync(script, "utf8"));
  return page.evaluate(async () => {
    const { violations, passes } = await window.axe.run(document,
      { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations", "passes"] });
    return { found: violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} | ${node.failureSummary.slice(0, 300)}`)),
      contrasts: passes.find((p) => p.id === "color-contrast")?.nodes.length ?? 0 };
  });
}
