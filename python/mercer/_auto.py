"""Clusters with nothing said but how many; and two methods that are tried on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

import numpy as np

from ._base import Array, Kernel
from ._clusterer import Clusterer, SoftPrototypes, checked_weights, several
from ._doc import documented
from ._swap import only


@documented
@dataclass(eq=False, repr=False)
class AutoClustering(Clusterer):
    """Makes 17 clusterings and takes the one with the best support; you need not know a method, kernel or width.

    Three things count: how many of the others agree with it, how well it fits the density if the data look
    Gaussian, and how wide the gaps around its clusters are. Sparse points are compared by their directions, as
    documents are. With ``kernel="precomputed"`` a sparse matrix of similarities is a graph.

    Examples
    --------
    >>> from mercer import AutoClustering, datasets, metrics
    >>> X, y = datasets.rings()
    >>> model = AutoClustering(2).fit(X)
    >>> metrics.accuracy(y, model.labels_)
    1.0
    >>> len(model.candidates_), model.confidence_
    (17, 0.95)
    """

    _method: ClassVar[str] = "auto"
    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "candidates_", "winner_", "agreement_", "confidence_")
    _least_samples = several
    _finds_clusters: ClassVar[bool] = True

    n_clusters: Optional[int] = None
    _: KW_ONLY
    kernel: Kernel = None

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        chosen = result["choice"]
        self.candidates_ = chosen["candidates"] if chosen else []
        self.winner_ = chosen["winner"] if chosen else None
        self.agreement_ = chosen["agreement"] if chosen else float("nan")
        self.confidence_ = chosen["confidence"] if chosen else float("nan")


@documented
@dataclass(eq=False, repr=False)
class GaussianMixture(SoftPrototypes):
    """A mixture of Gaussians, by EM: every cluster has a shape of its own, every point a probability.

    Examples
    --------
    >>> from mercer import GaussianMixture, datasets, metrics
    >>> X, y = datasets.stretched()
    >>> metrics.accuracy(y, GaussianMixture(3).fit_predict(X))
    1.0
    """

    _method: ClassVar[str] = "mixture"
    _has: ClassVar[tuple[str, ...]] = (*SoftPrototypes._has, "cluster_centers_", "outlier_scores_", "means_", "weights_",
                                       "covariances_")
    _sparse: ClassVar[bool] = False
    _aliases: ClassVar[dict[str, str]] = {"n_clusters": "n_components", "covariance": "covariance_type",
                                          "tolerance": "tol", "init": "means_init"}

    _: KW_ONLY
    covariance: str = "full"
    tails: str = "gaussian"
    prior: float = 1.0
    tolerance: float = 1e-6
    n_components: Optional[int] = None
    covariance_type: Optional[str] = None
    tol: Optional[float] = None
    reg_covar: float = 1e-6
    init_params: str = "kmeans"
    weights_init: Any = None
    means_init: Any = None
    precisions_init: Any = None
    warm_start: bool = False
    verbose_interval: int = 10

    def _given(self, name: str) -> Any:
        value = super()._given(name)
        return "diagonal" if name == "covariance" and value == "diag" else value

    def _options(self, X: Any = None) -> dict[str, Any]:
        only(self, weights_init=None, precisions_init=None, warm_start=False)
        return super()._options(X)

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        super()._keep_more(result)
        self.means_, mass = self.cluster_centers_, self._model.mass
        self.weights_ = mass / mass.sum()
        count, columns = self.means_.shape
        full = self._model.covariances().reshape(count, columns, columns)
        shapes = {"tied": full[0], "diagonal": full.diagonal(axis1=1, axis2=2), "spherical": full[:, 0, 0]}
        self.covariances_ = shapes.get(str(self._given("covariance")), full)

    def outlier_scores(self, X: Any) -> Array:
        """Minus the logarithm of the density at each point."""
        return self._ask("outlier_scores", X)

    def score_samples(self, X: Any) -> Array:
        """The logarithm of the density at each point."""
        return -self._ask("outlier_scores", X)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The mean of `score_samples`, the logarithm of the likelihood per point: larger is better."""
        logs = self.score_samples(X)
        weights = np.ones(len(logs)) if sample_weight is None else checked_weights(sample_weight, logs)
        there = ~np.isnan(logs)  # rows of a table that are left out have no density
        return float(np.average(logs[there], weights=weights[there]))

    def transform(self, X: Any) -> Array:
        """The probability of each cluster, given the point: `predict_proba`."""
        return self.predict_proba(X)


@documented
@dataclass(eq=False, repr=False)
class GraphLinkage(Clusterer):
    """Joins the most similar clusters of a neighbour graph, whose edges are weighted by the self-tuning kernel.

    With ``kernel="precomputed"`` a sparse matrix of similarities is the graph.

    Examples
    --------
    >>> from mercer import GraphLinkage, datasets, metrics
    >>> X, y = datasets.two_moons()
    >>> metrics.accuracy(y, GraphLinkage(2).fit_predict(X))
    1.0
    """

    _method: ClassVar[str] = "graph-linkage"
    _least_samples = several

    n_clusters: int = 2
    _: KW_ONLY
    kernel: Kernel = None
    neighbors: int = 10
    linkage: str = "volume"
