# %% [markdown]
# # A survey of kernel methods for clustering
#
# Filippone, Camastra, Masulli and Rovetta, *A survey of kernel and spectral methods for clustering*: k-means, maps,
# neural gas, fuzzy and possibilistic c-means, each also in feature space; one-class SVM, spheres and contours;
# spectral clustering. Most of them are the same loop in some space, so any of them works with any kernel.
#
# Run it as a program (`python examples/survey.py FOLDER` writes its figures there), or cell by cell.

# %%
import pathlib
import sys
import warnings

import matplotlib

if __name__ == "__main__":
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
from sklearn.datasets import load_iris, load_wine
from sklearn.preprocessing import StandardScaler

import mercer
from mercer import datasets, metrics, plotting

FIGURES = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "figures")
FIGURES.mkdir(parents=True, exist_ok=True)
warnings.simplefilter("ignore", mercer.ClusteringWarning)

# %% [markdown]
# ## The family on rings
#
# Methods of the loop, all with the same Gaussian kernel, and three that define nearness differently. Almost all find
# the two rings; the fuzzy methods are drawn to the middle of the data.

# %%
X, y = datasets.rings()
width = "gaussian:sigma=1"
family = [
    mercer.KernelKMeans(2, kernel=width), mercer.SoftKernelKMeans(2, kernel=width),
    mercer.FuzzyCMeans(2, kernel=width), mercer.NeuralGas(2, kernel=width),
    mercer.InverseWeightedClustering(2, kernel=width), mercer.SpectralClustering(2),
    mercer.SupportVectorClustering(kernel="gaussian:sigma=0.8"), mercer.ConnectivityClustering(2),
]
figure, axes = plt.subplots(2, 4, figsize=(13, 6.6), layout="constrained")
for model, ax in zip(family, axes.flat):
    model.fit(X)
    plotting.decision_regions(model, X, steps=120, ax=ax)
    ax.set(xlabel="", ylabel="", xticks=[], yticks=[], aspect="equal")
    accuracy = metrics.accuracy(y, model.labels_)
    ax.set_title(f"{type(model).__name__}\n{accuracy:.3f}", fontsize=10)
    print(f"{type(model).__name__}: accuracy {accuracy:.3f}")
figure.savefig(FIGURES / "survey-family.png", dpi=110)

# %% [markdown]
# ## Typical of none
#
# Fuzzy memberships sum to one, so even an outlier belongs to some cluster. Typicalities need not sum to one: far
# points are typical of no cluster, and the one-class SVM leaves them outside its sphere.

# %%
X, y = datasets.blobs(size=240, clusters=3, outliers=20)
fuzzy = mercer.FuzzyCMeans(3).fit(X)
possibilistic = mercer.PossibilisticCMeans(3).fit(X)
sphere = mercer.OneClassSVM(kernel="gaussian", nu=0.1).fit(X)
ranked = possibilistic.outlier_scores_.argsort()[::-1][:20]
print(f"outliers among the twenty least typical points: {(y[ranked] == 0).sum()} of 20")

figure, axes = plt.subplots(1, 3, figsize=(14, 4), layout="constrained")
plotting.memberships(fuzzy, X, ax=axes[0], steps=120)
plotting.memberships(possibilistic, X, ax=axes[1], steps=120)
plotting.clusters(X, (sphere.predict(X) > 0) - 1, ax=axes[2])
axes[2].set_title("OneClassSVM: outside is grey")
figure.savefig(FIGURES / "survey-outliers.png", dpi=110)

# %% [markdown]
# ## A map of Wine
#
# Thirteen measurements of 178 wines on a hexagonal map. Ridges of the U-matrix separate the three growers.

# %%
wine = StandardScaler().fit_transform(load_wine().data)
som = mercer.SelfOrganizingMap(grid=(8, 10), topology="hexagonal").fit(wine)
print(f"map of Wine: quantisation error {som.map_['quantization_error']:.3f}, "
      f"topographic error {som.map_['topographic_error']:.3f}")
figure, axes = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
plotting.map_heights(som, ax=axes[0])
plotting.map_hits(som, ax=axes[1])
figure.savefig(FIGURES / "survey-map.png", dpi=110)

# %% [markdown]
# ## How many clusters?
#
# First the number on which very different methods agree, then six criteria. The figure shows their spectrum, and
# Ward's hierarchy next to it.

# %%
iris, species = load_iris(return_X_y=True)
print(f"Iris: {mercer.suggest_k(iris)!r}")
suggestion = mercer.judge_criteria(iris)
print(f"Iris: {suggestion!r}")
ward = mercer.Ward(3).fit(iris)
print(f"Ward on Iris: accuracy {metrics.accuracy(species, ward.labels_):.3f}")
figure, axes = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
plotting.spectrum(suggestion, ax=axes[0])
plotting.dendrogram(ward, ax=axes[1])
figure.savefig(FIGURES / "survey-counts.png", dpi=110)
