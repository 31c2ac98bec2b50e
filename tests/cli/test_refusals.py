"""Every way to be wrong: the exit code, the one line that names the value, and no file left behind."""

import gzip
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import unittest

from support import BLOBS, PROGRAM, ProgramTest


class BadOptions(ProgramTest):
    def fit(self, code, *words, says):
        return self.refused(code, "fit", self.blobs(), *BLOBS, "--labels", "labels.csv", "--model", "m.mercer",
                            *words, says=says)

    def test_number_of_clusters(self):
        self.fit(2, "-k", 0, says="0")
        self.fit(2, "-k", -2, says="-2")
        self.fit(2, "-k", 91, says=["91", "90"])
        self.fit(2, "-k", "three", says="three")
        few = self.write("few.csv", "1,2\n3,4\n1,2\n1,2\n")
        self.refused(2, "fit", few, "-k", 3, "--labels", "labels.csv", says=["3", "2 distinct"])

    def test_two_outputs_in_one_file(self):
        for other in ("m.mercer", "./m.mercer"):
            self.fit(2, "-k", 3, "--memberships", other, says=["--model", "--memberships", "m.mercer"])

    def test_an_empty_value_is_no_value(self):
        for option in ("--labels", "--truth", "--model", "--report", "--columns", "--id"):
            done = self.run_program("fit", self.blobs(), "-k", 3, option, "")
            self.assertEqual((done.returncode, done.stderr),
                             (2, f"mercer: the value of {option} is empty; give one, or leave the option out\n"))
        self.refused(2, "fit", "", "-k", 3, says="the value of DATA is empty")
        self.fit(2, "-k", 3, "--json=pretty", says="--json takes no value")

    def test_names_of_outputs(self):
        self.fit(73, "-k", 3, "--memberships", "u.csv.gz", says="not compressed")
        self.fit(73, "-k", 3, "--memberships", "u" * 300, says="the name is too long")

    def test_what_a_terminal_would_obey_is_not_shown(self):
        self.refused(66, "fit", "a\x1b[31mb\nc.csv", says="can't open a?[31mb c.csv")

    def test_parameters(self):
        self.fit(2, "-k", 3, "--threads", 100000000, says=["threads = 100000000", "at most 4096"])
        self.fit(2, "-k", 3, "--kernel", "gaussian:sigma=inf", says="must be finite and above 0")
        self.fit(2, "-k", 3, "--decimal", "comma", says="write . or ,")
        self.fit(2, "-k", 3, "--kernel", "gaussian:sigma=-1", says=["sigma", "-1"])
        self.fit(2, "-k", 3, "--kernel", "gaussian:sigma=0", says="sigma")
        self.fit(2, "-k", 3, "--kernel", "gaussian:gamma=-2", says=["gamma", "-2"])
        self.fit(2, "-k", 3, "--kernel", "gaussian:sigma=wide", says="wide")
        self.fit(2, "-k", 3, "--method", "soft:beta=-1", says=["beta", "-1"])
        self.fit(2, "-k", 3, "--restarts", 0, says="restarts")
        self.fit(2, "-k", 3, "--restarts", "many", says=["--restarts", "many"])
        self.fit(2, "-k", 3, "--seed", "-4", says=["--seed", "-4"])
        self.fit(2, "-k", 3, "--precision", "half", says=["half", "double"])
        self.fit(2, "-k", 3, "--threads", "two", says=["--threads", "two"])
        for memory in ["lots", "8Q", "-1G", "0", "G"]:
            self.fit(2, "-k", 3, "--memory", memory, says="--memory")

    def test_parameters_of_the_family(self):
        for method, says in {"fuzzy:m=1": ["m = 1", "above 1"], "possibilistic:eta=0": ["eta = 0", "above 0"],
                             "k-harmonic:p=0": ["p = 0"], "iwc:b=-1": ["b = -1"], "iwc:m=2": ["iwc", "'m'"],
                             "neural-gas:lambda_final=-1": ["lambda_final = -1"],
                             "som:grid=2x2": ["clusters = 3", "2x2"], "som:grid=0x3": ["0x3"],
                             "som:grid=3": ["grid", "ROWSxCOLUMNS"], "som:topology=round": ["round", "hexagonal"],
                             }.items():
            self.fit(2, "-k", 3, "--method", method, says=says)
        self.fit(2, "--method", "som", says="grid")
        self.fit(2, "-k", 3, "--method", "fuzzy:prototypes=input", "--kernel", "polynomial", says="gaussian")
        self.fit(2, "-k", 3, "--map", "map.svg", says="som")
        self.fit(2, "-k", 3, "--outlier-scores", "scores.csv", says="possibilistic")

    def test_unknown_words_are_corrected(self):
        self.fit(2, "-k", 3, "--kernal", "gaussian", says=["--kernal", "did you mean '--kernel'?"])
        self.fit(2, "-k", 3, "--kernel", "gausian", says=["gausian", "did you mean 'gaussian'?"])
        self.fit(2, "-k", 3, "--kernel", "gaussian:sgima=1", says=["sgima", "did you mean 'sigma'?"])
        self.fit(2, "-k", 3, "--method", "kmean", says="did you mean 'kmeans'?")
        self.fit(2, "-k", 3, "--init", "singelton", says="did you mean 'singleton'?")
        self.fit(2, "-k", 3, "--search", "swop", says="did you mean 'swap'?")
        self.fit(2, "-k", 3, "--kernel", "zzz", says=["zzz", "linear", "gaussian"])
        self.refused(2, "fti", "x.csv", says=["fti", "did you mean 'fit'?"])
        self.refused(2, "fit", "--kernal", "gaussian", "-k", 3, says="did you mean '--kernel'?")
        self.refused(2, "--verison", says="did you mean '--version'?")
        self.fit(2, "-k", 3, "stray", says="'stray'")
        self.fit(2, "-k", 3, "--seed", says="--seed")

    def test_columns(self):
        data = self.blobs()
        self.refused(2, "fit", data, "-k", 3, "--truth", "x", "--weights", "x",
                     says="column 'x' of blobs.csv can't be both --truth and --weights")
        message = self.refused(2, "fit", data, "-k", 3, "--plot", "p.svg", "--axes", "x,size", says="known: ")
        self.assertNotIn("there are", message)
        self.refused(2, "fit", data, "-k", 3, "--truth", "kin", says=["kin", "did you mean 'kind'?"])
        self.refused(2, "fit", data, "-k", 3, "--columns", "x,z", says="'z'")
        self.refused(2, "fit", data, "-k", 3, "--columns", "x,99", says="99")

    def test_approximations(self):
        def approx(choice, *words, kernel="gaussian:sigma=1", says):
            self.fit(2, "-k", 3, "--kernel", kernel, "--approx", choice, *words, says=says)

        approx("nystrom:landmarks=91", says=["91", "90"])
        approx("nystrom:landmarks=0", says="landmarks = 0")
        approx("nystrom:landmarks=-5", says="landmarks = -5")
        approx("nystrom:landmarks=few", says=["few", "integer"])
        approx("nystrom:sampler=best", says=["best", "rpcholesky"])
        approx("nistrom", says="did you mean 'nystrom'?")
        approx("rff:features=0", says="features = 0")
        approx("rff", kernel="cosine", says=["gaussian", "laplacian", "cosine"])
        approx("minibatch:size=0", says="size = 0")
        approx("minibatch:size=2", says=["size = 2", "3 clusters"])
        approx("minibatch", "--method", "soft", says=["kmeans", "nystrom"])
        approx("minibatch", "--search", "swap", says="--search")
        approx("nystrom", kernel="none", says="--kernel")
        approx("nystrom", kernel="sigmoid", says="positive definite")
        approx("nystrom", kernel="gaussian:local", says="gaussian:local")
        approx("nystrom", kernel="dissimilarity", says="conditionally")

    def test_what_does_not_go_together(self):
        self.fit(2, "-k", 3, "--kernel", "precomputed", "--standardize", says="--standardize")
        self.fit(2, "-k", 3, "--kernel", "precomputed", "--plot", "p.svg", says="--plot")


class BadData(ProgramTest):
    def fit(self, code, content, says, *words, name="bad.csv"):
        self.write(name, content)
        return self.refused(code, "fit", name, "-k", 2, "--labels", "labels.csv", "--model", "m.mercer", *words,
                            says=says)

    def test_no_file(self):
        self.refused(66, "fit", "absent.csv", "-k", 2, "--labels", "labels.csv", says="absent.csv")
        (self.folder / "sub").mkdir()
        done = self.run_program("fit", "sub", "-k", 2)
        self.assertIn(done.returncode, (65, 66, 74))
        self.assertIn("sub", done.stderr)

    def test_empty_file(self):
        self.fit(65, "", "bad.csv")
        self.fit(65, "a,b\n", "bad.csv")
        self.fit(65, "\n\n", "bad.csv")

    def test_rows_and_fields(self):
        self.fit(65, "a,b\n1,2\n3\n5,6\n", ["bad.csv", "line 3"])
        self.fit(65, "a,b\n1,2\n3,4,5\n", ["bad.csv", "line 3"])
        rows = "".join(f"{i},{i * i}\n" for i in range(40))
        self.fit(65, "a,b\n1,2\n3,x4\n" + rows, ["bad.csv", "line 3", "b: ", "x4", "--drop b"])
        self.fit(65, "a,b\n1,2\ninf,4\n" + rows, ["bad.csv", "line 3", "a: ", "inf"])
        self.fit(65, "a,b\n1,2\n-Inf,4\n" + rows, ["bad.csv", "line 3", "a: "])
        for cell in ["nan", "", "NA", "?"]:
            self.fit(65, f"a,b\n1,2\n3,{cell}\n" + rows, ["bad.csv", "b"], "--missing", "refuse")
        # A matrix has no cells to fill.
        for cell in ["nan", "", "x4"]:
            self.fit(65, f"0,1\n1,{cell}\n", ["bad.csv", "line 2", "column 1"], "--kernel", "precomputed")

    def test_damaged_npy_and_gzip(self):
        self.fit(65, b"\x93NUMPY\x01\x00\x10\x00{'descr': '<f8'", "bad.npy", name="bad.npy")
        packed = gzip.compress(b"1,2\n3,4\n" * 1000)
        self.write("bad.csv.gz", packed[:len(packed) // 2])
        done = self.run_program("fit", "bad.csv.gz", "-k", 2, "--labels", "labels.csv")
        self.assertIn(done.returncode, (65, 74))
        self.assertIn("bad.csv.gz", done.stderr)
        self.assertFalse((self.folder / "labels.csv").exists())

    def test_weights(self):
        self.fit(65, "a,w\n1,1\n2,-1\n", ["bad.csv", "-1"], "--weights", "w")

    def test_given_matrices(self):
        self.fit(65, "1,0\n0,1\n0,0\n", ["3", "2"], "--kernel", "precomputed")
        self.fit(65, "1,0.5\n0.4,1\n", ["symmetric"], "--kernel", "precomputed")
        self.fit(65, "0,1\n2,0\n", ["symmetric"], "--kernel", "dissimilarity")

    def test_start_labels_of_another_length(self):
        self.write("start.csv", "label\n0\n1\n")
        self.write("d.csv", "1,2\n3,4\n5,6\n")
        done = self.run_program("fit", "d.csv", "-k", 2, "--init", "labels:file=start.csv")
        self.assertIn(done.returncode, (2, 65), done.stderr)
        self.assertRegex(done.stderr, r"\Amercer: [^\n]*2[^\n]*3|3[^\n]*2")


class BadModels(ProgramTest):
    def setUp(self):
        super().setUp()
        self.data = self.blobs()
        self.mercer("fit", self.data, "-k", 3, *BLOBS, "--model", "m.mercer", "-q")
        self.bytes = (self.folder / "m.mercer").read_bytes()

    def predict(self, content, says="bad.mercer"):
        self.write("bad.mercer", content)
        for command in [("predict", "bad.mercer", self.data, "--labels", "l.csv")]:
            self.refused(65, *command, says=says)

    def test_another_file(self):
        self.predict("this,is,no,model\n1,2,3,4\n", ["bad.mercer", "model"])
        self.predict("", ["bad.mercer"])

    def test_truncated(self):
        for length in [4, 20, 40, len(self.bytes) // 2, len(self.bytes) - 1]:
            with self.subTest(length):
                self.predict(self.bytes[:length])

    def test_checksum(self):
        for at in [50, len(self.bytes) // 2, len(self.bytes) - 1]:
            damaged = bytearray(self.bytes)
            damaged[at] ^= 4
            with self.subTest(at):
                self.predict(bytes(damaged), ["bad.mercer", "checksum"])

    def test_newer_version(self):
        newer = bytearray(self.bytes)
        newer[8:12] = struct.pack("<I", 99)
        self.predict(bytes(newer), ["bad.mercer", "99"])

    def test_info_tells_too(self):
        self.write("bad.mercer", self.bytes[:-8])
        self.refused(65, "info", "bad.mercer", says="bad.mercer")


class Memory(ProgramTest):
    def setUp(self):
        super().setUp()
        self.mercer("generate", "blobs", "-n", 3000, "-o", "b.csv")
        self.words = ["fit", "b.csv", "--truth", "label", "-k", 3, "--kernel", "gaussian:sigma=1", "--restarts", 2]

    def test_a_small_budget_chooses_tiles_and_says_so(self):
        self.words += ["--search", "swap:trials=20"]  # many passes: a stored matrix pays
        stored = self.json(*self.words, "--labels", "stored.csv")
        tiled = self.json(*self.words, "--labels", "tiled.csv", "--memory", "30M")
        self.assertEqual((stored["plan"]["storage"], tiled["plan"]["storage"]), ("stored", "tiled"))
        self.assertNotEqual(tiled["plan"]["reason"], "")
        self.assertEqual(self.read("stored.csv"), self.read("tiled.csv"))
        self.assertAlmostEqual(stored["objective"], tiled["objective"], delta=1e-9 * stored["objective"])
        self.assertIn("tiled", self.mercer(*self.words, "--memory", "30M"))

    def test_few_passes_are_computed_and_storage_can_be_asked_for(self):
        plan = self.json(*self.words, "--dry-run")["plan"]
        self.assertEqual(plan["storage"], "tiled")
        self.assertIn("faster", plan["reason"])
        for storage in ["stored", "tiled"]:
            self.assertEqual(self.json(*self.words, "--storage", storage)["plan"]["storage"], storage)
        self.assertEqual(self.json(*self.words, "--method", "soft", "--dry-run")["plan"]["storage"], "stored")
        self.refused(2, *self.words, "--storage", "disk", says=["disk", "tiled"])
        self.refused(2, *self.words, "--device", "gpu:x", says=["gpu:x", "gpu:N"])

    def test_a_tiny_budget_is_refused_with_the_least_that_works(self):
        message = self.refused(75, *self.words, "--memory", "1K", "--labels", "l.csv", "--model", "m.mercer")
        least = re.search(r"([\d.]+) ?([KMG])(i?B)?", message.replace("1K", ""))
        self.assertIsNotNone(least, message)
        self.mercer(*self.words, "--memory", least.group(1) + least.group(2))

    def test_landmarks_are_counted(self):
        words = [*self.words, "--approx", "nystrom:landmarks=1000", "--labels", "l.csv"]
        message = self.refused(75, *words, "--memory", "20M", says=["1000 landmarks", "fewer landmarks"])
        least = re.search(r"allow --memory (\d+M)", message)
        self.mercer(*words, "--memory", least.group(1))

    # Of a run, beyond one that reads the same file and does next to nothing.
    def peak(self, *words):
        def of(*words):
            done = subprocess.Popen([PROGRAM, *map(str, words), "-q"], cwd=self.folder)
            _, status, used = os.wait4(done.pid, 0)
            self.assertEqual(os.waitstatus_to_exitcode(status), 0)
            return 1024 * used.ru_maxrss
        return of(*words) - of("fit", words[1], "--truth", "label", "-k", 1, "--method", "kmeans", "--restarts", 1)

    def test_the_peak_of_a_run_is_within_the_budget(self):
        if b"__asan_init" in pathlib.Path(shutil.which(PROGRAM)).read_bytes():
            self.skipTest("a sanitizer's memory is counted, too")
        self.mercer("generate", "blobs", "-n", 10000, "--dimensions", 8, "--clusters", 20, "-o", "many.csv")
        for method in (["--method", "tree-cut"], ["--method", "graph-linkage"], ["--kernel", "gaussian:sigma=3"],
                       ["--method", "auto"]):
            with self.subTest(method):
                words = ["fit", "many.csv", "--truth", "label", "-k", 10, "--threads", 2, *method]
                least = math.ceil(self.json(*words, "--dry-run")["plan"]["least_bytes"] / 1e6)
                self.assertLess(self.peak(*words, "--memory", f"{least}M"), 1e6 * least)

    def test_whatever_reads_has_a_budget(self):
        many = gzip.compress(b"x,y\n" + b"1,2\n2,1\n" * 3_000_000)  # 96 MB of numbers
        self.write("many.csv.gz", many)
        self.mercer(*self.words, "--model", "m.mercer")
        for words in (["info", "many.csv.gz"], ["predict", "m.mercer", "many.csv.gz"], ["suggest-k", "many.csv.gz"],
                      ["evaluate", "many.csv.gz", "b.csv"], ["fit", "many.csv.gz", "-k", 2]):
            with self.subTest(words[0]):
                self.refused(75, *words, "--memory", "64M", says=["budget", "--memory"])
                self.refused(2, *words, "--memory", "much", says="--memory")

    def test_sizes(self):
        for memory in ["500M", "8G", "1.5GiB", "2GB", "800000K", "3000000000"]:
            with self.subTest(memory):
                self.json(*self.words, "--storage", "stored", "--memory", memory, "--dry-run")
        self.refused(75, *self.words, "--storage", "stored", "--memory", "20M")


if __name__ == "__main__":
    unittest.main()
