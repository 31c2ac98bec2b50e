"""k-means of Dask arrays and frames: the data stay where they are, in pieces.

    from dask.distributed import Client
    from mercer.dask import KernelKMeans

    model = KernelKMeans(5, kernel="gaussian:sigma=1", approx="nystrom:landmarks=200").fit(X)  # X: a Dask array
    labels = model.predict(X)  # a Dask array again

A sample is drawn on the workers and fitted on this machine as the class of the same name in `mercer` does: landmarks by
randomly pivoted Cholesky, starts by kernel++. Each iteration is then one map over the blocks, whose sums the library
computes where they lie, and one reduction in the order of the blocks: the result depends neither on the number of
workers nor on who was first. The fitted object is an ordinary one: `mercer.write_model` writes it, the program reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from . import _kmeans
from ._base import seed_of
from ._blocks import Descent, Sums, added, drawn, has_means, sums_of, together
from ._progress import watcher

try:
    import dask
    import dask.array
except ImportError as error:
    raise ImportError("mercer.dask needs Dask: pip install mercer[dask]") from error

__all__ = ["KMeans", "KernelKMeans"]


def is_collection(X: Any) -> bool:
    return bool(dask.is_dask_collection(X))


def rows_of(X: Any) -> Any:
    """A Dask array whose blocks hold whole rows."""
    if hasattr(X, "to_dask_array"):  # a frame of numbers
        kinds = {str(kind) for kind in X.dtypes}
        if not all(np.dtype(kind).kind in "fiub" for kind in kinds if kind not in ("string", "category")) or (
                kinds & {"string", "category", "object"}):
            raise ValueError(f"the frame has columns of {', '.join(sorted(kinds))}; frames of numbers alone are taken here: "
                             "make the others numbers first (mercer.TableFeatures on a sample, and map_partitions)")
        X = X.to_dask_array(lengths=True)
    if X.ndim != 2:
        raise ValueError(f"a Dask array of {X.ndim} dimensions was given; there is one row per point, and one column per number")
    if X.shape[0] == 0:
        raise ValueError("there are no points")
    return X if X.numblocks[1] == 1 else X.rechunk({1: -1})


def combined(parts: list[Any], join: Callable[[Any, Any], Any]) -> Any:
    """One of many, by pairs of neighbours: a tree that depends on the number of parts alone."""
    while len(parts) > 1:
        parts = [join(*pair) if len(pair) == 2 else pair[0]
                 for pair in (parts[at : at + 2] for at in range(0, len(parts), 2))]
    return parts[0]


def ready(block: Any) -> Any:
    """A block as the library reads it."""
    block = np.asarray(block)
    return np.ascontiguousarray(block, None if block.dtype in (np.float32, np.float64) else np.float64)


class DaskMixin:
    """A fit of blocks that are not here."""

    sample_size: int
    max_iter: int
    random_state: Any
    progress: Any
    verbose: int
    block_tol: float
    _model: Any

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Cluster the points.

        Parameters
        ----------
        X : Dask array of shape (n_samples, n_features), Dask frame of numbers, or what the ordinary class takes
            The points.
        y : ignored
        sample_weight : array of shape (n_samples,), optional
            Not for Dask collections.

        Returns
        -------
        self
            Fitted; ``labels_`` is a Dask array, not computed yet.
        """
        if not is_collection(X):
            return super().fit(X, y, sample_weight)  # type: ignore[misc]
        if sample_weight is not None:
            raise ValueError("weights of points are not taken with Dask collections")
        return self._fit_collection(rows_of(X))

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """`fit`, and the labels: a Dask array of a Dask collection.

        Returns
        -------
        array of shape (n_samples,)
            Cluster of each point.
        """
        return self.fit(X, y, sample_weight).labels_

    def predict(self, X: Any) -> Any:
        """The cluster of each point; of a Dask collection a Dask array, computed when asked for.

        Returns
        -------
        array of shape (n_samples,)
            Labels.
        """
        return self._each_block("predict", X, np.int32, False)

    def transform(self, X: Any) -> Any:
        """Distances to the prototypes; of a Dask collection a Dask array, computed when asked for.

        Returns
        -------
        array of shape (n_samples, n_clusters)
            One row per point.
        """
        return self._each_block("transform", X, np.float64, True)

    def _each_block(self, question: str, X: Any, dtype: Any, wide: bool) -> Any:
        if not is_collection(X):
            return getattr(super(), question)(X)
        X, model = rows_of(X), dask.delayed(self._model)
        blocks = [dask.delayed(asked)(model, question, block) for block in X.to_delayed().ravel()]
        more = (self._model.clusters,) if wide else ()
        return dask.array.concatenate([dask.array.from_delayed(block, (rows, *more), dtype=dtype)
                                       for block, rows in zip(blocks, X.chunks[0])])

    def _fit_collection(self, X: Any) -> Any:
        this: Any = self
        has_means(self)
        blocks, seed, size = list(X.to_delayed().ravel()), seed_of(self.random_state), self.sample_size
        drawn_here, join = dask.delayed(drawn), dask.delayed(together)
        parts = [drawn_here(dask.delayed(ready)(block), at, size, seed) for at, block in enumerate(blocks)]
        _, sample = combined(parts, lambda one, other: join(one, other, size)).compute()
        super().fit(sample)  # type: ignore[misc]

        def step(model: Any) -> Sums:
            sent, one, add = dask.delayed(model), dask.delayed(of_block), dask.delayed(added)
            found: Sums = combined([one(sent, block) for block in blocks], add).compute()
            return found

        with watcher(self.progress, self.verbose) as told:
            this._keep_descent(Descent(self._model).run(step, self.max_iter, self.block_tol, told))
        this.labels_ = self.predict(X)
        return self


def of_block(model: Any, block: Any) -> Sums:
    return sums_of(model, ready(block))


def asked(model: Any, question: str, block: Any) -> Any:
    return getattr(model, question)(ready(block), 1)


@dataclass(eq=False, repr=False)
class KMeans(DaskMixin, _kmeans.KMeans):
    """k-means in the input space, of points in pieces; the parameters of `mercer.KMeans`, and two more.

    Parameters
    ----------
    sample_size : int, default=20000
        Points that the start is found among.
    block_tol : float, default=1e-6
        It rests when an iteration lowers the objective by less than this share.
    """

    _: KW_ONLY
    sample_size: int = 20000
    block_tol: float = 1e-6


@dataclass(eq=False, repr=False)
class KernelKMeans(DaskMixin, _kmeans.KernelKMeans):
    """Kernel k-means by features, of points in pieces; the parameters of `mercer.KernelKMeans`, and two more.

    Parameters
    ----------
    approx : str, default='nystrom'
        ``'nystrom'`` (with ``landmarks=`` how many) or ``'rff'``: points must have features.
    sample_size : int, default=20000
        Points that landmarks and the start are found among.
    block_tol : float, default=1e-6
        It rests when an iteration lowers the objective by less than this share.
    """

    _: KW_ONLY
    approx: str = "nystrom"
    sample_size: int = 20000
    block_tol: float = 1e-6
