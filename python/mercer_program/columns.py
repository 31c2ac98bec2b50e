"""Columns of any table (pandas, polars, Arrow, a dict) as numbers, days or words.

They are judged by NumPy's type of what they hold; what the words mean is the library's matter.
"""

from __future__ import annotations

import datetime
import numbers
from collections.abc import Iterable
from typing import Any, NamedTuple, Optional, Union

import numpy as np

DAY = np.timedelta64(1, "D")
EPOCH = datetime.datetime(1970, 1, 1)


class Column(NamedTuple):
    """Numbers (NaN is missing) or words (None is missing)."""

    name: str
    values: Any  # array of float64, or list of str and None
    kind: Optional[str] = None  # "date": days since 1970-01-01; "category"; None: to be found out
    order: Optional[list[str]] = None  # of a category: its values


def is_missing(cell: Any) -> bool:
    """None, NaN, NaT and pandas' NA."""
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(cell, (float, np.floating)) and cell != cell


def days_of(moment: Union[datetime.date, datetime.datetime]) -> float:
    """Days since 1970-01-01; a time with a zone is that of UTC."""
    if not isinstance(moment, datetime.datetime):
        return float(moment.toordinal() - EPOCH.toordinal())
    if moment.tzinfo is not None:
        moment = moment.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return (moment - EPOCH).total_seconds() / 86400


def is_number(cell: Any) -> bool:
    return isinstance(cell, (numbers.Number, np.number)) and not isinstance(cell, (bool, np.bool_, complex))


def word_of(cell: Any) -> str:
    """As it would stand in a file."""
    if isinstance(cell, bytes):
        return cell.decode("utf-8", "replace")
    if isinstance(cell, np.generic):
        cell = cell.item()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def objects(name: str, cells: Iterable[Any]) -> Column:
    """Cells of any kind: numbers if all are, days if all are dates, else words."""
    known = [None if is_missing(cell) else cell for cell in cells]
    there = [cell for cell in known if cell is not None]
    if there and all(is_number(cell) for cell in there):
        return Column(name, np.array([np.nan if cell is None else float(cell) for cell in known]))
    if there and all(isinstance(cell, datetime.date) for cell in there):
        return Column(name, np.array([np.nan if cell is None else days_of(cell) for cell in known]), "date")
    return Column(name, [None if cell is None else word_of(cell) for cell in known])


def categories_of(values: Any) -> Optional[list[str]]:
    """The categories of a column that has them."""
    kind = str(getattr(values, "dtype", getattr(values, "type", "")))
    if kind == "category":  # pandas
        return [word_of(value) for value in values.cat.categories]
    if kind.startswith(("Categorical", "Enum")):  # polars
        return sorted({str(value) for value in values.drop_nulls().to_list()})
    if kind.startswith("dictionary"):  # Arrow
        return sorted({str(value) for value in values.to_pylist() if value is not None})
    return None


def column_of(name: Any, values: Any) -> Column:
    """One column of a table."""
    name = str(name)
    categories = categories_of(values)
    if categories is not None:
        cells = values.to_pylist() if hasattr(values, "to_pylist") else list(values)
        return Column(name, objects(name, [None if is_missing(c) else word_of(c) for c in cells]).values, "category",
                      categories)
    zone = getattr(getattr(values, "dtype", None), "tz", None)
    array = np.asarray(values.dt.tz_convert("UTC").dt.tz_localize(None) if zone is not None else values)
    if array.ndim != 1:
        raise ValueError(f"the column '{name}' has {array.ndim} dimensions; a column has one value per row")
    if array.dtype.kind in "fiu":
        return Column(name, array.astype(np.float64))
    if array.dtype.kind == "M":
        days = (array - np.datetime64(0, "s")) / DAY
        return Column(name, np.where(np.isnat(array), np.nan, days).astype(np.float64), "date")
    if array.dtype.kind == "m":
        return Column(name, np.where(np.isnat(array), np.nan, array / DAY).astype(np.float64))
    return objects(name, array.tolist())
