"""The program on several ranks: the same files as on one, and one of them speaks."""

import json
import random
import unittest

from launch import RanksTest

KERNELS = {"gaussian": "gaussian:sigma=2", "linear": "linear", "connectivity": "connectivity",
           "geodesic": "geodesic:neighbors=8"}
METHODS = ["kmeans", "soft", "fuzzy", "possibilistic", "k-harmonic", "iwc", "neural-gas", "som:grid=1x3"]


def table(count, dimensions, seed=1):
    numbers = random.Random(seed)
    centres = [[numbers.uniform(-4, 4) for _ in range(dimensions)] for _ in range(3)]
    rows = [[c + numbers.gauss(0, 1) for c in centres[i % 3]] for i in range(count)]
    return "\n".join(",".join(f"{x:.6f}" for x in row) for row in rows) + "\n"


class SameBits(RanksTest):
    """A fit of each kind, with every output, on 1, 2, 3 and 4 ranks and 1 and 2 threads."""

    def setUp(self):
        super().setUp()
        self.write("points.csv", table(900, 4))
        self.write("new.csv", table(200, 4, seed=2))

    def outputs(self, ranks, *words, threads=1):
        text = self.well(ranks, "fit", *words, "--threads", threads, "--labels", "labels.csv", "--model", "model.mercer",
                         "--json")
        found = json.loads(text)
        return (self.read("labels.csv"), found["objective"], found["history"], found["iterations"],
                (self.folder / "model.mercer").read_bytes())

    def check(self, *words, ranks=(2, 3, 4)):
        plain = json.loads(self.mercer("fit", *words, "--threads", 2, "--labels", "labels.csv", "--json"))
        one = self.outputs(1, *words)
        self.assertEqual(one[0], self.read("labels.csv"))
        self.assertAlmostEqual(one[1], plain["objective"], delta=1e-9 * abs(plain["objective"]))
        for count in ranks:
            with self.subTest(ranks=count):
                self.assertEqual(self.outputs(count, *words, threads=1 + count % 2), one)

    def test_every_kernel(self):
        for name, kernel in KERNELS.items():
            with self.subTest(kernel=name):
                self.check("points.csv", "-k", 3, "--kernel", kernel, "--method", "kmeans")

    # All rules x kernels x ranks x threads are in tests/laws; here each rule has its turn with one of the kernels, on one
    # number of ranks, so that each kernel and each number comes twice or more.
    def test_every_rule(self):
        kernels = list(KERNELS.values())
        for number, method in enumerate(METHODS[1:]):
            with self.subTest(method=method):
                self.check("points.csv", "-k", 3, "--kernel", kernels[number % len(kernels)], "--method", method,
                           "--restarts", 2, ranks=(2 + number % 3,))

    def test_methods_that_are_not_the_loop(self):
        self.check("points.csv", "-k", 3, "--method", "auto", ranks=(3,))
        self.check("points.csv", "-k", 3, "--method", "spectral", "--kernel", "gaussian:sigma=2", ranks=(2,))

    def test_features(self):
        for ranks, words in ((2, ["gaussian:sigma=2", "--approx", "nystrom:landmarks=60", "--precision", "float"]),
                             (3, ["geodesic:neighbors=8,landmarks=60"])):
            with self.subTest(words=words):
                self.check("points.csv", "-k", 3, "--method", "kmeans", "--kernel", *words, ranks=(ranks,))

    def test_given_matrices(self):
        self.mercer("gram", "points.csv", "--kernel", "gaussian:sigma=2", "-o", "K.npy")
        self.check("K.npy", "-k", 3, "--kernel", "precomputed", "--method", "kmeans", ranks=(4,))

    def test_predictions(self):
        self.mercer("fit", "points.csv", "-k", 3, "--kernel", "gaussian:sigma=2", "--model", "model.mercer")
        self.mercer("predict", "model.mercer", "new.csv", "--labels", "one.csv")
        for ranks in (2, 3):
            self.well(ranks, "predict", "model.mercer", "new.csv", "--labels", "many.csv")
            self.assertEqual(self.read("many.csv"), self.read("one.csv"))


class OneSpeaks(RanksTest):
    def test_standard_input_and_output(self):
        text = table(600, 3)
        one = self.mercer("fit", "-", "-k", 3, "--kernel", "gaussian:sigma=2", "--quiet", "--labels", "-", stdin=text)
        many = self.well(3, "fit", "-", "-k", 3, "--kernel", "gaussian:sigma=2", "--quiet", "--labels", "-", stdin=text)
        self.assertEqual(many, one)
        self.assertEqual(len(one.splitlines()), 601)

    def test_the_summary_says_how_many_ranks(self):
        self.write("points.csv", table(600, 3))
        text = self.well(2, "fit", "points.csv", "-k", 3, "--kernel", "gaussian:sigma=2", "--threads", 1)
        self.assertEqual(text.count("2 ranks x 1 thread"), 1)

    def test_dry_run_is_about_each_rank(self):
        self.write("points.csv", table(600, 3))
        words = ["fit", "points.csv", "-k", 3, "--kernel", "gaussian:sigma=2", "--dry-run"]
        text = self.well(2, *words)
        self.assertIn("on each of 2 ranks", text)
        for rank in (0, 1):
            self.assertRegex(text, fr"(?m)rank {rank}\b.* \d\S* [kM]?B, about \d.* per pass$")
        ranks = json.loads(self.well(2, *words, "--json"))["ranks"]
        self.assertEqual(len(ranks), 2)
        for rank in ranks:
            self.assertGreater(rank["bytes"], 0)
            self.assertGreater(rank["pass_seconds"], 0)

    # Labels that move and a few numbers for each cluster: never the sums themselves.
    def test_bytes_of_each_step(self):
        points, ranks = 3000, 3
        self.write("points.csv", table(points, 4))
        found = json.loads(self.well(ranks, "fit", "points.csv", "-k", 8, "--kernel", "gaussian:sigma=2", "--restarts",
                                     1, "--json"))["ranks"]
        self.assertEqual(found["count"], ranks)
        self.assertGreater(len(found["steps"]), 2)
        self.assertLessEqual(sum(step["bytes"] for step in found["steps"]), found["bytes"])
        self.assertLessEqual(found["steps"][-1]["bytes"], 2 * points * ranks + 65536)
        self.assertGreater(found["steps"][-1]["messages"], 0)


if __name__ == "__main__":
    unittest.main()
