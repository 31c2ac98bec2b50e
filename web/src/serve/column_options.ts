// What was set for the columns of a file, as options of the program: lists of names.
import type { Options } from "./api";

export const roles = ["as found", "left out", "truth", "id", "weights"] as const;
export type Role = (typeof roles)[number];

const listed = (text: unknown): string[] => (typeof text === "string" && text ? text.split(",") : []);

/** How a file begins. One of its columns that are named like known classes is compared with; the others are left out. */
export function begun([truth, ...others]: string[]): Options {
  return { ...(truth ? { truth } : {}), ...(others.length ? { drop: others.join(",") } : {}) };
}
/** As in the file: what is apart from the features is read last. */
export const inOrder = <T extends { at?: number }>(columns: T[]): T[] =>
  [...columns].sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || 0);
/** What options call a column: its name, or its number where the name can't be in a list; undefined: neither will do. */
export function called({ name, at }: { name: string; at?: number }, all: { name: string }[]): string | undefined {
  if (!name.includes(",")) return name;
  return at === undefined || all.some((other) => other.name === String(at)) ? undefined : String(at);
}
/** What the options say of a column. */
export function roleOf(options: Options, name: string): Role {
  for (const role of ["truth", "id", "weights"] as const) if (options[role] === name) return role;
  return listed(options.drop).includes(name) ? "left out" : "as found";
}
export function withRole(options: Options, name: string, role: Role): Options {
  const made = { ...options, drop: listed(options.drop).filter((n) => n !== name).join(",") };
  for (const one of ["truth", "id", "weights"] as const) if (made[one as keyof typeof made] === name) delete (made as Options)[one];
  if (role === "left out") made.drop = [...listed(made.drop), name].join(",");
  else if (role !== "as found") (made as Options)[role] = name;
  if (!made.drop) delete (made as Options).drop;
  return made;
}
export function withKind(options: Options, name: string, kind: string): Options {
  const types = listed(options.types).filter((pair) => pair.slice(0, pair.lastIndexOf("=")) !== name);
  if (kind) types.push(`${name}=${kind}`);
  const { types: _, ...rest } = options;
  return types.length ? { ...rest, types: types.join(",") } : rest;
}
