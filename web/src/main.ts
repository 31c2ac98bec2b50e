// The page: reads its data, then puts the parts together. The points come first; the rest follows.
import "./style.css";
import { candidates } from "./candidates";
import { convergence, dendrogram, silhouettes, sizes, spectrum } from "./charts";
import { card, h } from "./dom";
import { evidence } from "./evidence";
import { Explorer } from "./explorer";
import { confusion, gramMatrix, nodeMap } from "./matrices";
import { Points } from "./points";
import { profile } from "./profile";
import type { Report } from "./schema";
import { themeSwitch } from "./theme";

function header(report: Report, theme: HTMLElement): HTMLElement {
  return h("header", {},
    h("div.title", {}, h("div", {}, h("p.brand", {}, "mercer"), h("h1", {}, report.title), h("p.subtitle", {}, report.subtitle)), theme),
    h("dl.figures", {}, ...report.figures.map((f) => h("div", { title: f.about }, h("dt", {}, f.name), h("dd", {}, f.value)))));
}

function warnings(report: Report): HTMLElement | null {
  if (!report.warnings.length) return null;
  return h("section.warnings", { "aria-label": "Warnings" }, ...report.warnings.map((w) =>
    h("div.warning", { role: "note" }, h("span", { "aria-hidden": "true" }, "▲"),
      h("p", {}, h("strong", {}, `${w.what[0].toUpperCase()}${w.what.slice(1)}. `), w.remedy ? `What to do: ${w.remedy}.` : ""))));
}

function provenance(report: Report): HTMLElement {
  const copy = h<HTMLButtonElement>("button", { type: "button", onclick: () => {
    void navigator.clipboard?.writeText(report.command).then(() => (copy.textContent = "Copied"));
  } }, "Copy");
  return card("How this was made", "The same command, data and seed give the same clusters.",
    h("div.command", {}, h("code", { tabindex: 0 }, report.command), copy),
    h("dl.about-list", {}, ...report.about.flatMap(({ name, value }) => [h("dt", {}, name), h("dd", {}, value)])),
    report.notes.length ? h("ul.notes", {}, ...report.notes.map((note) => h("li", {}, note))) : null);
}

async function build(page: HTMLElement): Promise<void> {
  const report = JSON.parse(document.getElementById("report-data")!.textContent!) as Report;
  document.title = `${report.title} · mercer`;
  const points = await Points.load(report);
  const first = h("div.first"), middle = h("div.middle"), cards = h("div.cards"), last = h("div.last");
  let explorer: Explorer | null = null;
  const gram = gramMatrix(report);
  let tried: Awaited<ReturnType<typeof candidates>> = null;
  const theme = themeSwitch(() => {
    explorer?.repaint();
    gram?.repaint();
    tried?.repaint();
  });
  page.replaceChildren(...[header(report, theme), warnings(report), first, middle, cards, last,
    h("footer", {}, `mercer ${report.version}`)].filter((e) => e !== null));
  if (report.views.length) {
    try {
      explorer = new Explorer(points);
      first.append(explorer.element);
      await explorer.start();
    } catch (error) {
      explorer = null;
      first.replaceChildren(card("Points", `They can't be drawn here: ${(error as Error).message}.`));
    }
  }
  // The cards below wait until there is a picture to look at.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  performance.mark("first drawing");
  const fill = (box: HTMLElement, parts: (HTMLElement | null | undefined)[]): void =>
    box.append(...parts.filter((part): part is HTMLElement => Boolean(part)));
  fill(middle, [profile(report)]);
  fill(cards, [sizes(report), ...evidence(report), await silhouettes(points), spectrum(report), convergence(report), confusion(report), gram?.card,
    nodeMap(report)]);
  tried = await candidates(points);
  fill(last, [tried?.card, dendrogram(report), provenance(report)]);
  document.body.dataset.ready = "true";
}

build(document.getElementById("page")!).catch((error: Error) => {
  document.getElementById("page")!.replaceChildren(h("p", { role: "alert" }, `This report can't be read: ${error.message}`));
  throw error;
});
