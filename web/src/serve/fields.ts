// What may be typed into a field, and what is said of all else.
import type { Allowed, Field } from "./api";

const kinds: Record<string, { form: RegExp; about: string }> = {
  number: { form: /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, about: "a number with a decimal point, such as 1.5" },
  integer: { form: /^[+-]?\d+$/, about: "a whole number, such as 3" },
  ROWSxCOLUMNS: { form: /^\d+x\d+$/, about: "rows x columns, such as 6x8" },
};

function outside(value: number, { least, most, without_least, without_most }: Allowed): boolean {
  return (least !== null && (without_least ? value <= least : value < least)) || (most !== null && (without_most ? value >= most : value > most));
}

/** What is wrong with what was typed; "" if nothing is. Text of a choice can't have a comma: there it ends the value. */
export function problem(field: Pick<Field, "values" | "allowed">, typed: string, inChoice: boolean): string {
  const words = field.values.split("|"), text = typed.trim();
  if (!text || words.includes(text)) return "";
  const wanted = words.filter((word) => word in kinds), named = words.filter((word) => !(word in kinds) && word !== "text");
  if (wanted.some((word) => kinds[word].form.test(text)))
    return field.allowed && outside(Number(text), field.allowed) ? `“${text}” must be ${field.allowed.words}` : "";
  if (words.includes("text")) return inChoice && text.includes(",") ? `“${text}” has a comma, which can't be part of this value` : "";
  return wanted.length ? `“${text}” is not ${[...wanted.map((word) => kinds[word].about), ...named].join(", or ")}` : "";
}

/** Checks a box whenever it is left; what is wrong is said below it, and a run is not asked for. Tells whether all is well. */
export function checked(box: HTMLInputElement, said: HTMLElement, name: string, field: Field, inChoice: boolean): boolean {
  const found = problem(field, box.value, inChoice);
  box.setCustomValidity(found && `${name}: ${found}.`);
  box.setAttribute("aria-invalid", String(Boolean(found)));
  said.textContent = found && `${found}.`;
  return !found;
}

/** Of the first box that is wrong: shows it and says why; "" if none is. */
export function firstProblem(of: HTMLElement): string {
  const box = of.querySelector<HTMLInputElement>("input:invalid");
  if (!box) return "";
  for (let around = box.closest("details"); around; around = around.parentElement!.closest("details")) around.open = true;
  box.focus();
  const name = box.labels?.[0]?.textContent ?? "";
  return box.validity.customError ? box.validationMessage : `${name}: expected is a whole number of at least ${box.min}, or nothing.`;
}
