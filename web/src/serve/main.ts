// The page of `mercer serve`: data, columns, one button, and what was found.
import "../style.css";
import "./serve.css";
import { h } from "../dom";
import { plural } from "../format";
import { themeSwitch } from "../theme";
import { api, type ColumnLine, type Options } from "./api";
import { tellBeginnings } from "./begin";
import { ClusterCard } from "./cluster_card";
import { ColumnsCard } from "./columns_card";
import { DataCard } from "./data_card";
import { forgetOthers, read, write } from "./kept";
import { attempt, notice, tell } from "./notice";
import { Result } from "./result";
import { RunsCard } from "./runs_card";
import { Sliders } from "./sliders";
import { Store } from "./store";

forgetOthers();
const store = new Store();
const data = new DataCard(store), columns = new ColumnsCard(store), cluster = new ClusterCard(store, (options) => void start(options, ""));
// A second run comes beside the first one, so it waits until that is there.
const runs = new RunsCard(store, (run) => void looking.then(() => result.compare(run, store.runs.find((r) => r.id === run)?.name ?? "")));
const sliders = new Sliders(store, {
  base: () => store.shownRun?.options ?? {},
  show: (found) => result.preview(found),
  keep: (options) => void start(options, ""),
});
const result = new Result(sliders.element, { take: (name) => void take(name) });

async function start(options: Options, name: string): Promise<void> {
  cluster.sent();
  const made = await attempt(() => api.run(store.dataset, options, name));
  if (!made) return cluster.keep();
  tell("");
  started = made.id; // it may be done before this page hears that it runs
  await store.refresh();
  store.show(store.dataset, made.id);
}

/** A candidate of auto as a run of its own: the same contest, which takes that one. */
async function take(name: string): Promise<void> {
  const shown = store.shownRun, options = shown?.options ?? cluster.asked;
  await start({ ...options, method: `auto:take=${name}`, clusters: String(shown?.figures?.clusters ?? options.clusters ?? "") }, name);
}

let looking: Promise<void> = Promise.resolve();
let drawn = "", started = 0, failed = 0; // what is shown; what was asked for in this tab, and is not there yet; what was told to have failed
async function look(): Promise<void> {
  if (store.shownRun?.state === "running" || store.shownRun?.state === "waiting") started = store.shownRun.id;
  const run = store.shownRun, key = run?.state === "done" ? `${run.dataset} ${run.id}` : run ? drawn : "";
  if (run?.state === "failed" && run.id !== failed) {
    failed = run.id; // once, and not whenever something else has changed
    tell(`${run.name}: ${run.trouble ?? "it failed"}`, true);
  }
  if (key === drawn) return;
  drawn = key;
  if (!run || !key) return result.clear();
  const known: ColumnLine[] = (await api.columns(run.dataset, {}).catch(() => null))?.columns ?? [];
  if (key !== drawn) return; // another one was chosen meanwhile
  const found = await result.show(run.dataset, run.id, known, () => key === drawn);
  if (!found || key !== drawn) return;
  // What was set while it ran stays, and what was set before a reload.
  if (!(cluster.edited && (started === run.id || cluster.unsent))) cluster.take(run.options);
  cluster.unsent = false;
  sliders.centre(run.figures!.clusters, run.figures!.kernel);
  document.body.dataset.run = String(run.id);
  if (started !== run.id) return;
  started = 0;
  tell(`${run.name}: ${plural(run.figures!.clusters, "cluster")}${run.figures!.interrupted ? ", cancelled: the best so far" : ""}. `, false,
    { text: "See what was found", go: () => result.element.scrollIntoView({ block: "start", behavior: "smooth" }) });
}

const page = document.getElementById("page")!;
page.replaceChildren(
  h("header", {}, h("div.title", {}, h("div", {}, h("p.brand", {}, "mercer"), h("h1", {}, "Cluster your data"),
    h("p.subtitle", {}, "Everything runs on this machine; nothing leaves it.")), themeSwitch(() => result.repaint(), {
    choice: read<string>(localStorage, "theme"), keep: (choice) => write(localStorage, "theme", choice) }))),
  notice, h("div.steps", {}, data.element, cluster.element), runs.element, columns.element, result.element);
store.listen(() => {
  const now = look();
  looking = looking.then(() => now);
  if (!store.runs.some((r) => r.id === result.compared)) result.endComparison();
});
tellBeginnings(store);
store.listen(() => { // which of several tabs it is
  const file = store.state.datasets.find((d) => d.id === store.dataset)?.name;
  document.title = file ? `${file} · mercer` : "mercer";
});
addEventListener("hashchange", () => void store.refresh());
void store.refresh().then(() => {
  store.show(store.dataset, store.run);
  document.body.dataset.ready = "true";
});
