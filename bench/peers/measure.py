"""Runs a peer in a process of its own, with a fixed number of threads and a limit on its time."""

import functools
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "NUMBA_NUM_THREADS")


class Failed(Exception):
    """Why there is no measurement."""


class Measured(NamedTuple):
    report: dict  # seconds, and where known iterations, peak and baseline in bytes
    process: float  # seconds from start to end of the process

    @property
    def seconds(self):
        return self.report["seconds"]

    @property
    def memory(self):
        """Bytes beyond the interpreter, or program, with the data loaded."""
        if "peak" not in self.report:
            return None
        return max(0, self.report["peak"] - self.report["baseline"])


def run(command, threads, limit):
    """What the command printed, and the seconds that its process took.

    A shell stands between: Linux counts the memory of the process that starts another to the other's peak, and
    the shell is smaller than any peer.
    """
    command = ["sh", "-c", '"$@"; exit $?', "sh", *(str(word) for word in command)]
    environment = {**os.environ, **dict.fromkeys(THREADS, str(threads)), "LC_ALL": "C.UTF-8"}
    begin = time.perf_counter()
    with subprocess.Popen(command, env=environment, start_new_session=True, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            output, errors = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise Failed(f"not finished after {limit:.0f} s") from None
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if process.returncode != 0:
        words = errors.strip().splitlines() or [f"exit status {process.returncode}"]
        raise Failed(f"failed: {words[-1]}")
    return output, time.perf_counter() - begin


class Tools:
    """What the lines need to measure: programs, the folder of the peers, a limit in seconds."""

    def __init__(self, folder, program, bench, limit):
        self.folder, self.program, self.bench, self.limit = folder, program, bench, limit

    def output(self, command, threads):
        return run(command, threads, self.limit)[0]

    def run(self, command, threads):
        output, seconds = run(command, threads, self.limit)
        if "{" not in output:
            raise Failed(f"failed: no measurement in {output.strip()[-80:]!r}")
        return Measured(json.loads(output[output.index("{"):]), seconds)

    @functools.cached_property
    def idle_bytes(self):
        """The peak of mercer when there is next to nothing to do."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "points.csv")
            file.write_text("".join(f"{i},{i % 3}\n" for i in range(20)), encoding="ascii")
            report = json.loads(self.output([self.program, "fit", file, "-k", 2, "--threads", 1, "--json"], 1))
        return report["peak_memory_bytes"]


def best_of(measure, runs, short):
    """The fastest of some runs; a run is repeated only while all runs together took less than `short` seconds."""
    best, spent = None, 0.0
    for _ in range(runs):
        measured = measure()
        spent += measured.process
        if best is None or measured.seconds < best.seconds:
            best = measured
        if spent > short:
            break
    return best
