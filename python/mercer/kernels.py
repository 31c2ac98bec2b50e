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

from typing import Any, Optional

import numpy as np
from scipy import sparse
from sklearn.utils import check_array

from . import _core
from ._base import Array, threads_of
from ._grammar import choice

__all__ = [
    "connectivity", "cosine", "diffusion", "dissimilarity", "gaussian", "geodesic", "gram", "laplacian", "linear",
    "nearest_neighbors", "neighbor_gram", "polynomial", "precomputed", "resolve", "sigmoid", "spectrum", "subsequence",
    "vat_order", "weisfeiler_lehman",
]


def _text(name: str, **values: Any) -> str:
    """Without what is at its default."""
    return _core.canonical("kernel", choice(name, **values))


def linear() -> str:
    """x.y"""
    return _text("linear")


def gaussian(*, sigma: Optional[float] = None, gamma: Optional[float] = None, local: bool = False,
             neighbors: int = 7) -> str:
    """exp(-\\|x-y\\|^2 / 2 sigma^2); without a width the median distance; `local` tunes itself to the density."""
    return _text("gaussian", sigma=sigma, gamma=gamma, local=local, neighbors=neighbors)


def polynomial(*, degree: int = 2, offset: float = 1.0) -> str:
    """(x.y + offset)^degree"""
    return _text("polynomial", degree=degree, offset=offset)


def laplacian(*, sigma: Optional[float] = None) -> str:
    """exp(-\\|x-y\\| / sigma)"""
    return _text("laplacian", sigma=sigma)


def sigmoid(*, gamma: Optional[float] = None, offset: float = 1.0) -> str:
    """tanh(gamma x.y + offset), which is indefinite."""
    return _text("sigmoid", gamma=gamma, offset=offset)


def cosine() -> str:
    """x.y / \\|x\\| \\|y\\|"""
    return _text("cosine")


def precomputed() -> str:
    """The data are the kernel matrix."""
    return _text("precomputed")


def dissimilarity(*, power: int = 2) -> str:
    """The data are dissimilarities d; k = -d^power / 2."""
    return _text("dissimilarity", power=power)


def geodesic(*, neighbors: int = 10, graph: str = "union", shift: str = "cailliez", metric: str = "euclidean",
             landmarks: Optional[int] = None) -> str:
    """Distances along the data: shortest paths through near neighbours."""
    return _text("geodesic", neighbors=neighbors, graph=graph, shift=shift, metric=metric, landmarks=landmarks)


def connectivity(*, min_points: int = 1, metric: str = "euclidean", join: bool = False) -> str:
    """The largest gap on the best path from x to y, d; k = -d / 2."""
    return _text("connectivity", min_points=min_points, metric=metric, join=join)


def diffusion(*, time: float = 1.0, form: str = "heat", normalized: bool = False) -> str:
    """The data are a graph, its edges similarities: exp(-time L)."""
    return _text("diffusion", time=time, form=form, normalized=normalized)


def spectrum(*, length: int = 3) -> str:
    """Of strings, for the program: the substrings that two of them share."""
    return _text("spectrum", length=length)


def subsequence(*, length: int = 3, decay: float = 0.5) -> str:
    """Of strings, for the program: the subsequences, with gaps, that two of them share."""
    return _text("subsequence", length=length, decay=decay)


def weisfeiler_lehman(*, depth: int = 3) -> str:
    """Of graphs, for the program: the neighbourhoods that two of them share."""
    return _text("weisfeiler-lehman", depth=depth)


def _checked(X: Any) -> Any:
    return check_array(X, accept_sparse="csr", accept_large_sparse=False, dtype=[np.float64, np.float32])


def gram(X: Any, kernel: str = "gaussian", *, n_jobs: Optional[int] = None) -> Array:
    """The kernel matrix of the points, n x n.

    >>> gram([[1.0, 0.0], [0.0, 2.0]], "cosine").round(3)
    array([[1., 0.],
           [0., 1.]])
    """
    return _core.gram(_checked(X), kernel, threads_of(n_jobs))[0]


def neighbor_gram(X: Any, kernel: str = "gaussian", *, neighbors: int = 10,
                  n_jobs: Optional[int] = None) -> sparse.csr_matrix:
    """The same between near points only, as a symmetric sparse matrix for ``kernel="precomputed"``.

    >>> neighbor_gram([[0.0], [1.0], [5.0]], "gaussian:sigma=1", neighbors=1).nnz
    7
    """
    (values, indices, indptr, shape), _ = _core.neighbor_gram(_checked(X), kernel, neighbors, threads_of(n_jobs))
    return sparse.csr_matrix((values, indices, indptr), shape=shape)


def resolve(X: Any, kernel: str = "gaussian", *, n_jobs: Optional[int] = None) -> str:
    """The kernel with the parameters that it would have on these points; its matrix is computed for that.

    >>> resolve([[0.0], [1.0], [3.0]], "gaussian")
    'gaussian:sigma=2'
    """
    return _core.gram(_checked(X), kernel, threads_of(n_jobs))[1]


def nearest_neighbors(X: Any, k: int, metric: str = "euclidean", *,
                      n_jobs: Optional[int] = None) -> tuple[Array, Array]:
    """The k nearest points of each point among the others, exactly: their indices and distances, near to far.

    Ties go to the lower index. The metric is ``"euclidean"`` or ``"cosine"``.

    >>> nearest_neighbors([[0.0], [1.0], [5.0]], 1)[0].ravel()
    array([1, 0, 1], dtype=int32)
    """
    return _core.nearest_neighbors(_checked(X), k, metric, threads_of(n_jobs))


def vat_order(K: Any) -> Array:
    """An order of the points in which clusters are blocks of the kernel matrix (VAT, Bezdek and Hathaway).

    >>> vat_order([[1.0, 0.0, 0.9], [0.0, 1.0, 0.1], [0.9, 0.1, 1.0]])
    array([0, 2, 1])
    """
    return _core.vat_order(_checked(K))
