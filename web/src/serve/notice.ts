// One line for what went wrong, or right; a screen reader reads it out.
import { h } from "../dom";

export const notice = h("p.notice", { role: "status", "aria-live": "polite", hidden: true });

export function tell(text: string, wrong = false, more?: { text: string; go: () => void }): void {
  notice.replaceChildren(text, ...(more ? [h("button", { type: "button", onclick: more.go }, more.text)] : []));
  notice.hidden = !text;
  notice.classList.toggle("wrong", wrong);
}

/** Does it; what goes wrong is told. */
export async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    tell((error as Error).message, true);
    return undefined;
  }
}
