"""How firmly points are in the clusters of HDBSCAN (Campello, Moulavi and Sander 2013)."""

from __future__ import annotations

import numpy as np

from ._warn import Array


def strengths(linkage: Array, labels: Array, min_size: int) -> Array:
    """p_i = min(l_i, d_c) / d_c for the points i of cluster c, 0 for noise.

    l_i is the density, one over a height of the hierarchy, at which i falls out: that of its lowest ancestor with at
    least `min_size` points. d_c is the density at which c splits in two of at least so many, or else the largest l_i.
    """
    n = len(labels)
    children, heights = linkage[:, :2].astype(np.int64), linkage[:, 2]
    sizes = np.concatenate([np.ones(n), linkage[:, 3]])
    parents = np.full(2 * n - 1, 2 * n - 2)
    parents[children.ravel()] = np.repeat(np.arange(n, 2 * n - 1), 2)
    at = np.arange(n)  # each point's ancestor; no more than min_size steps, since each makes it larger
    while (small := (sizes[at] < min_size) & (at != 2 * n - 2)).any():
        at[small] = parents[at[small]]
    density = 1 / np.maximum(heights, np.finfo(float).tiny)
    falls = density[at - n]
    first, last = label_range(children, labels)
    splits = np.flatnonzero((sizes[children] >= min_size).all(axis=1) & (first == last) & (first >= 0))
    dies = np.zeros(labels.max(initial=-1) + 1)
    np.maximum.at(dies, labels[labels >= 0], falls[labels >= 0])
    highest = np.full(len(dies), -np.inf)
    np.maximum.at(highest, first[splits], heights[splits])
    there = highest > -np.inf
    dies[there] = 1 / np.maximum(highest[there], np.finfo(float).tiny)
    out = np.zeros(n)
    inside = labels >= 0
    out[inside] = np.minimum(falls[inside] / dies[labels[inside]], 1)
    return out


def label_range(children: Array, labels: Array) -> tuple[Array, Array]:
    """The least and the largest label below each join."""
    least, largest = labels.tolist(), labels.tolist()
    for a, b in children.tolist():
        least.append(min(least[a], least[b]))
        largest.append(max(largest[a], largest[b]))
    return np.array(least[len(labels):]), np.array(largest[len(labels):])
