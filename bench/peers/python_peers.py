"""tslearn's KernelKMeans, the KKMeans package, MiniSom. Each is imported where it is used: any may be missing."""

import warnings

import numpy as np

from data import CLUSTERS, GAMMA


def tslearn(case, threads):
    warnings.filterwarnings("ignore", message=".*h5py.*")
    from tslearn.clustering import KernelKMeans

    class GivenStart(np.random.RandomState):
        """KernelKMeans has no init; it draws its first labels with randint, and so gets ours."""

        def randint(self, *_, **__):
            return case.start.copy()

    found = KernelKMeans(CLUSTERS, kernel="rbf", kernel_params={"gamma": GAMMA}, max_iter=300, n_init=1,
                         n_jobs=threads, random_state=GivenStart(1)).fit(case.points[:, :, None])
    return found.labels_, found.n_iter_


def kkmeans(case, threads):
    np.NINF = -np.inf  # version 0.1.0 asks for this name, which NumPy 2 took away
    from KKMeans import KKMeans

    found = KKMeans(CLUSTERS, init=case.points[case.seeds], n_init=1, tol=0, kernel="rbf", gamma=GAMMA, rng=1)
    found.fit(case.points)
    return found.labels_, None


def minisom(case, threads):
    from minisom import MiniSom

    points, passes = case.points[:, :16].copy(), 50
    map_ = MiniSom(5, 5, 16, sigma=2.5, learning_rate=0.5, random_seed=1)
    map_.train(points, passes * len(points))
    return None, passes
