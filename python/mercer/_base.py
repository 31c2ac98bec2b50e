"""What all estimators share: parameters become options of the C++ library, its results attributes.

An estimator is a dataclass. Its fields are its parameters; those that the library's table knows as options
of the method (or of the kernel, where the kernel belongs to the method) are written into the method's text,
the others have a counterpart in `OPTIONS`. So a new option in C++ needs one more field here, and a test
compares all defaults with the table.
"""

from __future__ import annotations

import numbers
import sys
import warnings
from dataclasses import KW_ONLY, dataclass
from collections.abc import Mapping
from typing import Any, Callable, ClassVar, Optional, Union

import joblib
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_array, check_random_state
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._compat import validate_data
from ._grammar import TABLE, choice
from ._progress import Progress, watcher

Array = NDArray[Any]

#: A kernel: ``"gaussian"``, ``"gaussian:sigma=0.7"``, ``"precomputed"``, a function ``k(X, Y)`` that returns the
#: matrix of similarities, or None for the input space.
Kernel = Union[str, Callable[[Any, Any], Any], None]

#: parameter -> option of the library
OPTIONS = {
    "n_clusters": "clusters",
    "max_clusters": "most_clusters",
    "init": "init",
    "search": "search",
    "approx": "approx",
    "embed": "embed",
    "n_init": "restarts",
    "max_iter": "max_iterations",
    "precision": "precision",
    "storage": "storage",
    "device": "device",
    "memory": "memory",
    "n_components": "dimensions",
}


class ClusteringWarning(UserWarning):
    """Something about a result that its user should know, with what to do about it."""


def threads_of(n_jobs: Optional[int]) -> int:
    """None and -1 are all cores: 0. The result is the same for any number."""
    if n_jobs is None or n_jobs == -1:
        return 0
    return int(joblib.effective_n_jobs(n_jobs))


def seed_of(random_state: Any) -> int:
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def warn(found: list[tuple[str, str]]) -> None:
    """Warnings that point at the user's line."""
    frame, depth = sys._getframe(1), 2
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("mercer."):
        frame, depth = frame.f_back, depth + 1
    for what, remedy in found:
        category = ConvergenceWarning if what.startswith("not converged") else ClusteringWarning
        warnings.warn(f"{what}; {remedy}" if remedy else what, category, stacklevel=depth)


class Fitted(BaseEstimator):
    """What a fit leaves behind; no dataclass, so that these are no parameters."""

    _model: Any
    _fit_X: Any  # the points, where the kernel is a function
    n_features_in_: int
    method_: str
    kernel_: str
    labels_: Array
    memberships_: Array
    outlier_scores_: Array


@dataclass(eq=False, repr=False)
class Estimator(Fitted):
    """Data in, options out; new points for whatever model was made."""

    _method: ClassVar[str] = ""
    _kernel_name: ClassVar[str] = ""  # of the kernel that belongs to the method
    _kernel_fields: ClassVar[tuple[str, ...]] = ()
    _kind: ClassVar[str] = "method"  # the library's table that has the method
    _has: ClassVar[tuple[str, ...]] = ("kernel_", "method_", "n_features_in_")  # attributes, for the docstring
    _least_samples: ClassVar[Any] = 1
    _sparse: ClassVar[bool] = True  # whether sparse matrices are taken

    _: KW_ONLY
    precision: str = "auto"
    storage: str = "auto"
    device: str = "auto"
    memory: int = 0
    n_jobs: Optional[int] = None
    random_state: Any = 1
    progress: Optional[Progress] = None
    verbose: int = 0

    def _method_text(self) -> str:
        fields = TABLE[self._kind][self._method]
        return choice(self._method, **{key: getattr(self, key) for key in fields if hasattr(self, key)})

    def _kernel_text(self) -> str:
        """The kernel as the library reads it; what a function returns is a matrix that is given."""
        if self._kernel_name:
            return choice(self._kernel_name, **{key: getattr(self, key) for key in self._kernel_fields})
        kernel: Any = getattr(self, "kernel", None)
        if callable(kernel):
            return "precomputed"
        text: str = "none" if kernel is None else kernel
        return text

    def _options(self) -> dict[str, Any]:
        options = {option: getattr(self, name) for name, option in OPTIONS.items() if hasattr(self, name)}
        if options.get("clusters", 0) is None:
            del options["clusters"]  # for the method to find
        if not isinstance(options.get("init", ""), str):
            options |= {"init": "labels", "labels": options["init"]}
        return {
            **options,
            "method": self._method_text(),
            "kernel": self._kernel_text(),
            "threads": threads_of(self.n_jobs),
            "seed": seed_of(self.random_state),
            "progress": watcher(self.progress, self.verbose),
        }

    def _is_pairwise(self) -> bool:
        """Whether the data are similarities or distances between the points."""
        try:
            return not callable(getattr(self, "kernel", None)) and _core.is_precomputed(self._kernel_text())
        except (TypeError, ValueError):
            return False  # no kernel at all: fit will say so

    def _checked(self, X: Any, reset: bool) -> Any:
        """The data as arrays of float or double, or as CSR; not copied where they are that already."""
        X = validate_data(
            self, X, reset=reset, accept_sparse="csr" if self._sparse else False, accept_large_sparse=False,
            dtype=[np.float64, np.float32],
            ensure_min_samples=self._least_samples if reset else 1,
        )
        if reset and self._is_pairwise() and X.shape[0] != X.shape[1]:
            raise ValueError(
                f"Precomputed data must be a square matrix, and this one is {X.shape[0]} x {X.shape[1]}")
        return X

    def _training(self, X: Any) -> Any:
        """What the library is given to fit: the points, or what a function makes of them."""
        kernel = getattr(self, "kernel", None)
        if not callable(kernel):
            return X
        self._fit_X = X
        return similarities(kernel, X, X)

    def _points(self, X: Any, distances: bool = False) -> Any:
        """New points as the model wants them."""
        check_is_fitted(self)
        kernel = getattr(self, "kernel", None)
        wide = getattr(self._model, "needs_self", False)
        if not callable(kernel):
            if wide and getattr(X, "ndim", 0) == 2 and X.shape[1] == self.n_features_in_ + 1:
                return check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32])
            return self._checked(X, reset=False)
        X = self._checked(X, reset=False)
        K = similarities(kernel, X, self._fit_X)
        return np.column_stack([K, self_similarities(kernel, X)]) if wide and distances else K

    def _ask(self, question: str, X: Any, distances: bool = False) -> Array:
        """What the model says of new points."""
        points = self._points(X, distances)
        answer: Array = getattr(self._model, question)(points, threads_of(self.n_jobs))
        return answer

    def _keep_model(self, result: Mapping[str, Any]) -> None:
        self._model = result["model"]
        self._model.names = [str(name) for name in getattr(self, "feature_names_in_", [])]
        self.method_, self.kernel_ = self._model.method, self._model.kernel
        if not callable(getattr(self, "kernel", None)):
            self.__dict__.pop("_fit_X", None)  # of an earlier fit
        warn(result["warnings"])

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn before 1.6
        return {"pairwise": self._is_pairwise(), "preserves_dtype": [np.float64]}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        tags.input_tags.pairwise = self._is_pairwise()
        if tags.transformer_tags is not None:
            tags.transformer_tags.preserves_dtype = ["float64"]
        return tags


def similarities(kernel: Callable[[Any, Any], Any], X: Any, Y: Any) -> Array:
    """k(X, Y), checked."""
    K = np.asarray(kernel(X, Y), dtype=np.float64)
    if K.shape != (X.shape[0], Y.shape[0]):
        raise ValueError(
            f"The kernel returned an array of shape {K.shape} for {X.shape[0]} and {Y.shape[0]} points; a kernel "
            "k(X, Y) returns a row for each point of X and a column for each point of Y")
    return K


def self_similarities(kernel: Callable[[Any, Any], Any], X: Any) -> Array:
    """k(x, x) of every point, by small blocks."""
    blocks = [X[at : at + 256] for at in range(0, X.shape[0], 256)]
    return np.concatenate([similarities(kernel, block, block).diagonal() for block in blocks])
