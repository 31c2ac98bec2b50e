"""Parameters and attributes by scikit-learn's names, where a class shares its name with one of scikit-learn.

A parameter of theirs stands for one of ours where it is given (`_aliases`), or is there so that code that sets it runs
(`_foreign`): its sentence says what becomes of it, and a value that would change the result is refused.
"""

from __future__ import annotations

from typing import Any

from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils._param_validation import InvalidParameterError

#: scikit-learn's parameter -> (its type, what it is here)
FOREIGN = {
    "tol": ("float", "Not used: it goes on until nothing changes."),
    "copy_x": ("bool", "Not used: the points are never changed."),
    "copy_X": ("bool", "Not used: the points are never changed."),
    "algorithm": ("str", "Not used: the fastest way is found."),
    "leaf_size": ("int", "Not used."),
    "cluster_selection_epsilon": ("float", "0 alone: clusters are those that persist longest."),
    "max_cluster_size": ("None", "None alone: clusters may have any size."),
    "metric_params": ("dict or None", "Parameters of a `metric` of scikit-learn."),
    "alpha": ("float", "1 alone."),
    "cluster_selection_method": ("str", "'eom' alone: clusters are those that persist longest."),
    "allow_single_cluster": ("bool", "False alone."),
    "store_centers": ("None", "None alone."),
    "seeds": ("array or None", "None alone: every point climbs."),
    "min_bin_freq": ("int", "1 alone."),
    "cluster_all": ("bool", "True alone: every point has a cluster."),
    "gamma": ("float, 'scale', 'auto' or None", "Width of scikit-learn's kernels; exp(-gamma d^2)."),
    "degree": ("float", "Of scikit-learn's kernel 'poly'."),
    "coef0": ("float", "Of scikit-learn's kernels 'poly' and 'sigmoid'."),
    "kernel_params": ("dict or None", "Parameters of a kernel that is a function."),
    "max_iter": ("int", "Not used: it goes on until the error is small."),
    "affinity": ("str, callable or None", "scikit-learn's way to say the kernel: 'rbf', 'nearest_neighbors', "
                 "'precomputed', another of its kernels or a function."),
    "n_neighbors": ("int or None", "scikit-learn's name for `neighbors`, with ``affinity='nearest_neighbors'``."),
    "eigen_solver": ("str or None", "Not used: one that needs products alone."),
    "eigen_tol": ("float or 'auto'", "Not used."),
    "assign_labels": ("str", "Not used: k-means gives the labels."),
    "fit_inverse_transform": ("bool", "False alone."),
    "iterated_power": ("int or 'auto'", "Not used."),
    "remove_zero_eig": ("bool", "Not used: axes without extent are left out."),
    "reg_covar": ("float", "Not used: see `prior`."),
    "init_params": ("str", "Not used: see `init`."),
    "weights_init": ("None", "None alone."),
    "precisions_init": ("None", "None alone."),
    "warm_start": ("bool", "False alone."),
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
    if name in ("poly", "sigmoid", "rbf"):
        degree, coef0 = getattr(estimator, "degree", 3), getattr(estimator, "coef0", 1)
        return lambda X, Y: pairwise_kernels(
            X, Y, metric=name, filter_params=True, gamma=width_of(gamma, Y), degree=degree, coef0=coef0)
    return name


def affinity_of(estimator: Any, own: Any) -> Any:
    """The kernel that scikit-learn's `affinity` means; our own where none is given."""
    if estimator.affinity is None or estimator.affinity == "nearest_neighbors":
        return own
    if estimator.affinity == "precomputed":
        return "precomputed"
    return kernel_of(estimator, estimator.affinity, 1.0 if estimator.gamma is None else estimator.gamma)


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
