"""Parameters and attributes by scikit-learn's names, where a class shares its name with one of scikit-learn.

A parameter of theirs stands for one of ours where it is given (`_aliases`), or is there so that code that sets it runs
(`_foreign`): its sentence says what becomes of it, and a value that would change the result is refused.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from scipy.sparse import vstack
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.neighbors import NearestNeighbors
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._arrays import as_given, with_short_indices
from ._base import similarities

#: scikit-learn's parameter -> (its type, what it is here)
FOREIGN = {
    "tol": ("float", "Not used: iterations end when nothing changes."),
    "copy_x": ("bool", "Not used: the points are never changed."),
    "copy_X": ("bool", "Not used: the points are never changed."),
    "algorithm": ("str", "Not used: mercer chooses the fastest way itself."),
    "leaf_size": ("int", "Not used."),
    "cluster_selection_epsilon": ("float", "Must be 0: the clusters that persist longest are chosen."),
    "max_cluster_size": ("None", "Must be None: clusters may have any size."),
    "metric_params": ("dict or None", "Parameters of a `metric` of scikit-learn."),
    "HDBSCAN.alpha": ("float", "Must be 1."),
    "alpha": ("float", "Penalty of the ridge regression behind `inverse_transform`."),
    "cluster_selection_method": ("str", "Must be 'eom': the clusters that persist longest are chosen."),
    "allow_single_cluster": ("bool", "Must be False."),
    "store_centers": ("{'centroid', 'medoid', 'both'} or None", "What is kept of each cluster, in ``centroids_`` and ``medoids_``."),
    "seeds": ("array or None", "Must be None: every point climbs to its peak."),
    "min_bin_freq": ("int", "Must be 1."),
    "cluster_all": ("bool", "Whether points farther from every peak than the bandwidth have a cluster; else -1."),
    "gamma": ("float, 'scale', 'auto' or None", "Width of scikit-learn's kernels; exp(-gamma d^2)."),
    "degree": ("float", "Of scikit-learn's kernel 'poly'."),
    "coef0": ("float", "Of scikit-learn's kernels 'poly' and 'sigmoid'."),
    "kernel_params": ("dict or None", "Parameters of a kernel that is a function."),
    "max_iter": ("int", "Not used: iterations end when the error is small."),
    "affinity": ("str, callable or None", "The kernel by scikit-learn's names: 'rbf', 'nearest_neighbors', "
                 "'precomputed', another of its kernels or a function."),
    "n_neighbors": ("int or None", "scikit-learn's name for `neighbors`, with ``affinity='nearest_neighbors'``."),
    "eigen_solver": ("str or None", "Not used: the solver needs only products with the matrix."),
    "eigen_tol": ("float or 'auto'", "Not used."),
    "assign_labels": ("str", "Not used: k-means gives the labels."),
    "fit_inverse_transform": ("bool", "Whether `inverse_transform` is learnt, by kernel ridge regression."),
    "iterated_power": ("int or 'auto'", "Not used."),
    "remove_zero_eig": ("bool", "Whether axes without extent are left out where `n_components` asks for them."),
    "reg_covar": ("float or None", "0 means ``prior=0``, no regularisation. Other values are not used: `prior` regularises the covariances."),
    "init_params": ("str", "Not used: see `init`."),
    "weights_init": ("array of shape (n_components,) or None", "Start: share of each component."),
    "means_init": ("array of shape (n_components, n_features) or None", "Start: where the components are."),
    "precisions_init": ("array or None", "Start: inverse covariances, in the form of ``precisions_``."),
    "GaussianMixture.n_components": ("int", "Number of components."),
    "GaussianMixture.max_iter": ("int", "Maximum number of iterations of each start; 0 ends with the parameters that the start makes."),
    "GaussianMixture.n_clusters": ("int or None", "Our name for `n_components`; used if it is given."),
    "SpectralClustering.n_components": ("int or None", "Not used, with a warning: there are as many eigenvectors as clusters."),
    "warm_start": ("bool", "Must be False: a fit starts from labels, which do not contain the covariances of an earlier fit."),
    "verbose_interval": ("int", "Not used."),
    "shrinking": ("bool", "Not used."),
    "cache_size": ("float", "Not used: see `memory`."),
}


def kernel_of(estimator: Any, name: Any, gamma: Any) -> Any:
    """A kernel by scikit-learn's name: ours where there is one, else scikit-learn's function."""
    if callable(name):
        more = estimator.kernel_params or {} if hasattr(estimator, "kernel_params") else {}
        return (lambda X, Y: pairwise_kernels(X, Y, metric=name, **more)) if more else name
    if name == "rbf" and isinstance(gamma, (int, float)):
        return f"gaussian:gamma={float(gamma)!r}"
    if name in ("poly", "sigmoid", "rbf", "chi2", "additive_chi2"):
        degree, coef0 = getattr(estimator, "degree", 3), getattr(estimator, "coef0", 1)
        return lambda X, Y: pairwise_kernels(
            X, Y, metric=name, filter_params=True, gamma=width_of(gamma, Y), degree=degree, coef0=coef0)
    return name


class AffinityMixin:
    """An estimator whose kernel scikit-learn calls `affinity`."""

    kernel: Any
    affinity: Any
    gamma: Any
    n_neighbors: Any
    n_features_in_: int
    _fit_points: Any  # what `affinity_matrix_` is made of
    _keeps_points = True

    def _given(self, name: str) -> Any:
        if name == "neighbors" and self._is_near():
            return getattr(self, "n_neighbors_", self.n_neighbors)
        return super()._given(name)  # type: ignore[misc]

    def _is_near(self) -> bool:
        return isinstance(self.affinity, str) and self.affinity == "nearest_neighbors"

    def _kernel(self) -> Any:
        """The kernel that `affinity` means; our own where none is given."""
        if callable(self.affinity):
            return of_one_argument(self.affinity)
        if self.affinity is None or self.affinity == "nearest_neighbors":
            return self.kernel
        if self.affinity in ("precomputed", "precomputed_nearest_neighbors"):
            return "precomputed"
        return kernel_of(self, self.affinity, "auto" if self.gamma is None else self.gamma)

    def _training(self, X: Any) -> Any:
        if isinstance(self.affinity, str) and self.affinity == "precomputed_nearest_neighbors":
            X = graph_of_nearest(X, self.n_neighbors or 10)
        self._fit_points = X
        self.__dict__.pop("n_neighbors_", None)  # of an earlier fit
        if self._is_near():
            self.n_neighbors_ = self.n_neighbors or max(X.shape[0] // 10, 1)
        return super()._training(X)  # type: ignore[misc]

    @property
    def affinity_matrix_(self) -> Any:
        """The affinities of the training points, computed when asked for."""
        check_is_fitted(self)
        kernel, X = self._kernel(), self._fit_points
        if callable(kernel):
            return as_given(similarities(kernel, X, X), X)
        text = self.kernel_  # type: ignore[attr-defined]
        return X if text == "precomputed" else as_given(_core.gram(X, text)[0], X)


def of_one_argument(affinity: Any) -> Any:
    """scikit-learn's affinities are functions of all points; ours of two sets of them."""
    if len([p for p in inspect.signature(affinity).parameters.values() if p.default is p.empty]) > 1:
        return affinity

    def kernel(X: Any, Y: Any) -> Any:
        if X is Y:
            return affinity(X)
        both = vstack([X, Y]).tocsr() if hasattr(X, "indptr") else np.vstack([X, Y])
        return affinity(both)[: X.shape[0], X.shape[0]:]

    return kernel


def graph_of_nearest(distances: Any, count: int) -> Any:
    """Each point's nearest ones in a matrix of distances; 1 where two are each other's, a half where one is."""
    found = NearestNeighbors(n_neighbors=count, metric="precomputed").fit(distances)
    near = found.kneighbors_graph(distances, mode="connectivity")
    return with_short_indices((0.5 * (near + near.T)).tocsr())


def width_of(gamma: Any, X: Any) -> Any:
    """gamma as scikit-learn has it: ``"scale"`` is 1 / (d var), ``"auto"`` 1 / d."""
    if gamma == "scale":
        spread = X.multiply(X).mean() - X.mean() ** 2 if hasattr(X, "multiply") else X.var()
        return 1 / (X.shape[1] * spread) if spread > 0 else 1.0
    return 1 / X.shape[1] if gamma == "auto" else gamma


def only(estimator: Any, **accepted: Any) -> None:
    """Refuses values of their parameters that ours has no counterpart for."""
    for name, value in accepted.items():
        given = getattr(estimator, name)
        if given is not value and (value is None or given != value):
            raise InvalidParameterError(
                f"The '{name}' parameter of {type(estimator).__name__} must be {value!r}: mercer has no counterpart of "
                f"another. Got {given!r} instead.")
