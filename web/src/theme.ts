// Light, dark, or what the system says.
import { h } from "./dom";

export function themeSwitch(changed: () => void): HTMLElement {
  const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  let choice = "auto";
  const apply = (): void => {
    root.dataset.theme = choice === "auto" ? (system.matches ? "dark" : "light") : choice;
    changed();
  };
  const option = (value: string, text: string): HTMLElement => h("label", {},
    h<HTMLInputElement>("input", { type: "radio", name: "theme", value, checked: value === choice,
      onchange: () => { choice = value; apply(); } }), h("span", {}, text));
  system.addEventListener("change", apply);
  root.dataset.theme = system.matches ? "dark" : "light";
  return h("fieldset.segments.theme", {}, h("legend.hidden", {}, "Theme"), option("auto", "Auto"),
    option("light", "Light"), option("dark", "Dark"));
}
