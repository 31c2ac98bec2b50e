"""mypy in strict mode agrees with the package, and the stubs with the module."""

import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import mercer
from mercer import _core

PACKAGE = pathlib.Path(mercer.__file__).parent
USER = """
import numpy as np
import mercer
from mercer import KernelKMeans, datasets

X, y = datasets.generate("rings")
model = KernelKMeans(2, kernel="gaussian:sigma=1", n_init=3, refine=False)
k: int = model.n_clusters
same: KernelKMeans = model.fit(X)
coordinates: mercer.KernelPCA = mercer.KernelPCA(2).fit(X)
{reveals}
c: str = mercer.kernels.gaussian(sigma=1)
datasets.generate("rings", points=3)  # there is no such parameter
"""
CLASSES = [name for name in mercer.__all__ if hasattr(getattr(mercer, name), "fit")]
#: expression -> class
REVEALED = {**{f"mercer.{name}().fit(X)": name for name in CLASSES},
            "mercer.KMeans().partial_fit(X)": "KMeans", "mercer.KMeans().fit_blocks([X])": "KMeans",
            "mercer.KernelKMeans().fit_blocks([X])": "KernelKMeans"}
USER = USER.format(reveals="\n".join(f"reveal_type({expression})" for expression in REVEALED))


def test_mypy_in_strict_mode(tmp_path):
    pytest.importorskip("mypy")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\ndisallow_subclassing_any = False\n"
                      "[mypy-sklearn.*,scipy.*,joblib.*,matplotlib.*,pandas.*,pyarrow.*,openpyxl.*,dask.*,mpi4py.*]\nfollow_imports = skip\n"
                      "ignore_missing_imports = True\n")
    user = tmp_path / "user.py"
    user.write_text(USER)
    here = dict(os.environ)
    if "site-packages" not in str(PACKAGE):  # an installed package is found by itself
        here["MYPYPATH"] = str((PACKAGE / "__init__.py").resolve().parents[1])
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(tmp_path),
                           "-p", "mercer"], capture_output=True, text=True, env=here, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(tmp_path),
                           str(user)], capture_output=True, text=True, env=here, cwd=tmp_path)
    revealed = re.findall(r'Revealed type is "([^"]*)"', done.stdout)
    assert [name.rpartition(".")[2] for name in revealed] == list(REVEALED.values()), done.stdout
    assert 'Unexpected keyword argument "points"' in done.stdout
    assert "Found 1 error" in done.stdout, done.stdout


def test_pyright_sees_the_same(tmp_path):
    pyright = shutil.which("pyright", path=os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")]))
    if pyright is None:
        pytest.skip("pyright is not installed (pip install pyright)")
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str((PACKAGE / "__init__.py").resolve().parents[1])]}))
    done = subprocess.run([pyright, "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)],
                          capture_output=True, text=True, timeout=300, cwd=tmp_path)
    found = json.loads(done.stdout)["generalDiagnostics"]
    revealed = [line["message"] for line in found if line["severity"] == "information"]
    assert [re.findall(r'is "([^"]*)"', line)[-1] for line in revealed] == list(REVEALED.values()), revealed
    assert [line["rule"] for line in found if line["severity"] == "error"] == ["reportCallIssue"], found


def test_the_stubs_name_what_the_module_has():
    tree = ast.parse((PACKAGE / "_core.pyi").read_text())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    present = {name for name, value in vars(_core).items() if callable(value) and not isinstance(value, type)}
    assert functions == {name for name in present if not name.startswith("_")}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def members(name):
        own = {n.name for n in classes[name].body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")}
        own |= {n.target.id for n in classes[name].body if isinstance(n, ast.AnnAssign)}
        return own.union(*(members(base.id) for base in classes[name].bases))

    for name in ("Model", "EmbedModel", "Frame", "Recipe"):
        assert members(name) == {member for member in vars(getattr(_core, name)) if not member.startswith("_")}


def test_the_package_says_that_it_is_typed():
    assert (PACKAGE / "py.typed").exists()
