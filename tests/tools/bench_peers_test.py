"""What `make bench-peers` says must be right whatever peers there are: its table, its objective, its limits.

Nothing here needs a peer. What needs NumPy is skipped where there is none.
"""

import importlib.util
import math
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "peers"))

import environment  # noqa: E402
import measure  # noqa: E402
import table  # noqa: E402
from table import Row  # noqa: E402

needs_numpy = unittest.skipUnless(importlib.util.find_spec("numpy"), "NumPy is not installed for this Python")

WORK = "Kernel k-means"
ROWS = [
    Row(WORK, 2000, 1, "mercer, stored", 0.05, 0.1, 34e6, 7, 100.0, 0.9),
    Row(WORK, 2000, 1, "other", 1.25, 2.0, 61e6, None, 110.0, 0.8),
    Row(WORK, 2000, 1, "absent", note="not available here: no | compiler"),
    Row(WORK, 2000, 2, "mercer, stored", 0.025, 0.1, 34e6, 7, 100.0, 0.9),
    Row(WORK, 2000, 2, "other", 1.0, 2.0, 61e6, None, 110.0, 0.8),
]


def cells_of(section, peer):
    line = next(line for line in section.lines if line[0] == peer)
    return dict(zip(section.header, line))


class Table(unittest.TestCase):
    def test_one_section_for_each_size_and_number_of_threads(self):
        titles = [section.title for section in table.sections(ROWS)]
        self.assertEqual(titles, [f"{WORK}, n = 2,000, 1 thread", f"{WORK}, n = 2,000, 2 threads"])

    def test_ratios_are_to_mercer_in_the_same_section_and_to_one_thread(self):
        one, two = table.sections(ROWS)
        self.assertEqual(cells_of(one, "other")["x mercer"], "25.0")
        self.assertEqual(cells_of(one, "mercer, stored")["x mercer"], "1.00")
        self.assertEqual(cells_of(two, "other")["x mercer"], "40.0")
        self.assertEqual(cells_of(two, "mercer, stored")["x one thread"], "2.00")
        self.assertNotIn("x one thread", one.header)

    def test_objectives_are_compared_with_the_best_and_memory_is_in_megabytes(self):
        other = cells_of(table.sections(ROWS)[0], "other")
        self.assertEqual(other["above best %"], "10.000")
        self.assertEqual(other["memory MB"], "61")
        self.assertEqual(other["iterations"], "")

    def test_without_mercer_there_is_no_ratio(self):
        alone = table.sections([row for row in ROWS if row.peer == "other"])[0]
        self.assertNotIn("x mercer", alone.header)

    def test_what_is_missing_is_named_with_the_reason(self):
        self.assertRegex(table.as_text(ROWS), r"absent +not available here: no \| compiler\n")
        self.assertIn(r"| absent | *not available here: no \| compiler* |", table.as_markdown(ROWS))

    def test_markdown_tables_are_rectangular(self):
        for block in table.as_markdown(ROWS).split("### ")[1:]:
            lines = [line for line in block.splitlines() if line.startswith("|")]
            self.assertEqual(len({line.replace(r"\|", "").count("|") for line in lines}), 1, block)

    def test_columns_of_the_text_are_aligned(self):
        header, *lines = table.as_text(ROWS).split("\n\n")[0].splitlines()[1:]
        for line in lines:
            if "absent" not in line:
                self.assertEqual(len(line), len(header), line)

    def test_significant_digits(self):
        written = [table.with_digits(value, 3) for value in (0.012345, 0.5, 1.0, 9.5, 9.999, 12.345, 1234.5, 0)]
        self.assertEqual(written, ["0.0123", "0.500", "1.00", "9.50", "10.0", "12.3", "1234", "0"])


class Page(unittest.TestCase):
    def test_only_what_is_between_the_marks_changes(self):
        page = f"before\n{table.BEGIN}\nold\n{table.END}\nafter\n"
        new = table.replaced(page, "new\n")
        self.assertEqual(new, f"before\n{table.BEGIN}\n\nnew\n\n{table.END}\nafter\n")
        self.assertEqual(table.replaced(new, "new\n"), new)

    def test_a_page_without_marks_is_an_error(self):
        for page in ("", table.BEGIN, f"{table.END} {table.BEGIN}", f"{table.BEGIN}{table.BEGIN}{table.END}"):
            with self.assertRaises(ValueError):
                table.replaced(page, "new")

    def test_the_page_of_this_project_has_its_marks(self):
        table.replaced((ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8"), "")


class Measuring(unittest.TestCase):
    def test_threads_reach_the_process(self):
        output, seconds = measure.run(["sh", "-c", "echo $OMP_NUM_THREADS $OPENBLAS_NUM_THREADS"], 3, 60)
        self.assertEqual(output, "3 3\n")
        self.assertGreater(seconds, 0.0)

    def test_a_failure_is_told_in_its_last_words(self):
        with self.assertRaisesRegex(measure.Failed, "failed: no such kernel"):
            measure.run(["sh", "-c", "echo first >&2; echo no such kernel >&2; exit 3"], 1, 60)

    def test_a_peer_that_takes_too_long_is_stopped(self):
        with self.assertRaisesRegex(measure.Failed, "not finished after 1 s"):
            measure.run(["sleep", "600"], 1, 1)

    def test_the_fastest_of_the_short_runs_is_kept(self):
        def runs_of(*times):
            left = [measure.Measured({"seconds": time}, time) for time in times]
            return lambda: left.pop(0)

        self.assertEqual(measure.best_of(runs_of(3.0, 1.0, 2.0), 3, short=10.0).seconds, 1.0)
        self.assertEqual(measure.best_of(runs_of(11.0, 1.0), 3, short=10.0).seconds, 11.0)

    def test_memory_is_beyond_the_baseline(self):
        self.assertEqual(measure.Measured({"seconds": 1, "peak": 70, "baseline": 50}, 1).memory, 20)
        self.assertIsNone(measure.Measured({"seconds": 1}, 1).memory)

    def test_a_command_that_is_not_there_is_a_reason_and_no_error(self):
        self.assertIsInstance(environment.attempt(["no-such-program-anywhere"]), environment.Missing)
        self.assertEqual(environment.attempt(["sh", "-c", "echo Error: no header >&2; echo last >&2; exit 1"]),
                         environment.Missing("Error: no header"))


@needs_numpy
class Quality(unittest.TestCase):
    """Against the definitions, written as loops over pairs."""

    def setUp(self):
        import data
        import numpy as np

        self.random = np.random.default_rng(3)
        self.points = self.random.standard_normal((60, 4)).astype(np.float32) + 100
        self.labels = self.random.integers(3, size=60)
        self.data = data

    def test_objective_is_the_sum_of_squared_distances_to_the_means_in_feature_space(self):
        import quality

        def k(x, y):
            return math.exp(-0.2 * sum((float(a) - float(b)) ** 2 for a, b in zip(x, y)))

        expected = 0.0
        for j in range(3):
            members = [x for x, label in zip(self.points, self.labels) if label == j]
            square = sum(k(x, y) for x in members for y in members) / len(members) ** 2
            expected += sum(1.0 - 2.0 * sum(k(x, y) for y in members) / len(members) + square for x in members)
        for block in (1, 7, 1000):
            self.assertAlmostEqual(quality.objective(self.points, self.labels, 0.2, block), expected, places=9)

    def test_adjusted_rand_counts_pairs(self):
        import quality

        other = self.random.integers(4, size=60)
        both = one = two = 0
        for i in range(60):
            for h in range(i):
                together = (self.labels[i] == self.labels[h], other[i] == other[h])
                both, one, two = both + all(together), one + together[0], two + together[1]
        expected = one * two / (60 * 59 / 2)
        self.assertAlmostEqual(quality.adjusted_rand(self.labels, other),
                               (both - expected) / ((one + two) / 2 - expected), places=12)
        self.assertEqual(quality.adjusted_rand(self.labels, 7 - self.labels), 1.0)
        self.assertEqual(quality.adjusted_rand([0, 0], [1, 1]), 1.0)

    def test_the_start_is_the_nearest_seed_and_the_data_are_the_same_every_time(self):
        import numpy as np

        case, again = self.data.make(200), self.data.make(200)
        for first, second in zip(case, again):
            np.testing.assert_array_equal(first, second)
        self.assertEqual(len(set(case.seeds)), self.data.CLUSTERS)
        for point, label in zip(case.points, case.start):
            distances = [float(((point.astype(float) - case.points[s]) ** 2).sum()) for s in case.seeds]
            self.assertEqual(label, distances.index(min(distances)))


if __name__ == "__main__":
    unittest.main()
