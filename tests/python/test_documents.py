"""Examples in docstrings and pages run, and say what is printed."""

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import warnings

import pytest

import mercer

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["mercer"] + [f"mercer.{found.name}" for found in pkgutil.iter_modules(mercer.__path__)]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.fixture(autouse=True)
def plain_numbers():
    """NumPy 2 writes np.float64(1.0) where NumPy 1 wrote 1.0."""
    import numpy as np

    if int(np.__version__.partition(".")[0]) < 2:
        yield
        return
    with np.printoptions(legacy="1.25"):
        yield


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    if name == "mercer.dask":
        pytest.importorskip("dask")
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, optionflags=FLAGS)
    assert failed == 0
    if module.__name__ in ("mercer.kernels", "mercer._trees"):
        assert tried > 5


@pytest.mark.parametrize("name", [name for name in mercer.__all__ if inspect.isclass(getattr(mercer, name))
                                  and name != "ClusteringWarning"] + ["suggest_k", "write_model"])
def test_everything_has_an_example(name):
    assert ">>> " in getattr(mercer, name).__doc__


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_pages(page):
    """Blocks ```python of a page are one session."""
    path = ROOT / page
    if not path.exists():
        pytest.skip(f"{page} is not here")
    blocks = re.findall(r"^```python\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, str(path), 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error", mercer.ClusteringWarning)
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(session)
    assert runner.summarize().failed == 0
    assert session.examples


@pytest.mark.parametrize("page", ["docs/README.md", "docs/tutorials/production.md"])
def test_blocks_of_pages(page, tmp_path, monkeypatch):
    """Blocks ```python without prompts run, beside the model that the page's commands write."""
    if not (ROOT / page).exists():
        pytest.skip(f"{page} is not here")
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    mercer.write_model(mercer.AutoClustering(3).fit(mercer.read_table("docs/data/customers.csv")), "customers.mercer")
    found = {}
    exec(compile("\n".join(blocks), page, "exec"), found)  # noqa: S102
    assert len(set(found["labels"])) == (2 if page == "docs/README.md" else 3)
