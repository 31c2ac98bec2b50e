"""Progress of a fit, for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Callable, Optional

Progress = Callable[[str, int, int], Any]


class Printed:
    """One line on standard error that is written over and over."""

    width = 0

    def __call__(self, phase: str, done: int, total: int) -> None:
        line = f"{phase:<24}" + (f"{100 * done / total:3.0f} %" if total > 0 else "")
        print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(line)

    def end(self) -> None:
        """The line is not left half written."""
        if self.width:
            print(file=sys.stderr, flush=True)


@contextmanager
def watcher(progress: Optional[Progress], verbose: int) -> Iterator[Optional[Progress]]:
    """The function that is told: the user's, or one that prints."""
    if progress is not None or not verbose:
        yield progress
        return
    printed = Printed()
    try:
        yield printed
    finally:
        printed.end()
