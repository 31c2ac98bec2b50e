"""Parameters and attributes by scikit-learn's names, where a class shares its name with one of scikit-learn.

A parameter of theirs stands for one of ours where it is given (`_aliases`), or is there so that code that sets it runs
(`_foreign`): its sentence says what becomes of it, and a value that would change the result is refused.
"""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

from sklearn.metrics.pairwise import KERNEL_PARAMS
from sklearn.neighbors import NearestNeighbors
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._arrays import as_given, with_short_indices
from ._kernel_functions import similarities
from ._named_kernels import NamedKernelMixin, of_two_sets

EIGEN_SOLVERS = (None, "arpack", "lobpcg", "amg")

#: scikit-learn's parameter -> (its type, what it is here)
FOREIGN = {
    "tol": ("float", "Not used: iterations end when nothing changes."),
    "copy_x": ("bool", "Not used: the points are never changed."),
    "copy_X": ("bool", "Not used: the points are never changed."),
    "algorithm": ("str", "One of scikit-learn's words. Not used: mercer chooses the fastest way itself."),
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
    "gamma": ("float, 'scale', 'auto' or None", "Width of scikit-learn's kernels; exp(-gamma d^2). None is 'auto', 1 / n_features."),
    "SpectralClustering.gamma": ("float or None", "Width of scikit-learn's kernels; exp(-gamma d^2). None is 1; a number selects "
                                 "``affinity='rbf'``, if neither `affinity` nor `kernel` is given."),
    "SpectralEmbedding.gamma": ("float or None", "Width of scikit-learn's kernels; exp(-gamma d^2). None is 1 / n_features; a number "
                                "selects ``affinity='rbf'``, if neither `affinity` nor `kernel` is given."),
    "degree": ("float", "Of scikit-learn's kernel 'poly'."),
    "coef0": ("float", "Of scikit-learn's kernels 'poly' and 'sigmoid'."),
    "kernel_params": ("dict or None", "Parameters of a kernel that is a function."),
    "max_iter": ("int", "Not used: iterations end when the error is small."),
    "affinity": ("str, callable or None", "The kernel by scikit-learn's names: 'rbf', 'nearest_neighbors', "
                 "'precomputed', another of its kernels or a function."),
    "n_neighbors": ("int or None", "scikit-learn's name for `neighbors`, with ``affinity='nearest_neighbors'``, which it selects if no "
                    "other is given."),
    "eigen_solver": ("str or None", "One of scikit-learn's words. Not used: the solver needs only products with the matrix."),
    "eigen_tol": ("float or 'auto'", "Not used."),
    "assign_labels": ("{'kmeans', 'discretize', 'cluster_qr'}", "k-means gives the labels; for the others there is a warning."),
    "fit_inverse_transform": ("bool", "Whether `inverse_transform` is learnt, by kernel ridge regression."),
    "iterated_power": ("int or 'auto'", "Not used."),
    "remove_zero_eig": ("bool", "Whether axes without extent are left out where `n_components` asks for them."),
    "reg_covar": ("{None, 0, 1e-6}", "0 means ``prior=0``, no regularisation. Other values are refused: `prior` regularises the "
                  "covariances."),
    "init_params": ("{'kmeans', 'k-means++', 'random', 'random_from_data'}", "scikit-learn's words for `init`; used unless it is 'kmeans'."),
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


class AffinityMixin(NamedKernelMixin):
    """An estimator whose kernel scikit-learn calls `affinity`."""

    affinity: Any
    n_neighbors: Any
    n_features_in_: int
    _neighbors_if_none: ClassVar[int] = 0  # a tenth of the points
    _fit_points: Any  # what `affinity_matrix_` is made of
    _keeps_points = True

    def _given(self, name: str) -> Any:
        if name == "neighbors" and self._is_near():
            return getattr(self, "n_neighbors_", self.n_neighbors)
        return super()._given(name)  # type: ignore[misc]

    def _is_near(self) -> bool:
        if self.affinity is None:
            return self.n_neighbors is not None and self.gamma is None
        return isinstance(self.affinity, str) and self.affinity == "nearest_neighbors"

    def _called(self) -> Any:
        """The kernel that `affinity` means; our own where none is given, or the one that has a `gamma`."""
        if self.affinity is None:
            by_default = self.kernel == inspect.signature(type(self)).parameters["kernel"].default
            return "rbf" if by_default and self.gamma is not None else self.kernel
        if callable(self.affinity):
            return of_two_sets(self.affinity)
        if self._is_near():
            return self.kernel
        return "precomputed" if self.affinity == "precomputed_nearest_neighbors" else self.affinity

    def _theirs(self) -> tuple[str, ...]:
        return super()._theirs() if self.affinity is None else tuple(KERNEL_PARAMS)

    def _training(self, X: Any) -> Any:
        if isinstance(self.affinity, str) and self.affinity == "precomputed_nearest_neighbors":
            X = graph_of_nearest(X, self.n_neighbors or 10)
        self._fit_points = X
        self.__dict__.pop("n_neighbors_", None)  # of an earlier fit
        if self._is_near():
            self.n_neighbors_ = self.n_neighbors or self._neighbors_if_none or max(X.shape[0] // 10, 1)
        return super()._training(X)  # type: ignore[misc]

    @property
    def affinity_matrix_(self) -> Any:
        """The affinities of the training points, computed when asked for."""
        check_is_fitted(self)
        kernel, X = getattr(self, "_fit_kernel", None), self._fit_points
        if kernel is not None:
            return as_given(similarities(kernel, X, X), X)
        text = self.kernel_  # type: ignore[attr-defined]
        return X if text == "precomputed" else as_given(_core.gram(X, text)[0], X)


def graph_of_nearest(distances: Any, count: int) -> Any:
    """Each point's nearest ones in a matrix of distances; 1 where two are each other's, a half where one is."""
    found = NearestNeighbors(n_neighbors=count, metric="precomputed").fit(distances)
    near = found.kneighbors_graph(distances, mode="connectivity")
    return with_short_indices((0.5 * (near + near.T)).tocsr())


def only(estimator: Any, **accepted: Any) -> None:
    """Refuses values of their parameters that ours has no counterpart for."""
    for name, value in accepted.items():
        given = getattr(estimator, name)
        if given is not value and (value is None or given != value):
            raise InvalidParameterError(
                f"The '{name}' parameter of {type(estimator).__name__} must be {value!r}; mercer does not support "
                f"other values. Got {given!r} instead.")
