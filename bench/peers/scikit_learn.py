"""scikit-learn, and kernel k-means as a good NumPy user writes it on scikit-learn's kernel matrix.

A peer is a function of a case and a number of threads that returns labels and iterations (or None).
"""

import numpy as np
from sklearn.cluster import KMeans, MeanShift, SpectralClustering
from sklearn.kernel_approximation import Nystroem
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.mixture import GaussianMixture
from sklearn.svm import OneClassSVM

from data import CLUSTERS, GAMMA

MOST_ITERATIONS = 300
LANDMARKS = 500


def gram(case, threads):
    rbf_kernel(case.points, gamma=GAMMA)
    return None, None


def kernel_kmeans(case, threads):
    """Lloyd: d(i,j) = K_ii - 2 (K H)_ij + (H' K H)_jj, H the labels in one-hot form over the cluster sizes."""
    K = rbf_kernel(case.points, gamma=GAMMA)
    labels = case.start
    identity = np.eye(CLUSTERS, dtype=K.dtype)
    for iteration in range(1, MOST_ITERATIONS + 1):
        H = identity[labels]
        H /= np.maximum(H.sum(0), 1)
        KH = K @ H
        nearest = ((H * KH).sum(0) - 2 * KH).argmin(1)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
    return labels, iteration


def spectral(case, threads):
    found = SpectralClustering(CLUSTERS, gamma=GAMMA, n_init=1, random_state=1, n_jobs=threads).fit(case.points)
    return found.labels_, None


def three_methods(case, threads):
    """What a user tries who does not know which one fits; the labels are those of the last."""
    KMeans(CLUSTERS, n_init=10, random_state=1).fit(case.points)
    GaussianMixture(CLUSTERS, random_state=1).fit(case.points)
    return spectral(case, threads)


def one_class(case, threads):
    found = OneClassSVM(gamma=GAMMA, nu=0.1, tol=1e-6).fit(case.points)
    return (found.predict(case.points) < 0).astype(int), None


def mean_shift(case, threads):
    found = MeanShift(bandwidth=0.5, bin_seeding=True, n_jobs=threads).fit(case.points[:, :2])
    return found.labels_, found.n_iter_


def nystroem(case, threads):
    mapped = Nystroem(gamma=GAMMA, n_components=LANDMARKS, random_state=1, n_jobs=threads).fit_transform(case.points)
    centres = np.stack([mapped[case.start == j].mean(0) for j in range(CLUSTERS)])
    found = KMeans(CLUSTERS, init=centres, n_init=1, random_state=1).fit(mapped)
    return found.labels_, found.n_iter_
