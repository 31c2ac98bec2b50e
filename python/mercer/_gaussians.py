"""Gaussians as scikit-learn writes them: shapes in the form of each kind, starts that are given, drawn points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from sklearn.cluster import kmeans_plusplus
from sklearn.metrics import pairwise_distances_argmin
from sklearn.utils import check_array, check_random_state

from ._warn import Array


@dataclass(frozen=True, eq=False)
class Gaussians:
    """Weights, means and shapes; ``factors`` F_k with F_k F_k' = the precision of component k."""

    shape: str
    weights: Array
    means: Array
    covariances: Array
    factors: Array

    @staticmethod
    def of_model(model: Any, asked: str, dtype: Any) -> Gaussians:
        mass, means = model.mass, model.coordinates()
        count, columns = means.shape
        full = model.covariances().reshape(count, columns, columns)
        shape = {"auto": "full"}.get(asked, asked)
        shapes = {"tied": full[0], "diagonal": full.diagonal(axis1=1, axis2=2), "spherical": full[:, 0, 0],
                  "one": full[0, 0, 0]}
        covariances = shapes.get(shape, full)
        return Gaussians(shape, (mass / mass.sum()).astype(dtype), means.astype(dtype), covariances.astype(dtype),
                         factors_of(covariances, shape).astype(dtype))

    @property
    def precisions(self) -> Array:
        F = self.factors
        found: Array = F @ np.swapaxes(F, -1, -2) if self.shape in ("full", "tied") else F**2
        return found

    def logs(self, X: Array) -> Array:
        """log weight_k N(x_i; mean_k, S_k), one row per point."""
        columns = X.shape[1]
        out = np.empty((X.shape[0], len(self.means)))
        for k, mean in enumerate(self.means):
            F = self._factor(k)
            out[:, k] = (np.log(self.weights[k]) - 0.5 * columns * np.log(2 * np.pi) + np.log(np.diag(F)).sum()
                         - 0.5 * (((X - mean) @ F) ** 2).sum(axis=1))
        return out

    def likeliest(self, X: Array) -> Array:
        """The component of each point."""
        found: Array = self.logs(X).argmax(axis=1).astype(np.int32)
        return found

    def draw(self, count: int, random: Any) -> tuple[Array, Array]:
        """Points of each component in turn, as many as chance gives it: mean + F^-T z."""
        sizes = random.multinomial(count, np.asarray(self.weights, np.float64) / np.sum(self.weights, dtype=np.float64))
        columns = self.means.shape[1]
        points = [mean + solve_triangular(self._factor(k).T, random.standard_normal((columns, size)), lower=True).T
                  if size else np.empty((0, columns))
                  for k, (mean, size) in enumerate(zip(self.means, sizes))]
        return np.vstack(points), np.repeat(np.arange(len(sizes)), sizes)

    def _factor(self, k: int) -> Array:
        F = np.asarray(self.factors, np.float64)
        if self.shape in ("full", "tied"):
            chosen: Array = F[k] if self.shape == "full" else F
            return chosen
        return np.diag(np.broadcast_to(F if self.shape == "one" else F[k], self.means.shape[1:]))


def factors_of(covariances: Array, shape: str) -> Array:
    """F with F F' = S^-1: the inverse of the transposed factor of S, or 1 / sqrt(S)."""
    if shape not in ("full", "tied"):
        return np.asarray(1 / np.sqrt(covariances))
    every = covariances if covariances.ndim == 3 else covariances[None]
    try:
        found = np.stack([solve_triangular(cholesky(S, lower=True), np.eye(len(S)), lower=True).T for S in every])
    except np.linalg.LinAlgError:
        raise ValueError("Fitting the mixture model failed because some components have ill-defined empirical covariance "
                         "(for instance caused by singleton or collapsed samples). Try to decrease the number of "
                         "components, increase reg_covar, or scale the input data.") from None
    return np.asarray(found if covariances.ndim == 3 else found[0])


def checked_start(estimator: Any, X: Array) -> Optional[Array]:
    """The likeliest component of each point under the given parameters; None if no parameters are given."""
    weights, means, precisions = (getattr(estimator, f"{name}_init") for name in ("weights", "means", "precisions"))
    if weights is None and means is None and precisions is None:
        return None
    count, columns = estimator._given("n_clusters"), X.shape[1]
    shape = estimator._given("covariance")
    if weights is not None:
        weights = checked_weights_init(weights, count)
    if means is not None:
        means = shaped(check_array(means, dtype=[np.float64, np.float32]), "means", (count, columns))
    else:
        means = kmeans_plusplus(X, count, random_state=check_random_state(estimator.random_state))[0]
    nearest = pairwise_distances_argmin(X, means)
    if precisions is not None:
        factors = factors_of_precisions(precisions, shape, count, columns)
    else:
        spread = max(float(((X - means[nearest]) ** 2).mean()), float(np.finfo(float).tiny))
        factors = np.full(count, 1 / np.sqrt(spread)) if shape != "one" else np.asarray(1 / np.sqrt(spread))
        shape = shape if shape == "one" else "spherical"
    start = Gaussians(shape, np.full(count, 1 / count) if weights is None else weights, means, factors, factors)
    return start.likeliest(X)


def checked_weights_init(weights: Any, count: int) -> Array:
    weights = shaped(check_array(weights, dtype=[np.float64, np.float32], ensure_2d=False), "weights", (count,))
    if (weights < 0).any() or (weights > 1).any():
        raise ValueError(f"The parameter 'weights' should be in the range [0, 1], but got max value "
                         f"{np.min(weights):.5f}, min value {np.max(weights):.5f}")
    if abs(1 - weights.sum()) > 1e-6:
        raise ValueError(f"The parameter 'weights' should be normalized, but got sum(weights) = {np.sum(weights):.5f}")
    return np.asarray(weights)


def factors_of_precisions(precisions: Any, shape: str, count: int, columns: int) -> Array:
    """F with F F' = P."""
    wanted = {"full": (count, columns, columns), "tied": (columns, columns), "diagonal": (count, columns),
              "spherical": (count,), "one": ()}[shape]
    name = {"diagonal": "diag"}.get(shape, shape) + " precision"
    given = shaped(check_array(precisions, dtype=[np.float64, np.float32], ensure_2d=False, allow_nd=True), name, wanted)
    if shape not in ("full", "tied"):
        if (given <= 0).any():
            raise ValueError(f"'{name}' should be positive")
        return np.sqrt(given)
    try:
        every = [cholesky(P, lower=True) for P in (given if given.ndim == 3 else given[None])]
        if not np.allclose(given, np.swapaxes(given, -1, -2)):
            raise np.linalg.LinAlgError
    except np.linalg.LinAlgError:
        raise ValueError(f"'{name}' should be symmetric, positive-definite") from None
    factors: Array = np.stack(every) if given.ndim == 3 else every[0]
    return factors


def shaped(values: Array, name: str, shape: tuple[int, ...]) -> Array:
    if values.shape != shape:
        raise ValueError(f"The parameter '{name}' should have the shape of {shape}, but got {values.shape}")
    return values
