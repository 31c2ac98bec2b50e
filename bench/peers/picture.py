#!/usr/bin/env python3
"""How many times as fast as its peers mercer is, as a picture, from what bench/peers/goals.py --json kept.

    python3 bench/peers/picture.py figures.json docs/images/speed.svg
"""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

PEER = {"quitefastmst": "quitefastmst", "kmeans": "scikit-learn", "nystroem": "scikit-learn", "numpy": "scikit-learn + NumPy",
        "spectral": "scikit-learn", "one-class": "scikit-learn", "hdbscan": "scikit-learn"}
COLORS = ("#9db8d2", "#1f6fb2")


def main():
    figures, picture = map(pathlib.Path, sys.argv[1:3])
    rows = {}
    for found in json.loads(figures.read_text(encoding="utf-8")):
        if found["seconds"]:
            rows.setdefault((found["work"], PEER[found["peer"]]), {})[found["threads"]] = found["seconds"] / found["mercer"]
    threads = sorted({count for ratios in rows.values() for count in ratios})
    ordered = sorted(rows.items(), key=lambda row: max(row[1].values()))
    matplotlib.rcParams.update({"svg.hashsalt": "mercer", "font.family": "sans-serif", "font.size": 9, "svg.fonttype": "none"})
    figure, axes = pyplot.subplots(figsize=(8.4, 0.34 * len(ordered) + 1.1), layout="constrained")
    for color, count in zip(COLORS, threads):
        axes.scatter([ratios.get(count, float("nan")) for _, ratios in ordered], range(len(ordered)), s=42, color=color, zorder=3,
                     label=f"{count} thread{'s' if count > 1 else ''}")
    for at, (_, ratios) in enumerate(ordered):
        axes.plot([min(1, *ratios.values()), max(ratios.values())], [at, at], color="#cccccc", linewidth=1, zorder=1)
    axes.axvline(1, color="#555555", linewidth=1, zorder=2)
    axes.set(xscale="log", xlabel="times as fast as the peer (right of the line: mercer is faster)", yticks=range(len(ordered)),
             yticklabels=[f"{work} | {peer}" for (work, peer), _ in ordered])
    low, high = min(min(r.values()) for _, r in ordered), max(max(r.values()) for _, r in ordered)
    ticks = [t for t in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200) if low / 1.5 <= t <= high * 1.5]
    axes.set_xticks(ticks, [f"{t:g}x" for t in ticks])
    axes.minorticks_off()
    axes.grid(axis="x", color="#eeeeee", zorder=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.legend(loc="lower right", frameon=False)
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
