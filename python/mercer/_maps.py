"""Neural gas and self-organising maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

from ._base import Kernel
from ._clusterer import Prototypes
from ._doc import documented


@documented
@dataclass(eq=False, repr=False)
class NeuralGas(Prototypes):
    """Neural gas: a point pulls every prototype, by the rank of its closeness.

    Examples
    --------
    >>> from mercer import NeuralGas
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> NeuralGas(2).fit(X).objective_
    1.0
    """

    _method: ClassVar[str] = "neural-gas"
    _has: ClassVar[tuple[str, ...]] = (*Prototypes._has, "memberships_", "cluster_centers_")

    _: KW_ONLY
    kernel: Kernel = None
    lambda_initial: Optional[float] = None
    lambda_final: float = 0.01
    steps: int = 50
    online: bool = False
    passes: int = 100
    epsilon_initial: float = 0.5
    epsilon_final: float = 0.005
    approx: str = "none"
    embed: str = "none"


@documented
@dataclass(eq=False, repr=False)
class SelfOrganizingMap(Prototypes):
    """A self-organising map: prototypes are nodes of a grid, and a point pulls its winner's neighbours too.

    The map has the nodes of `grid`; without one it is the squarest grid of `n_clusters` nodes. What it shows is
    in ``map_``: a dict with ``grid``, ``topology``, ``hits`` (weight of the points that each node wins),
    ``heights`` (the U-matrix), ``quantization_error`` and ``topographic_error``.

    Examples
    --------
    >>> from mercer import SelfOrganizingMap, datasets
    >>> X, y = datasets.blobs(size=200)
    >>> model = SelfOrganizingMap(grid=(3, 4)).fit(X)
    >>> model.map_["hits"].sum()
    200.0
    """

    _method: ClassVar[str] = "som"
    _has: ClassVar[tuple[str, ...]] = (*Prototypes._has, "memberships_", "cluster_centers_", "map_")

    n_clusters: int = 16
    _: KW_ONLY
    kernel: Kernel = None
    grid: Optional[tuple[int, int]] = None
    topology: str = "rectangular"
    sigma_initial: Optional[float] = None
    sigma_final: float = 0.5
    steps: int = 50
    start: str = "plane"
    online: bool = False
    passes: int = 100
    epsilon_initial: float = 0.5
    epsilon_final: float = 0.005
    approx: str = "none"
    embed: str = "none"

    def _cluster_options(self, count: Any) -> dict[str, Any]:
        return {} if self.grid is not None else super()._cluster_options(count)

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        super()._keep_more(result)
        self.map_ = result["map"]
