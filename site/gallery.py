#!/usr/bin/env python3
"""Every method on the same ten sets: writes docs/gallery.md and its pictures, with the program.

    python3 site/gallery.py build/mercer

All methods get the true number of clusters, except those that find it by themselves, and otherwise their defaults.
"""

import io
import json
import pathlib
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
import PIL.Image  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
COLOURS = np.array(["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#222222", "#999933"])
NOISE = "#bbbbbb"

# Name, number of clusters, arguments of `mercer generate`.
SETS = [
    ("blobs", 3, "blobs -n 240 --seed 4"),
    ("stretched", 3, "stretched"),
    ("overlapping", 3, "blobs -n 240 --seed 4 --noise 2.2"),
    ("seven, noise", 7, "seven --outliers 20"),
    ("bridge", 2, "bridge"),
    ("rings", 2, "rings"),
    ("two moons", 2, "two-moons"),
    ("spirals", 3, "spirals"),
    ("parabolas", 2, "delta"),
    ("letters", 6, "icassp"),
]
# Title of a picture, and its methods: name, page, options. K stands for the number of clusters.
PICTURES = [
    ("The k-means family", "family", [
        ("auto", "auto", "-k K"),
        ("k-means", "kmeans", "-k K --method kmeans"),
        ("kernel k-means", "kmeans", "-k K --kernel gaussian:sigma=search"),
        ("soft", "soft", "-k K --method soft"),
        ("fuzzy", "fuzzy", "-k K --method fuzzy"),
        ("possibilistic", "possibilistic", "-k K --method possibilistic"),
        ("neural gas", "neural-gas", "-k K --method neural-gas"),
        ("map", "som", "-k K --method som"),
        ("k-harmonic", "k-harmonic", "-k K --method k-harmonic"),
        ("iwc", "iwc", "-k K --method iwc"),
        ("geodesic", "geodesic", "-k K --method soft --kernel geodesic"),
        ("connectivity", "connectivity", "-k K --method kmeans --kernel connectivity:min_points=5"),
    ]),
    ("Other methods", "others", [
        ("mixture", "mixture", "-k K --method mixture"),
        ("Ward", "hierarchies", "-k K --method ward"),
        ("single linkage", "hierarchies", "-k K --method single"),
        ("Genie", "hierarchies", "-k K --method genie"),
        ("tree cut", "connectivity", "-k K --method tree-cut"),
        ("HDBSCAN", "hierarchies", "--method hdbscan"),
        ("spectral", "spectral", "-k K --method spectral --kernel gaussian:local"),
        ("graph linkage", "graph-linkage", "-k K --method graph-linkage"),
        ("mean shift", "mean-shift", "--method mean-shift"),
        ("svc", "svc", "--method svc --kernel gaussian:sigma=0.5"),
        ("spheres", "spheres", "-k K --method spheres --kernel gaussian"),
        ("one-class", "one-class", "--method one-class --kernel gaussian"),
    ]),
]


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def make_sets(program, folder):
    """The points and the file of each set."""
    made = []
    for name, clusters, words in SETS:
        file = folder / f"{name}.csv"
        run(program, "generate", *words.split(), "-o", str(file))
        table = np.loadtxt(file, delimiter=",", skiprows=1)
        made.append((name, clusters, table[:, :2], file))
    return made


def cluster(program, options, clusters, file, folder):
    """The labels and the adjusted Rand index; None where the method refuses the set."""
    labels = folder / "labels.csv"
    words = options.replace("K", str(clusters), 1).split() if "-k K" in options else options.split()
    done = run(program, "fit", str(file), "--truth", "label", *words, "--labels", str(labels), "--json")
    if done.returncode:
        print(f"{options} on {file.name}: {done.stderr.strip()}", file=sys.stderr)
        return None
    return np.loadtxt(labels, skiprows=1, dtype=int, delimiter=",", usecols=-1), json.loads(done.stdout)["ari"]


def draw_panel(axes, points, found):
    axes.set_xticks([]), axes.set_yticks([])
    middle, half = (points.max(0) + points.min(0)) / 2, 0.53 * np.ptp(points, axis=0).max()
    axes.set(xlim=middle[0] + [-half, half], ylim=middle[1] + [-half, half], aspect="equal")
    for side in axes.spines.values():
        side.set_color("#cccccc")
    if found is None:
        axes.text(0.5, 0.5, "refused", ha="center", va="center", transform=axes.transAxes, fontsize=7)
        return
    labels, index = found
    colours = np.where(labels < 0, NOISE, COLOURS[in_order_of_appearance(labels) % len(COLOURS)])
    axes.scatter(*points.T, s=1.6, lw=0, c=colours)
    axes.text(0.97, 0.03, "1" if index >= 0.995 else f"{abs(index):.2f}".lstrip("0") if index > -0.005 else f"{index:.2f}",
              ha="right", va="bottom", transform=axes.transAxes, fontsize=7,
              bbox={"fc": "white", "ec": "none", "alpha": 0.7, "pad": 0.6})


def in_order_of_appearance(labels):
    """The same clusters, numbered so that methods which agree have the same colours."""
    first = {label: at for at, label in enumerate(dict.fromkeys(labels[labels >= 0].tolist()))}
    return np.array([first.get(label, 0) for label in labels.tolist()])


def draw(sets, methods, results, path):
    figure, grid = plt.subplots(len(methods), len(sets), figsize=(11, 1.0 * len(methods) + 0.25), dpi=100)
    for i, (name, _, _) in enumerate(methods):
        grid[i, 0].set_ylabel(name, fontsize=8, rotation=0, ha="right", va="center")
        for j, (title, _, points, _) in enumerate(sets):
            draw_panel(grid[i, j], points, results[i][j])
            if i == 0:
                grid[i, j].set_title(title, fontsize=9)
    figure.subplots_adjust(left=0.095, right=0.998, bottom=0.003, top=1 - 0.25 / (len(methods) + 0.25), wspace=0.03, hspace=0.03)
    memory = io.BytesIO()
    figure.savefig(memory)
    PIL.Image.open(memory).convert("RGB").quantize(256).save(path, optimize=True)
    plt.close(figure)


PAGE = """# Gallery

Every method on the same ten sets. A colour is a cluster, grey is noise, and the number in the corner is the
[adjusted Rand index](methods/evaluation.md) against the true clusters: 1 is perfect, 0 is chance. All methods get the true
number of clusters, except those that find it by themselves (HDBSCAN, mean shift, support vector clustering) and one-class
SVM, which only separates most points from the rest. Otherwise they have their default options, so a low number may mean
that a method needs a width or a number that suits the set. Click on a picture to see it in full size.

{pictures}
## The sets

{sets}

This page and its pictures are written by `site/gallery.py`.
"""


def section(title, file, sets, methods, results):
    head = "| | " + " | ".join(s[0] for s in sets) + " |\n|---|" + "---|" * len(sets) + "\n"
    rows = "".join(f"| [{name}](methods/{page}.md) | "
                   + " | ".join("refused" if r is None else f"{r[1]:.2f}".replace("-0.00", "0.00") for r in line) + " |\n"
                   for (name, page, _), line in zip(methods, results))
    commands = "".join(f"| [{name}](methods/{page}.md) | `mercer fit DATA {options}` |\n" for name, page, options in methods)
    return (f"## {title}\n\n[![{title} on ten sets](images/{file})](images/{file})\n\n| method | command |\n|---|---|\n{commands}\n"
            f"The adjusted Rand indices of the picture:\n\n{head}{rows}\n")


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sets = make_sets(program, folder)
        pictures = ""
        for title, word, methods in PICTURES:
            results = [[cluster(program, options, k, file, folder) for _, k, _, file in sets] for _, _, options in methods]
            draw(sets, methods, results, ROOT / f"docs/images/gallery-{word}.png")
            pictures += section(title, f"gallery-{word}.png", sets, methods, results)
    listed = "\n".join(f"- {name}: `mercer generate {words}`" for name, _, words in SETS)
    (ROOT / "docs/gallery.md").write_text(PAGE.format(pictures=pictures, sets=listed))


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "mercer")
