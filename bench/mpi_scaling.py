#!/usr/bin/env python3
"""Kernel k-means on 1, 2, 4, ... ranks of this machine: strong and weak scaling, and what was sent.

    bench/mpi_scaling.py [--output DIR]            builds what it needs in build-mpi/
    bench/mpi_scaling.py --program PATH            with a program that is there already
    bench/mpi_scaling.py --bundle DIR              copies build-mpi/mercer and its libraries into DIR, and ends

Writes scaling.md (a table), scaling.svg (a picture) and scaling.json, and prints the table. Strong: the same points on
more ranks, one thread each. Weak: n grows with the root of the ranks, so that each has the same number of pairs. Copies:
as many runs of one rank at the same time, which share nothing but the machine: no number of ranks can do better than they.
Of several runs of the same (--repeats) the fastest counts, for ranks, threads and copies alike. Needs nothing but Python and
MPI to run.
"""

import argparse
import array
import hashlib
import json
import os
import pathlib
import platform
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIMITS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
SYSTEM = ("libc.", "libm.", "libdl.", "libpthread.", "librt.", "ld-linux", "libmpi", "libopen-", "libpmix", "libhwloc",
          "libevent", "libudev", "libcap", "linux-vdso", "libutil.", "libresolv.", "libstdc++", "libgcc_s")


def build():
    """The program with MPI; in a quarter of an hour on two cores, in a minute or two on sixteen."""
    folder = ROOT / "build-mpi"
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DMERCER_MPI=ON",
                    "-DMERCER_TESTS=OFF", "-DMERCER_PYTHON=OFF"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--parallel", str(os.cpu_count()), "--target", "mercer_program"],
                   check=True, stdout=subprocess.DEVNULL)
    return folder / "mercer"


def bundle(program, folder):
    """The program and those of its libraries that another machine may lack; its MPI must be its own."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(program, folder / "mercer")
    for line in subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        if "=>" in words and len(words) > 2 and not words[0].startswith(SYSTEM):
            shutil.copy2(os.path.realpath(words[2]), folder / words[0])
    print(f"{folder}: {sum(f.stat().st_size for f in folder.iterdir()) / 1e6:.0f} MB")


def write_points(path, count, dimensions):
    """Ten Gaussians, as NPY of float32."""
    numbers = random.Random(1)
    centres = [[numbers.gauss(0, 1) for _ in range(dimensions)] for _ in range(10)]
    noise = [numbers.gauss(0, 1) for _ in range(1 << 16)]  # drawn once, read from different places
    values = array.array("f")
    for i in range(count):
        at = numbers.randrange(len(noise) - dimensions)
        values.extend(c + e for c, e in zip(centres[i % 10], noise[at:at + dimensions]))
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count}, {dimensions}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        values.tofile(file)


class Runner:
    def __init__(self, program, folder, iterations, repeats):
        self.program, self.folder, self.iterations, self.repeats = program, folder, iterations, repeats
        own = pathlib.Path(program).resolve().parent
        self.environment = {**os.environ, **LIMITS}
        if (own / "libfmt.so.9").exists() or list(own.glob("lib*.so*")):
            self.environment["LD_LIBRARY_PATH"] = f"{own}:{os.environ.get('LD_LIBRARY_PATH', '')}"

    def mpirun(self, ranks, words):
        command = ["mpirun", "-n", str(ranks), "--oversubscribe"]
        if ranks <= (os.cpu_count() or 1):
            command += ["--bind-to", "core", "--map-by", "core"]
        return subprocess.run([*command, *map(str, words)], check=True, capture_output=True, text=True,
                              env=self.environment, cwd=self.folder).stdout

    def words(self, points, threads=1):
        return [self.program, "fit", points, "-k", 10, "--kernel", "gaussian:sigma=7", "--method", "kmeans", "--restarts",
                1, "--storage", "tiled", "--precision", "float", "--max-iterations", self.iterations, "--threads",
                threads, "--device", "cpu", "--json"]

    def copies(self, points, count):
        """Seconds of each of `count` runs of one rank at the same time, each on a core of its own."""
        return min((self.copies_once(points, count) for _ in range(self.repeats)), key=sum)

    def copies_once(self, points, count):
        runs = [subprocess.Popen(["taskset", "-c", str(i % (os.cpu_count() or 1)), *map(str, self.words(points))],
                                 stdout=subprocess.PIPE, text=True, env=self.environment, cwd=self.folder)
                for i in range(count)]
        return sorted(json.loads(run.communicate()[0])["seconds"] for run in runs)

    def fit(self, points, ranks=1, threads=1):
        """The fastest of some runs, which must agree."""
        runs = [self.fit_once(points, ranks, threads) for _ in range(self.repeats)]
        assert len({run["labels"] for run in runs}) == 1, "runs of the same differ"
        return min(runs, key=lambda run: run["seconds"])

    def fit_once(self, points, ranks, threads):
        words = [*self.words(points, threads), "--labels", "labels.csv"]
        if ranks > 1:
            text = self.mpirun(ranks, words)
        else:
            text = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True,
                                  env=self.environment, cwd=self.folder).stdout
        found = json.loads(text)
        steps = found.get("ranks", {}).get("steps", [])
        return {"ranks": ranks, "threads": threads, "n": found["n"], "seconds": found["seconds"],
                "iterations": found["iterations"], "objective": found["objective"],
                "labels": hashlib.sha256((self.folder / "labels.csv").read_bytes()).hexdigest()[:16],
                "bytes": found.get("ranks", {}).get("bytes", 0), "messages": found.get("ranks", {}).get("messages", 0),
                "last_step_bytes": steps[-1]["bytes"] if steps else 0}


def latency(runner, counts):
    """What a gather costs, for each number of ranks."""
    if not shutil.which("mpicxx"):
        return []
    program = runner.folder / "latency"
    subprocess.run(["mpicxx", "-O2", ROOT / "bench" / "mpi_latency.cpp", "-o", program], check=True)
    return [json.loads(runner.mpirun(ranks, [program])) for ranks in counts if ranks > 1]


def markdown(found):
    lines = [f"n = {found['n']:,}, d = {found['d']}, k = 10, Gaussian kernel, tiles in float, one start, at most "
             f"{found['max_iterations']} iterations; {found['machine']}, {found['cores']} cores; the fastest of "
             f"{found['repeats']} runs.", "",
             "| ranks | strong, s | speed-up | efficiency | weak n | weak, s | efficiency | copies, the middle one | copies, the "
             "slowest | sent, MB | last step, KB |",
             "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    first, weak_first = found["strong"][0]["seconds"], found["weak"][0]["seconds"]
    alone = found["copies"]["seconds"][0][0]
    for strong, weak, copies in zip(found["strong"], found["weak"], found["copies"]["seconds"]):
        p = strong["ranks"]
        gain = first / strong["seconds"]
        lines.append(f"| {p} | {strong['seconds']:.2f} | {gain:.2f} | {100 * gain / p:.0f} % | {weak['n']:,} | "
                     f"{weak['seconds']:.2f} | {100 * weak_first / weak['seconds']:.0f} % | "
                     f"{100 * alone / copies[len(copies) // 2]:.0f} % | {100 * alone / copies[-1]:.0f} % | "
                     f"{strong['bytes'] / 1e6:.1f} | {strong['last_step_bytes'] / 1e3:.1f} |")
    threads, last = found["threads"], found["strong"][-1]
    lines += ["", f"One process with {threads['threads']} threads: {threads['seconds']:.2f} s; {last['ranks']} ranks take "
              f"{last['seconds'] / threads['seconds']:.3f} times that. Labels: "
              f"{'the same' if found['same_labels'] else 'NOT THE SAME'} in all runs of {found['n']:,} points."]
    lines.append(f"Copies: as many runs of one rank at the same time, each with {found['copies']['n']:,} points; the share of "
                 f"the speed of one alone ({alone:.2f} s) that they keep is what this machine lets independent processes have.")
    for l in found["latency"]:
        lines.append(f"A gather of a word from {l['ranks']} ranks takes {1e6 * l['word_seconds']:.1f} us; of 1 MB from each, "
                     f"{l['bytes_per_second'] / 1e9:.2f} GB/s arrive at each rank.")
    return "\n".join(lines) + "\n"


def picture(found):
    """Efficiency over ranks, strong and weak."""
    width, height, left, top, bottom, right = 640, 360, 60, 30, 50, 20
    counts = [run["ranks"] for run in found["strong"]]
    across = (width - left - right) / max(1, len(counts) - 1)
    x = [left + i * across for i in range(len(counts))]
    y = lambda share: top + (1.1 - share) / 1.1 * (height - top - bottom)  # noqa: E731
    first, weak_first = found["strong"][0]["seconds"], found["weak"][0]["seconds"]
    curves = [("strong", "#0072b2", [first / r["seconds"] / r["ranks"] for r in found["strong"]]),
              ("weak", "#d55e00", [weak_first / r["seconds"] for r in found["weak"]]),
              ("copies", "#777777", [found["copies"]["seconds"][0][0] / c[len(c) // 2] for c in found["copies"]["seconds"]])]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             f'font-size="13"><rect width="{width}" height="{height}" fill="white"/>']
    for percent in range(0, 101, 20):
        at = y(percent / 100)
        parts.append(f'<line x1="{left}" x2="{width - right}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    for count, at in zip(counts, x):
        parts.append(f'<text x="{at:.1f}" y="{height - bottom + 20}" text-anchor="middle">{count}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle">ranks</text>'
                 f'<text x="{left}" y="{top - 10}">efficiency of kernel k-means</text>')
    for number, (name, colour, shares) in enumerate(curves):
        points = " ".join(f"{a:.1f},{y(min(1.1, s)):.1f}" for a, s in zip(x, shares))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{y(min(1.1, s)):.1f}" r="4" fill="{colour}"/>' for a, s in zip(x, shares)]
        parts.append(f'<text x="{left + 20 + 90 * number}" y="{height - bottom - 12}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--bundle", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--points", type=int, default=100000)
    parser.add_argument("--dimensions", type=int, default=50)
    parser.add_argument("--ranks", default="1,2,4,8,16")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    a = parser.parse_args()
    if a.bundle:
        return bundle(a.program or ROOT / "build-mpi" / "mercer", a.bundle)
    program = (a.program or build()).resolve()
    counts = [int(word) for word in a.ranks.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(program, pathlib.Path(folder), a.iterations, a.repeats)
        write_points(runner.folder / "strong.npy", a.points, a.dimensions)
        strong, weak = [], []
        for p in reversed(counts):  # the short ones first: trouble shows early
            strong.insert(0, runner.fit("strong.npy", p))
            print(f"strong {p}: {strong[0]['seconds']:.2f} s", file=sys.stderr, flush=True)
        for p in counts:
            n = int(a.points * (p / counts[-1]) ** 0.5)
            write_points(runner.folder / "weak.npy", n, a.dimensions)
            weak.append(runner.fit("weak.npy", p))
            print(f"weak {p}: {weak[-1]['seconds']:.2f} s", file=sys.stderr, flush=True)
        threads = runner.fit("strong.npy", 1, counts[-1])
        n = int(a.points * (1 / counts[-1]) ** 0.5)
        write_points(runner.folder / "weak.npy", n, a.dimensions)
        copies = {"n": n, "seconds": [runner.copies("weak.npy", p) for p in counts]}
        found = {"n": a.points, "d": a.dimensions, "max_iterations": a.iterations, "machine": platform.machine(),
                 "cores": os.cpu_count(), "repeats": a.repeats, "strong": strong, "weak": weak, "threads": threads,
                 "same_labels": len({run["labels"] for run in [*strong, threads]}) == 1,
                 "copies": copies, "latency": latency(runner, counts)}
    a.output.mkdir(parents=True, exist_ok=True)
    text = markdown(found)
    (a.output / "scaling.md").write_text(text)
    (a.output / "scaling.svg").write_text(picture(found))
    (a.output / "scaling.json").write_text(json.dumps(found, indent=1) + "\n")
    print(text)


if __name__ == "__main__":
    sys.exit(main())
