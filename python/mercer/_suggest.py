"""How many clusters?"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from sklearn.utils import check_array

from . import _core
from ._base import seed_of, threads_of
from ._progress import Progress, watcher


class Suggestion(dict[str, Any]):
    """What `suggest_k` found; ``int(suggestion)`` is the number with most votes."""

    def __int__(self) -> int:
        return int(self["clusters"])

    def __repr__(self) -> str:
        return f"<{self['clusters']} clusters: {self['agreeing']} of {self['voting']} criteria agree>"


def suggest_k(X: Any, *, least: int = 2, most: int = 10, kernel: str = "none", samples: int = 10,
              most_points: int = 1000, n_jobs: Optional[int] = None, random_state: Any = 1,
              progress: Optional[Progress] = None, verbose: int = 0) -> Suggestion:
    """Evidence for each number of clusters, from six sides, and what most of it speaks for.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
    least, most : int
        Numbers of clusters that are looked at.
    kernel : str
        ``"none"`` is the input space.
    samples : int
        Reference sets of the gap statistic, and pairs of subsamples.
    most_points : int
        Above it a sample of that size, spread over the data, is judged.
    n_jobs, random_state, progress, verbose
        As those of the estimators.

    Returns
    -------
    Suggestion
        A dict: ``clusters``, ``agreeing`` and ``voting`` (numbers of criteria), ``votes``, ``evidence`` (a dict for
        each number), ``spectrum`` (leading eigenvalues), ``kernel``, ``judged``.

    Examples
    --------
    >>> from mercer import datasets, suggest_k
    >>> X, y = datasets.blobs(clusters=4)
    >>> int(suggest_k(X))
    4
    """
    data = check_array(X, accept_sparse="csr", accept_large_sparse=False, dtype=[np.float64, np.float32])
    with watcher(progress, verbose) as told:
        return Suggestion(_core.suggest(
            data, least=least, most=most, kernel=kernel, samples=samples, most_points=most_points,
            threads=threads_of(n_jobs), seed=seed_of(random_state), progress=told))
