"""Long computations: progress, Ctrl-C, the lock of the interpreter."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import mercer
from mercer import datasets

LONG = datasets.blobs(size=6000, clusters=40, dimensions=8)[0]


def long_fit(**more):
    return mercer.KernelKMeans(40, n_init=50, init="random", storage="tiled", **more)


def test_progress_is_told():
    calls = []
    mercer.KernelKMeans(8, n_init=20, progress=lambda *told: calls.append(told)).fit(LONG[:3000])
    assert calls
    for phase, done, total in calls:
        assert isinstance(phase, str) and 0 <= done and isinstance(total, int)


def test_what_progress_raises_ends_the_fit():
    class Enough(Exception):
        pass

    def stop(*_):
        raise Enough("no more")

    start = time.monotonic()
    with pytest.raises(Enough, match="no more"):
        long_fit(progress=stop).fit(LONG)
    assert time.monotonic() - start < 20


def test_verbose_prints(capsys):
    mercer.KernelKMeans(8, n_init=20, verbose=1).fit(LONG[:3000])
    assert "%" in capsys.readouterr().err


def test_threads_that_fit_at_once_leave_blas_as_it_was():
    threadpoolctl = pytest.importorskip("threadpoolctl")

    def blas_threads():
        return [pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"]

    with threadpoolctl.threadpool_limits(2, "blas"):
        before = blas_threads()
        workers = [threading.Thread(target=lambda: [mercer.KernelKMeans(3).fit(LONG[:300]) for _ in range(20)])
                   for _ in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert blas_threads() == before


def test_other_threads_run_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    other = threading.Thread(target=tick)
    other.start()
    start = time.monotonic()
    mercer.KernelKMeans(20, n_init=20, storage="tiled", n_jobs=1).fit(LONG[:4000])
    seconds = time.monotonic() - start
    done.set()
    other.join()
    during = [at for at in ticks if start < at < start + seconds]
    assert len(during) > 5 * seconds  # at least a few a second, of two hundred


INTERRUPTED = """
    import os, signal, sys, threading, time
    sys.path.insert(0, sys.argv[1])
    import mercer
    from test_running import LONG, long_fit
    import numpy as np
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are born deaf to it
    main = time.pthread_getcpuclockid(threading.main_thread().ident)
    sent = []
    def send():
        sent[:] = [time.monotonic(), time.clock_gettime(main)]
        os.kill(os.getpid(), signal.SIGINT)
    {before}
    for wait in (0.7, 0.4, 1.1):  # at different places of the work
        sent.clear()
        try:
            threading.Timer(wait, send).start()
            while not sent or time.monotonic() - sent[0] < 20:  # again and again, if this machine is fast
                {fit}
            print("deaf")
            break
        except KeyboardInterrupt:
            print(f"{{time.clock_gettime(main) - sent[1]:.3f}}", flush=True)
    print(mercer.KMeans(2).fit_predict([[0.0], [1.0]]).size)  # and all is well
"""


WIDE = "np.random.RandomState(0).normal(size=({}, {}))"


# The work is done again and again until the signal comes, so no machine is too fast. The delay is what the main thread, which
# does its share of the work, computes from the signal on, so none is too busy. One of three may be unlucky.
@pytest.mark.parametrize("before, fit", [
    ("", "long_fit().fit(LONG)"),
    ("", "mercer.judge_criteria(LONG, most=40, samples=100)"),
    ("model = mercer.KernelKMeans(40).fit(LONG); X = np.tile(LONG, (200, 1))", "model.predict(X)"),
    ("X = " + WIDE.format(8000, 800), "mercer.kernels.gram(X, 'laplacian')"),
    ("X = " + WIDE.format(100000, 400), "mercer.kernels.nearest_neighbors(X, 10)"),
    ("X = " + WIDE.format(6000, 4), "mercer.SupportVectorClustering(kernel='gaussian:sigma=0.3').fit(X)"),
    ("X = " + WIDE.format(100000, 60), "mercer.HDBSCAN().fit(X)"),
    ("X = " + WIDE.format(60000, 60), "mercer.OneClassSVM(nu=0.5).fit(X)"),
    ("X = " + WIDE.format(20000, 10), "mercer.MeanShift(bandwidth=3, binning=False).fit(X)"),
    ("X = " + WIDE.format(40000, 100), "mercer.Ward(3, kernel='gaussian').fit(X)"),
    ("X = " + WIDE.format(20000, 10) + "; model = mercer.KernelPCA(5, kernel='gaussian').fit(X[:3000]); X = np.tile(X, (100, 1))",
     "model.transform(X)"),
    ("X = " + WIDE.format(80000, 20), "mercer.KernelPCA(5, kernel='gaussian').fit(X)"),
    ("X = " + WIDE.format(40000, 20), "mercer.SpectralClustering(5, affinity='rbf', gamma=0.01).fit(X)"),
    ("X = " + WIDE.format(200000, 20), "mercer.GaussianMixture(30, n_init=20).fit(X)"),
    ("X = " + WIDE.format(60000, 20), "mercer.AutoClustering(5).fit(X)"),
], ids=["fit", "suggest", "predict", "gram", "neighbours", "svc", "hdbscan", "one-class", "mean-shift", "ward", "transform", "pca",
        "spectral", "mixture", "auto"])
def test_ctrl_c_is_a_keyboard_interrupt(before, fit, record_property):
    here = os.path.dirname(os.path.abspath(__file__))
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(INTERRUPTED).format(before=before, fit=fit), here],
                          capture_output=True, text=True, timeout=300)
    *delays, last = done.stdout.split() or [""]
    print("seconds of work from the signal to KeyboardInterrupt:", *delays)
    record_property("delays", " ".join(delays))
    assert last == "2" and len(delays) == 3, done.stdout + done.stderr
    _, usual, worst = sorted(map(float, delays))
    assert usual < 0.2 and worst < 1, delays


def test_the_handler_of_the_signal_is_as_it_was():
    before = signal.getsignal(signal.SIGINT)
    mercer.KMeans(2).fit([[0.0], [1.0], [5.0]])
    assert signal.getsignal(signal.SIGINT) is before
    heard = []
    signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        mercer.KMeans(2).fit([[0.0], [1.0], [5.0]])
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [1]
