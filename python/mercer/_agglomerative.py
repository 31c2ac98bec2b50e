"""Hierarchies as scikit-learn's AgglomerativeClustering: ours where we have the linkage, SciPy's elsewhere."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, Optional

import numpy as np
from scipy.cluster.hierarchy import linkage as scipy_linkage
from scipy.spatial.distance import squareform
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import linkage_tree, ward_tree
from sklearn.metrics import pairwise_distances
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import threads_of
from ._compat import validate_data
from ._report import PictureMixin
from ._trees import OUR_METRICS
from ._warn import Array

#: scikit-learn's name of a metric -> SciPy's
SCIPY_METRICS = {"euclidean": "euclidean", "l2": "euclidean", "manhattan": "cityblock", "l1": "cityblock",
                 "cityblock": "cityblock", "cosine": "cosine"}
LINKAGES = ("ward", "single", "average", "complete")


@dataclass(eq=False, repr=False)
class AgglomerativeClustering(PictureMixin, ClusterMixin, BaseEstimator):
    """Joins the two nearest clusters, again and again: ward, single, average or complete linkage.

    Ward's method and single linkage are mercer's (`Ward`, `SingleLinkage`), without a matrix of distances; average and
    complete linkage are SciPy's, of all distances. Where `connectivity` says which points may join, the hierarchy is
    scikit-learn's own. Clusters are numbered by their first points.

    Parameters
    ----------
    n_clusters : int or None, default=2
        Number of clusters; None with a `distance_threshold`.
    metric : str or callable, default='euclidean'
        How far points are apart: a metric of scikit-learn, or ``'precomputed'``. Ward's method takes
        only ``'euclidean'``.
    memory : None, str or joblib.Memory, default=None
        Not used: nothing is written to disk.
    connectivity : array, sparse matrix, callable or None, default=None
        Which points may join, or a function of the points that says so.
    compute_full_tree : bool or 'auto', default='auto'
        Not used without `connectivity`: the tree is always whole.
    linkage : {'ward', 'complete', 'average', 'single'}, default='ward'
        What is called near.
    distance_threshold : float or None, default=None
        Clusters at or above this distance do not join.
    compute_distances : bool, default=False
        Whether ``distances_`` is kept without a threshold.
    n_jobs : int or None, default=None
        Threads; None and -1 are all cores.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
        Cluster of each point.
    n_clusters_ : int
        Number of clusters, found or given.
    n_leaves_ : int
        Number of points.
    n_connected_components_ : int
        Parts of `connectivity`; 1 without it.
    children_ : array of shape (n_samples - 1, 2)
        The two nodes that join; below n_samples points, else ``n_samples + i`` for join i.
    distances_ : array of shape (n_samples - 1,)
        How far apart they were, where it was asked for.
    n_features_in_ : int
        Columns of the data.

    Examples
    --------
    >>> from mercer import AgglomerativeClustering
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> AgglomerativeClustering(2, linkage="average").fit_predict(X)
    array([0, 0, 1, 1])
    >>> AgglomerativeClustering(None, distance_threshold=5, linkage="complete").fit(X).n_clusters_
    2
    """

    n_clusters: Optional[int] = 2
    _: KW_ONLY
    metric: Any = "euclidean"
    memory: Any = None
    connectivity: Any = None
    compute_full_tree: Any = "auto"
    linkage: str = "ward"
    distance_threshold: Optional[float] = None
    compute_distances: bool = False
    n_jobs: Optional[int] = None

    def fit(self, X: Any, y: Any = None) -> AgglomerativeClustering:
        """Build the hierarchy and cut it.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The points; with ``metric='precomputed'`` their distances, n_samples x n_samples.
        y : ignored

        Returns
        -------
        AgglomerativeClustering
            Itself, fitted.
        """
        X = validate_data(self, X, dtype=[np.float64, np.float32], ensure_min_samples=2)
        self._refuse(X)
        children, heights = self._constrained(X) if self.connectivity is not None else self._hierarchy(X)
        self.children_, self.n_leaves_ = children, X.shape[0]
        if self.connectivity is None:
            self.n_connected_components_ = 1
        if self.distance_threshold is not None:
            self.n_clusters_ = int(np.count_nonzero(heights >= self.distance_threshold)) + 1
        else:
            self.n_clusters_ = int(self.n_clusters)  # type: ignore[arg-type]  # _refuse has seen to it
        self.__dict__.pop("distances_", None)
        if self.distance_threshold is not None or self.compute_distances:
            self.distances_ = heights
        self.labels_ = cut(children, X.shape[0], self.n_clusters_)
        return self

    def fit_predict(self, X: Any, y: Any = None) -> Array:
        """Build the hierarchy, cut it and return the labels.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The points, or their distances; as for `fit`.
        y : ignored

        Returns
        -------
        array of shape (n_samples,)
            Cluster of each point.
        """
        return self.fit(X).labels_

    def _shown(self, X: Any) -> tuple[Any, Array]:
        check_is_fitted(self)
        if X is None:
            raise ValueError("the points of the fit are not kept; give them, as in picture(path, X)")
        X = validate_data(self, X, reset=False, dtype=[np.float64, np.float32])
        if len(X) != len(self.labels_):
            raise ValueError(f"the fit had {len(self.labels_)} points, and these are {len(X)}; a hierarchy has no labels for new points")
        return X, self.labels_

    def _refuse(self, X: Array) -> None:
        if (self.n_clusters is None) == (self.distance_threshold is None):
            raise ValueError("Exactly one of n_clusters and distance_threshold has to be set, and the other needs to be "
                             "None.")
        if self.distance_threshold is not None and self.compute_full_tree is False:
            raise ValueError("compute_full_tree must be True if distance_threshold is set.")
        if self.linkage not in LINKAGES:
            raise InvalidParameterError(f"The 'linkage' parameter of AgglomerativeClustering must be one of "
                                        f"{', '.join(LINKAGES)}. Got {self.linkage!r} instead.")
        if self.linkage == "ward" and self.metric not in ("euclidean", "l2"):
            raise ValueError(f"{self.metric} was provided as metric. Ward can only work with euclidean distances.")
        if isinstance(self.metric, str) and self.metric == "precomputed" and X.shape[0] != X.shape[1]:
            raise ValueError(f"Distance matrix should be square, got matrix of shape {X.shape}")
        count = self.n_clusters
        if count is not None and (isinstance(count, bool) or not isinstance(count, numbers.Integral) or not 1 <= count <= X.shape[0]):
            raise InvalidParameterError(f"The 'n_clusters' parameter of AgglomerativeClustering must be an int from 1 to "
                                        f"the {X.shape[0]} points. Got {count!r} instead.")

    def _hierarchy(self, X: Array) -> tuple[Array, Array]:
        """Joins and heights by our engine or by SciPy."""
        ours = OUR_METRICS.get(self.metric) if isinstance(self.metric, str) else None
        if self.linkage == "ward":
            found = self._tree(X, method="ward")
        elif self.linkage == "single" and ours:
            found = self._tree(X, method="single", kernel=f"connectivity:metric={ours}")
        else:
            found = self._by_scipy(X)
        return found[:, :2].astype(np.intp), found[:, 2]

    def _by_scipy(self, X: Array) -> Array:
        """Average and complete linkage, of all distances; single linkage by a metric that is not ours."""
        if isinstance(self.metric, str) and self.metric in SCIPY_METRICS:
            return np.asarray(scipy_linkage(X, method=self.linkage, metric=SCIPY_METRICS[self.metric]))
        D = X if self._is_matrix() else pairwise_distances(X, metric=self.metric)
        return np.asarray(scipy_linkage(squareform(np.asarray(D, np.float64), checks=False), method=self.linkage))

    def _tree(self, X: Array, **options: Any) -> Array:
        result: Mapping[str, Any] = _core.cluster(X, clusters=1, threads=threads_of(self.n_jobs), **options)
        tree: Array = result["linkage"]
        return tree

    def _constrained(self, X: Array) -> tuple[Array, Array]:
        """Joins that `connectivity` allows."""
        allowed = self.connectivity(X) if callable(self.connectivity) else self.connectivity
        few = self.distance_threshold is None and self._stops_early(X.shape[0])
        options: dict[str, Any] = {"connectivity": allowed, "return_distance": True,
                                   "n_clusters": self.n_clusters if few else None}
        if self.linkage != "ward":
            options |= {"linkage": self.linkage, "affinity": self.metric}
        children, self.n_connected_components_, _, _, heights = (
            ward_tree if self.linkage == "ward" else linkage_tree)(X, **options)
        return children, heights

    def _stops_early(self, points: int) -> bool:
        """Whether the joins above the clusters are left out, as scikit-learn does for many clusters."""
        if self.compute_full_tree != "auto":
            return not self.compute_full_tree
        return self.n_clusters is not None and self.n_clusters >= max(100, 0.02 * points)

    def _is_matrix(self) -> bool:
        return isinstance(self.metric, str) and self.metric == "precomputed"

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn before 1.6
        return {"pairwise": self._is_matrix()}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._is_matrix()
        return tags


def cut(children: Array, points: int, clusters: int) -> Array:
    """Labels after the first points - clusters joins, in the order of each cluster's first point."""
    top = np.arange(points + len(children))
    for i, (a, b) in enumerate(children[: points - clusters].tolist()):
        top[a] = top[b] = points + i
    for i in range(points + len(children) - 1, -1, -1):
        top[i] = top[top[i]]
    _, first, labels = np.unique(top[:points], return_index=True, return_inverse=True)
    order = np.empty(len(first), np.intp)
    order[np.argsort(first)] = np.arange(len(first))
    return order[labels]
