"""The one-class SVM, with scikit-learn's parameters."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

import numpy as np
from sklearn.base import OutlierMixin

from . import _core
from ._base import Array, Estimator, Kernel
from ._doc import documented
from ._swap import kernel_of


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
    _has: ClassVar[tuple[str, ...]] = (*Estimator._has, "offset_", "n_iter_", "support_", "support_vectors_", "n_support_",
                                       "dual_coef_")

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

    def fit(self, X: Any, y: Any = None) -> OneClassSVM:
        """Find the sphere around the points.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored

        Returns
        -------
        OneClassSVM
            Itself, fitted.
        """
        X = self._checked(X, reset=True)
        result = self._run(_core.cluster, X, self._training(X))
        self._keep_model(result)
        self.n_iter_ = max(1, result["iterations"])
        self.offset_ = -self._model.slack
        self._keep_support(X)
        return self

    def _keep_support(self, X: Any) -> None:
        """The points that the sphere rests on: those with a weight in its centre."""
        weights = self._model.coefficients().ravel()
        self.support_ = np.flatnonzero(weights).astype(np.int32)
        self.n_support_ = np.array([len(self.support_)], dtype=np.int32)
        self.support_vectors_ = np.empty((0, 0)) if self._is_pairwise() else X[self.support_]
        self.dual_coef_ = weights[None, self.support_] / weights.max()

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
