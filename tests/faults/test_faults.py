"""The program when the system fails: no memory, no space, a signal, another writer. It ends with the right answer or with a
clear refusal; an output is whole or absent; nothing waits forever."""

import itertools
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from support import PROGRAM, ProgramTest  # noqa: E402

FAULTY = os.environ.get("FAULTY", "libfaulty.so")
OUTPUTS = {"--model": "m.mercer", "--labels": "labels.csv", "--memberships": "soft.csv", "--plot": "plot.svg",
           "--report": "report.html", "--append": "table.csv"}
# What only some methods write, beside a few of the others.
OTHER_OUTPUTS = (["--method", "som", "-k", "9", "--map", "map.csv", "--model", "m.mercer"],
                 ["--method", "hdbscan", "--dendrogram", "tree.csv", "--outlier-scores", "scores.csv"],
                 ["--method", "auto", "--candidates", "candidates.svg", "--curve", "curve.svg", "--labels", "labels.csv"])


class FaultTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.mercer("generate", "blobs", "-n", 300, "--clusters", 3, "-o", "b.csv")

    def fit(self, *more):
        named = [word for pair in OUTPUTS.items() for word in pair]
        return ["fit", "b.csv", "--truth", "label", "-k", "3", "--kernel", "gaussian:sigma=2", "--threads", "2",
                "-q", *named, *more]

    def other_fit(self, outputs):
        return ["fit", "b.csv", "--truth", "label", "--threads", "2", "-q", *outputs]

    def run_faulty(self, words, **faults):
        """Return code, error text, and whether a fault was injected."""
        told = self.folder / "told"
        told.unlink(missing_ok=True)
        env = {**os.environ, "LC_ALL": "C.UTF-8", "LD_PRELOAD": FAULTY, "FAULT_TOLD": str(told)}
        env.update({f"FAULT_{name.upper()}": str(value) for name, value in faults.items()})
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, env=env, capture_output=True, text=True,
                              timeout=60)
        return done.returncode, done.stderr, told.exists()

    def whole(self, words):
        """What the outputs are when nothing fails. (A report tells times; of it we keep that it is there.)"""
        self.clear()
        self.mercer(*words)
        return self.outputs()

    def outputs(self):
        content = {name: data for name, data in self.files().items() if name not in ("b.csv", "told")}
        if "report.html" in content:
            content["report.html"] = content["report.html"].rstrip().endswith(b"</html>")
        return content

    def clear(self):
        for name in self.outputs():
            (self.folder / name).unlink()

    def check_outputs(self, expected, why):
        for name, content in self.outputs().items():
            self.assertIn(name, list(expected), why)  # no temporary file is left
            self.assertTrue(content == expected[name], f"{name} is not whole: {why}")


class Allocations(FaultTest):
    def check_one(self, words, expected, n, everything):
        """Fails the n-th allocation; false where the run has fewer."""
        self.clear()
        code, said, injected = self.run_faulty(words, alloc=n, alloc_all=everything)
        if not injected:
            return False
        why = f"allocation {n}{' and all after it' * everything}: {code} {said}"
        self.assertIn(code, (0, 75), why)
        self.check_outputs(expected, why)
        if code == 0:
            self.assertEqual(set(self.outputs()), set(expected), why)
        else:
            self.assertRegex(said, r"\A(\n?mercer: [^\n]+\n)\Z", why)
        return True

    def count(self, words):
        told = self.folder.parent / f"{self.folder.name}.count"
        self.addCleanup(told.unlink, missing_ok=True)
        self.run_faulty(words, alloc=10**12, count=told)
        return int(told.read_text())

    def check_every(self, words, expected, growth):
        """Fails allocation 1, 2, ... growing, alone and with all after it, until the run has no more; then some at random:
        what is allocated in one place only is between the steps."""
        draw = random.Random(3)
        count = self.count(words)
        for everything in (0, 1):
            n = 1.0
            while self.check_one(words, expected, int(n), everything):
                n = max(n + 1, n * growth)
            self.assertGreater(n, 100)
            for _ in range(50):
                self.check_one(words, expected, draw.randint(1, count), everything)

    def test_fit(self):
        words = self.fit()
        self.check_every(words, self.whole(words), 1.6)

    def test_methods_in_larger_steps(self):
        others = ([*o, "--model", "n.mercer"] for o in (
            ["--method", "ward", "-k", "3"], ["--method", "soft", "-k", "3", "--kernel", "geodesic"],
            ["--method", "spectral", "-k", "3"], ["--method", "mixture", "-k", "3"], ["--method", "svc"]))
        for outputs in (*OTHER_OUTPUTS, *others):
            words = self.other_fit(outputs)
            self.check_every(words, self.whole(words), 5)

    def test_predict(self):
        self.mercer("fit", "b.csv", "--truth", "label", "-k", 3, "--kernel", "gaussian:sigma=2", "--model", "m",
                    "-q")
        model = (self.folder / "m").read_bytes()
        other = self.folder.parent / f"{self.folder.name}.mercer"
        other.write_bytes(model)
        self.addCleanup(other.unlink)
        words = ["predict", str(other), "b.csv", "--truth", "label", "--labels", "l.csv", "--distances", "d.npy",
                 "-q", "--threads", "2"]
        self.check_every(words, self.whole(words), 1.6)


class Writes(FaultTest):
    def test_errors_at_every_write(self):
        self.check_errors(self.fit(), len(OUTPUTS))

    def test_errors_at_every_write_of_the_others(self):
        for outputs in OTHER_OUTPUTS:
            self.check_errors(self.other_fit(outputs), 2)

    def test_errors_at_every_write_of_predict(self):
        model = self.folder.parent / f"{self.folder.name}.mercer"
        self.addCleanup(model.unlink)
        self.mercer("fit", "b.csv", "--truth", "label", "-k", 3, "--method", "mixture", "--model", model, "-q")
        self.check_errors(["predict", str(model), "b.csv", "--truth", "label", "-q", "--labels", "l.csv", "--distances",
                           "d.npy", "--memberships", "u.csv", "--outlier-scores", "o.csv"], 4)

    def check_errors(self, words, writes):
        expected = self.whole(words)
        for error in (28, 5):  # ENOSPC, EIO
            for n in itertools.count(1):
                self.clear()
                code, said, injected = self.run_faulty(words, write=n, errno=error)
                if not injected:
                    break
                self.assertEqual(code, 74, said)
                self.assertIn("was cut short", said)
                self.check_outputs(expected, f"write {n}")
                self.assertLess(len(self.outputs()), len(expected))
            self.assertGreaterEqual(n, writes)

    def test_short_writes(self):
        words = self.fit()
        expected = self.whole(words)
        self.clear()
        code, said, injected = self.run_faulty(words, write=1, errno=0)
        self.assertTrue(injected)
        self.assertEqual(code, 0, said)
        self.assertEqual(self.outputs(), expected)


class Killed(FaultTest):
    def test_at_random_moments(self):
        draw = random.Random(1)
        self.kill(self.fit(), 110, draw)
        for outputs in OTHER_OUTPUTS:
            self.kill(self.other_fit(outputs), 30, draw)

    def kill(self, words, times, draw):
        begin = time.monotonic()
        expected = self.whole(words)
        whole = time.monotonic() - begin
        for _ in range(times):
            self.clear()
            run = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stderr=subprocess.DEVNULL)
            time.sleep(draw.uniform(0, whole))
            run.kill()
            run.wait()
            self.check_outputs(expected, "killed")


class Limits(FaultTest):
    METHODS = (["--method", "soft", "--kernel", "gaussian"], ["--method", "auto"],
               ["--kernel", "geodesic:neighbors=10"], ["--report", "r.html"], ["--method", "graph-linkage"])

    def limited(self, words, megabytes):
        limit = megabytes << 20
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, timeout=100,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))

    def test_an_address_space_that_is_too_small_is_refused(self):
        self.mercer("generate", "blobs", "-n", 1500, "--clusters", 5, "-o", "more.csv")
        codes = set()
        for method in self.METHODS:
            for megabytes in (150, 200, 280, 340, 420, 560, 700, 1200, 3000):
                done = self.limited(["fit", "more.csv", "--truth", "label", "-k", "5", *method, "--threads", "4",
                                     "-q", "--labels", "l.csv"], megabytes)
                why = f"{method} in {megabytes} MB: {done.returncode} {done.stderr}"
                self.assertIn(done.returncode, (0, 75), why)
                if done.returncode == 75:
                    self.assertRegex(done.stderr, r"\Amercer: [^\n]+\n\Z", why)
                codes.add(done.returncode)
        self.assertEqual(codes, {0, 75})

    def test_a_file_that_may_not_grow(self):
        for limit in (0, 100, 3000):  # ulimit -f
            self.clear()
            done = subprocess.run([PROGRAM, *self.fit()], cwd=self.folder, capture_output=True, text=True, timeout=100,
                                  preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            self.assertEqual(done.returncode, 74, done.stderr)
            self.assertRegex(done.stderr, r"\Amercer: writing [^\n]+ was cut short: File too large[^\n]*\n\Z")

    def test_fewer_threads_give_the_same_bits(self):
        words = ["fit", "b.csv", "--truth", "label", "-k", "3", "--kernel", "gaussian:sigma=2", "-q", "--threads"]
        self.mercer(*words, 8, "--memberships", "free.csv")
        self.assertEqual(self.limited([*words, "8", "--memberships", "tight.csv"], 1200).returncode, 0)
        self.assertEqual(self.read("free.csv"), self.read("tight.csv"))


class Signals(FaultTest):
    """Ctrl-C: a result, or the end, within the two seconds of cli/interrupt.cpp. SIGTERM: the end, at once."""
    METHODS = (["--method", "kmeans", "-k", "300", "--restarts", "30"], ["-k", "20", "--kernel", "geodesic"],
               ["--method", "hdbscan"], ["--method", "mean-shift"], ["--method", "spectral", "-k", "20"],
               ["--method", "svc"], ["--method", "one-class"], ["--method", "auto", "-k", "20"],
               ["-k", "20", "--kernel", "gaussian:sigma=1", "--storage", "tiled"], ["--method", "ward", "-k", "9"])

    def setUp(self):
        super().setUp()
        self.mercer("generate", "blobs", "-n", 40000, "--clusters", 20, "--noise", 3, "-o", "large.csv")

    def ends_after(self, number, method, wait):
        """Seconds from the signal to the end, or none if the run ended before."""
        run = subprocess.Popen([PROGRAM, "fit", "large.csv", "--drop", "label", "-q", "--labels", "l.csv", *method],
                               cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.stderr.close)
        try:
            run.wait(wait)
            return None
        except subprocess.TimeoutExpired:
            run.send_signal(number)
        begin = time.monotonic()
        run.wait(60)
        self.assertIn(run.returncode, (130, 0, -number), run.stderr.read())
        self.assertEqual([name for name in self.files() if name.endswith(".tmp")], [])
        return time.monotonic() - begin

    def check_all(self, number, most):
        draw = random.Random(2)
        sent = 0
        for method in self.METHODS:
            for wait in (draw.uniform(0, 0.3), draw.uniform(0.3, 1.5)):
                seconds = self.ends_after(number, method, wait)
                if seconds is not None:
                    sent += 1
                    self.assertLess(seconds, most, f"{method} after {wait} s")
        self.assertGreater(sent, len(self.METHODS))

    def test_interrupt(self):
        self.check_all(signal.SIGINT, 4.0)  # two seconds, and what a busy machine adds

    def test_terminate(self):
        self.check_all(signal.SIGTERM, 1.0)


class Outputs(FaultTest):
    WORDS = ["fit", "b.csv", "--truth", "label", "-k", "3", "--labels", "-"]

    def test_standard_output_that_is_closed_or_full(self):
        for redirection in (">&-", ">/dev/full"):
            done = subprocess.run(["sh", "-c", f'exec "$0" "$@" {redirection}', PROGRAM, *self.WORDS],
                                  cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 74, done.stderr)
            self.assertIn("standard output was cut short", done.stderr)

    def test_nowhere_to_complain(self):
        done = subprocess.run(["sh", "-c", 'exec "$0" "$@" >/dev/full 2>/dev/full', PROGRAM, *self.WORDS],
                              cwd=self.folder, timeout=60)
        self.assertEqual(done.returncode, 74)

    def test_a_reader_that_goes_away(self):
        run = subprocess.Popen([PROGRAM, *self.WORDS, "-q"], cwd=self.folder, stdout=subprocess.PIPE)
        run.stdout.close()
        self.assertEqual(run.wait(60), -signal.SIGPIPE)

    def test_two_programs_that_write_the_same_files(self):
        first, second = self.fit("--seed", "1"), self.fit("--seed", "2", "--method", "soft")
        wholes = [self.whole(first), self.whole(second)]
        for _ in range(4):
            self.clear()
            runs = [subprocess.Popen([PROGRAM, *words], cwd=self.folder, stderr=subprocess.DEVNULL)
                    for words in (first, second)]
            self.assertEqual([run.wait(60) for run in runs], [0, 0])
            found = self.outputs()
            self.assertEqual(set(found), set(wholes[0]))
            for name, content in found.items():
                self.assertIn(content, [whole[name] for whole in wholes], name)


if __name__ == "__main__":
    unittest.main()
