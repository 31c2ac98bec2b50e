"""Strings, graphs, and the vertices of a graph, as a user clusters them."""

import itertools
import json
import random
import struct
import unittest

from support import ProgramTest

METHODS = ("kmeans", "soft", "fuzzy", "possibilistic", "iwc", "k-harmonic", "neural-gas", "spectral", "spheres")


class Objects(ProgramTest):
    def gram(self, *words):
        """The kernel matrix as rows, out of an NPY file."""
        done = self.run_program("gram", *words, "-o", "-", text=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        length = struct.unpack("<H", done.stdout[8:10])[0]
        values = struct.unpack(f"<{(len(done.stdout) - 10 - length) // 8}d", done.stdout[10 + length:])
        n = round(len(values) ** 0.5)
        return [values[i * n:(i + 1) * n] for i in range(n)]

    def again(self, *words):
        self.mercer("predict", "m.mercer", *words, "--labels", "again.csv", "--quiet")
        return self.labels("again.csv")

    def every_method(self, data, kernel, *words):
        for method in METHODS:
            with self.subTest(method=method, kernel=kernel):
                self.mercer("fit", data, "-k", 2, "--kernel", kernel, "--method", method, "--model", "m.mercer",
                            "--labels", "labels.csv", *words)
                self.assertEqual(self.again(data), self.labels())


class Strings(Objects):
    def setUp(self):
        super().setUp()
        draw = random.Random(3)
        words = ["".join(draw.choice(letters) for _ in range(12)) for letters in ("abcab", "xyzzy") for _ in range(15)]
        self.write("words.txt", "\n".join(words) + "\n")
        rows = [f"{w},{'first' if i < 15 else 'second'}" for i, w in enumerate(words)]
        self.write("words.csv", "\n".join(["word,kind"] + rows) + "\n")
        lines = [json.dumps({"text": w, "kind": "first" if i < 15 else "second"}) for i, w in enumerate(words)]
        self.write("words.jsonl", "\n".join(lines) + "\n")

    def test_both_kernels_find_the_alphabets(self):
        for kernel in ("spectrum:length=2", "subsequence:length=2,decay=0.4"):
            for data in (("words.csv", "--text", "word"), ("words.jsonl",)):
                with self.subTest(kernel=kernel, data=data):
                    made = self.json("fit", *data, "--truth", "kind", "-k", 2, "--kernel", kernel, "--model",
                                     "m.mercer", "--labels", "labels.csv")
                    self.assertEqual(made["accuracy"], 1)
                    self.assertEqual(made["kernel"], kernel)
                    self.assertEqual(self.again(*data), self.labels())
                    self.assertEqual(self.again("words.txt"), self.labels())
                    self.assertEqual(self.json("info", "m.mercer")["kernel"], kernel)
                    self.write("new.txt", "abcabcabqq\nzzyzxyqq\n")
                    self.assertEqual(self.again("new.txt"), [self.labels()[0], self.labels()[-1]])

    def test_every_method_takes_strings(self):
        self.every_method("words.txt", "spectrum:length=2")
        self.every_method("words.txt", "subsequence:length=2")

    def test_the_kernel_matrix_of_the_books(self):
        self.write("w.txt", "bar\nbat\ncar\ncat\n")
        for row, expected in zip(self.gram("w.txt", "--kernel", "spectrum:length=2"),
                                 ((1, .5, .5, 0), (.5, 1, 0, .5), (.5, 0, 1, .5), (0, .5, .5, 1))):
            for value, known in zip(row, expected):
                self.assertAlmostEqual(value, known, 14)
        self.assertAlmostEqual(self.gram("w.txt", "--kernel", "subsequence:length=2,decay=0.5")[2][3], 1 / 2.25, 14)

    def test_other_commands_take_strings(self):
        self.assertEqual(self.json("suggest-k", "words.txt", "--kernel", "spectrum:length=2", "--most", 5)["clusters"], 2)
        for kernel in ("spectrum:length=2", "subsequence:length=2"):
            text = self.mercer("embed", "words.txt", "--kernel", kernel, "-o", "y.csv")
            self.assertIn(kernel, text)
            self.assertEqual(len(self.read("y.csv").splitlines()), 31)
        self.refused(2, "embed", "words.txt", "--kernel", "spectrum", "--model", "e.mercer", says="--model")

    def test_bad_strings(self):
        self.write("a.txt", "abcd\nab\n")
        self.refused(65, "fit", "a.txt", "-k", 2, "--kernel", "spectrum", says=("a.txt: line 2", "3 characters"))
        self.refused(2, "fit", "a.txt", "-k", 2, "--kernel", "spectrum:length=0", says="length = 0")
        self.refused(2, "fit", "a.txt", "-k", 2, "--kernel", "subsequence:decay=2", says="decay = 2")
        self.refused(2, "fit", "a.txt", "-k", 2, "--kernel", "spectrum", "--truth", "kind", says="--text")
        self.refused(2, "fit", "a.txt", "-k", 2, "--kernel", "spectrum", "--standardize", says="--standardize")
        self.write("b.txt", b"abc\nab\xe9d\n")
        self.refused(65, "fit", "b.txt", "-k", 1, "--kernel", "spectrum", says="b.txt: byte 7 (0xe9)")


class WholeGraphs(Objects):
    def setUp(self):
        super().setUp()
        # Rings and stars of 5 to 12 vertices.
        self.graphs = [([(i, (i + 1) % n) for i in range(n)], "ring") for n in range(5, 13)]
        self.graphs += [([(0, i) for i in range(1, n)], "star") for n in range(5, 13)]
        self.write("g.jsonl", "".join(json.dumps({"edges": e, "label": kind}) + "\n" for e, kind in self.graphs))
        self.collection()

    def collection(self):
        edges, owners, first = [], [], 1
        for number, (own, _) in enumerate(self.graphs, start=1):
            n = 1 + max(map(max, own))
            edges += [f"{a + first}, {b + first}" for x, y in own for a, b in ((x, y), (y, x))]
            owners += [str(number)] * n
            first += n
        self.write("RINGS_A.txt", "\n".join(edges) + "\n")
        self.write("RINGS_graph_indicator.txt", "\n".join(owners) + "\n")
        self.write("RINGS_graph_labels.txt", "".join(f"{kind}\n" for _, kind in self.graphs))

    def test_rings_and_stars(self):
        answers = []
        for data in ("g.jsonl", ".", "RINGS"):
            made = self.json("fit", data, "--truth", "label", "-k", 2, "--kernel", "weisfeiler-lehman:depth=2",
                             "--model", "m.mercer", "--labels", "labels.csv")
            self.assertEqual(made["accuracy"], 1)
            self.assertEqual(made["kernel"], "weisfeiler-lehman:depth=2")
            self.assertEqual(self.again(data), self.labels())
            answers.append((made["objective"], self.labels()))
        self.assertEqual(answers, answers[:1] * 3)
        ring, star = [(i, (i + 1) % 20) for i in range(20)], [(19, i) for i in range(19)]
        self.write("new.jsonl", "".join(json.dumps({"edges": e}) + "\n" for e in (ring, star)))
        self.assertEqual(self.again("new.jsonl"), [self.labels()[0], self.labels()[-1]])

    def test_every_method_takes_graphs(self):
        self.every_method("g.jsonl", "weisfeiler-lehman")

    def test_bad_graphs(self):
        self.write("a.jsonl", '{"edges": [[0, 1]]}\n{"edges": [[0]]}\n')
        self.refused(65, "fit", "a.jsonl", "-k", 1, "--kernel", "weisfeiler-lehman", says=("a.jsonl: line 2", "[0]"))
        self.refused(66, "fit", "none", "-k", 1, "--kernel", "weisfeiler-lehman", says="none_A.txt")
        self.refused(2, "fit", "g.jsonl", "-k", 1, "--kernel", "weisfeiler-lehman:depth=-1", says="depth = -1")


class Vertices(Objects):
    def setUp(self):
        super().setUp()
        # Two complete graphs of six, and an edge between them.
        edges = [(a + s, b + s) for s in (0, 6) for a, b in itertools.combinations(range(6), 2)] + [(5, 6)]
        self.write("graph.txt", "".join(f"{a} {b}\n" for a, b in edges))
        lines = "".join(f"{b + 1} {a + 1} 1\n" for a, b in edges)
        self.write("graph.mtx", f"%%MatrixMarket matrix coordinate real symmetric\n12 12 {len(edges)}\n{lines}")

    def halves(self, *words):
        self.mercer("fit", *words, "-k", 2, "--labels", "labels.csv", "--quiet")
        labels = self.labels()
        self.assertEqual(labels, [labels[0]] * 6 + [labels[-1]] * 6)
        self.assertNotEqual(labels[0], labels[-1])

    def test_every_kernel_of_a_graph(self):
        for kernel in ("diffusion", "diffusion:time=0.3,normalized=yes", "diffusion:form=regularized,time=5",
                       "geodesic:metric=precomputed"):
            with self.subTest(kernel):
                self.halves("graph.txt", "--edges", "--kernel", kernel)
                self.halves("graph.mtx", "--kernel", kernel)

    def test_gaps_of_a_list_of_edges(self):
        self.write("lengths.txt", "a b 1\nb c 1\nc d 9\nd e 2\ne f 1\n")
        self.mercer("fit", "lengths.txt", "--edges", "--kernel", "connectivity:metric=precomputed", "-k", 2, "--labels",
                    "labels.csv")
        labels = self.labels()
        self.assertEqual(labels, [labels[0]] * 3 + [labels[-1]] * 3)
        self.assertNotEqual(labels[0], labels[-1])

    def test_every_method_takes_vertices(self):
        for method in METHODS:
            with self.subTest(method):
                self.mercer("fit", "graph.txt", "--edges", "-k", 2, "--kernel", "diffusion:time=0.2", "--method", method,
                            "--labels", "labels.csv")

    def test_rows_of_heat_sum_to_one(self):
        for row in self.gram("graph.txt", "--edges", "--kernel", "diffusion:time=0.7"):
            self.assertAlmostEqual(sum(row), 1, 12)

    def test_new_vertices_are_refused_by_name(self):
        self.mercer("fit", "graph.mtx", "-k", 2, "--kernel", "diffusion", "--model", "m.mercer")
        self.refused(2, "predict", "m.mercer", "graph.mtx", says=("diffusion", "whole graph"))

    def test_bad_graphs(self):
        self.write("a.txt", "a b 1\nb c -2\n")
        self.refused(65, "fit", "a.txt", "--edges", "-k", 2, "--kernel", "diffusion", says=("line 2", "-2 is negative"))
        self.write("a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n3 2 -2\n")
        for kernel in ("diffusion", "geodesic:metric=precomputed", "connectivity:metric=precomputed"):
            with self.subTest(kernel):
                self.refused(65, "fit", "a.mtx", "-k", 2, "--kernel", kernel, says=("-2", "negative"))
        self.write("b.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n2 1 1\n3 2 2\n")
        self.refused(65, "fit", "b.mtx", "-k", 2, "--kernel", "diffusion", says=("adjacency", "not symmetric"))
        self.refused(2, "fit", "graph.mtx", "-k", 2, "--kernel", "diffusion:time=0", says="time = 0")
        self.refused(2, "fit", "graph.mtx", "-k", 2, "--kernel", "diffusion:time=1e15", says=("time = 1e+15", "lower"))
        self.refused(75, "fit", "graph.mtx", "-k", 2, "--kernel", "diffusion", "--memory", "1K", says="12 vertices")
        self.refused(2, "fit", "graph.txt", "--edges", "-k", 2, "--kernel", "gaussian", says=("--edges", "diffusion"))


class GeodesicRefusals(ProgramTest):
    def test_bad_neighbours(self):
        self.blobs()
        for neighbors, words in ((90, ("neighbors = 90", "90 points")), (0, "neighbors = 0"), (-3, "neighbors = -3")):
            with self.subTest(neighbors):
                self.refused(2, "fit", "blobs.csv", "--columns", "x,y", "-k", 3, "--kernel",
                             f"geodesic:neighbors={neighbors}", says=words)

    def test_a_stiffness_below_the_critical_one_is_warned_of(self):
        self.blobs()
        made = self.json("fit", "blobs.csv", "--columns", "x,y", "-k", 3, "--kernel", "geodesic", "--method",
                         "soft:beta=1e-6")
        self.assertRegex(" ".join(made["warnings"]), r"beta = 1e-06 .*critical.*\d")
        self.assertFalse(self.json("fit", "blobs.csv", "--columns", "x,y", "-k", 3, "--kernel", "geodesic", "--method",
                                   "soft")["warnings"])


if __name__ == "__main__":
    unittest.main()
