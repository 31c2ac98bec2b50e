"""Kernel principal components, with scikit-learn's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Optional

import numpy as np
from scipy.linalg import solve
from sklearn.exceptions import NotFittedError
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._arrays import as_numpy
from ._base import Array, Kernel
from ._doc import documented
from ._embed import Coordinates
from ._kernel_functions import similarities
from ._named_kernels import NamedKernelMixin

if TYPE_CHECKING:
    from typing_extensions import Self


@documented
@dataclass(eq=False, repr=False)
class KernelPCA(NamedKernelMixin, Coordinates):
    """Kernel principal components: the axes of largest variance in feature space.

    The defaults are scikit-learn's: the linear kernel, and all axes along which the points extend.

    Examples
    --------
    >>> from mercer import KernelPCA, datasets
    >>> X, y = datasets.rings()
    >>> KernelPCA(2, kernel="gaussian:sigma=1").fit_transform(X).shape == (len(X), 2)
    True
    """

    _method: ClassVar[str] = "pca"
    _has: ClassVar[tuple[str, ...]] = (*Coordinates._has, "eigenvectors_", "explained_variance_ratio_", "gamma_",
                                       "X_fit_")
    _keeps_points: ClassVar[bool] = True
    _words: ClassVar[dict[str, tuple[Any, ...]]] = {"eigen_solver": ("auto", "dense", "arpack", "randomized")}
    _as_theirs: ClassVar[tuple[str, ...]] = ("n_components", "kernel")

    n_components: Optional[int] = None
    _: KW_ONLY
    kernel: Kernel = "linear"
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

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes, and with ``fit_inverse_transform`` the way back to points.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored

        Returns
        -------
        KernelPCA
            Itself, fitted.
        """
        if self.fit_inverse_transform and self.kernel == "precomputed":
            raise ValueError("Cannot fit_inverse_transform with a precomputed kernel: there are no points to return to")
        super().fit(X)
        if self.fit_inverse_transform:
            self._learn_way_back(X)
        return self

    def inverse_transform(self, X: Any) -> Array:
        """Points of given coordinates, by kernel ridge regression from the coordinates to the points.

        Parameters
        ----------
        X : array of shape (n_samples, n_components)
            Coordinates.

        Returns
        -------
        array of shape (n_samples, n_features)
            The points.
        """
        check_is_fitted(self)
        if not self.fit_inverse_transform:
            raise NotFittedError("The fit_inverse_transform parameter was not set to True when instantiating and hence "
                                 "the inverse transform is not available.")
        points: Array = self._among_coordinates(check_array(X), self._coordinates) @ self.dual_coef_
        return points

    def transform(self, X: Any) -> Array:
        """Coordinates of new points.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples, n_components)
            One row per point; zeros along axes that have no extent.
        """
        return self._widened(super().transform(X))

    def _training(self, X: Any) -> Any:
        self.X_fit_ = X
        return super()._training(X)

    def _options(self, X: Any = None) -> dict[str, Any]:
        options = super()._options(X)
        del options["max_iterations"]  # which an embedding has not
        if X is not None:
            options["dimensions"] = min(self.n_components or X.shape[0], max(1, X.shape[0] - 1))
        return options

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_) if hasattr(self, "eigenvalues_") else int(self._model.dimensions)

    def _widened(self, coordinates: Array) -> Array:
        """With a column of zeros for each axis without extent, where those were asked for."""
        missing = self._n_features_out - coordinates.shape[1]
        return np.pad(coordinates, ((0, 0), (0, missing))) if missing > 0 else coordinates

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        values, total = result["values"], result["total"]
        asked = self.n_components if self.n_components is not None else len(values)
        if len(values) < asked and values.sum() > (1 + 1e-5) * total:  # the total counts negative ones
            raise ValueError(f"There are significant negative eigenvalues, of {total - values.sum():.4g} in sum: the kernel is not "
                             f"positive semidefinite. It has {len(values)} axes of positive extent; ask for no more with n_components")
        self.gamma_ = 1 / self.X_fit_.shape[1] if self.gamma is None else self.gamma
        coordinates = self._everywhere(result["coordinates"])
        if not self.remove_zero_eig and self.n_components is not None and len(values) < self.n_components:
            self.eigenvalues_ = self._as_fitted(np.pad(values, (0, self.n_components - len(values))))
        self.explained_variance_ratio_ = self.eigenvalues_ / total if total > 0 else np.zeros_like(self.eigenvalues_)
        # u_j = scores_j / sqrt(lambda_j)
        scale = np.sqrt(np.where(self.eigenvalues_ > 0, self.eigenvalues_, 1))
        self._coordinates = self._as_fitted(self._widened(coordinates))
        self.eigenvectors_ = self._coordinates / scale

    # min |X - K A|^2 + alpha tr(A' K A)  =>  (K + alpha I) A = X, with K the kernel between the coordinates.
    def _learn_way_back(self, X: Any) -> None:
        points = check_array(as_numpy(X))
        K = self._among_coordinates(self._coordinates, self._coordinates)
        K.flat[:: len(K) + 1] += self.alpha
        self.dual_coef_ = solve(K, points, assume_a="pos", overwrite_a=True)

    def _among_coordinates(self, A: Array, B: Array) -> Array:
        kernel = getattr(self, "_fit_kernel", None)
        if kernel is not None:
            return similarities(kernel, A, B)
        both: Array = _core.gram(np.vstack([A, B]).astype(np.float64), self.kernel_)[0]
        return np.ascontiguousarray(both[: len(A), len(A):])
