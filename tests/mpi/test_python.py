"""Python under mpirun, with mpi4py."""

import sys
import unittest

from launch import RanksTest

SCRIPT = """
import numpy as np
from mpi4py import MPI
from mercer import KernelKMeans, mpi

numbers = np.random.default_rng(1)
X = numbers.normal(size=(900, 4)) + 4 * numbers.integers(0, 3, size=(900, 1))
with mpi.share() as rank:
    model = KernelKMeans(n_clusters=3, kernel="gaussian:sigma=2").fit(X)
    distances = model.transform(X[:300])
    sent, messages = mpi.traffic()
all_labels = MPI.COMM_WORLD.allgather(model.labels_.tobytes())
assert len(set(all_labels)) == 1
assert (MPI.COMM_WORLD.Get_size() == 1) == (sent == 0)
if rank == 0:
    print(model.objective_.hex(), hash(all_labels[0]), hash(distances.tobytes()))
"""

ERROR = """
import numpy as np
from mercer import KernelKMeans, mpi
X = np.arange(40.0).reshape(20, 2)
with mpi.share() as rank:
    try:
        KernelKMeans(n_clusters=2 if rank else 3, kernel="gaussian:sigma=2").fit(X)
    except ValueError as error:
        assert "rank 1" in str(error), error
        print("raised")
"""


class Python(RanksTest):
    def run_script(self, ranks, text):
        script = self.write("script.py", text)
        return self.well(ranks, script, program=(sys.executable, "-B"), env={"PYTHONHASHSEED": "0"})

    def test_the_same_bits_on_any_number_of_ranks(self):
        one = self.run_script(1, SCRIPT)
        self.assertEqual(len(one.split()), 3)
        for ranks in (2, 3):
            self.assertEqual(self.run_script(ranks, SCRIPT), one)

    def test_ranks_that_differ_are_told(self):
        # mpirun may join what two ranks write into one line.
        self.assertEqual(self.run_script(2, ERROR).count("raised"), 2)


if __name__ == "__main__":
    unittest.main()
