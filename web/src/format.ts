// Numbers as people read them.
const grouped = new Intl.NumberFormat("en-US");
const significant = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });

export const count = (n: number): string => grouped.format(n);
export const plural = (n: number, one: string): string => `${count(n)} ${one}${n === 1 ? "" : "s"}`;
export const share = (part: number, whole: number): string =>
  whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "–";

export function number(x: number): string {
  if (Number.isNaN(x)) return "–";
  if (x !== 0 && (Math.abs(x) >= 1e7 || Math.abs(x) < 1e-4)) return x.toExponential(3).replace("e+", "e");
  return significant.format(x).replace("-", "−");
}

/** Labels of axes that begin anywhere: short, so that they have room. */
export const short = (x: number): string =>
  (x !== 0 && (Math.abs(x) >= 1e6 || Math.abs(x) < 1e-4) ? String(Number(x.toPrecision(3)).toExponential()).replace("e+", "e") : number(x));

/** Labels of ticks that are `step` apart. */
export function tick(x: number, step: number): string {
  if (x !== 0 && (Math.abs(x) >= 1e6 || step < 1e-5)) return x.toExponential(1).replace("e+", "e");
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return x.toFixed(digits).replace("-", "−");
}
