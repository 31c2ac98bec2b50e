"""Clusters with nothing said but how many; and a method that is tried on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

from ._base import Kernel
from ._clusterer import Clusterer, several
from ._doc import documented


@documented
@dataclass(eq=False, repr=False)
class AutoClustering(Clusterer):
    """Seventeen clusterings are made, and the data choose one: no method, kernel or width has to be known.

    Taken is the one that most of the others agree with, that fits the density where the data look Gaussian, and
    whose clusters have gaps around them. Sparse points are compared by their directions, as documents are. With
    ``kernel="precomputed"`` a sparse matrix of similarities is a graph.

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
class GraphLinkage(Clusterer):
    """The most similar clusters of a graph of near points join, its edges weighted by the self-tuning kernel.

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
