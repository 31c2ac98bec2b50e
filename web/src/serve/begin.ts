// How a file begins: a column that is named like known classes is compared with the clusters, and is no feature.
import { withRole } from "./column_options";
import { tell } from "./notice";
import type { Store } from "./store";

const quoted = (names: string[]): string => names.map((name) => `“${name}”`).join(", ");
const said = ([truth, ...others]: string[]): string =>
  `The column ${quoted([truth])} looks like known classes. It is compared with the clusters, and not used to find them. ` +
  (others.length ? `Left out as well: ${quoted(others)}. ` : "");

/** Tells it once of each file, until there is a run, with a button that takes it back. */
export function tellBeginnings(store: Store): void {
  const told = new Set<number>();
  store.listen(() => {
    const { dataset, classes } = store;
    if (told.has(dataset) || !classes.length || !store.untouched || store.runs.length) return;
    told.add(dataset);
    tell(said(classes), false, { text: classes.length > 1 ? "Use them as features" : "Use it as a feature", go: () => {
      store.setOptions(dataset, classes.reduce((options, name) => withRole(options, name, "as found"), store.optionsOf(dataset)));
      tell(classes.length > 1 ? `${quoted(classes)} are features now.` : `${quoted(classes)} is a feature now.`);
    } });
  });
}
