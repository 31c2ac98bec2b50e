#!/usr/bin/env python3
"""What the Python package costs beside the program: the call, the time and the memory of a fit.

    PYTHONPATH=build/python python3 bench/python.py build/mercer [POINTS]
    PYTHONPATH=build/python python3 bench/python.py --beside [POINTS]

Prints milliseconds that an estimator's `fit` takes beyond the library's own call on 1000 points; then, with nothing
stored and with the kernel matrix stored, the time of a fit of POINTS points (20,000) in double precision over that of
the program, and the memory of both at their peaks, beyond that of a fit of 20 points and the points themselves. Times
are the least of several, taken in turns.

With --beside, each class that shares its name with one of scikit-learn is fitted beside it on the same POINTS points
(5,000) of 8 columns with the same parameters, on one thread and on all: seconds of both, and theirs over ours. Both are told
how many (`n_jobs`, where scikit-learn's class has it); BLAS and OpenMP too. Nystroem and RBFSampler also transform the points,
which is what they are for.
"""

import inspect
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import mercer
from mercer import _core, datasets

OPTIONS = {"kernel": "gaussian:sigma=2", "n_init": 1, "max_iter": 20}


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def least(*works, times):
    """The least time of each, called in turns."""
    found = [[seconds(work) for work in works] for _ in range(times)]
    return np.min(found, axis=0)


def overhead():
    X, _ = datasets.blobs(size=1000, clusters=5, dimensions=8)
    model = mercer.KernelKMeans(5, **OPTIONS)
    options = model._options()
    fit, call = least(lambda: model.fit(X), lambda: _core.cluster(X, **options), times=300)
    return 1000 * (fit - call)


def peak():
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def child(points, storage):
    """In a process of its own, so that its peak is that of one fit: seconds and bytes, as JSON."""
    X = np.load(points, mmap_mode="r")
    mercer.KernelKMeans(2, **OPTIONS).fit(np.asarray(X[:20]))
    before = peak()
    took = seconds(lambda: mercer.KernelKMeans(5, precision="double", storage=storage, **OPTIONS).fit(X))
    print(json.dumps({"seconds": took, "bytes": peak() - before - X.nbytes}))


def program(path, points, storage):
    """The same through the program, which says its seconds without reading; idle bytes are those of 20 points."""
    command = [path, "fit", points, "-k", "5", "--kernel", OPTIONS["kernel"], "--restarts", "1", "--max-iterations",
               str(OPTIONS["max_iter"]), "--precision", "double", "--storage", storage, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def beside(path, points, few, storage, size):
    """A line for one way to keep the kernel matrix."""
    idle = program(path, few, storage)["peak_memory_bytes"]
    own, its = [], []
    for _ in range(3):
        done = subprocess.run([sys.executable, __file__, "--child", points, storage], check=True, capture_output=True,
                              text=True)
        own.append(json.loads(done.stdout))
        its.append(program(path, points, storage))
    took, its_took = (min(run["seconds"] for run in runs) for runs in (own, its))
    peak_bytes = min(run["bytes"] for run in own)
    its_bytes = min(run["peak_memory_bytes"] for run in its) - idle - 8 * 8 * size
    print(f"{storage:9} {took / its_took:.3f} of the program's time ({took:.2f} s and {its_took:.2f} s), memory "
          f"{peak_bytes / 1e6:.1f} MB and {its_bytes / 1e6:.1f} MB")


def swapped(size):
    """Our class, the module that has scikit-learn's, and the parameters of both; hierarchies and spectra on a part of the points."""
    from sklearn import cluster, decomposition, kernel_approximation, manifold, mixture, svm

    few, tens = min(size, 2000), {"random_state": 1}
    wide = {"gamma": 0.05}
    return [
        (mercer.KMeans, cluster, size, {"n_clusters": 5, "n_init": 10, **tens}),
        (mercer.Nystroem, kernel_approximation, size, {"n_components": 200, **wide, **tens}),
        (mercer.RBFSampler, kernel_approximation, size, {"n_components": 200, **wide, **tens}),
        (mercer.GaussianMixture, mixture, size, {"n_components": 5, "n_init": 1, "tol": 1e-3, **tens}),
        (mercer.HDBSCAN, cluster, size, {"min_cluster_size": 20, "copy": True}),
        (mercer.OneClassSVM, svm, size, {"kernel": "rbf", "nu": 0.1, **wide}),
        (mercer.KernelPCA, decomposition, few, {"n_components": 5, "kernel": "rbf", **wide, **tens}),
        *((mercer.AgglomerativeClustering, cluster, few, {"n_clusters": 5, "linkage": linkage})
          for linkage in ("ward", "single", "average", "complete")),
        (mercer.SpectralClustering, cluster, few, {"n_clusters": 5, "affinity": "rbf", **wide, **tens}),
        (mercer.SpectralEmbedding, manifold, few, {"n_components": 2, "affinity": "rbf", **wide, **tens}),
        (mercer.MeanShift, cluster, few, {"bandwidth": 4.0, "bin_seeding": True}),
    ]


def with_threads(cls, parameters, threads):
    """The estimator; all threads are -1, since None is one of scikit-learn's where it uses joblib."""
    jobs = {"n_jobs": threads or -1} if "n_jobs" in inspect.signature(cls).parameters else {}
    return cls(**parameters, **jobs)


def work(estimator, X):
    """What the class is for: features of the points, or a fit."""
    maps = type(estimator).__name__ in ("Nystroem", "RBFSampler")
    return estimator.fit(X).transform(X) if maps else estimator.fit(X)


def beside_scikit_learn(size):
    import warnings

    import sklearn
    from threadpoolctl import threadpool_limits

    warnings.simplefilter("ignore")
    X = datasets.blobs(size=size, clusters=5, dimensions=8)[0]
    X = np.random.default_rng(0).permutation(X)
    print(f"{'class':24} {'points':>7} {'threads':>7} {'ours':>9} {'theirs':>9}  theirs / ours")
    for ours, module, points, parameters in swapped(size):
        theirs = getattr(module, ours.__name__, None)
        if theirs is None:
            print(f"{ours.__name__:24} left out: {module.__name__} of scikit-learn {sklearn.__version__} does not have it")
            continue
        for threads in (1, None):
            with threadpool_limits(threads):
                own, its = least(*(lambda cls=cls: work(with_threads(cls, parameters, threads), X[:points])
                                   for cls in (ours, theirs)), times=3)
            name = ours.__name__ + (f" {parameters['linkage']}" if "linkage" in parameters else "")
            print(f"{name:24} {points:7} {threads or 'all':>7} {own:8.4f}s {its:8.4f}s  {its / own:6.2f}", flush=True)


def main():
    if sys.argv[1] == "--beside":
        return beside_scikit_learn(int(sys.argv[2]) if len(sys.argv) > 2 else 5000)
    if sys.argv[1] == "--child":
        return child(*sys.argv[2:])
    path, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    print(f"call      {overhead():.3f} ms beyond the library's on 1000 points")
    with tempfile.TemporaryDirectory() as folder:
        points, few = pathlib.Path(folder, "points.npy"), pathlib.Path(folder, "few.npy")
        X = datasets.blobs(size=size, clusters=5, dimensions=8)[0]
        np.save(points, X)
        np.save(few, X[:20])
        for storage in ("tiled", "stored"):
            beside(path, points, few, storage, size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
