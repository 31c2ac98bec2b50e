"""The connectivity kernel and hierarchies, as a user runs them."""

import json
import unittest

from support import ProgramTest


class Trees(ProgramTest):
    def setUp(self):
        super().setUp()
        self.mercer("generate", "spirals", "--outliers", 45, "-o", "spirals.csv")

    def fit(self, *words):
        return self.json("fit", "spirals.csv", "--truth", "label", *words)

    def test_the_kernel_has_a_method_of_its_own(self):
        self.assertEqual(self.fit("-k", 3, "--kernel", "connectivity")["method"], "tree-cut")
        self.assertEqual(self.fit("-k", 3, "--kernel", "connectivity", "--method", "kmeans")["method"], "kmeans")
        embedded = self.fit("-k", 3, "--kernel", "connectivity", "--embed", "pca")
        self.assertEqual(embedded["method"], "kmeans")
        self.assertEqual(embedded["embed"], "pca")

    def test_certificate(self):
        found = self.fit("-k", 3, "--kernel", "connectivity")
        self.assertLess(found["certificate"], 1.05)
        self.assertGreaterEqual(found["certificate"], 1)
        self.assertGreater(found["accuracy"], 0.9)
        self.assertNotIn("certificate", self.fit("-k", 3, "--method", "tree-cut:certificate=off"))

    def test_a_range_of_numbers(self):
        found = self.fit("-k", "2..6", "--kernel", "connectivity")
        self.assertEqual([count["clusters"] for count in found["counts"]], [2, 3, 4, 5, 6])
        self.assertEqual(found["clusters"], 3)
        text = self.mercer("fit", "spirals.csv", "--truth", "label", "-k", "2..6", "--kernel", "connectivity")
        self.assertIn("<- suggested", text)
        for words, says in [("6..2", "not a range"), ("2..x", "2..x"), ("..", "'..'")]:
            self.refused(2, "fit", "spirals.csv", "-k", words, "--kernel", "connectivity", says=says)
        self.refused(2, "fit", "spirals.csv", "-k", "2..4", says="needs method tree-cut")

    def test_dendrograms(self):
        for method in ["single", "ward", "genie", "hdbscan"]:
            with self.subTest(method):
                k = [] if method == "hdbscan" else ["-k", 3]
                for name in ["tree.json", "tree.nwk", "tree.csv", "tree.npy"]:
                    self.fit(*k, "--method", method, "--dendrogram", name)
                merges = json.loads(self.read("tree.json"))["merges"]
                self.assertEqual(len(merges), 494)
                self.assertEqual(merges[-1][3], 495)
                self.assertTrue(self.read("tree.nwk").endswith(");\n"))
                rows = self.read("tree.csv").splitlines()
                self.assertEqual(rows[0], "left,right,height,size")
                self.assertEqual(len(rows), 495)
                self.fit(*k, "--method", method, "--dendrogram", "tree.svg")
                self.assertTrue(self.read("tree.svg").startswith("<svg"))
                self.assertIn("hierarchy of 495 objects", self.read("tree.svg"))
                self.fit(*k, "--method", method, "--dendrogram", "tree.png")
                self.assertEqual(self.files()["tree.png"][:4], b"\x89PNG")
        self.refused(2, "fit", "spirals.csv", "-k", 3, "--dendrogram", "t.json", says="--dendrogram needs")
        self.refused(2, "fit", "spirals.csv", "-k", 3, "--method", "single", "--dendrogram", "t.doc",
                     says=["t.doc", ".svg", ".nwk"])

    def test_models_and_outlier_scores(self):
        for method in ["tree-cut", "single", "ward", "genie"]:
            with self.subTest(method):
                self.mercer("fit", "spirals.csv", "-k", 3, "--truth", "label", "--kernel", "connectivity:min_points=3",
                            "--method", method, "--model", "m.mercer", "--labels", "a.csv", "--outlier-scores", "s.csv")
                self.mercer("predict", "m.mercer", "spirals.csv", "--truth", "label", "--labels", "b.csv",
                            "--outlier-scores", "t.csv")
                self.assertEqual(self.read("a.csv"), self.read("b.csv"))
                self.assertEqual(len(self.read("s.csv").splitlines()), 496)
                self.assertTrue(all(float(x) == 0 for x in self.read("t.csv").splitlines()[1:]))

    def test_noise(self):
        found = self.fit("--method", "hdbscan:min_size=20", "--labels", "l.csv", "--memberships", "u.csv",
                         "--plot", "p.svg")
        self.assertGreater(found["noise"], 0)
        self.assertEqual(sum(found["sizes"]) + found["noise"], 495)
        self.assertIn("-1", self.read("l.csv").split())
        self.assertIn("noise", self.read("p.svg"))

    def test_a_graph_in_parts(self):
        self.write("g.mtx", "%%MatrixMarket matrix coordinate real symmetric\n5 5 3\n2 1 1\n3 2 2\n5 4 1\n")
        words = ["fit", "g.mtx", "-k", 2, "--kernel", "connectivity:metric=precomputed"]
        self.refused(65, *words, says=["2 parts", "join"])
        self.assertEqual(sorted(self.json(*words, "--join")["sizes"]), [2, 3])
        self.refused(2, "fit", "spirals.csv", "-k", 2, "--join", says="--join is for graphs")

    def test_dry_run(self):
        for method in ["hdbscan", "one-class", "svc", "mean-shift"]:  # they find the number of clusters
            self.assertIn("plan", self.mercer("fit", "spirals.csv", "--truth", "label", "--method", method, "--dry-run"))
        self.assertIn("tree", self.mercer("fit", "spirals.csv", "-k", 3, "--kernel", "connectivity", "--dry-run"))


if __name__ == "__main__":
    unittest.main()
