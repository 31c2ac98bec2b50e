// Contrast as WCAG 2.1 counts it, (L1 + 0.05) / (L2 + 0.05) of the luminances: of every text that is seen, also in pictures (SVG),
// in fields and in their placeholders, and of the edges of fields.
import type { Page } from "playwright-core";

const ofText = 4.5, ofEdges = 3; // level AA

export interface Contrast {
  texts: number; // measured
  least: number; // of all texts
  faint: string[]; // what has less than it must have
}

export async function contrast(page: Page): Promise<Contrast> {
  return page.evaluate(({ ofText, ofEdges }) => {
    type Color = [number, number, number, number];
    const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true })!;
    const known = new Map<string, Color>();
    const color = (text: string): Color => { // whatever CSS calls it
      if (!known.has(text)) {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = text;
        context.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
        known.set(text, [r, g, b, a / 255]);
      }
      return known.get(text)!;
    };
    const over = ([r, g, b, a]: Color, under: Color): Color =>
      [...[r, g, b].map((v, i) => a * v + (1 - a) * under[i]), 1] as Color;
    const ground = (element: Element | null): Color => {
      if (!element) return [255, 255, 255, 1];
      const own = element instanceof SVGElement ? [0, 0, 0, 0] as Color : color(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, ground(element.parentElement));
    };
    const luminance = (c: Color): number => {
      const [r, g, b] = c.slice(0, 3).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a: Color, b: Color): number => {
      const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    };
    const seen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const found: Contrast = { texts: 0, least: Infinity, faint: [] };
    const judge = (ink: string, under: Color, least: number, what: string): void => {
      const value = ratio(over(color(ink), under), under);
      if (least === ofText) {
        ++found.texts;
        found.least = Math.min(found.least, value);
      }
      if (value < least) found.faint.push(`${value.toFixed(2)} ${ink} on ${under.slice(0, 3).map(Math.round).join(",")}: ${what.slice(0, 80)}`);
    };
    for (const element of document.body.querySelectorAll("*")) {
      if (!seen(element) || (element as HTMLInputElement).disabled || element.closest("option, [aria-hidden=true]:not(svg)")) continue;
      const style = getComputedStyle(element), text = [...element.childNodes].filter((n) => n instanceof Text).map((n) => n.textContent!.trim()).join(" ").trim();
      if (element instanceof SVGElement) { // a halo is what a text lies on
        if (text) judge(style.fill, style.stroke === "none" ? ground(element) : color(style.stroke), ofText, text);
        continue;
      }
      const field = element.matches("select, input:not([type=checkbox], [type=radio], [type=range], [type=file])");
      if (text || field) judge(style.color, ground(element), ofText, text || element.outerHTML);
      if (!field) continue;
      if (element.hasAttribute("placeholder")) judge(getComputedStyle(element, "::placeholder").color, ground(element), ofText, `placeholder of ${element.outerHTML}`);
      judge(style.borderTopColor, ground(element.parentElement), ofEdges, `edge of ${element.outerHTML}`);
    }
    return found;
  }, { ofText, ofEdges });
}
