"""Compute coordinates of the points in a few dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from . import _core
from ._arrays import as_type
from ._base import Array, Estimator, Kernel

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(eq=False, repr=False)
class Coordinates(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    """Points in, coordinates out."""

    _kind: ClassVar[str] = "coordinates"
    _least_samples: ClassVar[int] = 2
    _has: ClassVar[tuple[str, ...]] = (*Estimator._has, "eigenvalues_")

    n_components: Any = 2
    _: KW_ONLY
    kernel: Kernel = "gaussian"

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the coordinates of the points.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored

        Returns
        -------
        self
        """
        X = self._checked(X, reset=True)
        self._dtype = getattr(X, "dtype", None)
        result = self._run(_core.embed, X, self._training(X))
        self._keep_model(result)
        self.eigenvalues_ = self._as_fitted(result["values"])
        self._keep_more(result)
        return self

    def transform(self, X: Any) -> Array:
        """Coordinates of new points.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples, n_components)
            One row per point.
        """
        return self._ask("transform", X)

    @property
    def _n_features_out(self) -> int:
        return int(self._model.dimensions)

    def _as_fitted(self, values: Array) -> Array:
        """Numbers as precise as those of the fit."""
        return as_type(values, self._dtype)

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        """What only some methods have."""
