"""HDBSCAN, with scikit-learn's parameters and attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

import numpy as np
from scipy.cluster.hierarchy import fcluster
from sklearn.metrics import DistanceMetric, pairwise_distances
from sklearn.neighbors import BallTree, KDTree
from sklearn.utils.validation import check_is_fitted

from ._arrays import as_numpy
from ._base import Array
from ._doc import documented
from ._persistence import strengths
from ._swap import only
from ._trees import OUR_METRICS, OnTree

#: labels of rows that hold no point: infinite numbers, missing ones
INFINITE, MISSING = -2, -3


@documented
@dataclass(eq=False, repr=False)
class HDBSCAN(OnTree):
    """HDBSCAN: clusters that persist over many densities; it finds how many, and noise.

    Rows with infinite numbers have the label -2, rows with missing ones -3.

    Examples
    --------
    >>> from mercer import HDBSCAN, datasets
    >>> X, y = datasets.two_moons()
    >>> model = HDBSCAN(min_size=20).fit(X)
    >>> model.n_clusters_, model.probabilities_.max()
    (2, 1.0)
    """

    _method: ClassVar[str] = "hdbscan"
    _kernel_fields: ClassVar[tuple[str, ...]] = ("metric", "join")
    _words: ClassVar[dict[str, tuple[Any, ...]]] = {
        "algorithm": ("auto", "brute", "kd_tree", "ball_tree", "kdtree", "balltree"), "store_centers": (None, "centroid", "medoid", "both")}
    _aliases: ClassVar[dict[str, str]] = {"min_size": "min_cluster_size", "min_points": "min_samples"}

    min_cluster_size: Optional[int] = None
    _: KW_ONLY
    min_points: Optional[int] = None
    min_size: int = 5
    min_samples: Optional[int] = None
    cluster_selection_epsilon: float = 0.0
    max_cluster_size: Optional[int] = None
    metric_params: Optional[dict[str, Any]] = None
    alpha: float = 1.0
    algorithm: str = "auto"
    leaf_size: int = 40
    cluster_selection_method: str = "eom"
    allow_single_cluster: bool = False
    store_centers: Optional[str] = None

    def _fit(self, X: Any, weights: Any) -> Any:
        X = as_numpy(X)
        self._refuse(X)
        kept = None if self.metric == "precomputed" else rows_with_points(X)
        if kept is None or kept.all() or not kept.any():
            super()._fit(X, weights)
        else:
            super()._fit(X[kept], weights)
            self._leave_out(X, kept)
        if self.store_centers:
            points = self._table._recipe.prepare(self._table._frame)[0] if hasattr(self, "table_") else X
            self._keep_centers(points if self._kept_rows() is None else X[kept])
        return self

    def _refuse(self, X: Any) -> None:
        """What has no counterpart, and what scikit-learn refuses as well."""
        self._refuse_unknown()
        for name, trees in (("kd_tree", KDTree), ("ball_tree", BallTree)):
            if self.algorithm == name and self.metric not in trees.valid_metrics:
                raise ValueError(f"{self.metric} is not a valid metric for a {trees.__name__}-based algorithm. Please "
                                 "select a different metric.")
        if hasattr(X, "tocsr") and self.metric != "precomputed" and self.algorithm not in ("auto", "brute"):
            raise ValueError("Sparse data matrices only support algorithm `brute`.")
        if self.store_centers and self.metric == "precomputed":
            raise ValueError("Cannot store centers when using a precomputed distance matrix.")
        count = X.shape[0] if hasattr(X, "shape") else len(X)
        if self.min_samples is not None and self.min_samples > count and not isinstance(X, Mapping):  # a dict of columns
            raise ValueError(f"min_samples ({self.min_samples}) must be at most the number of samples in X ({count})")
        only(self, cluster_selection_epsilon=0.0, max_cluster_size=None, alpha=1.0, cluster_selection_method="eom",
             allow_single_cluster=False)

    def _given(self, name: str) -> Any:
        if name == "metric":
            return "precomputed" if self._distances() is not None else OUR_METRICS.get(self.metric, self.metric)
        if name == "min_points" and self.min_points is None and self.min_samples is None:
            return self.min_cluster_size  # as scikit-learn has it, where its word was used
        return super()._given(name)

    def _distances(self) -> Any:
        """A function for metrics that are scikit-learn's and not ours; None for ours."""
        if isinstance(self.metric, str) and self.metric in OUR_METRICS:
            return None
        return Distances(self.metric, dict(self.metric_params or {}))

    def _kernel(self) -> Any:
        return self._distances()

    def predict(self, X: Any) -> Array:
        """The cluster of each point: that of the nearest training point, by mutual reachability.

        Beside noise there is noise, unless the point is within the distance at which the cluster split off.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            Labels; -1 is noise, -2 a row with infinite numbers, -3 one with missing ones.
        """
        kept = None if self.metric == "precomputed" or hasattr(self, "table_") else rows_with_points(X)
        if kept is None or kept.all():
            return super().predict(X)
        found = super().predict(X[kept]) if kept.any() else np.empty(0, np.int32)
        return spread_rows(found, kept, self._names_of(X))

    @property
    def probabilities_(self) -> Array:
        """How firmly each point is in its cluster, 0 to 1; 0 for noise, NaN where numbers are missing or a row was left out."""
        check_is_fitted(self)
        found = strengths(self.linkage_, self.labels_[self._places()], self._min_size)
        infinite = (self.labels_ == INFINITE) & (self._kept_rows() is not None)
        return spread_rows(found, self._places(), np.where(infinite, 0.0, np.nan))

    def dbscan_clustering(self, cut_distance: float, min_cluster_size: int = 5) -> Array:
        """Clusters at one density, as DBSCAN's without border points.

        Parameters
        ----------
        cut_distance : float
            Points that are nearer than this, in terms of mutual reachability, are together.
        min_cluster_size : int, default=5
            Points of the smallest cluster; smaller ones are noise.

        Returns
        -------
        array of shape (n_samples,)
            Labels; -1 is noise.
        """
        check_is_fitted(self)
        parts = fcluster(self.linkage_, cut_distance, criterion="distance")
        sizes = np.bincount(parts)
        names = np.full(len(sizes), -1)
        large = np.flatnonzero(sizes >= min_cluster_size)
        names[large] = np.arange(len(large))
        return spread_rows(names[parts], self._places(), self.labels_)

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "allow_nan": self.metric != "precomputed"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.metric != "precomputed"
        return tags

    def _kept_rows(self) -> Any:
        """Which rows of the fit have points, where not all have."""
        return getattr(self, "_rows_with_points", None)

    def _places(self) -> Any:
        """Where the points are among the rows of the fit."""
        rows, kept = self._rows_of_table(), self._kept_rows()
        return kept if kept is not None else slice(None) if rows is None else rows

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        super()._keep_more(result)
        self._min_size = self._given("min_size")  # which the parameter may no longer be

    def _spread_out(self) -> Any:
        self.__dict__.pop("_rows_with_points", None)  # of an earlier fit
        return super()._spread_out()

    def _leave_out(self, X: Any, kept: Array) -> None:
        """Labels for all rows."""
        self._rows_with_points = kept
        names = self._names_of(X)
        self.labels_ = spread_rows(self.labels_, kept, names)
        self.outlier_scores_ = spread_rows(self.outlier_scores_, kept, np.where(names == MISSING, np.nan, np.inf))

    def _names_of(self, X: Any) -> Array:
        """Labels of rows that hold no point."""
        missing = np.isnan(X.toarray() if hasattr(X, "indptr") else X).any(axis=1)
        return np.where(missing, MISSING, INFINITE).astype(np.int32)

    def _keep_centers(self, X: Any) -> None:
        X = np.asarray(X.toarray() if hasattr(X, "toarray") else X, np.float64)
        labels, weight = self.labels_[self._places()], self.probabilities_[self._places()]
        distances = self._distances() or Distances(self.metric, {})
        for name in ("centroids_", "medoids_"):
            self.__dict__.pop(name, None)
        groups = [(X[labels == j], weight[labels == j]) for j in range(self.n_clusters_)]
        if self.store_centers in ("centroid", "both"):
            self.centroids_ = np.array([np.average(P, axis=0, weights=w) for P, w in groups]).reshape(-1, X.shape[1])
        if self.store_centers in ("medoid", "both"):
            nearest = [P[np.argmin((distances(P, P) * w).sum(axis=1))] for P, w in groups]
            self.medoids_ = np.array(nearest).reshape(-1, X.shape[1])


@dataclass(frozen=True)
class Distances:
    """A metric of scikit-learn, or a function, as one of two sets of points."""

    metric: Any
    more: dict[str, Any]

    def __call__(self, X: Any, Y: Any) -> Any:
        if self.more and isinstance(self.metric, str) and self.metric in BallTree.valid_metrics:
            measure = DistanceMetric.get_metric(self.metric, **self.more)
            return measure.pairwise(np.asarray(X, np.float64), np.asarray(Y, np.float64))
        return pairwise_distances(X, Y, metric=self.metric, **self.more)


def rows_with_points(X: Any) -> Any:
    """Which rows hold only finite numbers; None if the data are not plain numbers."""
    if hasattr(X, "indptr"):
        at = np.repeat(np.arange(X.shape[0]), np.diff(X.tocsr().indptr))
        return ~np.isin(np.arange(X.shape[0]), at[~np.isfinite(X.tocsr().data)])
    if isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind == "f":
        return np.isfinite(X).all(axis=1)
    return None


def spread_rows(values: Array, kept: Array, others: Array) -> Array:
    """Values of the rows that were kept, the others' elsewhere."""
    out = np.array(others, dtype=values.dtype)
    out[kept] = values
    return out
