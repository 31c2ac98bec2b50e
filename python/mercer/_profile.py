"""What clusters are: how the columns of the table differ between them, in numbers and in words."""

from __future__ import annotations

import json
from typing import Any, Optional

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._tables import TableFeatures, framed, is_table
from ._warn import Array

#: columns of the frame that `profile` gives, in their order
_NUMBERS = ("mean", "others", "deviation", "least", "lower", "median", "upper", "largest")


def _rows(about: dict[str, Any]) -> list[dict[str, Any]]:
    """A row for each cluster and column; for each cluster, column and value of a category."""
    rows = []
    for cluster in about["clusters"]:
        for column, cell in zip(about["columns"], cluster["columns"]):
            shared = {"cluster": cluster["label"], "size": cluster["size"], "column": column["name"],
                      "kind": column["kind"], "value": None, "share": np.nan, "other_share": np.nan,
                      **{name: np.nan for name in _NUMBERS}, "missing": cell["missing"],
                      "effect": cell["effect"], "association": column.get("eta2", column.get("cramers_v"))}
            if "shares" not in cell:
                rows.append({**shared, **{name: cell[name] for name in _NUMBERS}})
            for value, here, elsewhere in zip(column.get("values", []), cell.get("shares", []),
                                              cell.get("other_shares", [])):
                rows.append({**shared, "value": value, "share": here, "other_share": elsewhere,
                             "effect": here - elsewhere})
    return rows


class ProfileMixin:
    """Clusters of tables say what they are."""

    labels_: Array
    _table: Any  # the recipe and the table of the fit

    def profile(self, X: Any = None) -> Any:
        """How the columns differ between the clusters.

        Parameters
        ----------
        X : table or array, optional
            The rows to look at, which are given their clusters by `predict`; the table of the fit. A model that was
            fitted on an array, read from a file or unpickled has none, and needs it.

        Returns
        -------
        pandas.DataFrame
            A row for each cluster and column, or value of a category: ``cluster``, ``size``, ``column``, ``kind``,
            ``value``, ``share`` and ``other_share`` (of a category's value, in the cluster and elsewhere), ``mean``,
            ``others`` (the mean elsewhere), ``deviation``, ``least``, ``lower``, ``median``, ``upper``, ``largest``,
            ``missing``, ``effect`` (difference of the means over the pooled deviation, or of the shares) and
            ``association`` (eta^2 or Cramer's V of the column with the clusters). Dates are in days since 1970-01-01. A
            dict of columns where pandas is not installed.
        """
        recipe, frame, points, labels = self._profiled(X)
        rows = _rows(json.loads(recipe.profile(frame, labels, points)))
        return framed({name: [row[name] for row in rows] for name in (rows[0] if rows else ())})

    cluster_profile = profile  # where `profile` is a parameter, as that of MeanShift

    def describe(self, X: Any = None) -> list[str]:
        """A sentence per cluster: its size and the columns that set it apart most.

        Parameters
        ----------
        X : table or array, optional
            The rows to look at, as for `profile`.

        Returns
        -------
        list of str
            The sentences, in the order of the clusters.
        """
        recipe, frame, points, labels = self._profiled(X)
        return [cluster["sentence"] for cluster in json.loads(recipe.profile(frame, labels, points))["clusters"]]

    def explain(self, X: Any = None, *, depth: int = 3) -> list[str]:
        """A rule per cluster, in words: at most `depth` conditions on columns, what they cover and how much is right.

        Parameters
        ----------
        X : table or array, optional
            The rows to look at, as for `profile`.
        depth : int, default=3
            Most conditions of a rule.

        Returns
        -------
        list of str
            The rules, in the order of the clusters.
        """
        recipe, frame, _, labels = self._profiled(X)
        return [rule["sentence"] for rule in recipe.explain(frame, labels, depth)]

    def _profiled(self, X: Any) -> tuple[Any, Any, Array, Array]:
        """Recipe, frame, points and the labels of all rows."""
        check_is_fitted(self)
        if X is None:
            table = getattr(self, "_table", None)
            if table is None:
                raise ValueError("This model has no table of its own: it was fitted on an array, read from a file or "
                                 "unpickled. Give the rows to look at, as in profile(X)")
            points = table._recipe.prepare(table._frame)[0]
            return table._recipe, table._frame, points, np.asarray(self.labels_, np.int32)
        return _looked_at(self, X)


def _looked_at(model: Any, X: Any) -> tuple[Any, Any, Array, Array]:
    """The same of a table that is given."""
    labels = np.asarray(model.predict(X), np.int32)
    known: Optional[TableFeatures] = getattr(model, "table_", None)
    if known is None:  # numbers, as they are; the columns have the names that the model knows
        names = getattr(model, "feature_names_in_", [f"x{i}" for i in range(model.n_features_in_)])
        table = X if is_table(X) else dict(zip(names, np.asarray(X, np.float64).T))
        known = TableFeatures(types={str(name): "number" for name in names})
        known._learn(table)
        return known._recipe, known._frame, known._recipe.prepare(known._frame)[0], labels
    frame = known._recipe.frame(known._columns(X, reset=False))
    return known._recipe, frame, known._recipe.prepare(frame)[0], labels
