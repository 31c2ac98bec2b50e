// Numbers as people read them.
const grouped = new Intl.NumberFormat("en-US");
const significant = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });

export const count = (n: number): string => grouped.format(n);
export const plural = (n: number, one: string): string => `${count(n)} ${one}${n === 1 ? "" : "s"}`;
/** With so many digits; what rounds to zero has no sign. */
export const fixed = (x: number, digits: number): string => x.toFixed(digits).replace(/^-(?=[0.]*$)/, "");
export const share = (part: number, whole: number): string =>
  whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "–";

/** Numbers within a text, to six digits: "gaussian:sigma=3.34594". */
export const rounded = (text: string): string => text.replace(/\d+\.\d{5,}/g, (digits) => String(Number(Number(digits).toPrecision(6))));

export function number(x: number): string {
  if (Number.isNaN(x)) return "–";
  if (x !== 0 && (Math.abs(x) >= 1e7 || Math.abs(x) < 1e-4)) return x.toExponential(3).replace("e+", "e").replaceAll("-", "−");
  return significant.format(x).replace("-", "−");
}

const units: [number, string][] = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];

/** Labels of ticks that are `step` apart, on an axis whose largest value is `largest`: as many digits as tell them apart. */
export function tick(x: number, step: number, largest = Math.abs(x)): string {
  const [unit, letter] = largest >= 1e5 && largest < 1e15 ? units.find(([u]) => largest >= u)! : [1, ""];
  if (x === 0 && (largest >= 1e15 || largest < 1e-3)) return "0";
  if (largest >= 1e15 || largest < 1e-3) {
    const power = (value: number): number => Math.floor(Math.log10(Math.abs(value)) + 1e-9);
    const digits = Math.min(6, Math.max(0, power(x) - power(step))); // those of the step
    return x.toExponential(digits).replace("e+", "e").replaceAll("-", "−");
  }
  const digits = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9)));
  return `${(x / unit).toFixed(digits).replace("-", "−")}${x === 0 ? "" : letter}`;
}
