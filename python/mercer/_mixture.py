"""Mixtures of Gaussians, with scikit-learn's parameters and attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, Optional

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted

from ._base import Array
from ._clusterer import SoftPrototypes, checked_weights
from ._doc import documented
from ._gaussians import Gaussians, checked_start
from ._swap import only


#: scikit-learn's words for a start -> ours; its own default is k-means, and stands for `init`
STARTS = {"k-means++": "kernel++", "random": "random", "random_from_data": "points"}


@documented
@dataclass(eq=False, repr=False)
class GaussianMixture(SoftPrototypes):
    """A mixture of Gaussians, by EM: every cluster has a shape of its own, every point a probability.

    `weights_init`, `means_init` and `precisions_init` are a start: each point goes to the component that is likeliest
    under them, and the first iteration takes that for certain. What is not given is that of the points at the
    nearest means.

    Examples
    --------
    >>> from mercer import GaussianMixture, datasets, metrics
    >>> X, y = datasets.stretched()
    >>> metrics.accuracy(y, GaussianMixture(3).fit_predict(X))
    1.0
    """

    _method: ClassVar[str] = "mixture"
    _has: ClassVar[tuple[str, ...]] = (
        *SoftPrototypes._has, "cluster_centers_", "outlier_scores_", "means_", "weights_", "covariances_", "precisions_",
        "precisions_cholesky_", "lower_bound_", "lower_bounds_")
    _sparse: ClassVar[bool] = False
    _aliases: ClassVar[dict[str, str]] = {"covariance": "covariance_type", "tolerance": "tol"}
    _as_theirs: ClassVar[tuple[str, ...]] = ("n_components",)
    _count_name: ClassVar[str] = "n_components"
    _words: ClassVar[dict[str, tuple[Any, ...]]] = {"init_params": ("kmeans", *STARTS)}

    n_components: int = 1
    _: KW_ONLY
    n_clusters: Optional[int] = field(default=None, kw_only=True)  # type: ignore[assignment]  # another name
    covariance: str = "full"
    tails: str = "gaussian"
    prior: float = 1.0
    tolerance: float = 1e-6
    covariance_type: Optional[str] = None
    tol: Optional[float] = None
    reg_covar: Optional[float] = None
    init_params: str = "kmeans"
    weights_init: Any = None
    means_init: Any = None
    precisions_init: Any = None
    warm_start: bool = False
    verbose_interval: int = 10

    def _given(self, name: str) -> Any:
        if name == "n_clusters":
            return self.n_components if self.n_clusters is None else self.n_clusters
        if name == "init" and self.init_params in STARTS:
            return STARTS[self.init_params]
        value = super()._given(name)
        if name == "max_iter" and value == 0:
            return 1  # the first iteration makes the parameters from the start
        if name == "prior" and self.reg_covar == 0:
            return 0.0  # scikit-learn's way to say that shapes are not held back
        return "diagonal" if name == "covariance" and value == "diag" else value

    def _options(self, X: Any = None) -> dict[str, Any]:
        only(self, warm_start=False)
        if self.reg_covar not in (None, 0, 1e-6):
            raise InvalidParameterError("The 'reg_covar' parameter of GaussianMixture must be None, 0 or 1e-06: mercer regularises "
                                        f"the covariances by `prior`. Got {self.reg_covar!r} instead.")
        options = super()._options(X)
        start = checked_start(self, X) if X is not None else None
        if start is not None:
            options |= {"init": "labels", "labels": start}
        return options

    def _run(self, work: Any, X: Any, points: Any, **more: Any) -> Any:
        try:
            return super()._run(work, X, points, **more)
        except ValueError as error:  # in the library's words there are clusters
            raise type(error)(str(error).replace("n_clusters", "n_components")) from None

    def _keep_model(self, result: Mapping[str, Any]) -> None:
        """scikit-learn's words for a fit that did not converge; none if no iterations were asked for."""
        rest = [told for told in result["warnings"] if not told[0].startswith("not converged")]
        if len(rest) < len(result["warnings"]) and self.max_iter:
            rest.append(("not converged: Best performing initialization did not converge. Try different init parameters, or "
                         "increase max_iter, tol, or check for degenerate data.", ""))
        super()._keep_model({**result, "warnings": rest})

    def _keep_of_model(self) -> None:
        super()._keep_of_model()
        single = self._dtype == np.float32
        found = Gaussians.of_model(self._model, str(self._given("covariance")), np.float32 if single else np.float64)
        self.means_, self.weights_, self.covariances_ = self.cluster_centers_, found.weights, found.covariances
        self.precisions_, self.precisions_cholesky_ = found.precisions, found.factors
        self._gaussians = found

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        super()._keep_more(result)
        weight = self._model.mass.sum()
        self.lower_bounds_ = [-float(value) / weight for value in result["history"]]
        self.lower_bound_ = -float(result["objective"]) / weight

    def outlier_scores(self, X: Any) -> Array:
        """Minus the logarithm of the density at each point.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            The larger, the less likely.
        """
        return self._ask("outlier_scores", X)

    def score_samples(self, X: Any) -> Array:
        """The logarithm of the density at each point.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            One number per point.
        """
        return -self._ask("outlier_scores", X)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The mean of `score_samples`, the logarithm of the likelihood per point: larger is better.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.
        y : ignored
        sample_weight : array of shape (n_samples,), optional
            How much each point counts; not negative.

        Returns
        -------
        float
            The mean over the points.
        """
        logs = self.score_samples(X)
        weights = np.ones(len(logs)) if sample_weight is None else checked_weights(sample_weight, logs)
        there = ~np.isnan(logs)  # rows of a table that are left out have no density
        return float(np.average(logs[there], weights=weights[there]))

    def bic(self, X: Any) -> float:
        """The Bayesian information criterion of the points: smaller is better.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        float
            ``-2 log-likelihood + parameters * log(n_samples)``.
        """
        logs = self.score_samples(X)
        return float(-2 * np.nansum(logs) + self._n_parameters() * np.log(np.count_nonzero(~np.isnan(logs))))

    def aic(self, X: Any) -> float:
        """Akaike's information criterion of the points: smaller is better.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        float
            ``-2 log-likelihood + 2 * parameters``.
        """
        return float(-2 * np.nansum(self.score_samples(X)) + 2 * self._n_parameters())

    def sample(self, n_samples: int = 1) -> tuple[Array, Array]:
        """Draw points from the mixture.

        Parameters
        ----------
        n_samples : int, default=1
            How many.

        Returns
        -------
        X : array of shape (n_samples, n_features)
            The points, component by component.
        y : array of shape (n_samples,)
            The component of each.
        """
        check_is_fitted(self)
        if n_samples < 1:
            raise ValueError(f"Invalid value for 'n_samples': {n_samples}. The sampling requires at least one sample.")
        return self._gaussians.draw(n_samples, check_random_state(self.random_state))

    def transform(self, X: Any) -> Array:
        """The probability of each cluster, given the point: `predict_proba`.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples, n_clusters)
            Rows sum to one.
        """
        return self.predict_proba(X)

    def _n_parameters(self) -> int:
        """Free parameters: weights, means and shapes."""
        count, columns = self.means_.shape
        shapes = {"full": count * columns * (columns + 1) // 2, "tied": columns * (columns + 1) // 2,
                  "diagonal": count * columns, "spherical": count, "one": 1}
        return int(shapes[self._gaussians.shape] + count * columns + count - 1)
