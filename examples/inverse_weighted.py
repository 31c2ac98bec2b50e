# %% [markdown]
# # Inverse weighted clustering
#
# Ashour, *A novel kernel clustering algorithm*: the result of k-means depends on its start. Here every point pulls
# every prototype, the nearest one fully and the others by a power of the distance. The prototypes begin at the mean
# of the data and move apart from there.
#
# Run it as a program (`python examples/inverse_weighted.py FOLDER` writes its figures there), or cell by cell.

# %%
import pathlib
import sys

import matplotlib

if __name__ == "__main__":
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris, load_wine
from sklearn.preprocessing import StandardScaler

from mercer import InverseWeightedClustering, KMeans, metrics, plotting

FIGURES = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "figures")
FIGURES.mkdir(parents=True, exist_ok=True)
SEEDS = range(30)

# %% [markdown]
# ## One start each
#
# Iris and Wine from thirty random starts: k-means as it is usually written (Lloyd's iterations from random points),
# and inverse weighted clustering, which ends with k-means from the clusters it found.

# %%
data = {
    "Iris": load_iris(return_X_y=True),
    "Wine": (StandardScaler().fit_transform(load_wine().data), load_wine().target),
}
figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
for (name, (X, y)), ax in zip(data.items(), axes):
    lloyd = [KMeans(3, init="points", n_init=1, refine=False, random_state=s).fit(X) for s in SEEDS]
    inverse = [InverseWeightedClustering(3, n_init=1, random_state=s).fit(X) for s in SEEDS]
    for at, (label, runs) in enumerate((("k-means", lloyd), ("inverse weighted", inverse))):
        costs = np.sort([metrics.errors(X, run.labels_)["sse"] for run in runs])
        ax.plot(costs, "o-", markersize=3, color=plotting.COLOURS[at], label=label)
        best = np.mean(costs < costs[0] * 1.001)
        print(f"{name}, {label}: best {costs[0]:.3f}, worst {costs[-1]:.3f}, best found in {best:.0%} of the runs")
    ax.set_title(name)
    ax.set_xlabel("run, from best to worst")
    ax.set_ylabel("sum of squared errors")
axes[0].legend()
figure.savefig(FIGURES / "inverse-weighted-starts.png", dpi=110)

# %% [markdown]
# ## The clusters
#
# Drawn in the plane of the two main components. The exponent b was found automatically: it starts above the critical
# value, below which all prototypes coincide, and rises until they are distinct.

# %%
figure, axes = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
for (name, (X, y)), ax in zip(data.items(), axes):
    model = InverseWeightedClustering(3).fit(X)
    scores = metrics.scores(y, model.labels_)
    print(f"{name}: b_crit {model.findings_['b_crit'][0]:.3f}, majority errors {scores['majority_errors']}, "
          f"balanced accuracy {scores['balanced_accuracy']:.4f}")
    plotting.clusters(X, model.labels_, ax=ax)
    ax.set_title(f"{name}: accuracy {scores['accuracy']:.3f}")
figure.savefig(FIGURES / "inverse-weighted-clusters.png", dpi=110)

# %% [markdown]
# ## Not the global optimum
#
# The paper claims convergence to the global solution. With ten clusters on Iris this is wrong: k-means with many
# starts finds better ones.

# %%
X = data["Iris"][0]
alone = InverseWeightedClustering(10, n_init=1, polish=False).fit(X)
many = KMeans(10, n_init=50).fit(X)
excess = metrics.errors(X, alone.labels_)["sse"] / many.objective_ - 1
print(f"Iris with ten clusters: inverse weighted clustering ends {excess:.0%} above k-means with fifty starts")

figure, ax = plt.subplots(figsize=(5.6, 3.4), layout="constrained")
plotting.convergence(InverseWeightedClustering(3, n_init=1).fit(X), ax=ax)
ax.set_title("Iris, three clusters: the exponent rises as it goes")
figure.savefig(FIGURES / "inverse-weighted-convergence.png", dpi=110)
