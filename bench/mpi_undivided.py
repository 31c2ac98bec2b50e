#!/usr/bin/env python3
"""How much of a fit is not divided among ranks.

    bench/mpi_undivided.py [--program build-mpi/mercer] [--ranks 8] [-n 20000] [-d 50] [--] [OPTIONS OF mercer fit]

`perf` samples the processor time of one rank, and of several ranks together, outside MPI and the kernel of the system. What is
divided takes the same time in all; what is not, every rank does: T(p) = divided + p undivided. So the undivided part is at most
(T(p) - T(1)) / (p - 1), for what several ranks do in other ways (sums that they exchange) counts as undivided too. It is
processor time: the ranks may be more than the cores. Needs perf, Python and MPI.
"""

import argparse
import os
import pathlib
import re
import subprocess
import tempfile

from mpi_scaling import LIMITS, ROOT, write_points

ELSEWHERE = re.compile(r"libmpi|libopen-|libpmix|mca_|libevent|libhwloc|ld-linux|vdso|kernel")
PER_SECOND = 1000


def processor_seconds(program, ranks, words, folder):
    samples = folder / f"{ranks}.data"
    subprocess.run(["perf", "record", "-e", "cpu-clock", "-F", str(PER_SECOND), "-o", samples, "mpirun", "--oversubscribe",
                    "--bind-to", "none", "-n", str(ranks), program, *words, "--threads", "1"],
                   check=True, capture_output=True, env={**os.environ, **LIMITS})
    report = subprocess.run(["perf", "report", "-i", samples, "--stdio", "--comm", pathlib.Path(program).name, "--sort", "dso,sym",
                             "-F", "sample,dso,sym"], check=True, capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in report.splitlines() if line.strip() and not line.startswith("#")]
    return sum(int(count) for count, place, name in rows
               if not ELSEWHERE.search(place) and "sched_yield" not in name) / PER_SECOND


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=ROOT / "build-mpi" / "mercer")
    parser.add_argument("--ranks", type=int, default=8)
    parser.add_argument("-n", type=int, default=20000)
    parser.add_argument("-d", type=int, default=50)
    parser.add_argument("options", nargs="*", default=["-k", "10", "--kernel", "gaussian"])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_points(folder / "points.npy", asked.n, asked.d)
        words = ["fit", folder / "points.npy", *asked.options]
        one, all_ranks = (processor_seconds(asked.program, ranks, words, folder) for ranks in (1, asked.ranks))
    undivided = max(0.0, all_ranks - one) / (asked.ranks - 1)
    print(f"one rank {one:.2f} s, {asked.ranks} ranks together {all_ranks:.2f} s: at most {undivided:.3f} s are undivided, "
          f"{100 * undivided / one:.1f} % of one rank's")


if __name__ == "__main__":
    main()
