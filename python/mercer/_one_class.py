"""The one-class SVM, with scikit-learn's parameters."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

import numpy as np
from sklearn.base import OutlierMixin

from . import _core
from ._base import Array, Estimator, Kernel
from ._doc import documented
from ._named_kernels import NamedKernelMixin


@documented
@dataclass(eq=False, repr=False)
class OneClassSVM(NamedKernelMixin, OutlierMixin, Estimator):
    """The one-class SVM as the smallest sphere around most of the points: the rest are outliers.

    Examples
    --------
    >>> from mercer import OneClassSVM
    >>> X = [[i, j] for i in range(3) for j in range(3)] + [[9, 9]]
    >>> OneClassSVM(nu=0.3).fit_predict(X)
    array([ 1,  1,  1,  1,  1,  1,  1,  1,  1, -1])
    """

    _method: ClassVar[str] = "one-class"
    _as_theirs: ClassVar[tuple[str, ...]] = ("kernel", "nu")
    _has: ClassVar[tuple[str, ...]] = (*Estimator._has, "offset_", "intercept_", "n_iter_", "support_", "support_vectors_",
                                       "n_support_", "dual_coef_")

    _: KW_ONLY
    kernel: Kernel = "rbf"
    nu: Optional[float] = 0.5
    C: Optional[float] = None
    gamma: Any = "scale"
    degree: int = 3
    coef0: float = 0.0
    tol: float = 1e-3
    shrinking: bool = True
    cache_size: float = 200
    max_iter: int = -1

    def _given(self, name: str) -> Any:
        if name == "max_iter" or (name == "nu" and self.C is not None and self.nu == 0.5):
            return None  # which is not one of the library's; C stands for nu
        return super()._given(name)

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
        self._keep_support(X, result["outlier_scores"])
        return self

    def _keep_of_model(self) -> None:
        super()._keep_of_model()
        self.offset_ = -self._model.slack
        self.intercept_ = np.array([-self.offset_])

    def _keep_support(self, X: Any, scores: Array) -> None:
        """The points that the sphere rests on, those with a weight in its centre: no others are farther from it.

        The model of a kernel of points keeps their weights alone, in the order of the points.
        """
        weights = self._model.coefficients().ravel()
        if len(weights) < X.shape[0]:
            self.support_ = np.sort(np.argsort(-scores, kind="stable")[: len(weights)]).astype(np.int32)
        else:
            self.support_ = np.flatnonzero(weights).astype(np.int32)
            weights = weights[self.support_]
        self.n_support_ = np.array([len(self.support_)], dtype=np.int32)
        self.support_vectors_ = np.empty((0, 0)) if self._is_pairwise() else X[self.support_]
        self.dual_coef_ = weights[None] / weights.max()

    def score_samples(self, X: Any) -> Array:
        """Squared radius minus squared distance to the centre: the larger, the deeper inside.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            One number per point.
        """
        return -self._ask("outlier_scores", X, distances=True)

    def decision_function(self, X: Any) -> Array:
        """`score_samples` minus ``offset_``: not negative inside.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            One number per point.
        """
        inside: Array = self.score_samples(X) - self.offset_
        return inside

    def predict(self, X: Any) -> Array:
        """1 inside, -1 outside; -2 where a row of a table was left out.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            1 or -1 for each point.
        """
        inside = self.decision_function(X)
        return np.where(np.isnan(inside), -2, np.where(inside >= 0, 1, -1))
