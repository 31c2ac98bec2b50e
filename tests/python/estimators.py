"""All estimators of the package."""

import re

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel

import mercer

CLUSTERERS = [
    mercer.KMeans, mercer.KernelKMeans, mercer.SoftKMeans, mercer.SoftKernelKMeans, mercer.FuzzyCMeans,
    mercer.PossibilisticCMeans, mercer.KHarmonicMeans, mercer.InverseWeightedClustering, mercer.NeuralGas,
    mercer.SelfOrganizingMap, mercer.ConnectivityClustering, mercer.SingleLinkage, mercer.Ward, mercer.Genie,
    mercer.HDBSCAN, mercer.SpectralClustering, mercer.SphereClustering, mercer.SupportVectorClustering,
    mercer.MeanShift, mercer.AutoClustering, mercer.GaussianMixture, mercer.GraphLinkage,
]
OTHERS = [mercer.OneClassSVM, mercer.KernelPCA, mercer.SpectralEmbedding]
ALL = CLUSTERERS + OTHERS
SWAPPED = [mercer.AgglomerativeClustering, mercer.Nystroem, mercer.RBFSampler]  # which have no method of their own
FEATURES = [mercer.TableFeatures, mercer.TextFeatures, mercer.StringFeatures, mercer.GraphFeatures]


def closeness(x, y, gamma):
    """A kernel of two points."""
    return float(np.exp(-gamma * ((x - y) ** 2).sum()))


def name_of(estimator):
    """With its parameters that are no functions."""
    return re.sub(r"<function (\w+) at \w+>|\s+", r"\1", repr(estimator))


# With other parameters than the defaults: those that can only be pickled, and those that can be model files, too.
PICKLED = [
    mercer.KernelKMeans(2, kernel=rbf_kernel), mercer.KernelPCA(2, kernel="poly"),
    mercer.KernelPCA(2, kernel=closeness, kernel_params={"gamma": 0.1}), mercer.OneClassSVM(kernel="poly"),
    mercer.SpectralClustering(2, affinity="chi2"), mercer.SpectralEmbedding(affinity="laplacian"),
    mercer.SpectralEmbedding(affinity=rbf_kernel), mercer.HDBSCAN(metric="canberra"),
    mercer.HDBSCAN(metric="minkowski", metric_params={"p": 3}), mercer.MeanShift(cluster_all=False),
    mercer.Nystroem("poly", n_components=5), mercer.Nystroem(closeness, kernel_params={"gamma": 0.1}, n_components=5),
    mercer.AgglomerativeClustering(3, linkage="average"), mercer.RBFSampler(gamma="scale", n_components=6),
]
WRITTEN = [
    mercer.KernelPCA(2, kernel="rbf"), mercer.KernelPCA(2, kernel="rbf", gamma=0.5, fit_inverse_transform=True),
    mercer.KernelPCA(2, kernel="sigmoid", gamma=0.001), mercer.KernelPCA(2, kernel="poly", gamma=1, degree=2),
    mercer.OneClassSVM(gamma=0.001, nu=0.2), mercer.OneClassSVM(kernel="linear"), mercer.OneClassSVM(kernel="gaussian"),
    mercer.SpectralEmbedding(affinity="rbf"), mercer.SpectralEmbedding(affinity="nearest_neighbors", n_neighbors=7),
    mercer.SpectralClustering(3, gamma=0.1), mercer.SpectralClustering(3, kernel="gaussian:sigma=2", neighbors=9),
    mercer.HDBSCAN(metric="l1", store_centers="both"), mercer.GaussianMixture(3, covariance_type="tied", init_params="random"),
    mercer.KernelKMeans(3, approx="nystrom:landmarks=20"), mercer.SelfOrganizingMap(grid=(2, 3), kernel="gaussian"),
    mercer.KMeans(3, algorithm="elkan", tol=1e-3), mercer.SoftKMeans(3, beta=2),
]
WEIGHTED = [cls for cls in CLUSTERERS if isinstance(cls(), mercer._clusterer.WeightedMixin)]
# Those that take any kernel; the other two take a graph at most.
WITH_KERNEL = [cls for cls in ALL if "kernel" in cls().get_params()
               and cls not in (mercer.AutoClustering, mercer.GraphLinkage)]
