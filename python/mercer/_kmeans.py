"""k-means and soft k-means, in the input space and in feature space."""

from __future__ import annotations

import numbers
import re
import warnings
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Optional

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_array, check_random_state
from sklearn.utils._param_validation import InvalidParameterError

from ._base import Kernel
from ._blocks import BlockMixin
from ._clusterer import Prototypes, SoftPrototypes
from ._doc import documented


@documented
@dataclass(eq=False, repr=False)
class KMeans(BlockMixin, Prototypes):
    """k-means in the input space: Lloyd's iterations, Hartigan's moves, the best of ten starts.

    Examples
    --------
    >>> from mercer import KMeans
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> model = KMeans(2).fit(X)
    >>> model.labels_[0] == model.labels_[1]
    True
    >>> model.objective_
    1.0
    """

    _method: ClassVar[str] = "kmeans"
    _has: ClassVar[tuple[str, ...]] = (*Prototypes._has, "cluster_centers_", "inertia_")
    _as_theirs: ClassVar[tuple[str, ...]] = ("n_clusters",)
    _aliases: ClassVar[dict[str, str]] = {"tolerance": "tol"}
    _words: ClassVar[dict[str, tuple[Any, ...]]] = {"algorithm": ("lloyd", "elkan", "auto", "full")}

    n_clusters: int = 8
    _: KW_ONLY
    refine: bool = True
    tolerance: float = 0
    search: str = "none"
    tol: Optional[float] = None
    algorithm: str = "lloyd"
    copy_x: bool = True

    def _given(self, name: str) -> Any:
        """scikit-learn's words: a start that is ``"k-means++"``, and ``n_init="auto"``."""
        value = super()._given(name)
        if name == "init" and isinstance(value, str) and value == "k-means++":
            return "kernel++"
        if name == "n_init" and isinstance(value, str) and value == "auto":
            return 10 if callable(self.init) or (isinstance(self.init, str) and self.init == "random") else 1
        return value

    def _options(self, X: Any = None) -> dict[str, Any]:
        self._n_init = self._given("n_init")
        if X is not None and isinstance(self.n_clusters, numbers.Integral) and X.shape[0] < self.n_clusters:
            raise InvalidParameterError(f"n_samples={X.shape[0]} should be >= n_clusters={self.n_clusters}.")
        if callable(self.init):
            start = self.init(X, self.n_clusters, random_state=check_random_state(self.random_state))
            start = check_array(start, dtype=[np.float64, np.float32])
            return {**self._with(init=start, n_init=1)._options(X), "restarts": 1}
        return super()._options(X)

    def _run(self, work: Any, X: Any, points: Any, **more: Any) -> Any:
        """Points that coincide can't be in more clusters than there are places: a warning, as scikit-learn has it."""
        try:
            return super()._run(work, X, points, **more)
        except ValueError as error:
            places = re.search(r"exceeds the (\d+) distinct points?", str(error))
            if places is None:
                raise
        count = int(places[1])
        warnings.warn(f"Number of distinct clusters ({count}) found smaller than n_clusters ({self.n_clusters}). Possibly "
                      "due to duplicate points in X.", ConvergenceWarning, stacklevel=5)
        start = {} if isinstance(self.init, str) else {"init": "k-means++"}
        return super(KMeans, self._with(n_clusters=count, **start))._run(work, X, points, **more)

    def _with(self, **values: Any) -> KMeans:
        """The same estimator with other parameters, not fitted."""
        return type(self)(**{**self.get_params(deep=False), **values})

    def _keep_more(self, result: Mapping[str, Any]) -> None:
        super()._keep_more(result)
        self.inertia_ = self.objective_
        if callable(self.init) or np.ndim(self.init) == 2:
            self.n_iter_ += 1  # in which the points went to the centres that were given


@documented
@dataclass(eq=False, repr=False)
class KernelKMeans(BlockMixin, Prototypes):
    """k-means in the feature space of a kernel, exact within the memory there is.

    The kernel matrix is stored where that is faster and fits, else computed tile by tile; with
    ``approx="nystrom"``, ``"rff"``, ``"minibatch"`` or ``"auto"`` it is approximated. The model has a copy of the
    points, unless you say ``copy=False``: then it changes with the array.

    Examples
    --------
    Two rings, which k-means can't separate:

    >>> from mercer import KernelKMeans, datasets, metrics
    >>> X, y = datasets.rings()
    >>> model = KernelKMeans(2, kernel="gaussian:sigma=1").fit(X)
    >>> metrics.accuracy(y, model.labels_)
    1.0
    >>> model.kernel_
    'gaussian:sigma=1'
    """

    _method: ClassVar[str] = "kmeans"

    _: KW_ONLY
    kernel: Kernel = "gaussian"
    refine: bool = True
    tolerance: float = 0
    search: str = "none"
    approx: str = "none"
    embed: str = "none"


@documented
@dataclass(eq=False, repr=False)
class SoftKMeans(SoftPrototypes):
    """Soft k-means: each point is shared among the prototypes; a larger stiffness shares it less.

    Examples
    --------
    >>> from mercer import SoftKMeans
    >>> X = [[1, 1], [1, 2], [8, 8], [9, 8]]
    >>> model = SoftKMeans(2, beta=1).fit(X)
    >>> model.predict_proba([[5, 5]]).sum().round(6)
    1.0
    """

    _method: ClassVar[str] = "soft"
    _has: ClassVar[tuple[str, ...]] = (*SoftPrototypes._has, "cluster_centers_")

    _: KW_ONLY
    beta: Optional[float] = None


@documented
@dataclass(eq=False, repr=False)
class SoftKernelKMeans(SoftPrototypes):
    """Soft k-means in feature space; ``kernel="geodesic"`` is soft geodesic kernel k-means.

    Examples
    --------
    >>> from mercer import SoftKernelKMeans, datasets, metrics
    >>> X, y = datasets.two_moons()
    >>> model = SoftKernelKMeans(2, kernel="geodesic:neighbors=10").fit(X)
    >>> metrics.accuracy(y, model.labels_)
    1.0
    """

    _method: ClassVar[str] = "soft"

    _: KW_ONLY
    kernel: Kernel = "gaussian"
    beta: Optional[float] = None
    prototypes: str = "feature"
    approx: str = "none"
    embed: str = "none"
