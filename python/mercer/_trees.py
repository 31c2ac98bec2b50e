"""Elongated clusters and hierarchies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

from sklearn.metrics import pairwise_distances
from sklearn.neighbors import BallTree, KDTree

from ._base import Array, Kernel
from ._clusterer import Clusterer, WeightedMixin
from ._doc import documented
from ._swap import only


#: scikit-learn's name of a metric -> ours
OUR_METRICS = {"euclidean": "euclidean", "l2": "euclidean", "p": "euclidean", "manhattan": "manhattan", "l1": "manhattan",
               "cityblock": "manhattan", "chebyshev": "chebyshev", "infinity": "chebyshev", "cosine": "cosine",
               "precomputed": "precomputed"}


@dataclass(eq=False, repr=False)
class OnTree(Clusterer):
    """A method on the tree of gaps: new points take the label of their nearest training point."""

    _kernel_name: ClassVar[str] = "connectivity"
    _kernel_fields: ClassVar[tuple[str, ...]] = ("min_points", "metric", "join")
    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "outlier_scores_", "linkage_")
    _least_samples: ClassVar[int] = 2

    _: KW_ONLY
    metric: str = "euclidean"
    join: bool = False

    def outlier_scores(self, X: Any) -> Array:
        """The distance of each point to the nearest training point."""
        return self._ask("outlier_scores", X)


@documented
@dataclass(eq=False, repr=False)
class ConnectivityClustering(WeightedMixin, OnTree):
    """Clusters of the connectivity kernel: two points are as far apart as the largest gap on the best path.

    There is no parameter to choose, and memory is linear. ``findings_`` has a bound on how far the cost is from the
    best possible. With `max_clusters` a range of numbers is tried: ``counts_`` has the cost of each, and the
    suggested one is used.

    Examples
    --------
    >>> from mercer import ConnectivityClustering, datasets, metrics
    >>> X, y = datasets.two_moons()
    >>> metrics.accuracy(y, ConnectivityClustering(2).fit_predict(X))
    1.0
    """

    _method: ClassVar[str] = "tree-cut"
    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "outlier_scores_")

    n_clusters: int = 2
    _: KW_ONLY
    max_clusters: int = 0
    min_points: int = 1
    attach: str = "auto"
    certificate: bool = True

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        if result["counts"]:
            self.counts_ = result["counts"]


@documented
@dataclass(eq=False, repr=False)
class SingleLinkage(OnTree):
    """Single linkage: joins the two nearest clusters.

    Examples
    --------
    >>> from mercer import SingleLinkage
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> SingleLinkage(2).fit(X).linkage_[:, 2].round(3)
    array([1.  , 1.  , 9.22])
    """

    _method: ClassVar[str] = "single"

    n_clusters: int = 2
    _: KW_ONLY
    min_points: int = 1


@documented
@dataclass(eq=False, repr=False)
class Genie(OnTree):
    """Genie: single linkage that joins the smallest cluster first if sizes differ too much.

    Examples
    --------
    >>> from mercer import Genie, datasets, metrics
    >>> X, y = datasets.two_moons()
    >>> metrics.accuracy(y, Genie(2).fit_predict(X))
    1.0
    """

    _method: ClassVar[str] = "genie"

    n_clusters: int = 2
    _: KW_ONLY
    min_points: int = 1
    g: float = 0.3


@documented
@dataclass(eq=False, repr=False)
class HDBSCAN(OnTree):
    """HDBSCAN: clusters that persist over many densities; finds their number, and noise.

    Examples
    --------
    >>> from mercer import HDBSCAN, datasets
    >>> X, y = datasets.two_moons()
    >>> HDBSCAN(min_size=20).fit(X).n_clusters_
    2
    """

    _method: ClassVar[str] = "hdbscan"
    _kernel_fields: ClassVar[tuple[str, ...]] = ("metric", "join")
    _aliases: ClassVar[dict[str, str]] = {"min_size": "min_cluster_size", "min_points": "min_samples"}

    _: KW_ONLY
    min_points: Optional[int] = None
    min_size: int = 5
    min_cluster_size: Optional[int] = None
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

    def _given(self, name: str) -> Any:
        if name == "metric":
            return "precomputed" if self._distances() is not None else OUR_METRICS.get(self.metric, self.metric)
        return super()._given(name)

    def _distances(self) -> Any:
        """A function for metrics that are scikit-learn's and not ours; None for ours."""
        if isinstance(self.metric, str) and self.metric in OUR_METRICS:
            return None
        return lambda X, Y: pairwise_distances(X, Y, metric=self.metric, **(self.metric_params or {}))

    def _kernel(self) -> Any:
        return self._distances()

    def _options(self, X: Any = None) -> dict[str, Any]:
        for name, trees in (("kd_tree", KDTree), ("ball_tree", BallTree)):
            if self.algorithm == name and self.metric not in trees.valid_metrics:
                raise ValueError(f"{self.metric} is not a valid metric for a {trees.__name__}-based algorithm; choose "
                                 "algorithm='auto'")
        only(self, cluster_selection_epsilon=0.0, max_cluster_size=None, alpha=1.0, cluster_selection_method="eom",
             allow_single_cluster=False, store_centers=None)
        return super()._options(X)


@documented
@dataclass(eq=False, repr=False)
class Ward(WeightedMixin, Clusterer):
    """Ward's method: the two clusters join whose union costs least, under any kernel.

    Examples
    --------
    >>> from mercer import Ward
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> Ward(2).fit(X).linkage_.shape
    (3, 4)
    """

    _method: ClassVar[str] = "ward"
    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "linkage_")
    _least_samples: ClassVar[int] = 2

    n_clusters: int = 2
    _: KW_ONLY
    kernel: Kernel = None
