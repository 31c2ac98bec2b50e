"""mercer's lines through its Python package."""

import mercer
from data import CLUSTERS, GAMMA


def kernel_kmeans(case, threads):
    model = mercer.KernelKMeans(CLUSTERS, kernel=f"gaussian:gamma={GAMMA}", init=case.start, n_init=1, refine=False,
                                n_jobs=threads).fit(case.points)
    return model.labels_, model.n_iter_
