"""Model files: the same as those of the program."""

from __future__ import annotations

import copyreg
import dataclasses
import os
from collections.abc import Iterator
from typing import Any, Union

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import Estimator
from ._grammar import parse
from ._tables import TableFeatures


def _reduced(value: Any) -> Any:
    """What pickle asks of the library's objects; by itself it finds that out in protocols from 2 on only."""
    return copyreg.__newobj__, (type(value),), value.__getstate__()  # type: ignore[attr-defined]


for _pickled in (_core.Model, _core.EmbedModel, _core.Recipe):
    copyreg.pickle(_pickled, _reduced)


def _estimators(cls: Any = Estimator) -> Iterator[Any]:
    """The estimators of this package, in the order of their definition."""
    for child in cls.__subclasses__():
        if child._method and child.__module__.startswith("mercer._"):
            yield child
        yield from _estimators(child)


def _class_of(model: Any) -> Any:
    """The estimator that such a model is of; k-means has one for the input space and one for kernels."""
    kind, name = "method" if isinstance(model, _core.Model) else "coordinates", parse(model.method)[0]
    found = [cls for cls in _estimators() if (cls._kind, cls._method) == (kind, name)]
    return found[0] if model.kernel == "none" else found[-1]


def write_model(estimator: Any, path: Union[str, os.PathLike[str]]) -> None:
    """Write a fitted estimator as a model file, for `read_model` and for ``mercer predict``.

    The file is written whole or not at all. An estimator whose kernel or metric is a function can't be written: the
    function would be lost. Nor can those that are no model of the library, such as `AgglomerativeClustering` and `Nystroem`.

    Parameters
    ----------
    estimator : fitted estimator
        One of this package.
    path : str or path
        The file; an older one is replaced.

    Returns
    -------
    None

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
    if why := _why_not(estimator):
        raise ValueError(f"{why}; pickle the estimator instead")
    estimator._model.save(os.fspath(path))


def _why_not(estimator: Any) -> str:
    """What of an estimator would be lost in a model file."""
    name = type(estimator).__name__
    if not isinstance(estimator, Estimator):
        return f"{name} has no model file"
    if hasattr(estimator, "_fit_kernel"):
        return f"this {name} compares points by a Python function, which a model file can't hold"
    if not getattr(estimator, "cluster_all", True):
        return f"this {name} leaves points without a cluster (cluster_all=False), and a model file doesn't"
    return ""


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

    It has the parameters of its method and kernel, but not what only mattered for the fit; nor has it what only the fit knew,
    such as ``objective_``. It predicts, and goes on by `partial_fit` where its class does.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    estimator
        One of this package, fitted.
    """
    model = _load(os.fspath(path))
    cls, values = _class_of(model), parse(model.method)[1]
    fields = {field.name for field in dataclasses.fields(cls)}
    if cls._kernel_name:
        values = {**parse(model.kernel)[1], **values}
    elif "kernel" in fields:
        values["kernel"] = None if model.kernel == "none" else model.kernel
    if "n_clusters" in fields:
        values["n_clusters"] = model.clusters
    if cls._kind == "coordinates":
        values["n_components"] = model.dimensions
    elif "approx" in fields:
        values["approx"] = model.approx
    estimator = cls(**{key: value for key, value in values.items() if key in fields})
    estimator._model, estimator._read, estimator._dtype = model, True, np.dtype(np.float64)
    estimator.method_, estimator.kernel_ = model.method, model.kernel
    estimator.n_features_in_ = model.columns
    if len(model.names) == model.columns and model.columns:
        estimator.feature_names_in_ = np.asarray(model.names, dtype=object)
    if model.recipe is not None:
        table = estimator.table_ = TableFeatures(missing_values=None)
        table._recipe, table.decisions_, table.ids_ = model.recipe, model.recipe.decisions(), []
        table.feature_names_in_ = estimator.feature_names_in_ = np.asarray(model.recipe.columns, dtype=object)
        table.n_features_in_ = estimator.n_features_in_ = len(model.recipe.columns)
    if cls._kind == "method" and model.labels.size:  # of the training points, where they are kept
        estimator.labels_ = model.labels
    estimator._keep_of_model()
    return estimator
