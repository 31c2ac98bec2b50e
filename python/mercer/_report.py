"""A fitted clusterer as a page for a browser, as a picture, and in a notebook."""

from __future__ import annotations

import html
import os
import pathlib
from typing import Any, Optional, Union

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import threads_of
from ._warn import Array

Path = Union[str, "os.PathLike[str]"]


class PictureMixin:
    """Clusters of points that can be drawn."""

    def picture(self, path: Path, X: Any = None, *, title: Optional[str] = None) -> pathlib.Path:
        """Write a picture of the clusters, as SVG: two columns as they are, more by principal components.

        Parameters
        ----------
        path : path
            Where to.
        X : array or table, optional
            The data of the fit. A model of a table, fitted in this process, knows its own.
        title : str, optional
            Of the picture.

        Returns
        -------
        pathlib.Path
            The file.
        """
        points, labels = self._shown(X)
        names = [str(name) for name in getattr(self, "feature_names_in_", [])]
        return whole_file(path, _core.scatter_svg(points, labels, title or "", names if points.shape[1] == len(names) else []))

    def _shown(self, X: Any) -> tuple[Any, Array]:
        """Points and their labels."""
        raise NotImplementedError


class ReportMixin(PictureMixin):
    """Clusters that can be looked at."""

    labels_: Array
    _model: Any

    def report(self, path: Path, X: Any = None, *, title: Optional[str] = None) -> pathlib.Path:
        """Write the page of `mercer fit --report`: the points, and what tells whether to trust the clusters.

        Parameters
        ----------
        path : path
            Where to; one file of HTML that needs no other and no network.
        X : array or table, optional
            The data of the fit. A model of a table, fitted in this process, knows its own.
        title : str, optional
            Of the page; the name of the class.

        Returns
        -------
        pathlib.Path
            The file.

        Examples
        --------
        >>> import os, tempfile
        >>> from mercer import KMeans, datasets
        >>> X, y = datasets.blobs(size=60)
        >>> KMeans(3).fit(X).report(os.path.join(tempfile.mkdtemp(), "blobs.html"), X).name
        'blobs.html'
        """
        this: Any = self
        check_is_fitted(self)
        if not hasattr(self, "history_"):
            raise ValueError("the page shows how the fit went, which a model file doesn't hold; fit the estimator, or use picture()")
        points, labels = self._shown(X)
        kept = {"labels": labels, "objective": this.objective_, "iterations": this.n_iter_,
                "converged": this.converged_, "history": this.history_}
        for name in ("memberships", "outlier_scores"):
            if hasattr(self, f"{name}_") and len(labels) == len(self.labels_):
                kept[name] = getattr(self, f"{name}_")
        about = [("method", this.method_), ("kernel", this.kernel_)]
        page = _core.report(points, self._model, kept, title or type(self).__name__, about, threads_of(this.n_jobs))
        return whole_file(path, page)

    def _shown(self, X: Any) -> tuple[Any, Array]:
        """Points and their labels: those of the fit, or predicted where others are given."""
        check_is_fitted(self)
        this: Any = self
        if X is None:
            table = getattr(self, "_table", None)
            if table is None:
                raise ValueError("the points of the fit are not kept; give them, as in report(path, X)")
            points, rows, _ = table._recipe.prepare(table._frame)
            return points, self.labels_ if rows is None else self.labels_[rows]
        if hasattr(self, "table_"):
            points, rows, _ = this.table_._points(X)
        else:
            points, rows = this._checked(X, reset=False), None
        same = hasattr(self, "labels_") and len(self.labels_) == points.shape[0]
        labels = self.labels_ if same else this._answer("predict", points, this._measures)
        return points, labels if rows is None or not same else self.labels_[rows]

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """scikit-learn's picture of the estimator, and below it what was found."""
        bundle = super()._repr_mimebundle_(**options)  # type: ignore[misc]
        if "text/html" in bundle and hasattr(self, "labels_"):
            bundle["text/html"] += self._found_html()
        return bundle

    def _found_html(self) -> str:
        this: Any = self
        if not isinstance(self.labels_, np.ndarray):  # not computed yet
            return ""
        names, sizes = np.unique(self.labels_, return_counts=True)
        words = {-1: "noise", -2: "left out", -3: "missing"}
        rows = "".join(f"<tr><th>{words.get(int(name), int(name))}</th><td>{size}</td><td>{size / len(self.labels_):.1%}</td></tr>"
                       for name, size in zip(names[:50], sizes[:50]))
        more = f"<p>and {len(names) - 50} more clusters</p>" if len(names) > 50 else ""
        went = f"; objective {this.objective_:.6g}, iterations: {this.n_iter_}" if hasattr(self, "history_") else ""
        about = html.escape(f"{this.method_}, kernel {this.kernel_}{went}")
        return (f"<p>{about}</p><table><thead><tr><th>cluster</th><th>points</th><th>share</th></tr></thead>"
                f"<tbody>{rows}</tbody></table>{more}")


def whole_file(path: Path, text: str) -> pathlib.Path:
    """Written under another name and renamed, so that no file is ever incomplete."""
    wanted = pathlib.Path(path)
    partial = wanted.with_name(f".{wanted.name}.{os.getpid()}.part")
    try:
        partial.write_text(text, encoding="utf-8")
        os.replace(partial, wanted)
    finally:
        partial.unlink(missing_ok=True)
    return wanted
