"""A run in its surroundings: Ctrl-C, terminals, threads."""

import json
import os
import pty
import select
import signal
import subprocess
import time
import unittest

from support import BLOBS, PROGRAM, ProgramTest


class Interrupt(ProgramTest):
    def long_run(self, *words):
        self.mercer("generate", "blobs", "-n", 800, "--clusters", 8, "--noise", "3", "-o", "b.csv")
        return subprocess.Popen(
            [PROGRAM, "fit", "b.csv", "--drop", "label", "-k", "8", "--kernel", "gaussian:sigma=1", "--search",
             "swap:trials=100000000", "--restarts", "1", *words],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_the_best_so_far_is_written(self):
        run = self.long_run("--json", "--labels", "labels.csv", "--model", "m.mercer")
        time.sleep(6)
        self.assertIsNone(run.poll())
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 130, err)
        self.assertTrue(json.loads(out)["interrupted"])
        self.assertEqual(len(self.labels()), 800)
        self.assertEqual(len(set(self.labels())), 8)
        self.assertEqual(self.json("info", "m.mercer")["clusters"], 8)

    def test_at_once(self):
        run = self.long_run("--quiet", "--labels", "labels.csv")
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
        self.assertIn(run.returncode, (130, -signal.SIGINT), err)
        if run.returncode == 130 and "labels.csv" in self.files():
            self.assertEqual(len(self.labels()), 800)
        self.assertEqual([name for name in self.files() if name.endswith(".tmp")], [])


class Terminal(ProgramTest):
    def on_terminal(self, *words, env=None, until=None, patience=120):
        """Everything that the program shows on a terminal; stopped by Ctrl-C when it has shown `until`."""
        leader, follower = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        run = subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.folder, stdout=follower, stderr=follower,
                               env={**environment, "TERM": "xterm", "LC_ALL": "C.UTF-8", **(env or {})})
        os.close(follower)
        shown = b""
        stopped = False
        while True:
            ready = select.select([leader], [], [], patience)[0]
            try:
                shown += os.read(leader, 4096) if ready else b""
            except OSError:  # the program has closed its end
                break
            if until is not None and not stopped and (not ready or until in shown.decode(errors="replace")):
                run.send_signal(signal.SIGINT)
                stopped = True
            elif not ready:
                run.kill()
        os.close(leader)
        self.assertEqual(run.wait(), 130 if until is not None else 0, shown)
        return shown.decode()

    def test_a_search_for_the_number_ends_with_the_best_so_far(self):
        self.mercer("generate", "blobs", "-n", 8000, "--clusters", 12, "-o", "many.csv")
        shown = self.on_terminal("fit", "many.csv", "--truth", "label", until="numbers of clusters  ")
        self.assertRegex(shown, r"suggested .*interrupted after (1 number|\d+ numbers)\b")

    def test_clusters_in_colour(self):
        words = ["fit", self.blobs(), "-k", 3, *BLOBS, "--method", "kmeans", "--show", "--quiet"]
        shown = self.on_terminal(*words, env={"COLUMNS": "30"})
        self.assertIn("\u250c" + 28 * "\u2500" + "\u2510", shown)
        self.assertRegex(shown, "\x1b\\[38;5;\\d+m[\u2801-\u28ff]\x1b\\[0m")
        plain = self.on_terminal(*words, env={"NO_COLOR": "1"})
        self.assertNotIn("\x1b[38", plain)
        self.assertIn("0 cluster 0: 30", plain)

    def test_colour_only_where_wanted(self):
        words = ["fit", self.blobs(), "-k", 3, *BLOBS]
        self.assertIn("\x1b[", self.on_terminal(*words))
        self.assertIn("█", self.on_terminal(*words))
        self.assertNotIn("\x1b[", self.on_terminal(*words, env={"NO_COLOR": "1"}))
        self.assertNotIn("\x1b[", self.on_terminal(*words, env={"TERM": "dumb"}))
        self.assertIn("#", self.on_terminal(*words, env={"LC_ALL": "C"}))

    def test_progress_only_for_long_work(self):
        self.assertNotIn("left", self.on_terminal("fit", self.blobs(), "-k", 3, *BLOBS))
        self.mercer("generate", "blobs", "-n", 4000, "--clusters", 30, "--noise", "3", "-o", "b.csv")
        long_work = ["fit", "b.csv", "--drop", "label", "-k", 30, "--kernel", "gaussian:sigma=1", "--search",
                     "swap:trials=1000000"]
        shown = self.on_terminal(*long_work, until=" left")
        self.assertRegex(shown, r"\d+ %")
        self.assertIn(" left", shown)
        self.assertNotIn(" left", self.on_terminal(*long_work, "--quiet", until=" left", patience=4))


class Threads(ProgramTest):
    def test_same_answer_on_any_number(self):
        self.mercer("generate", "three-moons", "-n", 1200, "-o", "m.csv")
        for options in [("--kernel", "gaussian"), ("--method", "soft"), ("--search", "swap:trials=5"),
                        ("--kernel", "gaussian:sigma=0.5", "--precision", "float", "--storage", "tiled")]:
            answers = []
            for threads in [1, 2, 3, 8]:
                found = self.json("fit", "m.csv", "--truth", "label", "-k", 3, *options, "--threads", threads,
                                  "--labels", "labels.csv")
                self.assertEqual(found["threads"], threads)
                if "--memory" in options:
                    self.assertEqual(found["plan"]["storage"], "tiled")
                answers.append((found["objective"], found["history"], self.read("labels.csv")))
            with self.subTest(options):
                self.assertEqual(answers, [answers[0]] * 4)

    def test_seed(self):
        data = self.blobs()
        words = ["fit", data, "-k", 7, "--columns", "x,y", "--init", "random", "--restarts", 1, "--labels"]
        self.mercer(*words, "a.csv", "--seed", 3)
        self.mercer(*words, "b.csv", "--seed", 3)
        self.mercer(*words, "c.csv", "--seed", 4)
        self.assertEqual(self.read("a.csv"), self.read("b.csv"))
        self.assertNotEqual(self.read("a.csv"), self.read("c.csv"))


if __name__ == "__main__":
    unittest.main()
