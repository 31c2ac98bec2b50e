"""Each example tells its story to the end, and its figures are there."""

import os
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples"
#: what each must print, among other things
STORY = {
    "kernelised_kmeans": ["kernel k-means: accuracy 1.000"],
    "soft_geodesic": ["soft geodesic kernel k-means: accuracy 1.000", "moons: accuracy 1.000"],
    "inverse_weighted": ["Iris, inverse weighted: best 78.851, worst 78.851", "Wine: "],
    "connectivity_kernel": ["connectivity kernel: accuracy 1.000 on the spirals", "suggested: 3 clusters"],
    "survey": ["KernelKMeans: accuracy 1.000", "SpectralClustering: accuracy 1.000"],
}


def test_every_example_is_run():
    assert {path.stem for path in FOLDER.glob("*.py")} == set(STORY)


@pytest.mark.parametrize("name", STORY)
def test_examples(name, tmp_path):
    done = subprocess.run([sys.executable, "-W", "error::DeprecationWarning:__main__", FOLDER / f"{name}.py", tmp_path],
                          capture_output=True, text=True, timeout=300, env={**os.environ, "MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stderr
    for line in STORY[name]:
        assert line in done.stdout
    source = (FOLDER / f"{name}.py").read_text()
    figures = sorted(path.name for path in tmp_path.glob("*.png"))
    assert figures and all(figure in source for figure in figures)
    assert len(figures) == source.count("savefig(")
