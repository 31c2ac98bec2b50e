// Pictures as files: SVG with its colours written out, and PNG.
import { saveBlob } from "./dom";

const written = ["fill", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "fill-opacity", "font-size", "font-family",
  "font-weight", "opacity"];

/** The same drawing with the colours and fonts that the page's style sheet gives it. */
function alone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    to[i].removeAttribute("class");
    for (const name of written) to[i].setAttribute(name, style.getPropertyValue(name));
  });
  const box = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(box.width)));
  copy.setAttribute("height", String(Math.round(box.height)));
  return copy;
}

export const svgText = (svg: SVGSVGElement): string => new XMLSerializer().serializeToString(alone(svg));

export async function svgImage(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  return image;
}

export async function savePng(name: string, picture: HTMLCanvasElement): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, "image/png"));
  if (blob) saveBlob(name, blob);
}

/** Whatever a card draws, as a file: its chart as SVG, its canvas as PNG. */
export function savePicture(card: HTMLElement, name: string): void {
  const svg = card.querySelector<SVGSVGElement>(".chart svg, .map svg");
  const canvas = card.querySelector<HTMLCanvasElement>("canvas.matrix");
  if (svg) saveBlob(`${name}.svg`, new Blob([svgText(svg)], { type: "image/svg+xml" }));
  else if (canvas) void savePng(`${name}.png`, canvas);
}
