"""Kernel clustering: scikit-learn estimators over a C++ engine.

>>> from mercer import KernelKMeans, datasets, metrics
>>> X, y = datasets.rings()
>>> labels = KernelKMeans(n_clusters=2, kernel="gaussian:sigma=1").fit_predict(X)
>>> metrics.accuracy(y, labels)
1.0
"""

from __future__ import annotations

from . import datasets, kernels, metrics
from ._agglomerative import AgglomerativeClustering
from ._auto import AutoClustering, GraphLinkage
from ._beyond import SpectralClustering, SphereClustering, SupportVectorClustering
from ._core import __version__
from ._hdbscan import HDBSCAN
from ._kernel_pca import KernelPCA
from ._family import FuzzyCMeans, InverseWeightedClustering, KHarmonicMeans, PossibilisticCMeans
from ._kmeans import KernelKMeans, KMeans, SoftKernelKMeans, SoftKMeans
from ._maps import NeuralGas, SelfOrganizingMap
from ._mean_shift import MeanShift
from ._mixture import GaussianMixture
from ._models import read_model, write_model
from ._nystroem import Nystroem
from ._objects import GraphFeatures, StringFeatures, TextFeatures
from ._one_class import OneClassSVM
from ._rbf_sampler import RBFSampler
from ._spectral_embedding import SpectralEmbedding
from ._suggest import judge_criteria, suggest_k
from ._tables import TableFeatures, read_table
from ._trees import ConnectivityClustering, Genie, SingleLinkage, Ward
from ._warn import ClusteringWarning

__all__ = [
    "AgglomerativeClustering",
    "AutoClustering",
    "ClusteringWarning",
    "ConnectivityClustering",
    "FuzzyCMeans",
    "GaussianMixture",
    "Genie",
    "GraphFeatures",
    "GraphLinkage",
    "HDBSCAN",
    "InverseWeightedClustering",
    "KHarmonicMeans",
    "KMeans",
    "KernelKMeans",
    "KernelPCA",
    "MeanShift",
    "NeuralGas",
    "Nystroem",
    "OneClassSVM",
    "PossibilisticCMeans",
    "RBFSampler",
    "SelfOrganizingMap",
    "SingleLinkage",
    "SoftKMeans",
    "SoftKernelKMeans",
    "SpectralClustering",
    "SpectralEmbedding",
    "SphereClustering",
    "StringFeatures",
    "SupportVectorClustering",
    "TableFeatures",
    "TextFeatures",
    "Ward",
    "__version__",
    "datasets",
    "kernels",
    "metrics",
    "read_model",
    "read_table",
    "judge_criteria",
    "suggest_k",
    "write_model",
]
