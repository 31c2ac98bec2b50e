"""Hierarchies and spanning trees of the first columns of a case."""

from data import CLUSTERS

MIN_POINTS, MIN_SIZE = 5, 100


def first_columns(case, columns):
    return case.points[:, :columns].copy()


def plane(case):
    return first_columns(case, 2)


def quitefastmst(columns):
    """The spanning tree by itself: without a dendrogram, without labels."""

    def measure(case, threads):
        import quitefastmst as peer

        peer.omp_set_num_threads(threads)
        peer.mst_euclid(first_columns(case, columns))
        return None, None

    return measure


quitefastmst_2, quitefastmst_5, quitefastmst_10, quitefastmst_30 = map(quitefastmst, (2, 5, 10, 30))


def scikit_learn_single(case, threads):
    from sklearn.cluster import AgglomerativeClustering

    return AgglomerativeClustering(CLUSTERS, linkage="single").fit(plane(case)).labels_, None


def scipy_single(case, threads):
    from scipy.cluster.hierarchy import fcluster, linkage

    return fcluster(linkage(plane(case), "single"), CLUSTERS, "maxclust"), None


def genieclust(case, threads):
    from genieclust import Genie

    return Genie(CLUSTERS).fit_predict(plane(case)), None


def scikit_learn_hdbscan(case, threads):
    from sklearn.cluster import HDBSCAN

    return HDBSCAN(min_cluster_size=MIN_SIZE, min_samples=MIN_POINTS, n_jobs=threads,
                   copy=True).fit_predict(plane(case)), None


def hdbscan(case, threads):
    from hdbscan import HDBSCAN

    return HDBSCAN(min_cluster_size=MIN_SIZE, min_samples=MIN_POINTS - 1,
                   core_dist_n_jobs=threads).fit_predict(plane(case)), None


def fast_hdbscan(case, threads):
    import numba
    from fast_hdbscan import HDBSCAN

    numba.set_num_threads(threads)
    return HDBSCAN(min_cluster_size=MIN_SIZE, min_samples=MIN_POINTS - 1).fit_predict(plane(case)), None
