"""How good a clustering is: against known classes, and against the data.

>>> from mercer import metrics
>>> metrics.accuracy(["a", "a", "b"], [1, 1, 0])
1.0
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from sklearn.utils import check_array, column_or_1d

from . import _core
from ._base import Array, threads_of

__all__ = ["accuracy", "errors", "scores", "silhouette"]


def _encoded(labels: Any) -> Array:
    """Any values as integers, in the order of the sorted values."""
    codes: Array = np.unique(column_or_1d(labels), return_inverse=True)[1].astype(np.int32)
    return codes


def scores(y_true: Any, labels: Any) -> _core.Scores:
    """Agreement with known classes.

    Parameters
    ----------
    y_true : array of shape (n_samples,)
        Known classes, of any values.
    labels : array of shape (n_samples,)
        Clusters.

    Returns
    -------
    dict
        ``accuracy`` (best matching of clusters and classes), ``balanced_accuracy``, ``majority_errors``, ``ari``,
        ``nmi``, ``purity``, ``confusion`` (classes x clusters), ``matching`` (class of each cluster, -1 for none),
        ``size``.

    Examples
    --------
    >>> scores([0, 0, 1, 1], [5, 5, 5, 7])["majority_errors"]
    1
    """
    return _core.score(_encoded(labels), _encoded(y_true))


def accuracy(y_true: Any, labels: Any) -> float:
    """The share of points in the right class, under the best one-to-one matching of clusters and classes.

    Parameters
    ----------
    y_true : array of shape (n_samples,)
        Known classes, of any values.
    labels : array of shape (n_samples,)
        Clusters.

    Returns
    -------
    float
        0 to 1.

    Examples
    --------
    >>> accuracy([0, 0, 1, 1], [5, 5, 5, 7])
    0.75
    """
    return float(scores(y_true, labels)["accuracy"])


def errors(X: Any, labels: Any) -> _core.VectorErrors:
    """Errors around the mean of each cluster: ``sse``, ``quantization_error`` (not squared), ``empirical``.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    labels : array of shape (n_samples,)
        Clusters.

    Returns
    -------
    dict
        The errors, by name.

    Examples
    --------
    >>> errors([[0.0], [2.0], [9.0]], [0, 0, 1])["sse"]
    2.0
    """
    return _core.vector_errors(check_array(X, accept_sparse="csr"), column_or_1d(labels))


def silhouette(X: Any, labels: Any, kernel: str = "none", *, n_jobs: Optional[int] = None) -> float:
    """Mean silhouette in feature space, -1 to 1.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    labels : array of shape (n_samples,)
        Clusters.
    kernel : str
        The kernel with its parameters.
    n_jobs : int or None
        Threads; None and -1 are all cores.

    Returns
    -------
    float
        The mean over the points.

    Examples
    --------
    >>> silhouette([[0.0], [1.0], [9.0], [10.0]], [0, 0, 1, 1]).__round__(3)
    0.889
    """
    return _core.silhouette(check_array(X, accept_sparse="csr"), column_or_1d(labels), kernel, threads_of(n_jobs))
