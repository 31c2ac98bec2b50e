"""Warnings that point at the user's line."""

from __future__ import annotations

import sys
import warnings
from typing import Any

from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

Array = NDArray[Any]


class ClusteringWarning(UserWarning):
    """Something about a result that its user should know, with what to do about it."""


def warn(found: list[tuple[str, str]]) -> None:
    """What was found, and what to do about it."""
    frame, depth = sys._getframe(1), 2
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("mercer."):
        frame, depth = frame.f_back, depth + 1
    for what, remedy in found:
        category = ConvergenceWarning if what.startswith("not converged") else ClusteringWarning
        warnings.warn(f"{what}; {remedy}" if remedy else what, category, stacklevel=depth)
