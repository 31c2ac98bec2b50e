"""A C++ program that hands over its communicator: the same bits on 1, 2, 3 and 4 ranks, whatever it clusters."""

import os
import unittest

from launch import RanksTest

EVERY_CASE = os.environ.get("EVERY_CASE", "build-mpi/tests/mpi/every_case")
EXAMPLE = os.environ.get("RANKS_EXAMPLE", "build-mpi/docs/ranks")


def by_name(text):
    return dict(line.split(": ", 1) for line in text.splitlines())


def names_that_differ(text, other):
    mine, theirs = by_name(text), by_name(other)
    return sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))


class EveryCase(RanksTest):
    """Each rule with each kind of kernel, auto, spectral, and the predictions of their models."""

    def lines(self, ranks, *words):
        return self.well(ranks, *words, program=(EVERY_CASE,), timeout=120)

    def test_the_same_bits_on_any_number_of_ranks(self):
        one = self.lines(1)
        self.assertEqual(len(by_name(one)), 16 * 5 + 4)
        for ranks in (2, 3, 4):
            with self.subTest(ranks=ranks):
                self.assertEqual(names_that_differ(self.lines(ranks), one), [])

    def test_a_wrong_bit_would_be_found(self):
        one = self.lines(1, "fuzzy")
        self.assertEqual(len(by_name(one)), 2 * 5)
        spoiled = self.lines(1, "fuzzy,", "--spoil", 0)
        self.assertEqual(len(by_name(spoiled)), 5)
        self.assertEqual(len(names_that_differ(spoiled, self.lines(1, "fuzzy,"))), 5)
        self.assertEqual(len(names_that_differ(spoiled, one)), 10)  # a line that is missing is wrong too

    def test_ranks_that_differ_would_be_found(self):
        done = self.on_ranks(3, "kmeans, gaussian", "--spoil", 2, program=(EVERY_CASE,))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("kmeans, gaussian: the ranks differ", done.stdout)


class Example(RanksTest):
    """What docs/methods/many-machines.md shows."""

    def test_the_example_of_the_page(self):
        one = self.well(1, program=(EXAMPLE,))
        self.assertRegex(one, r"\Aobjective [\d.]+\n\Z")
        for ranks in (2, 4):
            self.assertEqual(self.well(ranks, program=(EXAMPLE,)), one)


if __name__ == "__main__":
    unittest.main()
