"""Methods that are not the engine's loop: spectra, spheres, contours, peaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

import numpy as np
from sklearn.base import OutlierMixin

from . import _core
from ._base import Array, Estimator, Kernel
from ._clusterer import Clusterer, several
from ._doc import documented
from ._swap import AffinityMixin, kernel_of, only


@dataclass(eq=False, repr=False)
class Scored(Clusterer):
    """A method whose spheres tell outliers."""

    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "outlier_scores_")

    def outlier_scores(self, X: Any) -> Array:
        """Squared distance to the nearest centre minus the squared radius: above 0 outside."""
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

    n_clusters: int = 2
    _: KW_ONLY
    kernel: Kernel = None
    variant: str = "njw"
    refine: bool = False
    neighbors: int = 0
    approx: str = "none"
    n_init: int = 10
    max_iter: int = 300
    affinity: Any = None
    gamma: Optional[float] = 1.0
    n_neighbors: int = 10
    eigen_solver: Optional[str] = None
    eigen_tol: Any = "auto"
    assign_labels: str = "kmeans"
    degree: float = 3
    coef0: float = 1
    kernel_params: Optional[dict[str, Any]] = None


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


@documented
@dataclass(eq=False, repr=False)
class MeanShift(Clusterer):
    """Mean shift: points climb to the peaks of their density; finds the number of clusters.

    Examples
    --------
    >>> from mercer import MeanShift
    >>> X = [[1, 1], [1, 2], [2, 1], [8, 8], [9, 8], [8, 9]]
    >>> MeanShift(bandwidth=2).fit(X).n_clusters_
    2
    """

    _method: ClassVar[str] = "mean-shift"
    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "cluster_centers_")

    _: KW_ONLY
    bandwidth: Optional[float] = None
    profile: str = "gaussian"  # type: ignore[assignment]  # of the density; that of the clusters is cluster_profile
    binning: bool = True
    max_iter: int = 300
    bin_seeding: Optional[bool] = None
    seeds: Any = None
    min_bin_freq: int = 1
    cluster_all: bool = True

    _aliases: ClassVar[dict[str, str]] = {"binning": "bin_seeding"}

    def _options(self, X: Any = None) -> dict[str, Any]:
        only(self, seeds=None, min_bin_freq=1, cluster_all=True)
        return super()._options(X)

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        self.cluster_centers_ = self._model.coordinates()


@documented
@dataclass(eq=False, repr=False)
class OneClassSVM(OutlierMixin, Estimator):
    """The one-class SVM as the smallest sphere around most of the points: the rest are outliers.

    Examples
    --------
    >>> from mercer import OneClassSVM
    >>> X = [[i, j] for i in range(3) for j in range(3)] + [[9, 9]]
    >>> OneClassSVM(nu=0.3).fit_predict(X)
    array([ 1,  1,  1,  1,  1,  1,  1,  1,  1, -1])
    """

    _method: ClassVar[str] = "one-class"
    _has: ClassVar[tuple[str, ...]] = (*Estimator._has, "offset_", "n_iter_")

    _: KW_ONLY
    kernel: Kernel = "gaussian"
    nu: Optional[float] = None
    C: Optional[float] = None
    gamma: Any = "scale"
    degree: int = 3
    coef0: float = 0.0
    tol: float = 1e-3
    shrinking: bool = True
    cache_size: float = 200
    max_iter: int = -1

    def _given(self, name: str) -> Any:
        return None if name == "max_iter" else super()._given(name)  # which is not one of the library's

    def _kernel(self) -> Any:
        return kernel_of(self, self.kernel, self.gamma) if self.kernel in ("rbf", "poly", "sigmoid") else self.kernel

    def fit(self, X: Any, y: Any = None) -> Any:
        """Find the sphere around the points."""
        X = self._checked(X, reset=True)
        result = self._run(_core.cluster, X, self._training(X))
        self._keep_model(result)
        self.n_iter_ = max(1, result["iterations"])
        self.offset_ = -self._model.slack
        return self

    def score_samples(self, X: Any) -> Array:
        """Squared radius minus squared distance to the centre: the larger, the deeper inside."""
        return -self._ask("outlier_scores", X, distances=True)

    def decision_function(self, X: Any) -> Array:
        """`score_samples` minus ``offset_``: not negative inside."""
        inside: Array = self.score_samples(X) - self.offset_
        return inside

    def predict(self, X: Any) -> Array:
        """1 inside, -1 outside."""
        return np.where(self.decision_function(X) >= 0, 1, -1)
