#!/usr/bin/env python3
"""The goals of speed, as a table: mercer on one thread and on all, beside its peers where they are installed.

    python3 bench/peers/goals.py build/mercer                    all rows, on 1 thread and on all
    python3 bench/peers/goals.py build/mercer --only k-means     some of them
    python3 bench/peers/goals.py build/mercer --json FILE        also keeps the figures, for bench/peers/picture.py

The data are made here, in float32 (trees: float64). mercer's time is the one that the program reports, a peer's the time of its
fit; the best of two runs counts if they are short. Of trees mercer's time includes the dendrogram and the cut, the peer's only the
tree.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import numpy as np

GAMMA = "gaussian:gamma=0.01"


def mixture(n, d, k, spread=1.0):
    """Gaussians of unit variance around centres from a normal distribution."""
    random = np.random.default_rng(1)
    centres = spread * random.standard_normal((k, d))
    return (centres[np.arange(n) % k] + random.standard_normal((n, d))).astype(np.float32)


def blobs(n, d, k=10):
    return mixture(n, d, k, spread=5.0).astype(np.float64)


def uniform(n, d):
    return np.random.default_rng(1).random((n, d))


def normal(n, d):
    return np.random.default_rng(1).standard_normal((n, d))


@dataclass
class Row:
    name: str
    points: object  # makes the data
    asked: list  # of mercer
    seconds: tuple = ()  # that are the goal on 1 thread and on all
    gigabytes: float = 0  # that are the goal
    peer: str = ""
    times: float = 0  # the goal: so many times as fast as the peer
    more: list = field(default_factory=list)  # what the peer is told


def tree(name, points):
    return Row(name, points, ["-k", "10", "--method", "single"], peer="quitefastmst", times=1.25)


def k_means(name, n, d, k, **more):
    return Row(name, lambda: mixture(n, d, k), ["-k", str(k), "--restarts", "1"], peer="kmeans", more=[k], **more)


def nystrom(name, n, d, landmarks, **more):
    asked = ["-k", "10", "--kernel", GAMMA, "--approx", f"nystrom:landmarks={landmarks}", "--restarts", "1"]
    return Row(name, lambda: mixture(n, d, 10), asked, peer="nystroem", more=[10, landmarks], **more)


ROWS = [
    tree("spanning tree, 1,000,000 x 2, uniform", lambda: uniform(1000000, 2)),
    tree("spanning tree, 1,000,000 x 3, blobs", lambda: blobs(1000000, 3)),
    tree("spanning tree, 300,000 x 5, normal", lambda: normal(300000, 5)),
    tree("spanning tree, 50,000 x 10, normal", lambda: normal(50000, 10)),
    tree("spanning tree, 30,000 x 30, normal", lambda: normal(30000, 30)),
    Row("spanning tree, 100,000 x 10, normal", lambda: normal(100000, 10), ["-k", "10", "--method", "single"], (12, 1.2)),
    k_means("k-means, 100,000 x 16, k = 50", 100000, 16, 50, times=4),
    k_means("k-means, 1,000,000 x 16, k = 100", 1000000, 16, 100, times=4),
    Row("kernel k-means, 50,000 x 50, k = 10", lambda: mixture(50000, 50, 10), ["-k", "10", "--kernel", GAMMA, "--restarts", "1"],
        (4.3, 0.35)),
    Row("kernel fuzzy c-means, 20,000 x 50, k = 10, defaults", lambda: mixture(20000, 50, 10),
        ["-k", "10", "--kernel", "gaussian", "--method", "fuzzy"], (8, 1)),
    nystrom("Nystrom 500 and k-means, 20,000 x 50", 20000, 50, 500, times=3),
    nystrom("Nystrom 200 and k-means, 1,000,000 x 50", 1000000, 50, 200, times=3),
    Row("auto, 1,000,000 x 2, k = 5", lambda: blobs(1000000, 2, 5), ["-k", "5"], (None, 8), 1.0),
    Row("auto, 100,000 x 20, k = 10", lambda: mixture(100000, 20, 10), ["-k", "10"], (None, 2.5)),
    Row("hdbscan, 50,000 x 10, blobs", lambda: blobs(50000, 10), ["--method", "hdbscan"], (None, 0.8)),
    # Without goals here, for the comparison.
    Row("kernel k-means, 10,000 x 50, k = 10", lambda: mixture(10000, 50, 10), ["-k", "10", "--kernel", GAMMA, "--restarts", "1"],
        peer="numpy", more=[10]),
    Row("spectral clustering, 5,000 x 50, k = 10", lambda: mixture(5000, 50, 10),
        ["-k", "10", "--method", "spectral", "--kernel", GAMMA], peer="spectral", more=[10]),
    Row("one-class SVM, 20,000 x 50, nu = 0.1", lambda: mixture(20000, 50, 10), ["--method", "one-class:nu=0.1", "--kernel", GAMMA],
        peer="one-class"),
    Row("hdbscan, 20,000 x 10, blobs", lambda: blobs(20000, 10), ["--method", "hdbscan:min_size=100"], peer="hdbscan"),
]

PEERS = {
    "kmeans": """
from sklearn.cluster import KMeans
def fit(X, threads, k):
    KMeans(int(k), n_init=1, random_state=1, tol=0, max_iter=300).fit(X)
""",
    "nystroem": """
from sklearn.cluster import KMeans
from sklearn.kernel_approximation import Nystroem
def fit(X, threads, k, landmarks):
    X = Nystroem(gamma=0.01, n_components=int(landmarks), random_state=1).fit_transform(X)
    KMeans(int(k), n_init=1, random_state=1, tol=0, max_iter=300).fit(X)
""",
    "numpy": """
from sklearn.metrics.pairwise import rbf_kernel
def fit(X, threads, k):
    K, k = rbf_kernel(X, gamma=0.01), int(k)
    labels = np.argmax(K[:, np.random.default_rng(1).choice(len(X), k, replace=False)], axis=1)
    while True:
        one = np.eye(k, dtype=X.dtype)[labels]
        mass = np.maximum(one.sum(axis=0), 1)
        sums = K @ one
        again = np.argmin((one * sums).sum(axis=0) / mass**2 - 2 * sums / mass, axis=1)
        if (again == labels).all():
            return
        labels = again
""",
    "spectral": """
from sklearn.cluster import SpectralClustering
def fit(X, threads, k):
    SpectralClustering(int(k), gamma=0.01, random_state=1).fit(X)
""",
    "one-class": """
from sklearn.svm import OneClassSVM
def fit(X, threads):
    OneClassSVM(gamma=0.01, nu=0.1).fit(X)
""",
    "hdbscan": """
from sklearn.cluster import HDBSCAN
def fit(X, threads):
    HDBSCAN(min_cluster_size=100, n_jobs=threads, copy=True).fit(X)
""",
    "quitefastmst": """
import quitefastmst
def fit(X, threads):
    quitefastmst.omp_set_num_threads(threads)
    quitefastmst.mst_euclid(X)
""",
}
TIMED = """
import sys, time
X = np.load(sys.argv[1])
fit(X[:1000].copy(), int(sys.argv[2]), *sys.argv[3:])
start = time.perf_counter()
fit(X, int(sys.argv[2]), *sys.argv[3:])
print(time.perf_counter() - start)
"""


def of_mercer(program, data, asked, threads):
    """Seconds, and the peak of memory in GB."""
    told = subprocess.run([program, "fit", data, *asked, "--threads", str(threads), "--json"], capture_output=True, text=True,
                          check=True)
    found = json.loads(told.stdout)
    return found["seconds"], found["peak_memory_bytes"] / 1e9


def of_peer(kind, data, more, threads):
    """Seconds; nothing where the peer is not installed."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    environment = {**os.environ, **{name: str(threads) for name in names}}
    words = [sys.executable, "-W", "ignore", "-c", "import numpy as np\n" + PEERS[kind] + TIMED, data, str(threads), *map(str, more)]
    told = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    return (float(told.stdout.split()[-1]), 0) if told.returncode == 0 else None


def best(measure):
    first = measure()
    return first if first is None or first[0] > 5 else min(first, measure())


def verdict(row, goal, mine, theirs):
    if row.peer:
        if theirs is None:
            return f"not compared: {row.peer} is not installed"
        ratio = f"{theirs[0] / mine[0]:.2f} x"
        return f"{'yes' if theirs[0] >= row.times * mine[0] else 'no'}: {ratio}" if row.times else ratio
    if goal is None:
        return ""
    return "yes" if mine[0] <= goal and (not row.gigabytes or mine[1] <= row.gigabytes) else "no"


def goal_text(row, goal):
    if row.peer and row.times:
        return f"{row.times:g} x {row.peer}"
    if goal is None:
        return row.peer
    return f"{goal:g} s" + (f", {row.gigabytes:g} GB" if row.gigabytes else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--only", default="", help="rows whose names hold this word")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, os.cpu_count()])
    parser.add_argument("--json", type=pathlib.Path, help="a file for the figures")
    options = parser.parse_args()
    figures = []
    print("| work | threads | goal | mercer | peer | reached? |\n|---|---:|---|---:|---:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for row in ROWS:
            if options.only not in row.name:
                continue
            data = str(pathlib.Path(folder) / "points.npy")
            np.save(data, row.points())
            for at, threads in enumerate(options.threads):
                mine = best(lambda: of_mercer(options.program, data, row.asked, threads))
                theirs = best(lambda: of_peer(row.peer, data, row.more, threads)) if row.peer else None
                goal = row.seconds[min(at, 1)] if row.seconds else None
                memory = f", {mine[1]:.2f} GB" if row.gigabytes else ""
                print(f"| {row.name} | {threads} | {goal_text(row, goal)} | {mine[0]:.3g} s{memory} | "
                      f"{f'{theirs[0]:.3g} s' if theirs else ''} | {verdict(row, goal, mine, theirs)} |", flush=True)
                figures.append({"work": row.name, "threads": threads, "mercer": mine[0], "peer": row.peer,
                                "seconds": theirs and theirs[0]})
                if options.json:
                    options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
