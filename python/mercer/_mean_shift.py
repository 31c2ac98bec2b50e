"""Mean shift, with scikit-learn's parameters."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

import numpy as np

from ._arrays import as_type
from ._base import Array
from ._clusterer import Clusterer
from ._doc import documented
from ._grammar import parse
from ._swap import only


@documented
@dataclass(eq=False, repr=False)
class MeanShift(Clusterer):
    """Mean shift: points climb to the peaks of their density; it finds how many clusters.

    The defaults are scikit-learn's: all points up to the bandwidth count alike, and every point climbs.

    Examples
    --------
    >>> from mercer import MeanShift
    >>> X = [[1, 1], [1, 2], [2, 1], [8, 8], [9, 8], [8, 9]]
    >>> MeanShift(bandwidth=2).fit(X).n_clusters_
    2
    """

    _method: ClassVar[str] = "mean-shift"
    _has: ClassVar[tuple[str, ...]] = (*Clusterer._has, "cluster_centers_")
    _as_theirs: ClassVar[tuple[str, ...]] = ("profile", "binning")

    _: KW_ONLY
    bandwidth: Optional[float] = None
    profile: str = "flat"  # type: ignore[assignment]  # of the density; that of the clusters is cluster_profile
    binning: bool = False
    max_iter: int = 300
    bin_seeding: Optional[bool] = None
    seeds: Any = None
    min_bin_freq: int = 1
    cluster_all: bool = True

    _aliases: ClassVar[dict[str, str]] = {"binning": "bin_seeding"}

    def _options(self, X: Any = None) -> dict[str, Any]:
        only(self, seeds=None, min_bin_freq=1)
        return super()._options(X)

    def _keep_of_model(self) -> None:
        super()._keep_of_model()
        self.cluster_centers_ = as_type(self._model.coordinates(), self._dtype)

    def _fit(self, X: Any, weights: Any) -> Any:
        super()._fit(X, weights)
        if not self.cluster_all:
            self.labels_ = self._orphaned(X, self.labels_)
        return self

    def predict(self, X: Any) -> Array:
        """The cluster of each point: that of the nearest peak.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            Labels; without `cluster_all`, -1 for points farther from every peak than the bandwidth.
        """
        labels = super().predict(X)
        return labels if self.cluster_all else self._orphaned(X, labels)

    def _orphaned(self, X: Any, labels: Array) -> Array:
        """Points that are farther from all peaks than the bandwidth belong to none."""
        distances: Array = self._ask("transform", X).min(axis=1)
        return np.where(distances > float(parse(self.method_)[1]["bandwidth"]), -1, labels)  # NaN where a row was left out
