"""Methods beyond the engine, embeddings, the number of clusters and ordered kernel matrices, as a user calls them."""

import unittest

from support import BLOBS, ProgramTest


class Methods(ProgramTest):
    def test_methods_that_find_the_number_of_clusters(self):
        data = self.blobs()
        for method, more in {"mean-shift:bandwidth=1.5": (), "svc": ("--kernel", "gaussian:sigma=2")}.items():
            with self.subTest(method):
                found = self.json("fit", data, *BLOBS, "--method", method, *more, "--labels", "labels.csv", "--model",
                                  "m.mercer")
                self.assertEqual((found["clusters"], found["accuracy"]), (3, 1))
                self.assertEqual(self.mercer("predict", "m.mercer", data, "-q").split()[1:], self.labels())
                self.refused(2, "fit", data, *BLOBS, "--method", method, *more, "-k", 3, says="leave -k out")

    def test_one_class_writes_scores_and_noise(self):
        data = self.blobs()
        found = self.json("fit", data, *BLOBS, "--method", "one-class:nu=0.2", "--kernel", "gaussian:sigma=5",
                          "--labels", "labels.csv", "--model", "m.mercer", "--outlier-scores", "s.csv",
                          "--memberships", "u.csv", "--plot", "p.svg")
        labels = self.labels()
        self.assertEqual(set(labels), {"0", "-1"})
        self.assertEqual(found["sizes"], [labels.count("0")])
        scores = list(map(float, self.read("s.csv").split()[1:]))
        self.assertTrue(all((score > 0.01) <= (label == "-1") for score, label in zip(scores, labels)))
        self.assertEqual(self.mercer("predict", "m.mercer", data, "-q").split()[1:], labels)
        self.assertIn("one-class", self.mercer("info", "m.mercer"))

    def test_spectral_and_spheres(self):
        data = self.blobs()
        for method in ["spectral", "spectral:variant=shi-malik,refine", "spectral:neighbors=40", "spheres"]:
            with self.subTest(method):
                kernel = ("--kernel", "gaussian:sigma=3") if method == "spheres" else ()
                found = self.json("fit", data, "-k", 3, *BLOBS, "--method", method, *kernel, "--labels", "labels.csv",
                                  "--model", "m.mercer")
                self.assertEqual(found["accuracy"], 1)
                self.assertEqual(self.mercer("predict", "m.mercer", data, "-q").split()[1:], self.labels())

    def test_refusals(self):
        data = self.blobs()
        for method, says in {"one-class:nu=0": "nu = 0", "one-class:C=0.001": ["C = 0.001", "1/n"],
                             "one-class:nu=0.1,C=0.5": "leave one of them out", "svc:outliers=2": "outliers = 2",
                             "mean-shift:bandwidth=-1": "bandwidth = -1"}.items():
            self.refused(2, "fit", data, *BLOBS, "--method", method, says=says)
        self.refused(2, "fit", data, *BLOBS, "-k", 3, "--method", "spheres:rho=0", says="rho = 0")
        self.refused(2, "fit", data, *BLOBS, "-k", 3, "--method", "spectral:neighbors=90", says="neighbors = 90")
        self.refused(2, "fit", data, *BLOBS, "--method", "svc", "--kernel", "linear", says="gaussian")
        self.refused(65, "fit", data, *BLOBS, "-k", 2, "--method", "spectral:neighbors=3", says="disconnected")
        self.refused(2, "fit", data, *BLOBS, "-k", 3, "--method", "spectral", "--approx", "minibatch", says="minibatch")


class Embed(ProgramTest):
    def test_coordinates_and_new_points(self):
        data = self.blobs()
        for method in ["pca", "spectral", "spectral:neighbors=50"]:
            with self.subTest(method):
                self.mercer("embed", data, *BLOBS, "--method", method, "--kernel", "gaussian:sigma=5", "-d", 2, "-o",
                            "y.csv", "--model", "e.mercer", "--plot", "y.svg", "-q")
                rows = self.read("y.csv").splitlines()
                self.assertEqual((rows[0], len(rows)), ("y1,y2", 91))
                self.mercer("embed", data, *BLOBS, "--from", "e.mercer", "-o", "z.csv", "-q")
                self.assertEqual(len(self.read("z.csv").splitlines()), 91)
                self.assertIn("<svg", self.read("y.svg"))
        self.refused(65, "predict", "e.mercer", data, says="not a mercer model")
        self.assertEqual(self.mercer("embed", data, *BLOBS, "-q").splitlines()[0], "y1,y2")
        self.assertIn("variance", self.json("embed", data, *BLOBS, "-o", "y.npy"))

    def test_refusals(self):
        data = self.blobs()
        self.refused(2, "embed", data, *BLOBS, "-d", 90, "-o", "y.csv", says="90 points")
        self.refused(2, "embed", data, *BLOBS, "--method", "isomap", says="isomap")
        self.refused(2, "embed", data, *BLOBS, "--from", "e.mercer", "--model", "f.mercer", says="--from")
        self.refused(66, "embed", data, *BLOBS, "--from", "absent.mercer", "-o", "y.csv", says="absent.mercer")


class SuggestK(ProgramTest):
    def test_evidence_and_recommendation(self):
        data = self.blobs()
        words = ("suggest-k", data, *BLOBS, "--kernel", "gaussian:sigma=3", "--most", 5, "--samples", 3)
        found = self.json(*words)
        self.assertEqual(found["clusters"], 3)
        self.assertEqual([row["clusters"] for row in found["evidence"]], [2, 3, 4, 5])
        self.assertIn("3 clusters", self.mercer(*words).splitlines()[-1])
        self.refused(2, "suggest-k", data, *BLOBS, "--most", 1, says="most = 1")


class OrderedGram(ProgramTest):
    def test_orders_and_pictures(self):
        data = self.blobs()
        for order in ["label", "vat"]:
            self.mercer("gram", data, *BLOBS, "--kernel", "gaussian:sigma=1", "--order", order, "-o", "K.csv", "--plot",
                        "K.svg", "-q")
            K = [list(map(float, line.split(","))) for line in self.read("K.csv").splitlines()]
            blocks = [(i, j) for i in range(90) for j in range(90) if K[i][j] > 0.2]
            self.assertTrue(all(i // 30 == j // 30 for i, j in blocks), order)
            self.assertIn("data:image/png", self.read("K.svg"))
        self.refused(2, "gram", data, "--columns", "x,y", "--order", "label", "-o", "K.csv", says="--truth")
        self.refused(2, "gram", data, *BLOBS, "--order", "vat", "--neighbors", 5, "-o", "K.mtx", says="--neighbors")
        self.refused(2, "gram", data, *BLOBS, says="--output")
        self.refused(2, "gram", data, *BLOBS, "--order", "random", "-o", "K.csv", says=["random", "vat"])


if __name__ == "__main__":
    unittest.main()
