"""What goes wrong on one rank ends all of them: one message, the right exit code, no half-written file."""

import os
import pathlib
import signal
import subprocess
import time
import unittest

from launch import PROGRAM, RanksTest
from test_ranks import table

PLAIN = os.environ.get("MERCER_PLAIN")


def children(process):
    """The ranks that mpirun started."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (folder / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue  # it has ended
        if int(rest.split()[1]) == process.pid and name == os.path.basename(PROGRAM):
            found.append(int(folder.name))
    return sorted(found)


class Failures(RanksTest):
    def failed(self, code, *words, ranks=3, says=(), **how):
        done = self.on_ranks(ranks, *words, **how)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        lines = [line for line in done.stderr.splitlines() if line.startswith("mercer: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, lines[0])

    def test_a_file_that_is_not_there(self):
        self.failed(66, "fit", "nowhere.csv", "-k", 2, says="nowhere.csv")
        self.assertEqual(self.files(), {})

    def test_bad_data(self):
        self.write("points.csv", "1,2\n3\n")
        self.failed(65, "fit", "points.csv", "-k", 2)

    def test_bad_options(self):
        self.write("points.csv", table(50, 2))
        self.failed(2, "fit", "points.csv", "-k", 99, says="99")

    # The first rank reads what the others get: its limit is wide enough for one, and theirs is not.
    def test_a_rank_that_gets_no_memory(self):
        self.write("points.csv", table(12000, 3))
        script = self.write("limited.sh", "#!/bin/sh\n[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && ulimit -v 900000\n"
                            f"exec {PROGRAM} \"$@\"\n")
        self.failed(75, "fit", "points.csv", "-k", 3, "--kernel", "gaussian:sigma=2", "--storage", "stored",
                    "--precision", "double", "--memory", "8G", "--threads", 1, "--labels", "labels.csv",
                    program=("sh", script), says=("rank 1", "memory"))
        self.assertNotIn("labels.csv", self.files())

    def test_a_full_disk(self):
        self.write("points.csv", table(600, 3))
        self.failed(74, "fit", "points.csv", "-k", 3, "--kernel", "gaussian:sigma=2", "--labels", "/dev/full",
                    says="/dev/full")

    def test_a_killed_rank(self):
        self.write("points.csv", table(4000, 10))
        process = self.start(3, "fit", "points.csv", "-k", 50, "--kernel", "gaussian:sigma=2", "--method", "fuzzy",
                             "--max-iterations", 100000, "--storage", "tiled", "--labels", "labels.csv")
        deadline = time.monotonic() + 60
        while len(children(process)) < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(1.5)
        os.kill(children(process)[-1], signal.SIGKILL)
        process.communicate(timeout=45)
        self.assertNotEqual(process.returncode, 0)
        self.assertEqual(set(self.files()), {"points.csv"})


class WithoutMpi(RanksTest):
    @unittest.skipUnless(PLAIN, "it needs a program built without MPI; set MERCER_PLAIN to its full path, as .ci/run does")
    def test_a_program_without_mpi_says_so(self):
        self.write("points.csv", table(50, 2))
        done = self.on_ranks(2, "fit", "points.csv", "-k", 2, "--labels", "labels.csv", program=(PLAIN,))
        self.assertEqual(done.returncode, 2)
        self.assertIn("built without MPI", done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotIn("labels.csv", self.files())
        alone = subprocess.run([PLAIN, "fit", "points.csv", "-k", "2"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(alone.returncode, 0, alone.stderr)


class Stops(RanksTest):
    """Ctrl-C keeps the best so far."""

    def interrupted(self, send):
        self.write("points.csv", table(3000, 10))
        process = self.start(2, "fit", "points.csv", "-k", 40, "--kernel", "gaussian:sigma=2", "--method", "fuzzy:m=1.05",
                             "--restarts", 3, "--max-iterations", 1000000, "--storage", "tiled", "--threads", 1,
                             "--labels", "labels.csv", patience=4)
        deadline = time.monotonic() + 60
        while len(children(process)) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(3)
        send(process)
        _, errors = process.communicate(timeout=45)
        self.assertEqual(len(self.read("labels.csv").splitlines()), 3001, errors)
        return process.returncode

    def test_a_signal_to_one_rank(self):
        code = self.interrupted(lambda process: os.kill(children(process)[-1], signal.SIGINT))
        self.assertEqual(code, 130)

    def test_ctrl_c_at_mpirun(self):
        code = self.interrupted(lambda process: process.send_signal(signal.SIGINT))
        self.assertNotEqual(code, 0)  # mpirun's own


if __name__ == "__main__":
    unittest.main()
