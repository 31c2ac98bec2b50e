"""Kernels: their names with parameters, and their matrices.

A kernel is text, ``"gaussian:sigma=0.7"``, for estimators, for the functions here and for the program alike;
the functions named after kernels write it.

>>> from mercer import kernels
>>> kernels.gaussian(sigma=0.7)
'gaussian:sigma=0.7'
>>> kernels.gram([[0.0], [1.0]], "linear")
array([[0., 0.],
       [0., 1.]])
"""

from __future__ import annotations

from typing import Any, Callable, Optional, TypeVar

import numpy as np
from scipy import sparse
from sklearn.utils import check_array

from . import _core
from ._base import Array, threads_of
from ._doc import sentences
from ._grammar import choice

__all__ = [
    "connectivity", "cosine", "diffusion", "dissimilarity", "gaussian", "geodesic", "gram", "laplacian", "linear",
    "nearest_neighbors", "neighbor_gram", "polynomial", "precomputed", "resolve", "sigmoid", "spectrum", "subsequence",
    "vat_order", "weisfeiler_lehman",
]

Writer = TypeVar("Writer", bound=Callable[..., str])


def described(function: Writer) -> Writer:
    """Puts Parameters, with the sentences of the library, and Returns below the formula."""
    lines = [f"{key} : {kind}\n    {sentence}"
             for key, kind, sentence in sentences("kernel", function.__name__.replace("_", "-"))]
    parameters = "Parameters\n----------\n" + "\n".join(lines) + "\n\n" if lines else ""
    function.__doc__ = f"{function.__doc__}\n\n{parameters}Returns\n-------\nstr\n    The kernel, as text.\n"
    return function


def _text(name: str, **values: Any) -> str:
    """Without what is at its default."""
    return _core.canonical("kernel", choice(name, **values))


@described
def linear() -> str:
    """x.y"""
    return _text("linear")


@described
def gaussian(*, sigma: Optional[float] = None, gamma: Optional[float] = None, local: bool = False,
             neighbors: int = 7) -> str:
    """exp(-\\|x-y\\|^2 / 2 sigma^2). The default width is the median distance; `local` adapts it to the density."""
    return _text("gaussian", sigma=sigma, gamma=gamma, local=local, neighbors=neighbors)


@described
def polynomial(*, degree: int = 2, offset: float = 1.0) -> str:
    """(x.y + offset)^degree"""
    return _text("polynomial", degree=degree, offset=offset)


@described
def laplacian(*, sigma: Optional[float] = None) -> str:
    """exp(-\\|x-y\\| / sigma)"""
    return _text("laplacian", sigma=sigma)


@described
def sigmoid(*, gamma: Optional[float] = None, offset: float = 1.0) -> str:
    """tanh(gamma x.y + offset), which is indefinite."""
    return _text("sigmoid", gamma=gamma, offset=offset)


@described
def cosine() -> str:
    """x.y / \\|x\\| \\|y\\|"""
    return _text("cosine")


@described
def precomputed() -> str:
    """The data are the kernel matrix."""
    return _text("precomputed")


@described
def dissimilarity(*, power: int = 2) -> str:
    """The data are dissimilarities d; k = -d^power / 2."""
    return _text("dissimilarity", power=power)


@described
def geodesic(*, neighbors: int = 10, graph: str = "union", shift: str = "cailliez", metric: str = "euclidean",
             landmarks: Optional[int] = None) -> str:
    """Distances along the data: shortest paths through near neighbours."""
    return _text("geodesic", neighbors=neighbors, graph=graph, shift=shift, metric=metric, landmarks=landmarks)


@described
def connectivity(*, min_points: int = 1, metric: str = "euclidean", join: bool = False) -> str:
    """k = -d / 2, where d is the largest gap on the best path from x to y."""
    return _text("connectivity", min_points=min_points, metric=metric, join=join)


@described
def diffusion(*, time: float = 1.0, form: str = "heat", normalized: bool = False) -> str:
    """The data are a graph whose edges are similarities: exp(-time L)."""
    return _text("diffusion", time=time, form=form, normalized=normalized)


@described
def spectrum(*, length: int = 3) -> str:
    """For strings (see `StringFeatures`): the substrings that two of them share."""
    return _text("spectrum", length=length)


@described
def subsequence(*, length: int = 3, decay: float = 0.5) -> str:
    """For strings (see `StringFeatures`): the subsequences, with gaps, that two of them share."""
    return _text("subsequence", length=length, decay=decay)


@described
def weisfeiler_lehman(*, depth: int = 3) -> str:
    """For graphs (see `GraphFeatures`): the neighbourhoods that two of them share."""
    return _text("weisfeiler-lehman", depth=depth)


def _checked(X: Any) -> Any:
    return check_array(X, accept_sparse="csr", accept_large_sparse=False, dtype=[np.float64, np.float32])


def gram(X: Any, kernel: str = "gaussian", *, n_jobs: Optional[int] = None) -> Array:
    """The kernel matrix of the points, n x n.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    kernel : str
        The kernel with its parameters.
    n_jobs : int or None
        Threads; None and -1 are all cores.

    Returns
    -------
    array of shape (n_samples, n_samples)
        The matrix.

    Examples
    --------
    >>> gram([[1.0, 0.0], [0.0, 2.0]], "cosine").round(3)
    array([[1., 0.],
           [0., 1.]])
    """
    return _core.gram(_checked(X), kernel, threads_of(n_jobs))[0]


def neighbor_gram(X: Any, kernel: str = "gaussian", *, neighbors: int = 10,
                  n_jobs: Optional[int] = None) -> sparse.csr_matrix:
    """The kernel between near points only, as a symmetric sparse matrix for ``kernel="precomputed"``.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    kernel : str
        The kernel with its parameters.
    neighbors : int, default=10
        Near points of each point.
    n_jobs : int or None
        Threads; None and -1 are all cores.

    Returns
    -------
    sparse matrix of shape (n_samples, n_samples)
        The matrix.

    Examples
    --------
    >>> neighbor_gram([[0.0], [1.0], [5.0]], "gaussian:sigma=1", neighbors=1).nnz
    7
    """
    (values, indices, indptr, shape), _ = _core.neighbor_gram(_checked(X), kernel, neighbors, threads_of(n_jobs))
    return sparse.csr_matrix((values, indices, indptr), shape=shape)


def resolve(X: Any, kernel: str = "gaussian", *, n_jobs: Optional[int] = None) -> str:
    """The kernel with the parameters that it would get on these points. This computes its matrix.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    kernel : str
        The kernel with its parameters.
    n_jobs : int or None
        Threads; None and -1 are all cores.

    Returns
    -------
    str
        The kernel with all its parameters.

    Examples
    --------
    >>> resolve([[0.0], [1.0], [3.0]], "gaussian")
    'gaussian:sigma=2'
    """
    return _core.gram(_checked(X), kernel, threads_of(n_jobs))[1]


def nearest_neighbors(X: Any, k: int, metric: str = "euclidean", *,
                      n_jobs: Optional[int] = None) -> tuple[Array, Array]:
    """The exact k nearest neighbours of each point: their indices and distances, from near to far.

    Ties go to the lower index. The metric is ``"euclidean"`` or ``"cosine"``.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The points.
    k : int
        How many.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        How far points are apart.
    n_jobs : int or None
        Threads; None and -1 are all cores.

    Returns
    -------
    indices : array of shape (n_samples, k)
        Which points.
    distances : array of shape (n_samples, k)
        How far they are.

    Examples
    --------
    >>> nearest_neighbors([[0.0], [1.0], [5.0]], 1)[0].ravel()
    array([1, 0, 1], dtype=int32)
    """
    return _core.nearest_neighbors(_checked(X), k, metric, threads_of(n_jobs))


def vat_order(K: Any) -> Array:
    """An order of the points in which clusters are blocks of the kernel matrix (VAT, Bezdek and Hathaway).

    Parameters
    ----------
    K : array of shape (n_samples, n_samples)
        Similarities.

    Returns
    -------
    array of shape (n_samples,)
        The points in that order.

    Examples
    --------
    >>> vat_order([[1.0, 0.0, 0.9], [0.0, 1.0, 0.1], [0.9, 0.1, 1.0]])
    array([0, 2, 1])
    """
    return _core.vat_order(_checked(K))
