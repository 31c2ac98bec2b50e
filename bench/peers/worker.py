"""One measurement of one Python peer, in a process of its own.

    worker.py MODULE FUNCTION DTYPE CASE THREADS LABELS

The peer first clusters 400 points, so that imports and just-in-time compilation are not timed. Then memory is
read, the peer is timed on the case, and memory is read again. What `peer.prepare`, where there is one, makes of the
case is not timed. Prints one line of JSON; writes the labels.
"""

import importlib
import json
import sys
import time

import numpy as np

import data


def peak_bytes():
    """The most memory this process ever held."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


def limit_threads(threads):
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:  # then the environment variables must do
        return
    threadpool_limits(threads)


def main(module, function, dtype, folder, threads, labels_file):
    peer = getattr(importlib.import_module(module), function)
    prepare = getattr(peer, "prepare", lambda case: case)
    threads = int(threads)

    def as_dtype(case):
        return case._replace(points=np.ascontiguousarray(case.points, dtype))

    limit_threads(threads)
    peer(prepare(as_dtype(data.make(400))), threads)
    limit_threads(threads)  # again: the peer may have loaded further libraries
    case = prepare(as_dtype(data.load(folder)))
    baseline = peak_bytes()
    begin = time.perf_counter()
    labels, iterations = peer(case, threads)
    seconds = time.perf_counter() - begin
    if labels is not None:
        np.savetxt(labels_file, labels, "%d")
    print(json.dumps({"seconds": seconds, "baseline": baseline, "peak": peak_bytes(),
                      "iterations": None if iterations is None else int(iterations)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
