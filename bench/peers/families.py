#!/usr/bin/env python3
"""All families of sets, with and without the number of clusters: mercer beside peers from PyPI.

    build/bench/mercer_quality SUITE --write FOLDER
    bench/peers/families.py FOLDER [--build build] [--only FAMILY]

FOLDER holds FAMILY.NAME.csv with columns label, label2, ... (empty: noise, which is not judged). `mercer fit FILE [-k K]` has no
other option. With K: k-means and Gaussian mixtures of scikit-learn, Genie of genieclust. Without: HDBSCAN, k-means with the
largest silhouette, Gaussian mixtures with the best BIC. The figure is the mean adjusted Rand index; regret is how far mercer
is behind the best peer, set by set. A peer that can't be had is named with the reason.
"""

import argparse
import csv
import itertools
import pathlib
import subprocess
import sys
import tempfile

import environment

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMBERS = range(2, 13)  # of clusters that silhouette and BIC choose from


class Set:
    """Points, and reference labellings of which the best counts."""

    def __init__(self, path):
        import numpy as np
        with open(path) as file:
            head, *rows = csv.reader(file)
        columns = [i for i, name in enumerate(head) if not name.startswith("label")]
        self.path = path
        self.X = np.array([[float(row[i]) for i in columns] for row in rows])
        self.truths = [[row[i] for row in rows] for i, name in enumerate(head) if name.startswith("label")]
        self.drop = ",".join(name for name in head if name.startswith("label"))

    def numbers(self):
        return [len(set(truth) - {""}) for truth in self.truths]

    def index(self, labels, truth=None):
        from sklearn.metrics import adjusted_rand_score
        best = -1.0
        for reference in self.truths if truth is None else [truth]:
            kept = [i for i, label in enumerate(reference) if label]
            best = max(best, adjusted_rand_score([reference[i] for i in kept], [labels[i] for i in kept]))
        return best

    def with_numbers(self, cluster):
        """Each labelling with its own number of clusters; the best counts."""
        return max(self.index(cluster(self, k), truth) for k, truth in zip(self.numbers(), self.truths))


def mercer(program):
    def cluster(given, k=None):
        with tempfile.NamedTemporaryFile() as out:
            command = [program, "fit", given.path, "--drop", given.drop, "--labels", out.name, "--quiet"]
            subprocess.run([*command, *(["-k", str(k)] if k else [])], check=True, capture_output=True)
            return pathlib.Path(out.name).read_text().split()[1:]
    return cluster


def kmeans(given, k):
    from sklearn.cluster import KMeans
    return KMeans(k, n_init=10, random_state=1).fit_predict(given.X)


def mixture(given, k):
    from sklearn.mixture import GaussianMixture
    return GaussianMixture(k, n_init=3, random_state=1, reg_covar=1e-6 * given.X.var()).fit_predict(given.X)


def genie(given, k):
    import genieclust
    return genieclust.Genie(k).fit_predict(given.X)


def hdbscan(given):
    from sklearn.cluster import HDBSCAN
    return HDBSCAN(min_cluster_size=5, copy=True).fit_predict(given.X)


def silhouette(given):
    from sklearn.metrics import silhouette_score
    found = [kmeans(given, k) for k in NUMBERS]
    return max(found, key=lambda labels: silhouette_score(given.X, labels))


def bic(given):
    from sklearn.mixture import GaussianMixture
    fits = [GaussianMixture(k, random_state=1, reg_covar=1e-6 * given.X.var()).fit(given.X) for k in NUMBERS]
    return min(fits, key=lambda fit: fit.bic(given.X)).predict(given.X)


WITH_K = {"k-means": (kmeans, "scikit-learn"), "mixture": (mixture, "scikit-learn"), "genie": (genie, "genieclust")}
WITHOUT_K = {"hdbscan": (hdbscan, "scikit-learn"), "k-m + sil": (silhouette, "scikit-learn"), "mix + BIC": (bic, "scikit-learn")}


def available(peers, versions):
    return {name: run for name, (run, package) in peers.items() if not isinstance(versions[package], environment.Missing)}


def print_means(name, rows):
    means = [sum(column) / len(rows) for column in zip(*rows)]
    print(f"{name:<14} {len(rows):>4}" + "".join(f" {value:>9.3f}" for value in means), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--only", default="")
    a = parser.parse_args()
    environment.enter(a.build.resolve() / "peers")
    versions = {name: environment.python_package(name) for name in ("numpy", "scikit-learn", "genieclust")}
    for name, version in versions.items():
        print(f"  {name:<14} {version}")
    if any(isinstance(versions[name], environment.Missing) for name in ("numpy", "scikit-learn")):
        print("families: nothing can be compared without scikit-learn", file=sys.stderr)
        return 0
    fit = mercer(a.build / "mercer")
    with_k, without_k = available(WITH_K, versions), available(WITHOUT_K, versions)
    columns = ["auto", *with_k, "no K", *without_k, "regret", "no K r."]
    print("\n" + f"{'family':<14} {'sets':>4}" + "".join(f" {name:>9}" for name in columns))
    everything = []
    paths = sorted(a.folder.glob(f"{a.only}*.csv"))
    for family, members in itertools.groupby(paths, key=lambda path: path.name.split(".")[0]):
        found = []
        for given in map(Set, members):
            closed = [given.with_numbers(fit), *(given.with_numbers(run) for run in with_k.values())]
            opened = [given.index(fit(given)), *(given.index(run(given)) for run in without_k.values())]
            found.append([*closed, *opened, max(closed) - closed[0], max(opened) - opened[0]])
        print_means(family, found)
        everything += found
    print_means("all", everything)
    return 0


if __name__ == "__main__":
    sys.exit(main())
