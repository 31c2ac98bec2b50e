// The page of a report: reads its data, then puts the parts together.
import "./style.css";
import { h } from "./dom";
import { fillParts, header, type Parts } from "./parts";
import type { Report } from "./schema";
import { themeSwitch } from "./theme";

async function build(page: HTMLElement): Promise<void> {
  const report = JSON.parse(document.getElementById("report-data")!.textContent!) as Report;
  document.title = `${report.title} · mercer`;
  let parts: Parts | null = null;
  page.replaceChildren(header(report, themeSwitch(() => parts?.repaint())));
  parts = await fillParts(report, page);
  page.append(h("footer", {}, `mercer ${report.version}`));
  document.body.dataset.ready = "true";
}

build(document.getElementById("page")!).catch((error: Error) => {
  document.getElementById("page")!.replaceChildren(h("p", { role: "alert" }, `This report can't be read: ${error.message}`));
  throw error;
});
