"""What the wheel carries; run by tools/test-wheel in an environment that has nothing but the wheel."""

import os
import pathlib

import pytest

import mercer

pytestmark = pytest.mark.skipif("MERCER_WHEEL" not in os.environ, reason="not in the environment of tools/test-wheel")
PACKAGE = pathlib.Path(mercer.__file__).parent


def loaded():
    """Shared libraries of this process: name -> path."""
    maps = pathlib.Path("/proc/self/maps").read_text().split("\n")
    paths = {line.split(maxsplit=5)[5] for line in maps if ".so" in line and len(line.split(maxsplit=5)) == 6}
    return {pathlib.Path(path).name: path for path in paths}


def test_the_package_is_the_installed_one():
    assert "site-packages" in str(PACKAGE)


@pytest.mark.parametrize("library", ["libopenblas", "libgfortran", "libquadmath", "libgomp", "libfmt", "libhwy"])
def test_libraries_are_those_of_the_wheel(library):
    mercer.KernelKMeans(2).fit([[0.0], [1.0], [5.0]])
    paths = [path for name, path in loaded().items() if name.startswith(f"{library}.")]
    assert paths and all(path.startswith(str(PACKAGE)) for path in paths), paths


def test_nothing_is_taken_from_the_system_that_not_every_linux_has():
    system = {name for name, path in loaded().items() if path.startswith(("/lib/", "/usr/lib/"))}
    assert not [name for name in system if name.startswith(("libblas", "liblapack", "libopenblas", "libeigen"))]
