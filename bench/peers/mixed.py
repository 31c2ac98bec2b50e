#!/usr/bin/env python3
"""Tables of numbers and words: mercer beside k-prototypes and Gower + PAM.

    bench/peers/mixed.py [--seeds 5] [--build build]

Three tables are made with the shapes of well-known ones (credit approval, heart disease, zoo): as many rows, columns
and classes, with the same kinds of columns, and values drawn within each class. `mercer fit FILE -k K` has no other
option. k-prototypes (kmodes, PyPI) gets standardised numbers and ten starts; Gower distances and PAM are R's
`cluster`. A peer that can't be had is named with the reason. Exits with 1 where mercer's mean is below the better peer's.
"""

import argparse
import csv
import pathlib
import random
import subprocess
import sys
import tempfile

import environment

ROOT = pathlib.Path(__file__).resolve().parents[2]

GOWER = """
args <- commandArgs(trailingOnly = TRUE)
table <- read.csv(args[1], stringsAsFactors = TRUE, na.strings = "")
found <- cluster::pam(cluster::daisy(table, metric = "gower"), as.integer(args[2]), diss = TRUE)
writeLines(as.character(found$clustering), args[3])
"""


class Draw:
    """Columns of rows whose classes are known."""

    def __init__(self, seed, sizes):
        self.random = random.Random(seed)
        self.classes = [k for k, size in enumerate(sizes) for _ in range(size)]
        self.random.shuffle(self.classes)
        self.columns = {}

    def number(self, name, means, deviations, digits=1, least=None):
        drawn = [self.random.gauss(means[k], deviations[k]) for k in self.classes]
        self.columns[name] = [f"{max(x, least) if least is not None else x:.{digits}f}" for x in drawn]

    def skewed(self, name, medians, spread, digits=2):
        self.columns[name] = [f"{medians[k] * self.random.lognormvariate(0, spread):.{digits}f}" for k in self.classes]

    def words(self, name, values, shares):
        self.columns[name] = [self.random.choices(values, shares[k])[0] for k in self.classes]

    def gaps(self, name, share):
        self.columns[name] = ["" if self.random.random() < share else cell for cell in self.columns[name]]


def credit(seed):
    """690 applications, 6 numbers, 9 categories, 2 classes."""
    d = Draw(seed, [383, 307])
    d.words("A1", "ab", [[30, 70], [33, 67]])
    d.number("A2", [29.8, 33.8], [10.9, 12.8], 2, 14)
    d.skewed("A3", [2.2, 4.0], 1.0, 3)
    d.words("A4", "uyl", [[68, 31, 1], [83, 16, 1]])
    d.words("A5", ["g", "p", "gg"], [[68, 31, 1], [83, 16, 1]])
    d.words("A6", ["c", "q", "w", "i", "aa", "ff", "k", "cc", "m", "x", "d", "e", "j", "r"],
            [[20, 7, 8, 12, 9, 12, 10, 3, 6, 2, 6, 3, 2, 0], [20, 17, 11, 5, 6, 2, 5, 10, 5, 10, 2, 5, 1, 1]])
    d.words("A7", ["v", "h", "bb", "ff", "other"], [[60, 13, 9, 13, 5], [55, 28, 8, 3, 6]])
    d.skewed("A8", [0.5, 1.9], 1.1, 3)
    d.words("A9", "tf", [[20, 80], [93, 7]])
    d.words("A10", "tf", [[22, 78], [68, 32]])
    d.number("A11", [0.4, 4.0], [1.4, 4.5], 0, 0)
    d.words("A12", "tf", [[44, 56], [47, 53]])
    d.words("A13", "gsp", [[89, 10, 1], [93, 6, 1]])
    d.number("A14", [199, 164], [182, 161], 0, 0)
    d.skewed("A15", [20, 300], 1.8, 0)
    for name in ("A1", "A2", "A6", "A14"):
        d.gaps(name, 0.015)
    return d, 2


def heart(seed):
    """303 patients, 5 numbers, 8 categories, 2 classes."""
    d = Draw(seed, [164, 139])
    d.number("age", [52.6, 56.6], [9.5, 7.9], 0)
    d.words("sex", ["male", "female"], [[56, 44], [82, 18]])
    d.words("chest pain", ["typical", "atypical", "other", "none"], [[10, 25, 41, 24], [5, 6, 13, 76]])
    d.number("pressure", [129.3, 134.6], [16.2, 18.8], 0)
    d.number("cholesterol", [242.6, 251.5], [53.5, 49.5], 0)
    d.words("sugar", ["high", "normal"], [[14, 86], [16, 84]])
    d.words("ecg", ["normal", "wave", "hypertrophy"], [[58, 1, 41], [40, 2, 58]])
    d.number("heart rate", [158.4, 139.3], [19.2, 22.6], 0)
    d.words("angina", ["yes", "no"], [[14, 86], [55, 45]])
    d.number("depression", [0.6, 1.6], [0.78, 1.3], 1, 0)
    d.words("slope", ["up", "flat", "down"], [[65, 30, 5], [26, 65, 9]])
    d.words("vessels", ["none", "one", "two", "three"], [[80, 13, 4, 3], [33, 32, 22, 13]])
    d.words("thal", ["normal", "fixed", "reversible"], [[79, 4, 17], [27, 9, 64]])
    d.gaps("vessels", 0.013)
    return d, 2


def zoo(seed):
    """101 animals, 15 yes/no, one number, 7 classes."""
    d = Draw(seed, [41, 20, 5, 13, 4, 8, 10])
    yes = {"hair": [95, 0, 0, 0, 0, 50, 0], "feathers": [0, 100, 0, 0, 0, 0, 0], "eggs": [2, 100, 80, 100, 100, 100, 90],
           "milk": [100, 0, 0, 0, 0, 0, 0], "airborne": [5, 80, 0, 0, 0, 75, 0], "aquatic": [15, 30, 20, 100, 100, 0, 60],
           "predator": [54, 45, 80, 69, 75, 12, 80], "toothed": [98, 0, 80, 100, 100, 0, 0],
           "backbone": [100, 100, 100, 100, 100, 0, 0], "breathes": [100, 100, 80, 0, 100, 100, 30],
           "venomous": [0, 0, 40, 8, 25, 25, 20], "fins": [10, 0, 0, 100, 0, 0, 0], "tail": [85, 100, 100, 100, 25, 0, 10],
           "domestic": [20, 15, 0, 8, 0, 12, 0], "catsize": [78, 30, 20, 31, 0, 0, 10]}
    for name, shares in yes.items():
        d.words(name, ["yes", "no"], [[share, 100 - share] for share in shares])
    legs = [[4, 4, 4, 4, 2, 0], [2], [0, 0, 4, 4], [0], [4], [6], [0, 0, 4, 5, 6, 8]]
    d.columns["legs"] = [str(d.random.choice(legs[k])) for k in d.classes]
    return d, 7


def written(drawn, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(drawn.columns)
        table.writerows(zip(*drawn.columns.values()))


def mercer(program, path, clusters):
    labels = path.with_suffix(".labels")
    subprocess.run([program, "fit", path, "-k", str(clusters), "--labels", labels, "-q"], check=True, capture_output=True)
    return [row.rsplit(",", 1)[-1] for row in labels.read_text().split()[1:]]


def is_number(cells):
    try:
        return all(cell == "" or float(cell) is not None for cell in cells)
    except ValueError:
        return False


def k_prototypes(drawn, clusters):
    import numpy
    from kmodes.kprototypes import KPrototypes

    columns, words = [], []
    for cells in drawn.columns.values():
        if is_number(cells):
            values = numpy.array([float(cell) if cell else numpy.nan for cell in cells])
            values = numpy.where(numpy.isnan(values), numpy.nanmedian(values), values)
            columns.append(((values - values.mean()) / values.std()).astype(object))
        else:
            words.append(len(columns))
            columns.append(numpy.array([cell or "(missing)" for cell in cells], dtype=object))
    method = KPrototypes(n_clusters=clusters, n_init=10, random_state=1)
    return method.fit_predict(numpy.column_stack(columns), categorical=words).tolist()


def gower_pam(path, clusters):
    labels = path.with_suffix(".pam")
    subprocess.run(["Rscript", "--vanilla", "-e", GOWER, path, str(clusters), labels], check=True, capture_output=True)
    return labels.read_text().split()


def main():
    parser = argparse.ArgumentParser(description="mixed tables: mercer, k-prototypes, Gower + PAM")
    parser.add_argument("--seeds", type=int, default=5, help="tables of each shape [5]")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="where mercer was built [build]")
    options = parser.parse_args()
    environment.enter(options.build.resolve() / "peers")
    numpy = environment.python_package("numpy")
    if isinstance(numpy, environment.Missing):
        raise SystemExit(f"mixed tables: NumPy can't be installed: {numpy}")
    from quality import adjusted_rand  # needs NumPy

    versions = {"k-prototypes": environment.python_package("kmodes"), "Gower + PAM": environment.r_package("cluster")}
    peers = {"k-prototypes": lambda drawn, path, clusters: k_prototypes(drawn, clusters),
             "Gower + PAM": lambda drawn, path, clusters: gower_pam(path, clusters)}
    for name, version in versions.items():
        if isinstance(version, environment.Missing):
            print(f"{name} is left out: {version}")
            del peers[name]
    program, sums = options.build / "mercer", {}
    print(f"{'mixed tables, mean ARI':<24} {'mercer':>8}" + "".join(f" {name:>14}" for name in peers))
    with tempfile.TemporaryDirectory() as folder:
        for shape in (credit, heart, zoo):
            figures = {name: [] for name in ("mercer", *peers)}
            for seed in range(1, options.seeds + 1):
                drawn, clusters = shape(seed)
                path = pathlib.Path(folder, f"{shape.__name__}{seed}.csv")
                written(drawn, path)
                figures["mercer"].append(adjusted_rand(mercer(program, path, clusters), drawn.classes))
                for name, run in peers.items():
                    figures[name].append(adjusted_rand(run(drawn, path, clusters), drawn.classes))
            means = {name: sum(values) / len(values) for name, values in figures.items()}
            for name, mean in means.items():
                sums[name] = sums.get(name, 0) + mean / 3
            print(f"{shape.__name__:<24} {means['mercer']:>8.3f}" + "".join(f" {means[name]:>14.3f}" for name in peers))
    print(f"{'all three':<24} {sums['mercer']:>8.3f}" + "".join(f" {sums[name]:>14.3f}" for name in peers))
    return 1 if peers and sums["mercer"] < max(sums[name] for name in peers) else 0


if __name__ == "__main__":
    sys.exit(main())
