"""tools/build-times adds up Ninja's log."""

import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "build-times"
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("build_times", str(SCRIPT))
build_times = importlib.util.module_from_spec(importlib.util.spec_from_loader("build_times", loader))
loader.exec_module(build_times)

LOG = """# ninja log v5
0\t9000\t1\tCMakeFiles/mercer.dir/src/core/a.cpp.o\taa
0\t2500\t1\tCMakeFiles/mercer.dir/src/core/a.cpp.o\tab
100\t4100\t1\tCMakeFiles/mercer.dir/packs/mercer/gram_1.cpp.o\tac
0\t1000\t1\tcli/CMakeFiles/mercer_program.dir/cmake_pch.hxx.gch\tad
5000\t5500\t1\tlibmercer.so.0\tae
5000\t5500\t1\tlibmercer.so\tae
"""


class BuildTimes(unittest.TestCase):
    def test_a_step_counts_once_and_as_it_was_run_last(self):
        steps = build_times.read(LOG)
        self.assertEqual(steps["CMakeFiles/mercer.dir/src/core/a.cpp.o"], 2.5)
        self.assertEqual(sum(steps.values()), 8)

    def test_the_slowest_come_first_and_kinds_are_added_up(self):
        lines = build_times.report(build_times.read(LOG), 2).splitlines()
        self.assertEqual(lines, [
            "The 2 slowest of 4 steps, in seconds:",
            "     4.0  mercer: gram_1 (several files).o",
            "     2.5  mercer: src/core/a.cpp.o",
            "In all:",
            "     6.5  mercer, 2 steps",
            "     1.0  precompiled headers, 1 steps",
            "     0.5  linking and the rest, 1 steps",
            "     8.0  all"])


if __name__ == "__main__":
    unittest.main()
