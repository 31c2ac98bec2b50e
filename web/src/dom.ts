// Elements in one expression: h("p.note", { title: "..." }, "text", child).
type Child = Node | string | null | undefined | false;
type Properties = Record<string, unknown>;

export function h<E extends HTMLElement = HTMLElement>(
  selector: string, properties: Properties = {}, ...children: Child[]
): E {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag || "div") as unknown as E;
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return element;
}

const manyOptions = 40;

/** A labelled choice; of very many one is found by typing a part of its name. */
export function select(
  label: string, options: { value: string; text: string }[], value: string, changed: (value: string) => void,
): HTMLLabelElement {
  if (options.length > manyOptions) return searched(label, options, value, changed);
  const box = h<HTMLSelectElement>("select", { "aria-label": label, onchange: () => changed(box.value) },
    ...options.map((o) => h("option", { value: o.value, selected: o.value === value }, o.text)));
  return h<HTMLLabelElement>("label.field", {}, h("span", {}, label), box);
}

let lists = 0;
function searched(
  label: string, options: { value: string; text: string }[], value: string, changed: (value: string) => void,
): HTMLLabelElement {
  const id = `options-${++lists}`, text = options.find((o) => o.value === value)?.text ?? "";
  const box = h<HTMLInputElement>("input", { type: "search", list: id, value: text, placeholder: "type to search", "aria-label": label,
    onfocus: () => box.select(),
    onchange: () => {
      const typed = box.value.toLowerCase();
      const found = options.find((o) => o.text.toLowerCase() === typed) ?? options.find((o) => o.text.toLowerCase().includes(typed));
      if (found) changed(found.value);
      else box.value = text;
    } });
  return h<HTMLLabelElement>("label.field", {}, h("span", {}, label), box,
    h("datalist", { id }, ...options.map((o) => h("option", { value: o.text }))));
}

let cards = 0;
/** A titled part of the page; `about` says how to read it. */
export function card(title: string, about: string, ...children: Child[]): HTMLElement {
  const id = `card-${++cards}`; // two cards may have the same title
  return h("section.card", { "aria-labelledby": id },
    h("h2", { id }, title), about ? h("p.about", {}, about) : null, ...children);
}

/** A chart is one picture to a screen reader, named by its card; the numbers behind it are told in words beside it. */
function asPicture(box: HTMLElement): void {
  const name = box.closest(".card")?.querySelector("h2")?.textContent ?? "chart";
  for (const svg of box.querySelectorAll("svg")) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `Chart: ${name}`);
    for (const part of svg.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
  }
}

/** Draws into a box, and again whenever its width changes. */
export function responsive(draw: (width: number) => Node, className = "chart"): HTMLElement {
  const box = h(`div.${className}`);
  let last = 0;
  new ResizeObserver(() => {
    const width = Math.floor(box.clientWidth);
    if (width < 1 || width === last) return;
    last = width;
    box.replaceChildren(draw(width));
    asPicture(box);
  }).observe(box);
  return box;
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  h<HTMLAnchorElement>("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // a busy browser reads it late
}

export const download = (name: string, text: string): void => saveBlob(name, new Blob([text], { type: "text/csv" }));
