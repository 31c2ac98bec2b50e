#!/usr/bin/env python3
"""Writes one small model of every kind that a version of mercer writes, and what it predicts.

    tests/golden/models/make_models.py PROGRAM FOLDER

FOLDER/models.json lists the models: the command behind each, the file with new points (in FOLDER/inputs), and the
labels, distances, memberships and outlier scores that PROGRAM predicts for them; null where it refuses, "crashed" where
it ends by a signal (later versions may do as they like, but not that); `unreadable`, where it can't even read the file
that it wrote. README.md says more. Nothing but Python's
standard library is needed.
"""

import json
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

CRASHED = "crashed"
WHOLE = "whole"  # memberships: 1 in the own cluster, 0 elsewhere
NEW_PLACES = [(4.4, 0.5), (2.1, 2.3), (9.0, -3.0)]


def blobs(count, centres, seed, deviation=0.6):
    """Points around the centres in turn, rounded so that their text is exact."""
    draw = random.Random(seed)
    return [[round(c + draw.gauss(0, deviation), 3) for c in centres[i % len(centres)]] for i in range(count)]


def near_places(count, columns, seed, deviation):
    """Clusters that touch, whose winner is k-means or a mixture; and new points."""
    draw = random.Random(seed)
    places = [[round(4 * draw.random(), 2) for _ in range(columns)] for _ in range(3)]
    X = blobs(count, places, seed, deviation)
    return table(X), table(places + [X[4]])


def rings(count, seed):
    draw = random.Random(seed)
    points = []
    for i in range(count):
        radius, angle = (1.0, 5.0)[i % 2] + draw.gauss(0, 0.08), 2 * math.pi * i / count * 7
        points.append([round(radius * math.cos(angle), 3), round(radius * math.sin(angle), 3)])
    return points


def distance(x, y):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(x, y)))


def table(rows, names=()):
    return "".join(",".join(map(str, row)) + "\n" for row in ([names] if names else []) + list(rows))


def npy(rows, code="f"):
    """A float array in NumPy's format."""
    shape = f"({len(rows)}, {len(rows[0])})"
    header = "{'descr': '<%s4', 'fortran_order': False, 'shape': %s, }" % (code, shape)
    header += " " * ((-len(header) - 11) % 64) + "\n"
    values = [value for row in rows for value in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(
        f"<{len(values)}{code}", *values)


def coordinates(rows):
    """Matrix Market, of what is not zero."""
    entries = [f"{i + 1} {j + 1} {value}\n" for i, row in enumerate(rows) for j, value in enumerate(row) if value]
    head = f"%%MatrixMarket matrix coordinate real general\n{len(rows)} {len(rows[0])} {len(entries)}\n"
    return head + "".join(entries)


def lines(objects):
    return "".join(json.dumps(o) + "\n" for o in objects)


def near_rows(rows, others, neighbours, function):
    """function(distance) between each row and its nearest others; 0 elsewhere."""
    out = []
    for x in rows:
        order = sorted(range(len(others)), key=lambda j: (distance(x, others[j]), j))
        kept = [j for j in order if others[j] != x][:neighbours]
        out.append([round(function(distance(x, others[j])), 4) if j in kept else 0 for j in range(len(others))])
    return out


def symmetric(rows):
    return [[max(rows[i][j], rows[j][i]) for j in range(len(rows))] for i in range(len(rows))]


def documents(count, seed):
    draw = random.Random(seed)
    topics = (["orbit", "rocket", "moon", "station", "crew"], ["onion", "butter", "garlic", "soup", "salt"],
              ["goal", "match", "striker", "league", "keeper"])
    return [{"text": " ".join(draw.choice(topics[i % 3]) for _ in range(7))} for i in range(count)]


def strings(count, seed):
    draw = random.Random(seed)
    ends = ("walking", "station", "kindness")
    return "".join("".join(draw.choice("abcdest") for _ in range(3)) + ends[i % 3][-5:] + "\n" for i in range(count))


def graphs(sizes):
    """Chains, rings and stars."""
    out = []
    for n in sizes:
        chain = [[i, i + 1] for i in range(n - 1)]
        out += [{"edges": chain, "labels": ["C"] * n}, {"edges": chain + [[n - 1, 0]], "labels": ["C"] * n},
                {"edges": [[0, i] for i in range(1, n)], "labels": ["N"] + ["C"] * (n - 1)}]
    return out


def write_data(training, inputs):
    """Training data, and new points of the same kinds; names without ending are the same in both."""
    centres = [(0, 0), (4, 0), (0, 4)]
    X, M = blobs(12, centres, 1), blobs(21, centres, 9)
    Z = [list(p) for p in NEW_PLACES] + [X[4]]
    R = rings(24, 2)
    RZ = [[0.9, 0.3], [3.4, 3.5], [2.6, 0.1], R[3]]
    wide = blobs(12, [(1, 0, 0, 0, 0, 2, 0), (0, 0, 1, 0, 3, 0, 0), (0, 2, 0, 1, 0, 0, 0)], 3, 0.2)
    # Small values are none: sparse points.
    S = [[v if abs(v) > 0.3 else 0 for v in row] for row in wide]
    gauss = lambda d: math.exp(-d * d / 8)
    K = [[gauss(distance(x, y)) for y in X] for x in X]
    KZ = [[gauss(distance(z, y)) for y in X] for z in Z]
    product = lambda x, y: (x[0] * y[0] + x[1] * y[1] + 1) ** 2
    P = [[product(x, y) for y in X] for x in X]
    PZ = [[product(z, y) for y in X] + [product(z, z)] for z in Z]
    D = [[distance(x, y) for y in X] for x in X]
    DZ = [[distance(z, y) for y in X] for z in Z]
    similar, length = lambda d: math.exp(-d), lambda d: d
    G, GZ = symmetric(near_rows(X, X, 5, similar)), near_rows(Z, X, 4, similar)
    L, LZ = symmetric(near_rows(X, X, 7, length)), near_rows(Z, X, 4, length)
    KS = [[round(v, 4) if v > 0.2 else 0 for v in row] for row in K]
    KSZ = [[round(v, 4) if v > 0.2 else 0.01 for v in row] for row in KZ]
    stretched = [[x, round(40 * y, 3)] for x, y in X]
    both = {
        "points.csv": (table(X, ("x", "y")), table(Z, ("x", "y"))),
        "more.csv": (table(M), table(Z[:-1] + [M[4]])),
        "points.npy": (npy(X), npy(Z)),
        "stretched.csv": (table(stretched), table([[x, 40 * y] for x, y in Z])),
        "rings.csv": (table(R), table(RZ)),
        "sparse.mtx": (coordinates(S), coordinates([S[1], S[5], [0, 0.5, 0, 0, 1.5, 0, 0.2]])),
        "kernel.csv": (table(K), table(KZ)),
        "product.csv": (table(P), table(PZ)),
        "distances.csv": (table(D), table(DZ)),
        "similarities.mtx": (coordinates(G), coordinates(GZ)),
        "lengths.mtx": (coordinates(L), coordinates(LZ)),
        "kernel.mtx": (coordinates(KS), coordinates(KSZ)),
        "notes.jsonl": (lines(documents(15, 4)), lines(documents(4, 5))),
        "words.txt": (strings(12, 6), strings(4, 7)),
        "shapes.jsonl": (lines(graphs((4, 5, 6, 7))), lines(graphs((8,)))),
        "few.csv": (table(X[:8]), table(Z)),
        "weighted.csv": (table([[x, y, 0.5 + i % 4] for i, (x, y) in enumerate(X)], ("x", "y", "w")),
                         table(Z, ("x", "y"))),
        "round.csv": near_places(40, 2, 25, 1.2),
        "shaped.csv": near_places(40, 2, 31, 1.2),
        "wide.csv": near_places(60, 6, 26, 1.8),
    }
    for name, contents in both.items():
        for folder, content in zip((training, inputs), contents):
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


RULES = ["kmeans", "soft", "fuzzy", "possibilistic", "k-harmonic", "iwc", "neural-gas", "som:grid=1x3"]
GAUSSIAN = ["--kernel", "gaussian:sigma=2"]


def clusterings():
    """(name, data, arguments): every family, then every way in which a model can keep its points."""
    def short(method):
        return method.split(":")[0]
    k = ["-k", "3"]
    som = lambda method: [] if method.startswith("som") else k
    for m in RULES:
        yield f"{short(m)}-input", "points.csv", ["--method", m, *som(m)]
        yield f"{short(m)}-gaussian", "points.csv", ["--method", m, *som(m), *GAUSSIAN]
    for m in ("kmeans", "soft", "possibilistic"):
        yield f"{short(m)}-connectivity", "points.csv", ["--method", m, *som(m), "--kernel", "connectivity"]
        yield f"{short(m)}-precomputed", "kernel.csv", ["--method", m, *som(m), "--kernel", "precomputed"]
        yield f"{short(m)}-geodesic", "points.csv", ["--method", m, *som(m), "--kernel", "geodesic:neighbors=5"]
        yield f"{short(m)}-nystrom", "points.csv", ["--method", m, *som(m), *GAUSSIAN, "--approx",
                                                    "nystrom:landmarks=6"]
        yield f"{short(m)}-components", "points.csv", ["--method", m, *som(m), *GAUSSIAN, "--embed", "pca:dimensions=2"]
    for m in ("soft", "fuzzy", "possibilistic"):
        yield f"{m}-preimages", "points.csv", ["--method", f"{m}:prototypes=input", *k, *GAUSSIAN]
    yield "possibilistic-two", "points.csv", ["--method", "possibilistic:form=2", *k, *GAUSSIAN]
    yield "neural-gas-online", "points.csv", ["--method", "neural-gas:online=on,passes=5", *k]
    yield "som-hexagonal", "points.csv", ["--method", "som:grid=2x3,topology=hexagonal", *GAUSSIAN]
    # kernels
    kernels = ("linear", "gaussian:local", "polynomial", "laplacian:sigma=2", "sigmoid:gamma=0.01", "cosine")
    for kernel in kernels:
        data = "stretched.csv" if kernel == "cosine" else "points.csv"
        yield f"kmeans-{kernel.split(':')[0]}{'-local' if 'local' in kernel else ''}", data, [
            "--method", "kmeans", *k, "--kernel", kernel]
    yield "soft-gaussian-local", "points.csv", ["--method", "soft", *k, "--kernel", "gaussian:local"]
    yield "soft-polynomial", "points.csv", ["--method", "soft", *k, "--kernel", "polynomial"]
    # points: float, sparse, standardised, weighted
    for data, name in (("points.npy", "float"), ("sparse.mtx", "sparse")):
        yield f"kmeans-{name}", data, ["--method", "kmeans", *k]
        yield f"kmeans-{name}-gaussian", data, ["--method", "kmeans", *k, *GAUSSIAN]
        yield f"kmeans-{name}-nystrom", data, ["--method", "kmeans", *k, *GAUSSIAN, "--approx", "nystrom:landmarks=6"]
        yield f"auto-{name}", data, ["--method", "auto", *k]
    yield "kmeans-single-precision", "points.csv", ["--method", "kmeans", *k, *GAUSSIAN, "--precision", "float"]
    yield "kmeans-nystrom-single-precision", "points.csv", ["--method", "kmeans", *k, *GAUSSIAN, "--precision",
                                                            "float", "--approx", "nystrom:landmarks=6"]
    yield "kmeans-standardized", "stretched.csv", ["--method", "kmeans", *k, "--standardize"]
    yield "auto-standardized", "stretched.csv", ["--method", "auto", *k, "--standardize"]
    yield "kmeans-weighted", "weighted.csv", ["--method", "kmeans", *k, "--weights", "w"]
    yield "kmeans-gaussian-weighted", "weighted.csv", ["--method", "kmeans", *k, *GAUSSIAN, "--weights", "w"]
    yield "soft-gaussian-weighted", "weighted.csv", ["--method", "soft", *k, *GAUSSIAN, "--weights", "w"]
    yield "kmeans-connectivity-weighted", "weighted.csv", ["--method", "kmeans", *k, "--kernel", "connectivity",
                                                           "--weights", "w"]
    # given matrices
    yield "kmeans-given-self", "product.csv", ["--method", "kmeans", *k, "--kernel", "precomputed"]
    yield "soft-given-self", "product.csv", ["--method", "soft", *k, "--kernel", "precomputed"]
    yield "possibilistic-given-self", "product.csv", ["--method", "possibilistic", *k, "--kernel", "precomputed"]
    yield "kmeans-given-sparse", "kernel.mtx", ["--method", "kmeans", *k, "--kernel", "precomputed"]
    yield "soft-given-sparse", "kernel.mtx", ["--method", "soft", *k, "--kernel", "precomputed"]
    for power in ("", ":power=1"):
        name = "dissimilarity" + power[-1:]
        yield f"kmeans-{name}", "distances.csv", ["--method", "kmeans", *k, "--kernel", "dissimilarity" + power]
        yield f"fuzzy-{name}", "distances.csv", ["--method", "fuzzy", *k, "--kernel", "dissimilarity" + power]
    yield "kmeans-given-components", "kernel.csv", ["--method", "kmeans", *k, "--kernel", "precomputed", "--embed",
                                                    "pca:dimensions=2"]
    yield "kmeans-given-nystrom", "kernel.csv", ["--method", "kmeans", *k, "--kernel", "precomputed", "--approx",
                                                 "nystrom:landmarks=6"]
    yield "kmeans-given-self-nystrom", "product.csv", ["--method", "kmeans", *k, "--kernel", "precomputed", "--approx",
                                                       "nystrom:landmarks=5"]
    yield "kmeans-given-minibatch", "kernel.csv", ["--method", "kmeans", *k, "--kernel", "precomputed", "--approx",
                                                   "minibatch:size=8,window=12"]
    yield "kmeans-diffusion", "similarities.mtx", ["--method", "kmeans", *k, "--kernel", "diffusion"]
    # approximations
    yield "kmeans-rff", "points.csv", ["--method", "kmeans", *k, *GAUSSIAN, "--approx", "rff:features=20"]
    yield "soft-rff", "points.csv", ["--method", "soft", *k, "--kernel", "laplacian:sigma=2", "--approx",
                                     "rff:features=20"]
    yield "kmeans-minibatch", "points.csv", ["--method", "kmeans", *k, *GAUSSIAN, "--approx", "minibatch:size=8,window=12"]
    yield "kmeans-sparse-minibatch", "sparse.mtx", ["--method", "kmeans", *k, *GAUSSIAN, "--approx",
                                                    "minibatch:size=8,window=12"]
    # paths
    yield "kmeans-geodesic-landmarks", "points.csv", ["--method", "kmeans", *k, "--kernel",
                                                      "geodesic:neighbors=5,landmarks=7"]
    yield "soft-geodesic-landmarks", "points.csv", ["--method", "soft", *k, "--kernel",
                                                    "geodesic:neighbors=5,landmarks=7,shift=lingoes"]
    yield "kmeans-geodesic-cosine", "stretched.csv", ["--method", "kmeans", *k, "--kernel",
                                                      "geodesic:neighbors=5,metric=cosine,graph=mutual"]
    yield "kmeans-geodesic-graph", "lengths.mtx", ["--method", "kmeans", *k, "--kernel", "geodesic:metric=precomputed"]
    yield "kmeans-geodesic-distances", "distances.csv", ["--method", "kmeans", *k, "--kernel",
                                                         "geodesic:neighbors=5,metric=precomputed"]
    yield "kmeans-geodesic-graph-landmarks", "lengths.mtx", ["--method", "kmeans", *k, "--kernel",
                                                             "geodesic:metric=precomputed,landmarks=7"]
    yield "kmeans-geodesic-components", "points.csv", ["--method", "kmeans", *k, "--kernel", "geodesic:neighbors=5",
                                                       "--embed", "pca:dimensions=2"]
    # trees
    for m in ("tree-cut", "single", "ward", "genie", "hdbscan:min_points=2,min_size=3"):
        count = [] if m.startswith("hdbscan") else k
        yield f"{short(m)}-tree", "points.csv", ["--method", m, *count] + (
            ["--kernel", "connectivity"] if m == "ward" else [])
        if m in ("tree-cut", "genie"):
            continue
        yield f"{short(m)}-tree-given", "distances.csv", ["--method", m, *count, "--kernel",
                                                          "connectivity:metric=precomputed"]
    yield "hdbscan-noise", "rings.csv", ["--method", "hdbscan:min_points=3,min_size=4"]
    yield "hdbscan-nothing", "few.csv", ["--method", "hdbscan:min_size=7"]
    yield "single-cosine", "stretched.csv", ["--method", "single", *k, "--kernel", "cosine"]
    for metric in ("cosine", "chebyshev"):
        yield f"tree-cut-{metric}", "stretched.csv", ["--method", "tree-cut", *k, "--kernel",
                                                      f"connectivity:metric={metric}"]
    yield "tree-cut-core", "points.csv", ["--method", "tree-cut", *k, "--kernel", "connectivity:min_points=3"]
    yield "tree-cut-manhattan-core", "points.csv", ["--method", "tree-cut", *k, "--kernel",
                                                    "connectivity:min_points=3,metric=manhattan"]
    yield "tree-cut-graph", "lengths.mtx", ["--method", "tree-cut", *k, "--kernel", "connectivity:metric=precomputed",
                                            "--join"]
    yield "tree-cut-sparse", "sparse.mtx", ["--method", "tree-cut", *k, "--kernel", "connectivity"]
    yield "kmeans-connectivity-components", "points.csv", ["--method", "kmeans", *k, "--kernel", "connectivity",
                                                           "--embed", "pca:dimensions=2"]
    yield "soft-connectivity-components", "points.csv", ["--method", "soft", *k, "--kernel", "connectivity", "--embed",
                                                         "pca:dimensions=2"]
    for name, data, more in (("input", "points.csv", []), ("gaussian", "points.csv", GAUSSIAN),
                             ("precomputed", "kernel.csv", ["--kernel", "precomputed"]),
                             ("dissimilarity", "distances.csv", ["--kernel", "dissimilarity"]),
                             ("geodesic", "points.csv", ["--kernel", "geodesic:neighbors=5"]),
                             ("geodesic-landmarks", "points.csv", ["--kernel", "geodesic:neighbors=5,landmarks=7"]),
                             ("nystrom", "points.csv", [*GAUSSIAN, "--approx", "nystrom:landmarks=6"]),
                             ("rff", "points.csv", [*GAUSSIAN, "--approx", "rff:features=12"]),
                             ("components", "points.csv", [*GAUSSIAN, "--embed", "pca:dimensions=2"]),
                             ("tree-components", "points.csv", ["--kernel", "connectivity", "--embed",
                                                                "pca:dimensions=2"]),
                             ("standardized", "stretched.csv", ["--standardize"])):
        yield f"ward-{name}", data, ["--method", "ward", *k, *more]
    # spectra
    for name, data, more in (("points", "rings.csv", []), ("gaussian", "points.csv", GAUSSIAN),
                             ("neighbors", "rings.csv", ["spectral:neighbors=8"]),
                             ("shi-malik", "rings.csv", ["spectral:variant=shi-malik,refine=on"]),
                             ("nystrom", "points.csv", [*GAUSSIAN, "--approx", "nystrom:landmarks=8"]),
                             ("rff", "rings.csv", ["--kernel", "gaussian:sigma=3", "--approx", "rff:features=24"]),
                             ("given", "kernel.csv", ["--kernel", "precomputed"]),
                             ("given-nystrom", "kernel.csv", ["--kernel", "precomputed", "--approx",
                                                              "nystrom:landmarks=8"]),
                             ("graph", "similarities.mtx", ["--kernel", "precomputed"]),
                             ("connectivity", "points.csv", ["--kernel", "connectivity"]),
                             ("geodesic", "points.csv", ["--kernel", "geodesic:neighbors=5"]),
                             ("geodesic-graph", "lengths.mtx", ["--kernel", "geodesic:metric=precomputed"]),
                             ("sparse", "sparse.mtx", ["--kernel", "cosine"])):
        method = more[0] if more and more[0].startswith("spectral") else "spectral"
        more = more[1:] if more and more[0].startswith("spectral") else more
        yield f"spectral-{name}", data, ["--method", method, "-k", "2" if data == "rings.csv" else "3", *more]
    # spheres and contours
    yield "one-class-linear", "points.csv", ["--method", "one-class"]
    yield "one-class-gaussian", "more.csv", ["--method", "one-class:nu=0.2", *GAUSSIAN]
    yield "one-class-local", "points.csv", ["--method", "one-class:nu=0.2", "--kernel", "gaussian:local"]
    yield "one-class-given-self", "product.csv", ["--method", "one-class:nu=0.2", "--kernel", "precomputed"]
    yield "one-class-sparse", "sparse.mtx", ["--method", "one-class:nu=0.2", *GAUSSIAN]
    yield "spheres-linear", "points.csv", ["--method", "spheres:rho=1.5", *k]
    yield "spheres-gaussian", "points.csv", ["--method", "spheres:rho=0.6", *k, *GAUSSIAN]
    yield "spheres-given", "kernel.csv", ["--method", "spheres:rho=0.6", *k, "--kernel", "precomputed"]
    yield "svc-gaussian", "more.csv", ["--method", "svc", "--kernel", "gaussian:sigma=1"]
    yield "svc-outliers", "more.csv", ["--method", "svc:outliers=0.2", "--kernel", "gaussian:gamma=0.5"]
    # others
    yield "mean-shift", "points.csv", ["--method", "mean-shift:bandwidth=1"]
    for shape in ("full", "diagonal", "spherical"):
        yield f"mixture-{shape}", "more.csv", ["--method", f"mixture:covariance={shape}", *k]
    yield "mixture-weighted", "weighted.csv", ["--method", "mixture", *k, "--weights", "w"]
    yield "graph-linkage-points", "rings.csv", ["--method", "graph-linkage:neighbors=5", "-k", "2"]
    yield "graph-linkage-graph", "similarities.mtx", ["--method", "graph-linkage", *k, "--kernel", "precomputed"]
    yield "auto-points", "more.csv", ["--method", "auto", *k]
    yield "auto-vote", "rings.csv", ["--method", "auto", "-k", "2"]
    yield "auto-kmeans", "round.csv", ["--method", "auto", *k]
    yield "auto-mixture", "shaped.csv", ["--method", "auto", *k]
    yield "auto-axes", "wide.csv", ["--method", "auto", *k]
    yield "auto-stretched", "stretched.csv", ["--method", "auto", *k]
    yield "auto-few", "few.csv", ["--method", "auto", *k]
    yield "auto-one", "more.csv", ["--method", "auto", "-k", "1"]
    yield "auto-graph", "similarities.mtx", ["--method", "auto", *k, "--kernel", "precomputed"]
    # documents, strings, graphs
    yield "kmeans-text", "notes.jsonl", ["--method", "kmeans", *k, "--kernel", "cosine", "--terms", "12"]
    yield "auto-text", "notes.jsonl", ["--method", "auto", *k, "--terms", "12"]
    yield "kmeans-spectrum", "words.txt", ["--method", "kmeans", *k, "--kernel", "spectrum"]
    yield "soft-spectrum", "words.txt", ["--method", "soft", *k, "--kernel", "spectrum:length=2"]
    yield "kmeans-subsequence", "words.txt", ["--method", "kmeans", *k, "--kernel", "subsequence:length=2"]
    yield "kmeans-weisfeiler-lehman", "shapes.jsonl", ["--method", "kmeans", *k, "--kernel", "weisfeiler-lehman"]
    yield "fuzzy-weisfeiler-lehman", "shapes.jsonl", ["--method", "fuzzy", *k, "--kernel",
                                                      "weisfeiler-lehman:depth=1"]


def embeddings():
    two = ["--dimensions", "2"]
    yield "embed-gaussian", "points.csv", [*two, *GAUSSIAN]
    yield "embed-float", "points.npy", [*two, *GAUSSIAN]
    yield "embed-sparse", "sparse.mtx", [*two, "--kernel", "linear"]
    yield "embed-given", "kernel.csv", [*two, "--kernel", "precomputed"]
    yield "embed-connectivity", "points.csv", [*two, "--kernel", "connectivity"]
    yield "embed-diffusion", "similarities.mtx", [*two, "--kernel", "diffusion"]
    yield "embed-geodesic", "points.csv", [*two, "--kernel", "geodesic:neighbors=5"]
    yield "embed-geodesic-graph", "lengths.mtx", [*two, "--kernel", "geodesic:metric=precomputed"]
    yield "embed-local", "points.csv", [*two, "--kernel", "gaussian:local"]
    yield "embed-standardized", "stretched.csv", [*two, *GAUSSIAN, "--standardize"]
    yield "embed-spectral", "points.csv", ["--method", "spectral", *two, *GAUSSIAN]
    yield "embed-spectral-neighbors", "points.csv", ["--method", "spectral:neighbors=6", *two, *GAUSSIAN]
    yield "embed-spectral-geodesic", "points.csv", ["--method", "spectral", *two, "--kernel", "geodesic:neighbors=5"]


def run(program, *arguments):
    """What it says when it refuses; nothing when it does what it is asked for."""
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode < 0:
        return CRASHED
    return done.stderr.strip() or "refused" if done.returncode else ""


def numbers(path, skip=1):
    return [[float(f"{float(v):.11g}") for v in line.split(",")] for line in path.read_text().splitlines()[skip:]]


def predicted(program, model, points, folder):
    """What the model says about the points: each thing by itself, since some methods lack some."""
    out = {}
    for what in ("labels", "distances", "memberships", "outlier-scores"):
        path = folder / f"{what}.csv"
        extra = [] if what == "labels" else ["--labels", folder / "ignored.csv"]
        refusal = run(program, "predict", model, points, "-q", f"--{what}", path, *extra)
        key = what.replace("-", "_")
        if refusal:
            out[key] = CRASHED if refusal == CRASHED else None
        elif what == "labels":
            out[key] = [int(line) for line in path.read_text().split()[1:]]
        else:
            rows = numbers(path)
            out[key] = [row[0] for row in rows] if what == "outlier-scores" else rows
    shares = out["memberships"]
    if out["labels"] and shares and shares == [[float(j == own) for j in range(len(shares[0]))] for own in out["labels"]]:
        out["memberships"] = WHOLE
    return out


def main():
    program, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    (folder / "inputs").mkdir(parents=True, exist_ok=True)
    made, refused = [], []
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        training = scratch / "training"
        training.mkdir()
        write_data(training, folder / "inputs")
        fits = [("fit", *item) for item in clusterings()] + [("embed", *item) for item in embeddings()]
        for command, name, data, arguments in fits:
            model = folder / f"{name}.mercer"
            written = ["-q", "--model", model] + ([] if command == "fit" else ["-o", scratch / "axes.csv"])
            refusal = run(program, command, training / data, *arguments, *written)
            if refusal:
                refused.append(f"{name}: {refusal}")
                continue
            entry = {"name": name, "command": " ".join([command, data, *arguments]), "input": data}
            if command == "fit" and run(program, "info", model):
                entry["unreadable"] = True
            elif command == "fit":
                entry.update(predicted(program, model, folder / "inputs" / data, scratch))
            else:
                refusal = run(program, "embed", folder / "inputs" / data, "--from", model, "-q", "-o",
                              scratch / "new.csv")
                entry["coordinates"] = None if refusal else numbers(scratch / "new.csv")
            made.append(entry)
    if refused:
        sys.exit("\n".join(refused))
    text = ",\n".join(json.dumps(entry) for entry in made)
    (folder / "models.json").write_text(f"[\n{text}\n]\n")
    print(f"{len(made)} models, {sum(f.stat().st_size for f in folder.rglob('*') if f.is_file())} bytes")


if __name__ == "__main__":
    main()
