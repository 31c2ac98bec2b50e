"""How many clusters?"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from sklearn.utils import check_array

from . import _core
from ._base import seed_of, threads_of
from ._progress import Progress, watcher


class Suggestion(dict[str, Any]):
    """What `suggest_k` or `judge_criteria` found; ``int(suggestion)`` is the number of clusters."""

    def __int__(self) -> int:
        return int(self["clusters"])

    def __repr__(self) -> str:
        return f"<{self['text']}>"


def _points(X: Any) -> Any:
    return check_array(X, accept_sparse="csr", accept_large_sparse=False, dtype=[np.float64, np.float32])


def suggest_k(X: Any, *, least: int = 1, most: int = 0, method: Optional[str] = None, kernel: str = "none",
              n_jobs: Optional[int] = None, random_state: Any = 1, progress: Optional[Progress] = None,
              verbose: int = 0) -> Suggestion:
    """The number of clusters that very different methods agree on.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    least : int
        Smallest number to try; 1: the answer may be that no clusters stand out.
    most : int
        Largest number to try; 0: as far as the evidence requires, but not above 40 or the square root of the number of
        points.
    method, kernel : str or None
        If one of them is given: the number on which runs of that method agree.
    n_jobs : int or None
        Threads; None and -1 are all cores.
    random_state : int, RandomState or None
        Random seed.
    progress : callable or None
        Called now and then with (phase, done, total).
    verbose : int
        Above 0, progress is printed.

    Returns
    -------
    Suggestion
        A dict: ``clusters``, ``clarity`` ("clear", "hint", "none"), ``evidence`` (a dict for each number), ``best`` and
        ``also`` (the peaks of the evidence), ``without_clusters``, ``text``.

    Examples
    --------
    >>> from mercer import datasets, suggest_k
    >>> X, y = datasets.blobs(clusters=4)
    >>> int(suggest_k(X))
    4
    """
    with watcher(progress, verbose) as told:
        return Suggestion(_core.suggest(
            _points(X), least=least, most=most, method=method, kernel=kernel, threads=threads_of(n_jobs),
            seed=seed_of(random_state), progress=told))


def judge_criteria(X: Any, *, least: int = 2, most: int = 10, kernel: str = "none", samples: int = 10,
                   most_points: int = 1000, n_jobs: Optional[int] = None, random_state: Any = 1,
                   progress: Optional[Progress] = None, verbose: int = 0) -> Suggestion:
    """Six criteria for the number of clusters under a kernel, and the number that most of them support.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    least, most : int
        Range of numbers of clusters to try.
    kernel : str
        ``"none"`` is the input space; its columns are standardized where their scales differ.
    samples : int
        Reference sets of the gap statistic, and pairs of subsamples.
    most_points : int
        With more points than this, a sample of this size, spread over the data, is used.
    n_jobs : int or None
        Threads; None and -1 are all cores.
    random_state : int, RandomState or None
        Random seed.
    progress : callable or None
        Called now and then with (phase, done, total).
    verbose : int
        Above 0, progress is printed.

    Returns
    -------
    Suggestion
        A dict: ``clusters``, ``agreeing`` and ``voting`` (numbers of criteria), ``votes``, ``evidence`` (a dict for
        each number), ``spectrum`` (leading eigenvalues), ``kernel``, ``judged``, ``text``.
    """
    with watcher(progress, verbose) as told:
        return Suggestion(_core.criteria(
            _points(X), least=least, most=most, kernel=kernel, samples=samples, most_points=most_points,
            threads=threads_of(n_jobs), seed=seed_of(random_state), progress=told))
