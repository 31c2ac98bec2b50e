"""mercer fit: what it answers and what it writes."""

import gzip
import json
import os
import struct
import subprocess
import unittest

from support import BLOBS, PROGRAM, ProgramTest


class Fit(ProgramTest):
    FIELDS = ["method", "kernel", "clusters", "n", "d", "objective", "iterations", "converged", "restarts", "seed",
              "threads", "seconds", "peak_memory_bytes", "warnings"]
    SCORES = ["accuracy", "balanced_accuracy", "majority_errors", "ari", "nmi", "purity", "quantization_error", "sse"]

    def test_json_has_the_promised_fields(self):
        found = self.json("fit", self.blobs(), "-k", 3, *BLOBS, "--seed", 5, "--method", "kmeans")
        for field in self.FIELDS + self.SCORES:
            self.assertIn(field, found)
        self.assertEqual((found["method"], found["kernel"], found["clusters"]), ("kmeans", "none", 3))
        self.assertEqual((found["n"], found["d"], found["seed"], found["restarts"]), (90, 2, 5, 10))
        self.assertEqual((found["accuracy"], found["majority_errors"], found["ari"]), (1, 0, 1))
        self.assertEqual(sorted(found["sizes"]), [30, 30, 30])
        self.assertEqual(found["warnings"], [])
        self.assertTrue(found["converged"])
        self.assertAlmostEqual(found["objective"], found["sse"], delta=1e-9 * found["sse"])
        self.assertGreater(found["peak_memory_bytes"], 1 << 20)

    def test_memory_is_its_own(self):
        # A child begins with the pages of the process that starts it, which getrusage goes on counting.
        large = bytearray(os.urandom(1 << 16) * (1 << 13))  # 512 MB, all touched
        found = self.json("fit", self.blobs(), "-k", 3, *BLOBS, "--method", "kmeans")
        self.assertLess(found["peak_memory_bytes"], len(large) // 2)

    def test_scores_only_with_truth(self):
        found = self.json("fit", self.blobs(), "-k", 3, "--columns", "x,y")
        self.assertNotIn("accuracy", found)
        self.assertIn("sse", found)

    def test_every_kernel(self):
        data = self.blobs()
        for kernel in ["none", "linear", "gaussian", "gaussian:sigma=3", "gaussian:gamma=0.1", "gaussian:auto",
                       "gaussian:local", "polynomial:degree=2,offset=1", "laplacian", "laplacian:sigma=2", "sigmoid",
                       "cosine"]:
            with self.subTest(kernel):
                found = self.json("fit", data, "-k", 3, "--kernel", kernel, *BLOBS)
                self.assertTrue(found["kernel"].startswith(kernel.split(":")[0]), found["kernel"])
                self.assertEqual(sum(found["sizes"]), 90)
                self.assertTrue(all(size > 0 for size in found["sizes"]))

    def test_every_approximation(self):
        data = self.blobs()
        for approx in ["nystrom", "nystrom:landmarks=20", "nystrom:landmarks=20,sampler=kmeans++",
                       "nystrom:landmarks=20,sampler=uniform", "rff:features=300", "minibatch:size=40"]:
            with self.subTest(approx):
                words = ["fit", data, "-k", 3, "--kernel", "gaussian:sigma=4", "--approx", approx, *BLOBS]
                found = self.json(*words, "--model", "m.mercer", "--labels", "labels.csv")
                self.assertTrue(found["approx"].startswith(approx.split(":")[0]), found["approx"])
                self.assertGreaterEqual(found["approximation"]["error"], 0)
                self.assertLess(found["approximation"]["error"], 0.3)
                self.assertGreater(found["approximation"]["rank"], 0)
                self.assertEqual(found["accuracy"], 1)
                self.mercer("predict", "m.mercer", data, "--labels", "again.csv", "-q")
                self.assertEqual(self.read("again.csv"), self.read("labels.csv"))
                self.assertIn(found["approximation"]["meaning"], self.mercer(*words))
                self.assertEqual(json.loads(self.mercer("info", "m.mercer", "--json"))["approx"], found["approx"])

    def test_exact_unless_asked_and_auto_says_what_it_took(self):
        data = self.blobs()
        words = ["fit", data, "-k", 3, "--kernel", "gaussian:sigma=4", *BLOBS]
        exact = self.json(*words)
        self.assertNotIn("approximation", exact)
        self.assertEqual(exact["approx"], "none")
        chosen = self.json(*words, "--approx", "auto")
        self.assertEqual((chosen["approx"], chosen["objective"]), ("none", exact["objective"]))
        self.assertIn("90 points are few enough", chosen["plan"]["reason"])
        self.assertIn("few enough", self.mercer(*words, "--approx", "auto", "--dry-run"))
        self.assertIn("20 landmarks", self.mercer(*words, "--approx", "nystrom:landmarks=20", "--dry-run"))

    def test_automatic_parameters_are_reported(self):
        found = self.json("fit", self.blobs(), "-k", 3, "--kernel", "gaussian", *BLOBS)
        self.assertRegex(found["kernel"], r"^gaussian:sigma=\d")
        found = self.json("fit", self.blobs(), "-k", 3, "--method", "soft", *BLOBS)
        self.assertRegex(found["method"], r"^soft:beta=\d")
        text = self.mercer("fit", self.blobs(), "-k", 3, "--kernel", "gaussian", *BLOBS)
        self.assertIn("median distance", text)

    def test_every_method(self):
        data = self.blobs()
        for method in ["fuzzy", "fuzzy:m=1.5", "possibilistic", "possibilistic:form=2,eta=4", "k-harmonic", "iwc",
                       "iwc:b=8,polish=off", "neural-gas", "neural-gas:online,passes=5", "som:grid=1x3,start=init",
                       "som:grid=1x3,online,passes=5"]:
            for kernel in ["none", "gaussian:sigma=3"]:
                with self.subTest(f"{method}, {kernel}"):
                    found = self.json("fit", data, "-k", 3, "--method", method, "--kernel", kernel, *BLOBS,
                                      "--model", "m.mercer", "--labels", "labels.csv", "--memberships", "u.csv")
                    self.assertTrue(found["method"].startswith(method.split(",")[0].split(":")[0]), found["method"])
                    self.assertEqual(found["accuracy"], 1, found["warnings"])
                    shares = self.read("u.csv")
                    self.mercer("predict", "m.mercer", data, *BLOBS, "--labels", "again.csv", "--memberships", "v.csv")
                    self.assertEqual(self.labels("again.csv"), self.labels())
                    for before, after in zip(shares.split()[1:], self.read("v.csv").split()[1:]):
                        for u, v in zip(before.split(","), after.split(",")):
                            self.assertAlmostEqual(float(u), float(v), delta=1e-9)

    def test_findings_of_the_family(self):
        data = self.blobs()
        self.assertIn("m_crit", self.json("fit", data, "-k", 3, "--method", "fuzzy", *BLOBS))
        found = self.json("fit", data, "-k", 3, "--method", "possibilistic", *BLOBS, "--outlier-scores", "o.csv")
        self.assertEqual((len(found["eta"]), found["coincident"]), (3, 0))
        scores = self.read("o.csv").split()
        self.assertEqual((scores[0], len(scores)), ("outlier_score", 91))
        found = self.json("fit", data, "-k", 3, "--method", "iwc", *BLOBS)
        self.assertGreater(found["b"], found["b_crit"])
        low = self.json("fit", data, "-k", 3, "--method", "iwc:b=0.5", *BLOBS)
        self.assertTrue(any("critical exponent" in warning for warning in low["warnings"]))

    def test_maps(self):
        data = self.blobs()
        for topology in ["rectangular", "hexagonal"]:
            found = self.json("fit", data, "--method", f"som:grid=3x4,topology={topology}", *BLOBS, "--map", "map.svg")
            self.assertEqual(found["clusters"], 12)
            self.assertEqual((found["map"]["rows"], found["map"]["columns"]), (3, 4))
            self.assertEqual(sum(found["map"]["hits"]), 90)
            self.assertEqual(len(found["map"]["u_matrix"]), 12)
            self.assertEqual(self.read("map.svg").count("node "), 12)
        table = self.mercer("fit", data, "--method", "som:grid=3x4", *BLOBS, "--map", "-", "--quiet").split()
        self.assertEqual((table[0], len(table)), ("row,column,hits,height", 13))
        self.assertIn("topographic error", self.mercer("fit", data, "--method", "som:grid=3x4", *BLOBS))

    def test_every_start_and_search(self):
        data = self.blobs()
        for init in ["kernel++", "random", "kmeans", "singleton", "singleton:pick=random", "singleton:pick=least-norm",
                     "singleton:pick=4", "points", "global", "iwc"]:
            with self.subTest(init):
                found = self.json("fit", data, "-k", 3, "--kernel", "linear", "--init", init, *BLOBS)
                self.assertEqual(len(found["sizes"]), 3)
                self.assertEqual(found["init"].split(":")[0], init.split(":")[0])
        for search in ["none", "swap", "swap:trials=3"]:
            with self.subTest(search):
                self.assertEqual(self.json("fit", data, "-k", 3, "--search", search, *BLOBS)["accuracy"], 1)

    def test_labels_from_a_file_as_start(self):
        data = self.blobs()
        start = self.write("start.csv", "label\n" + "".join(f"{'abc'[i % 3]}\n" for i in range(90)))
        found = self.json("fit", data, "-k", 3, "--init", f"labels:file={start}", *BLOBS)
        self.assertEqual(found["accuracy"], 1)
        self.refused(2, "fit", data, "-k", 3, "--init", "labels", *BLOBS, says="labels:file=")
        self.refused(66, "fit", data, "-k", 3, "--init", "labels:file=absent.csv", *BLOBS, says="absent.csv")

    def test_restarts_iterations_and_precision(self):
        data = self.blobs()
        self.assertEqual(self.json("fit", data, "-k", 3, "--restarts", 4, *BLOBS)["restarts"], 4)
        short = self.json("fit", data, "-k", 3, "--max-iterations", 1, "--restarts", 1, "--init", "random",
                          "--method", "kmeans:refine=off", *BLOBS)
        self.assertEqual((short["iterations"], short["converged"]), (1, False))
        early = self.json("fit", data, "-k", 3, "--restarts", 1, "--init", "random", "--method",
                          "kmeans:refine=off,tolerance=0.9", *BLOBS)
        self.assertEqual((early["iterations"], early["converged"]), (1, True))
        self.refused(2, "fit", data, "-k", 3, "--method", "kmeans:tolerance=-1", *BLOBS, says="tolerance = -1 must be at least 0")
        for precision in ["auto", "float", "double"]:
            found = self.json("fit", data, "-k", 3, "--precision", precision, "--kernel", "gaussian", *BLOBS)
            self.assertEqual(found["accuracy"], 1)
            self.assertEqual(found["plan"]["precision"], "double" if precision == "auto" else precision)

    def test_columns_weights_and_standardize(self):
        data = self.blobs()
        by_name = self.json("fit", data, "-k", 3, "--columns", "x,y")
        by_index = self.json("fit", data, "-k", 3, "--columns", "1,2")
        dropped = self.json("fit", data, "-k", 3, "--drop", "id,w,kind")
        self.assertEqual(by_name["objective"], by_index["objective"])
        self.assertEqual(by_name["objective"], dropped["objective"])
        last = self.json("fit", data, "-k", 3, "--columns", "x,y", "--truth", "-1")
        self.assertEqual(last["accuracy"], 1)
        weighted = self.json("fit", data, "-k", 3, "--weights", "w", *BLOBS)
        self.assertGreater(weighted["objective"], 1.5 * by_name["objective"])
        standard = self.json("fit", data, "-k", 3, "--standardize", *BLOBS)
        self.assertTrue(standard["standardized"])
        self.assertLess(standard["objective"], by_name["objective"])

    def test_a_class_column_among_the_features_is_named(self):
        data = self.write("d.csv", "a,label\n" + "".join(f"{i},{i % 2}\n" for i in range(10)))
        warnings = self.json("fit", data, "-k", 2)["warnings"]
        self.assertTrue(any("--truth label" in warning for warning in warnings), warnings)

    def test_formats_and_standard_input(self):
        plain = "\n".join(f"{x},{y}" for x in (0, 1, 20, 21) for y in (0, 1, 2)) + "\n"
        values = [float(v) for v in plain.replace("\n", ",").split(",") if v]
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (12, 2), }"
        header += " " * (63 - (10 + len(header)) % 64) + "\n"
        npy = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<24d", *values)
        pairs = [line.split(",") for line in plain.split()]
        files = [self.write("a.csv", plain), self.write("a.tsv", plain.replace(",", "\t")),
                 self.write("a.csv.gz", gzip.compress(plain.encode())), self.write("a.npy", npy),
                 self.write("crlf.csv", plain.replace("\n", "\r\n")), self.write("h.csv", '"x one",y\n' + plain),
                 self.write("a.svm", "".join(f"0 1:{x} 2:{y}\n" for x, y in pairs))]
        objectives = [self.json("fit", name, "-k", 2)["objective"] for name in files]
        objectives.append(self.json("fit", "-", "-k", 2, stdin=plain)["objective"])
        for name, objective in zip(files + ["-"], objectives):
            self.assertAlmostEqual(objective, objectives[0], places=9, msg=name)

    def test_precomputed_matrices(self):
        data = self.blobs()
        self.mercer("gram", data, "--columns", "x,y", "--kernel", "gaussian:sigma=3", "-o", "K.npy")
        given = self.json("fit", "K.npy", "-k", 3, "--kernel", "precomputed", "--labels", "given.csv")
        direct = self.json("fit", data, "-k", 3, "--kernel", "gaussian:sigma=3", "--columns", "x,y",
                           "--labels", "direct.csv")
        self.assertAlmostEqual(given["objective"], direct["objective"], places=9)
        self.assertEqual(self.read("given.csv"), self.read("direct.csv"))
        self.assertNotIn("sse", given)
        distances = "\n".join(",".join(str(abs(a - b)) for b in (0, 1, 9, 10)) for a in (0, 1, 9, 10)) + "\n"
        found = self.json("fit", self.write("D.csv", distances), "-k", 2, "--kernel", "dissimilarity")
        self.assertEqual(found["sizes"], [2, 2])
        self.assertAlmostEqual(found["objective"], 1.0)

    def test_summary_for_people(self):
        text = self.mercer("fit", self.blobs(), "-k", 3, *BLOBS, "--kernel", "gaussian:sigma=3")
        for word in ["90 points x 2 columns", "kmeans, 3 clusters", "gaussian:sigma=3", "kernel++", "converged",
                     "cluster", "against 'kind'", "adjusted Rand", "peak memory"]:
            self.assertIn(word, text)
        self.assertNotIn("\x1b", text)
        self.assertEqual([line for line in text.splitlines() if len(line) > 120], [])

    def test_dry_run_forecasts_and_writes_nothing(self):
        data = self.blobs()
        before = self.files()
        text = self.mercer("fit", data, "-k", 3, *BLOBS, "--kernel", "gaussian", "--dry-run", "--labels", "l.csv",
                           "--model", "m.mercer")
        self.assertIn("memory", text)
        self.assertIn("time", text)
        found = self.json("fit", data, "-k", 3, *BLOBS, "--kernel", "gaussian", "--dry-run")
        self.assertEqual(found["plan"]["storage"], "tiled")
        self.assertGreaterEqual(found["plan"]["bytes"], found["plan"]["least_bytes"])
        self.assertGreater(found["pass_seconds"], 0)
        page = self.json("fit", data, "-k", 3, *BLOBS, "--kernel", "gaussian", "--dry-run", "--report", "r.html")
        self.assertGreater(page["plan"]["bytes"], found["plan"]["bytes"])
        self.assertEqual(self.files(), before)

    def test_dry_run_with_landmarks_of_a_geodesic_kernel(self):
        words = ["fit", self.blobs(), "-k", 3, *BLOBS, "--kernel", "geodesic:neighbors=20,landmarks=30", "--dry-run"]
        found = self.json(*words)
        self.assertGreater(found["plan"]["bytes"], 0)
        self.assertIn("landmarks", self.mercer(*words))


class Outputs(ProgramTest):
    def test_files(self):
        data = self.blobs()
        text = self.mercer("fit", data, "-k", 3, *BLOBS, "--method", "soft:beta=1", "--labels", "labels.csv",
                           "--memberships", "u.csv", "--model", "m.mercer", "--plot", "p.svg", "--quiet")
        self.assertEqual(text, "")
        labels = self.labels()
        self.assertEqual(len(labels), 90)
        rows = [list(map(float, line.split(","))) for line in self.read("u.csv").splitlines()[1:]]
        for label, row in zip(labels, rows):
            self.assertAlmostEqual(sum(row), 1, places=12)
            self.assertEqual(row[int(label)], max(row))
        self.assertIn("<svg", self.read("p.svg"))
        self.assertEqual(sorted(self.files()), ["blobs.csv", "labels.csv", "m.mercer", "p.svg", "u.csv"])

    def test_hard_memberships_are_zero_and_one(self):
        self.mercer("fit", self.blobs(), "-k", 3, *BLOBS, "--memberships", "u.csv", "--labels", "labels.csv")
        rows = [line.split(",") for line in self.read("u.csv").splitlines()]
        self.assertEqual(rows[0], ["cluster0", "cluster1", "cluster2"])
        for label, row in zip(self.labels(), rows[1:]):
            self.assertEqual([float(v) for v in row], [float(j == int(label)) for j in range(3)])

    def test_labels_on_standard_output_leave_it_clean(self):
        done = self.run_program("fit", self.blobs(), "-k", 3, *BLOBS, "--labels", "-", "--method", "kmeans")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"\Alabel\n([012]\n){90}\Z")
        self.assertIn("converged", done.stderr)
        quiet = self.run_program("fit", self.blobs(), "-k", 3, *BLOBS, "--labels", "-", "--quiet", "--method", "kmeans")
        self.assertEqual((quiet.stdout, quiet.stderr), (done.stdout, ""))

    def test_one_standard_output_for_one_thing(self):
        self.refused(2, "fit", self.blobs(), "-k", 3, *BLOBS, "--labels", "-", "--json", says=["--labels", "--json"])
        self.refused(2, "fit", self.blobs(), "-k", 3, *BLOBS, "--model", "-", says="--model")

    def test_unwritable_outputs_are_told_before_the_run(self):
        data = self.blobs()
        for option in ["--labels", "--model", "--memberships", "--plot"]:
            with self.subTest(option):
                self.refused(73, "fit", data, "-k", 3, *BLOBS, option, "no/such/file", says=["no/such", option])
        (self.folder / "sub").mkdir()
        self.refused(73, "fit", data, "-k", 3, *BLOBS, "--labels", "sub", says="folder")
        self.refused(73, "gram", data, "--columns", "x,y", "--kernel", "linear", "-o", "no/K.npy", says="no/K.npy")
        self.refused(73, "generate", "rings", "-o", "no/r.csv", says="no/r.csv")

    def test_one_bad_output_and_none_is_written(self):
        self.refused(73, "fit", self.blobs(), "-k", 3, *BLOBS, "--labels", "labels.csv", "--model", "no/m.mercer")

    def test_the_input_is_never_overwritten(self):
        data = self.blobs()
        self.refused(2, "fit", data, "-k", 3, *BLOBS, "--labels", f"./{data}", says="overwrite")

    def test_a_full_device_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("/dev/full is not there")
        self.refused(74, "fit", self.blobs(), "-k", 3, *BLOBS, "--quiet", "--labels", "/dev/full", says="/dev/full")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "generate", "rings"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 74)
        self.assertIn("standard output", done.stderr)

    def test_a_closed_pipe_is_no_matter(self):
        done = subprocess.run(["sh", "-c", f"'{PROGRAM}' generate blobs -n 200000 | head -n 1"], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual((done.stdout, done.stderr), ("x1,x2,label\n", ""))


class Golden(ProgramTest):
    def test_rings_of_the_book(self):
        data = self.shared("data/synthetic/rings_book.csv")
        found = self.json("fit", data, "--truth", "label", "-k", 2, "--kernel", "gaussian:gamma=1", "--init",
                          "singleton")
        self.assertEqual(found["accuracy"], 1)
        self.assertAlmostEqual(found["objective"], 931.079, places=2)

    def test_iris_with_swap(self):
        data = self.shared("data/iris.csv")
        for seed in range(1, 11):
            found = self.json("fit", data, "--truth", "label", "-k", 3, "--kernel", "linear", "--search", "swap",
                              "--seed", seed)
            self.assertLessEqual(found["sse"], 78.8515)
            self.assertEqual(found["majority_errors"], 16)


if __name__ == "__main__":
    unittest.main()
