import { expect, test } from "vitest";
import { scaled, unpack } from "../../src/packed";
import { pack, packScaled } from "../sample";

test("numbers come back as they were", async () => {
  for (const type of ["f64", "f32", "i32", "u16", "u8"] as const)
    expect(Array.from(await unpack(pack(type, [0, 1, 7, 200])))).toEqual([0, 1, 7, 200]);
  expect(Array.from(await unpack(pack("f64", [Math.PI, -1e-300])))).toEqual([Math.PI, -1e-300]);
});

test("codes with a range are values within a step of it", async () => {
  const values = Float64Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 40 - 3);
  const back = await unpack(packScaled(values));
  values.forEach((v, i) => expect(Math.abs(back[i] - v)).toBeLessThan(80 / 65535));
  expect(Array.from(scaled(Uint8Array.of(0, 255), -1, 1))).toEqual([-1, 1]);
});

test("a wrong size is refused", async () => {
  await expect(unpack({ ...pack("i32", [1, 2]), size: 3 })).rejects.toThrow("2 numbers where 3 should be");
});
