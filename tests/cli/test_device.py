"""Where the work is done, on a machine without a GPU: one sentence where a GPU is asked for, silence otherwise."""

import os
import subprocess
import unittest

from support import ProgramTest

WITH_CUDA = os.environ.get("MERCER_CUDA") == "1"  # the program under test can use a GPU


def has_gpu():
    try:
        return subprocess.run(["nvidia-smi", "-L"], capture_output=True, timeout=60).stdout.startswith(b"GPU")
    except OSError:
        return False


@unittest.skipIf(has_gpu(), "this machine has a GPU")
class NoGpu(ProgramTest):
    def setUp(self):
        super().setUp()
        self.mercer("generate", "blobs", "-n", 300, "--clusters", 3, "-o", "b.csv")
        self.words = ["fit", "b.csv", "--drop", "label", "-k", 3, "--kernel", "gaussian:sigma=1"]

    def asked_for(self, says, *words, env=None):
        done = self.run_program(*(words or self.words), "--device", "gpu", env=env)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Amercer: [^\n]+\n\Z")
        self.assertIn("--device cpu", done.stderr)
        self.assertRegex(done.stderr, says if WITH_CUDA else "no CUDA")

    def test_a_gpu_that_is_asked_for(self):
        self.asked_for("no driver|no GPU")
        self.asked_for("no driver|no GPU", *self.words, "--dry-run")

    def test_a_gpu_that_is_hidden(self):
        self.asked_for("CUDA_VISIBLE_DEVICES = '' hides every GPU", env={"CUDA_VISIBLE_DEVICES": ""})
        self.asked_for("CUDA_VISIBLE_DEVICES = '-1' hides every GPU", env={"CUDA_VISIBLE_DEVICES": "-1"})

    def test_a_prediction_on_a_gpu(self):
        self.mercer(*self.words, "--model", "m.mercer")
        self.asked_for("no driver|no GPU", "predict", "m.mercer", "b.csv", "--drop", "label")

    # So much work that a GPU is looked for.
    def test_the_processor_works_otherwise(self):
        self.mercer("generate", "blobs", "-n", 12000, "--clusters", 3, "-o", "big.csv")
        words = ["fit", "big.csv", "--drop", "label", "-k", 3, "--kernel", "gaussian:sigma=1", "--max-iterations", 2]
        for env in ({}, {"CUDA_VISIBLE_DEVICES": ""}):
            done = self.run_program(*words, "--device", "auto", "--quiet", "--labels", "auto.csv", env=env)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("GPU", done.stdout + done.stderr)
        self.mercer(*words, "--device", "cpu", "--labels", "cpu.csv")
        self.assertEqual(self.read("auto.csv"), self.read("cpu.csv"))
        self.assertEqual(self.json(*words, "--dry-run")["plan"]["device"], "cpu")


if __name__ == "__main__":
    unittest.main()
