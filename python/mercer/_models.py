"""Model files: the same as those of the program."""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Union

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _auto, _beyond, _core, _family, _hdbscan, _kernel_pca, _kmeans, _maps, _mixture, _spectral_embedding, _trees
from ._base import Estimator
from ._grammar import parse
from ._tables import TableFeatures

#: (kind of model, method) -> estimator; k-means has one for the input space and one for kernels
_CLASSES: dict[tuple[str, str], Any] = {
    (cls._kind, cls._method): cls
    for module in (_kmeans, _family, _maps, _trees, _hdbscan, _beyond, _auto, _mixture, _kernel_pca, _spectral_embedding)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, Estimator) and cls._method
}
_IN_INPUT_SPACE = {"kmeans": _kmeans.KMeans, "soft": _kmeans.SoftKMeans}


def write_model(estimator: Any, path: Union[str, os.PathLike[str]]) -> None:
    """Write a fitted estimator as a model file, for `read_model` and for ``mercer predict``.

    The file is written whole or not at all. An estimator with a kernel that is a Python function can't be
    written: the function would be lost.

    Examples
    --------
    >>> import os, tempfile
    >>> from mercer import KMeans, read_model, write_model
    >>> path = os.path.join(tempfile.mkdtemp(), "small.mercer")
    >>> write_model(KMeans(2).fit([[1.0], [2.0], [8.0]]), path)
    >>> read_model(path).predict([[7.0]]) == read_model(path).predict([[9.0]])
    array([ True])
    """
    check_is_fitted(estimator)
    if callable(getattr(estimator, "kernel", None)):
        raise ValueError("a kernel that is a Python function can't be written to a file; pickle the estimator, or "
                         "use a kernel by name")
    estimator._model.save(os.fspath(path))


def _load(path: str) -> Any:
    try:
        return _core.Model.load(path)
    except ValueError:
        try:
            return _core.EmbedModel.load(path)
        except ValueError:
            pass
        raise


def read_model(path: Union[str, os.PathLike[str]]) -> Any:
    """An estimator from a model file, ready to predict; `write_model` and ``mercer fit --model`` write them.

    It has the parameters of its method and kernel, but not what only mattered for the fit.
    """
    model = _load(os.fspath(path))
    name, values = parse(model.method)
    kind = "method" if isinstance(model, _core.Model) else "coordinates"
    cls: Any = _IN_INPUT_SPACE.get(name) if kind == "method" and model.kernel == "none" else None
    cls = cls or _CLASSES[kind, name]
    fields = {field.name for field in dataclasses.fields(cls)}
    if cls._kernel_name:
        values = {**parse(model.kernel)[1], **values}
    elif "kernel" in fields:
        values["kernel"] = None if model.kernel == "none" else model.kernel
    if "n_clusters" in fields:
        values["n_clusters"] = model.clusters
    if kind == "coordinates":
        values["n_components"] = model.dimensions
    estimator = cls(**{key: value for key, value in values.items() if key in fields})
    estimator._model = model
    estimator.method_, estimator.kernel_ = model.method, model.kernel
    estimator.n_features_in_ = model.columns
    if len(model.names) == model.columns and model.columns:
        estimator.feature_names_in_ = np.asarray(model.names, dtype=object)
    if model.recipe is not None:
        table = estimator.table_ = TableFeatures(missing_values=None)
        table._recipe, table.decisions_, table.ids_ = model.recipe, model.recipe.decisions(), []
        table.feature_names_in_ = estimator.feature_names_in_ = np.asarray(model.recipe.columns, dtype=object)
        table.n_features_in_ = estimator.n_features_in_ = len(model.recipe.columns)
    if kind == "method":
        estimator.n_clusters_ = model.clusters
        if model.labels.size:  # of the training points, where they are kept
            estimator.labels_ = model.labels
    if isinstance(estimator, _beyond.OneClassSVM):
        estimator.offset_ = -model.slack
    return estimator
