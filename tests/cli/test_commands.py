"""The other commands: predict, evaluate, gram, generate, info, help and completion."""

import gzip
import struct
import subprocess
import unittest

from support import BLOBS, ProgramTest


class Predict(ProgramTest):
    def fitted(self, *options, data=None):
        data = data or self.blobs()
        self.mercer("fit", data, "-k", 3, *BLOBS, *options, "--model", "m.mercer", "--labels", "labels.csv", "-q")
        return data

    def test_training_data_get_their_labels(self):
        for options in [(), ("--standardize",), ("--kernel", "gaussian:sigma=3"), ("--method", "soft"),
                        ("--kernel", "polynomial"), ("--kernel", "gaussian:local"), ("--weights", "w"),
                        ("--kernel", "gaussian", "--method", "soft:beta=20", "--standardize")]:
            with self.subTest(options):
                data = self.fitted(*options)
                # The training file has columns that the model never saw: its own are found by name.
                self.assertEqual(self.mercer("predict", "m.mercer", data, "-q").split()[1:], self.labels())

    def test_precomputed_kernel(self):
        data = self.blobs()
        self.mercer("gram", data, "--columns", "x,y", "--kernel", "gaussian:sigma=3", "-o", "K.npy", "-q")
        self.mercer("fit", "K.npy", "-k", 3, "--kernel", "precomputed", "--model", "m.mercer", "--labels", "labels.csv")
        self.assertEqual(self.mercer("predict", "m.mercer", "K.npy", "-q").split()[1:], self.labels())

    def test_outputs(self):
        data = self.fitted()
        found = self.json("predict", "m.mercer", data, "--truth", "kind", "--distances", "d.csv", "--memberships",
                          "u.csv", "--labels", "p.csv")
        self.assertEqual((found["n"], found["clusters"], found["accuracy"]), (90, 3, 1))
        self.assertEqual(self.labels("p.csv"), self.labels())
        for label, line in zip(self.labels(), self.read("d.csv").splitlines()[1:]):
            row = list(map(float, line.split(",")))
            self.assertEqual(row.index(min(row)), int(label))
        self.assertEqual(list(map(str, self.json("predict", "m.mercer", data)["labels"])), self.labels())

    def test_columns_by_number_and_from_standard_input(self):
        self.fitted()
        plain = "0,0\n10,-5\n20,-10\n"
        labels = self.mercer("predict", "m.mercer", "-", "-q", stdin=plain).split()[1:]
        self.assertEqual(len(set(labels)), 3)
        swapped = self.mercer("predict", "m.mercer", "-", "-q", stdin="y,x\n0,0\n-5,10\n-10,20\n").split()[1:]
        self.assertEqual(labels, swapped)

    def test_another_number_of_columns(self):
        self.fitted()
        self.refused(65, "predict", "m.mercer", self.write("n.csv", "1,2,3\n4,5,6\n"), says=["3 columns", "2"])
        self.refused(65, "predict", "m.mercer", self.write("n.csv", "1\n4\n"), says=["1 column", "2"])

    def test_missing_files(self):
        data = self.fitted()
        self.refused(66, "predict", "absent.mercer", data, says="absent.mercer")
        self.refused(66, "predict", "m.mercer", "absent.csv", says="absent.csv")


class OtherCommands(ProgramTest):
    def test_generate(self):
        for shape in ["rings", "two-moons", "three-moons", "icassp", "spirals", "seven", "delta", "blobs"]:
            with self.subTest(shape):
                text = self.mercer("generate", shape, "--seed", 3)
                self.assertRegex(text, r"\Ax1,x2,label\n(-?[\d.e-]+,-?[\d.e-]+,\d+\n)+\Z")
                self.assertEqual(text, self.mercer("generate", shape, "--seed", 3))
                self.assertNotEqual(text, self.mercer("generate", shape, "--seed", 4))
        text = self.mercer("generate", "blobs", "-n", 40, "--clusters", 4, "--dimensions", 3, "--outliers", 5,
                           "--noise", "0.1")
        rows = [line.split(",") for line in text.splitlines()]
        self.assertEqual(rows[0], ["x1", "x2", "x3", "label"])
        self.assertEqual(len(rows), 46)
        self.assertEqual(sum(row[-1] == "0" for row in rows), 5)
        self.mercer("generate", "rings", "-o", "r.csv")
        self.assertTrue(self.read("r.csv").startswith("x1,x2,label\n"))
        self.refused(2, "generate", "ring", says="did you mean 'rings'?")

    def test_evaluate(self):
        self.write("a.csv", "label\n0\n0\n1\n1\n2\n2\n")
        self.write("b.csv", "x,kind\n1,u\n2,u\n3,v\n4,v\n5,w\n6,v\n")
        found = self.json("evaluate", "a.csv", "b.csv", "--truth", "kind")
        self.assertAlmostEqual(found["accuracy"], 5 / 6)
        self.assertEqual((found["n"], found["majority_errors"]), (6, 1))
        self.assertEqual(found["confusion"], [[2, 0, 0], [0, 2, 1], [0, 0, 1]])
        self.assertIn("0.8333", self.mercer("evaluate", "a.csv", "b.csv"))
        self.write("c.csv", "label\n0\n1\n")
        self.refused(65, "evaluate", "a.csv", "c.csv", says=["6", "2"])
        self.refused(66, "evaluate", "a.csv", "absent.csv", says="absent.csv")
        self.refused(2, "evaluate", "-", "-", says="standard input")

    def test_gram(self):
        self.write("p.csv", "0,0\n3,4\n0,1\n")
        self.mercer("gram", "p.csv", "--kernel", "linear", "-o", "K.csv")
        rows = [[float(v) for v in line.split(",")] for line in self.read("K.csv").splitlines()]
        self.assertEqual(rows, [[0, 0, 0], [0, 25, 4], [0, 4, 1]])
        done = self.run_program("gram", "p.csv", "--kernel", "gaussian:gamma=1", "-o", "-", text=False)
        self.assertEqual(done.returncode, 0)
        values = struct.unpack("<9d", done.stdout[-72:])
        self.assertAlmostEqual(values[2], 0.36787944117144233, places=15)
        self.assertIn(b"gaussian", done.stderr)
        chosen = self.run_program("gram", "p.csv", "--kernel", "gaussian", "-o", "K.npy").stderr
        self.assertRegex(chosen, r"gaussian:sigma=\d")

    def test_neighbor_graph(self):
        data = self.blobs()
        said = self.run_program("gram", data, "--columns", "x,y", "--kernel", "gaussian:sigma=3", "--neighbors", 8,
                                "-o", "K.mtx").stderr
        self.assertRegex(said, r"90 x 90 with \d+ entries, gaussian:sigma=3")
        self.assertTrue(self.read("K.mtx").startswith("%%MatrixMarket matrix coordinate real symmetric\n90 90 "))
        self.write("K.mtx.gz", gzip.compress(self.read("K.mtx").encode()))
        for matrix in ["K.mtx", "K.mtx.gz"]:
            found = self.json("fit", matrix, "-k", 3, "--kernel", "precomputed", "--model", "m.mercer", "--labels",
                              "labels.csv")
            self.assertEqual(found["plan"]["storage"], "sparse")
            self.assertEqual(self.mercer("predict", "m.mercer", matrix, "-q").split()[1:], self.labels())
        on_stdout = self.mercer("gram", data, "--columns", "x,y", "--kernel", "gaussian:sigma=3", "--neighbors", 8,
                                "-o", "-", "-q")
        self.assertEqual(on_stdout, self.read("K.mtx"))
        self.refused(2, "gram", data, "--columns", "x,y", "--neighbors", 8, "-o", "G.npy", says=["G.npy", ".mtx"])
        self.refused(2, "gram", data, "--columns", "x,y", "--neighbors", 90, "-o", "G.mtx", says=["90", "89 other"])
        self.refused(2, "gram", data, "--columns", "x,y", "--neighbors", -1, "-o", "G.mtx", says="-1")
        self.refused(65, "fit", self.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 5\n"),
                     "-k", 1, "--kernel", "precomputed", says="not symmetric")
        self.mercer("gram", self.write("p.csv", "0,0\n3,4\n"), "--kernel", "linear", "-o", "L.mtx")
        self.assertEqual(self.read("L.mtx"), "%%MatrixMarket matrix array real general\n2 2\n0\n0\n0\n25\n")

    def test_info(self):
        data = self.blobs()
        found = self.json("info", data, "--drop", "kind", "--types", "id=number")
        self.assertEqual((found["format"], found["n"], found["d"], found["sparse"]), ("csv", 90, 4, False))
        self.assertEqual([column["name"] for column in found["columns"]], ["id", "x", "y", "w"])
        self.assertEqual((found["columns"][0]["least"], found["columns"][0]["largest"]), (0, 89))
        self.assertEqual(found["duplicates"], 0)
        twice = self.write("twice.csv", "1,2\n3,4\n1,2\n1,2\n")
        self.assertEqual(self.json("info", twice)["duplicates"], 2)
        self.mercer("fit", data, "-k", 3, *BLOBS, "--kernel", "gaussian:sigma=2", "--model", "m.mercer", "-q")
        found = self.json("info", "m.mercer")
        self.assertEqual((found["kernel"], found["clusters"], found["n"], found["d"]), ("gaussian:sigma=2", 3, 90, 2))
        self.assertEqual(found["columns"], ["x", "y"])
        self.assertAlmostEqual(found["bytes"], (self.folder / "m.mercer").stat().st_size, delta=1000)
        self.assertIn("gaussian:sigma=2", self.mercer("info", "m.mercer"))
        self.assertIn("twice.csv", self.mercer("info", twice))


class Help(ProgramTest):
    COMMANDS = ["fit", "predict", "evaluate", "gram", "generate", "info", "help", "completion", "man"]

    def test_help(self):
        text = self.mercer("--help")
        for command in self.COMMANDS:
            self.assertIn(f"  {command} ", text)
            self.assertIn("Usage: mercer " + command, self.mercer(command, "--help"))
            self.assertEqual(self.mercer(command, "--help"), self.mercer("help", command))
        text = self.mercer("fit", "--help")
        for word in ["--kernel", "gaussian", "precomputed", "kernel++", "Examples:", "--memory", "[300]"]:
            self.assertIn(word, text)
        self.assertEqual([line for line in text.splitlines() if len(line) > 120], [])
        self.assertRegex(self.mercer("--version"), r"\Amercer \d+\.\d+\.\d+\n\Z")

    def test_what_a_command_is_for_comes_before_how_it_reads(self):
        for command, own in {"suggest-k": "--most", "embed": "--dimensions", "gram": "--order"}.items():
            text = self.mercer(command, "--help")
            self.assertLess(text.index(own), text.index("\nInput:"), command)

    def test_no_command(self):
        done = self.run_program()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("mercer fit", done.stderr)

    def test_topics(self):
        for topic, words in {"methods": ["kmeans", "soft", "beta"], "kernels": ["gaussian", "sigma", "median"],
                             "inits": ["singleton", "pick"], "searches": ["swap", "trials", "50"],
                             "shapes": ["rings"]}.items():
            text = self.mercer("help", topic)
            for word in words:
                self.assertIn(word, text)
            self.assertEqual([line for line in text.splitlines() if len(line) > 100], [])
        self.refused(2, "help", "kernel", says="did you mean 'kernels'?")
        self.assertIn("rbf is called gaussian here", self.mercer("help", "rbf"))
        self.assertIn("sigma", self.mercer("help", "rbf"))
        self.refused(2, "help", "zzzzzz", says=["zzzzzz", "mercer help methods"])

    def test_one_choice(self):
        text = self.mercer("help", "fuzzy")
        self.assertIn("m=auto|number", text)
        self.assertNotIn("possibilistic", text.split("\n", 1)[0])
        self.assertIn("sigma", self.mercer("help", "gaussian"))
        both = self.mercer("help", "kmeans")  # a method, and a start
        self.assertIn("--method", both)
        self.assertIn("--init", both)

    def test_help_alone_and_the_version(self):
        self.assertEqual(self.mercer("help"), self.mercer("--help"))
        self.assertEqual(self.mercer("-V"), self.mercer("--version"))

    def test_color(self):
        for when, coloured in [("always", True), ("never", False), ("auto", False)]:
            self.assertEqual("\033[" in self.mercer("help", "fuzzy", "--color", when), coloured, when)
        self.refused(2, "help", "--color", "yes", says=["'yes'", "always"])

    def test_names_that_other_programs_use(self):
        data = self.blobs()
        for option, word, here in [
                ("kernel", "rbf", "gaussian"), ("kernel", "poly", "polynomial"), ("method", "gmm", "mixture"),
                ("method", "fcm", "fuzzy"), ("method", "pcm", "possibilistic"), ("method", "kernel-kmeans", "kmeans"),
                ("method", "kkmeans", "kmeans"), ("method", "agglomerative", "ward"), ("method", "dbscan", "hdbscan"),
                ("method", "ocsvm", "one-class"), ("method", "svdd", "one-class"), ("method", "ng", "neural-gas"),
                ("method", "khm", "k-harmonic"), ("method", "single-linkage", "single")]:
            said = self.refused(2, "fit", data, "-k", 3, "--" + option, word,
                                says=f"{option} '{word}' is called {here} here")
            # The name here is one that help knows.
            self.assertIn(here, self.mercer("help", here), said)

    def complete(self, line):
        """What bash would offer behind `line`."""
        self.write("mercer.bash", self.mercer("completion", "bash"))
        script = f"""source mercer.bash
            COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}
            _mercer; printf '%s\\n' "${{COMPREPLY[@]}}" """
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_bash_completion(self):
        self.assertEqual(self.complete("mercer f"), ["fit"])
        self.assertLessEqual(set(self.COMMANDS), set(self.complete("mercer ")))
        self.assertEqual(self.complete("mercer fit d.csv --ker"), ["--kernel"])
        self.assertEqual(self.complete("mercer fit d.csv --kernel lin"), ["linear"])
        self.assertEqual(self.complete("mercer fit d.csv --kernel gaussian:si"), ["sigma="])
        self.assertEqual(self.complete("mercer fit d.csv -k 2 --precision f"), ["float"])
        self.assertEqual(self.complete("mercer generate ri"), ["rings"])
        self.assertEqual(self.complete("mercer completion z"), ["zsh"])
        self.assertEqual(self.complete("mercer predict m --kern"), [])

    def test_other_shells_and_the_manual(self):
        self.assertTrue(self.mercer("completion", "zsh").startswith("#compdef mercer\n"))
        self.assertIn("complete -c mercer", self.mercer("completion", "fish"))
        self.refused(2, "completion", "bsh", says="did you mean 'bash'?")
        page = self.mercer("man")
        self.assertTrue(page.startswith(".TH MERCER 1"))
        self.assertIn("\\-\\-kernel", page)


if __name__ == "__main__":
    unittest.main()
