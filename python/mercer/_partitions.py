"""The recipe of a table that comes in partitions: one pass of figures that can be merged, and a sample of its rows.

Each partition says of its columns how many cells are missing, mean, deviation and range of the numbers, and how many
cells hold each word; neighbours are merged in a tree. The library then learns from a table that stands for all: the rows
of the sample, in whose columns words have the shares of all rows, and numbers their range. At last the figures of all rows
take the place of those of the sample. Medians, which fill missing cells, remain those of the sample.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
from sklearn.base import clone

from mercer_program.columns import Column

from . import _core
from ._blocks import drawn, together
from ._tables import TableFeatures, columns_of, _remedy
from ._warn import Array, warn

#: rows of the sample that the library learns from, at least
SAMPLE_ROWS = 20000
#: different words of a column that are counted; a column of more of them is a text, or an id
MOST_WORDS = 1000


@dataclass(frozen=True)
class Numbers:
    """Cells that hold numbers or days: how many there are, and what they are like."""

    there: int
    mean: float = 0.0
    squares: float = 0.0  # sum of squares about the mean
    least: float = math.inf
    largest: float = -math.inf

    @staticmethod
    def of(cells: Array) -> Numbers:
        cells = cells[~np.isnan(cells)]
        if not len(cells):
            return Numbers(0)
        mean = float(cells.mean())
        return Numbers(len(cells), mean, float(((cells - mean) ** 2).sum()), float(cells.min()), float(cells.max()))

    def merged(self, other: Numbers) -> Numbers:
        """Both together (Chan, Golub and LeVeque)."""
        if not self.there or not other.there:
            return other if other.there else self
        there, apart = self.there + other.there, other.mean - self.mean
        return Numbers(there, self.mean + apart * other.there / there,
                       self.squares + other.squares + apart**2 * self.there * other.there / there,
                       min(self.least, other.least), max(self.largest, other.largest))


@dataclass(frozen=True)
class Words:
    """Cells of each word; None where there are too many words."""

    cells: Optional[dict[str, int]]

    @staticmethod
    def of(cells: list[Optional[str]]) -> Words:
        return Words.few(Counter(cell for cell in cells if cell is not None))

    @staticmethod
    def few(cells: dict[str, int]) -> Words:
        return Words(dict(cells) if len(cells) <= MOST_WORDS else None)

    def merged(self, other: Words) -> Words:
        if self.cells is None or other.cells is None:
            return Words(None)
        return Words.few(Counter(self.cells) + Counter(other.cells))

    def as_read(self, column: Column, missing: Optional[list[str]]) -> Words:
        """As the library reads them: without blanks around, and without the words for missing cells."""
        if not self.cells:
            return self
        frame = _core.Frame([Column("words", list(self.cells), "category", column.order)], missing_values=missing)
        read: Counter[str] = Counter()
        for word, cells in zip(frame.columns()[0][1], self.cells.values()):
            if word is not None:
                read[word] += cells
        return Words(dict(read))


Figures = Union[Numbers, Words]


@dataclass(frozen=True)
class Summary:
    """What partitions say of themselves."""

    rows: tuple[int, ...]  # of each partition
    figures: tuple[Figures, ...]  # of each column
    keys: Array  # of the sample's rows
    sample: tuple[Column, ...]  # words as arrays of objects


def summary_of(partition: Any, at: int, size: int, seed: int) -> Summary:
    """Of partition number `at`: its figures, and at most `size` rows by chance."""
    columns = columns_of(partition)
    keys, chosen = drawn(np.arange(len(partition)), at, size, seed)
    figures: tuple[Figures, ...] = tuple(
        Words.of(column.values) if isinstance(column.values, list) else Numbers.of(column.values) for column in columns)
    sample = tuple(column._replace(values=(np.array(column.values, dtype=object) if isinstance(column.values, list)
                                           else column.values)[chosen]) for column in columns)
    return Summary((len(partition),), figures, keys, sample)


def merged(one: Summary, other: Summary, size: int) -> Summary:
    """Of two neighbours."""
    first = len(one.keys)
    keys, chosen = together((one.keys, np.arange(first)), (other.keys, first + np.arange(len(other.keys))), size)
    pairs = [agreeing(*pair) for pair in zip(zip(one.sample, one.figures), zip(other.sample, other.figures))]
    figures = tuple(mine.merged(theirs) for (_, mine), (_, theirs) in pairs)
    sample = tuple(a._replace(values=np.concatenate([a.values, b.values])[chosen], order=orders(a, b))
                   for (a, _), (b, _) in pairs)
    return Summary(one.rows + other.rows, figures, keys, sample)


def agreeing(one: tuple[Column, Any], other: tuple[Column, Any]) -> tuple[tuple[Column, Any], tuple[Column, Any]]:
    """The same column of two partitions, of one kind; one without any cell is of any kind."""
    if type(one[1]) is type(other[1]) and one[0].kind == other[0].kind:
        return one, other
    if is_blank(other[1]):
        return one, blank_like(one, other)
    if is_blank(one[1]):
        return blank_like(other, one), other
    raise ValueError(f"the column '{one[0].name}' holds {described(one[0])} in one partition and {described(other[0])} in "
                     f"another; give it one type, as in X[{one[0].name!r}].astype(...)")


def is_blank(figures: Figures) -> bool:
    return not (figures.there if isinstance(figures, Numbers) else figures.cells or figures.cells is None)


def blank_like(one: tuple[Column, Any], blank: tuple[Column, Any]) -> tuple[Column, Any]:
    rows = len(blank[0].values)
    values: Any = np.full(rows, np.nan) if isinstance(one[1], Numbers) else np.full(rows, None, dtype=object)
    return one[0]._replace(values=values), Numbers(0) if isinstance(one[1], Numbers) else Words({})


def described(column: Column) -> str:
    return {"date": "dates", "category": "categories"}.get(
        column.kind or "", "words" if column.values.dtype == object else "numbers")


def orders(one: Column, other: Column) -> Optional[list[str]]:
    """The values of a category, in the order in which partitions name them."""
    return None if one.order is None else list(dict.fromkeys([*one.order, *(other.order or [])]))


def learned(about: Summary, given: Optional[TableFeatures]) -> TableFeatures:
    """What becomes of the columns of all partitions."""
    features: TableFeatures = TableFeatures() if given is None else clone(given)
    features.feature_names_in_ = np.asarray([column.name for column in about.sample], dtype=object)
    features.n_features_in_ = len(about.sample)
    missing = list(features.missing_values or [])
    figures: list[Figures] = [of.as_read(column, missing) if isinstance(of, Words) else of
                              for column, of in zip(about.sample, about.figures)]
    rows = sum(about.rows)
    if rows == len(about.keys):  # the sample is the table
        table = [listed(column) for column in about.sample]
    else:
        table = [stand_in(column, of, rows) for column, of in zip(about.sample, figures)]
    recipe, advice = learned_by_the_library(features, table, figures, rows)
    features._recipe = exact(recipe, {column.name: of for column, of in zip(about.sample, figures)}, rows, features.missing)
    features.decisions_, features.ids_ = features._recipe.decisions(), []
    warn([(what, _remedy(remedy)) for what, remedy in advice])
    return features


def learned_by_the_library(features: TableFeatures, table: list[Column], figures: list[Figures], rows: int) -> Any:
    """Its recipe and advice; of a text or category it is told which of them all rows make it.

    Words are a category if they are at most max(20, sqrt(rows)), as in a table of all rows.
    """
    asked = dict(features.types or {})

    def learn() -> Any:
        frame = _core.Frame(
            table, types=[(str(name), kind) for name, kind in asked.items()], id=features.id,
            columns=features.columns and list(features.columns), drop=features.drop and list(features.drop),
            missing_values=features.missing_values and list(features.missing_values))
        return _core.Recipe.learn(frame, "fill" if features.missing == "refuse" else features.missing,
                                  bool(features.standardize))

    recipe, advice = learn()
    said = json.loads(recipe.__getstate__())
    kinds = {column["name"]: column["kind"] for column in said["columns"] + said["left_out"]}
    changed = {}
    for column, of in zip(table, figures):
        kind = kinds.get(column.name)
        if not isinstance(of, Words) or kind not in ("category", "text"):
            continue
        if column.kind == "category" or column.name in asked:
            refuse_many(column, of, kind)
            continue
        few = of.cells is not None and len(of.cells) <= max(20, math.sqrt(rows)) and len(of.cells) < sum(of.cells.values())
        if few != (kind == "category"):
            changed[column.name] = "category" if few else "text"
    if not changed or rows == len(table[0].values):
        return recipe, advice
    asked |= changed
    return learn()


def refuse_many(column: Column, of: Words, kind: str) -> None:
    if kind == "category" and of.cells is None:
        raise ValueError(f"the column '{column.name}' has more than {MOST_WORDS} different values, too many for a category of "
                         f"a Dask frame; leave it out: table=TableFeatures(drop=[{column.name!r}])")


def sampled(about: Summary, features: TableFeatures, size: int) -> Array:
    """At most `size` rows of the sample as points."""
    chosen = together((about.keys, np.arange(len(about.keys))), (np.empty(0), np.empty(0, dtype=np.int64)), size)[1]
    columns = [listed(column._replace(values=column.values[chosen])) for column in about.sample]
    frame = features._recipe.frame(columns, features.missing_values and list(features.missing_values))
    points: Array = features._recipe.prepare(frame)[0]
    return points


def listed(column: Column) -> Column:
    return column._replace(values=column.values.tolist()) if column.values.dtype == object else column


def stand_in(column: Column, of: Figures, rows: int) -> Column:
    """As many cells as the sample has, of the figures of all rows."""
    size = len(column.values)
    if isinstance(of, Numbers):
        return column._replace(values=ranged(column.values.copy(), of, rows))
    if of.cells is None:
        return listed(column)
    counts = np.array([rows - sum(of.cells.values()), *of.cells.values()])
    cells = np.maximum(counts * size // rows, np.minimum(counts, 2))  # no word is lost, and none becomes a name
    cells[np.argmax(cells)] += size - cells.sum()
    return column._replace(values=np.repeat(np.array([None, *of.cells], dtype=object), cells).tolist())


def ranged(cells: Array, of: Numbers, rows: int) -> Array:
    """With the least and the largest number of all rows, and a missing cell if there is one at all."""
    order = np.argsort(cells)  # NaN last
    there = int((~np.isnan(cells)).sum())
    if of.there < rows and there == len(cells) > 2:
        cells[order[there // 2]] = np.nan
    if of.there:
        cells[order[0]] = of.least
    if of.there > 1 and len(cells) > 1:
        cells[order[max(there, 2) - 1]] = of.largest
    return cells


def exact(recipe: Any, figures: dict[str, Figures], rows: int, missing: str) -> Any:
    """The recipe with the figures of all rows."""
    said = json.loads(recipe.__getstate__())
    for column in said["columns"]:
        of = figures[column["name"]]
        if isinstance(of, Numbers):
            column["missing"] = rows - of.there
            if said["scaled"]:
                column |= {"centre": of.mean, "scale": math.sqrt(of.squares / of.there) or 1.0}
        elif of.cells is not None and column["kind"] in ("category", "yes/no"):
            column["missing"] = rows - sum(of.cells.values())
            column |= (of_category if column["kind"] == "category" else of_yes_no)(column, of.cells, rows, said["scaled"])
    gaps = [f"{column['name']} ({column['missing']} of {rows})" for column in said["columns"] if column["missing"]]
    if missing == "refuse" and gaps:
        raise ValueError(f"cells are missing in {', '.join(gaps)}; fill them in, or use TableFeatures(missing='fill')")
    said["missing"] = missing
    made: Any = _core.Recipe.__new__(_core.Recipe)
    made.__setstate__(json.dumps(said))
    return made


def of_category(column: dict[str, Any], cells: dict[str, int], rows: int, scaled: bool) -> dict[str, Any]:
    """Indicators of height 1 / sqrt(1 - sum p^2), p the shares of the values (docs/methods/tables.md)."""
    counts = [*cells.values(), *([column["missing"]] if column["missing_value"] else [])]
    return {"height": 1 / math.sqrt(1 - sum((count / sum(counts)) ** 2 for count in counts))}


def of_yes_no(column: dict[str, Any], cells: dict[str, int], rows: int, scaled: bool) -> dict[str, Any]:
    """Of 0 and 1, whose mean is the share p of ones and whose deviation is sqrt(p (1 - p))."""
    share = cells[column["values"][1]] / sum(cells.values())
    return {"fill": float(share > 0.5), **({"centre": share, "scale": math.sqrt(share * (1 - share))} if scaled else {})}
