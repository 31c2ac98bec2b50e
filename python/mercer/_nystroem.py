"""Nystrom's features, with scikit-learn's parameters."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, Optional

import numpy as np
from scipy.linalg import solve_triangular
from sklearn.base import BaseEstimator
from sklearn.metrics import pairwise_distances_argmin
from sklearn.metrics.pairwise import KERNEL_PARAMS
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted

from ._arrays import as_given
from ._base import seed_of
from ._features import FeaturesMixin
from ._kernel_functions import of_sets, similarities
from ._named_kernels import Named, WithParameters
from ._warn import Array


@dataclass(eq=False, repr=False)
class Nystroem(FeaturesMixin, BaseEstimator):
    """Points projected onto the span of some of them, the landmarks, in the feature space of a kernel.

    Landmarks are chosen by what is not yet in the span of those before (randomly pivoted Cholesky), which needs
    fewer than a choice at random does. They are chosen among all points, or among a random sample of 5 points per
    landmark (but at least 1000) if there are more.

    Parameters
    ----------
    kernel : str or callable, default='rbf'
        A kernel of scikit-learn or of mercer, a function, or ``'precomputed'``.
    gamma : float or None, default=None
        Width of scikit-learn's kernels; None is 1 / n_features.
    coef0, degree : float or None, default=None
        Of scikit-learn's kernels 'poly' and 'sigmoid'.
    kernel_params : dict or None, default=None
        Parameters of a kernel that is a function.
    n_components : int, default=100
        Number of landmarks, and of features; not more than points.
    random_state : int, RandomState or None, default=1
        Random seed; None draws one.
    sampler : {'rpcholesky', 'kmeans++', 'uniform'}, default='rpcholesky'
        How landmarks are chosen.
    n_jobs : int or None, default=None
        Threads; None and -1 are all cores.

    Attributes
    ----------
    components_ : array of shape (n_landmarks, n_features)
        The landmarks.
    component_indices_ : array of shape (n_landmarks,)
        Which training points they are.
    normalization_ : array of shape (n_landmarks, n_landmarks)
        Features are ``kernel(X, components_) @ normalization_.T``.
    n_components_ : int
        Number of features.
    n_features_in_ : int
        Columns of the data.

    Examples
    --------
    >>> from mercer import Nystroem, datasets
    >>> X, y = datasets.rings()
    >>> Nystroem(gamma=0.5, n_components=20).fit_transform(X).shape == (len(X), 20)
    True
    """

    kernel: Any = "rbf"
    _: KW_ONLY
    gamma: Optional[float] = None
    coef0: Optional[float] = None
    degree: Optional[float] = None
    kernel_params: Optional[dict[str, Any]] = None
    n_components: int = 100
    random_state: Any = 1
    sampler: str = "rpcholesky"
    n_jobs: Optional[int] = None

    def fit(self, X: Any, y: Any = None) -> Nystroem:
        """Choose the landmarks.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored

        Returns
        -------
        Nystroem
            Itself, fitted.
        """
        X = self._checked(X, reset=True)
        given = not (self.gamma is None and self.coef0 is None and self.degree is None)
        if given and (callable(self.kernel) or self.kernel == "precomputed"):
            raise ValueError("Don't pass gamma, coef0 or degree to Nystroem if using a callable or precomputed kernel; "
                             "give a function its own in kernel_params")
        if given and self.kernel not in KERNEL_PARAMS:
            raise InvalidParameterError(f"gamma, coef0 and degree belong to scikit-learn's kernels; write the parameters of "
                                        f"{self.kernel!r} into its text, as in 'gaussian:gamma=0.5'")
        kernel = self._meant(X)
        self._function = of_sets(kernel, X) if callable(kernel) else None
        self.n_components_ = int(self.n_components)
        count, seed = min(self.n_components_, X.shape[0]), seed_of(self.random_state)
        given_matrix = self.kernel == "precomputed"
        some = np.arange(X.shape[0]) if given_matrix else sample(X.shape[0], max(5 * count, 1000), seed)
        points = X[some] if len(some) < X.shape[0] else X
        among = similarities(self._function, points, points) if self._function else points
        self._learn_map(among, "precomputed" if self._function else kernel,
                        f"nystrom:landmarks={count},sampler={self.sampler}", seed)
        places = self._map["columns"]  # where the landmarks are known by them
        if not len(places):
            places = pairwise_distances_argmin(self._map["landmarks"], points)
        self.components_, self.component_indices_ = points[places], some[places]
        # z(x) = L^-1 k(landmarks, x) and L L' = k(landmarks, landmarks), so that z(landmarks) = L.
        L = self._mapped(among[places])[:, : len(places)]
        self.normalization_ = as_given(solve_triangular(L, np.eye(len(L)), lower=True), X)
        return self

    def transform(self, X: Any) -> Array:
        """Features of points.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples, n_components)
            One row per point; zeros where landmarks added nothing.
        """
        check_is_fitted(self)
        X = self._checked(X, reset=False)
        if self._function:
            found = similarities(self._function, X, self.components_) @ self.normalization_.T
        else:
            found = self._mapped(X)
        if found.shape[1] < self.n_components_:
            found = np.pad(found, ((0, 0), (0, self.n_components_ - found.shape[1])))
        return as_given(found, X)

    def _meant(self, X: Any) -> Any:
        """The kernel: a text of ours, or a function."""
        if callable(self.kernel):
            return WithParameters(self.kernel, self.kernel_params) if self.kernel_params else self.kernel
        if self.kernel == "rbf":
            return f"gaussian:gamma={1 / X.shape[1] if self.gamma is None else float(self.gamma)!r}"
        if self.kernel in KERNEL_PARAMS and self.kernel != "precomputed":
            given = {name: getattr(self, name) for name in ("gamma", "coef0", "degree")}
            return Named(self.kernel, tuple((key, value) for key, value in given.items() if value is not None))
        return self.kernel


def sample(count: int, size: int, seed: int) -> Array:
    """The places of some of `count` points, in order; of all where they are few."""
    if count <= size:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, size, replace=False))
