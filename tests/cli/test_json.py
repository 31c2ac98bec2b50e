"""What --json prints, against the schema that the documents promise."""

import json
import unittest

from support import BLOBS, ROOT, ProgramTest
from test_tables import customers

try:
    import jsonschema
except ImportError:
    jsonschema = None

SCHEMA = json.loads((ROOT / "docs" / "schema" / "output-1.json").read_text())


@unittest.skipUnless(jsonschema, "python3-jsonschema is not installed: nothing is validated")
class Schema(ProgramTest):
    def setUp(self):
        super().setUp()
        self.validator = jsonschema.Draft202012Validator(SCHEMA)

    def valid(self, output, *words, **how):
        found = self.json(*words, **how)
        for error in self.validator.iter_errors(found):
            self.fail(f"{' '.join(map(str, words))}: {'/'.join(map(str, error.path))}: {error.message}")
        self.assertEqual((found["output"], found["schema"]), (output, 1))
        return found

    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_it_refuses_what_is_not_in_order(self):
        for wrong in [{}, {"output": "fit", "schema": 1}, {"output": "moon", "schema": 1},
                      {"output": "evaluate", "schema": 2}]:
            self.assertTrue(list(self.validator.iter_errors(wrong)), wrong)
        found = self.valid("fit", "fit", self.blobs(), "-k", 3, *BLOBS, "--method", "kmeans")
        self.assertTrue(list(self.validator.iter_errors({**found, "sizes": "many"})))
        self.assertTrue(list(self.validator.iter_errors({k: v for k, v in found.items() if k != "objective"})))

    def test_fits_of_all_kinds(self):
        blobs = self.blobs()
        for words in [[], ["--method", "kmeans", "--silhouette"], ["--method", "fuzzy", "--standardize"],
                      ["--method", "som:grid=3x2"], ["--method", "one-class", "--kernel", "gaussian"],
                      ["--method", "ward"], ["--method", "spectral"], ["--method", "mixture"],
                      ["--kernel", "gaussian", "--method", "kmeans", "--approx", "nystrom:landmarks=20"]]:
            clusters = [] if any(w.startswith(("som", "one-class")) for w in words) else ["-k", 3]
            with self.subTest(words):
                found = self.valid("fit", "fit", blobs, *BLOBS, *clusters, *words)
                self.assertEqual(sum(found["sizes"]) + found["noise"], 90)

    def test_a_table_with_everything(self):
        self.write("customers.csv", customers())
        found = self.valid("fit", "fit", "customers.csv", "-k", 2, "--drop", "class", "--explain",
                           "--model", "m.mercer", "--missing", "drop")
        self.assertEqual(found["scaling"], "recipe")
        made = self.valid("predict", "predict", "m.mercer", "customers.csv")
        self.assertEqual((len(made["labels"]), made["labels"][0], made["n"]), (120, None, 112))
        self.valid("model", "info", "m.mercer")
        self.valid("table", "info", "customers.csv")

    def test_other_commands(self):
        blobs = self.blobs()
        self.valid("data", "info", blobs, "--columns", "x,y")
        self.valid("forecast", "fit", blobs, *BLOBS, "-k", 3, "--kernel", "gaussian", "--dry-run")
        self.valid("embed", "embed", blobs, *BLOBS, "--kernel", "gaussian", "-o", "y.csv")
        self.valid("suggest-k", "suggest-k", blobs, *BLOBS, "--most", 4)
        self.valid("suggest-k", "suggest-k", blobs, *BLOBS, "--most", 4, "--criteria")
        self.valid("fit", "fit", blobs, *BLOBS)
        self.valid("fit", "fit", blobs, *BLOBS, "-k", 3, "--kernel", "gaussian:sigma=search")
        self.mercer("fit", blobs, *BLOBS, "-k", 3, "--method", "kmeans", "--labels", "l.csv", "-q")
        self.valid("evaluate", "evaluate", "l.csv", blobs)
        self.valid("reproduce", "reproduce", "survey-rings", "--quick")


if __name__ == "__main__":
    unittest.main()
