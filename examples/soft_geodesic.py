# %% [markdown]
# # Soft geodesic kernel k-means
#
# Kim, Shim and Choi, *Soft geodesic kernel k-means* (ICASSP 2007): distances are measured along the data, through
# near neighbours, and each point may belong to several clusters.
#
# Run it as a program (`python examples/soft_geodesic.py FOLDER` writes its figures there), or cell by cell.

# %%
import pathlib
import sys
import warnings

import matplotlib

if __name__ == "__main__":
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from mercer import ClusteringWarning, SoftKernelKMeans, SoftKMeans, datasets, kernels, metrics, plotting

FIGURES = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "figures")
FIGURES.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## Letters
#
# Data like those of the paper, which are not public: six letters written in dots. Straight distances cut across
# strokes, geodesic ones follow them.

# %%
X, y = datasets.icassp()
plain = SoftKMeans(6).fit(X)
geodesic = SoftKernelKMeans(6, kernel=kernels.geodesic(neighbors=6, graph="mutual")).fit(X)
print(f"soft k-means: accuracy {metrics.accuracy(y, plain.labels_):.3f}")
print(f"soft geodesic kernel k-means: accuracy {metrics.accuracy(y, geodesic.labels_):.3f}")
print(f"additive constant c* = {geodesic.findings_['c_star'][0]:.4f}")

figure, axes = plt.subplots(2, 1, figsize=(8, 5.2), layout="constrained")
for model, ax in zip((plain, geodesic), axes):
    plotting.clusters(X, model.labels_, ax=ax)
    ax.set_title(type(model).__name__)
    ax.set_aspect("equal")
figure.savefig(FIGURES / "soft-geodesic-letters.png", dpi=110)

# %% [markdown]
# ## Two moons, softly
#
# Memberships show how clearly a point belongs to its cluster. They stay high along a moon, and fall between the
# moons.

# %%
X, y = datasets.two_moons()
moons = SoftKernelKMeans(2, kernel="geodesic:neighbors=10").fit(X)
print(f"moons: accuracy {metrics.accuracy(y, moons.labels_):.3f}, stiffness {moons.method_}")

figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
plotting.decision_regions(moons, X, ax=axes[0])
plotting.memberships(moons, X, ax=axes[1], steps=100)
figure.savefig(FIGURES / "soft-geodesic-moons.png", dpi=110)

# %% [markdown]
# ## Stiffness
#
# Below a critical stiffness all memberships become equal, and there is only one cluster. Far above it, every point
# belongs to a single cluster. The automatic value is 1.5 times the critical one.

# %%
critical = moons.findings_["beta_c"][0]
factors = np.geomspace(0.5, 50, 9)
sureness = []
warnings.simplefilter("ignore", ClusteringWarning)  # below the critical stiffness the library warns, and rightly
for factor in factors:
    model = SoftKernelKMeans(2, kernel="geodesic:neighbors=10", beta=factor * critical, n_init=3)
    sureness.append(model.fit(X).memberships_.max(axis=1).mean())
print(f"mean largest share: {sureness[0]:.2f} at half the critical stiffness, {sureness[-1]:.2f} at fifty times")

figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
ax.semilogx(factors, sureness, "o-", color=plotting.COLOURS[0], markersize=4)
ax.axvline(1, color=plotting.COLOURS[5], linestyle="--", label="critical")
ax.set_xlabel("stiffness, in units of the critical one")
ax.set_ylabel("mean largest share")
ax.legend()
figure.savefig(FIGURES / "soft-geodesic-stiffness.png", dpi=110)
