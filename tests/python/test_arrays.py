"""Arrays go in without a copy, whatever they are; a model keeps alive what it needs."""

import gc
import pickle
import sys
import threading

import numpy as np
import pytest
from scipy import sparse
from sklearn.utils import check_array

import mercer
from mercer import _core, datasets

from estimators import ALL

X = datasets.blobs(size=120, clusters=3)[0]


def options(**more):
    return dict(clusters=3, method="kmeans", kernel="gaussian:sigma=2", **more)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_in_order_are_borrowed(dtype):
    points = X.astype(dtype)
    before = sys.getrefcount(points)
    result = _core.cluster(points, **options())
    assert sys.getrefcount(points) == before + 1  # the model has the array itself, not a copy
    del result
    gc.collect()
    assert sys.getrefcount(points) == before


def test_part_of_a_wider_array_is_borrowed():
    wide = np.ascontiguousarray(np.hstack([X, X]))
    part = wide[:, :2]
    result = _core.cluster(part, **options())
    labels = result["model"].predict(part)
    wide[:, :2] += 100  # seen by the model: it keeps the points by reference
    assert not np.array_equal(result["model"].predict(X), labels)


@pytest.mark.parametrize("make", [
    np.asfortranarray, lambda a: np.repeat(a, 2, axis=0)[::2], lambda a: a[::-1][::-1], lambda a: a.astype(">f8"),
    lambda a: np.repeat(a, 2, axis=1)[:, ::2], lambda a: a.astype(np.longdouble),
])
def test_other_arrays_give_the_same(make):
    expected = _core.cluster(X, **options())
    found = _core.cluster(make(X), **options())
    np.testing.assert_array_equal(found["labels"], expected["labels"])
    assert found["objective"] == expected["objective"]


def test_sparse_matrices_of_any_format_are_read_by_rows():
    expected = _core.cluster(sparse.csr_matrix(X), **options())["labels"]
    np.testing.assert_array_equal(_core.cluster(sparse.csc_matrix(X), **options())["labels"], expected)


def test_arrays_that_are_not_aligned():
    raw = np.zeros(X.nbytes + 1, dtype=np.uint8)
    odd = raw[1:].view(np.float64).reshape(X.shape)
    odd[:] = X
    np.testing.assert_array_equal(_core.cluster(odd, **options())["labels"], _core.cluster(X, **options())["labels"])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_read_only_maps_of_files(tmp_path, dtype):
    path = tmp_path / "points.npy"
    np.save(path, X.astype(dtype))
    mapped = np.load(path, mmap_mode="r")
    fitted = mercer.KernelKMeans(3).fit(mapped)
    np.testing.assert_array_equal(fitted.labels_, mercer.KernelKMeans(3).fit(X.astype(dtype)).labels_)
    np.testing.assert_array_equal(fitted.predict(mapped), fitted.labels_)


def test_validation_copies_nothing():
    for points in (X, X.astype(np.float32)):
        assert check_array(points, accept_sparse="csr", dtype=[np.float64, np.float32]) is points
        before = sys.getrefcount(points)
        fitted = mercer.KernelKMeans(3, copy=False).fit(points)
        assert sys.getrefcount(points) > before
        del fitted


def test_a_model_outlives_its_array():
    points = X.copy()
    fitted = mercer.KernelKMeans(3, kernel="gaussian:sigma=2").fit(points)
    del points
    gc.collect()
    np.testing.assert_array_equal(fitted.predict(X), fitted.labels_)


def test_models_may_end_in_another_thread():
    held = [mercer.KernelKMeans(3).fit(X.copy())]
    ended = threading.Thread(target=held.clear)
    ended.start()
    ended.join()
    assert not held


def test_results_are_arrays_of_their_own():
    fitted = mercer.SoftKMeans(3).fit(X)
    fitted.labels_[:] = 7
    fitted.memberships_[:] = 0
    assert fitted.predict(X).max() <= 2
    assert fitted.labels_.dtype == np.int32 and fitted.memberships_.dtype == np.float64


def test_a_pickled_model_has_points_of_its_own():
    points = X.copy()
    fitted = mercer.KernelKMeans(3, kernel="gaussian:sigma=2").fit(points)
    again = pickle.loads(pickle.dumps(fitted))
    points += 1000
    np.testing.assert_array_equal(again.predict(X), fitted.labels_)


class Foreign:
    """An array of another library: DLPack is all it has."""

    def __init__(self, values, device=1):
        self.values, self.device = values, device

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device, 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arrays_of_other_libraries_are_shared(dtype):
    points = datasets.blobs(size=60)[0].astype(dtype)
    model = mercer.KMeans(3).fit(Foreign(points))
    assert (model.labels_ == mercer.KMeans(3).fit(points).labels_).all()
    assert model.transform(Foreign(points)).dtype == dtype
    assert mercer.Nystroem(n_components=5).fit_transform(Foreign(points)).shape == (60, 5)
    shared = mercer._arrays.as_numpy(Foreign(points))
    assert np.shares_memory(shared, points)


def test_arrays_on_a_device_are_refused():
    with pytest.raises(ValueError, match="lies on a device"):
        mercer.KMeans(3).fit(Foreign(datasets.blobs(size=60)[0], device=2))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("cls", ALL, ids=lambda cls: cls.__name__)
def test_what_a_fit_keeps_of_each_point_has_the_type_of_the_points(cls, dtype):
    model = cls().fit(X.astype(dtype))
    kept = [name for name in ("memberships_", "outlier_scores_", "cluster_centers_", "eigenvectors_", "embedding_", "means_")
            if name in vars(model)]
    for name in kept:
        assert getattr(model, name).dtype == dtype, name
    if "outlier_scores_" in kept:
        assert model.outlier_scores(X.astype(dtype)).dtype == dtype
    assert set(kept) >= {"memberships_"} & set(cls._has)
    if cls is mercer.HDBSCAN:
        with_gap = np.vstack([X, [[np.nan, 1]]]).astype(dtype)
        assert cls().fit(with_gap).outlier_scores_.dtype == dtype


@pytest.mark.parametrize("question", ["transform", "predict_proba", "outlier_scores", "decision_function"])
@pytest.mark.parametrize("cls", ALL, ids=lambda cls: cls.__name__)
def test_answers_about_frames_have_the_type_of_their_columns(cls, question):
    pandas = pytest.importorskip("pandas")
    for dtype in (np.float32, np.float64):
        frame = pandas.DataFrame(X.astype(dtype), columns=["a", "b"])
        model = cls().fit(frame)
        if hasattr(model, question):
            answer = getattr(model, question)(frame)
            assert answer.dtype == getattr(model, question)(frame.to_numpy()).dtype == dtype


def test_a_report_of_points_of_float(tmp_path):
    points = X.astype(np.float32)
    assert mercer.GaussianMixture(3).fit(points).report(tmp_path / "page.html", points).stat().st_size > 1000
