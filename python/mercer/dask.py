"""k-means of Dask arrays and frames: the data stay where they are, in pieces.

    from dask.distributed import Client
    from mercer.dask import KernelKMeans

    model = KernelKMeans(5, kernel="gaussian:sigma=1", approx="nystrom:landmarks=200").fit(X)  # a Dask array or frame
    labels = model.predict(X)  # a Dask array

A sample is drawn on the workers and fitted on this machine as the class of the same name in `mercer` does: landmarks by
randomly pivoted Cholesky, starts by kernel++. Each iteration is then one map over the blocks, whose sums the library
computes where they lie, and one reduction in the order of the blocks: the result depends neither on the number of
workers nor on who was first. The fitted object is an ordinary one: `mercer.write_model` writes it, the program reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import Any, Optional

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _kmeans
from ._arrays import as_given
from ._base import seed_of
from ._blocks import Descent, Sums, added, drawn, has_means, sums_of, together
from ._partitions import SAMPLE_ROWS, Summary, learned, merged, sampled, summary_of
from ._progress import watcher
from ._tables import TableFeatures, spread
from ._warn import Array

try:
    import dask
    import dask.array
except ImportError as error:
    raise ImportError("mercer.dask needs Dask: pip install mercer[dask]") from error

__all__ = ["KMeans", "KernelKMeans"]


def is_collection(X: Any) -> bool:
    return bool(dask.is_dask_collection(X))


def is_frame(X: Any) -> bool:
    return hasattr(X, "to_dask_array") and getattr(X, "ndim", 0) == 2


@dataclass(frozen=True)
class Pieces:
    """A collection: its blocks, not computed, and the rows of each (NaN where nobody knows)."""

    blocks: Sequence[Any]
    rows: Sequence[float]
    single: bool  # numbers of 32 bits, all of them


def pieces_of(X: Any) -> Pieces:
    """Blocks that hold whole rows."""
    if is_frame(X):
        parts = X.to_delayed()
        return Pieces(parts, [np.nan] * len(parts), all(kind == np.float32 for kind in X.dtypes))
    if X.ndim != 2:
        raise ValueError(f"a Dask array of {X.ndim} dimensions was given; there is one row per point, and one column per number")
    if X.shape[0] == 0:
        raise ValueError("there are no points")
    X = X if X.numblocks[1] == 1 else X.rechunk({1: -1})
    return Pieces(list(X.to_delayed().ravel()), X.chunks[0], X.dtype == np.float32)


#: results that one task joins: fewer tasks than pairs are, each of which takes Dask a millisecond
JOINED = 8


def by_pairs(join: Callable[[Any, Any], Any], parts: list[Any]) -> Any:
    """One of many, neighbours first: a tree that depends on the number of parts alone."""
    while len(parts) > 1:
        parts = [join(*pair) if len(pair) == 2 else pair[0]
                 for pair in (parts[at : at + 2] for at in range(0, len(parts), 2))]
    return parts[0]


def combined(parts: list[Any], join: Callable[[Any, Any], Any]) -> Any:
    """The same tree where the parts lie, some of its levels in one task."""
    one = dask.delayed(by_pairs)
    while len(parts) > 1:
        parts = [one(join, parts[at : at + JOINED]) for at in range(0, len(parts), JOINED)]
    return parts[0]


def ready(block: Any) -> Array:
    """A block as the library reads it."""
    block = np.asarray(block)
    return np.ascontiguousarray(block, None if block.dtype in (np.float32, np.float64) else np.float64)


def points_of(block: Any, features: Optional[TableFeatures]) -> tuple[Array, Optional[Array]]:
    """The points of a block, and the rows that they are (None: all); of a table by its recipe."""
    if features is None:
        return ready(block), None
    if len(block):
        try:
            return features._points(block)[:2]
        except ValueError as error:
            if "dropping them leaves none" not in str(error):  # a table must have points, a part of it need not
                raise
    return np.empty((0, len(features.get_feature_names_out()))), np.empty(0, dtype=np.int64)


def of_block(model: Any, block: Any, features: Optional[TableFeatures]) -> Sums:
    """What a block adds to the means."""
    return sums_of(model, points_of(block, features)[0])


def asked(model: Any, question: str, block: Any, features: Optional[TableFeatures], device: str) -> Array:
    """What the model says of a block."""
    points, rows = points_of(block, features)
    return spread(as_given(getattr(model, question)(points, 1, device), points), rows, len(block))


class DaskMixin:
    """A fit of blocks that are not here."""

    sample_size: int
    max_iter: int
    random_state: Any
    device: str
    progress: Any
    verbose: int
    block_tol: float
    table: Optional[TableFeatures]
    _model: Any

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Cluster the points.

        Parameters
        ----------
        X : Dask array of shape (n_samples, n_features), Dask frame, or what the ordinary class takes
            The points, or a table whose recipe is learnt in one pass over its partitions.
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
        if self.sample_size < 1:
            raise ValueError(f"sample_size = {self.sample_size} must be at least 1")
        has_means(self)
        pieces = pieces_of(X)
        return self._fit_frame(pieces) if is_frame(X) else self._fit_pieces(pieces, self._sampled(pieces), None)

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
            Labels; -2 for rows of a table that are left out.
        """
        return self._each_block("predict", X) if is_collection(X) else super().predict(X)  # type: ignore[misc]

    def transform(self, X: Any) -> Any:
        """Distances to the prototypes; of a Dask collection a Dask array, computed when asked for.

        Returns
        -------
        array of shape (n_samples, n_clusters)
            One row per point; in 32 bits if the points are.
        """
        return self._each_block("transform", X) if is_collection(X) else super().transform(X)  # type: ignore[misc]

    def _each_block(self, question: str, X: Any) -> Any:
        check_is_fitted(self)
        features = getattr(self, "table_", None)
        names = getattr(self, "feature_names_in_", None)
        if features is not None and not is_frame(X):
            raise ValueError(f"{type(self).__name__} was fitted on a table; give a frame with the columns "
                             + ", ".join(features._recipe.columns))
        if features is None and names is not None and is_frame(X) and [str(name) for name in X.columns] != list(names):
            raise ValueError(f"{type(self).__name__} was fitted on a table with the columns {', '.join(names)}, in this order; "
                             f"this one has {', '.join(str(name) for name in X.columns)}")
        return self._of_pieces(question, pieces_of(X), features)

    def _of_pieces(self, question: str, pieces: Pieces, features: Optional[TableFeatures]) -> Any:
        answer, model, recipe = dask.delayed(asked), dask.delayed(self._model), dask.delayed(features)
        wide = question == "transform"
        dtype = np.int32 if not wide else np.float32 if pieces.single and features is None else np.float64
        more = (self._model.clusters,) if wide else ()
        return dask.array.concatenate([
            dask.array.from_delayed(answer(model, question, block, recipe, self.device), (rows, *more), dtype=dtype)
            for block, rows in zip(pieces.blocks, pieces.rows)])

    def _sampled(self, pieces: Pieces) -> Any:
        """Rows by chance, in their order."""
        size, seed = self.sample_size, seed_of(self.random_state)
        draw, prepare = dask.delayed(drawn), dask.delayed(ready)
        parts = [draw(prepare(block), at, size, seed) for at, block in enumerate(pieces.blocks)]
        return combined(parts, partial(together, size=size)).compute()[1]

    def _fit_frame(self, pieces: Pieces) -> Any:
        """One pass over the partitions: what becomes of their columns, how long they are, and rows by chance."""
        this: Any = self
        size, seed = max(self.sample_size, SAMPLE_ROWS), seed_of(self.random_state)
        sum_up = dask.delayed(summary_of)
        parts = [sum_up(block, at, size, seed) for at, block in enumerate(pieces.blocks)]
        about: Summary = combined(parts, partial(merged, size=size)).compute()
        if not sum(about.rows):
            raise ValueError("there are no points")
        features = learned(about, self.table)
        sample = sampled(about, features, self.sample_size)
        plain = features._recipe.plain and len(features._recipe.columns) == features.n_features_in_
        pieces = Pieces(pieces.blocks, about.rows, pieces.single)
        sample = sample.astype(np.float32) if plain and pieces.single else sample
        self._fit_pieces(pieces, sample, None if plain else features)
        this.feature_names_in_, this.n_features_in_ = features.feature_names_in_, features.n_features_in_
        this._model.names = features._recipe.names()
        if not plain:
            this.table_, this._model.recipe = features, features._recipe
        return self

    def _fit_pieces(self, pieces: Pieces, sample: Array, features: Optional[TableFeatures]) -> Any:
        """The sample is where it begins; then each iteration goes through all blocks."""
        this: Any = self
        super().fit(sample)  # type: ignore[misc]
        recipe, one = dask.delayed(features), dask.delayed(of_block)

        def step(model: Any) -> Sums:
            sent = dask.delayed(model)
            found: Sums = combined([one(sent, block, recipe) for block in pieces.blocks], added).compute()
            return found

        with watcher(self.progress, self.verbose) as told:
            this._keep_descent(Descent(self._model).run(step, self.max_iter, self.block_tol, told))
        this.labels_ = self._of_pieces("predict", pieces, features)
        return self


@dataclass(eq=False, repr=False)
class KMeans(DaskMixin, _kmeans.KMeans):
    """k-means in the input space, of points in pieces; the parameters of `mercer.KMeans`, and two more.

    Parameters
    ----------
    sample_size : int, default=20000
        Points that the start is found among.
    block_tol : float, default=1e-6
        Iterations stop when one lowers the objective by less than this fraction.
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
        Iterations stop when one lowers the objective by less than this fraction.
    """

    _: KW_ONLY
    approx: str = "nystrom"
    sample_size: int = 20000
    block_tol: float = 1e-6
