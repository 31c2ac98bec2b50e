"""The recipes in packaging/ say what CMakeLists.txt says: the version, the libraries that are needed, the font of pictures.

They can't all be run where the tests run; so much can be checked everywhere.
"""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What CMake asks for, by its name there: the package of Conan, vcpkg and conda.
PACKAGES = {
    "Eigen3": ("eigen", "eigen3", "eigen"), "fmt": ("fmt", "fmt", "fmt"), "ZLIB": ("zlib", "zlib", "zlib"),
    "nlohmann_json": ("nlohmann_json", "nlohmann-json", "nlohmann_json"), "SQLite3": ("sqlite3", "sqlite3", "sqlite"),
    "hwy": ("highway", "highway", "libhwy"), "BLAS": ("openblas", "openblas", "libblas"),
    "LAPACK": ("openblas", "lapack", "liblapack"), "cblas.h": ("openblas", "openblas", "libcblas"),
    "fast_float/fast_float.h": ("fast_float", "fast-float", "fast_float"),
    "Spectra/SymEigsSolver.h": ("spectra", "spectra", "spectralib"),
    "nanoflann.hpp": ("nanoflann", "nanoflann", "nanoflann"), "stb_truetype.h": ("stb", "stb", "stb"),
    "stb/stb_truetype.h": ("stb", "stb", "stb"), "CLI11": ("cli11", "cli11", "cli11"),
    "httplib": ("cpp-httplib", "cpp-httplib", "cpp-httplib"),
}
# The compiler's own, options that are off, and the library itself.
NOT_PACKAGES = {"Threads", "OpenMP", "MPI", "PkgConfig", "mercer"}


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def asked_for():
    """What find_package and find_path look for when nothing optional is switched on."""
    scripts = "".join(text(name) for name in ("CMakeLists.txt", "cmake/lapack.cmake", "cli/CMakeLists.txt"))
    found = re.findall(r"^\s*find_package\((\w+)|^\s*find_path\(\w+ (\S+)", scripts, re.MULTILINE)
    return {(package or header).rstrip(")") for package, header in found} - NOT_PACKAGES


class Recipes(unittest.TestCase):
    version = re.search(r"project\(mercer VERSION ([\d.]+)", text("CMakeLists.txt"))[1]
    port = json.loads(text("packaging/vcpkg/vcpkg.json"))

    def test_versions(self):
        self.assertEqual(self.port["version"], self.version)
        self.assertIn(f'set version = "{self.version}"', text("packaging/conda/meta.yaml"))
        self.assertTrue(text("packaging/debian/changelog").startswith(f"mercer ({self.version}"))
        self.assertIn(f"\nVersion: {self.version}\n", text("r/DESCRIPTION"))

    def test_every_library_is_named(self):
        self.assertEqual(asked_for() - PACKAGES.keys(), set(), "name its packages in PACKAGES, and in the recipes")
        conan, conda = text("packaging/conan/conanfile.py"), text("packaging/conda/meta.yaml")
        vcpkg = {d if isinstance(d, str) else d["name"] for d in self.port["dependencies"]}
        for needed in asked_for():
            in_conan, in_vcpkg, in_conda = PACKAGES[needed]
            self.assertIn(f'"{in_conan}/', conan, needed)
            self.assertIn(in_vcpkg, vcpkg, needed)
            self.assertRegex(conda, rf"\n    - {re.escape(in_conda)}( |\n)", needed)

    def test_the_font_is_one_file(self):
        digests = {re.search(r"sha256[=:] ?\"?([0-9a-f]{64})", text(name))[1]
                   for name in ("packaging/conan/conanfile.py", "packaging/conda/meta.yaml")}
        self.assertEqual(len(digests), 1)


if __name__ == "__main__":
    unittest.main()
