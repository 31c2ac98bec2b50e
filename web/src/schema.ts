// What a report holds: one JSON object, in the script element #report-data. The program writes it
// (src/report/page.cpp and src/front/report*.cpp); this file is its definition.

/**
 * Numbers: little-endian, deflated (zlib), in base64. Codes of u8 and u16 with a range stand for
 * low + (high - low) * code / largest code.
 */
export interface Packed {
  type: "f64" | "f32" | "i32" | "u16" | "u8";
  size: number;
  low?: number;
  high?: number;
  data: string;
}

export interface Fact {
  name: string;
  value: string;
}

/** A number worth a place at the top of the page. */
export interface Figure extends Fact {
  about: string;
}

export interface Cluster {
  label: number; // -1: noise
  name: string;
  size: number; // points in it
  words?: string; // of documents: what its texts speak of
}

/** One coordinate of the points of a view. */
export interface Axis {
  name: string;
  values: Packed;
}

/** The points in coordinates; any two axes make a picture. */
export interface View {
  kind: "columns" | "pca" | "kernel-pca" | "geodesic";
  name: string;
  axes: Axis[]; // one or more; a single one is drawn against the row
  rows?: Packed; // the points shown, ascending, where they are a sample
  equal: boolean; // the axes have one unit, and so one scale
  exact: boolean; // the values are those of the data, to the last bit
  note?: string;
}

/** Which cluster a new point would join, on a grid over the first two columns; row by row, from below. */
export interface Regions {
  columns: number;
  rows: number;
  x: [number, number];
  y: [number, number];
  labels: Packed;
}

/** A square matrix in the order of the clusters. */
export interface Heatmap {
  size: number; // cells a side
  points: number; // rows of the matrix; several make a cell where there are more than cells
  low: number;
  high: number;
  values: Packed; // u8, row by row
  labels: number[]; // cluster of each block ...
  ends: number[]; // ... and the cell where it ends
  kernel: string;
}

export interface Dendrogram {
  leaves: { size: number; label: number }[]; // from left to right; label -2: points of several clusters
  merges: { left: number; right: number; height: number }[]; // nodes; leaf t is t, merge t is leaves + t
  objects: number;
}

export interface NodeMap {
  rows: number;
  columns: number;
  hexagonal: boolean;
  hits: number[];
  heights: number[];
  note: string;
}

/** A column of the table within a cluster. */
export interface ProfileCell {
  text: string; // the mean, or the value that tells most and its share
  others: string; // the same in all other clusters
  about: string; // quartiles, in words
  bars: number[]; // shares: a histogram, or of each value
  effect: number; // how far from the others, in deviations
  missing: number;
}

/** What the clusters are, in the columns of the table as it was. */
export interface Profile {
  columns: {
    name: string;
    kind: string;
    association: number; // 0 to 1: how much the clusters explain of it
    low?: string; // ends of the histograms
    high?: string;
    values?: string[]; // of a category
  }[];
  clusters: { label: number; size: number; central: string; cells: ProfileCell[] }[];
}

/** A clustering that method auto tried. */
export interface Candidate {
  name: string;
  method: string; // as it may be typed
  failure?: string; // why there is none; then there is nothing else
  clusters?: number;
  agreement?: number;
  score?: number;
  labels?: Packed; // of the points drawn
}

/** Which points small pictures show, and where these lie. */
export interface Places {
  x: Packed;
  y: Packed;
  rows: Packed;
  equal: boolean;
}

/** All of them, and where the points drawn lie; without places where only a sample was clustered. */
export interface Candidates extends Partial<Places> {
  winner: number;
  list: Candidate[];
}

/** The number of clusters that was taken, if more than one, and the next peaks of the evidence. */
export interface Peaks extends Places {
  list: {
    clusters: number;
    taken: boolean;
    about: string; // what speaks for it
    labels: Packed; // of each point
  }[];
}

/** What speaks for each number of clusters, or for each value of a number that was tuned. */
export interface Evidence {
  about: string;
  axis: string;
  logarithmic: boolean;
  chosen: number; // places in the list
  lines: string[]; // what has decided, then its parts
  points: { at: number; values: number[]; also: boolean }[];
}

export interface Report {
  format: 1;
  title: string;
  subtitle: string;
  figures: Figure[];
  about: Fact[]; // what was done, in the order of the program's summary
  command: string;
  version: string;
  warnings: { what: string; remedy: string }[];
  notes: string[]; // what the page shows of a sample, and what it left out
  points: number;
  clusters: Cluster[]; // in the order of their labels, noise last
  labels: Packed; // of each point
  truth?: { column: string; classes: string[]; codes: Packed };
  memberships?: { clusters: number; values: Packed }; // points x clusters, or of the own cluster alone (1)
  outlierScores?: Packed;
  names?: Packed; // of each point, where points have names: the id of a row, the file or line of a document; a JSON list in UTF-8
  texts?: Packed; // what each document says, in the same form; long ones are cut
  views: View[];
  regions?: Regions;
  silhouettes?: { mean: number; values: Packed; rows?: Packed; geometry?: string }; // of points in a cluster; NaN of noise
  gram?: Heatmap;
  spectrum?: { values: number[]; suggested: number; reason: string };
  convergence?: { starts: number[][]; best: number };
  dendrogram?: Dendrogram;
  map?: NodeMap;
  evidence?: Evidence[];
  peaks?: Peaks;
  candidates?: Candidates;
  profile?: Profile;
  scores?: {
    values: Figure[];
    classes: string[]; // rows of the confusion matrix
    clusters: string[]; // its columns
    counts: number[][];
    matching: number[]; // the class matched to each cluster; -1: none
  };
}
