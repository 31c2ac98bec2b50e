"""Tables as people have them: words, dates, truth values and gaps become points, by the library's recipe."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted
from mercer_program.columns import Column, column_of
from mercer_program.tables import NEEDS, ending_of, read_columns

from . import _core
from ._compat import ALLOW_NAN, validate_data
from ._warn import Array, warn


def is_table(X: Any) -> bool:
    """Whether it has columns with names: a frame of pandas or polars, a table of Arrow, or a dict of columns."""
    if isinstance(X, Mapping):
        return not sparse.issparse(X)  # one of SciPy's matrices is a dict
    return hasattr(X, "columns") and (hasattr(X, "dtypes") or hasattr(X, "schema"))


def columns_of(X: Any) -> list[Column]:
    """The columns of any table."""
    if isinstance(X, Mapping):
        return [column_of(name, values) for name, values in X.items()]
    if hasattr(X, "column_names"):  # Arrow
        return [column_of(name, X.column(i)) for i, name in enumerate(X.column_names)]
    if hasattr(X, "iloc"):  # pandas, where a name may stand twice
        return [column_of(name, X.iloc[:, i]) for i, name in enumerate(X.columns)]
    if not hasattr(X, "get_columns"):
        raise TypeError(f"a {type(X).__name__} holds no rows yet: collect() it first")
    return [column_of(series.name, series) for series in X.get_columns()]  # polars


def _remedy(remedy: str) -> str:
    """The library's advice in the words of `TableFeatures`."""
    if not remedy:
        return ""
    if remedy == "standardize":
        return "give table=TableFeatures(standardize=True)"
    if remedy.startswith("truth = "):
        return f"give table=TableFeatures(drop=[{remedy[8:]!r}])"
    return f"see TableFeatures: {remedy}"


class TableFeatures(TransformerMixin, BaseEstimator):
    """A table of numbers, words, dates, truth values and gaps as points, and new tables in the same way.

    Numbers stay as they are, dates become days, yes/no becomes 0 and 1, and a category becomes one indicator per value.
    Unless all columns are numbers, every column has the same weight: numbers are scaled to standard deviation 1. Names
    of rows, long texts and constant columns are left out. This is the recipe of the program, and part of model files.
    Every estimator applies one to tables by itself; to change something, give it one as its parameter `table`.

    Parameters
    ----------
    types : dict, optional
        Kinds of columns, as ``{"zip": "category", "when": "dmy"}``: number, yes/no, date (dmy, mdy), category, id, text.
    id : str, optional
        The column of the rows' names.
    missing : {'fill', 'drop', 'refuse'}, default='fill'
        What to do with missing cells: fill them with the median, the more frequent value or an extra value; leave their
        rows out; or refuse the table.
    standardize : bool, default=False
        Whether numbers are scaled to standard deviation 1 even if all columns are numbers.
    columns : sequence of str, optional
        The columns that are used; all.
    drop : sequence of str, optional
        Columns that are not looked at.
    missing_values : sequence of str, optional
        More words for a missing cell, besides NA, null, ? and similar ones.

    Attributes
    ----------
    decisions_ : list of str
        What becomes of the columns, in words.
    ids_ : list of str
        The rows' names; empty without a column of them.
    feature_names_in_ : array of str
        The columns of the table.
    n_features_in_ : int
        Their number.

    Examples
    --------
    >>> from mercer import TableFeatures
    >>> table = {"region": ["north", "south", "north", None], "age": [31, 45, None, 52]}
    >>> features = TableFeatures().fit(table)
    >>> features.get_feature_names_out().tolist()
    ['region=north', 'region=south', 'region=(missing)', 'age']
    >>> features.transform({"age": [45], "region": ["south"]}).round(2)
    array([[0.  , 1.26, 0.  , 0.27]])
    """

    _recipe: Any
    _frame: Any  # of the table that it was learnt from; not kept by pickles

    def __init__(self, *, types: Optional[Mapping[str, str]] = None, id: Optional[str] = None, missing: str = "fill",
                 standardize: bool = False, columns: Optional[Sequence[str]] = None,
                 drop: Optional[Sequence[str]] = None, missing_values: Optional[Sequence[str]] = None) -> None:
        self.types = types
        self.id = id
        self.missing = missing
        self.standardize = standardize
        self.columns = columns
        self.drop = drop
        self.missing_values = missing_values

    def fit(self, X: Any, y: Any = None) -> TableFeatures:
        """Learn what becomes of the columns.

        Parameters
        ----------
        X : frame of pandas or polars, table of Arrow, dict of columns, or array
        y : ignored

        Returns
        -------
        self
        """
        warn(self._learn(X))
        return self

    def _learn(self, X: Any) -> list[tuple[str, str]]:
        """`fit`, with what there is to say."""
        columns = self._columns(X, reset=True)
        self._frame = _core.Frame(
            columns, types=None if self.types is None else [(str(k), v) for k, v in self.types.items()], id=self.id,
            columns=self.columns and list(self.columns), drop=self.drop and list(self.drop),
            missing_values=self.missing_values and list(self.missing_values))
        self._recipe, advice = _core.Recipe.learn(self._frame, self.missing, bool(self.standardize))
        self.decisions_: list[str] = self._recipe.decisions()
        self.ids_: list[str] = self._recipe.row_names(self._frame)
        return [(what, _remedy(remedy)) for what, remedy in advice]

    def _columns(self, X: Any, reset: bool) -> list[Column]:
        if not is_table(X):
            X = validate_data(self, X, reset=reset, dtype=None, **ALLOW_NAN)
            return [column_of(f"x{i}", X[:, i]) for i in range(X.shape[1])]
        columns = columns_of(X)
        if reset:
            self.feature_names_in_ = np.asarray([column.name for column in columns], dtype=object)
            self.n_features_in_ = len(columns)
        return columns

    def transform(self, X: Any) -> Array:
        """Points, one row per row of the table; NaN where the row is left out.

        Columns are found by their names, in any order; others are ignored.

        Parameters
        ----------
        X : table or array
            The new rows.

        Returns
        -------
        array of shape (n_samples, n_features_out)
            The points.
        """
        points, rows, size = self._points(X)
        return spread(points, rows, size)

    def _points(self, X: Any) -> tuple[Array, Optional[Array], int]:
        """The points, the rows that they are (None is all), and the number of rows."""
        check_is_fitted(self, "_recipe")
        frame = self._recipe.frame(self._columns(X, reset=False), self.missing_values and list(self.missing_values))
        points, rows, advice = self._recipe.prepare(frame)
        warn([(what, _remedy(remedy)) for what, remedy in advice])
        return points, rows, frame.rows

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names of the points' columns: ``age``, ``region=north``.

        Parameters
        ----------
        input_features : None
            Not used.

        Returns
        -------
        array of str
            The names.
        """
        check_is_fitted(self, "_recipe")
        return np.asarray(self._recipe.names(), dtype=object)

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn before 1.6
        return {"allow_nan": True, "X_types": ["string", "categorical"]}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False  # an array is taken too, but a column that is constant is not
        tags.input_tags.allow_nan = tags.input_tags.string = tags.input_tags.categorical = True
        return tags

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        state.pop("_frame", None)
        return state


def spread(values: Array, rows: Optional[Array], size: int) -> Array:
    """Values of the points as values of all rows; -2 or NaN where a row was left out."""
    if rows is None:
        return values
    everywhere = np.full((size, *values.shape[1:]), -2 if values.dtype.kind == "i" else np.nan, values.dtype)
    everywhere[rows] = values
    return everywhere


def framed(columns: Mapping[str, Any]) -> Any:
    """A frame of pandas, or the dict itself if pandas is not installed."""
    try:
        import pandas
    except ImportError:
        return dict(columns)
    return pandas.DataFrame(dict(columns))


def read_table(path: Union[str, os.PathLike[str]], *, types: Optional[Mapping[str, str]] = None,
               missing_values: Optional[Sequence[str]] = None, query: Optional[str] = None) -> Any:
    """A table from a file, as the program reads it: CSV and the like, ARFF, SQLite, Parquet, Feather, Excel.

    Parameters
    ----------
    path : str or path
        ``"sales.csv"``, ``"shop.sqlite:customers"``, ``"sales.parquet"``, ``"sales.xlsx"`` (its first sheet), ...
    types : dict, optional
        Kinds of columns, as of `TableFeatures`.
    missing_values : sequence of str, optional
        More words for a missing cell, besides NA, null, ? and similar ones.
    query : str, optional
        SQL, for a SQLite database.

    Returns
    -------
    pandas.DataFrame
        A dict of columns where pandas is not installed. Every estimator takes either.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "prices.csv"
    >>> bytes = path.write_bytes(b"when;price\\n3.4.2020;1.234,50\\n31.12.2020;99,90\\n")
    >>> from mercer import read_table
    >>> read_table(path)["price"].tolist()
    [1234.5, 99.9]
    """
    if ending_of(path) in NEEDS:
        return framed({column.name: _values(column) for column in read_columns(path)})
    frame = _core.Frame.read(os.fspath(path), types=None if types is None else list(types.items()),
                             missing_values=missing_values and list(missing_values), query=query)
    warn([(note, "") for note in frame.notes])
    return framed({column[0]: _values(Column(*column)) for column in frame.columns()})


def _values(column: Column) -> Any:
    """A column for a frame: days become NumPy's dates, categories those of pandas."""
    values = column.values
    if column.kind == "date":
        microseconds = np.round(np.where(np.isnan(values), 0, values) * 86400e6).astype("int64")
        return np.where(np.isnan(values), np.datetime64("NaT"), microseconds.astype("datetime64[us]")).astype(
            "datetime64[ns]")
    if column.kind == "category":
        try:
            import pandas
        except ImportError:
            return values
        return pandas.Categorical(values, categories=column.order)
    return values
