// A question before something is gone for good.
import { h } from "../dom";

/** True: yes. Escape is no, and what had the focus has it again. */
export function ask(question: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    const button = (text: string, answer: string): HTMLElement =>
      h(`button${answer ? ".primary" : ""}`, { type: "button", autofocus: !answer, onclick: () => dialog.close(answer) }, text);
    const dialog = h<HTMLDialogElement>("dialog.ask", { "aria-label": question }, h("p", {}, question),
      h("div.buttons", {}, button("No", ""), button(yes, "yes")));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
