// Pictures as files: whatever a part of the page shows, as SVG with its colours and places written out, and as PNG.
import { h, saveBlob } from "./dom";

const svgNames = "http://www.w3.org/2000/svg";
const written = ["fill", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "fill-opacity", "font-size", "font-family",
  "font-weight", "opacity"];
/** What of a card is no picture: its words around it, and what can be pressed. */
const apart = "h2, .about, .save, .field, .hidden, input, select, button:not(.show, .sort)";

const known = new Map<string, string>();
/** A colour that every program reads: style sheets mix them in ways that only browsers know. */
function plain(color: string): string {
  if (!/^(color|oklab|oklch|lab|lch)/.test(color)) return color;
  let found = known.get(color);
  if (!found) {
    const context = h<HTMLCanvasElement>("canvas", { width: 1, height: 1 }).getContext("2d")!;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    found = a === 255 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${(a / 255).toFixed(3)})`;
    known.set(color, found);
  }
  return found;
}

/** The same drawing with the colours and fonts that the page's style sheet gives it. */
export function alone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    to[i].removeAttribute("class");
    for (const name of written) to[i].setAttribute(name, plain(style.getPropertyValue(name)));
    if (name(to[i]) === "style") to[i].remove(); // for the page alone
  });
  const box = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", svgNames);
  copy.setAttribute("width", String(Math.round(box.width)));
  copy.setAttribute("height", String(Math.round(box.height)));
  return copy;
}
const name = (element: Element): string => element.tagName.toLowerCase();

export function shape(tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(svgNames, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}
const placed = ({ left, top, width, height }: DOMRect): Record<string, number> => ({ x: left, y: top, width, height });

/** The lines in which a text is set, with the places of their letters. */
function lines(node: Text): { text: string; box: DOMRect }[] {
  const found: { text: string; box: DOMRect }[] = [], range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect(), last = found.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 2) last.text += ` ${word}`;
    else if (box.width > 0) found.push({ text: word, box });
  }
  return found;
}
function texts(node: Text, style: CSSStyleDeclaration): SVGElement[] {
  const ascent = 0.79; // of the height of a line of letters
  return lines(node).map(({ text, box }) => shape("text", { x: box.left, y: box.top + ascent * box.height, fill: plain(style.color),
    "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": style.fontWeight }, text));
}

let gradients = 0;
/** The ground of an element and its frame, where it has any. */
function ground(style: CSSStyleDeclaration, box: DOMRect): SVGElement[] {
  const color = plain(style.backgroundColor), found: SVGElement[] = [], round = { rx: parseFloat(style.borderTopLeftRadius) || 0 };
  const seen = color !== "transparent" && !/^rgba\(.*, 0\)$/.test(color);
  const stops = [...style.backgroundImage.matchAll(/((?:rgba?|oklab|color)\([^)]*\))\s*([\d.]+%)?/g)];
  if (seen) found.push(shape("rect", { ...placed(box), ...round, fill: color }));
  if (stops.length > 1) {
    const id = `gradient-${++gradients}`, made = shape("linearGradient", { id });
    made.append(...stops.map(([, stop, at], i) => shape("stop", { offset: at ?? `${(100 * i) / (stops.length - 1)}%`, "stop-color": plain(stop) })));
    found.push(made, shape("rect", { ...placed(box), ...round, fill: `url(#${id})` }));
  }
  const sides = ["Top", "Right", "Bottom", "Left"].map((side) => parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)));
  const [, line, width] = /^(\w+\([^)]*\)) 0px 0px 0px (\d+)px/.exec(style.boxShadow) ?? []; // a frame that takes no room
  if (line) found.push(shape("rect", { ...placed(box), ...round, fill: "none", stroke: plain(line), "stroke-width": width }));
  if (Math.min(...sides) > 0) found.push(shape("rect", { ...placed(box), ...round, fill: "none", stroke: plain(style.borderTopColor), "stroke-width": sides[0] }));
  return found;
}

/** What these parts of the page show: charts, canvases, words. */
function drawing(parts: Element[]): SVGSVGElement {
  const made = shape("svg", { xmlns: svgNames }) as SVGSVGElement, pad = 12;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const draw = (shapes: SVGElement[], box: DOMRect): void => {
    if (!shapes.length) return;
    made.append(...shapes);
    [left, top, right, bottom] = [Math.min(left, box.left), Math.min(top, box.top), Math.max(right, box.right), Math.max(bottom, box.bottom)];
  };
  const walk = (element: Element): void => {
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    if (element.matches(apart) || style.display === "none" || box.width === 0) return;
    if (element instanceof SVGSVGElement) {
      const copy = alone(element);
      for (const [key, value] of Object.entries({ ...placed(box), overflow: "visible" })) copy.setAttribute(key, String(value));
      return draw([copy], box);
    }
    draw(ground(style, box), box);
    if (element instanceof HTMLCanvasElement)
      return draw([shape("image", { ...placed(box), href: element.toDataURL(), preserveAspectRatio: "none",
        style: `image-rendering:${style.imageRendering}` })], box);
    for (const child of element.childNodes)
      if (child instanceof Text) draw(texts(child, style), box);
      else if (child instanceof Element) walk(child);
  };
  parts.forEach(walk);
  const size = { x: left - pad, y: top - pad, width: right - left + 2 * pad, height: bottom - top + 2 * pad };
  made.setAttribute("viewBox", Object.values(size).map((v) => v.toFixed(2)).join(" "));
  for (const side of ["width", "height"] as const) made.setAttribute(side, String(Math.ceil(size[side])));
  made.prepend(shape("rect", { ...size, fill: getComputedStyle(document.documentElement).getPropertyValue("--card").trim() }));
  return made;
}

const textOf = (svg: SVGSVGElement): string => new XMLSerializer().serializeToString(svg);
async function imageOf(text: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}
export const svgImage = (svg: SVGSVGElement): Promise<HTMLImageElement> => imageOf(textOf(alone(svg)));

export const saveSvg = (name: string, svg: SVGSVGElement): void => saveBlob(name, new Blob([textOf(svg)], { type: "image/svg+xml" }));
export async function savePng(name: string, picture: HTMLCanvasElement): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, "image/png"));
  if (blob) saveBlob(name, blob);
}

async function save(card: HTMLElement, title: string, kind: "PNG" | "SVG"): Promise<void> {
  const svg = drawing([...card.children]);
  if (kind === "SVG") return saveSvg(`${title}.svg`, svg);
  const image = await imageOf(textOf(svg)), scale = Math.max(2, devicePixelRatio); // sharp in print
  const canvas = h<HTMLCanvasElement>("canvas", { width: scale * image.width, height: scale * image.height });
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  await savePng(`${title}.png`, canvas);
}

/** A card that draws something can be saved, as it looks now. */
export function savable(card: HTMLElement): HTMLElement {
  const title = card.querySelector("h2")!.textContent!;
  if (!card.querySelector(".chart, canvas, .map, .profile, .sizes, .confusion")) return card;
  card.append(h("div.buttons.save", {}, ...(["PNG", "SVG"] as const).map((kind) =>
    h("button", { type: "button", "aria-label": `${kind} of ${title}`, onclick: () => void save(card, title, kind) }, kind))));
  return card;
}
