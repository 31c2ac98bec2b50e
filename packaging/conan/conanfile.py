"""mercer for Conan 2: `conan create packaging/conan`."""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, load


class Mercer(ConanFile):
    name = "mercer"
    description = "Kernel clustering: k-means and its relatives in the feature space of any kernel"
    license = "Apache-2.0"
    topics = ("clustering", "kernel-methods", "machine-learning")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "program": [True, False]}
    default_options = {"shared": False, "program": True, "openblas/*:build_lapack": True}

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "..", "..", "CMakeLists.txt"))
        self.version = re.search(r"project\(mercer VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        source = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "src/*", "include/*", "cli/*", "data/*", "web/dist/*"):
            copy(self, pattern, source, self.export_sources_folder)

    def source(self):
        # The font of pictures, which no package of Conan has.
        get(self, "https://registry.npmjs.org/npm-font-open-sans/-/npm-font-open-sans-1.1.0.tgz", destination="font",
            sha256="094e2ed979be298bedd3cecb515bb8c9f624aaf807acf0429f1836c3b693141c", strip_root=True)

    def requirements(self):
        self.requires("eigen/3.4.0", transitive_headers=True)
        for library in ("openblas/0.3.26", "zlib/[>=1.2 <2]", "sqlite3/[>=3.40 <4]", "fmt/[>=9 <12]", "highway/[>=1.0 <2]",
                        "nlohmann_json/[>=3.11 <4]", "fast_float/[>=3 <9]", "nanoflann/[>=1.4 <2]", "spectra/[>=1.0 <2]",
                        "stb/cci.20230920"):
            self.requires(library)
        if self.options.program:
            self.requires("cli11/[>=2.1 <3]")
            self.requires("cpp-httplib/[>=0.11 <1]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["MERCER_PROGRAM"] = bool(self.options.program)
        toolchain.cache_variables["MERCER_TESTS"] = False
        toolchain.cache_variables["MERCER_FONT"] = os.path.join(self.source_folder, "font", "fonts", "Regular",
                                                                "OpenSans-Regular.ttf")
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The package's own files of find_package and pkg-config say how it is linked.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "mercer"))
        self.cpp_info.libs = ["mercer"]
