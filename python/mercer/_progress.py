"""Progress of a fit, for people."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional

Progress = Callable[[str, int, int], Any]


def printed(phase: str, done: int, total: int) -> None:
    """One line on standard error that is written over and over."""
    share = f"{100 * done / total:3.0f} %" if total > 0 else ""
    print(f"\r{phase:<24}{share}", end="", file=sys.stderr, flush=True)


def watcher(progress: Optional[Progress], verbose: int) -> Optional[Progress]:
    """The function that is told: the user's, or one that prints."""
    return progress if progress is not None else printed if verbose else None
