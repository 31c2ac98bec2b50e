"""Compute coordinates of the points in a few dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from . import _core
from ._base import Array, Estimator, Kernel
from ._doc import documented
from ._swap import affinity_of, kernel_of, only


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

    _: KW_ONLY
    gamma: Optional[float] = None
    degree: float = 3
    coef0: float = 1
    kernel_params: Optional[dict[str, Any]] = None
    alpha: float = 1.0
    fit_inverse_transform: bool = False
    eigen_solver: str = "auto"
    tol: float = 0
    max_iter: Optional[int] = None
    iterated_power: Any = "auto"
    remove_zero_eig: bool = False
    copy_X: bool = True

    def _kernel(self) -> Any:
        theirs = callable(self.kernel) or self.kernel in ("rbf", "poly", "sigmoid")
        return kernel_of(self, self.kernel, "auto" if self.gamma is None else self.gamma) if theirs else self.kernel

    def _options(self, X: Any = None) -> dict[str, Any]:
        only(self, fit_inverse_transform=False)
        options = super()._options(X)
        del options["max_iterations"]  # which an embedding has not
        return options

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
    affinity: Any = None
    gamma: Optional[float] = None
    n_neighbors: Optional[int] = None
    eigen_solver: Optional[str] = None
    eigen_tol: Any = "auto"

    def _given(self, name: str) -> Any:
        near = name == "neighbors" and isinstance(self.affinity, str) and self.affinity == "nearest_neighbors"
        return (self.n_neighbors or 10) if near else super()._given(name)

    def _kernel(self) -> Any:
        return affinity_of(self, self.kernel)

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        self.embedding_ = self._everywhere(result["coordinates"])
