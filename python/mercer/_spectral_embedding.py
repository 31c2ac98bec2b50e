"""Laplacian eigenmaps, with scikit-learn's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

from ._doc import documented
from ._embed import Coordinates
from ._swap import EIGEN_SOLVERS, AffinityMixin


@documented
@dataclass(eq=False, repr=False)
class SpectralEmbedding(AffinityMixin, Coordinates):
    """Leading eigenvectors of the affinity's random walk: Laplacian eigenmaps, also for new points.

    The eigenvectors themselves are in ``embedding_``. `transform` places any point by Nystrom's formula, training
    points too: there its own affinity to itself counts, which the graph leaves out.

    Examples
    --------
    >>> from mercer import SpectralEmbedding, datasets
    >>> X, y = datasets.two_moons()
    >>> SpectralEmbedding(2, neighbors=10).fit_transform(X).shape == (len(X), 2)
    True
    """

    _method: ClassVar[str] = "spectral"
    _has: ClassVar[tuple[str, ...]] = (*Coordinates._has, "embedding_")
    _words: ClassVar[dict[str, tuple[Any, ...]]] = {"eigen_solver": EIGEN_SOLVERS}

    _: KW_ONLY
    neighbors: int = 0
    affinity: Any = None
    gamma: Optional[float] = None
    n_neighbors: Optional[int] = None
    eigen_solver: Optional[str] = None
    eigen_tol: Any = "auto"

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        self.embedding_ = self._as_fitted(self._everywhere(result["coordinates"]))
