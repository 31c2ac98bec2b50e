"""Points as coordinates in few dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from . import _core
from ._base import Array, Estimator, Kernel
from ._doc import documented


@dataclass(eq=False, repr=False)
class Coordinates(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    """Points in, coordinates out."""

    _kind: ClassVar[str] = "coordinates"
    _least_samples: ClassVar[int] = 2
    _has: ClassVar[tuple[str, ...]] = (*Estimator._has, "eigenvalues_")

    n_components: int = 2
    _: KW_ONLY
    kernel: Kernel = "gaussian"

    def fit(self, X: Any, y: Any = None) -> Any:
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
        result = self._run(_core.embed, X, self._training(X))
        self._keep_model(result)
        self.eigenvalues_ = result["values"]
        self._keep_more(result)
        return self

    def transform(self, X: Any) -> Array:
        """Coordinates of new points."""
        return self._ask("transform", X)

    @property
    def _n_features_out(self) -> int:
        return int(self._model.dimensions)

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        """What only some methods have."""


@documented
@dataclass(eq=False, repr=False)
class KernelPCA(Coordinates):
    """Kernel principal components: the axes of largest variance in feature space.

    Examples
    --------
    >>> from mercer import KernelPCA, datasets
    >>> X, y = datasets.rings()
    >>> KernelPCA(2, kernel="gaussian:sigma=1").fit_transform(X).shape == (len(X), 2)
    True
    """

    _method: ClassVar[str] = "pca"
    _has: ClassVar[tuple[str, ...]] = (*Coordinates._has, "explained_variance_ratio_")

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        self.explained_variance_ratio_ = result["values"] / result["total"]


@documented
@dataclass(eq=False, repr=False)
class SpectralEmbedding(Coordinates):
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

    _: KW_ONLY
    neighbors: int = 0

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        self.embedding_ = self._everywhere(result["coordinates"])
