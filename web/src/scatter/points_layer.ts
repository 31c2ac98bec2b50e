// A million points with WebGL: positions, a colour code and a state a point; the palette is a texture.
//
// Points are drawn in a scattered order, so that no cluster covers another and any part of the buffer is a
// fair sample: a slow machine shows as many as it manages in a frame, and adds the others in those that follow.
const frameTime = 12; // milliseconds
const leastPoints = 20_000;

const vertexShader = `
attribute vec2 position;
attribute float code, state;
uniform vec4 window;  // scale and offset from position to clip coordinates
uniform float size;
varying float colorAt, marker, emphasis, edge;
uniform float categories;
void main() {
  gl_Position = vec4(position * window.xy + window.zw, 0.0, 1.0);
  colorAt = (code + 0.5) / 256.0;
  marker = categories > 0.5 && code < 254.5 ? mod(floor(code / 8.0), 4.0) : 0.0;
  emphasis = state;
  gl_PointSize = size * (state > 1.5 ? 1.25 : 1.0);
  edge = 1.6 / gl_PointSize;
}`;
const fragmentShader = `
precision mediump float;
varying float colorAt, marker, emphasis, edge;
uniform sampler2D palette;
uniform float opacity;
void main() {
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float d = marker < 0.5 ? length(p)
          : marker < 1.5 ? max(abs(p.x), abs(p.y)) * 1.15
          : marker < 2.5 ? max(0.9 * p.y + 0.2, abs(p.x) * 0.95 - 0.5 * p.y + 0.42)
          : (abs(p.x) + abs(p.y)) * 0.95;
  float alpha = opacity * (1.0 - smoothstep(1.0 - edge, 1.0, d));
  if (emphasis > 0.5 && emphasis < 1.5) alpha *= 0.12;
  if (emphasis > 1.5) alpha = min(1.0, alpha * 1.5);
  gl_FragColor = vec4(texture2D(palette, vec2(colorAt, 0.5)).rgb * alpha, alpha);
}`;

export const enum State { plain, dimmed, chosen }

export interface Window {
  x: [number, number]; // what is seen, in parts of the extent of the points
  y: [number, number];
}

/** 0, s, 2s, ... modulo n, where s and n have no common divisor: every point once, neighbours far apart. */
export function scatteredOrder(n: number): Uint32Array {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.max(1, Math.round(n * 0.6180339887));
  while (n > 1 && divisor(step, n) !== 1) ++step;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; ++i) order[i] = (i * step) % n;
  return order;
}

export class PointsLayer {
  private readonly gl: WebGLRenderingContext;
  private readonly program: WebGLProgram;
  private readonly buffers: Record<"position" | "code" | "state", WebGLBuffer>;
  private order: Uint32Array = new Uint32Array(0);
  private drawn = 0; // points in the picture so far
  private frameBudget = 100_000; // points that a frame may add

  constructor(readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl", { antialias: false, premultipliedAlpha: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("this browser has no WebGL");
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? "shader");
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.program) ?? "program");
    gl.useProgram(this.program);
    this.buffers = { position: gl.createBuffer(), code: gl.createBuffer(), state: gl.createBuffer() };
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  get count(): number {
    return this.order.length;
  }

  /** Coordinates between 0 and 1. */
  setPositions(x: Float32Array, y: Float32Array): void {
    this.order = scatteredOrder(x.length);
    const pairs = new Float32Array(2 * x.length);
    for (let i = 0; i < x.length; ++i) {
      pairs[2 * i] = x[this.order[i]];
      pairs[2 * i + 1] = y[this.order[i]];
    }
    this.upload("position", pairs, 2, this.gl.FLOAT);
  }
  setCodes(codes: Uint8Array): void {
    this.upload("code", this.ordered(codes), 1, this.gl.UNSIGNED_BYTE);
  }
  setStates(states: Uint8Array): void {
    this.upload("state", this.ordered(states), 1, this.gl.UNSIGNED_BYTE);
  }
  setPalette(colors: Uint8Array, categories: boolean): void {
    const { gl } = this;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, colors);
    gl.uniform1f(gl.getUniformLocation(this.program, "categories"), categories ? 1 : 0);
  }

  /** A new picture, empty at first. */
  begin(window: Window, size: number, opacity: number): void {
    const { gl, canvas } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const sx = 2 / (window.x[1] - window.x[0]), sy = 2 / (window.y[1] - window.y[0]);
    const at = (name: string) => gl.getUniformLocation(this.program, name);
    gl.uniform4f(at("window"), sx, sy, -1 - sx * window.x[0], -1 - sy * window.y[0]);
    gl.uniform1f(at("size"), size);
    gl.uniform1f(at("opacity"), opacity);
    this.drawn = 0;
  }
  /** Adds as many points as a frame has time for; false when all are there. */
  more(): boolean {
    const { gl } = this, points = Math.min(this.frameBudget, this.count - this.drawn);
    if (points <= 0) return false;
    const start = performance.now();
    gl.drawArrays(gl.POINTS, this.drawn, points);
    this.drawn += points;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until they are drawn
    if (points > 10_000) {
      const wanted = (points * frameTime) / Math.max(0.1, performance.now() - start);
      this.frameBudget = Math.round(Math.min(4 * points, Math.max(leastPoints, wanted)));
    }
    return this.drawn < this.count;
  }

  private ordered(values: Uint8Array): Uint8Array<ArrayBuffer> {
    const { order } = this, moved = new Uint8Array(order.length);
    for (let i = 0; i < order.length; ++i) moved[i] = values[order[i]];
    return moved;
  }
  private upload(name: keyof PointsLayer["buffers"], values: BufferSource, width: number, type: number): void {
    const { gl } = this, at = gl.getAttribLocation(this.program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, width, type, false, 0, 0);
  }
}
