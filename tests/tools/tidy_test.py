"""tools/tidy looks at a file again when, and only when, something that its answer depends on has changed."""

import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "tidy"
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("tidy", str(SCRIPT))
tidy = importlib.util.module_from_spec(importlib.util.spec_from_loader("tidy", loader))
loader.exec_module(tidy)

FILES = {
    ".clang-tidy": "Checks: '*'",
    "src/room/a.cpp": '#include "room/a.hpp"\n#include "mercer/types.hpp"\nint a;',
    "src/room/a.hpp": '#pragma once\n#include "other/b.hpp"',
    "src/other/b.hpp": "#pragma once",
    "src/other/unused.hpp": "#pragma once",
    "include/mercer/types.hpp": '#pragma once\n#include "mercer/types.hpp"',
}


def key(changes=(), command="clang++ -I{root}/src", version=b"14"):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in {**FILES, **dict(changes)}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tidy.key(root / "src/room/a.cpp", command.format(root=root), version, root)


class Key(unittest.TestCase):
    def test_it_does_not_depend_on_the_place_of_the_clone(self):
        self.assertEqual(key(), key())

    def test_it_depends_on_all_that_is_included(self):
        for name in FILES:
            changed = key({name: FILES[name] + "\n// more"}.items())
            self.assertEqual(changed == key(), name == "src/other/unused.hpp", name)

    def test_it_depends_on_flags_and_version(self):
        self.assertNotEqual(key(command="clang++ -O1 -I{root}/src"), key())
        self.assertNotEqual(key(version=b"15"), key())


if __name__ == "__main__":
    unittest.main()
