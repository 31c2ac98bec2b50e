"""Methods that are not the engine's loop: spectra, spheres, contours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

from ._base import Array, Kernel
from ._clusterer import Clusterer, several
from ._doc import documented
from ._swap import EIGEN_SOLVERS, AffinityMixin
from ._warn import warn


@dataclass(eq=False, repr=False)
class Scored(Clusterer):
    """A method whose spheres tell outliers."""

    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "outlier_scores_")

    def outlier_scores(self, X: Any) -> Array:
        """Squared distance to the nearest centre minus the squared radius: above 0 outside.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            One number per point.
        """
        return self._ask("outlier_scores", X, distances=True)


@documented
@dataclass(eq=False, repr=False)
class SpectralClustering(AffinityMixin, Clusterer):
    """Spectral clustering: k-means on the leading eigenvectors of the affinity.

    Without a kernel the affinity is gaussian and tunes itself to the density (``gaussian:local``). New points
    are placed by Nystrom's formula.

    Examples
    --------
    >>> from mercer import SpectralClustering, datasets, metrics
    >>> X, y = datasets.two_moons()
    >>> metrics.accuracy(y, SpectralClustering(2).fit_predict(X))
    1.0
    """

    _method: ClassVar[str] = "spectral"
    _least_samples: ClassVar[int] = 2
    _as_theirs: ClassVar[tuple[str, ...]] = ("n_clusters", "n_components")
    _words: ClassVar[dict[str, tuple[Any, ...]]] = {"eigen_solver": EIGEN_SOLVERS,
                                                    "assign_labels": ("kmeans", "discretize", "cluster_qr")}
    _gamma_if_none: ClassVar[float] = 1.0  # scikit-learn's defaults
    _neighbors_if_none: ClassVar[int] = 10

    n_clusters: int = 8
    _: KW_ONLY
    kernel: Kernel = None
    variant: str = "njw"
    refine: bool = False
    neighbors: int = 0
    approx: str = "none"
    n_init: int = 10
    max_iter: int = 300
    n_components: Optional[int] = None
    affinity: Any = None
    gamma: Optional[float] = None
    n_neighbors: Optional[int] = None
    eigen_solver: Optional[str] = None
    eigen_tol: Any = "auto"
    assign_labels: str = "kmeans"
    degree: float = 3
    coef0: float = 1
    kernel_params: Optional[dict[str, Any]] = None

    def _options(self, X: Any = None) -> dict[str, Any]:
        if self.n_components not in (None, self.n_clusters):
            warn([(f"n_components={self.n_components!r} is not used: there are as many eigenvectors as clusters",
                   "for another number, give SpectralEmbedding's coordinates to KMeans")])
        if self.assign_labels != "kmeans":
            warn([(f"assign_labels={self.assign_labels!r} is not used: k-means gives the labels", "")])
        return super()._options(X)

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        super()._keep_more(result)
        parts = int(result.get("findings", {}).get("pieces", [1])[0])
        if parts > 1:
            warn([(f"the graph of similarities is not fully connected: it has {parts} parts, and no cluster joins points of two",
                   "ask for more neighbours or a wider kernel if that is not meant")])


@documented
@dataclass(eq=False, repr=False)
class SphereClustering(Scored):
    """Clusters as spheres in feature space, each the smallest around the points near to it (Camastra and Verri).

    Examples
    --------
    >>> from mercer import SphereClustering
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> model = SphereClustering(2, rho=3).fit(X)
    >>> model.labels_[0] == model.labels_[1]
    True
    """

    _method: ClassVar[str] = "spheres"
    _least_samples = several

    n_clusters: int = 2
    _: KW_ONLY
    kernel: Kernel = None
    rho: float = 1.0
    init: Any = "kernel++"
    n_init: int = 10
    max_iter: int = 300


@documented
@dataclass(eq=False, repr=False)
class SupportVectorClustering(Scored):
    """Support vector clustering: contours around the data; finds the number of clusters.

    The width of the kernel decides how many. The default width suits columns of standard deviation 1. With
    `sweep`, ``findings_`` has the number of clusters at other widths.

    Examples
    --------
    >>> from mercer import SupportVectorClustering, datasets
    >>> X, y = datasets.rings()
    >>> SupportVectorClustering(kernel="gaussian:sigma=0.8").fit(X).n_clusters_
    2
    """

    _method: ClassVar[str] = "svc"

    _: KW_ONLY
    kernel: Kernel = "gaussian:sigma=0.5"
    outliers: float = 0.0
    graph: str = "fast"
    sweep: int = 0
