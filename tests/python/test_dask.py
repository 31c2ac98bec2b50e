"""Dask collections: the same result for any scheduling, equal to the fit of all points at once; lost workers."""

import json
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

import mercer

if "MERCER_WHEEL" not in os.environ:  # the environment of tools/test-wheel has it
    pytest.importorskip("dask")
    pytest.importorskip("distributed")
import dask  # noqa: E402
from dask import array  # noqa: E402

import mercer.dask as ours_of  # noqa: E402
from mercer import _partitions  # noqa: E402
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


def test_many_iterations_are_those_of_one_machine_on_the_same_landmarks():
    Y = np.random.default_rng(1).normal(size=(4000, 2))  # no clusters, so that prototypes have far to go
    pieces = array.from_array(Y, chunks=(700, -1))
    options = {"kernel": "gaussian:sigma=1", "approx": LANDMARKS, "refine": False, "n_init": 1}
    ours = KernelKMeans(5, sample_size=300, block_tol=0, **options).fit(pieces)
    start = mercer.KernelKMeans(5, **options).fit(ours._sampled(ours_of.pieces_of(pieces)))
    Z = start._model.vectors(Y)
    whole = mercer.KMeans(5, init=start.predict(Y), n_init=1, refine=False).fit(Z)
    outside = (1 - ((Z + start._model.feature_map()["mean"]) ** 2).sum(axis=1)).sum()  # of the landmarks' span
    assert ours.n_iter_ > 5 and ours.converged_
    assert ours.objective_ == pytest.approx(whole.objective_ + outside, rel=1e-9)
    assert (ours.labels_.compute() == whole.labels_).all()
    assert ours._model.prototype_vectors() == pytest.approx(whole.cluster_centers_, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_the_scheduler_changes_no_bit(scheduler):
    def fit(**how):
        with dask.config.set(how):
            return KernelKMeans(4, kernel="gaussian:sigma=2", approx=LANDMARKS, sample_size=300, block_tol=0).fit(PIECES)

    several = {"processes": lambda: ProcessPoolExecutor(2, get_context("spawn")), "threads": lambda: ThreadPoolExecutor(3)}
    with several[scheduler]() as pool:
        first, again = fit(scheduler="synchronous"), fit(scheduler=scheduler, pool=pool)
    assert (first._model.prototype_vectors() == again._model.prototype_vectors()).all()
    assert (first.history_ == again.history_).all()


def joined(one, other):
    return f"({one}{other})"


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 20, 65])
def test_many_parts_in_a_task_are_joined_as_pairs_are(count):
    parts = [str(at) for at in range(count)]
    there = ours_of.combined([dask.delayed(part) for part in parts], joined).compute(scheduler="synchronous")
    assert there == ours_of.by_pairs(joined, parts)


def test_floats_of_32_bits_stay_so():
    model = KMeans(4).fit(PIECES.astype(np.float32))
    there = model.transform(PIECES.astype(np.float32))
    assert there.dtype == there.compute().dtype == model.cluster_centers_.dtype == np.float32
    there = model.transform(PIECES)
    assert there.dtype == there.compute().dtype == np.float64


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
    with pytest.raises(ValueError, match="sample_size = 0 must be at least 1"):
        KMeans(2, sample_size=0).fit(PIECES)
    with pytest.raises(NotFittedError):
        KMeans(2).predict(PIECES)


def test_a_number_that_is_missing_is_found_outside_of_the_sample():
    gap = X.copy()
    gap[3999, 1] = np.nan
    with pytest.raises(ValueError, match="is not finite"):
        KMeans(2, sample_size=10).fit(array.from_array(gap, chunks=(700, -1)))


def test_without_dask_the_extra_is_named():
    done = subprocess.run([sys.executable, "-c", "import sys; sys.modules['dask'] = None; import mercer.dask"], text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    assert done.returncode and done.stderr.endswith("ImportError: mercer.dask needs Dask: pip install mercer[dask]\n")


CLUSTER = '''
import itertools, os, signal, sys, threading
import numpy as np, dask, dask.array
from dask.distributed import Client, LocalCluster
from mercer.dask import KernelKMeans, KMeans

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are born deaf to it
X = np.random.default_rng(0).normal(size=(4000, 3))
BLOCKS = 8


def pieces():
    return dask.array.from_array(X, chunks=(len(X) // BLOCKS, -1))


def workers(count):
    return LocalCluster(n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None)


def counted(block, folder, last):
    """A block; whoever asks for one for the last time that is allowed dies."""
    call = next(at for at in itertools.count() if is_new(f"{folder}/{at}"))
    if call == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return block


def is_new(path):
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True
'''


def run_script(tmp_path, body):
    """What a script prints that starts a cluster of its own."""
    script = tmp_path / "script.py"
    script.write_text(CLUSTER + body)
    (tmp_path / "calls").mkdir()
    environment = {**os.environ, "FOLDER": str(tmp_path / "calls"),
                   "PYTHONPATH": os.pathsep.join([str(pathlib.Path(mercer.__file__).parents[1]), *sys.path])}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


def test_the_number_of_workers_changes_no_bit(tmp_path):
    assert run_script(tmp_path, '''
if __name__ == "__main__":
    def fit():
        return KernelKMeans(3, kernel="gaussian:sigma=1", approx="nystrom:landmarks=30", sample_size=400, block_tol=0,
                            max_iter=8).fit(pieces())

    with dask.config.set(scheduler="synchronous"):
        alone = fit()
    with workers(1) as cluster, Client(cluster) as client:
        for count in (1, 2, 3):
            cluster.scale(count)
            client.wait_for_workers(count)
            model = fit()
            print((model._model.prototype_vectors() == alone._model.prototype_vectors()).all(),
                  (model.history_ == alone.history_).all(), len(model.history_) > 3)
''') == ["True"] * 9


def test_a_worker_killed_in_the_middle_of_an_iteration_changes_nothing(tmp_path):
    """The blocks are computed once for the sample and once for each iteration: the 20th time is in the second iteration."""
    assert run_script(tmp_path, '''
if __name__ == "__main__":
    calls = []

    def told(what, done, of):
        if what == "iterations":
            calls.append(len(os.listdir(os.environ["FOLDER"])))

    with workers(2) as cluster, Client(cluster):
        options = {"sample_size": 400, "block_tol": 0, "max_iter": 8}
        whole = KMeans(3, **options).fit(pieces())
        broken = pieces().map_blocks(counted, os.environ["FOLDER"], 2 * BLOCKS + 3, dtype=X.dtype, meta=np.empty((0, 3)))
        again = KMeans(3, progress=told, **options).fit(broken)
        calls = calls[-again.n_iter_:]  # the fit of the sample tells, too
        print(calls[0] == 2 * BLOCKS, calls[1] > 3 * BLOCKS, (whole.cluster_centers_ == again.cluster_centers_).all(),
              (whole.history_ == again.history_).all())
''') == ["True"] * 4


@pytest.mark.parametrize("where", ["threads", "workers"])
def test_ctrl_c_keeps_the_best_so_far(tmp_path, where):
    assert run_script(tmp_path, f'''
def slow(block):
    import time
    time.sleep(0.1 * (len(block) > 1))
    return block


def stop(what, done, of):
    """Ctrl-C in the middle of the third iteration; a terminal sends it to all processes of the group."""
    if what == "iterations" and of == 77 and done == 2:
        threading.Timer(0.2, os.killpg, [os.getpgid(0), signal.SIGINT]).start()


def fit():
    late = pieces().map_blocks(slow, dtype=X.dtype, meta=np.empty((0, 3)))
    return KMeans(6, sample_size=400, block_tol=0, max_iter=77, progress=stop).fit(late)


if __name__ == "__main__":
    os.setpgid(0, 0)
    if {where!r} == "threads":
        with dask.config.set(scheduler="threads", num_workers=1):
            model = fit()
    else:
        with workers(2) as cluster, Client(cluster):
            model = fit()
    print(len(model.history_), model.n_iter_, model.converged_, np.bincount(model.predict(X), minlength=6).min() > 0)
''') == ["2", "2", "False", "True"]


def test_a_worker_holds_a_block_and_not_all(tmp_path):
    """40 blocks of 3.2 MB are 128 MB; beyond what two of them took, the worker may need a few blocks more."""
    peak, limit = run_script(tmp_path, '''
def made(block_id=None):
    return np.random.default_rng(block_id[0]).normal(size=(50_000, 8))


def peak():
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def many(blocks):
    return dask.array.map_blocks(made, dtype=float, chunks=((50_000,) * blocks, (8,)), meta=np.empty((0, 0)))


if __name__ == "__main__":
    with workers(1) as cluster, Client(cluster) as client:
        sizes = []
        for blocks in (2, 40):
            KernelKMeans(3, kernel="gaussian:sigma=4", approx="nystrom:landmarks=30", sample_size=500, n_init=1, max_iter=3,
                         block_tol=0).fit(many(blocks))
            sizes += client.run(peak).values()
        print(sizes[1] - sizes[0], 32_000_000)
''')
    assert int(peak) < int(limit)


# ---- frames


def table(rows, seed=0):
    """Three groups in columns of all kinds, with gaps."""
    import pandas

    random = np.random.default_rng(seed)
    group = random.integers(3, size=rows)
    usual = np.where(random.random(rows) < 0.9, group, random.integers(3, size=rows))
    words = np.array(["north", "south", "east"], object)[usual]
    return pandas.DataFrame({
        "age": np.where(random.random(rows) < 0.05, np.nan, 30 + 10 * group + random.normal(size=rows)),
        "region": np.where(random.random(rows) < 0.03, None, words),
        "member": np.array(["no", "yes"], object)[(random.random(rows) < 0.2 + 0.3 * group).astype(int)],
        "when": pandas.Timestamp("2020-01-01") + pandas.to_timedelta(random.integers(300, size=rows) + 100 * group, unit="D"),
        "grade": pandas.Categorical(np.array(["b", "a", "c"], object)[random.integers(3, size=rows)], ["c", "b", "a", "z"]),
    })


@pytest.fixture
def frame():
    return pytest.importorskip("dask.dataframe")


def recipe_of(model):
    """The columns of a recipe by their names."""
    return {column["name"]: column for column in json.loads(model.table_._recipe.__getstate__())["columns"]}


def same_figures(one, other, but=()):
    for name, column in one.items():
        for key, value in column.items():
            if key not in but:
                assert other[name][key] == (pytest.approx(value, rel=1e-12) if isinstance(value, float) else value)


def few_in_the_sample(monkeypatch, rows):
    monkeypatch.setattr(ours_of, "SAMPLE_ROWS", rows)


def test_a_table_in_partitions_is_clustered_as_the_whole(frame):
    whole_table = table(1000)
    whole = mercer.KMeans(3, refine=False).fit(whole_table)
    ours = KMeans(3, refine=False).fit(frame.from_pandas(whole_table, npartitions=7))
    same_figures(recipe_of(whole), recipe_of(ours))
    assert ours.objective_ == pytest.approx(whole.objective_, rel=1e-9)
    assert ours.labels_.shape == (1000,) and (ours.labels_.compute() == whole.labels_).all()
    assert ours.transform(frame.from_pandas(whole_table, npartitions=3)).compute() == pytest.approx(whole.transform(whole_table))
    assert list(ours.feature_names_in_) == list(whole_table.columns)


def test_figures_are_those_of_all_rows_where_the_sample_has_few(frame, monkeypatch):
    few_in_the_sample(monkeypatch, 150)
    whole_table = table(2000)
    whole_table.loc[1234, ["age", "region"]] = [15.0, "atlantis"]  # a word and a number that the sample has not
    whole = mercer.KMeans(3, refine=False).fit(whole_table)
    ours = KMeans(3, refine=False, sample_size=100).fit(frame.from_pandas(whole_table, npartitions=9))
    same_figures(recipe_of(whole), recipe_of(ours), but=("fill",))  # medians are those of the sample
    assert recipe_of(ours)["region"]["values"] == ["atlantis", "east", "north", "south", "(missing)"]
    assert recipe_of(ours)["age"]["fill"] == pytest.approx(recipe_of(whole)["age"]["fill"], abs=5)


@pytest.mark.parametrize("values, kind", [(30, "category"), (60, "left out")])
def test_words_are_a_category_if_they_would_be_one_in_all_rows(frame, monkeypatch, values, kind):
    """Of 2000 rows at most 44 words are a category; of the 150 of the sample 20 would be."""
    few_in_the_sample(monkeypatch, 150)
    whole_table = table(2000).assign(code=[f"w{i % values}" for i in range(2000)])
    whole, ours = (fit(3, n_init=1).fit(X) for fit, X in
                   [(mercer.KMeans, whole_table), (KMeans, frame.from_pandas(whole_table, npartitions=4))])
    assert ("code" in recipe_of(ours)) == ("code" in recipe_of(whole)) == (kind == "category")
    same_figures(recipe_of(whole), recipe_of(ours), but=("fill",))


def test_a_partition_counts_so_many_words_and_no_more(frame, monkeypatch):
    monkeypatch.setattr(_partitions, "MOST_WORDS", 50)
    whole_table = table(600).assign(name=[f"n{i % 400}" for i in range(600)])
    ours = KMeans(3).fit(frame.from_pandas(whole_table, npartitions=4))
    assert "name: left out, text" in ours.table_.decisions_
    with pytest.raises(ValueError, match="'name' has more than 50 different values"):
        KMeans(3, table=mercer.TableFeatures(types={"name": "category"})).fit(frame.from_pandas(whole_table, npartitions=4))


def test_partitions_without_rows_and_without_cells(frame):
    whole_table = table(900)
    whole_table.loc[:299, ["region", "age"]] = None  # nothing in the first of three partitions
    pieces = frame.from_pandas(whole_table, npartitions=3)
    whole = mercer.KMeans(3, refine=False).fit(whole_table)
    assert (KMeans(3, refine=False).fit(pieces).labels_.compute() == whole.labels_).all()
    late = pieces[pieces.when > whole_table.when.median()]
    late = frame.concat([pieces[pieces.age > 1000], late])  # partitions without rows
    assert len(KMeans(3).fit(late).labels_.compute()) == len(late)
    with pytest.raises(ValueError, match="no points"):
        KMeans(3).fit(pieces[pieces.age > 1000])


def test_rows_with_gaps_are_left_out_or_refused(frame):
    whole_table = table(400)
    whole_table.loc[:99, "age"] = None
    pieces = frame.from_pandas(whole_table, npartitions=4)
    labels = KMeans(3, table=mercer.TableFeatures(missing="drop")).fit(pieces).labels_.compute()
    assert ((labels == -2) == whole_table.isna().any(axis=1).to_numpy()).all()
    with pytest.raises(ValueError, match=r"cells are missing in age \(\d+ of 400\), region"):
        KMeans(3, table=mercer.TableFeatures(missing="refuse")).fit(pieces)


def test_frames_of_numbers_stay_as_they_are(frame):
    import pandas

    numbers = pandas.DataFrame(X.astype(np.float32), columns=["a", "b"])
    pieces = frame.from_pandas(numbers, npartitions=5)
    ours, whole = KMeans(4, refine=False).fit(pieces), mercer.KMeans(4, refine=False).fit(numbers)
    assert not hasattr(ours, "table_") and (ours.labels_.compute() == whole.labels_).all()
    assert ours.transform(pieces).dtype == ours.transform(pieces).compute().dtype == np.float32
    with pytest.raises(ValueError, match="fitted on a table with the columns a, b"):
        ours.predict(pieces[["b", "a"]])


def test_the_program_finds_the_columns_by_their_names(frame, tmp_path):
    program = pathlib.Path(mercer.__file__).parent / "bin" / "mercer"
    if not program.exists():
        pytest.skip("the program is not here")
    whole_table = table(500)
    ours = KernelKMeans(3, approx="nystrom:landmarks=60").fit(frame.from_pandas(whole_table, npartitions=3))
    mercer.write_model(ours, tmp_path / "table.mercer")
    whole_table[whole_table.columns[::-1]].to_csv(tmp_path / "table.csv", index=False)
    subprocess.run([program, "predict", tmp_path / "table.mercer", tmp_path / "table.csv", "--labels", tmp_path / "labels.csv"],
                   check=True, capture_output=True)
    labels = (tmp_path / "labels.csv").read_text().split()[1:]
    assert labels == [str(label) for label in ours.labels_.compute()]


def test_what_frames_can_not_be_is_said(frame):
    import pandas

    ours = KMeans(3).fit(frame.from_pandas(table(300), npartitions=2))
    with pytest.raises(ValueError, match="give a frame with the columns age, region"):
        ours.predict(PIECES)
    one, other = pandas.DataFrame({"x": [1, 2, 3]}, dtype=object), pandas.DataFrame({"x": ["a", "b", "a"]}, dtype=object)
    with dask.config.set({"dataframe.convert-string": False}), pytest.raises(ValueError, match="'x' holds numbers in one"):
        KMeans(2).fit(frame.concat([frame.from_pandas(one, npartitions=1), frame.from_pandas(other, npartitions=1)]))
