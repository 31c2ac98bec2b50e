"""What the wheel carries; run by tools/test-wheel in an environment that has nothing but the wheel (MERCER_WHEEL is its path)."""

import os
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

import mercer

pytestmark = pytest.mark.skipif("MERCER_WHEEL" not in os.environ, reason="not in the environment of tools/test-wheel")
PACKAGE = pathlib.Path(mercer.__file__).parent
WHEEL = pathlib.Path(os.environ.get("MERCER_WHEEL", ""))


def loaded():
    """Paths of the shared libraries of this process."""
    mercer.KernelKMeans(2).fit([[0.0], [1.0], [5.0]])
    maps = pathlib.Path("/proc/self/maps").read_text().split("\n")
    return {line.split(maxsplit=5)[5] for line in maps if ".so" in line and len(line.split(maxsplit=5)) == 6}


def test_the_package_is_the_installed_one():
    assert "site-packages" in str(PACKAGE)


def test_one_wheel_for_every_python_and_for_linux_as_such():
    assert re.fullmatch(r"mercer-[0-9.]+-cp310-abi3-manylinux_2_[0-9]+_x86_64\.whl", WHEEL.name)
    assert WHEEL.stat().st_size <= 12_000_000


@pytest.mark.parametrize("library", ["libgomp", "libfmt", "libhwy", "libsqlite3"])
def test_libraries_are_those_of_the_wheel_under_names_of_their_own(library):
    ours = [path for path in loaded() if re.search(rf"/mercer\.libs/{library}-[0-9a-f]{{8}}[^/]*$", path)]
    assert len(ours) == 1


def test_nothing_is_taken_from_the_system_that_not_every_linux_has():
    system = {pathlib.Path(path).name for path in loaded() if path.startswith(("/lib/", "/usr/lib/"))}
    ours = ("libblas", "liblapack", "libopenblas", "libgfortran", "libgomp", "libfmt", "libhwy", "libmercer")
    assert not [name for name in system if name.startswith(ours)]  # what else is there, Python itself needs


def test_blas_is_part_of_the_library():
    assert not [path for path in loaded() if "openblas" in path and "mercer" in path]
    assert [path for path in loaded() if path.startswith(str(PACKAGE / "libraries" / "libmercer-"))]


def test_licences_of_what_it_carries():
    names = {pathlib.Path(name).name for name in zipfile.ZipFile(WHEEL).namelist() if "/licences/" in name}
    for part in ("openblas", "gfortran", "gomp", "sqlite3", "fmt", "hwy", "cpp-httplib", "ssl"):
        assert any(part in name for name in names), f"{part} is not in {sorted(names)}"


def test_the_program_comes_with_it():
    program = pathlib.Path(sys.executable).with_name("mercer")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert mercer.__version__ in said
