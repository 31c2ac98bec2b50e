// Packed numbers back into arrays. Each is unpacked once, when it is first looked at.
import type { Packed } from "./schema";

export type Numbers = Float64Array | Float32Array | Int32Array | Uint16Array | Uint8Array;

const kinds = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u16: Uint16Array, u8: Uint8Array };
const known = new WeakMap<Packed, Promise<Numbers>>();

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** Codes to values; without a range they are the values. */
export function scaled(codes: Numbers, low?: number, high?: number): Numbers {
  if (low === undefined || high === undefined) return codes;
  const step = (high - low) / (codes instanceof Uint8Array ? 255 : 65535);
  const values = new Float32Array(codes.length);
  for (let i = 0; i < codes.length; ++i) values[i] = low + step * codes[i];
  return values;
}

async function read(packed: Packed): Promise<Numbers> {
  const values = new kinds[packed.type](await inflate(bytesOf(packed.data)));
  if (values.length !== packed.size) throw new Error(`${values.length} numbers where ${packed.size} should be`);
  return scaled(values, packed.low, packed.high);
}

/** A list of strings, as JSON in UTF-8. */
export async function unpackStrings(packed: Packed): Promise<string[]> {
  return JSON.parse(new TextDecoder().decode((await unpack(packed)) as Uint8Array)) as string[];
}

export function unpack(packed: Packed): Promise<Numbers> {
  let found = known.get(packed);
  if (!found) known.set(packed, (found = read(packed)));
  return found;
}
