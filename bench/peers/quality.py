"""How good labels are: one function for every peer, in float64, whatever the peer computed with."""

import numpy as np

from data import squared_distances


def objective(points, labels, gamma, block=1024):
    """sum_i |phi(x_i) - v_(label i)|^2 = n - sum_j (1 / n_j) sum_(h, i in j) k(x_h, x_i).

    Only pairs within a cluster count, a block of rows at a time, so memory stays at block x n_j.
    """
    total = float(len(points))
    for j in np.unique(labels):
        members = points[labels == j].astype(np.float64)
        members -= members.mean(0)  # the same distances, with less cancellation
        within = sum(
            np.exp(-gamma * squared_distances(members[i : i + block], members)).sum()
            for i in range(0, len(members), block)
        )
        total -= within / len(members)
    return float(total)


def adjusted_rand(a, b):
    """Hubert and Arabie's index from the table of counts: (sum C(n_ij,2) - e) / (mean of margins - e)."""
    _, a = np.unique(a, return_inverse=True)
    _, b = np.unique(b, return_inverse=True)
    counts = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(counts, (a, b), 1.0)

    def pairs(c):
        return float((c * (c - 1.0) / 2.0).sum())

    rows, columns = pairs(counts.sum(1)), pairs(counts.sum(0))
    expected = rows * columns / pairs(np.array([len(a)]))
    most = (rows + columns) / 2.0
    return 1.0 if most == expected else (pairs(counts) - expected) / (most - expected)
