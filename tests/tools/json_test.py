"""A JSON value begins as an object or an array: HACKING.md says why under its conventions."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NULL = re.compile(r"^\s*(Json|nlohmann::(ordered_)?json) (\w+)(\{\})?;", re.MULTILINE)


class Json(unittest.TestCase):
    def test_none_begins_as_null(self):
        self.assertTrue(NULL.search("struct Words {\n  Json json;\n};"))
        for folder in ("src", "cli", "include"):
            for path in (ROOT / folder).rglob("*.?pp"):
                found = NULL.search(path.read_text(encoding="utf-8"))
                self.assertIsNone(found, f"{path.relative_to(ROOT)}: {found and found[0].strip()}")


if __name__ == "__main__":
    unittest.main()
