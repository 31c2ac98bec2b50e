"""Clusterers: a fit and what it leaves behind, with and without weights, prototypes and shares."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.utils.validation import _check_sample_weight

from . import _core
from ._arrays import as_type
from ._base import Array, Estimator
from ._profile import ProfileMixin
from ._report import ReportMixin

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(eq=False, repr=False)
class Clusterer(ClusterMixin, ProfileMixin, ReportMixin, Estimator):
    """A method without weights of points."""

    _measures: ClassVar[bool] = False  # whether clusters are known by distances

    _: KW_ONLY
    tune: str = ""

    _has: ClassVar[tuple[str, ...]] = (
        *Estimator._has, "labels_", "n_clusters_", "objective_", "n_iter_", "converged_", "history_", "findings_",
        "plan_")

    def fit(self, X: Any, y: Any = None) -> Self:
        """Cluster the points.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored

        Returns
        -------
        self
        """
        self._fit(X, None)
        return self

    def fit_predict(self, X: Any, y: Any = None) -> Array:
        """Cluster the points and return their labels.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored

        Returns
        -------
        array of shape (n_samples,)
            Cluster of each point; -1 is noise.
        """
        self._fit(X, None)
        return self.labels_

    def predict(self, X: Any) -> Array:
        """The cluster of each point; training points keep theirs.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            Labels; -1 is noise.
        """
        return self._ask("predict", X)

    def _fit(self, X: Any, weights: Any) -> Any:
        X = self._checked(X, reset=True)
        self._dtype = getattr(X, "dtype", np.dtype(np.float64))
        if weights is None:
            self._keep(self._run(_core.cluster, X, self._training(X)))
            return self._spread_out()
        rows = self._rows_of_table()
        weights = weights if rows is None else np.asarray(weights)[rows]
        weights = checked_weights(weights, X)
        given = weights != 0
        if given.all() or self._is_pairwise():  # a matrix can't do without one of its points: the library says so
            self._keep(self._run(_core.cluster, X, self._training(X), weights=weights))
            return self._spread_out()
        # A point without weight shapes nothing, and is labelled like a new one.
        self._keep(self._run(_core.cluster, X[given], self._training(X[given]), weights=weights[given]))
        self.labels_ = self._answer("predict", X, self._measures)
        for name in ("memberships", "outlier_scores"):
            if hasattr(self, f"{name}_"):
                setattr(self, f"{name}_", self._answer(name, X, distances=True))
        return self._spread_out()

    def _spread_out(self) -> Any:
        """Rows of a table that were left out have no cluster: -2, and NaN."""
        for name in ("labels_", "memberships_", "outlier_scores_"):
            if hasattr(self, name):
                setattr(self, name, self._everywhere(getattr(self, name)))
        return self

    def _keep(self, result: Mapping[str, Any]) -> None:
        """A result as attributes."""
        self._keep_model(result)
        self.n_iter_ = max(1, result["iterations"])
        for name in ("labels", "objective", "converged", "history", "findings", "plan"):
            setattr(self, f"{name}_", result[name])
        for name in ("memberships", "outlier_scores", "linkage", "approximation", "tuning"):
            self.__dict__.pop(f"{name}_", None)  # of an earlier fit
            if result[name] is not None:
                per_point = name in ("memberships", "outlier_scores")
                setattr(self, f"{name}_", as_type(result[name], self._dtype) if per_point else result[name])
        self._keep_more(result)

    def _keep_of_model(self) -> None:
        super()._keep_of_model()
        self.n_clusters_ = self._model.clusters

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        """What only some methods have."""


def checked_weights(weights: Any, X: Any) -> Array:
    """One weight per point, none below 0."""
    weights = _check_sample_weight(weights, X, dtype=np.float64)
    if (weights < 0).any():
        at = int(np.flatnonzero(weights < 0)[0])
        raise ValueError(f"sample_weight[{at}] = {weights[at]:g} is negative; weights are at least 0")
    checked: Array = weights
    return checked


def _several(estimator: Any) -> int:
    """Least number of points: two for several clusters. The library checks the rest."""
    count = estimator._given("n_clusters")
    return 2 if isinstance(count, numbers.Integral) and int(count) > 1 else 1


several = property(_several)


class WeightedMixin(Clusterer):
    """Points may have weights: a point of weight two counts as two."""

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Cluster the points.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored
        sample_weight : array of shape (n_samples,), optional
            How much each point counts; not negative.

        Returns
        -------
        self
        """
        self._fit(X, sample_weight)
        return self

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> Array:
        """Cluster the points and return their labels.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored
        sample_weight : array of shape (n_samples,), optional
            How much each point counts; not negative.

        Returns
        -------
        array of shape (n_samples,)
            Cluster of each point.
        """
        labels: Array = self._fit(X, sample_weight).labels_
        return labels


@dataclass(eq=False, repr=False)
class Prototypes(WeightedMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """A method with prototypes: the engine's loop."""

    n_clusters: int = 2
    _: KW_ONLY
    init: Any = "kernel++"
    n_init: int = 10
    max_iter: int = 300

    _least_samples = several
    _measures: ClassVar[bool] = True

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Array:
        """Cluster the points and return their distances to the prototypes.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points; with ``kernel="precomputed"`` their similarities, n_samples x n_samples.
        y : ignored
        sample_weight : array of shape (n_samples,), optional
            How much each point counts; not negative.

        Returns
        -------
        array of shape (n_samples, n_clusters)
            One row per point.
        """
        self._fit(X, sample_weight)
        return self.transform(X)

    def predict(self, X: Any) -> Array:
        """The cluster of each point: that of the nearest prototype.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples,)
            Labels.
        """
        return self._ask("predict", X, distances=True)

    def transform(self, X: Any) -> Array:
        """The distance of each point to each prototype, in feature space where there is a kernel.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples, n_clusters)
            One row per point.
        """
        return self._ask("transform", X, distances=True)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the sum of squared distances to the nearest prototypes: larger is better.

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
            0 at most.
        """
        nearest = self.transform(X).min(axis=1) ** 2
        if sample_weight is not None:
            nearest = nearest * checked_weights(sample_weight, nearest)
        return -float(np.nansum(nearest))  # rows of a table that are left out have no distance

    @property
    def _n_features_out(self) -> int:
        return int(self._model.clusters)

    def _keep_of_model(self) -> None:
        super()._keep_of_model()
        self.__dict__.pop("cluster_centers_", None)  # of an earlier fit
        centres = self._model.coordinates()
        if centres.size:
            self.cluster_centers_ = as_type(centres, self._dtype)


@dataclass(eq=False, repr=False)
class SoftPrototypes(Prototypes):
    """Points belong to several prototypes."""

    _has: ClassVar[tuple[str, ...]] = (*Prototypes._has, "memberships_")

    def predict_proba(self, X: Any) -> Array:
        """How much of each point belongs to each cluster.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_samples, n_features)
            The points.

        Returns
        -------
        array of shape (n_samples, n_clusters)
            Rows sum to one.
        """
        return self._ask("memberships", X, distances=True)

    # scikit-learn's check of sparse data takes whoever has predict_proba for a classifier, and asks these tags for the
    # number of classes. A clusterer has two unless told otherwise.
    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "binary_only": True}

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags

        tags = super().__sklearn_tags__()
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags
