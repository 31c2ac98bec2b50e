// The scatter plot: points, frame, decision regions, and the hands on it: move, zoom, brush, pick, keys.
import { h } from "../dom";
import { alone, shape, svgImage } from "../pictures";
import { paletteBytes } from "../palette";
import { type Box, extent, fit, moved, width, zoomed } from "./camera";
import { drawFrame, leftMargin, margin, type Names } from "./frame";
import { NearestPoint } from "./nearest";
import { PointsLayer, State } from "./points_layer";
import { mostShapes, pointShapes } from "./shapes";

export interface Plane {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  names: Names;
  equal: boolean;
}

export interface Handlers {
  hover: (point: number, at: { x: number; y: number }) => void; // -1: none
  pick: (point: number) => void; // -1: none
  brush: (points: Uint32Array) => void;
  step: (by: number) => void; // to the next or the previous point
}

interface Picture {
  image: HTMLCanvasElement;
  box: Box;
}

/** A place, in coordinates of the data and in pixels. */
interface Spot {
  x: number;
  y: number;
  px: number;
  py: number;
}

const pickRadius = 9; // pixels
const svgNames = "http://www.w3.org/2000/svg";

export class Scatter {
  readonly element: HTMLElement;
  private readonly canvas = h<HTMLCanvasElement>("canvas.points");
  private readonly ground = h<HTMLCanvasElement>("canvas.points");
  private readonly svg = document.createElementNS(svgNames, "svg");
  private readonly lassoPlane = document.createElementNS(svgNames, "svg");
  private readonly lassoLine = document.createElementNS(svgNames, "path");
  private readonly ring = h("div.ring", { hidden: true });
  private readonly brushBox = h("div.brush", { hidden: true });
  private readonly layer: PointsLayer;
  private plane: Plane = { x: [], y: [], names: { x: "", y: "" }, equal: false };
  private data: Box = { x: [0, 1], y: [0, 1] };
  private box: Box = this.data;
  private nearest = new NearestPoint(new Float32Array(), new Float32Array());
  private picture?: Picture;
  private marked = -1;
  private categories = true;
  private codes: Uint8Array = new Uint8Array();
  private states: Uint8Array = new Uint8Array();
  private scheduled = 0;
  private wanted = { width: 0, height: 0 };
  private left = 76; // room for the labels of the vertical axis
  brushing = false; // what a drag does: select instead of move
  lasso = false; // and how: an outline instead of a box

  constructor(private readonly handlers: Handlers) {
    this.svg.classList.add("scatter-frame");
    this.svg.setAttribute("aria-hidden", "true");
    this.element = h("div.scatter", {
      tabindex: 0, role: "application",
      "aria-label": "Scatter plot of the points. Arrows move, plus and minus zoom, 0 shows all, s selects " +
        "the points that are seen, n and p step through the points, Escape clears the selection.",
    }, this.ground, this.canvas, this.brushBox, this.ring);
    this.element.prepend(this.svg);
    this.lassoPlane.classList.add("lasso");
    this.lassoPlane.append(this.lassoLine);
    this.element.append(this.lassoPlane);
    this.layer = new PointsLayer(this.canvas);
    new ResizeObserver(() => this.resize()).observe(this.element);
    this.listen();
  }

  setPlane(plane: Plane): void {
    this.plane = plane;
    this.data = { x: extent(plane.x), y: extent(plane.y) };
    const part = (values: ArrayLike<number>, range: [number, number]): Float32Array => {
      const parts = new Float32Array(values.length);
      for (let i = 0; i < parts.length; ++i) parts[i] = (values[i] - range[0]) / (range[1] - range[0]);
      return parts;
    };
    const x = part(plane.x, this.data.x), y = part(plane.y, this.data.y);
    this.nearest = new NearestPoint(x, y);
    this.layer.setPositions(x, y);
    this.layer.setStates(new Uint8Array(plane.x.length));
    this.mark(-1);
    this.reset();
  }
  setColors(codes: Uint8Array, categories: boolean): void {
    this.categories = categories;
    this.codes = codes;
    this.layer.setCodes(codes);
    this.repaint();
  }
  /** After a change of theme. */
  repaint(): void {
    this.layer.setPalette(paletteBytes(this.categories), this.categories);
    this.redraw();
  }
  setStates(states: Uint8Array): void {
    this.states = states;
    this.layer.setStates(states);
    this.redraw();
  }
  setPicture(picture?: Picture): void {
    this.picture = picture;
    this.redraw();
  }
  mark(point: number): void {
    this.marked = point;
    this.redraw();
  }
  reset(): void {
    this.box = fit(this.data, this.inner(), this.plane.equal);
    this.redraw();
  }
  zoom(factor: number): void {
    this.look(zoomed(this.box, factor, (this.box.x[0] + this.box.x[1]) / 2, (this.box.y[0] + this.box.y[1]) / 2));
  }

  /** The plot as it is seen, for a file. */
  async snapshot(): Promise<HTMLCanvasElement> {
    this.drawAll();
    const scale = devicePixelRatio, picture = document.createElement("canvas"), context = picture.getContext("2d")!;
    [picture.width, picture.height] = [this.element.clientWidth * scale, this.element.clientHeight * scale];
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card");
    context.fillRect(0, 0, picture.width, picture.height);
    context.drawImage(await svgImage(this.svg), 0, 0, picture.width, picture.height); // lines of the grid lie below the points
    for (const canvas of [this.ground, this.canvas]) context.drawImage(canvas, this.left * scale, margin.top * scale);
    return picture;
  }

  /** The same as a drawing; of very many points it holds an image. */
  drawing(): SVGSVGElement {
    this.drawAll();
    const inner = this.inner(), { clientWidth: w, clientHeight: h } = this.element, { x, y } = this.plane;
    const place = (i: number): [number, number] | undefined => {
      const across = (x[i] - this.box.x[0]) / width(this.box.x), up = (y[i] - this.box.y[0]) / width(this.box.y);
      return across >= 0 && across <= 1 && up >= 0 && up <= 1 ? [across * inner.width, (1 - up) * inner.height] : undefined;
    };
    const image = (canvas: HTMLCanvasElement): SVGElement =>
      shape("image", { ...inner, href: canvas.toDataURL(), preserveAspectRatio: "none" });
    const few = this.inside(this.box).length <= mostShapes, plot = shape("svg", { x: this.left, y: margin.top, ...inner, overflow: "hidden" });
    if (this.picture) plot.append(image(this.ground));
    plot.append(...(few ? pointShapes(x.length, place, { codes: this.codes, states: this.states, palette: paletteBytes(this.categories),
      categories: this.categories, ...this.marks() }) : [image(this.canvas)]));
    const made = shape("svg", { xmlns: svgNames, viewBox: `0 0 ${w} ${h}`, width: w, height: h }) as SVGSVGElement;
    made.append(shape("rect", { width: w, height: h, fill: getComputedStyle(document.documentElement).getPropertyValue("--card").trim() }),
      alone(this.svg), plot);
    return made;
  }
  private drawAll(): void {
    this.draw();
    while (this.layer.more()) continue;
  }

  private inner(): { width: number; height: number } {
    return {
      width: Math.max(1, this.element.clientWidth - this.left - margin.right),
      height: Math.max(1, this.element.clientHeight - margin.top - margin.bottom),
    };
  }
  private resize(): void {
    const inner = this.inner();
    if (inner.width === this.wanted.width && inner.height === this.wanted.height) return;
    this.place(inner);
    this.box = fit(this.data, inner, this.plane.equal);
    this.draw();
  }
  /** The labels may need another room; what is seen keeps its scale. */
  private makeRoom(): void {
    const before = this.inner(), left = leftMargin(this.box.y, before.height, getComputedStyle(this.element).fontFamily);
    if (left === this.left) return;
    this.left = left;
    const inner = this.inner(), [low, high] = this.box.x, spare = ((high - low) * (inner.width / before.width - 1)) / 2;
    this.box = { x: [low - spare, high + spare], y: this.box.y };
    this.place(inner);
  }
  private place(inner: { width: number; height: number }): void {
    this.wanted = inner;
    for (const canvas of [this.canvas, this.ground]) {
      canvas.width = Math.round(inner.width * devicePixelRatio);
      canvas.height = Math.round(inner.height * devicePixelRatio);
      Object.assign(canvas.style, { left: `${this.left}px`, top: `${margin.top}px`,
        width: `${inner.width}px`, height: `${inner.height}px` });
    }
  }
  private look(box: Box): void {
    const far = 50 * Math.max(width(this.data.x), 1e-300);
    if (width(box.x) > far || width(box.x) < 1e-6 * width(this.data.x)) return;
    this.box = box;
    this.redraw();
  }

  private redraw(): void {
    cancelAnimationFrame(this.scheduled);
    this.scheduled = requestAnimationFrame(() => this.draw());
  }
  /** How large a point is, in pixels, and how opaque: less of either where there are many. */
  private marks(): { size: number; opacity: number } {
    const n = Math.max(1, this.layer.count), zoom = Math.sqrt((1.1 * width(this.data.x)) / Math.max(1e-12 * width(this.data.x), width(this.box.x)));
    return { size: Math.min(11, Math.max(2.2, (5.2 * this.inner().width ** 0.5 * zoom) / n ** 0.42)),
      opacity: Math.min(0.92, Math.max(0.25, 1.15 - 0.15 * Math.log10(n))) };
  }
  private draw(): void {
    if (!this.element.clientWidth) return; // not in the page yet
    this.makeRoom();
    const { x, y } = this.data, { size, opacity } = this.marks();
    const within = (range: [number, number], of: [number, number]): [number, number] =>
      [(range[0] - of[0]) / width(of), (range[1] - of[0]) / width(of)];
    this.layer.begin({ x: within(this.box.x, x), y: within(this.box.y, y) }, size * devicePixelRatio, opacity);
    this.addPoints();
    drawFrame(this.svg, { width: this.element.clientWidth, height: this.element.clientHeight }, this.left, this.box,
      this.plane.names);
    this.drawPicture();
    this.drawRing();
  }
  // The rest of the points, frame after frame.
  private addPoints(): void {
    cancelAnimationFrame(this.scheduled);
    if (this.layer.more()) this.scheduled = requestAnimationFrame(() => this.addPoints());
    else if (this.layer.count) this.element.dataset.drawn = String(this.layer.count);
  }
  private drawPicture(): void {
    const context = this.ground.getContext("2d")!, { width: w, height: h } = this.ground;
    context.clearRect(0, 0, w, h);
    if (!this.picture) return;
    const { image, box } = this.picture;
    const left = ((box.x[0] - this.box.x[0]) / width(this.box.x)) * w;
    const top = ((this.box.y[1] - box.y[1]) / width(this.box.y)) * h;
    context.drawImage(image, left, top, (width(box.x) / width(this.box.x)) * w, (width(box.y) / width(this.box.y)) * h);
  }
  private drawRing(): void {
    const inner = this.inner(), i = this.marked;
    const x = i < 0 ? -1 : (this.plane.x[i] - this.box.x[0]) / width(this.box.x);
    const y = i < 0 ? -1 : (this.box.y[1] - this.plane.y[i]) / width(this.box.y);
    this.ring.hidden = !(x >= 0 && x <= 1 && y >= 0 && y <= 1);
    this.ring.style.translate = `${this.left + x * inner.width}px ${margin.top + y * inner.height}px`;
  }

  // Pixels of the element to coordinates of the data.
  private at(event: { clientX: number; clientY: number }): Spot {
    const r = this.element.getBoundingClientRect(), inner = this.inner();
    const px = event.clientX - r.left, py = event.clientY - r.top;
    return { px, py,
      x: this.box.x[0] + ((px - this.left) / inner.width) * width(this.box.x),
      y: this.box.y[1] - ((py - margin.top) / inner.height) * width(this.box.y) };
  }
  private under(event: MouseEvent): number {
    const p = this.at(event), inner = this.inner();
    return this.nearest.find((p.x - this.data.x[0]) / width(this.data.x), (p.y - this.data.y[0]) / width(this.data.y),
      (pickRadius * width(this.box.x)) / inner.width / width(this.data.x),
      (pickRadius * width(this.box.y)) / inner.height / width(this.data.y));
  }
  /** The points in a box. */
  private inside(box: Box): Uint32Array {
    const { x, y } = this.plane, found: number[] = [];
    for (let i = 0; i < x.length; ++i)
      if (x[i] >= box.x[0] && x[i] <= box.x[1] && y[i] >= box.y[0] && y[i] <= box.y[1]) found.push(i);
    return Uint32Array.from(found);
  }

  private listen(): void {
    const pointers = new Map<number, PointerEvent>();
    let start: { event: PointerEvent; box: Box; select: boolean } | null = null, far = false, outline: Spot[] = [];
    const { element } = this;

    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
      start = { event, box: this.box, select: pointers.size === 1 && this.brushing !== event.shiftKey };
      far = pointers.size > 1;
      outline = [this.at(event)];
      this.handlers.hover(-1, event);
    });
    element.addEventListener("pointermove", (event) => {
      if (!start) return this.handlers.hover(this.under(event), event);
      const inner = this.inner(), before = pointers.get(event.pointerId);
      if (!before) return;
      far ||= Math.hypot(event.clientX - start.event.clientX, event.clientY - start.event.clientY) > 4;
      if (pointers.size === 2) this.pinch(pointers, event);
      else if (far && start.select && this.lasso) this.showLasso(outline, this.at(event));
      else if (far && start.select) this.showBrush(start.event, event);
      else if (far)
        this.look(moved(this.box, -(event.clientX - before.clientX) / inner.width,
          (event.clientY - before.clientY) / inner.height));
      pointers.set(event.pointerId, event);
    });
    const finish = (event: PointerEvent): void => {
      if (!far) this.handlers.pick(this.under(event));
      else if (start!.select && this.lasso) this.handlers.brush(this.within(outline));
      else if (start!.select) this.finishBrush(start!.event, event);
    };
    const end = (event: PointerEvent): void => {
      if (!pointers.delete(event.pointerId) || !start || pointers.size) return;
      if (event.type === "pointerup") finish(event);
      else this.look(start.box); // the finger scrolls the page instead
      start = null;
      this.brushBox.hidden = true;
      this.lassoLine.setAttribute("d", "");
    };
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
    element.addEventListener("pointerleave", () => this.handlers.hover(-1, { x: 0, y: 0 }));
    // The page keeps its wheel until the plot has been clicked.
    element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const p = this.at(event);
      this.look(zoomed(this.box, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), p.x, p.y));
    }, { passive: false });
    element.addEventListener("dblclick", () => this.reset());
    element.addEventListener("keydown", (event) => {
      const actions: Record<string, () => void> = {
        ArrowLeft: () => this.look(moved(this.box, -0.1, 0)), ArrowRight: () => this.look(moved(this.box, 0.1, 0)),
        ArrowUp: () => this.look(moved(this.box, 0, 0.1)), ArrowDown: () => this.look(moved(this.box, 0, -0.1)),
        "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3), "0": () => this.reset(),
        s: () => this.handlers.brush(this.inside(this.box)), n: () => this.handlers.step(1), p: () => this.handlers.step(-1),
        Escape: () => { this.handlers.brush(new Uint32Array()); this.handlers.pick(-1); },
      };
      const action = event.ctrlKey || event.metaKey ? undefined : actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }
  private pinch(pointers: Map<number, PointerEvent>, event: PointerEvent): void {
    const other = [...pointers.values()].find((p) => p.pointerId !== event.pointerId)!;
    const before = pointers.get(event.pointerId)!;
    const apart = (p: PointerEvent): number => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
    const middle = (p: PointerEvent): Spot => this.at({ clientX: (p.clientX + other.clientX) / 2, clientY: (p.clientY + other.clientY) / 2 });
    const from = middle(before), to = middle(event), inner = this.inner(); // what lies between the fingers stays there
    this.look(moved(zoomed(this.box, apart(event) / Math.max(1, apart(before)), from.x, from.y),
      (from.px - to.px) / inner.width, (to.py - from.py) / inner.height));
  }
  private showLasso(outline: Spot[], to: Spot): void {
    outline.push(to);
    this.lassoLine.setAttribute("d", `M${outline.map((p) => `${p.px.toFixed(1)} ${p.py.toFixed(1)}`).join("L")}Z`);
  }
  /** The points in an outline: those from which a ray crosses it an odd number of times. */
  private within(outline: Spot[]): Uint32Array {
    const { x, y } = this.plane, found: number[] = [];
    for (let i = 0; i < x.length; ++i) {
      let inside = false;
      for (let a = 0, b = outline.length - 1; a < outline.length; b = a++) {
        const p = outline[a], q = outline[b];
        if (p.y > y[i] !== q.y > y[i] && x[i] < ((q.x - p.x) * (y[i] - p.y)) / (q.y - p.y) + p.x) inside = !inside;
      }
      if (inside) found.push(i);
    }
    return Uint32Array.from(found);
  }
  private showBrush(from: PointerEvent, to: PointerEvent): void {
    const a = this.at(from), b = this.at(to);
    this.brushBox.hidden = false;
    Object.assign(this.brushBox.style, { left: `${Math.min(a.px, b.px)}px`, top: `${Math.min(a.py, b.py)}px`,
      width: `${Math.abs(a.px - b.px)}px`, height: `${Math.abs(a.py - b.py)}px` });
  }
  private finishBrush(from: PointerEvent, to: PointerEvent): void {
    const a = this.at(from), b = this.at(to);
    this.handlers.brush(this.inside({ x: [Math.min(a.x, b.x), Math.max(a.x, b.x)],
      y: [Math.min(a.y, b.y), Math.max(a.y, b.y)] }));
  }
}

export { State };
