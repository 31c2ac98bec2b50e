// What the server is asked. The token in the page's address goes with every request.
import type { Report } from "../schema";

export const token = new URLSearchParams(location.search).get("token") ?? "";

async function answer<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => ({}))) as T & { error?: string };
  if (!response.ok) throw new Error(body.error ?? `the server answered ${response.status}`);
  return body;
}
const headers = { "X-Mercer-Token": token };
const get = async <T>(path: string): Promise<T> => answer<T>(await fetch(`/api/${path}`, { headers }));
const post = async <T>(path: string, body: unknown = {}): Promise<T> =>
  answer<T>(await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));

/** Values by the names of the program's options: "clusters", "kernel", ... */
export type Options = Record<string, string | boolean>;

export interface Field {
  key: string;
  values: string; // "number", "integer", "on|off", "auto|number", "a|b|c", "text"
  initial: string;
  about: string;
  allowed?: Allowed;
}
/** The numbers that a field may have; an end that is not there is null. */
export interface Allowed {
  words: string; // "above 0 and at most 1"
  least: number | null;
  most: number | null;
  without_least: boolean; // the end itself is not allowed
  without_most: boolean;
}
export interface Choice {
  name: string;
  about: string;
  fields: Field[];
}
export interface OptionHelp {
  name: string;
  group: string;
  type: string; // "flag", the name of a table of choices, or of a value
  about: string;
  initial: string;
  values: string[];
}
export interface Offered {
  options: OptionHelp[];
  choices: Record<string, { about: string; choices: Choice[] }>;
}
export interface DatasetLine {
  id: number;
  name: string;
  bytes: number;
  rows: number;
  classes: string[]; // columns that are named like known classes
}
export interface RunLine {
  id: number;
  dataset: number;
  name: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  phase: string;
  part: number | null; // of its phase; null: nobody knows
  options: Options;
  trouble?: string;
  figures?: { method: string; kernel: string; clusters: number; objective: number; seconds: number; interrupted: boolean;
    silhouette?: number; ari?: number };
}
export interface State {
  datasets: DatasetLine[];
  runs: RunLine[];
}
export interface ColumnLine {
  name: string;
  at?: number; // among the columns of the file
  kind: string;
  missing: number;
  distinct: number;
  values: string;
  fate: string;
  problem?: string;
  bars?: number[];
  commonest?: { word: string; cells: number }[];
}
/** Numbers, days since 1970 (`date`), or codes of words. */
export interface ColumnValues {
  name: string;
  values: (number | null)[];
  words: string[];
  date: boolean;
}
export interface Columns {
  rows: number;
  columns: ColumnLine[];
  format: string;
  notes?: string[];
  dimensions?: number;
}
export interface Rule {
  cluster: number;
  sentence: string;
}
export interface RunResult {
  report: Report;
  command: string;
  python: string;
  rules?: Rule[];
  rows?: number[]; // of the table, where some were left out
}
export interface Preview {
  labels: number[];
  clusters: number;
  objective: number;
  sampled: number;
  kernel: string;
  seconds: number;
}

export const api = {
  state: () => get<State>("state"),
  options: () => get<Offered>("options"),
  examples: () => get<{ name: string; about: string }[]>("examples"),
  example: (name: string) => post<{ id: number }>("examples", { name }),
  /** Null: it was ended. */
  upload: (file: File, progress: (part: number) => void, end: AbortSignal) => new Promise<{ id: number } | null>((resolve, reject) => {
    const request = new XMLHttpRequest(); // which tells how far it is
    request.open("POST", `/api/datasets?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("X-Mercer-Token", token);
    request.upload.onprogress = (event) => progress(event.loaded / Math.max(1, event.total));
    request.onerror = () => reject(new Error("the server can't be reached"));
    request.onabort = () => resolve(null);
    end.addEventListener("abort", () => request.abort());
    request.onload = () => answer<{ id: number }>(new Response(request.response as string, { status: request.status }))
      .then(resolve, reject);
    request.send(file);
  }),
  columns: (dataset: number, options: Options) => post<Columns>(`datasets/${dataset}/columns`, { options }),
  column: (dataset: number, at: number, run: number) => get<ColumnValues>(`datasets/${dataset}/columns/${at}?run=${run}`),
  rows: (dataset: number, rows: number[]) => post<{ columns: string[]; rows: string[][] }>(`datasets/${dataset}/rows`, { rows }),
  agreement: (dataset: number) => get<{ runs: number[]; ari: (number | null)[][] }>(`datasets/${dataset}/agreement`),
  preview: (dataset: number, options: Options) => post<Preview>(`datasets/${dataset}/preview`, { options }),
  removeDataset: (dataset: number) => post(`datasets/${dataset}/delete`),
  run: (dataset: number, options: Options, name = "") => post<{ id: number }>("runs", { dataset, options, name }),
  result: (run: number) => get<RunResult>(`runs/${run}`),
  cancel: (run: number) => post(`runs/${run}/cancel`),
  rename: (run: number, name: string) => post(`runs/${run}/rename`, { name }),
  removeRun: (run: number) => post(`runs/${run}/delete`),
  file: (run: number, name: string) => `/api/runs/${run}/${name}?token=${token}`,
};
