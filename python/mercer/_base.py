"""What all estimators share: parameters become options of the C++ library, its results attributes.

An estimator is a dataclass. Its fields are its parameters; those that the library's table knows as options
of the method (or of the kernel, where the kernel belongs to the method) are written into the method's text,
the others have a counterpart in `OPTIONS`. So a new option in C++ needs one more field here, and a test
compares all defaults with the table.
"""

from __future__ import annotations

import numbers
from dataclasses import KW_ONLY, dataclass
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Optional, Union

import joblib
import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.metrics import pairwise_distances_argmin_min
from sklearn.utils import check_array, check_random_state
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._arrays import as_given, as_numpy, own, with_short_indices
from ._compat import ANY_NUMBER, validate_data
from ._grammar import TABLE, choice
from ._kernel_functions import of_sets, self_similarities, similarities
from ._progress import Progress, watcher
from ._tables import TableFeatures, is_table, spread
from ._warn import Array, warn

#: A kernel: ``"gaussian"``, ``"gaussian:sigma=0.7"``, ``"precomputed"``, a function ``k(X, Y)`` that returns the
#: matrix of similarities, or None for the input space.
Kernel = Union[str, Callable[[Any, Any], Any], None]

#: methods whose models hold prototypes alone, when there is no kernel
_KEEP_NOTHING = ("kmeans", "soft", "fuzzy", "possibilistic", "k-harmonic", "iwc", "neural-gas", "som", "mixture",
                 "mean-shift")

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
    "tune": "tune",
    "memory": "memory",
    "n_components": "dimensions",
}


__all__ = ["Array", "Estimator", "Kernel", "OPTIONS", "seed_of", "threads_of"]


def threads_of(n_jobs: Optional[int]) -> int:
    """None and -1 are all cores: 0. The result is the same for any number."""
    if n_jobs is None or n_jobs == -1:
        return 0
    return int(joblib.effective_n_jobs(n_jobs))


def seed_of(random_state: Any) -> int:
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


class Fitted(BaseEstimator):
    """What a fit leaves behind; not a dataclass, so that these are not parameters."""

    _model: Any
    _fit_X: Any  # the points, where the kernel is a function
    _fit_kernel: Any  # that function
    _read: bool  # whether the model is from a file, which has only what new points need
    _table: Any  # the recipe and the table of the fit, where it was one
    table_: Any  # the recipe, where it does more than take numbers as they are
    n_features_in_: int
    method_: str
    kernel_: str
    labels_: Array
    memberships_: Array
    outlier_scores_: Array

    if not TYPE_CHECKING:  # which would take any name for one that is there

        def __getattr__(self, name: str) -> Any:
            """Why an attribute is missing."""
            if self.__dict__.get("_read") and name.endswith("_") and not name.startswith("_"):
                raise AttributeError(f"{name} is not in a model file, which holds what new points need; fit the estimator to "
                                     "have it")
            return self.__getattribute__(name)


@dataclass(eq=False, repr=False)
class Estimator(Fitted):
    """Data in, options out; new points for any kind of model."""

    _method: ClassVar[str] = ""
    _kernel_name: ClassVar[str] = ""  # of the kernel that belongs to the method
    _kernel_fields: ClassVar[tuple[str, ...]] = ()
    _kind: ClassVar[str] = "method"  # the library's table that has the method
    _has: ClassVar[tuple[str, ...]] = ("kernel_", "method_", "n_features_in_")  # attributes, for the docstring
    _least_samples: ClassVar[Any] = 1
    _sparse: ClassVar[bool] = True  # whether sparse matrices are taken
    _finds_clusters: ClassVar[bool] = False  # whether n_clusters may be None
    _count_name: ClassVar[str] = "n_clusters"  # the parameter that holds the number of clusters
    _words: ClassVar[dict[str, tuple[Any, ...]]] = {}  # scikit-learn's parameter -> what it may be
    _aliases: ClassVar[dict[str, str]] = {}  # our parameter -> scikit-learn's, which counts where it is given
    _as_theirs: ClassVar[tuple[str, ...]] = ()  # parameters with the default of scikit-learn's class of the same name
    _finite: ClassVar[bool] = True  # whether all numbers must be finite
    _keeps_points: ClassVar[bool] = False  # whether the points are kept here too, beside the library's

    _: KW_ONLY
    precision: str = "auto"
    storage: str = "auto"
    device: str = "auto"
    memory: int = 0
    n_jobs: Optional[int] = None
    random_state: Any = 1
    progress: Optional[Progress] = None
    verbose: int = 0
    table: Optional[TableFeatures] = None
    copy: bool = True

    def _given(self, name: str) -> Any:
        """A parameter by our name."""
        theirs = getattr(self, self._aliases[name]) if name in self._aliases else None
        return getattr(self, name) if theirs is None else theirs

    def _method_text(self) -> str:
        fields = TABLE[self._kind][self._method]
        return choice(self._method, **{key: self._given(key) for key in fields if hasattr(self, key)})

    def _kernel_text(self) -> str:
        """The kernel as the library reads it; what a function returns is a matrix that is given."""
        if self._kernel_name:
            return choice(self._kernel_name, **{key: self._given(key) for key in self._kernel_fields})
        kernel = self._kernel()
        if callable(kernel):
            return "precomputed"
        text: str = "none" if kernel is None else kernel
        return text

    def _kernel(self) -> Any:
        """The kernel: a text or a function, or None."""
        return getattr(self, "kernel", None)

    def _options(self, X: Any = None) -> dict[str, Any]:
        """Options of the library; the points are needed where the start is given as centres."""
        options = {option: self._given(name) for name, option in OPTIONS.items() if hasattr(self, name)}
        if self._kind == "method":
            options.pop("dimensions", None)
        if "clusters" in options:
            options |= self._cluster_options(options.pop("clusters"))
        if not isinstance(options.get("init", ""), str):
            options |= {"init": "labels", "labels": starting_labels(self, options["init"], X)}
        return {
            **options,
            "method": self._method_text(),
            "kernel": self._kernel_text(),
            "threads": threads_of(self.n_jobs),
            "seed": seed_of(self.random_state),
        }

    def _run(self, work: Any, X: Any, points: Any, **more: Any) -> Any:
        """The library at work on what `_training` makes of the points."""
        with watcher(self.progress, self.verbose) as told:
            return work(points, progress=told, **self._options(X), **more)

    def _cluster_options(self, count: Any) -> dict[str, Any]:
        """The number of clusters; None if the method finds it."""
        if count is None and self._finds_clusters:
            return {}
        if isinstance(count, bool) or not isinstance(count, numbers.Integral) or count < 1:
            may_be_none = " or None, to let the method find it" if self._finds_clusters else ""
            raise InvalidParameterError(f"The '{self._count_name}' parameter of {type(self).__name__} must be an int of at "
                                        f"least 1{may_be_none}. Got {count!r} instead.")
        return {"clusters": int(count)}

    def _is_pairwise(self) -> bool:
        """Whether the data are similarities or distances between the points."""
        try:
            return not callable(self._kernel()) and _core.is_precomputed(self._kernel_text())
        except (TypeError, ValueError):
            return False  # no kernel at all: fit will say so

    def _checked(self, X: Any, reset: bool) -> Any:
        """The data as arrays of float or double, or as CSR; not copied where they are that already."""
        if not reset and hasattr(self, "table_"):
            return X  # the recipe made it
        X = as_numpy(X)
        if reset:
            self._refuse_unknown()
            for name in ("_table", "table_", "feature_names_in_"):  # of an earlier fit
                self.__dict__.pop(name, None)
            if is_table(X) and not self._is_pairwise():
                X = self._learn_table(X)
                if hasattr(self, "table_"):
                    return check_array(X, ensure_min_samples=self._least_samples, estimator=self)
        given = X
        X = validate_data(
            self, X, reset=reset, accept_sparse="csr" if self._sparse else False, dtype=[np.float64, np.float32],
            ensure_min_samples=self._least_samples if reset else 1, **({} if self._finite else ANY_NUMBER),
        )
        X = with_short_indices(X)
        if reset and self._is_pairwise() and X.shape[0] != X.shape[1]:
            raise ValueError(
                f"Precomputed data must be a square matrix, and this one is {X.shape[0]} x {X.shape[1]}")
        return self._kept(X, given) if reset else X

    def _refuse_unknown(self) -> None:
        """Words that scikit-learn's parameters can't be."""
        for name, words in self._words.items():
            if (given := getattr(self, name)) not in words:
                raise InvalidParameterError(f"The '{name}' parameter of {type(self).__name__} must be one of "
                                            f"{', '.join(map(repr, words))}. Got {given!r} instead.")

    def _learn_table(self, X: Any) -> Any:
        """A table as points; the table itself where it holds nothing but numbers, which scikit-learn knows."""
        self._table = TableFeatures() if self.table is None else clone(self.table)
        warn([told for told in self._table._learn(X)
              if not (self._method == "auto" and "standardize" in told[1])])  # which looks at both
        names, recipe = self._table.feature_names_in_, self._table._recipe
        if recipe.plain and hasattr(X, "dtypes") and len(recipe.columns) == len(names):
            return X
        self.table_ = self._table
        self.feature_names_in_, self.n_features_in_ = names, len(names)
        points, self._table._rows, _ = recipe.prepare(self._table._frame)
        return points

    def _rows_of_table(self) -> Optional[Array]:
        """The rows of the table that are the training points; None: all."""
        rows: Optional[Array] = getattr(getattr(self, "table_", None), "_rows", None)
        return rows

    def _everywhere(self, values: Array) -> Array:
        """Values of the training points as values of all rows of their table."""
        rows = self._rows_of_table()
        return values if rows is None else spread(values, rows, self._table._frame.rows)

    def _training(self, X: Any) -> Any:
        """What the library is given to fit: the points, or what a function makes of them."""
        kernel = self._kernel()
        if not callable(kernel):
            return X
        self._fit_X, self._fit_kernel = X, of_sets(kernel, X)
        return similarities(self._fit_kernel, X, X)

    def _kept(self, X: Any, given: Any) -> Any:
        """A copy of what the model would share with the user's array, which may change after the fit."""
        if hasattr(X, "indptr"):  # the library has a copy of its own
            keeps = self._keeps_points or callable(self._kernel())
        else:
            keeps = self._method not in _KEEP_NOTHING or self._kernel_text() != "none"
        return own(X, given) if self.copy and keeps else X

    def _points(self, X: Any, distances: bool = False) -> Any:
        """New points as the model wants them."""
        kernel = getattr(self, "_fit_kernel", None)  # not the parameter, which may have been set since
        wide = getattr(self._model, "needs_self", False)
        if not callable(kernel):
            if wide and getattr(X, "ndim", 0) == 2 and X.shape[1] == self.n_features_in_ + 1:
                return check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32])
            return self._checked(X, reset=False)
        X = self._checked(X, reset=False)
        K = similarities(kernel, X, self._fit_X)
        return np.column_stack([K, self_similarities(kernel, X)]) if wide and distances else K

    def _ask(self, question: str, X: Any, distances: bool = False) -> Array:
        """What the model says of new points, or of the rows of a new table."""
        check_is_fitted(self)
        if not hasattr(self, "table_"):
            return self._answer(question, X, distances)
        points, rows, size = self._points_of_table(X)
        return spread(self._answer(question, points, distances), rows, size)

    def _points_of_table(self, X: Any) -> tuple[Array, Optional[Array], int]:
        """New rows as points, which rows they are (None: all), and how many rows there are."""
        if not is_table(X):
            raise ValueError(f"{type(self).__name__} was fitted on a table; give one with the columns "
                             + ", ".join(self.table_._recipe.columns))
        points, rows, size = self.table_._points(X)
        return points, rows, size

    def _answer(self, question: str, X: Any, distances: bool = False) -> Array:
        """The same of points."""
        X = as_numpy(X)
        where = (self.device,) if self._kind == "method" else ()
        answer: Array = getattr(self._model, question)(self._points(X, distances), threads_of(self.n_jobs), *where)
        return as_given(answer, X)

    def _keep_model(self, result: Mapping[str, Any]) -> None:
        self._model = result["model"]
        self._model.names = [str(name) for name in getattr(self, "feature_names_in_", [])]
        if hasattr(self, "table_"):
            self._model.recipe, self._model.names = self.table_._recipe, self.table_._recipe.names()
        self.method_, self.kernel_ = self._model.method, self._model.kernel
        self.__dict__.pop("_read", None)
        if not callable(self._kernel()):
            for name in ("_fit_X", "_fit_kernel"):  # of an earlier fit
                self.__dict__.pop(name, None)
        self._keep_of_model()
        warn([told for told in result["warnings"]
              if "k(z, z)" not in told[1] or not hasattr(self, "_fit_kernel")])  # which a function gives

    def _keep_of_model(self) -> None:
        """What the model alone tells; also where it comes from a file."""

    def __getstate__(self) -> dict[str, Any]:
        """Without the table of the fit, which only `profile` and `explain` look at."""
        state = dict(super().__getstate__())
        state.pop("_table", None)
        return state

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn before 1.6
        return {"pairwise": self._is_pairwise(), "preserves_dtype": [np.float64, np.float32]}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        tags.input_tags.pairwise = self._is_pairwise()
        if tags.transformer_tags is not None:
            tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def starting_labels(estimator: Any, start: Any, X: Any) -> Array:
    """`init` as the label of each point: given so, or as centres, of which each point takes the nearest."""
    name = type(estimator).__name__
    if callable(start) or np.ndim(start) not in (1, 2):
        raise InvalidParameterError(f"The 'init' parameter of {name} must be a str, an array of labels (n_samples,) or "
                                    f"an array of centres (n_clusters, n_features). Got {start!r} instead.")
    try:
        given = np.asarray(start, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidParameterError(f"The 'init' parameter of {name} must hold numbers. Got {start!r} instead.") from None
    if given.ndim == 1:
        labels: Array = given.astype(np.int32)
        if (labels != given).any():
            raise InvalidParameterError(f"The 'init' parameter of {name}, an array of labels, must hold whole numbers; "
                                        "an array of centres has two dimensions.")
        return labels
    if estimator._kernel_text() != "none":
        raise InvalidParameterError(f"The 'init' parameter of {name} can't be centres under a kernel; give labels.")
    if given.shape[0] != estimator._given("n_clusters"):
        raise ValueError(f"The shape of the initial centers {given.shape} does not match the number of clusters "
                         f"{estimator._given('n_clusters')}.")
    if given.shape[1] != X.shape[1]:
        raise ValueError(f"The shape of the initial centers {given.shape} does not match the number of features of the "
                         f"data {X.shape[1]}.")
    nearest, distances = pairwise_distances_argmin_min(X, given)
    return filled(nearest.astype(np.int32), distances, given.shape[0])


def filled(labels: Array, distances: Array, clusters: int) -> Array:
    """Labels in which no cluster is empty: each that was has the farthest point that is left."""
    empty = np.setdiff1d(np.arange(clusters), labels)
    labels[np.argsort(-distances, kind="stable")[: len(empty)]] = empty[: len(labels)]
    return labels
