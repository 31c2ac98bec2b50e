// The page of `mercer serve`: data, columns, one button, and what was found.
import "../style.css";
import "./serve.css";
import { h } from "../dom";
import { themeSwitch } from "../theme";
import { api, type ColumnLine, type Options } from "./api";
import { ClusterCard } from "./cluster_card";
import { ColumnsCard } from "./columns_card";
import { DataCard } from "./data_card";
import { attempt, notice, tell } from "./notice";
import { Result } from "./result";
import { RunsCard } from "./runs_card";
import { Sliders } from "./sliders";
import { Store } from "./store";

const store = new Store();
const data = new DataCard(store), columns = new ColumnsCard(store), cluster = new ClusterCard(store, () => undefined);
const result = new Result({ take: (method, name) => void take(method, name) });
const runs = new RunsCard(store, (run) => void result.compare(run, store.runs.find((r) => r.id === run)?.name ?? ""));
const sliders = new Sliders(store, {
  base: () => cluster.asked,
  show: (found) => result.preview(found),
  keep: (options) => void start(options, ""),
});

async function start(options: Options, name: string): Promise<void> {
  const made = await attempt(() => api.run(store.dataset, options, name));
  if (!made) return;
  await store.refresh();
  store.show(store.dataset, made.id);
}

/** A candidate of auto as a run of its own: "genie:g=0.3 --kernel connectivity:min_points=5". */
async function take(text: string, name: string): Promise<void> {
  const match = /^([\w-]+(?::[\w=.,-]+)?)(?: --kernel ([\w:=.,-]+))?$/.exec(text);
  if (!match) return tell(`${name} is a step of auto and can't be run alone: ${text}.`, true);
  const shown = store.shownRun, { kernel: _, method: __, ...rest } = shown?.options ?? cluster.asked;
  await start({ ...rest, method: match[1], ...(match[2] ? { kernel: match[2] } : {}),
    clusters: String(shown?.figures?.clusters ?? rest.clusters ?? "") }, name);
}

let drawn = "";
async function look(): Promise<void> {
  const run = store.shownRun, key = run?.state === "done" ? `${run.dataset} ${run.id}` : run ? drawn : "";
  if (run?.state === "failed") tell(run.trouble ?? "It failed.", true);
  if (key === drawn) return;
  drawn = key;
  if (!run || !key) return result.clear();
  const known: ColumnLine[] = (await api.columns(run.dataset, {}).catch(() => null))?.columns ?? [];
  if (key !== drawn) return; // another one was chosen meanwhile
  const found = await result.show(run.dataset, run.id, known, () => key === drawn);
  if (!found || key !== drawn) return;
  cluster.take(run.options);
  sliders.centre(run.figures!.clusters, run.figures!.kernel);
  document.body.dataset.run = String(run.id);
}

const page = document.getElementById("page")!;
page.replaceChildren(
  h("header", {}, h("div.title", {}, h("div", {}, h("p.brand", {}, "mercer"), h("h1", {}, "Cluster your data"),
    h("p.subtitle", {}, "Everything runs on this machine; nothing leaves it.")), themeSwitch(() => result.repaint()))),
  notice, h("div.steps", {}, data.element, cluster.element), columns.element, runs.element, sliders.element, result.element);
store.listen(() => void look());
addEventListener("hashchange", () => void store.refresh());
void store.refresh().then(() => {
  store.show(store.dataset, store.run);
  document.body.dataset.ready = "true";
});
