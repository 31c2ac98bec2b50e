"""What the tests of ranks share: mpirun on this machine, whatever cores it has."""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from support import PROGRAM, ProgramTest  # noqa: E402, F401

MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader,tcp"]
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "LC_ALL": "C.UTF-8", "OMP_WAIT_POLICY": "passive"}


class RanksTest(ProgramTest):
    def on_ranks(self, ranks, *words, program=(PROGRAM,), stdin=None, env=None, timeout=60):
        return subprocess.run(
            [*MPIRUN, "-n", str(ranks), *program, *map(str, words)], cwd=self.folder, input=stdin,
            capture_output=True, text=True, timeout=timeout, env={**ENVIRONMENT, **(env or {})})

    def well(self, ranks, *words, **how):
        done = self.on_ranks(ranks, *words, **how)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def start(self, ranks, *words, patience=1):
        """The same, left running; `patience`: seconds that mpirun waits for ranks to end."""
        process = subprocess.Popen(
            [*MPIRUN, "--mca", "odls_base_sigkill_timeout", str(patience), "-n", str(ranks), PROGRAM, *map(str, words)],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=ENVIRONMENT)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        return process
