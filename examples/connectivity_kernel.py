# %% [markdown]
# # The connectivity kernel
#
# Fischer, Roth and Buhmann, *Clustering with the connectivity kernel* (NIPS 2003): two points are as far apart as the
# largest gap on the best path between them. This distance has a kernel. It has no parameter, and in its feature
# space spirals are compact.
#
# Run it as a program (`python examples/connectivity_kernel.py FOLDER` writes its figures there), or cell by cell.

# %%
import pathlib
import sys

import matplotlib

if __name__ == "__main__":
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from mercer import ConnectivityClustering, KernelPCA, KMeans, SingleLinkage, datasets, kernels, metrics, plotting

FIGURES = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "figures")
FIGURES.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## Spirals with outliers
#
# Single linkage uses the same gaps, and spends its clusters on outliers. With the connectivity kernel sizes count: a
# cluster of one point gains little.

# %%
X, y = datasets.spirals(outliers=45)
inside = y > 0
models = {"k-means": KMeans(3), "single linkage": SingleLinkage(3), "connectivity kernel": ConnectivityClustering(3)}
figure, axes = plt.subplots(1, 3, figsize=(12, 4), layout="constrained")
for (name, model), ax in zip(models.items(), axes):
    labels = model.fit_predict(X)
    accuracy = metrics.accuracy(y[inside], labels[inside])
    print(f"{name}: accuracy {accuracy:.3f} on the spirals")
    plotting.clusters(X, labels, ax=ax)
    ax.set_title(f"{name}: {accuracy:.3f}")
    ax.set_aspect("equal")
figure.savefig(FIGURES / "connectivity-spirals.png", dpi=110)

# %% [markdown]
# ## A certificate
#
# The sum of the largest eigenvalues bounds the cost from below. So you know the largest possible gap to the best
# result.

# %%
found = models["connectivity kernel"].findings_
print(f"cost {found['cost'][0]:.3f}, at most {found['certificate'][0]:.4f} times the least possible")

# %% [markdown]
# ## The feature space
#
# Kernel principal components, as in the paper: each spiral shrinks to one place, and the outliers lie
# in between.

# %%
K = kernels.gram(X, "connectivity")
pca = KernelPCA(10, kernel="precomputed").fit(K)
figure, axes = plt.subplots(1, 2, figsize=(9.5, 4), layout="constrained")
plotting.clusters(pca.transform(K)[:, :2], np.where(inside, y - 1, -1), ax=axes[0])
axes[0].set_title("first two kernel components")
plotting.spectrum(pca, gap=2, ax=axes[1])
axes[1].set_title("three clusters: two large eigenvalues")
figure.savefig(FIGURES / "connectivity-components.png", dpi=110)

# %% [markdown]
# ## How many clusters?
#
# One more cluster is worth it if it gains much more than the next one would.

# %%
several = ConnectivityClustering(2, max_clusters=8).fit(X)
steps = {count["clusters"]: count["step"] for count in several.counts_}
print(f"suggested: {several.n_clusters_} clusters")
figure, axes = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
axes[0].bar(list(steps), list(steps.values()), color=plotting.COLOURS[0])
axes[0].set_xlabel("clusters")
axes[0].set_ylabel("gain, in multiples of the next one's")
plotting.dendrogram(models["single linkage"], ax=axes[1])
figure.savefig(FIGURES / "connectivity-counts.png", dpi=110)
