"""Dask collections: the same result for any scheduling, equal to the fit of all points at once; lost workers."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import mercer

dask = pytest.importorskip("dask")
array = pytest.importorskip("dask.array")
from mercer.dask import KernelKMeans, KMeans  # noqa: E402

X = np.random.default_rng(0).permutation(mercer.datasets.blobs(size=4000, clusters=4, random_state=3)[0])
PIECES = array.from_array(X, chunks=(700, -1))
LANDMARKS = "nystrom:landmarks=40"


@pytest.mark.parametrize("ours, whole", [
    (KMeans(4, refine=False), mercer.KMeans(4, refine=False)),
    (KernelKMeans(4, kernel="gaussian:sigma=2", approx=LANDMARKS, refine=False),
     mercer.KernelKMeans(4, kernel="gaussian:sigma=2", approx=LANDMARKS, refine=False)),
])
def test_pieces_are_clustered_as_the_whole(ours, whole):
    ours.fit(PIECES)
    whole.fit(X)  # the sample is all points, so landmarks and starts are the same
    assert ours.objective_ == pytest.approx(whole.objective_, rel=1e-9)
    assert (ours.labels_.compute() == whole.labels_).all()
    assert ours.transform(PIECES).compute() == pytest.approx(whole.transform(X), abs=1e-9)


@pytest.mark.parametrize("scheduler", ["synchronous", "threads"])
def test_the_scheduler_changes_no_bit(scheduler):
    with dask.config.set(scheduler="synchronous"):
        first = KMeans(4, sample_size=500).fit(PIECES)
    with dask.config.set(scheduler=scheduler):
        again = KMeans(4, sample_size=500).fit(PIECES)
    assert (first.cluster_centers_ == again.cluster_centers_).all() and first.objective_ == again.objective_


def test_a_sample_is_where_it_begins_and_not_where_it_ends():
    model = KMeans(4, sample_size=300).fit(PIECES)
    assert model.objective_ == pytest.approx(mercer.KMeans(4).fit(X).objective_, rel=1e-3)
    assert (np.diff(model.history_) <= 1e-9 * model.objective_).all()


def test_the_model_is_an_ordinary_one(tmp_path):
    model = KernelKMeans(4, kernel="gaussian:sigma=2", approx=LANDMARKS, sample_size=500).fit(PIECES)
    mercer.write_model(model, tmp_path / "pieces.mercer")
    assert (mercer.read_model(tmp_path / "pieces.mercer").predict(X) == model.labels_.compute()).all()


def test_labels_are_not_computed_before_they_are_asked_for():
    labels = KMeans(4).fit(PIECES).predict(PIECES)
    assert dask.is_dask_collection(labels) and labels.chunks[0] == PIECES.chunks[0]


def test_columns_in_several_blocks_and_ordinary_arrays():
    assert KMeans(4).fit(PIECES.rechunk((700, 1))).objective_ == KMeans(4).fit(PIECES).objective_
    assert KMeans(4).fit(X).labels_.shape == (len(X),)


def test_what_can_not_be_is_said():
    with pytest.raises(ValueError, match="one row per point"):
        KMeans(2).fit(array.zeros(10))
    with pytest.raises(AttributeError, match="no features whose means could move"):
        KernelKMeans(2, approx="none").fit(PIECES)
    with pytest.raises(ValueError, match="weights"):
        KMeans(2).fit(PIECES, sample_weight=np.ones(len(X)))


LOST = '''
import os, signal, numpy as np, dask.array
from dask.distributed import Client, LocalCluster
from mercer.dask import KMeans

def slow(block, path):
    """The first worker that comes here dies."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return block
    if block.size > 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return block

if __name__ == "__main__":
    X = np.random.default_rng(0).normal(size=(4000, 3))
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster):
        pieces = dask.array.from_array(X, chunks=(500, -1))
        whole = KMeans(3).fit(pieces)
        broken = pieces.map_blocks(slow, os.environ["FLAG"], dtype=X.dtype, meta=np.empty((0, 3)))
        again = KMeans(3).fit(broken)
        print(os.path.exists(os.environ["FLAG"]), (whole.cluster_centers_ == again.cluster_centers_).all())
'''


def test_a_worker_that_is_killed_changes_nothing(tmp_path):
    pytest.importorskip("distributed")
    script = tmp_path / "lost.py"
    script.write_text(LOST)
    environment = {**os.environ, "FLAG": str(tmp_path / "flag"),
                   "PYTHONPATH": os.pathsep.join([str(pathlib.Path(mercer.__file__).parents[1]), *sys.path])}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["True", "True"], done.stderr[-2000:]
