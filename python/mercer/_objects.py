"""Documents, strings and graphs as rows of numbers: transformers, whose rows every estimator takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._warn import Array

if TYPE_CHECKING:
    from typing_extensions import Self


def _texts(X: Any) -> list[str]:
    if isinstance(X, str) or not isinstance(X, Iterable):
        raise ValueError(f"Give a list of strings, not {type(X).__name__}")
    texts = list(X)
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise ValueError(f"Object {i + 1} is {type(text).__name__}, not a string")
    if not texts:
        raise ValueError("There are no strings")
    return texts


def _rows(given: Any) -> Any:
    """The library's rows: CSR, or an array where the kernel with the training objects is all there is."""
    if not isinstance(given, tuple):
        return given
    values, columns, starts, shape = given
    return sparse.csr_matrix((values, columns, starts), shape=shape)


class Rows(TransformerMixin, BaseEstimator):
    """Objects in, rows out."""

    _model: Any

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn which parts distinguish the objects.

        Parameters
        ----------
        X : list of str, or of graphs
            The objects.
        y : ignored

        Returns
        -------
        self
            Itself, fitted.
        """
        self._model = self._learn(X)
        return self

    def transform(self, X: Any) -> Any:
        """One row per object, as the estimators take them.

        Parameters
        ----------
        X : list of str, or of graphs
            The objects.

        Returns
        -------
        sparse matrix or array of shape (n_samples, n_features)
            The rows.
        """
        check_is_fitted(self, "_model")
        return _rows(self._describe(X))

    def _learn(self, X: Any) -> Any:
        raise NotImplementedError

    def _describe(self, X: Any) -> Any:
        raise NotImplementedError

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn before 1.6
        return {"X_types": ["string"], "requires_fit": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array, tags.input_tags.string = False, True
        return tags

    def __getstate__(self) -> dict[str, Any]:
        """What was learnt travels as plain values."""
        state = dict(super().__getstate__())
        if "_model" in state:
            model = state["_model"]
            weights = isinstance(model, _core.Vocabulary)
            state["_model"] = (model.terms, model.weights) if weights else (model.kernel, model.terms)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        if isinstance(state.get("_model"), tuple):
            weights = isinstance(state["_model"][1], np.ndarray)
            state["_model"] = (_core.Vocabulary if weights else _core.Description)(*state["_model"])
        super().__setstate__(state)


class TextFeatures(Rows):
    """Documents as weighted counts of the words that tell them apart most (tf-idf, by mutual information).

    Parameters
    ----------
    terms : int, default=1000
        How many words are kept.
    documents : int, default=2
        A word must occur in at least so many documents.
    stop_words : sequence of str, optional
        Words that are left out.

    Examples
    --------
    >>> from mercer import AutoClustering, TextFeatures
    >>> notes = ["rain and wind", "wind and clouds", "clouds bring rain"] * 5
    >>> notes += ["goal and match", "match and team", "team scores goal"] * 5
    >>> rows = TextFeatures(stop_words=["and"]).fit_transform(notes)
    >>> rows.shape
    (30, 8)
    >>> len(set(AutoClustering(2).fit_predict(rows)[:15]))
    1
    """

    def __init__(self, terms: int = 1000, *, documents: int = 2, stop_words: Optional[Sequence[str]] = None) -> None:
        self.terms = terms
        self.documents = documents
        self.stop_words = stop_words

    def _learn(self, X: Any) -> Any:
        return _core.Vocabulary.learn(_texts(X), self.terms, self.documents, list(self.stop_words or []))

    def _describe(self, X: Any) -> Any:
        return self._model.vectors(_texts(X))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The words, one per column.

        Parameters
        ----------
        input_features : None
            Not used.

        Returns
        -------
        array of str
            The words.
        """
        check_is_fitted(self, "_model")
        return np.asarray(self._model.terms, dtype=object)


class StringFeatures(Rows):
    """Strings by their parts: rows whose products are a kernel of strings.

    Parameters
    ----------
    kernel : str, default="spectrum"
        ``"spectrum"`` counts substrings: rows for any estimator, without a kernel. ``"subsequence"`` compares with gaps:
        rows of similarities to the training strings, for estimators with ``kernel="precomputed"``.

    Examples
    --------
    >>> from mercer import KMeans, StringFeatures
    >>> words = ["walking", "talking", "looking", "nations", "stations", "rations"]
    >>> labels = KMeans(2).fit_predict(StringFeatures("spectrum:length=3").fit_transform(words))
    >>> labels[:3].tolist() == [labels[0]] * 3 and labels[0] != labels[5]
    True
    """

    def __init__(self, kernel: str = "spectrum") -> None:
        self.kernel = kernel

    def _learn(self, X: Any) -> Any:
        return _core.Description.of_strings(_texts(X), self.kernel)

    def _describe(self, X: Any) -> Any:
        return self._model.strings(_texts(X))


#: A graph: its edges as pairs of vertices, which count from 0; or edges and a label for each vertex.
Graph = Union[Sequence[tuple[int, int]], tuple[Sequence[tuple[int, int]], Sequence[Any]]]


def _graph(graph: Any) -> tuple[list[tuple[int, int]], list[str]]:
    labelled = isinstance(graph, tuple) and len(graph) == 2 and not np.isscalar(graph[0]) and len(graph[1]) > 0 and (
        isinstance(graph[1][0], str) or np.isscalar(graph[1][0]))
    edges, labels = graph if labelled else (graph, [])
    return [(int(a), int(b)) for a, b in edges], [str(label) for label in labels]


class GraphFeatures(Rows):
    """Whole graphs by their parts (Weisfeiler and Lehman): rows whose products are a kernel of graphs.

    A graph is a list of edges, pairs of vertices that count from 0, or ``(edges, labels)`` with a label for each vertex.

    Parameters
    ----------
    kernel : str, default="weisfeiler-lehman"
        The kernel with its parameters.

    Examples
    --------
    >>> from mercer import GraphFeatures, KMeans
    >>> rings = [[(i, (i + 1) % n) for i in range(n)] for n in (5, 6, 7)]
    >>> stars = [[(0, i + 1) for i in range(n)] for n in (5, 6, 7)]
    >>> labels = KMeans(2).fit_predict(GraphFeatures().fit_transform(rings + stars))
    >>> labels[:3].tolist() == [labels[0]] * 3 and labels[0] != labels[5]
    True
    """

    def __init__(self, kernel: str = "weisfeiler-lehman") -> None:
        self.kernel = kernel

    def _learn(self, X: Any) -> Any:
        return _core.Description.of_graphs([_graph(graph) for graph in X], self.kernel)

    def _describe(self, X: Any) -> Any:
        return self._model.graphs([_graph(graph) for graph in X])
