"""What has to be touched for a new rule, method or kernel: HACKING.md says how many files, and this proves it.

The patches in tests/tools/additions add an example of each to a copy of the sources, and the compiler is asked
about the files that look at them. Without one of the functions that the example has to bring it must refuse.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATCHES = ROOT / "tests" / "tools" / "additions"
BUILD = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ROOT / "build")


def command_of(source):
    """How the build compiles a file of the library, alone or in a pack of its room, as words, without its output and
    precompiled headers."""
    pack = re.compile(f".*/packs/mercer(_cold)?/{pathlib.Path(source).parts[1]}_")
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        if entry["file"] == str(ROOT / source) or pack.match(entry["file"]):
            words = iter(shlex.split(entry["command"]))
            kept = []
            for word in words:
                if word in ("-o", "-c", "-include", "-Xclang", "-include-pch"):
                    next(words, None)
                elif not word.endswith("ccache") and not word.startswith(("CCACHE_", "-Winvalid-pch")):
                    kept.append(word)
            while kept[0].endswith(("cmake", "-E", "env")):
                kept.pop(0)
            return kept
    raise LookupError(f"{source} is not in compile_commands.json")


class Additions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.house = pathlib.Path(cls.folder.name)
        for part in ("include", "src"):
            shutil.copytree(ROOT / part, cls.house / part)
        cls.words = command_of("src/front/methods/kmeans.cpp")
        cls.files = {}
        for patch in sorted(PATCHES.glob("*.patch")):
            text = patch.read_text(encoding="utf-8")
            cls.files[patch.stem] = re.findall(r"^\+\+\+ b/(\S+)", text, re.MULTILINE)
            subprocess.run(["patch", "-p1", "-s", "-F3", "-i", patch], cwd=cls.house, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def compile(self, source, text=None):
        """Asks the compiler about a file of the copy, or about other text in its place."""
        if text is not None:
            source = str(pathlib.Path(source).with_name("changed.cpp"))
            (self.house / source).write_text(text, encoding="utf-8")
        words = [word.replace(f"-I{ROOT}/src", f"-I{self.house}/src")
                     .replace(f"{ROOT}/include", f"{self.house}/include") for word in self.words]
        return subprocess.run([*words, "-O0", "-fsyntax-only", source], cwd=self.house, capture_output=True, text=True,
                              check=False)

    def assert_compiles(self, *sources):
        for source in sources:
            done = self.compile(source)
            self.assertEqual(done.returncode, 0, f"{source}\n{done.stderr[:4000]}")

    def test_a_rule_is_three_files(self):
        self.assertEqual(len(self.files["rule"]), 3, self.files["rule"])
        self.assert_compiles("src/front/methods/cauchy.cpp")

    def test_a_method_is_five_files(self):
        self.assertLessEqual(len(self.files["method"]), 5, self.files["method"])
        self.assert_compiles("src/beyond/slices.cpp", "src/front/methods/slices.cpp", "src/front/methods.cpp")

    def test_a_kernel_is_three_files(self):
        self.assertEqual(len(self.files["kernel"]), 3, self.files["kernel"])
        self.assert_compiles("src/kernels/resolve.cpp", "src/kernels/tiles.cpp")

    def test_a_method_without_a_function_does_not_compile(self):
        text = (self.house / "src/front/methods/slices.cpp").read_text(encoding="utf-8")
        left_out = re.sub(r"  static Memory bytes\(.*\n", "", text)
        self.assertNotEqual(left_out, text)
        done = self.compile("src/front/methods/slices.cpp", left_out)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("a method forecasts its memory", done.stderr)

    def test_a_kernel_without_its_function_does_not_compile(self):
        header = self.house / "src/kernels/functions.hpp"
        text = header.read_text(encoding="utf-8")
        left_out = re.sub(r"template <class T>\nRationalQuadraticOf<T> function_of\(.*\n.*\n}\n", "", text)
        self.assertNotEqual(left_out, text)
        try:
            header.write_text(left_out, encoding="utf-8")
            done = self.compile("src/kernels/tiles.cpp")
        finally:
            header.write_text(text, encoding="utf-8")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("function_of", done.stderr)

    def test_every_method_has_the_file_of_its_name(self):
        text = "".join(path.read_text(encoding="utf-8") for folder in ("rules", "beyond")
                       for path in sorted((ROOT / "include/mercer" / folder).glob("*.hpp")))
        variant = (ROOT / "include/mercer/options.hpp").read_text(encoding="utf-8")
        listed = re.sub(r"//[^\n]*", "", re.search(r"using Method =\s*std::variant<(.*?)>;", variant, re.DOTALL)[1])
        methods = [name.strip() for name in listed.split(",")]
        files = {path.stem for path in (ROOT / "src/front/methods").glob("*.cpp")}
        names = {re.search(rf'struct {method} {{.*?name\s*=\s*"([^"]+)"', text, re.DOTALL)[1].replace("-", "_")
                 for method in methods}
        self.assertEqual(names, files)

    def test_few_places_ask_which_method_it_is(self):
        asks = [f"{path.relative_to(ROOT)}: {line.strip()}" for room in ("front", "model")
                for path in sorted((ROOT / "src" / room).rglob("*.?pp"))
                for line in path.read_text(encoding="utf-8").splitlines() if re.search("holds_alternative|get_if", line)]
        self.assertLessEqual(len(asks), 40, "\n".join(asks))


if __name__ == "__main__":
    unittest.main()
