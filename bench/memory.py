#!/usr/bin/env python3
"""The forecast of `mercer fit --dry-run` beside the measured peak, as a table: bench/memory.py [--program P] [--points N,N]
[--threads T] [NAME ...]

The peak is that of the process, less that of a run that reads the same file and does next to nothing."""

import argparse
import json
import pathlib
import random
import re
import struct
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
KERNEL = ["--kernel", "gaussian:sigma=3"]
CASES = {
    "kmeans, K = 500": ["-k", "500", "--method", "kmeans"],
    "kmeans, stored": ["-k", "10", "--method", "kmeans", *KERNEL, "--storage", "stored"],
    "kmeans, tiled": ["-k", "10", "--method", "kmeans", *KERNEL, "--storage", "tiled"],
    "soft, stored": ["-k", "10", "--method", "soft", *KERNEL, "--storage", "stored"],
    "soft, tiled": ["-k", "10", "--method", "soft", *KERNEL, "--storage", "tiled"],
    "kmeans, minibatch": ["-k", "10", *KERNEL, "--approx", "minibatch"],
    "kmeans, report": ["-k", "10", "--method", "kmeans", "--report", "report.html"],
    "fuzzy": ["-k", "10", "--method", "fuzzy"],
    "possibilistic": ["-k", "10", "--method", "possibilistic"],
    "k-harmonic": ["-k", "10", "--method", "k-harmonic"],
    "iwc": ["-k", "10", "--method", "iwc"],
    "neural-gas": ["-k", "10", "--method", "neural-gas"],
    "neural-gas, stored": ["-k", "10", "--method", "neural-gas", *KERNEL, "--storage", "stored"],
    "som": ["-k", "100", "--method", "som"],
    "ward": ["-k", "10", "--method", "ward"],
    "ward, kernel": ["-k", "10", "--method", "ward", *KERNEL],
    "single": ["-k", "10", "--method", "single"],
    "genie": ["-k", "10", "--method", "genie"],
    "tree-cut": ["-k", "10", "--method", "tree-cut"],
    "hdbscan": ["--method", "hdbscan"],
    "hdbscan, report": ["--method", "hdbscan", "--report", "report.html"],
    "connectivity": ["-k", "10", "--kernel", "connectivity"],
    "spectral": ["-k", "10", "--method", "spectral"],
    "graph-linkage": ["-k", "10", "--method", "graph-linkage"],
    "mixture": ["-k", "10", "--method", "mixture"],
    "mean-shift": ["--method", "mean-shift"],
    "geodesic": ["-k", "10", "--kernel", "geodesic"],
    "nystrom": ["-k", "10", *KERNEL, "--approx", "nystrom"],
    "rff": ["-k", "10", *KERNEL, "--approx", "rff"],
    "one-class": ["--method", "one-class"],
    "spheres": ["-k", "5", "--method", "spheres"],
    "svc": ["--method", "svc"],
    "auto": ["-k", "10", "--method", "auto"],
}
# To label the points of svc takes a time with the square of their number: from here on it is left out.
TOO_MANY = {"svc": 20000}


def write_points(path, points, columns=8, groups=20):
    """Round groups, as NPY."""
    draw = random.Random(1)
    centres = [[draw.uniform(-10, 10) for _ in range(columns)] for _ in range(groups)]
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({points}, {columns}), }}".encode()
    header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        for i in range(points):
            file.write(struct.pack(f"<{columns}d", *(c + draw.gauss(0, 1) for c in centres[i % groups])))


def peak(words, folder):
    """Of a run in the folder, where a report is left behind."""
    done = subprocess.run(["/usr/bin/time", "-f", "PEAK %M", *words], capture_output=True, text=True, timeout=1800,
                          check=False, cwd=folder)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return 1024 * int(re.search(r"PEAK (\d+)", done.stderr)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=lambda p: str(pathlib.Path(p).resolve()), default=str(ROOT / "build/mercer"))
    parser.add_argument("--points", default="2500,5000,10000,20000,40000")
    parser.add_argument("--threads", default="2")
    parser.add_argument("names", nargs="*", default=list(CASES))
    asked = parser.parse_args()
    print("| method | points | forecast, MB | measured, MB | ratio |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for points in map(int, asked.points.split(",")):
            data = f"{folder}/{points}.npy"
            write_points(data, points)
            fit = [asked.program, "fit", data, "--threads", asked.threads]
            rest = peak([*fit, "-q", "-k", "1", "--method", "kmeans", "--restarts", "1", "--max-iterations", "1"], folder)
            for name in [name for name in asked.names if points < TOO_MANY.get(name, points + 1)]:
                plan = subprocess.run([*fit, *CASES[name], "--dry-run", "--json"], capture_output=True, text=True,
                                      check=True, cwd=folder)
                said = json.loads(plan.stdout)["plan"]["bytes"] / 1e6
                taken = (peak([*fit, *CASES[name], "-q"], folder) - rest) / 1e6
                print(f"| {name} | {points} | {said:.1f} | {taken:.1f} | {said / max(taken, 0.1):.2f} |", flush=True)


if __name__ == "__main__":
    main()
