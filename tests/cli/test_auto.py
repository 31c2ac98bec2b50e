"""Method auto, the default, and the methods that came with it, as a user calls them."""

import json
import math
import random
import subprocess
import unittest

from support import BLOBS, PROGRAM, ProgramTest


class Auto(ProgramTest):
    def test_it_is_the_default_where_nothing_is_said(self):
        self.mercer("generate", "rings", "-o", "rings.csv")
        found = self.json("fit", "rings.csv", "-k", 2, "--truth", "label")
        self.assertEqual((found["method"], found["accuracy"]), ("auto", 1))
        for more in (["--kernel", "linear"], ["--init", "random"], ["--search", "swap"], ["--restarts", 2]):
            with self.subTest(more[0]):
                self.assertEqual(self.json("fit", "rings.csv", "-k", 2, "--drop", "label", *more)["method"], "kmeans")

    def test_the_table_and_the_words(self):
        data = self.blobs()
        found = self.json("fit", data, "-k", 3, *BLOBS)
        self.assertEqual(found["accuracy"], 1)
        rows = [row for row in found["candidates"] if row["representation"] == found["representation"]]
        self.assertEqual(len(rows), 17)
        best = max(rows, key=lambda row: row["score"])
        self.assertEqual(best["candidate"], found["winner"])
        self.assertAlmostEqual(best["score"], best["agreement"] + 0.35 * found["gate"] * best["mixture"] +
                               0.4 * best["separation"])
        self.assertAlmostEqual(best["agreement"], found["agreement"])
        method = next(row["method"] for row in rows if row["candidate"] == "genie5-0.3")
        self.assertEqual(method, "genie:g=0.3 --kernel connectivity:min_points=5")
        self.assertEqual(self.json("fit", data, "-k", 3, *BLOBS, "--method", *method.split())["accuracy"], 1)
        text = self.mercer("fit", data, "-k", 3, *BLOBS)
        for word in ("winner", "agreement", "gaussian", "separation", "confidence", "<- chosen", found["winner"]):
            self.assertIn(word, text)

    def test_a_candidate_is_taken_by_its_name(self):
        data = self.blobs()
        found = self.json("fit", data, "-k", 3, *BLOBS, "--method", "auto:take=mixture", "--labels", "labels.csv")
        self.assertEqual((found["winner"], found["method"]), ("mixture", "auto:take=mixture"))
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--method", "auto:take=mixtures", says="mixture-best, model")

    def test_a_disagreement_is_a_warning(self):
        self.write("noise.csv", "".join(f"{(i * 7919) % 997},{(i * 104729) % 1009}\n" for i in range(300)))
        found = self.json("fit", "noise.csv", "-k", 9)
        self.assertLess(found["agreement"], 0.55)
        self.assertTrue(any("disagree" in w and "suggest-k" in w for w in found["warnings"]), found["warnings"])
        self.assertIn("unsure, about 0.32, the mean adjusted Rand index of benchmark sets with such an agreement", self.mercer("fit", "noise.csv", "-k", 9))
        self.assertNotIn("unsure", self.mercer("fit", self.blobs(), "-k", 3, *BLOBS))

    def test_a_doubtful_number_is_unsure(self):
        # three rings that touch: some of the candidates agree, on a number that is wrong
        draw, rows = random.Random(4), []
        for i in range(240):
            radius, angle = (1, 1.5, 2)[i % 3], draw.uniform(0, 6.283)
            rows.append(f"{radius * math.cos(angle) + draw.gauss(0, 0.12):.4f},{radius * math.sin(angle) + draw.gauss(0, 0.12):.4f}")
        self.write("rings.csv", "x,y\n" + "\n".join(rows) + "\n")
        found = self.json("fit", "rings.csv")
        self.assertEqual((found["number"]["clarity"], found["number"]["by_model"]), ("hint", False))
        self.assertLess(found["confidence"], 0.6)
        self.assertRegex(self.mercer("fit", "rings.csv"), r"confidence +unsure, about 0\.\d\d, the mean adjusted Rand index of benchmark sets with such evidence")

    def test_without_a_number_one_is_suggested(self):
        found = self.json("fit", self.blobs(), *BLOBS)
        self.assertEqual((found["clusters"], found["suggested"], found["number"]["clarity"]), (3, 3, "clear"))
        self.assertEqual(self.json("fit", self.blobs(), *BLOBS, "--method", "kmeans")["clusters"], 3)

    def test_suggest_k(self):
        data = self.blobs()
        found = self.json("suggest-k", data, *BLOBS)
        self.assertEqual((found["clusters"], found["clarity"]), (3, "clear"))
        best = max(found["evidence"], key=lambda row: row["evidence"])
        self.assertEqual(best["clusters"], 3)
        self.assertIn("3 clusters: evidence", self.mercer("suggest-k", data, *BLOBS))
        self.assertEqual(self.json("suggest-k", data, *BLOBS, "--criteria")["clusters"], 3)
        self.write("noise.csv", "".join(f"{(i * 7919) % 997},{(i * 104729) % 1009}\n" for i in range(200)))
        self.assertIn("no clusters stand out", self.mercer("suggest-k", "noise.csv"))
        self.write("equal.csv", "1,2\n" * 20)
        self.refused(65, "suggest-k", "equal.csv", says="constant")

    def test_a_width_is_searched(self):
        self.mercer("generate", "rings", "-o", "rings.csv")
        found = self.json("fit", "rings.csv", "-k", 2, "--truth", "label", "--kernel", "gaussian:sigma=search")
        self.assertEqual(found["tuning"]["parameter"], "kernel.sigma")
        self.assertEqual(len(found["tuning"]["steps"]), 13)
        self.assertNotIn("median", self.mercer("fit", "rings.csv", "-k", 2, "--kernel", "gaussian:sigma=search"))
        same = self.json("fit", "rings.csv", "-k", 2, "--truth", "label", "--kernel", "gaussian", "--tune", "kernel.sigma")
        self.assertEqual(found["tuning"], same["tuning"])

    def test_the_evidence_is_drawn(self):
        data = self.blobs()
        self.mercer("fit", data, *BLOBS, "--curve", "numbers.svg", "-q")
        self.assertIn("number of clusters", self.read("numbers.svg"))
        self.mercer("fit", data, *BLOBS, "-k", 3, "--kernel", "gaussian:sigma=search", "--curve", "widths.svg", "-q")
        self.assertIn("kernel.sigma", self.read("widths.svg"))
        self.mercer("fit", data, *BLOBS, "--curve", "numbers.png", "-q")
        self.refused(2, "fit", data, *BLOBS, "-k", 3, "--curve", "c.svg", says="--tune")
        self.refused(2, "fit", data, *BLOBS, "--curve", "c.pdf", says=".svg")

    def test_too_few_points_to_say(self):
        self.write("few.csv", "".join(f"{i},{i * i % 5}\n" for i in range(8)))
        text = self.mercer("fit", "few.csv")
        self.assertIn("too few to say how many clusters there are", text)
        self.write("line.csv", "".join(f"{i % 2 * 100 + i * 0.1}\n" for i in range(60)))
        self.assertEqual(self.json("fit", "line.csv")["clusters"], 2)

    def test_very_many_points_are_said_before(self):
        self.write("many.csv", "".join(f"{i * 7919 % 997}\n" for i in range(200000)))
        said = "200000 points: the number of clusters is chosen from a sample of 6000"
        for words, line in [(["fit"], said + ", then all are clustered; about .* MB"), (["suggest-k"], said + "; about .* s"),
                            (["fit", "-k", "2", "--method", "fuzzy", "--tune", "m"],
                             "m is chosen from its values on a sample of 6000, then all are clustered; about .* per pass")]:
            run = subprocess.Popen([PROGRAM, words[0], "many.csv", *words[1:]], cwd=self.folder, stderr=subprocess.PIPE,
                                   text=True, stdout=subprocess.DEVNULL)
            self.assertRegex(run.stderr.readline(), line)
            run.kill()
            run.communicate()

    def test_models_and_pictures(self):
        data = self.blobs()
        self.mercer("fit", data, "-k", 3, *BLOBS, "--labels", "labels.csv", "--model", "m.mercer", "--candidates", "c.svg",
                    "--plot", "p.svg")
        self.assertEqual(self.mercer("predict", "m.mercer", data, "-q").split()[1:], self.labels())
        self.assertIn("auto", self.mercer("info", "m.mercer"))
        self.assertIn("graph-volume-10", self.read("c.svg"))
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--method", "kmeans", "--candidates", "c.svg", says="--method auto")

    def test_values_that_are_far_apart_or_huge(self):
        unit = [((i * 7919) % 97 / 50 - 1, (i * 104729) % 89 / 45 - 1) for i in range(20)]
        self.write("far.csv", "".join(f"{x},{y}\n" for x, y in unit) + "1e12,1e12\n")
        for clusters in (3, 20, 21):
            self.assertEqual(self.json("fit", "far.csv", "-k", clusters)["clusters"], clusters)
        self.mercer("fit", "far.csv", "-k", 2, "--labels", "labels.csv")
        self.assertEqual(self.labels().count(self.labels()[20]), 1)
        self.write("huge.csv", "".join(f"{x}e300,{y}e300\n" for x, y in unit))
        for method in ("single", "genie", "tree-cut", "ward", "ward --kernel linear"):
            self.assertEqual(self.json("fit", "huge.csv", "-k", 2, "--method", *method.split())["clusters"], 2)
        self.refused(65, "fit", "huge.csv", "-k", 2, "--method", "ward", "--kernel", "polynomial", says="scale the data")
        self.mercer("fit", "huge.csv", "-k", 1, "--model", "m.mercer")
        self.mercer("predict", "m.mercer", "huge.csv", "-q", "--distances", "d.csv")
        self.assertNotRegex(self.read("d.csv"), "nan|inf")

    def test_documents_are_directions(self):
        topics = [["sun", "rain", "wind", "cloud", "storm"], ["goal", "team", "match", "ball", "coach"]]
        lines = [json.dumps({"text": " ".join(topics[i % 2][(i + j) % 5] for j in range(4)), "topic": i % 2})
                 for i in range(40)]
        self.write("notes.jsonl", "\n".join(lines) + "\n")
        found = self.json("fit", "notes.jsonl", "-k", 2, "--truth", "topic", "--model", "m.mercer")
        self.assertEqual((found["representation"], found["accuracy"]), ("cosine", 1))
        self.assertEqual(len(set(self.mercer("predict", "m.mercer", "notes.jsonl", "-q").split()[1:])), 2)

    def test_graphs_are_taken_as_they_are(self):
        # three rings of 8 vertices with chords, and two bridges
        edges = [(8 * g + i, 8 * g + (i + step) % 8) for g in range(3) for i in range(8) for step in (1, 2, 3)]
        edges += [(0, 8), (9, 16)]
        self.write("graph.txt", "".join(f"v{a:02d} v{b:02d}\n" for a, b in edges))
        found = self.json("fit", "graph.txt", "--edges", "-k", 3, "--labels", "labels.csv", "--model", "m.mercer")
        self.assertEqual((found["method"], found["representation"]), ("auto", "graph"))
        self.assertEqual(self.labels(), [str(label) for label in (0, 1, 2) for _ in range(8)])
        self.assertEqual(self.json("fit", "graph.txt", "--edges")["clusters"], 3)
        text = self.mercer("fit", "graph.txt", "--edges", "-k", 3)
        self.assertIn("the graph as it is given", text)
        self.assertIn("separation   -  (not judged", text)
        self.assertIn("gaussian     -  (not judged", text)
        # name, clusters, agreement, mixture, separation, score
        self.assertRegex(text, r"\n  genie-0.1 +3 +[\d.]+ +- +- +[\d.]+")
        rows = found["candidates"]
        self.assertEqual({(row["mixture"], row["separation"]) for row in rows if "failure" not in row}, {(None, None)})
        self.refused(2, "fit", "graph.txt", "--edges", "-k", 3, "--candidates", "c.svg", says="--candidates needs points")

    def test_what_it_refuses(self):
        data = self.blobs()
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--method", "auto", "--kernel", "gaussian", says="--kernel")
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--method", "auto", "--weights", "w", says="weights")
        self.write("three.csv", "1,2\n3,4\n5,6\n" * 5)
        self.refused(2, "fit", "three.csv", "-k", 4, says="3 distinct points")
        self.refused(2, "fit", data, "-k", "2..4", *BLOBS, says="tree-cut")


class Mixture(ProgramTest):
    def test_it_gives_probabilities(self):
        data = self.blobs()
        for shape in ("full", "diagonal", "spherical"):
            with self.subTest(shape):
                found = self.json("fit", data, "-k", 3, *BLOBS, "--method", f"mixture:covariance={shape}", "--labels",
                                  "labels.csv", "--model", "m.mercer", "--memberships", "u.csv", "--outlier-scores", "s.csv",
                                  "--weights", "w")
                self.assertEqual(found["accuracy"], 1)
                self.assertLess(found["bic"], found["icl"] + 1e-6)
                self.mercer("predict", "m.mercer", data, "-q", "--labels", "again.csv", "--memberships", "v.csv")
                self.assertEqual(self.labels("again.csv"), self.labels())
                self.assertEqual(self.read("v.csv"), self.read("u.csv"))
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--method", "mixture:covariance=round", says="full")

    def test_graph_linkage(self):
        data = self.blobs()
        for linkage in ("average", "volume", "root-volume"):
            found = self.json("fit", data, "-k", 3, *BLOBS, "--method", f"graph-linkage:linkage={linkage}", "--labels",
                              "labels.csv", "--model", "m.mercer")
            self.assertEqual(found["accuracy"], 1)
            self.assertEqual(self.mercer("predict", "m.mercer", data, "-q").split()[1:], self.labels())


if __name__ == "__main__":
    unittest.main()
