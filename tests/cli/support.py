"""What the tests of the program share: a folder to work in, data, and the program itself."""

import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("MERCER", "mercer")
ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("MERCER_SHARED", "../shared"))


class ProgramTest(unittest.TestCase):
    """Runs in a fresh folder; files are named relative to it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *words, stdin=None, env=None, text=True):
        return subprocess.run(
            [PROGRAM, *map(str, words)], cwd=self.folder, input=stdin, capture_output=True, text=text,
            timeout=250, env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})})

    def mercer(self, *words, stdin=None, env=None):
        """A run that must succeed; what it printed."""
        done = self.run_program(*words, stdin=stdin, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def json(self, *words, **how):
        return json.loads(self.mercer(*words, "--json", **how), parse_constant=self.fail)

    def refused(self, code, *words, says=(), stdin=None):
        """A run that must fail with `code`, one line on stderr that holds `says`, and no new file."""
        before = self.files()
        done = self.run_program(*words, stdin=stdin)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Amercer: [^\n]+\n\Z")
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, done.stderr)
        self.assertEqual(self.files(), before)
        return done.stderr

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def labels(self, name="labels.csv"):
        lines = self.read(name).split()
        self.assertEqual(lines[0], "label")
        return lines[1:]

    def blobs(self, name="blobs.csv", size=90, seed=7):
        """Three far groups in the plane, with a text class, a weight and an id column."""
        draw = random.Random(seed)
        rows = ["id,x,y,w,kind"]
        for i in range(size):
            kind = i % 3
            x, y = draw.gauss(10 * kind, 1), draw.gauss(-5 * kind, 1)
            rows.append(f"{i},{x!r},{y!r},{1 + kind},{'abc'[kind]}")
        return self.write(name, "\n".join(rows) + "\n")

    def shared(self, name):
        """A file of data: in the repository, or in the shared folder beside it, which not every clone has."""
        for path in (ROOT / name, SHARED / name):
            if path.exists():
                return path.resolve()
        return self.skipTest(f"{name} is not there: the shared data are absent")


BLOBS = ("--columns", "x,y", "--truth", "kind")
