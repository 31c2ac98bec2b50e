"""Random Fourier features, with scikit-learn's parameters."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, Optional

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from ._arrays import as_given
from ._base import seed_of
from ._features import FeaturesMixin
from ._named_kernels import width_of
from ._warn import Array


@dataclass(eq=False, repr=False)
class RBFSampler(FeaturesMixin, BaseEstimator):
    """Random Fourier features of the Gaussian kernel exp(-gamma |x - y|^2) (Rahimi and Recht).

    A cosine and a sine for each random frequency, which has a smaller error than a cosine with a random offset.

    Parameters
    ----------
    gamma : float or 'scale', default=1.0
        Width of the kernel; ``'scale'`` is 1 / (n_features * X.var()).
    n_components : int, default=100
        Number of features.
    random_state : int, RandomState or None, default=1
        Random seed; None draws one.
    n_jobs : int or None, default=None
        Threads; None and -1 are all cores.

    Attributes
    ----------
    random_weights_ : array of shape (n_features, n_components)
        Frequencies.
    random_offset_ : array of shape (n_components,)
        Features are ``sqrt(2 / n_components) * cos(X @ random_weights_ + random_offset_)``.
    n_components_ : int
        Number of features.
    n_features_in_ : int
        Columns of the data.

    Examples
    --------
    >>> from mercer import RBFSampler, datasets
    >>> X, y = datasets.rings()
    >>> RBFSampler(gamma=0.5, n_components=20).fit_transform(X).shape == (len(X), 20)
    True
    """

    _: KW_ONLY
    gamma: Any = 1.0
    n_components: int = 100
    random_state: Any = 1
    n_jobs: Optional[int] = None

    def fit(self, X: Any, y: Any = None) -> RBFSampler:
        """Draw the frequencies; of the points only the number of columns counts, and their variance for 'scale'.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points.
        y : ignored

        Returns
        -------
        RBFSampler
            Itself, fitted.
        """
        X = self._checked(X, reset=True)
        self._gamma, self.n_components_ = width_of(self.gamma, X), int(self.n_components)
        # Frequencies do not depend on the points; a few say what they are counted from.
        self._learn_map(X[:64], f"gaussian:gamma={float(self._gamma)!r}", f"rff:features={self.n_components_}",
                        seed_of(self.random_state))
        # cos t and sin t = cos(t - pi / 2), with t = w.(x - centre)
        W = self._map["frequencies"]
        shift = -self._map["centre"] @ W
        weights, offset = np.hstack([W, W]), np.concatenate([shift, shift - np.pi / 2])
        self.random_weights_ = as_given(weights[:, : self.n_components_], X)
        self.random_offset_ = as_given(offset[: self.n_components_], X)
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
            One row per point.
        """
        check_is_fitted(self)
        X = self._checked(X, reset=False)
        return as_given(self._mapped(X)[:, : self.n_components_], X)
