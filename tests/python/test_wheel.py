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


@pytest.mark.parametrize("library", ["libopenblas", "libgfortran", "libgomp", "libfmt", "libhwy"])
def test_libraries_are_those_of_the_wheel(library):
    mercer.KernelKMeans(2).fit([[0.0], [1.0], [5.0]])
    carried = [path for name, path in loaded().items() if name.startswith(library) and str(PACKAGE) in path]
    assert carried, f"{library} is not loaded from the wheel: {loaded()}"


def test_nothing_of_the_system_but_what_every_linux_has():
    everywhere = ("libc.", "libm.", "libdl.", "librt.", "libpthread.", "libstdc++.", "libgcc_s.", "ld-linux", "libz.",
                  "libutil.", "libpython", "libexpat", "libffi", "libbz2", "liblzma", "libcrypto", "libssl", "libuuid")
    system = {name: path for name, path in loaded().items() if path.startswith(("/lib/", "/usr/lib/"))}
    foreign = {name for name, path in system.items() if not name.startswith(everywhere) and "python3" not in path}
    assert not foreign
