"""The nodes of a self-organising map as squares or hexagons."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import RegularPolygon

from ._warn import Array


def nodes_of(shown: dict[str, Any]) -> Array:
    """Places of the nodes; odd rows of a hexagonal grid stand half a node to the right."""
    rows, columns = shown["grid"]
    y, x = np.divmod(np.arange(rows * columns), columns)
    if shown["topology"] == "rectangular":
        return np.column_stack([x, y]).astype(float)
    return np.column_stack([x + 0.5 * (y % 2), y * np.sqrt(3) / 2])


def draw_map(estimator: Any, values: Array, title: str, cmap: str, ax: Axes) -> Axes:
    """A polygon for each node, in the colour of its value."""
    shown = estimator.map_
    places, paint = nodes_of(shown), colormaps[cmap]
    scale = plt.Normalize(values.min(), max(values.max(), values.min() + 1e-12))
    six = shown["topology"] == "hexagonal"
    for place, value in zip(places, values):
        ax.add_patch(RegularPolygon(tuple(place), 6 if six else 4, radius=1 / np.sqrt(3) if six else 1 / np.sqrt(2),
                                    orientation=0 if six else np.pi / 4, facecolor=paint(scale(value)),
                                    edgecolor="0.8"))
    ax.set_xlim(places[:, 0].min() - 0.7, places[:, 0].max() + 0.7)
    ax.set_ylim(places[:, 1].max() + 0.7, places[:, 1].min() - 0.7)
    ax.set_aspect("equal")
    ax.set_xticks([])
    ax.set_yticks([])
    ax.figure.colorbar(plt.cm.ScalarMappable(scale, paint), ax=ax, label=title)
    return ax
