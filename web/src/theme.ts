// Light, dark, or what the system says.
import { h } from "./dom";

/** `kept`: what was chosen before, and where a choice is kept. */
export function themeSwitch(changed: () => void, kept?: { choice?: string; keep: (choice: string) => void }): HTMLElement {
  const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  let choice = kept?.choice ?? "auto";
  const dress = (): void => void (root.dataset.theme = choice === "auto" ? (system.matches ? "dark" : "light") : choice);
  const apply = (): void => {
    dress();
    changed();
  };
  const option = (value: string, text: string): HTMLElement => h("label", {},
    h<HTMLInputElement>("input", { type: "radio", name: "theme", value, checked: value === choice,
      onchange: () => {
        choice = value;
        kept?.keep(choice);
        apply();
      } }), h("span", {}, text));
  system.addEventListener("change", apply);
  dress();
  return h("fieldset.segments.theme", {}, h("legend.hidden", {}, "Theme"), option("auto", "Auto"),
    option("light", "Light"), option("dark", "Dark"));
}
