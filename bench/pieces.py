#!/usr/bin/env python3
"""Kernel k-means of a Dask array that is never whole in memory, beside the same blocks in one process and beside scikit-learn.

    PYTHONPATH=build/python python3 bench/pieces.py [--held] [POINTS [BLOCK [ITERATIONS]]]
    PYTHONPATH=build/python python3 bench/pieces.py --alone [POINTS [BLOCK [ITERATIONS]]]

POINTS (10,000,000) of 8 columns in float32, made block by block (BLOCK rows, 250,000) whenever they are asked for, are fitted
on two worker processes of one thread each, with a limit of 4 GB each. Prints the seconds of an iteration (the median of
ITERATIONS, 6) of mercer.dask, those of the processors (which other work beside it disturbs less), and the largest memory of a
worker, for four blocks and for all.

Without --alone, it prints the same for `fit_blocks` on the same blocks in this process with two threads, and for two ways with
scikit-learn on the same workers: features of each block by its Nystroem, nearest centres and means; and features of each block
by its Nystroem, which one MiniBatchKMeans takes one after the other by `partial_fit`, as dask-ml's Incremental does.

With --held, the blocks are made once and stay in the memory of the workers (of this process for `fit_blocks`): an iteration is
then the work on the points alone. Else to make them is part of each, and of all that is compared.
"""

import sys
import time

import dask.array
import numpy as np
from dask.distributed import Client, LocalCluster, wait
from sklearn.cluster import MiniBatchKMeans
from sklearn.kernel_approximation import Nystroem
from sklearn.metrics import pairwise_distances_argmin

import mercer
from mercer.dask import KernelKMeans

COLUMNS, CLUSTERS = 8, 8
KERNEL = {"kernel": "gaussian:sigma=4", "approx": "nystrom:landmarks=50", "n_init": 2, "random_state": 1}


def block(at, rows):
    """Points around eight centres; the block's number is its seed."""
    centres = 6 * np.random.default_rng(0).standard_normal((CLUSTERS, COLUMNS), np.float32)
    random = np.random.default_rng(at + 1)
    return centres[random.integers(CLUSTERS, size=rows)] + random.standard_normal((rows, COLUMNS), np.float32)


def pieces(points, rows):
    return dask.array.map_blocks(lambda block_id=None: block(block_id[0], rows), dtype=np.float32,
                                 chunks=((rows,) * (points // rows), (COLUMNS,)), meta=np.empty((0, 0), np.float32))


def used():
    """Seconds of the processor that this process took."""
    return time.process_time()


class Clock:
    """Seconds between the ends of iterations, and of the processors; the sample and the start don't count."""

    def __init__(self, client=None):
        self.client, self.ends = client, []

    def __call__(self, what="iterations", done=0, of=0):
        if what == "iterations":
            elsewhere = self.client.run(used).values() if self.client else []
            self.ends.append((time.perf_counter(), used() + sum(elsewhere)))

    def median(self, iterations):
        return np.median(np.diff(self.ends[-iterations - 1 :], axis=0), axis=0)


def told(name, seconds, more):
    print(f"{name:28}{seconds[0]:.2f} s per iteration, {seconds[1]:.2f} s of processors; {more}", flush=True)


def peak():
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def of_block(features, centres, points):
    """Sums and counts of the clusters of a block, by scikit-learn's functions."""
    Z = features.transform(points)
    own = np.eye(len(centres))[pairwise_distances_argmin(Z, centres)]
    return own.T @ Z, own.sum(axis=0)


def peer_features():
    sample = block(0, 20_000)
    features = Nystroem(gamma=1 / 32, n_components=50, random_state=1).fit(sample)  # sigma = 4
    return features, features.transform(sample[:CLUSTERS])


def peer_lloyd(X, iterations, clock):
    """Nystrom features and nearest centres of each block, then the means."""
    features, centres = peer_features()
    for _ in range(iterations + 1):
        sent = dask.delayed((features, centres))
        found = dask.compute(*[dask.delayed(of_block)(sent[0], sent[1], points) for points in X.to_delayed().ravel()])
        centres = sum(sums for sums, _ in found) / np.maximum(sum(counts for _, counts in found), 1)[:, None]
        clock()


def peer_mini_batch(X, iterations, clock):
    """Nystrom features of each block, which one MiniBatchKMeans takes in their order."""
    features, centres = peer_features()
    model = MiniBatchKMeans(CLUSTERS, init=centres, n_init=1, random_state=1)
    transform, take = dask.delayed(Nystroem.transform), dask.delayed(MiniBatchKMeans.partial_fit)
    for _ in range(iterations + 1):
        sent, following = dask.delayed(features), dask.delayed(model)
        for points in X.to_delayed().ravel():
            following = take(following, transform(sent, points))
        model = following.compute()
        clock()


def apart(X, iterations, client):
    """Of mercer.dask: seconds of an iteration."""
    clock = Clock(client)
    KernelKMeans(CLUSTERS, max_iter=iterations + 1, block_tol=-1, progress=clock, **KERNEL).fit(X)
    return clock.median(iterations)


def in_one_process(points, rows, iterations, held):
    clock, numbers = Clock(), range(points // rows)
    kept = [block(at, rows) for at in numbers] if held else None
    model = mercer.KernelKMeans(CLUSTERS, n_jobs=2, max_iter=iterations + 1, progress=clock, **KERNEL)
    model.fit_blocks(kept or (lambda: (block(at, rows) for at in numbers)), tol=-1)
    return clock.median(iterations)


def main():
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    held = "--held" in sys.argv
    points, rows, iterations = (int(float(word)) for word in given + ["1e7", "250000", "6"][len(given) :])
    X = pieces(points, rows)
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                      memory_limit="4GB") as cluster, Client(cluster) as client:
        apart(pieces(4 * rows, rows), 1, client)  # libraries are loaded
        before = max(client.run(peak).values())
        if held:
            X = X.persist()
            wait(X)
        ours = apart(X, iterations, client)
        after = max(client.run(peak).values())
        told("mercer.dask", ours, f"{points} points in {len(X.chunks[0])} blocks of {rows * COLUMNS * 4 / 1e6:.0f} MB, "
             f"{'held' if held else 'made'}; a worker took "
             f"{before / 1e6:.0f} MB for 4 blocks, {after / 1e6:.0f} MB for all")
        if "--alone" in sys.argv:
            return
        for name, peer in [("Lloyd", peer_lloyd), ("MiniBatchKMeans", peer_mini_batch)]:
            clock = Clock(client)
            peer(X, iterations, clock)
            theirs = clock.median(iterations)
            told(f"Nystroem, {name}", theirs, "{:.2f} and {:.2f} times that of mercer.dask".format(*theirs / ours))
    alone = in_one_process(points, rows, iterations, held)
    told("one process, two threads", alone, "mercer.dask takes {:.2f} and {:.2f} times that".format(*ours / alone))


if __name__ == "__main__":
    main()
