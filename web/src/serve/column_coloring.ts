// Colours by a column of the table, as the run has read it: words as categories, dates as dates.
import { number } from "../format";
import { categoryCode, rampCode } from "../palette";
import type { Coloring } from "../points";
import type { ColumnValues } from "./api";

/** Days since 1970 as people write them; with the time where there is one. */
export function date(days: number): string {
  if (Number.isNaN(days)) return "–";
  const text = new Date(Math.round(days * 86_400) * 1000).toISOString();
  return days % 1 ? text.slice(0, 16).replace("T", " ") : text.slice(0, 10);
}

/** `rows`: those of the points, where they are not all. */
export function columnColoring({ name, values, words, date: isDate }: ColumnValues, rows?: number[]): Coloring {
  const value = (i: number): number => values[rows ? rows[i] : i] ?? NaN, key = `column ${name}`;
  if (words.length) return { key, name: key, categories: words.map((word, label) => ({ label, name: word })),
    code: (i) => categoryCode(Number.isNaN(value(i)) ? -1 : value(i)), label: (i) => value(i), text: (i) => words[value(i)] ?? "" };
  let low = Infinity, high = -Infinity;
  for (const v of values) if (v !== null) [low, high] = [Math.min(low, v), Math.max(high, v)];
  const shown = isDate ? date : number;
  return { key, name: key, range: () => [low, high], shown, label: () => 0, text: (i) => shown(value(i)),
    code: (i) => rampCode((value(i) - low) / Math.max(high - low, 1e-300)) };
}
