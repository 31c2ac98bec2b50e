"""The program `mercer` as the wheel installs it, and how it reads Parquet, Feather and Excel.

A package of its own, so that neither scikit-learn nor SciPy is loaded for ``mercer --help``.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import sys


def program() -> pathlib.Path:
    """The program itself, which lies inside the package `mercer`."""
    found = importlib.util.find_spec("mercer")
    for folder in (found.submodule_search_locations or []) if found else []:
        path = pathlib.Path(folder) / "bin" / "mercer"
        if path.exists():
            return path
    raise SystemExit("mercer: this installation of the Python package has no program; pip install mercer installs it")


def main() -> None:
    """Become the program. It asks `mercer-table` for the files that are read through Python."""
    reader = pathlib.Path(sys.executable).with_name("mercer-table")
    if reader.exists():
        os.environ.setdefault("MERCER_READER", str(reader))
    path = str(program())
    os.execv(path, ["mercer", *sys.argv[1:]])
