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

/** A labelled choice. */
export function select(
  label: string, options: { value: string; text: string }[], value: string, changed: (value: string) => void,
): HTMLLabelElement {
  const box = h<HTMLSelectElement>("select", {
    onchange: () => changed(box.value),
  }, ...options.map((o) => h("option", { value: o.value, selected: o.value === value }, o.text)));
  return h<HTMLLabelElement>("label.field", {}, h("span", {}, label), box);
}

/** A titled part of the page; `about` says how to read it. */
export function card(title: string, about: string, ...children: Child[]): HTMLElement {
  const id = `card-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return h("section.card", { "aria-labelledby": id },
    h("h2", { id }, title), about ? h("p.about", {}, about) : null, ...children);
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
  }).observe(box);
  return box;
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  h<HTMLAnchorElement>("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
