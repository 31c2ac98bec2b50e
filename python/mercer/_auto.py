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
    (17, 0.98)
    """

    _method: ClassVar[str] = "auto"
    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "candidates_", "winner_", "agreement_", "confidence_")
    _least_samples = several
    _finds_clusters: ClassVar[bool] = True

    n_clusters: Optional[int] = None
    _: KW_ONLY
    kernel: Kernel = None
    take: Optional[str] = None

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        chosen = result["choice"]
        self.candidates_ = chosen["candidates"] if chosen else []
        self.winner_ = chosen["winner"] if chosen else None
        self.agreement_ = chosen["agreement"] if chosen else float("nan")
        self.confidence_ = chosen["confidence"] if chosen else float("nan")


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
