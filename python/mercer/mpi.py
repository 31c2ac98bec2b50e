"""Several processes that share the work: ``mpirun -n 4 python script.py``, with mpi4py.

Every process runs the same script on the same data. Inside ``with mercer.mpi.share():`` whatever mercer computes is
divided among them, and all get the same result, to the last bit, whatever their number.

>>> from mercer import KernelKMeans, datasets, mpi
>>> X, y = datasets.rings()
>>> with mpi.share():
...     labels = KernelKMeans(n_clusters=2, kernel="gaussian:sigma=1").fit_predict(X)
>>> len(set(labels))
2
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from . import _core

__all__ = ["share", "traffic"]


class _Ranks:
    """What the library needs of an mpi4py communicator."""

    def __init__(self, mpi: Any, communicator: Any) -> None:
        self._mpi = mpi
        self._all = communicator.Dup()
        self.rank = self._all.Get_rank()
        self.size = self._all.Get_size()
        machine = self._all.Split_type(mpi.COMM_TYPE_SHARED)
        self.on_machine = machine.Get_size()
        machine.Free()

    def gather(self, buffer: memoryview, counts: list[int]) -> None:
        if sum(counts) < 2**30:
            self._all.Allgatherv(self._mpi.IN_PLACE, [buffer, counts, self._mpi.BYTE])
            return
        at = 0  # MPI counts in int: what is longer goes in pieces
        for rank, count in enumerate(counts):
            for begin in range(at, at + count, 2**30):
                end = min(begin + 2**30, at + count)
                self._all.Bcast([buffer[begin:end], self._mpi.BYTE], root=rank)
            at += count

    def exchange(self, out: memoryview, sent: list[int], into: memoryview, received: list[int]) -> None:
        self._all.Alltoallv([out, sent, self._mpi.BYTE], [into, received, self._mpi.BYTE])

    def free(self) -> None:
        self._all.Free()


@contextmanager
def share(communicator: Any = None) -> Iterator[int]:
    """Divides what mercer computes among the processes of a communicator of mpi4py (by default all of them).

    All processes must do the same with the same data. Yields the number of this process; the first one, 0, is the
    one to print and to write files. An error in one process is raised in all.

    Parameters
    ----------
    communicator : communicator of mpi4py, optional
        The processes; all of them.

    Yields
    ------
    int
        The number of this process.
    """
    try:
        from mpi4py import MPI
    except ImportError as error:
        raise ImportError("mercer.mpi needs mpi4py: apt install python3-mpi4py, or pip install mpi4py") from error
    ranks = _Ranks(MPI, MPI.COMM_WORLD if communicator is None else communicator)
    sharing = _core.Sharing(ranks)
    try:
        yield ranks.rank
    finally:
        del sharing
        ranks.free()


def traffic() -> tuple[int, int]:
    """Bytes and messages that all processes have sent each other so far. All must call it, inside ``share``.

    Returns
    -------
    bytes : int
        Sent.
    messages : int
        Sent.
    """
    return _core.traffic()
