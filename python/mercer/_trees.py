"""Elongated clusters and hierarchies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from ._base import Array, Kernel
from ._clusterer import Clusterer, WeightedMixin
from ._doc import documented


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
        """The distance of each point to the nearest training point.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            The larger, the more unusual.
        """
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
