"""Where the peers come from: Python packages in an environment of their own, R, and a small program for dlib.

A peer that can't be had is kept with the reason, for the table; only NumPy is indispensable.
"""

import importlib.metadata
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]


class Missing(str):
    """Why a peer is not available."""


def attempt(command):
    """Runs a command; returns what it printed, or Missing with its last words."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return Missing(error)
    if done.returncode == 0:
        return done.stdout.strip()
    lines = (done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}").splitlines()
    return Missing(next((line for line in lines if "rror" in line), lines[-1]).strip())


def enter(folder):
    """Goes on inside the environment in the given folder, which is made when it is not there."""
    python = pathlib.Path(folder, "venv", "bin", "python")
    if pathlib.Path(sys.prefix) == python.parents[1]:
        return
    if not python.exists():
        print("Making the peers' Python environment", flush=True)
        made = attempt([sys.executable, "-m", "venv", "--clear", str(python.parents[1])])
        if isinstance(made, Missing):
            raise SystemExit(f"bench-peers: no Python environment ({made}); install python3-venv")
    os.execv(python, [str(python), "-B", *sys.argv])


def python_package(*names):
    """The version of the first package, after installing what is not there."""
    try:
        return [importlib.metadata.version(name) for name in names][0]
    except importlib.metadata.PackageNotFoundError:
        print(f"Installing {' '.join(names)}", flush=True)
        done = attempt([sys.executable, *PIP, *names])
        importlib.invalidate_caches()
        return done if isinstance(done, Missing) else importlib.metadata.version(names[0])


def mercer_package():
    """This repository's own package: always what the sources are now. Compiling takes minutes the first time."""
    print("Building the Python package", flush=True)
    done = attempt([sys.executable, *PIP, "--force-reinstall", "--no-deps", str(HERE.parents[1])])
    importlib.invalidate_caches()
    return done if isinstance(done, Missing) else importlib.metadata.version("mercer")


def r_package(name):
    if not shutil.which("Rscript"):
        return Missing(f"R is not installed (Debian: r-base-core, r-cran-{name})")
    versions = f'cat(as.character(packageVersion("{name}")), "on R", as.character(getRversion()))'
    return attempt(["Rscript", "-e", versions])


def dlib(program):
    """Compiles the program that runs dlib's kkmeans, with the flags that suit this machine best."""
    source = HERE / "dlib_kkmeans.cpp"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        print("Compiling the program for dlib", flush=True)
        done = attempt(["g++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG", str(source), "-o", str(program),
                        "-ldlib", "-lopenblas"])
        if isinstance(done, Missing):
            return Missing(f"{done} (Debian: libdlib-dev)" if "dlib/" in done else done)
    return attempt([str(program)])


def mercer(program, bench):
    """mercer's version, and which of its later parts this build has."""
    version = attempt([str(program), "--version"])
    if isinstance(version, Missing):
        return dict.fromkeys(["mercer", "mercer bench", "mercer approx", "mercer spectral"], version)
    version = version.split()[-1]

    def having(word, *arguments):
        return version if word in attempt([str(program), *arguments]) else Missing(f"this mercer has no {word}")

    return {
        "mercer": version,
        "mercer bench": version if bench.exists() else Missing("mercer_bench is not built (make bench)"),
        "mercer approx": having("--approx", "fit", "--help"),
        "mercer spectral": having("spectral", "help", "methods"),
    }


def prepare(folder, program, bench):
    """{peer: version or Missing}, with everything installed that can be."""
    numpy = python_package("numpy")
    if isinstance(numpy, Missing):
        raise SystemExit(f"bench-peers: NumPy can't be installed: {numpy}")
    return {
        **mercer(program, bench),
        "numpy": numpy,
        "scikit-learn": python_package("scikit-learn", "scipy", "threadpoolctl"),
        "mercer package": mercer_package(),
        "tslearn": python_package("tslearn", "numba"),
        "KKMeans": python_package("KKMeans"),
        "genieclust": python_package("genieclust"),
        "hdbscan": python_package("hdbscan"),
        "fast_hdbscan": python_package("fast_hdbscan"),
        "quitefastmst": python_package("quitefastmst"),
        "minisom": python_package("MiniSom"),
        "kernlab": r_package("kernlab"),
        "e1071": r_package("e1071"),
        "kohonen": r_package("kohonen"),
        "dlib": dlib(pathlib.Path(folder, "dlib_kkmeans")),
    }


def machine():
    """The processor, in words."""
    info = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"^model name\s*:\s*(.*)$", info, re.MULTILINE)
    widest = next((name for name, flag in (("AVX-512", "avx512f"), ("AVX2", "avx2")) if f" {flag}" in info), None)
    words = [model.group(1) if model else platform.machine(), f"{os.cpu_count()} cores", widest,
             f"{total_bytes() / 2**30:.0f} GiB of memory"]
    return ", ".join(word for word in words if word)


def total_bytes():
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
