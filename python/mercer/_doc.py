"""Docstrings: their Parameters and Attributes are made from the fields and from the library's own sentences."""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any, TypeVar

from . import _core
from ._swap import FOREIGN

KERNEL = (
    "Similarity of points: a name with its parameters, such as ``'gaussian:sigma=0.7'`` (`mercer.kernels` writes "
    "them); a function ``k(X, Y)`` that returns the matrix of similarities; ``'precomputed'``, when the data are "
    "that matrix; or None for the input space."
)

T = TypeVar("T", bound=type)

#: parameters that several estimators have, and that are not options of a method or kernel
SHARED = {
    "n_clusters": ("int", "Number of clusters."),
    "max_clusters": ("int", "Above 0: try n_clusters .. max_clusters and suggest one."),
    "kernel": ("str, callable or None", KERNEL),
    "init": ("str or array", "Starting clusters: {init}; or labels of the points; or, without a kernel, centres."),
    "search": ("str", "Search for better clusters after the restarts: {search}."),
    "approx": ("str", "Approximation for many points: {approx}; 'none' computes exactly."),
    "embed": ("str", "Reduce the feature space first: {embed}."),
    "n_init": ("int", "Number of starts; the best result is kept; they run together."),
    "max_iter": ("int", "Maximum number of iterations of each start."),
    "n_components": ("int", "Number of coordinates."),
    "precision": ("{'auto', 'float', 'double'}", "Arithmetic of the kernel; sums are always double."),
    "storage": ("{'auto', 'stored', 'tiled'}", "Whether the kernel matrix is stored, or computed when needed."),
    "device": ("{'auto', 'cpu', 'gpu', 'gpu:N'}", "Where products with the kernel matrix are computed. A prediction uses a GPU where it is faster."),
    "tune": ("str", "A number of the kernel or the method that is tried at many values, as ``kernel.sigma``; ``tuning_`` has "
             "the evidence for each."),
    "memory": ("int", "Budget in bytes. 0: the memory that is free now. If more is needed, a MemoryError names a budget that works."),
    "n_jobs": ("int or None", "Threads; None and -1 are all cores. The result is the same for any number."),
    "random_state": ("int, RandomState or None", "Random seed; the same seed gives the same result; None draws one."),
    "progress": ("callable or None", "Called now and then with (phase, done, total)."),
    "verbose": ("int", "Above 0, progress is printed."),
    "copy": ("bool", "Whether a model that keeps the points has a copy of them; else it changes with the array."),
    "table": ("TableFeatures or None", "How tables become points; only needed to change something about it."),
}

ATTRIBUTES = {
    "labels_": ("array of shape (n_samples,)", "Cluster of each point; -1 is noise."),
    "n_clusters_": ("int", "Number of clusters, found or given."),
    "cluster_centers_": ("array of shape (n_clusters, n_features)",
                         "The prototypes, where they are points of the input space."),
    "memberships_": ("array of shape (n_samples, n_clusters)", "Share of each point in each cluster."),
    "outlier_scores_": ("array of shape (n_samples,)", "How unusual each point is."),
    "linkage_": ("array of shape (n_samples - 1, 4)", "The hierarchy, as SciPy's `linkage` has it."),
    "map_": ("dict", "Grid, topology, hits, heights and errors of the map."),
    "candidates_": ("list of dict", "What was tried: labels, agreement with the others, separation, score."),
    "winner_": ("str or None", "The candidate that was taken."),
    "agreement_": ("float", "Mean adjusted Rand index of the winner with all candidates."),
    "confidence_": ("float", "The mean adjusted Rand index of benchmark sets with such an agreement."),
    "counts_": ("list of dict", "What is known of each number of clusters, where several were tried."),
    "approximation_": ("dict", "What was approximated and how well, where something was."),
    "support_": ("array of shape (n_support,)", "Which training points have a weight in the centre."),
    "support_vectors_": ("array of shape (n_support, n_features)", "Those points; none where the kernel matrix was given."),
    "n_support_": ("array of shape (1,)", "How many."),
    "dual_coef_": ("array of shape (1, n_support)", "Their weights; the largest is 1."),
    "offset_": ("float", "What `decision_function` subtracts from `score_samples`."),
    "intercept_": ("array of shape (1,)", "Minus ``offset_``."),
    "X_fit_": ("array or sparse matrix of shape (n_samples, n_features)", "The training points."),
    "n_neighbors_": ("int", "Neighbours of each point, with ``affinity='nearest_neighbors'``."),
    "embedding_": ("array of shape (n_samples, n_components)", "Eigenvectors: coordinates of the training points."),
    "eigenvectors_": ("array of shape (n_samples, n_components)", "Coordinates of the training points, each axis of length 1."),
    "gamma_": ("float", "`gamma`, or 1 / n_features."),
    "eigenvalues_": ("array", "Eigenvalues of the axes, largest first."),
    "explained_variance_ratio_": ("array", "Share of the variance along each axis."),
    "means_": ("array of shape (n_clusters, n_features)", "The same as ``cluster_centers_``."),
    "weights_": ("array of shape (n_clusters,)", "Share of each component."),
    "covariances_": ("array", "Shapes of the components, as scikit-learn has them for each `covariance`."),
    "precisions_": ("array", "Inverses of ``covariances_``."),
    "precisions_cholesky_": ("array", "Factors of ``precisions_``, as scikit-learn has them."),
    "lower_bound_": ("float", "Mean of the logarithm of the likelihood and of the prior, per point."),
    "lower_bounds_": ("list of float", "The same after each iteration."),
    "inertia_": ("float", "The same as ``objective_``."),
    "objective_": ("float", "What the method minimises."),
    "n_iter_": ("int", "Iterations of the start that won."),
    "converged_": ("bool", "Whether the iterations converged."),
    "history_": ("array", "The objective after each iteration."),
    "findings_": ("dict", "What the method found on its way, by name."),
    "kernel_": ("str", "The kernel with the parameters used."),
    "method_": ("str", "The method with the parameters used."),
    "plan_": ("dict", "How memory was used, and why."),
    "n_features_in_": ("int", "Columns of the data."),
    "feature_names_in_": ("array of str", "Their names, where the data are a table."),
    "table_": ("TableFeatures", "What was done to the columns of a table that holds more than numbers."),
}

_CHOICES = _core.choices()


#: values of the library's grammar -> type in Python
TYPES = {"on|off": "bool", "auto|on|off": "bool or 'auto'", "number": "float", "auto|number": "float or None",
         "integer": "int", "auto|integer": "int or None", "text": "str", "auto|text": "str or None",
         "auto|ROWSxCOLUMNS": "tuple of two int, or None"}


def python_type(values: str) -> str:
    """The type of an option: ``"on|off"`` is a bool, ``"auto|median"`` one of two strings."""
    names = values.split("|")
    return TYPES.get(values, "{" + ", ".join(name if name.isdigit() else repr(name) for name in names) + "}")


def sentences(kind: str, choice: str) -> list[tuple[str, str, str]]:
    """Name, type and sentence of each option of a method or a kernel, as the library has them."""
    found = []
    for key, values, _, about, within in next((fields for name, _, fields in _CHOICES[kind] if name == choice), []):
        as_python = python_type(values)
        if as_python.endswith("None"):
            about = re.sub(r"\bauto\b", "None", about)
        if about.partition(":")[0] not in values.split("|"):  # a value stays as it is written
            about = about[0].upper() + about[1:]
        found.append((key, as_python, about + (f"; {within}." if within else ".")))
    return found


def _sentence(cls: Any, name: str) -> tuple[str, str]:
    """Type and sentence of a parameter, from the library where it knows it."""
    for key, kind, sentence in [*sentences(cls._kind, cls._method), *sentences("kernel", cls._kernel_name)]:
        if key == name:
            return kind, sentence
    for ours, theirs in cls._aliases.items():
        if theirs == name:
            kind = _sentence(cls, ours)[0]
            return (kind if kind.endswith("None") else f"{kind} or None",
                    f"scikit-learn's name for `{ours}`; used if it is given.")
    foreign = name not in SHARED or (name == "max_iter" and cls._method in ("one-class", "pca"))
    kind, sentence = FOREIGN.get(f"{cls.__name__}.{name}") or (FOREIGN if foreign else SHARED)[name]
    names = {key: ", ".join(choice for choice, _, _ in _CHOICES[key]) for key in ("init", "search", "approx", "embed")}
    return kind, sentence.format(**names) if "{" in sentence else sentence


def documented(cls: T) -> T:
    """Puts Parameters and Attributes before the examples."""
    estimator: Any = cls
    fields: list[dataclasses.Field[Any]] = sorted(
        dataclasses.fields(estimator), key=lambda field: (bool(field.kw_only), field.name not in vars(cls)))
    parameters = []
    for field in fields:
        kind, sentence = _sentence(estimator, field.name)
        parameters.append(f"{field.name} : {kind}, default={field.default!r}\n    {sentence}")
    attributes = [f"{name} : {kind}\n    {sentence}" for name, (kind, sentence) in ATTRIBUTES.items()
                  if name in estimator._has or (name == "n_neighbors_" and hasattr(estimator, "n_neighbors"))]
    text, _, examples = inspect.cleandoc(cls.__doc__ or "").partition("Examples\n")
    sections = [("Parameters", parameters), ("Attributes", attributes)]
    made = "\n\n".join(f"{title}\n{'-' * len(title)}\n" + "\n".join(lines) for title, lines in sections)
    cls.__doc__ = f"{text.rstrip()}\n\n{made}\n\nExamples\n{examples}\n"
    return cls
