"""mercer fit --report: the page that shows it."""

import base64
import json
import re
import struct
import unittest
import zlib

from support import ProgramTest

BLOBS = ["--columns", "x,y"]
DATA = re.compile(r'<script id="report-data" type="application/json">(.*?)</script>', re.DOTALL)


class Report(ProgramTest):
    def page(self, name="r.html"):
        html = self.read(name)
        self.assertTrue(html.startswith("<!doctype html>"))
        self.assertNotRegex(html, r'<(script|link|img)[^>]+(src|href)="(?!data:)')
        return json.loads(DATA.search(html)[1], parse_constant=self.fail)

    def test_a_page_that_needs_no_other_file(self):
        text = self.mercer("fit", self.blobs(), "-k", 3, *BLOBS, "--truth", "kind", "--report", "r.html")
        self.assertIn("accuracy", text)
        page = self.page()
        self.assertEqual(page["title"], "blobs.csv")
        self.assertEqual(page["command"], "mercer fit blobs.csv -k 3 --columns x,y --truth kind --report r.html")
        self.assertEqual(page["points"], 90)
        self.assertEqual([view["kind"] for view in page["views"]], ["columns"])
        self.assertEqual([axis["name"] for axis in page["views"][0]["axes"]], ["x", "y"])
        self.assertEqual(page["truth"]["column"], "kind")
        self.assertEqual(page["scores"]["values"][0]["value"], "1.0000")
        self.assertEqual(page["about"][0]["name"], "data")
        self.assertEqual(sorted(self.files()), ["blobs.csv", "r.html"])

    def test_other_numbers_of_clusters(self):
        self.write("noise.csv", "".join(f"{(i * 7919) % 997},{(i * 104729) % 1009}\n" for i in range(200)))
        text = self.mercer("fit", "noise.csv", "--report", "r.html")
        self.assertIn("no clusters stand out", text)
        peaks = self.page()["peaks"]["list"]  # the best split, for those who know better
        self.assertFalse(any(one["taken"] for one in peaks))
        self.assertIn(f"the best split would be {peaks[0]['clusters']}, {peaks[0]['about']}", text)

    def bytes(self, packed):
        return zlib.decompress(base64.b64decode(packed["data"]))

    def strings(self, packed):
        return json.loads(self.bytes(packed))

    def test_points_have_names_and_documents_their_text(self):
        rows = "".join(f"C{i},{i % 2 * 9 + i / 10},{i % 3 if i != 4 else ''}\n" for i in range(30))
        self.write("t.csv", "customer,a,b\n" + rows)
        self.mercer("fit", "t.csv", "-k", 2, "--id", "customer", "--missing", "drop", "--report", "r.html", "--quiet")
        self.assertEqual(self.strings(self.page()["names"])[3:5], ["C3", "C5"])  # the fourth was left out
        self.mercer("fit", "t.csv", "-k", 2, "--drop", "customer", "--missing", "drop", "--report", "r.html", "--quiet")
        self.assertEqual(self.strings(self.page()["names"])[3:5], ["row 4", "row 6"])
        texts = [f"{'goal team' if i % 2 else 'oven salt'} {'coach' if i % 2 else 'flour'} \u00e4</script>" for i in range(20)]
        self.write("d.jsonl", "".join(json.dumps({"text": text}) + "\n" for text in texts))
        self.mercer("fit", "d.jsonl", "-k", 2, "--report", "r.html", "--quiet")
        page = self.page()
        self.assertEqual((self.strings(page["texts"]), self.strings(page["names"])[2]), (texts, "line 3"))
        self.assertIn("flour", [axis["name"] for axis in page["views"][-1]["axes"]] + [axis["name"] for axis in page["views"][0]["axes"]])

    def test_clusters_that_a_tree_found_are_judged_by_its_gaps(self):
        self.mercer("generate", "two-moons", "-o", "moons.csv")
        for method in ([], ["--method", "genie"], ["--method", "tree-cut"]):
            self.mercer("fit", "moons.csv", "--truth", "label", "-k", 2, *method, "--report", "r.html", "--quiet")
            given = self.page()["silhouettes"]
            self.assertIn("largest gaps", given["geometry"])
            self.assertGreater(min(value for value, in struct.iter_unpack("<f", self.bytes(given["values"]))), 0.7)  # by path lengths -.21
        self.write("line.csv", "x\n0\n1\n2\n12\n13\n14\n")  # gaps 1 within, 10 between: (10 - 1) / 10
        self.mercer("fit", "line.csv", "-k", 2, "--method", "single", "--kernel", "connectivity", "--report", "r.html", "--quiet")
        self.assertAlmostEqual(self.page()["silhouettes"]["mean"], 0.9, 6)

    def test_every_method_has_one(self):
        data = self.blobs()
        for method in ["kmeans", "soft", "fuzzy", "possibilistic", "k-harmonic", "iwc", "neural-gas", "som", "single", "ward",
                       "genie", "hdbscan", "spectral", "one-class", "spheres", "svc", "mean-shift"]:
            with self.subTest(method):
                kernel = ["--kernel", "gaussian:sigma=2"] if method in ("spectral", "one-class", "spheres", "svc") else []
                clusters = [] if method in ("hdbscan", "one-class", "svc", "mean-shift") else ["-k", 3]
                self.mercer("fit", data, *clusters, *BLOBS, "--method", method, *kernel, "--report", "r.html", "--quiet")
                self.assertEqual(self.page()["points"], 90)

    def test_kernels_on_paths(self):
        for kernel in ["connectivity", "geodesic", "gaussian:local", "cosine"]:
            with self.subTest(kernel):
                self.mercer("fit", self.blobs(), "-k", 3, *BLOBS, "--kernel", kernel, "--report", "r.html", "--quiet")
                self.assertIn("gram", self.page())

    def test_standardized_columns_are_shown_as_they_were(self):
        self.mercer("fit", self.blobs(), "-k", 3, *BLOBS, "--report", "plain.html", "--quiet")
        self.mercer("fit", self.blobs(), "-k", 3, *BLOBS, "--standardize", "--report", "r.html", "--quiet")
        self.assertEqual(self.page()["views"][0], self.page("plain.html")["views"][0])

    def test_warnings_come_with_their_remedy(self):
        self.mercer("fit", self.blobs(), "-k", 3, *BLOBS, "--method", "fuzzy", "--max-iterations", 1, "--report", "r.html", "--quiet")
        warnings = self.page()["warnings"]
        self.assertTrue(warnings and all(w["what"] and w["remedy"] for w in warnings), warnings)

    def test_standard_output(self):
        done = self.run_program("fit", self.blobs(), "-k", 3, *BLOBS, "--method", "kmeans", "--report", "-")
        self.assertTrue(done.stdout.startswith("<!doctype html>"))
        self.assertIn("converged", done.stderr)

    def test_what_is_refused(self):
        data = self.blobs()
        self.refused(73, "fit", data, "-k", 3, *BLOBS, "--report", "no/r.html", says=["no/r.html", "--report"])
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--report", f"./{data}", says="overwrite")
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--report", "-", "--json", says=["--report", "--json"])


if __name__ == "__main__":
    unittest.main()
