"""Prints the table of score_test.cpp: scikit-learn and SciPy on labelings from a small linear generator.

    python3 tests/evaluate/score_figures.py        (needs python3-sklearn)
"""
import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

state = 12345


def draw(count):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % count


def matched(gain):
    rows, columns = linear_sum_assignment(-gain)
    return gain[rows, columns].sum()


for n, clusters, classes in [(30, 3, 3), (50, 5, 2), (40, 2, 6), (200, 4, 4), (100, 10, 7)]:
    truth, labels = [], []
    for _ in range(n):
        truth.append(draw(classes))
        labels.append(truth[-1] * 2 % clusters if draw(3) else draw(clusters))
    truth, labels = np.array(truth), np.array(labels)
    table = np.array([[np.sum((truth == a) & (labels == b)) for b in np.unique(labels)] for a in np.unique(truth)])
    rates = table / table.sum(1, keepdims=True)
    print(f"{{{n}, {clusters}, {classes}, {matched(table) / n:.15g}, {matched(rates) / len(rates):.15g}, "
          f"{n - table.max(0).sum()}, {adjusted_rand_score(truth, labels):.15g}, "
          f"{normalized_mutual_info_score(truth, labels):.15g}}},")
