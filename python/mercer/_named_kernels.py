"""Kernels by scikit-learn's names: ours where it is the same function, else scikit-learn's as an object that can be pickled."""

from __future__ import annotations

import dataclasses
import inspect
import numbers
from dataclasses import dataclass
from typing import Any, Callable, ClassVar, cast

import numpy as np
from scipy.sparse import vstack
from sklearn.metrics.pairwise import KERNEL_PARAMS, pairwise_kernels
from sklearn.utils._param_validation import InvalidParameterError

#: names that mean scikit-learn's kernels wherever they stand
THEIRS = ("rbf", "poly", "sigmoid", "chi2", "additive_chi2")
#: words that scikit-learn has too, and that take no parameters
PLAIN = ("linear", "cosine", "precomputed", "nearest_neighbors", "precomputed_nearest_neighbors")


@dataclass(frozen=True)
class WithParameters:
    """A function of two points and more as a kernel of two sets."""

    function: Callable[..., Any]
    more: dict[str, Any]

    def __call__(self, X: Any, Y: Any) -> Any:
        return pairwise_kernels(X, Y, metric=self.function, **self.more)


@dataclass(frozen=True)
class Named:
    """A kernel of scikit-learn."""

    name: str
    given: tuple[tuple[str, Any], ...]

    def __call__(self, X: Any, Y: Any) -> Any:
        return pairwise_kernels(X, Y, metric=self.name, filter_params=True, **dict(self.given))


@dataclass(frozen=True)
class OfAll:
    """An affinity as scikit-learn has it, a function of all points, as one of two sets."""

    affinity: Callable[[Any], Any]

    def __call__(self, X: Any, Y: Any) -> Any:
        if X is Y:
            return self.affinity(X)
        both = vstack([X, Y]).tocsr() if hasattr(X, "indptr") else np.vstack([X, Y])
        return self.affinity(both)[: X.shape[0], X.shape[0]:]


def of_two_sets(affinity: Any) -> Any:
    """A function of two sets of points, of one that may take all points alone."""
    if len([p for p in inspect.signature(affinity).parameters.values() if p.default is p.empty]) > 1:
        return affinity
    return OfAll(affinity)


def kernel_by_name(name: str, gamma: Any, degree: Any, coef0: Any) -> Any:
    """A kernel of scikit-learn: the text of ours that is the same function, else a function.

    Without a `gamma`, which the points decide, the text has no width.
    """
    width = "" if gamma is None else f"gamma={float(gamma)!r}"
    if name == "rbf":
        return f"gaussian:{width}" if width else "gaussian"
    if name == "sigmoid":
        return "sigmoid:" + ",".join([f"offset={float(coef0)!r}", *([width] if width else [])])
    if name in ("poly", "polynomial") and gamma == 1 and degree >= 1 and int(degree) == degree:
        return f"polynomial:degree={int(degree)},offset={float(coef0)!r}"
    if name in ("linear", "cosine"):
        return name
    given = {"gamma": gamma, "degree": degree, "coef0": coef0}
    return Named(name, tuple((key, value) for key, value in given.items() if value is not None))


def width_of(gamma: Any, X: Any) -> float:
    """gamma as scikit-learn has it: ``"scale"`` is 1 / (d var), ``"auto"`` 1 / d."""
    if isinstance(gamma, str) and gamma == "scale":
        spread = X.multiply(X).mean() - X.mean() ** 2 if hasattr(X, "multiply") else X.var()
        return float(1 / (X.shape[1] * spread)) if spread > 0 else 1.0
    if isinstance(gamma, str) and gamma == "auto":
        return 1 / int(X.shape[1])
    if isinstance(gamma, bool) or not isinstance(gamma, numbers.Real) or not float(gamma) >= 0:
        raise InvalidParameterError(f"The 'gamma' parameter must be 'scale', 'auto' or a number of at least 0. Got {gamma!r} "
                                    "instead.")
    return float(gamma)


class NamedKernelMixin:
    """An estimator whose kernel may have one of scikit-learn's names.

    The points may decide on `gamma`; so these kernels are complete only after the points were checked.
    """

    kernel: Any
    gamma: Any
    _gamma_if_none: ClassVar[Any] = "auto"
    _width: Any  # gamma as a number

    def _called(self) -> Any:
        """The kernel as the user calls it."""
        return self.kernel

    def _theirs(self) -> tuple[str, ...]:
        """Names that are scikit-learn's."""
        return THEIRS

    def _checked(self, X: Any, reset: bool) -> Any:
        if not reset:
            return super()._checked(X, reset)  # type: ignore[misc]
        self.__dict__.pop("_width", None)  # of an earlier fit
        self._refuse_beside_ours()
        X = super()._checked(X, reset)  # type: ignore[misc]
        if "gamma" in KERNEL_PARAMS.get(self._their_name(), ()):
            self._width = width_of(self._gamma_if_none if self.gamma is None else self.gamma, X)
        return X

    def _their_name(self) -> str:
        """The kernel's name where it is scikit-learn's, else none."""
        called = self._called()
        return called if isinstance(called, str) and called in self._theirs() else ""

    def _kernel(self) -> Any:
        called, more = self._called(), getattr(self, "kernel_params", None)
        if callable(called):
            return WithParameters(called, more) if more else called
        if not self._their_name():
            return called
        return kernel_by_name(called, getattr(self, "_width", None), getattr(self, "degree", 3), getattr(self, "coef0", 1))

    def _refuse_beside_ours(self) -> None:
        """Parameters of scikit-learn's kernels say nothing of ours."""
        called, cls = self._called(), cast(Any, type(self))
        if not isinstance(called, str) or called in (*PLAIN, *self._theirs()):
            return
        for field in dataclasses.fields(cls):
            given = getattr(self, field.name)
            if field.name in ("gamma", "degree", "coef0") and given != field.default:
                raise InvalidParameterError(f"The '{field.name}' parameter of {cls.__name__} belongs to scikit-learn's kernels. Got "
                                            f"{given!r} beside {called!r}; write the parameters of this kernel into its text, "
                                            "as in 'gaussian:gamma=0.5'.")
