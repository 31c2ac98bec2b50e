"""Kernels that are Python functions: of two sets of points, checked, in objects that can be pickled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import numpy as np
from sklearn.metrics.pairwise import pairwise_kernels

from ._warn import Array


def of_sets(kernel: Callable[[Any, Any], Any], X: Any) -> Callable[[Any, Any], Any]:
    """A function of two sets of points; of one of two points, as scikit-learn's may be, for each pair."""
    if X.shape[0] < 2:
        return kernel
    each: Callable[[Any, Any], Any] = EachPair(kernel)
    try:  # so few points that x @ y, which is meant for two points, has no product of them
        few = X[: 2 if X.shape[1] == 1 else 1]
        return kernel if np.ndim(kernel(X[:2], few)) > 0 else each
    except Exception:  # whatever the user's function raises
        try:
            return each if np.ndim(kernel(X[0], X[1])) == 0 else kernel
        except Exception:
            return kernel  # which says itself what is wrong


@dataclass(frozen=True)
class EachPair:
    """A kernel of two points as one of two sets of them; a class, so that it can be pickled."""

    kernel: Callable[[Any, Any], Any]

    def __call__(self, X: Any, Y: Any) -> Any:
        return pairwise_kernels(X, Y, metric=self.kernel)


def similarities(kernel: Callable[[Any, Any], Any], X: Any, Y: Any) -> Array:
    """k(X, Y), checked."""
    K = np.asarray(kernel(X, Y), dtype=np.float64)
    if K.shape != (X.shape[0], Y.shape[0]):
        raise ValueError(
            f"The kernel returned an array of shape {K.shape} for {X.shape[0]} and {Y.shape[0]} points; a kernel "
            "k(X, Y) returns a row for each point of X and a column for each point of Y")
    return K


def self_similarities(kernel: Callable[[Any, Any], Any], X: Any) -> Array:
    """k(x, x) of every point, by small blocks."""
    blocks = [X[at : at + 256] for at in range(0, X.shape[0], 256)]
    return np.concatenate([similarities(kernel, block, block).diagonal() for block in blocks])
