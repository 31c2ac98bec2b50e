"""Pictures of clusterings with matplotlib. Every function draws on `ax` (the current one unless given) and returns it.

>>> import matplotlib
>>> matplotlib.use("Agg")
>>> from mercer import KernelKMeans, datasets, plotting
>>> X, y = datasets.rings()
>>> model = KernelKMeans(2, kernel="gaussian:sigma=1").fit(X)
>>> plotting.decision_regions(model, X).get_title()
'KernelKMeans'
"""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np
from matplotlib import colormaps
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from sklearn.decomposition import PCA

from . import _core, kernels
from ._base import Array
from ._kernel_pca import KernelPCA
from ._map_picture import draw_map

__all__ = [
    "clusters", "convergence", "coordinates", "decision_regions", "dendrogram", "gram", "map_hits", "map_heights",
    "memberships", "spectrum",
]

NOISE = "0.75"
#: colours that people who see few of them tell apart as well (Okabe and Ito)
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000")


def _axes(ax: Optional[Axes]) -> Axes:
    return plt.gca() if ax is None else ax


def _colour(label: int) -> Any:
    """The colour of a cluster; after the first eight, hues around the colour circle."""
    if label < 0:
        return NOISE
    return COLOURS[label] if label < len(COLOURS) else colormaps["hsv"](label * 0.618 % 1)


def coordinates(X: Any, kernel: Optional[str] = None) -> tuple[Array, tuple[str, str]]:
    """Two coordinates of every point, and their names: the columns if there are two, otherwise the first two principal
    components, or kernel principal components if a kernel is named.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
        The points.
    kernel : str, optional
        Whose components are taken.

    Returns
    -------
    points : array of shape (n_samples, 2)
        The coordinates.
    names : tuple of two str
        Their names.

    Examples
    --------
    >>> coordinates([[1, 2, 3], [4, 5, 6], [7, 8, 1]])[0].shape
    (3, 2)
    """
    X = np.asarray(X.todense() if hasattr(X, "todense") else X, dtype=float)
    if kernel is not None:
        return _two(KernelPCA(2, kernel=kernel).fit_transform(X)), ("kernel component 1", "kernel component 2")
    if X.shape[1] <= 2:
        return _two(X), ("column 1", "column 2")
    return PCA(2).fit_transform(X), ("component 1", "component 2")


def _two(X: Array) -> Array:
    """A missing second coordinate is zero."""
    return X if X.shape[1] == 2 else np.column_stack([X, np.zeros(len(X))])


def clusters(X: Any, labels: Any, *, kernel: Optional[str] = None, centers: Any = None, ax: Optional[Axes] = None,
             size: float = 14) -> Axes:
    """The points in the colours of their clusters; noise (-1) is grey.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
    labels : array of shape (n_samples,)
    kernel : str, optional
        Draw the first two kernel principal components instead of the columns, or of their linear components.
    centers : array of shape (n_clusters, 2), optional
        Prototypes, drawn as crosses.
    ax : Axes, optional
    size : float
        Of a point.

    Returns
    -------
    Axes

    Examples
    --------
    >>> ax = clusters([[0, 0], [1, 1], [9, 9]], [0, 0, -1], ax=plt.figure().add_subplot())
    >>> ax.get_legend_handles_labels()[1]
    ['noise', 'cluster 0']
    """
    ax, labels = _axes(ax), np.asarray(labels)
    points, names = coordinates(X, kernel)
    for label in np.unique(labels):
        chosen = points[labels == label]
        name = "noise" if label < 0 else f"cluster {label}"
        ax.scatter(chosen[:, 0], chosen[:, 1], s=size, color=_colour(int(label)), label=name, linewidths=0)
    if centers is not None:
        x, y = np.asarray(centers).T[:2]
        ax.scatter(x, y, marker="x", color="black", s=60, linewidths=2, zorder=3)
    ax.set_xlabel(names[0])
    ax.set_ylabel(names[1])
    return ax


def _mesh(X: Array, steps: int) -> tuple[Array, Array, Array]:
    low, high = X.min(axis=0), X.max(axis=0)
    margin = 0.08 * (high - low) + 1e-12
    x, y = (np.linspace(low[j] - margin[j], high[j] + margin[j], steps) for j in (0, 1))
    gx, gy = np.meshgrid(x, y)
    return gx, gy, np.column_stack([gx.ravel(), gy.ravel()])


def _need_two_columns(points: Any) -> Array:
    X: Array = np.asarray(points, dtype=float)
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(f"regions are drawn in the plane of two columns, and these points have shape {X.shape}; fit "
                         "the estimator on two columns")
    return X


def decision_regions(estimator: Any, X: Any, *, steps: int = 200, ax: Optional[Axes] = None) -> Axes:
    """The points, and behind them the regions in which a fitted estimator places new points; for two columns.

    Parameters
    ----------
    estimator : fitted estimator
    X : array of shape (n_samples, 2)
    steps : int, default=200
        Places along each axis.
    ax : Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> from mercer import KMeans
    >>> X = [[0, 0], [1, 1], [9, 9]]
    >>> decision_regions(KMeans(2).fit(X), X, steps=20).get_title()
    'KMeans'
    """
    ax, X = _axes(ax), _need_two_columns(X)
    gx, gy, points = _mesh(X, steps)
    labels = estimator.predict(points)
    names = np.unique(labels)
    painted = np.searchsorted(names, labels).reshape(gx.shape)
    colours = [_colour(int(name)) for name in names]
    ax.contourf(gx, gy, painted, levels=np.arange(len(names) + 1) - 0.5, colors=colours, alpha=0.25)
    clusters(X, estimator.predict(X), centers=getattr(estimator, "cluster_centers_", None), ax=ax)
    ax.set_title(type(estimator).__name__)
    return ax


def memberships(estimator: Any, X: Any, *, cluster: int = 0, steps: int = 200, ax: Optional[Axes] = None) -> Axes:
    """The membership of each place of the plane in one cluster, with lines at equal memberships.

    Parameters
    ----------
    estimator : fitted estimator
    X : array of shape (n_samples, 2)
    cluster : int, default=0
        Which.
    steps : int, default=200
        Places along each axis.
    ax : Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> from mercer import SoftKMeans
    >>> X = [[0, 0], [1, 1], [9, 9]]
    >>> memberships(SoftKMeans(2).fit(X), X, steps=20).get_title()
    'SoftKMeans'
    """
    ax, X = _axes(ax), _need_two_columns(X)
    gx, gy, points = _mesh(X, steps)
    shared = hasattr(estimator, "predict_proba")
    share = (estimator.predict_proba if shared else estimator.typicality)(points)[:, cluster].reshape(gx.shape)
    filled = ax.contourf(gx, gy, share, levels=np.linspace(0, 1, 21), cmap="Blues")
    ax.contour(gx, gy, share, levels=[0.1, 0.25, 0.5, 0.75, 0.9], colors="0.3", linewidths=0.6)
    ax.scatter(X[:, 0], X[:, 1], s=8, color="black", linewidths=0)
    ax.figure.colorbar(filled, ax=ax, label=f"{'share' if shared else 'typicality'} of cluster {cluster}")
    ax.set_title(type(estimator).__name__)
    return ax


def gram(K: Any, labels: Any = None, *, ax: Optional[Axes] = None) -> Axes:
    """A kernel matrix in the order of the labels, or without labels in the order that shows blocks (VAT).

    Parameters
    ----------
    K : array of shape (n_samples, n_samples)
    labels : array of shape (n_samples,), optional
    ax : Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> gram([[1, 0.1, 0.9], [0.1, 1, 0.2], [0.9, 0.2, 1]], [0, 1, 0]).get_xlabel()
    'points, by cluster'
    """
    ax, K = _axes(ax), np.asarray(K, dtype=float)
    order = kernels.vat_order(K) if labels is None else _core.label_order(np.asarray(labels))
    shown = ax.imshow(K[np.ix_(order, order)], cmap="magma", interpolation="nearest")
    if labels is not None:
        for border in np.cumsum(np.unique(np.asarray(labels), return_counts=True)[1])[:-1]:
            ax.axhline(border - 0.5, color="white", linewidth=0.8)
            ax.axvline(border - 0.5, color="white", linewidth=0.8)
    ax.figure.colorbar(shown, ax=ax, label="k(x, y)")
    ax.set_xlabel("points, by cluster" if labels is not None else "points, near ones together")
    return ax


def spectrum(values: Any, *, gap: Optional[int] = None, ax: Optional[Axes] = None) -> Axes:
    """Eigenvalues, largest first: of an estimator (``eigenvalues_``), of `judge_criteria`, or given.

    A line marks the gap behind the first `gap` of them; that of `judge_criteria` is the suggested number.

    Parameters
    ----------
    values : array, fitted estimator or Suggestion
    gap : int, optional
    ax : Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> spectrum([4, 3, 0.5], gap=2, ax=plt.figure().add_subplot()).get_ylabel()
    'eigenvalue'
    """
    ax = _axes(ax)
    if hasattr(values, "eigenvalues_"):
        values = values.eigenvalues_
    elif isinstance(values, dict):
        values, gap = values["spectrum"], values["clusters"] if gap is None else gap
    values = np.asarray(values, dtype=float)
    places = np.arange(1, len(values) + 1)
    ax.vlines(places, 0, values, color=COLOURS[0], linewidth=1)
    ax.plot(places, values, "o", color=COLOURS[0])
    if gap is not None:
        ax.axvline(gap + 0.5, color=COLOURS[5], linestyle="--", linewidth=1, label=f"gap behind {gap}")
        ax.legend()
    ax.set_xlabel("number")
    ax.set_ylabel("eigenvalue")
    return ax


def dendrogram(estimator: Any, *, ax: Optional[Axes] = None, **options: Any) -> Axes:
    """The hierarchy of a fitted estimator with ``linkage_``; `options` go to SciPy's `dendrogram`.

    Parameters
    ----------
    estimator : fitted estimator
    ax : Axes, optional
    **options : optional
        Of SciPy.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from mercer import Ward
    >>> dendrogram(Ward(2).fit([[0, 0], [1, 1], [9, 9]])).get_title()
    'Ward'
    """
    from scipy.cluster import hierarchy

    ax = _axes(ax)
    tree = np.asarray(estimator.linkage_, dtype=float)
    options = {"no_labels": len(tree) > 60, "link_color_func": lambda _: COLOURS[0], **options}
    hierarchy.dendrogram(tree, ax=ax, **options)
    count = getattr(estimator, "n_clusters", 0)
    if 2 <= count <= len(tree):  # the line that cuts the last merges
        ax.axhline(tree[-count + 1 :, 2].min() / 2 + tree[-count, 2] / 2, color=COLOURS[5], linestyle="--", linewidth=1)
    ax.set_ylabel("height")
    ax.set_title(type(estimator).__name__)
    return ax


def map_heights(estimator: Any, *, ax: Optional[Axes] = None) -> Axes:
    """The U-matrix of a self-organising map: light valleys are clusters, dark ridges borders.

    Parameters
    ----------
    estimator : fitted SelfOrganizingMap
    ax : Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> from mercer import SelfOrganizingMap, datasets
    >>> som = SelfOrganizingMap(grid=(2, 3)).fit(datasets.blobs()[0])
    >>> len(map_heights(som, ax=plt.figure().add_subplot()).patches)
    6
    """
    return draw_map(estimator, estimator.map_["heights"], "distance to the neighbours", "Greys", _axes(ax))


def map_hits(estimator: Any, *, ax: Optional[Axes] = None) -> Axes:
    """How many points each node of a self-organising map wins.

    Parameters
    ----------
    estimator : fitted SelfOrganizingMap
    ax : Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> from mercer import SelfOrganizingMap, datasets
    >>> som = SelfOrganizingMap(grid=(2, 3), topology="hexagonal").fit(datasets.blobs()[0])
    >>> len(map_hits(som, ax=plt.figure().add_subplot()).patches)
    6
    """
    return draw_map(estimator, estimator.map_["hits"], "points", "Blues", _axes(ax))


def convergence(estimators: Any, *, ax: Optional[Axes] = None) -> Axes:
    """The objective after each iteration of one fitted estimator, or of several.

    Parameters
    ----------
    estimators : fitted estimator, or list of them
    ax : Axes, optional

    Returns
    -------
    Axes

    Examples
    --------
    >>> from mercer import KMeans, datasets
    >>> convergence(KMeans(3).fit(datasets.blobs()[0])).get_xlabel()
    'iteration'
    """
    ax = _axes(ax)
    shown: Sequence[Any] = estimators if isinstance(estimators, (list, tuple)) else [estimators]
    for at, estimator in enumerate(shown):
        steps = np.arange(1, len(estimator.history_) + 1)
        ax.plot(steps, estimator.history_, "o-", color=_colour(at), markersize=3, label=type(estimator).__name__)
    ax.set_xlabel("iteration")
    ax.set_ylabel("objective")
    if len(shown) > 1:
        ax.legend()
    return ax
