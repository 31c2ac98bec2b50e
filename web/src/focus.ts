// What is redrawn stays under the hand: the focus goes to the control that takes the place of the old one, and rows are the same
// elements for as long as what they stand for is there, so that a press that spans a redraw is still a click.

/** What a control is called, by which the one that takes its place is found. */
const nameOf = (control: Element): string =>
  control.getAttribute("aria-label") ?? (control as HTMLInputElement).labels?.[0]?.textContent ?? control.textContent ?? "";

/** Redraws a part of the page; the control that had the focus has it again. */
export function keepFocus(box: HTMLElement, draw: () => void): void {
  const before = document.activeElement, held = before instanceof HTMLElement && before !== box && box.contains(before);
  const name = held ? nameOf(before) : "";
  draw();
  if (!held || document.activeElement === before) return;
  const after = before.isConnected ? before : [...box.querySelectorAll<HTMLElement>(before.tagName)].find((control) => nameOf(control) === name);
  after?.focus({ preventScroll: true });
}

export interface Row<T> {
  element: HTMLElement;
  show: (item: T) => void; // what has changed
}

/** A row for each item, known by its number. */
export class Rows<T extends { id: number }> {
  private readonly rows = new Map<number, Row<T>>();

  constructor(private readonly box: HTMLElement, private readonly make: (id: number) => Row<T>) {}

  show(items: T[]): void {
    const wanted = new Set(items.map((item) => item.id));
    for (const id of this.rows.keys()) if (!wanted.has(id)) this.remove(id);
    items.forEach((item, at) => {
      const row = this.rows.get(item.id) ?? this.make(item.id), there = this.box.children[at];
      this.rows.set(item.id, row);
      row.show(item);
      if (there !== row.element) this.box.insertBefore(row.element, there ?? null);
    });
  }
  /** The focus goes to a neighbour. */
  private remove(id: number): void {
    const { element } = this.rows.get(id)!, held = element.contains(document.activeElement);
    const beside = element.nextElementSibling ?? element.previousElementSibling;
    element.remove();
    this.rows.delete(id);
    if (held) beside?.querySelector<HTMLElement>("input, button:not([hidden])")?.focus({ preventScroll: true });
  }
}
