"""The data that every peer gets, and the start that every peer begins from.

A mixture of ten Gaussians with unit variance in 50 dimensions, their centres drawn from a standard normal
distribution. Ten seeds are drawn by k-means++ in feature space; the start puts each point to its nearest seed.
The Gaussian kernel falls with the distance, so this start is the same in input and in feature space: a peer that
accepts labels, seed points or initial centres begins at the same place.
"""

import pathlib
from typing import NamedTuple

import numpy as np

DIMENSIONS = 50
CLUSTERS = 10
GAMMA = 0.01


class Case(NamedTuple):
    points: np.ndarray  # n x d, float32
    truth: np.ndarray  # component of each point
    seeds: np.ndarray  # CLUSTERS indices of points
    start: np.ndarray  # nearest seed of each point


def squared_distances(a, b):
    """|a_i - b_j|^2 of two float64 arrays; rounding below zero is cut off."""
    products = (a * a).sum(1)[:, None] + (b * b).sum(1)[None, :] - 2.0 * (a @ b.T)
    return np.maximum(products, 0.0, out=products)


def draw_seeds(points, random):
    """k-means++ in feature space: a point is drawn in proportion to |phi(x) - phi(nearest seed)|^2."""
    seeds = [int(random.integers(len(points)))]
    nearest = np.full(len(points), np.inf)
    while len(seeds) < CLUSTERS:
        to_last = squared_distances(points, points[seeds[-1:]])[:, 0]
        nearest = np.minimum(nearest, 2.0 - 2.0 * np.exp(-GAMMA * to_last))
        seeds.append(int(random.choice(len(points), p=nearest / nearest.sum())))
    return np.array(seeds)


def make(n, seed=1):
    random = np.random.default_rng(seed)
    centres = random.standard_normal((CLUSTERS, DIMENSIONS))
    truth = np.arange(n) % CLUSTERS
    points = (centres[truth] + random.standard_normal((n, DIMENSIONS))).astype(np.float32)
    exact = points.astype(np.float64)
    seeds = draw_seeds(exact, random)
    return Case(points, truth, seeds, squared_distances(exact, exact[seeds]).argmin(1))


def save(case, folder):
    """Writes the case in the forms that the peers read; points.raw and seeds.txt are for R and C++."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, values in case._asdict().items():
        np.save(folder / f"{name}.npy", values)
    case.points.tofile(folder / "points.raw")
    np.savetxt(folder / "seeds.txt", case.seeds, "%d")
    np.savetxt(folder / "start.csv", case.start, "%d")


def load(folder):
    return Case(*(np.load(pathlib.Path(folder, f"{name}.npy")) for name in Case._fields))
