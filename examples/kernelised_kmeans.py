# %% [markdown]
# # Kernelised k-means
#
# Rogers and Girolami, *A First Course in Machine Learning*, section 6.2.3: k-means needs only the inner products of
# points, so a kernel can replace these. The same simple algorithm then finds clusters that no straight line
# separates, in a space that is never computed.
#
# Run it as a program (`python examples/kernelised_kmeans.py FOLDER` writes its figures there), or cell by cell.

# %%
import pathlib
import sys

import matplotlib

if __name__ == "__main__":
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from mercer import KernelKMeans, KMeans, datasets, kernels, metrics, plotting

FIGURES = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "figures")
FIGURES.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## Where k-means fails
#
# Two rings around the same centre. Both means would have to lie at the same place, so k-means cuts the rings in half.

# %%
X, y = datasets.rings()
plain = KMeans(2).fit(X)
kernel = KernelKMeans(2, kernel=kernels.gaussian(sigma=1)).fit(X)
print(f"k-means: accuracy {metrics.accuracy(y, plain.labels_):.3f}")
print(f"kernel k-means: accuracy {metrics.accuracy(y, kernel.labels_):.3f}")

figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
for model, ax in zip((plain, kernel), axes):
    plotting.decision_regions(model, X, ax=ax)
    ax.set_aspect("equal")
figure.savefig(FIGURES / "kernelised-kmeans-regions.png", dpi=110)

# %% [markdown]
# ## What the kernel sees
#
# The kernel matrix, sorted by clusters. The inner ring is a bright block, a point of the outer ring is similar only
# to its neighbours, and the two rings have hardly any similarity.

# %%
K = kernels.gram(X, kernel.kernel_)
figure, ax = plt.subplots(figsize=(5.4, 4.4), layout="constrained")
plotting.gram(K, kernel.labels_, ax=ax)
figure.savefig(FIGURES / "kernelised-kmeans-gram.png", dpi=110)

# %% [markdown]
# ## The width decides
#
# A wide kernel gives nearly the result of k-means; with a narrow one no point resembles any other. In between lies
# the range in which the rings are the best clusters. The automatic width, the median distance, is a first guess, not
# the answer.

# %%
widths = np.geomspace(0.1, 10, 25)
found = [metrics.accuracy(y, KernelKMeans(2, kernel=kernels.gaussian(sigma=s)).fit_predict(X)) for s in widths]
automatic = float(kernels.resolve(X, "gaussian").partition("=")[2])
print(f"automatic width {automatic:.2f}; right for widths {widths[np.equal(found, 1)].min():.2f} to "
      f"{widths[np.equal(found, 1)].max():.2f}")

figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
ax.semilogx(widths, found, "o-", color=plotting.COLOURS[0], markersize=4)
ax.axvline(automatic, color=plotting.COLOURS[5], linestyle="--", label="median distance")
ax.set_xlabel("sigma")
ax.set_ylabel("accuracy")
ax.legend()
figure.savefig(FIGURES / "kernelised-kmeans-width.png", dpi=110)

# %% [markdown]
# ## Where it starts
#
# At width 1.8 the rings are still the best two clusters, but they are hard to find: random labels and k-means++ end
# with halves, which are almost as good. The chapter starts with all points but one in the first cluster, so that the
# second one grows from the middle until it is the inner ring.

# %%
ends = {}
for init, starts in (("random", 1), ("singleton", 1), ("kernel++", 10)):
    runs = [KernelKMeans(2, kernel="gaussian:sigma=1.8", init=init, n_init=starts, random_state=seed).fit(X)
            for seed in range(20)]
    ends[f"{init}, {starts} start{'s' if starts > 1 else ''}"] = [run.objective_ for run in runs]
    right = np.mean([metrics.accuracy(y, run.labels_) == 1 for run in runs])
    print(f"{init}, best of {starts}: right in {right:.0%} of 20 runs")

figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
for at, (name, objectives) in enumerate(ends.items()):
    ax.plot(np.sort(objectives), "o-", color=plotting.COLOURS[at], markersize=4, label=name)
ax.set_xlabel("run, from best to worst")
ax.set_ylabel("objective")
ax.legend()
figure.savefig(FIGURES / "kernelised-kmeans-starts.png", dpi=110)
