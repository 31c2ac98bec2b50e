// Forms made of the descriptions that feed the program: a choice with its fields, or a plain value.
import { h } from "../dom";
import type { Choice, Field, Offered, OptionHelp } from "./api";
import { checked } from "./fields";

let fields = 0;

/** "auto|number" -> a box for a number, empty for auto; "a|b" -> a list; "on|off" -> the same. `choice`: whose field it is. */
function box(field: Field, value: string, changed: (value: string) => void, choice = ""): HTMLElement {
  const id = `field-${++fields}`, initial = value || field.initial, words = field.values.split("|");
  const free = words.some((w) => ["number", "integer", "text", "ROWSxCOLUMNS", "INDEX"].includes(w));
  const said = h("p.wrong", { id: `${id}-said`, role: "status" });
  const input: HTMLInputElement | HTMLSelectElement = free
    ? h<HTMLInputElement>("input", { type: "text", id, value: initial, size: 10, inputmode: /number|integer/.test(field.values) ? "decimal" : "text",
        "aria-describedby": said.id, onchange: () => {
          const name = choice ? `${choice}, ${field.key}` : field.key;
          if (checked(input as HTMLInputElement, said, name, field, Boolean(choice))) changed(input.value.trim());
        } })
    : h<HTMLSelectElement>("select", { id, onchange: () => changed(input.value) },
        ...words.map((w) => h("option", { value: w, selected: w === initial }, w)));
  return h("div.setting", {}, h("label", { for: id }, field.key), input, free ? said : null, h("p.quiet", {}, field.about + (field.allowed ? `; ${field.allowed.words}` : "")));
}

/** name:key=value,key=value, with what differs from the defaults. */
export const written = (choice: Choice, values: Map<string, string>): string => {
  const given = choice.fields.filter((f) => values.has(f.key) && values.get(f.key) !== "" && values.get(f.key) !== f.initial);
  return choice.name + (given.length ? `:${given.map((f) => `${f.key}=${values.get(f.key)}`).join(",")}` : "");
};
/** The other way round. */
export function parsed(text: string): { name: string; values: Map<string, string> } {
  const colon = text.indexOf(":"), name = colon < 0 ? text : text.slice(0, colon);
  const pairs = colon < 0 ? [] : text.slice(colon + 1).split(",").map((p) => p.split("=") as [string, string]);
  return { name, values: new Map(pairs.map(([key, value]) => [key, value ?? "on"])) };
}

/** A choice: its alternatives, the sentence of the chosen one, and its fields. */
export function choiceForm(option: OptionHelp, choices: Choice[], value: string, changed: (value: string) => void): HTMLElement {
  const part = h("div.fields"), about = h("p.quiet"), id = `field-${++fields}`;
  const now = value ? parsed(value) : { name: "", values: new Map<string, string>() };
  const draw = (name: string, values: Map<string, string>): void => {
    const choice = choices.find((c) => c.name === name);
    about.textContent = choice?.about ?? "";
    part.replaceChildren(...(choice?.fields ?? []).map((field) => box(field, values.get(field.key) ?? "", (text) => {
      values.set(field.key, text);
      changed(written(choice!, values));
    }, option.name)));
  };
  const select = h<HTMLSelectElement>("select", { id, onchange: () => {
    const choice = choices.find((c) => c.name === select.value);
    draw(select.value, new Map());
    changed(choice ? choice.name : "");
  } }, h("option", { value: "" }, option.initial ? `default (${option.initial})` : "default"),
  ...choices.map((c) => h("option", { value: c.name, selected: c.name === now.name }, c.name)));
  draw(now.name, now.values);
  return h("fieldset.choice", {}, h("legend", {}, option.name), h("label.hidden", { for: id }, option.about), select, about, part);
}

/** A flag, a list of words, or free text. */
export function plainForm(option: OptionHelp, value: string | boolean | undefined, changed: (value: string | boolean) => void): HTMLElement {
  const id = `field-${++fields}`;
  if (option.type === "flag") {
    const check = h<HTMLInputElement>("input", { type: "checkbox", id, checked: value === true, onchange: () => changed(check.checked) });
    return h("div.setting", {}, h("label.check", { for: id }, check, option.name), h("p.quiet", {}, option.about));
  }
  const whole = ["K", "N", "R", "S"].includes(option.type); // as the program's help calls whole numbers
  const field: Field = { key: option.name, values: option.values.length ? option.values.join("|") : whole ? "integer" : "text", initial: option.initial, about: option.about };
  return box(field, String(value ?? ""), changed);
}

/** The forms of the given options, in the order of the program's help. */
export function forms(offered: Offered, names: string[], values: Record<string, string | boolean>,
  changed: (name: string, value: string | boolean) => void): HTMLElement[] {
  return offered.options.filter((o) => names.includes(o.name)).map((option) => {
    const table = offered.choices[option.type];
    return table ? choiceForm(option, table.choices, String(values[option.name] ?? ""), (value) => changed(option.name, value))
      : plainForm(option, values[option.name], (value) => changed(option.name, value));
  });
}
