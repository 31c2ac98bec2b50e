"""k-means of points that come block by block: mini-batches, files larger than memory, and what Dask builds on.

The library says what a block adds to the means of a model (`Model.block_sums`); here blocks are found, and sums added
in the order of the blocks.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, Callable, Optional, TypeVar

import numpy as np
from scipy import sparse
from sklearn.utils import check_array
from sklearn.utils.validation import _get_feature_names, check_is_fitted

from ._arrays import as_numpy, with_short_indices
from ._base import seed_of, threads_of
from ._clusterer import checked_weights
from ._compat import there_if
from ._progress import watcher
from ._tables import spread
from ._warn import Array, warn

#: sums of vectors and masses of the clusters, and the objective
Sums = tuple[Array, Array, float]
Self = TypeVar("Self", bound="BlockMixin")

ROWS_TOGETHER = 1 << 16  # of an array that is read piece by piece


class Spooled:
    """The blocks of an iterator, which ends after one pass: in a file without a name for the passes after it."""

    def __init__(self, blocks: Iterator[Any]) -> None:
        self.file, self.count = tempfile.TemporaryFile(), 0
        for block in blocks:
            pickle.dump(block, self.file, protocol=5)
            self.count += 1

    def __call__(self) -> Iterator[Any]:
        self.file.seek(0)
        for _ in range(self.count):
            yield pickle.load(self.file)


def blocks_of(source: Any) -> Callable[[], Iterator[Any]]:
    """A function that goes through the blocks once more each time it is called."""
    if callable(source):
        return lambda: iter(source())
    if sparse.issparse(source):
        source = source.tocsr()
    if hasattr(source, "shape") and hasattr(source, "__getitem__"):  # an array, or a map of a file
        return lambda: (source[at : at + ROWS_TOGETHER] for at in range(0, source.shape[0], ROWS_TOGETHER))
    if isinstance(source, Iterator):
        return Spooled(source)
    if isinstance(source, Iterable):
        return lambda: iter(source)
    raise TypeError("fit_blocks takes a list or an iterator of blocks, a function that returns an iterator of them, or an "
                    f"array; this is {type(source).__name__}")


def read(block: Any) -> tuple[Any, Optional[Array]]:
    """The points of a block and their weights, where it is a pair of both."""
    points, weights = block if isinstance(block, tuple) and len(block) == 2 else (block, None)
    X = with_short_indices(check_array(as_numpy(points), accept_sparse="csr", dtype=[np.float64, np.float32], order="C"))
    return X, None if weights is None else checked_weights(weights, X)


def names_of(block: Any) -> Optional[list[str]]:
    """Names of the columns of a block that is a frame."""
    names = _get_feature_names(block[0] if isinstance(block, tuple) and len(block) == 2 else block)
    return None if names is None else list(names)


def stacked(one: Any, other: Any) -> Any:
    """Rows below rows, dense or sparse."""
    return with_short_indices(sparse.vstack([one, other]).tocsr()) if sparse.issparse(one) else np.concatenate([one, other])


class Sample:
    """Rows of all blocks by chance, at most `size`, with their weights; any two ways to come to it give the same."""

    def __init__(self, size: int, seed: int) -> None:
        self.size, self.seed, self.keys = size, seed, np.empty(0)
        self.rows: Any = None
        self.weights: Any = None

    def add(self, X: Any, weights: Optional[Array], at: int) -> None:
        """Block number `at`."""
        keys, chosen = drawn(np.arange(X.shape[0]), at, self.size, self.seed)
        rows, mass = X[chosen], np.ones(len(chosen)) if weights is None else weights[chosen]
        if self.rows is not None:
            rows, mass = stacked(self.rows, rows), np.concatenate([self.weights, mass])
            before = len(self.keys)
            keys, kept = together((self.keys, np.arange(before)), (keys, before + np.arange(len(keys))), self.size)
            rows, mass = rows[kept], mass[kept]
        self.keys, self.rows, self.weights = keys, rows, mass


def drawn(block: Any, at: int, size: int, seed: int) -> tuple[Array, Any]:
    """A key by chance for each row of block number `at`, and the rows with the smallest keys, at most `size`."""
    keys = np.random.Generator(np.random.Philox(key=[seed, at])).random(block.shape[0])
    if block.shape[0] <= size:
        return keys, block
    chosen = np.sort(np.argpartition(keys, size)[:size])
    return keys[chosen], block[chosen]


def together(one: tuple[Array, Any], other: tuple[Array, Any], size: int) -> tuple[Array, Any]:
    """A sample of two blocks from theirs; rows stay in order."""
    keys, rows = np.concatenate([one[0], other[0]]), np.concatenate([one[1], other[1]])
    if len(keys) <= size:
        return keys, rows
    chosen = np.sort(np.argpartition(keys, size)[:size])
    return keys[chosen], rows[chosen]


def added(one: Sums, other: Sums) -> Sums:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def sums_of(model: Any, block: Any, weights: Any = None, threads: int = 1) -> Sums:
    """What a block adds."""
    found = model.block_sums(block, weights, threads)
    return found["sums"], found["mass"], found["objective"]


def moved(model: Any, sums: Array, mass: Array) -> Any:
    """The model with its prototypes at the means; one without points stays where it is."""
    means, here = model.prototype_vectors(), mass > 0
    means[here] = sums[here] / mass[here, None]
    return model.with_prototypes(means, np.where(here, mass, 1.0))


class Descent:
    """Iterations of k-means, each of which asks for the sums of all blocks once."""

    def __init__(self, model: Any) -> None:
        self.model, self.converged = model, False
        self.history: list[float] = []

    def run(self, step: Callable[[Any], Sums], most: int, tolerance: float, told: Any) -> Descent:
        """Ends when an iteration lowers the objective by less than `tolerance` of it; Ctrl-C keeps the best so far."""
        try:
            for iteration in range(most):
                sums, mass, objective = step(self.model)
                before = self.history[-1] if self.history else np.inf
                self.history.append(objective)
                self.converged = bool(before - objective <= tolerance * objective)
                if told:
                    told("iterations", iteration + 1, most)
                if self.converged:  # the sums are those of the prototypes as they are
                    break
                self.model = moved(self.model, sums, mass)
        except KeyboardInterrupt:
            if not self.history:
                raise
            warn([("interrupted", "the best result so far is kept")])
        return self


def has_means(estimator: Any) -> bool:
    """Whether prototypes are means of vectors: without a kernel, or with features that approximate it."""
    approx = getattr(estimator, "approx", None)
    if approx is None or str(approx).partition(":")[0] in ("nystrom", "rff"):
        return True
    raise AttributeError(f"with approx={approx!r} points have no features whose means could move block by block; use "
                         "approx='nystrom' or approx='rff'")


class BlockMixin:
    """k-means that need not see all points at once."""

    _model: Any
    n_jobs: Optional[int]
    progress: Any
    verbose: int
    max_iter: int
    random_state: Any

    @there_if(has_means)
    def partial_fit(self: Self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Let the prototypes follow one more batch (mini-batch k-means).

        The first batch is fitted as `fit` does, and must hold more points than clusters. From then on each prototype
        is the mean of all points that were nearest to it when they came. With a kernel, `approx` must give points
        features: ``"nystrom"`` or ``"rff"``; the landmarks are of the first batch.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The batch.
        y : ignored
        sample_weight : array of shape (n_samples,), optional
            How much each point counts.

        Returns
        -------
        self
            Fitted; ``labels_`` and ``objective_`` are those of the batch.
        """
        this: Any = self
        if not hasattr(self, "_model"):
            this._fit(X, sample_weight)
            this._model.prototype_vectors()  # or the reason why they can't move
            this.n_steps_ = 1
            return self
        points, rows, size = this._points_of_table(X) if hasattr(self, "table_") else (this._checked(X, reset=False), None, 0)
        weights = sample_weight if sample_weight is None or rows is None else np.asarray(sample_weight)[rows]
        weights = None if weights is None else checked_weights(weights, points)
        found = self._model.block_sums(points, weights, threads_of(self.n_jobs))
        mass = self._model.mass + found["mass"]
        sums = self._model.prototype_vectors() * self._model.mass[:, None] + found["sums"]
        this._model = moved(self._model, sums, mass)
        this.labels_, this.objective_ = spread(found["labels"], rows, size), found["objective"]
        this.n_steps_ = getattr(self, "n_steps_", 1) + 1
        this._keep_of_model()
        this._keep_more({})
        return self

    @there_if(has_means)
    def fit_blocks(self: Self, blocks: Any, *, sample_size: int = 20000, tol: float = 1e-6) -> Self:
        """Cluster points that are too many to hold, going through them block by block.

        A sample of them, drawn in one pass, is fitted as `fit` does; from there all blocks are gone through until an
        iteration lowers the objective by less than `tol` of it.

        Parameters
        ----------
        blocks : list or iterator of blocks, callable that returns an iterator of them, or array
            The points. A block is an array, a sparse matrix, or a pair ``(X, sample_weight)``; an array may be a map of a
            file (``numpy.load(path, mmap_mode="r")``). An iterator ends after one pass: its blocks are written to a
            temporary file. A function that returns it needs none.
        sample_size : int, default=20000
            Points of the sample; landmarks of a kernel are among them.
        tol : float, default=1e-6
            Iterations stop when one lowers the objective by less than this fraction.

        Returns
        -------
        self
            Fitted, but without ``labels_``: ask `predict`, block by block.
        """
        if sample_size < 1:
            raise ValueError(f"sample_size = {sample_size} must be at least 1")
        again, seed, threads = blocks_of(blocks), seed_of(self.random_state), threads_of(self.n_jobs)
        sample, names = Sample(sample_size, seed), None
        for at, block in enumerate(again()):
            names = names_of(block) if at == 0 else names
            if names_of(block) != names:
                raise ValueError(f"block {at} has the columns {names_of(block)}, and block 0 {names}; all must have the same")
            sample.add(*read(block), at)
        if sample.rows is None:
            raise ValueError("there are no blocks")
        this: Any = self
        this._fit(sample.rows, None if (sample.weights == 1).all() else sample.weights)
        if names is not None:
            this.feature_names_in_, this._model.names = np.array(names, dtype=object), names

        def step(model: Any) -> Sums:
            total: Any = None
            for block in again():
                part = sums_of(model, *read(block), threads=threads)
                total = part if total is None else added(total, part)
            found: Sums = total
            return found

        with watcher(self.progress, self.verbose) as told:
            self._keep_descent(Descent(self._model).run(step, self.max_iter, tol, told))
        return self

    def _keep_descent(self, descent: Descent) -> None:
        check_is_fitted(self)
        this: Any = self
        this._model, this.history_, this.converged_ = descent.model, np.array(descent.history), descent.converged
        this.objective_, this.n_iter_ = min(descent.history), len(descent.history)
        this.__dict__.pop("labels_", None)  # of the sample
        this._keep_of_model()
        this._keep_more({})
