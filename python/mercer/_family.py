"""Fuzzy, possibilistic, harmonic and inverse weighted: other ways to share points among prototypes."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

from ._base import Array, Kernel
from ._clusterer import Prototypes, SoftPrototypes
from ._doc import documented


@documented
@dataclass(eq=False, repr=False)
class FuzzyCMeans(SoftPrototypes):
    """Fuzzy c-means; with a kernel, kernel fuzzy c-means.

    Examples
    --------
    >>> from mercer import FuzzyCMeans
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> model = FuzzyCMeans(2, m=1.5).fit(X)
    >>> model.memberships_.max(axis=1).min() > 0.99
    True
    """

    _method: ClassVar[str] = "fuzzy"
    _has: ClassVar[tuple[str, ...]] = (*SoftPrototypes._has, "cluster_centers_")

    _: KW_ONLY
    kernel: Kernel = None
    m: Optional[float] = None
    prototypes: str = "feature"
    approx: str = "none"
    embed: str = "none"


@documented
@dataclass(eq=False, repr=False)
class PossibilisticCMeans(Prototypes):
    """Possibilistic c-means: how typical a point is of each cluster by itself, so that it may be of none.

    Examples
    --------
    >>> from mercer import PossibilisticCMeans, datasets
    >>> X, y = datasets.blobs(size=100, clusters=3, outliers=5)
    >>> model = PossibilisticCMeans(3).fit(X)
    >>> y[model.outlier_scores_.argmax()]  # the least typical point is an outlier
    0
    """

    _method: ClassVar[str] = "possibilistic"
    _has: ClassVar[tuple[str, ...]] = (*Prototypes._has, "memberships_", "outlier_scores_", "cluster_centers_")

    _: KW_ONLY
    kernel: Kernel = None
    m: Optional[float] = None
    eta: Optional[float] = None
    eta_rule: str = "auto"
    form: int = 1
    prototypes: str = "feature"
    approx: str = "none"
    embed: str = "none"

    def typicality(self, X: Any) -> Array:
        """How typical each point is of each cluster, 0 to 1; rows need not sum to one.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples, n_clusters)
            One row per point.
        """
        return self._ask("memberships", X, distances=True)

    def outlier_scores(self, X: Any) -> Array:
        """1 minus the largest typicality of each point.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            0 to 1: the larger, the less typical.
        """
        return self._ask("outlier_scores", X, distances=True)


@documented
@dataclass(eq=False, repr=False)
class KHarmonicMeans(SoftPrototypes):
    """K-harmonic means, in the input space or in feature space: the start matters little.

    Examples
    --------
    >>> from mercer import KHarmonicMeans
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> model = KHarmonicMeans(2).fit(X)
    >>> model.labels_[0] != model.labels_[3]
    True
    """

    _method: ClassVar[str] = "k-harmonic"
    _has: ClassVar[tuple[str, ...]] = (*SoftPrototypes._has, "cluster_centers_")

    _: KW_ONLY
    kernel: Kernel = None
    p: float = 3.5
    approx: str = "none"
    embed: str = "none"


@documented
@dataclass(eq=False, repr=False)
class InverseWeightedClustering(Prototypes):
    """Inverse weighted clustering: every point pulls every prototype, the nearest one with full weight.

    Examples
    --------
    >>> from mercer import InverseWeightedClustering
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> model = InverseWeightedClustering(2).fit(X)
    >>> sorted(model.findings_)[0]
    'b'
    """

    _method: ClassVar[str] = "iwc"
    _has: ClassVar[tuple[str, ...]] = (*Prototypes._has, "memberships_", "cluster_centers_")

    _: KW_ONLY
    kernel: Kernel = None
    b: Optional[float] = None
    polish: bool = True
    approx: str = "none"
    embed: str = "none"
