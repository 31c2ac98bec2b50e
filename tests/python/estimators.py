"""All estimators of the package."""

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
WEIGHTED = [cls for cls in CLUSTERERS if isinstance(cls(), mercer._clusterer.WeightedMixin)]
# Those that take any kernel; the other two take a graph at most.
WITH_KERNEL = [cls for cls in ALL if "kernel" in cls().get_params()
               and cls not in (mercer.AutoClustering, mercer.GraphLinkage)]
