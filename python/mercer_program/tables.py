"""Parquet, Feather and Excel: files that are read through Python, for `mercer.read_table` and for the program.

``mercer-table sales.parquet`` writes the table as ARFF, which carries the kinds of the columns, to standard output;
the program calls it for these files.
"""

from __future__ import annotations

import datetime
import os
import sys
from typing import Any, TextIO, Union

from .columns import EPOCH, Column, column_of, objects

#: ending -> what reads it
NEEDS = {".parquet": "pyarrow", ".feather": "pyarrow", ".arrow": "pyarrow", ".xlsx": "openpyxl", ".xlsm": "openpyxl"}


def ending_of(path: Union[str, os.PathLike[str]]) -> str:
    return os.path.splitext(os.fspath(path))[1].lower()


def from_arrow(path: str) -> list[Column]:
    if ending_of(path) == ".parquet":
        import pyarrow.parquet

        table: Any = pyarrow.parquet.read_table(path)
    else:
        import pyarrow.feather

        table = pyarrow.feather.read_table(path)
    return [column_of(name, table.column(i)) for i, name in enumerate(table.column_names)]


def from_excel(path: str) -> list[Column]:
    """The first sheet; its first row has the names."""
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    rows = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    rows = [row for row in rows if any(cell is not None for cell in row)]
    if not rows:
        raise ValueError("its first sheet is empty")
    width = max(len(row) for row in rows)
    rows = [row + [None] * (width - len(row)) for row in rows]
    names = [f"column {i + 1}" if name is None else str(name) for i, name in enumerate(rows[0])]
    return [objects(name, [row[i] for row in rows[1:]]) for i, name in enumerate(names)]


def read_columns(path: Union[str, os.PathLike[str]]) -> list[Column]:
    """The columns of a file whose ending is in `NEEDS`."""
    path = os.fspath(path)
    library = NEEDS[ending_of(path)]
    try:
        columns = from_arrow(path) if library == "pyarrow" else from_excel(path)
    except ImportError:
        raise ImportError(f"{path} is read through {library}, which is not installed: pip install {library}") from None
    except (OSError, EOFError):
        raise
    except Exception as error:  # whatever these libraries raise of a file that is damaged
        raise ValueError(f"{path} can't be read: {error}") from error
    if not columns or not len(columns[0].values):
        raise ValueError(f"{path} has no rows")
    return columns


def quoted(word: str) -> str:
    """A word in ARFF, on one line."""
    for mark, safe in (("\\", "\\\\"), ("'", "\\'"), ("\r\n", " "), ("\n", " "), ("\r", " ")):
        word = word.replace(mark, safe)
    return f"'{word}'"


def moment(days: float) -> str:
    text = (EPOCH + datetime.timedelta(seconds=round(days * 86400))).isoformat()
    return quoted(text.removesuffix("T00:00:00"))


def cells_of(column: Column) -> list[str]:
    if isinstance(column.values, list):
        return ["?" if word is None else quoted(word) for word in column.values]
    write = moment if column.kind == "date" else repr
    return ["?" if value != value else write(float(value)) for value in column.values]


def type_of(column: Column) -> str:
    if column.kind == "category" and column.order:
        return "{" + ",".join(quoted(value) for value in column.order) + "}"
    if column.kind == "date":
        return "date"
    return "string" if isinstance(column.values, list) else "numeric"


def write_arff(columns: list[Column], to: TextIO) -> None:
    print("@relation table", file=to)
    for column in columns:
        print(f"@attribute {quoted(column.name)} {type_of(column)}", file=to)
    print("@data", file=to)
    for row in zip(*(cells_of(column) for column in columns)):
        print(",".join(row), file=to)


def main() -> None:
    """``mercer-table FILE``"""
    if len(sys.argv) != 2 or ending_of(sys.argv[1]) not in NEEDS:
        raise SystemExit(f"usage: mercer-table FILE, where FILE ends in {', '.join(NEEDS)}")
    try:
        write_arff(read_columns(sys.argv[1]), sys.stdout)
    except (ImportError, ValueError, OSError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
