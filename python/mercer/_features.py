"""Points as features whose products approximate a kernel: landmarks (Nystrom) and random Fourier features."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from . import _core
from ._arrays import as_numpy, with_short_indices
from ._base import threads_of
from ._compat import validate_data
from ._warn import Array


class FeaturesMixin(ClassNamePrefixFeaturesOutMixin, TransformerMixin):
    """What both have: a map in the library that turns points into rows."""

    _model: Any
    _map: Any
    n_components_: int
    n_jobs: Optional[int]

    def _checked(self, X: Any, reset: bool) -> Any:
        return with_short_indices(validate_data(self, as_numpy(X), reset=reset, accept_sparse="csr", dtype=[np.float64, np.float32]))

    # A clustering in one cluster is no more than its map: features of all points, and their mean.
    def _learn_map(self, points: Any, kernel: str, approx: str, seed: int) -> None:
        result = _core.cluster(points, clusters=1, restarts=1, method="kmeans:refine=off", kernel=kernel, approx=approx,
                               precision="double", seed=seed, threads=threads_of(self.n_jobs))
        self._model = result["model"]
        self._map = self._model.feature_map()

    def _mapped(self, points: Any) -> Array:
        """Features as they are, not about their mean."""
        found: Array = self._model.vectors(points, threads_of(self.n_jobs))
        found += self._map["mean"]
        return found

    @property
    def _n_features_out(self) -> int:
        return self.n_components_

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn before 1.6
        return {"preserves_dtype": [np.float64, np.float32]}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
