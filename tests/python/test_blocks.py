"""Points that come block by block: mini-batches, files larger than memory, features of kernels."""

import numpy as np
import pytest
from scipy import sparse

import mercer
from mercer import _core, datasets

X = np.random.default_rng(1).permutation(datasets.blobs(size=3000, clusters=4, random_state=3)[0])
KERNEL = {"kernel": "gaussian:sigma=2", "approx": "nystrom:landmarks=60"}


def pieces(rows=512):
    return [X[at : at + rows] for at in range(0, len(X), rows)]


@pytest.mark.parametrize("model", [mercer.KMeans(4, refine=False), mercer.KernelKMeans(4, refine=False, **KERNEL)])
def test_sums_of_blocks_are_those_of_all_points(model):
    model.fit(X)
    whole = model._model.block_sums(X)
    parts = [model._model.block_sums(block) for block in pieces()]
    assert (np.concatenate([part["labels"] for part in parts]) == model.labels_).all()
    assert sum(part["sums"] for part in parts) == pytest.approx(whole["sums"])
    assert sum(part["mass"] for part in parts) == pytest.approx(np.bincount(model.labels_))
    assert whole["objective"] == pytest.approx(model.objective_, rel=1e-9)
    # Prototypes are the means of the vectors of their points.
    Z = model._model.vectors(X)
    means = np.array([Z[model.labels_ == j].mean(axis=0) for j in range(4)])
    assert model._model.prototype_vectors() == pytest.approx(means, abs=1e-6)


def test_threads_change_no_bit_and_weights_count():
    model = mercer.KMeans(4).fit(X)._model
    one, many = model.block_sums(X, None, 1), model.block_sums(X, None, 4)
    assert (one["sums"] == many["sums"]).all() and one["objective"] == many["objective"]
    twice = model.block_sums(X, np.full(len(X), 2.0))
    assert twice["mass"] == pytest.approx(2 * one["mass"]) and twice["objective"] == pytest.approx(2 * one["objective"])


@pytest.mark.parametrize("source", [X, pieces(), lambda: iter(pieces(700))], ids=["array", "list", "function"])
def test_a_fit_of_blocks_ends_where_a_fit_of_all_points_does(source):
    whole = mercer.KMeans(4).fit(X)
    model = mercer.KMeans(4).fit_blocks(source, sample_size=400)
    assert model.objective_ == pytest.approx(whole.objective_, rel=1e-3)
    assert model.converged_ and not hasattr(model, "labels_")
    assert mercer.metrics.accuracy(whole.labels_, model.predict(X)) > 0.99


def test_a_map_of_a_file(tmp_path):
    np.save(tmp_path / "points.npy", X)
    mapped = np.load(tmp_path / "points.npy", mmap_mode="r")
    assert mercer.KMeans(4).fit_blocks(mapped).objective_ == mercer.KMeans(4).fit_blocks(X).objective_


def test_what_holds_no_blocks_is_refused():
    with pytest.raises(ValueError, match="no blocks"):
        mercer.KMeans(4).fit_blocks([])
    with pytest.raises(TypeError, match="takes a list or an iterator of blocks.*this is int"):
        mercer.KMeans(4).fit_blocks(3)


@pytest.mark.parametrize("model", [mercer.KMeans(4), mercer.KernelKMeans(4, **KERNEL)], ids=["kmeans", "kernel"])
def test_an_iterator_gives_what_a_list_does(model):
    expected = model.fit_blocks(pieces()).objective_
    assert model.fit_blocks(iter(pieces())).objective_ == expected
    assert model.fit_blocks(block for block in pieces()).objective_ == expected


@pytest.mark.parametrize("make", [
    lambda: [sparse.csr_matrix(block) for block in pieces()], lambda: (sparse.csc_matrix(block) for block in pieces()),
    lambda: sparse.coo_matrix(X)], ids=["list", "iterator", "matrix"])
def test_sparse_blocks(make):
    dense = mercer.KMeans(4).fit_blocks(X, sample_size=400)
    model = mercer.KMeans(4).fit_blocks(make(), sample_size=400)
    assert model.objective_ == pytest.approx(dense.objective_, rel=1e-3)
    assert mercer.metrics.accuracy(dense.predict(X), model.predict(X)) > 0.99


def test_blocks_that_are_frames_have_names():
    pandas = pytest.importorskip("pandas")
    frames = [pandas.DataFrame(block, columns=["a", "b"]) for block in pieces()]
    model = mercer.KMeans(4).fit_blocks(frames)
    assert model.feature_names_in_.tolist() == ["a", "b"] == model._model.names
    assert (model.predict(frames[0]) == mercer.KMeans(4).fit_blocks(pieces()).predict(X[:512])).all()
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frames[0][["b", "a"]])
    with pytest.raises(ValueError, match=r"block 1 has the columns \['b', 'a'\], and block 0 \['a', 'b'\]"):
        mercer.KMeans(4).fit_blocks([frames[0], frames[1][["b", "a"]]])


def test_blocks_with_weights():
    weights = np.random.default_rng(2).integers(0, 4, size=len(X)).astype(float)
    pairs = [(X[at : at + 500], weights[at : at + 500]) for at in range(0, len(X), 500)]
    model = mercer.KMeans(4).fit_blocks(pairs, sample_size=400)
    repeated = mercer.KMeans(4).fit_blocks(np.repeat(X, weights.astype(int), axis=0), sample_size=400)
    assert model.objective_ == pytest.approx(repeated.objective_, rel=1e-3)
    assert model._model.mass.sum() == weights.sum()
    with pytest.raises(ValueError, match=r"sample_weight\[0\] = -1 is negative"):
        mercer.KMeans(4).fit_blocks([(X, -np.ones(len(X)))])


def test_blocks_that_are_no_numbers_are_refused():
    with pytest.raises(ValueError, match="NaN"):
        mercer.KMeans(4).fit_blocks([X, np.full((3, 2), np.nan)])


@pytest.mark.parametrize("model", [mercer.KMeans(4), mercer.KernelKMeans(4, **KERNEL)])
def test_mini_batches_come_near_to_a_fit(model):
    whole = type(model)(**model.get_params()).fit(X)
    for batch in pieces(300):
        model.partial_fit(batch)
    assert model.n_steps_ == 10 and len(model.labels_) == 300
    assert -model.score(X) < 1.05 * -whole.score(X)


def test_each_prototype_is_the_mean_of_all_that_came_to_it():
    model = mercer.KMeans(2, init=np.array([[0.0], [10.0]]), refine=False).partial_fit(np.array([[0.0], [10.0]]))
    model.partial_fit(np.array([[2.0], [4.0]]))
    assert model.cluster_centers_ == pytest.approx(np.array([[2.0], [10.0]]))
    assert model._model.mass == pytest.approx([3, 1])


def test_a_kernel_without_features_has_no_partial_fit():
    assert not hasattr(mercer.KernelKMeans(2), "partial_fit") and hasattr(mercer.KernelKMeans(2, approx="rff"), "fit_blocks")


def test_a_model_takes_prototypes_that_fit_alone():
    model = mercer.KMeans(4).fit(X)._model
    with pytest.raises(ValueError, match="don't fit vectors of length 2"):
        model.with_prototypes(np.ones((4, 3)), np.ones(4))
    with pytest.raises(ValueError, match="not finite or has no points"):
        model.with_prototypes(np.full((4, 2), np.nan), np.ones(4))
    assert isinstance(model.with_prototypes(np.eye(3)[:, :2], np.ones(3)), _core.Model)
