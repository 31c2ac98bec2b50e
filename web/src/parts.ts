// The parts of a clustering on a page. The points come first; the rest follows.
import { candidates } from "./candidates";
import { convergence, dendrogram, silhouettes, sizes, spectrum } from "./charts";
import { card, h } from "./dom";
import { evidence } from "./evidence";
import { Explorer, type ExplorerHooks } from "./explorer";
import { confusion, gramMatrix, nodeMap } from "./matrices";
import { peaks } from "./peaks";
import { savable } from "./pictures";
import { Points } from "./points";
import { profile } from "./profile";
import type { Candidate, Report } from "./schema";

export function header(report: Report, ...beside: HTMLElement[]): HTMLElement {
  return h("header", {},
    h("div.title", {}, h("div", {}, h("p.brand", {}, "mercer"), h("h1", {}, report.title), h("p.subtitle", {}, report.subtitle)), ...beside),
    figures(report));
}

export const figures = (report: Report): HTMLElement =>
  h("dl.figures", {}, ...report.figures.map((f) => h("div", { title: f.about }, h("dt", {}, f.name), h("dd", {}, f.value))));

export function warnings(report: Report): HTMLElement | null {
  if (!report.warnings.length) return null;
  return h("section.warnings", { "aria-label": "Warnings" }, ...report.warnings.map((w) =>
    h("div.warning", { role: "note" }, h("span", { "aria-hidden": "true" }, "▲"),
      h("p", {}, h("strong", {}, `${w.what[0].toUpperCase()}${w.what.slice(1)}. `), w.remedy ? `What to do: ${w.remedy.startsWith("--") ? "use " : ""}${w.remedy}.` : ""))));
}

/** Text with a button that copies it. */
export function copied(text: string): HTMLElement {
  const copy = h<HTMLButtonElement>("button", { type: "button", onclick: () => {
    void navigator.clipboard?.writeText(text).then(() => (copy.textContent = "Copied"));
  } }, "Copy");
  return h("div.command", {}, h("code", { tabindex: 0 }, text), copy);
}

function provenance(report: Report, ...more: (HTMLElement | null)[]): HTMLElement {
  return card("How this was made", "The same command, data and seed give the same clusters.",
    copied(report.command), ...more,
    h("dl.about-list", {}, ...report.about.flatMap(({ name, value }) => [h("dt", {}, name), h("dd", {}, value)])),
    report.notes.length ? h("ul.notes", {}, ...report.notes.map((note) => h("li", {}, note))) : null);
}

/** What a page may add. */
export interface PartsHooks extends ExplorerHooks {
  take?: (one: Candidate) => void; // a candidate was clicked
  middle?: (HTMLElement | null)[]; // between the points and the small charts
  made?: (HTMLElement | null)[]; // in the part that says how it was made
}

export interface Parts {
  points: Points;
  explorer: Explorer | null;
  repaint: () => void; // after a change of theme
}

export async function fillParts(report: Report, page: HTMLElement, hooks: PartsHooks = {}): Promise<Parts> {
  const points = await Points.load(report);
  const first = h("div.first"), middle = h("div.middle"), cards = h("div.cards"), last = h("div.last");
  const gram = gramMatrix(report);
  let tried: Awaited<ReturnType<typeof candidates>> = null, numbers: Awaited<ReturnType<typeof peaks>> = null;
  const made: Parts = { points, explorer: null, repaint: () => {
    made.explorer?.repaint();
    gram?.repaint();
    tried?.repaint();
    numbers?.repaint();
  } };
  const warning = warnings(report);
  page.append(...(warning ? [warning] : []), first, middle, cards, last);
  if (report.views.length) {
    try {
      made.explorer = new Explorer(points, hooks);
      first.append(made.explorer.element);
      await made.explorer.start();
    } catch (error) {
      made.explorer = null;
      first.replaceChildren(card("Points", `They can't be drawn here: ${(error as Error).message}.`));
    }
  }
  // The cards below wait until there is a picture to look at.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  performance.mark("first drawing");
  const fill = (box: HTMLElement, parts: (HTMLElement | null | undefined)[]): void =>
    box.append(...parts.filter((part): part is HTMLElement => Boolean(part)));
  const pictures = (...all: (HTMLElement | null | undefined)[]): (HTMLElement | null | undefined)[] => all.map((one) => one && savable(one));
  fill(middle, [...(hooks.middle ?? []), ...pictures(profile(report))]);
  numbers = await peaks(points, (name, labels) => made.explorer?.colorByTried(name, (i) => labels[i], labels));
  fill(cards, pictures(sizes(report), ...evidence(report), numbers?.card, await silhouettes(points), spectrum(report), convergence(report), confusion(report), gram?.card,
    nodeMap(report)));
  tried = await candidates(points, hooks.take ?? ((one) => made.explorer?.colorByCandidate(one)), Boolean(hooks.take));
  fill(last, [...pictures(tried?.card, dendrogram(report)), provenance(report, ...(hooks.made ?? []))]);
  return made;
}
