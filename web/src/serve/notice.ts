// One line for what went wrong, or right; a screen reader reads it out. What went wrong stays in sight, wherever one has scrolled
// to, until it is clicked away or Escape is pressed.
import { h } from "../dom";

export const notice = h("p.notice", { role: "status", "aria-live": "polite", hidden: true });

const wrong = (): boolean => notice.classList.contains("wrong");
notice.addEventListener("click", () => wrong() && tell(""));
addEventListener("keydown", (event) => event.key === "Escape" && wrong() && tell(""));

export function tell(text: string, wrong = false, more?: { text: string; go: () => void }): void {
  notice.replaceChildren(text, ...(more ? [h("button", { type: "button", onclick: more.go }, more.text)] : []));
  notice.hidden = !text;
  notice.classList.toggle("wrong", wrong);
  notice.title = wrong ? "Click to hide" : "";
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
