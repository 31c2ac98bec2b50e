"""Paths along a graph of ten neighbours in two moons, drawn as mercer's benchmark draws them; SciPy.

SciPy's searches use one thread, whatever is allowed; the products of ARPACK's operator use all.
"""

import numpy as np
import scipy.sparse as sparse
from scipy.linalg import expm
from scipy.sparse.csgraph import shortest_path
from scipy.sparse.linalg import LinearOperator, eigs
from scipy.spatial import cKDTree

NEIGHBORS, NOISE = 10, 0.04


def graph(case):
    """Lengths to the ten nearest, of points as many as the case has."""
    random = np.random.default_rng(1)
    n = len(case.points)
    t, upper = np.pi * random.uniform(size=n), np.arange(n) % 2 == 0
    points = np.where(upper[:, None], np.c_[np.cos(t), np.sin(t)], np.c_[1 - np.cos(t), 0.5 - np.sin(t)])
    points += random.normal(0, NOISE, (n, 2))
    distances, near = cKDTree(points).query(points, NEIGHBORS + 1)
    distances, near = distances[:, 1:], near[:, 1:]  # without the point itself
    rows = np.repeat(np.arange(n), NEIGHBORS)
    directed = sparse.csr_matrix((np.maximum(distances, 1e-12).ravel(), (rows, near.ravel())), (n, n))
    return directed.maximum(directed.T)


def shortest_paths(lengths, threads):
    shortest_path(lengths, method="D", directed=False)
    return None, None


def centred(matrix):
    means = matrix.mean(0)
    return -0.5 * (matrix - means[None, :] - means[:, None] + means.mean())


def operator(case):
    """[[0, 2 K(D^2)], [-I, -4 K(D)]], whose largest eigenvalue is the constant."""
    paths = shortest_path(graph(case), method="D", directed=False)
    paths[~np.isfinite(paths)] = 2 * paths[np.isfinite(paths)].max()
    first, second, n = centred(paths), centred(paths**2), len(paths)
    return LinearOperator((2 * n, 2 * n), dtype=float, matvec=lambda v: np.concatenate(
        [2 * (second @ v[n:]), -v[:n] - 4 * (first @ v[n:])]))


def additive_constant(matrix, threads):
    eigs(matrix, k=1, which="LR", tol=1e-8, return_eigenvectors=False, maxiter=5000)
    return None, None


def laplacian(case):
    weights = (graph(case) > 0).astype(float)
    return np.diag(np.asarray(weights.sum(1)).ravel()) - weights.toarray()


def heat(matrix, threads):
    expm(-matrix)
    return None, None


shortest_paths.prepare, additive_constant.prepare, heat.prepare = graph, operator, laplacian
