"""The lines of Python that `mercer serve` shows: run as they are, they give exactly the clusters of the run."""

import contextlib
import io
import os
import pathlib
import random
import sys

import numpy as np
import pytest
import scipy.io
import scipy.sparse

if not os.environ.get("MERCER"):
    pytest.skip("the variable MERCER does not name the program", allow_module_level=True)
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from test_serve import Server  # noqa: E402


@pytest.fixture(scope="module")
def server():
    made = Server()
    yield made
    made.close()


def messy():
    """Ids, dates, gaps, words, a class: two kinds of customers."""
    dice, lines = random.Random(3), ["customer,joined,spent,region,newsletter,score,kind"]
    for i in range(120):
        one = i % 2
        spent = "" if i % 17 == 3 else f"{200 + 60 * one + dice.gauss(0, 9):.2f}"
        region = "" if i % 23 == 5 else dice.choice(["north", "east"] if one else ["south", "west"])
        lines.append(f"C{1000 + i},20{19 + one}-0{1 + i % 9}-1{i % 9},{spent},{region},{'yes' if dice.random() < 0.5 else 'no'},"
                     f"{50 + 20 * one + dice.gauss(0, 4):.1f},{'b' if one else 'a'}")
    return "\n".join(lines) + "\n"


TABLE = messy()
COMMAS = "a;b;c\n" + "".join(f"{i % 2 * 5 + i / 50:.2f};{i % 3},5;?\n".replace(".", ",") if i == 4
                             else f"{i % 2 * 5 + i / 50:.2f};{i % 3},5;{i % 2}\n".replace(".", ",") for i in range(60))
NUMBERS = "".join(f"{i % 3 * 4 + i / 90},{i % 3 * 2 + (i * 7 % 11) / 30}\n" for i in range(90))

CASES = [
    (TABLE, {}), (TABLE, {"clusters": "2", "truth": "kind"}), (TABLE, {"clusters": "2", "truth": "kind", "id": "customer"}),
    (TABLE, {"clusters": "3", "drop": "kind,customer", "method": "kmeans"}),
    (TABLE, {"clusters": "2", "truth": "kind", "types": "newsletter=category,joined=date", "method": "ward"}),
    (TABLE, {"clusters": "2", "truth": "kind", "missing": "drop", "method": "kmeans"}),
    (TABLE, {"clusters": "2", "columns": "spent,score", "kernel": "gaussian:sigma=1", "restarts": "4", "seed": "7"}),
    (TABLE, {"clusters": "2", "columns": "joined,spent", "weights": "score", "method": "kmeans"}),
    (TABLE, {"clusters": "2", "columns": "score", "method": "kmeans", "precision": "float"}),
    (TABLE, {"clusters": "2", "columns": "spent,score", "method": "kmeans", "standardize": True, "max-iterations": "2"}),
    (COMMAS, {"clusters": "2", "delimiter": ";", "decimal": ",", "missing-values": "?", "method": "kmeans"}),
    (NUMBERS, {"clusters": "3", "no-header": True, "method": "kmeans"}),
    (TABLE, {"clusters": "2", "truth": "kind", "method": "auto:take=cells-root-10"}), (NUMBERS, {"method": "auto:take=kmeans"}),
    (NUMBERS, {"method": "mean-shift"}), (NUMBERS, {"method": "kmeans"}), (NUMBERS, {"kernel": "gaussian"}),
    (NUMBERS, {"method": "som:grid=3x4"}), (NUMBERS, {"method": "hdbscan:min_size=8"}),
    (NUMBERS, {"method": "one-class:nu=0.2", "kernel": "gaussian:sigma=1"}), (NUMBERS, {"method": "svc", "kernel": "gaussian:sigma=1"}),
    (NUMBERS, {"clusters": "3", "method": "genie", "kernel": "connectivity:min_points=4"}), (NUMBERS, {"tune": "kernel.sigma", "kernel": "gaussian", "clusters": "3"}),
] + [(NUMBERS, {"clusters": "3", **how}) for how in (
    {"method": "soft:beta=2"}, {"method": "fuzzy:m=1.8"}, {"method": "possibilistic"}, {"method": "k-harmonic"}, {"method": "iwc"},
    {"method": "neural-gas"}, {"method": "tree-cut"}, {"method": "single"}, {"method": "genie:g=0.5"},
    {"method": "spectral:neighbors=8"},
    {"method": "spheres", "kernel": "gaussian:sigma=2"}, {"method": "mixture"},
    {"method": "graph-linkage"}, {"kernel": "gaussian", "search": "swap"}, {"kernel": "gaussian:local", "init": "random"},
    {"kernel": "geodesic"}, {"kernel": "connectivity", "method": "kmeans"}, {"kernel": "gaussian:sigma=1", "approx": "nystrom:landmarks=20"},
    {"method": "kmeans", "embed": "pca"},
)]


# What Python has no lines for: other separators, a file without names, and what its classes don't have.
NO_LINES = [
    {"clusters": "2", "delimiter": ";", "decimal": ",", "missing-values": "?", "method": "kmeans"},
    {"clusters": "3", "no-header": True, "method": "kmeans"}, {"method": "mean-shift"},
    {"method": "one-class:nu=0.2", "kernel": "gaussian:sigma=1"}, {"clusters": "3", "method": "kmeans", "embed": "pca"},
]


def test_what_has_no_lines_is_among_the_cases():
    assert all(options in [o for _, o in CASES] for options in NO_LINES)


@pytest.mark.parametrize("case", range(len(CASES)), ids=[" ".join(f"{k}={v}" for k, v in o.items()) or "auto" for _, o in CASES])
def test_lines_give_the_same_clusters(server, case, tmp_path, monkeypatch):
    content, options = CASES[case]
    dataset = server.json("POST", "/api/datasets?name=data.csv", content.encode())["id"]
    try:
        run = server.json("POST", "/api/runs", {"dataset": dataset, "options": options})["id"]
        run = server.wait_for(run, "done", "failed", "cancelled")
        assert run["state"] == "done", run
        lines = server.json("GET", f"/api/runs/{run['id']}")["python"]
        assert bool(lines) == (options not in NO_LINES), lines
        if not lines:
            return
        written = server.ask("GET", f"/api/runs/{run['id']}/labels.csv")[1].decode().split("\n")
    finally:
        server.json("POST", f"/api/datasets/{dataset}/delete")
    (tmp_path / "data.csv").write_text(content)
    monkeypatch.chdir(tmp_path)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(lines, "lines.py", "exec"), names)
    shown = [line.rsplit(",", 1)[-1] for line in written[1:] if line]
    found = [int(text) if text else -2 for text in shown]  # a row that was left out
    np.testing.assert_array_equal(names["model"].labels_, found, err_msg=lines)


def arrays(folder):
    """A file of each kind without columns, and how its lines begin."""
    points = np.array([line.split(",") for line in NUMBERS.split()], dtype=float)
    np.save(folder / "points.npy", points)
    scipy.io.mmwrite(folder / "points.mtx", scipy.sparse.coo_matrix(points))
    (folder / "points.libsvm").write_text("".join(f"{i % 3} 1:{float(x)!r} 2:{float(y)!r}\n" for i, (x, y) in enumerate(points)))
    return {"points.npy": "import numpy\n", "points.mtx": "import scipy.io\n", "points.libsvm": "from sklearn.datasets import"}


@pytest.mark.parametrize("name", ["points.npy", "points.mtx", "points.libsvm"])
@pytest.mark.parametrize("options", [{"clusters": "3", "method": "kmeans"}, {"clusters": "3", "kernel": "gaussian:sigma=1"}, {"clusters": "3"}],
                         ids=["kmeans", "gaussian", "auto"])
def test_lines_read_arrays_as_everybody_does(server, name, options, tmp_path, monkeypatch):
    begins = arrays(tmp_path)[name]
    dataset = server.json("POST", f"/api/datasets?name={name}", (tmp_path / name).read_bytes())["id"]
    run = server.json("POST", "/api/runs", {"dataset": dataset, "options": options})["id"]
    run = server.wait_for(run, "done", "failed", "cancelled")
    assert run["state"] == "done", run
    lines = server.json("GET", f"/api/runs/{run['id']}")["python"]
    written = server.ask("GET", f"/api/runs/{run['id']}/labels.csv")[1].decode().split("\n")
    server.json("POST", f"/api/datasets/{dataset}/delete")
    assert lines.startswith(begins)
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(lines, "lines.py", "exec"), names)
    np.testing.assert_array_equal(names["model"].labels_, [int(line.rsplit(",", 1)[-1]) for line in written[1:] if line], err_msg=lines)


def test_what_needs_columns_has_no_lines_of_an_array(server, tmp_path):
    arrays(tmp_path)
    dataset = server.json("POST", "/api/datasets?name=points.npy", (tmp_path / "points.npy").read_bytes())["id"]
    run = server.json("POST", "/api/runs", {"dataset": dataset, "options": {"clusters": "3", "method": "kmeans", "standardize": True}})["id"]
    assert server.wait_for(run, "done", "failed")["state"] == "done"
    assert server.json("GET", f"/api/runs/{run}")["python"] == ""
