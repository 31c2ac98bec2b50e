"""Estimators in the hands of users: pipelines, searches, frames, sparse data, weights, threads."""

import copy
import pickle

import joblib
import numpy as np
import pytest
from scipy import sparse
from scipy.cluster import hierarchy
from sklearn.base import clone
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import mercer
from mercer import datasets, metrics

from estimators import ALL, PICKLED, WRITTEN, CLUSTERERS, SWAPPED, WEIGHTED, WITH_KERNEL, name_of

X, y = datasets.blobs(size=90, clusters=3, dimensions=3)
NEW = datasets.blobs(size=30, clusters=3, dimensions=3, random_state=2)[0]


def output(fitted, points):
    return (fitted.predict if hasattr(fitted, "predict") else fitted.transform)(points)


def positive(estimator):
    """The points, none of them negative where a kernel or a metric wants that."""
    least = min(X.min(), NEW.min()) if {"chi2"} & set(map(str, estimator.get_params().values())) else 0
    return X - least, NEW - least


def answers(fitted, points):
    """What a model says of points; AgglomerativeClustering knows its own alone."""
    return output(fitted, points) if hasattr(fitted, "predict") or hasattr(fitted, "transform") else fitted.labels_


@pytest.mark.parametrize("made", [cls() for cls in ALL + SWAPPED] + PICKLED + WRITTEN, ids=name_of)
@pytest.mark.parametrize("copied", [
    copy.copy, copy.deepcopy, *(lambda model, protocol=protocol: pickle.loads(pickle.dumps(model, protocol)) for protocol in range(6)),
], ids=["copy", "deepcopy", *(f"protocol {protocol}" for protocol in range(6))])
def test_copies_answer_alike(made, copied):
    X, NEW = positive(made)
    fitted = clone(made).fit(X)
    expected = answers(fitted, NEW)
    for again in (copied(fitted), copied(copied(fitted)), copied(clone(made)).fit(X)):
        np.testing.assert_array_equal(answers(again, NEW), expected)
    assert clone(fitted).get_params() == fitted.get_params()
    assert not hasattr(clone(fitted), "_model") and not hasattr(clone(fitted), "labels_")
    again = copied(fitted)
    fitted.fit(X + 5 * (X > X.mean(axis=0)))  # a copy has a model of its own
    np.testing.assert_array_equal(answers(again, NEW), expected)


def test_a_hierarchy_of_another_library_has_a_picture(tmp_path):
    fitted = mercer.AgglomerativeClustering(3, linkage="average").fit(X)
    assert "<svg" in fitted.picture(tmp_path / "clusters.svg", X, title="Three").read_text()
    for points, text in ((None, "the points of the fit are not kept"), (NEW, "the fit had 90 points, and these are 30")):
        with pytest.raises(ValueError, match=text):
            fitted.picture(tmp_path / "clusters.svg", points)


@pytest.mark.parametrize("cls", ALL + SWAPPED)
def test_joblib_keeps_them(cls, tmp_path):
    fitted = cls().fit(X)
    for compress in (0, 3):
        joblib.dump(fitted, tmp_path / "model", compress=compress)
        np.testing.assert_array_equal(answers(joblib.load(tmp_path / "model"), NEW), answers(fitted, NEW))
    joblib.dump(fitted, tmp_path / "model")
    mapped = joblib.load(tmp_path / "model", mmap_mode="r")  # its arrays can't be written
    np.testing.assert_array_equal(answers(mapped, NEW), answers(fitted, NEW))
    np.testing.assert_array_equal(answers(mapped.fit(X), NEW), answers(fitted, NEW))


@pytest.mark.parametrize("cls", ALL + SWAPPED)
def test_names_of_columns_are_kept_and_held_against_new_points(cls):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    fitted = cls().fit(frame)
    for model in (fitted, copy.deepcopy(fitted), pickle.loads(pickle.dumps(fitted))):
        assert list(model.feature_names_in_) == ["a", "b", "c"] and model.n_features_in_ == 3
        for question in ("predict", "transform"):
            for other in (frame[["c", "b", "a"]], frame.rename(columns={"a": "z"}), frame[["a", "b"]]):
                if hasattr(model, question):
                    with pytest.raises(ValueError, match="feature names|features"):
                        getattr(model, question)(other)
        if hasattr(model, "transform"):
            names = model.get_feature_names_out()
            assert list(model.get_feature_names_out(["a", "b", "c"])) == list(names)
            with pytest.raises(ValueError, match="input_features"):
                model.get_feature_names_out(["x", "y", "z"])
            out = pickle.loads(pickle.dumps(model.set_output(transform="pandas"))).transform(frame[::-1])
            assert list(out.columns) == list(names) and list(out.index) == list(frame.index[::-1])
    assert not hasattr(fitted.fit(X), "feature_names_in_")


def test_processes_and_threads_of_joblib_fit_at_once():
    models = [mercer.KernelKMeans(3, kernel=f"gaussian:sigma={s}") for s in (0.5, 1.0, 2.0, 4.0)]
    alone = [model.fit_predict(X) for model in models]
    for backend in ("loky", "threading"):
        together = joblib.Parallel(n_jobs=2, backend=backend)(joblib.delayed(m.fit_predict)(X) for m in models)
        np.testing.assert_array_equal(together, alone)


def test_a_pipeline_scales_and_clusters():
    wide = X * [1, 1000, 1]
    pipeline = make_pipeline(StandardScaler(), mercer.KernelKMeans(3))
    labels = pipeline.fit_predict(wide)
    np.testing.assert_array_equal(pipeline.predict(wide), labels)
    np.testing.assert_array_equal(labels, mercer.KernelKMeans(3).fit_predict(StandardScaler().fit_transform(wide)))


def test_a_search_over_kernels_and_their_parameters():
    def agreement(model, points, truth):
        return metrics.scores(truth, model.predict(points))["ari"]

    rings, classes = datasets.rings()
    kernels = [mercer.kernels.gaussian(sigma=s) for s in (0.05, 1.0, 30.0)]
    search = GridSearchCV(mercer.KernelKMeans(2), {"kernel": kernels}, scoring=agreement, cv=3).fit(rings, classes)
    assert search.best_params_ == {"kernel": "gaussian:sigma=1"}
    assert search.best_score_ == 1


def test_a_search_slices_precomputed_kernels():
    K, folds = rbf_kernel(X), KFold(3, shuffle=True, random_state=0)
    search = GridSearchCV(mercer.KernelKMeans(kernel="precomputed"), {"n_clusters": [1, 3]}, cv=folds).fit(K)
    assert search.best_params_ == {"n_clusters": 3}  # the score is minus the squared distances


@pytest.mark.parametrize("cls", ALL)
def test_frames_of_pandas(cls):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    fitted = cls().fit(frame)
    assert list(fitted.feature_names_in_) == ["a", "b", "c"]
    np.testing.assert_array_equal(output(fitted, frame), output(cls().fit(X), X))
    if hasattr(fitted, "transform"):
        out = fitted.set_output(transform="pandas").transform(frame)
        assert list(out.columns) == [f"{cls.__name__.lower()}{j}" for j in range(out.shape[1])]


def test_frames_of_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"a": X[:, 0], "b": X[:, 1], "c": X[:, 2]})
    np.testing.assert_array_equal(mercer.KernelKMeans(3).fit_predict(frame), mercer.KernelKMeans(3).fit_predict(X))


@pytest.mark.parametrize("cls", ALL)
def test_sparse_points_are_as_good_as_dense_ones(cls):
    if cls is mercer.GaussianMixture:
        return  # its shapes are dense
    thin = np.where(np.abs(X) < 1, 0, X)
    fitted, dense = cls().fit(sparse.csr_matrix(thin)), cls().fit(thin)
    if hasattr(fitted, "labels_"):
        assert metrics.accuracy(dense.labels_, fitted.labels_) == 1
    np.testing.assert_allclose(np.abs(output(fitted, sparse.csc_matrix(thin))), np.abs(output(dense, thin)), atol=1e-6)


def test_sparse_matrices_need_not_be_in_order():
    doubled = sparse.csr_matrix((np.ones(8), [2, 0, 0, 1, 2, 2, 1, 0], [0, 3, 4, 6, 8]), shape=(4, 3))
    labels = mercer.KMeans(2).fit_predict(doubled)
    np.testing.assert_array_equal(labels, mercer.KMeans(2).fit_predict(doubled.toarray()))
    assert not doubled.has_canonical_format  # the user's matrix is as it was


@pytest.mark.parametrize("cls", WITH_KERNEL)
def test_a_kernel_may_be_a_function(cls):
    if cls is mercer.SupportVectorClustering:
        return  # its contours need the gaussian kernel by name
    fitted, named = cls(kernel=lambda A, B: rbf_kernel(A, B, gamma=0.5)).fit(X), cls(kernel="gaussian:gamma=0.5").fit(X)
    if hasattr(fitted, "labels_"):
        assert metrics.accuracy(named.labels_, fitted.labels_) == 1
        assert metrics.accuracy(named.predict(NEW), fitted.predict(NEW)) == 1
    else:
        np.testing.assert_allclose(np.abs(output(fitted, NEW)), np.abs(output(named, NEW)), atol=1e-6)


def test_a_function_whose_diagonal_varies_gives_distances_too():
    function = mercer.KernelKMeans(3, kernel=linear_kernel).fit(X)
    named = mercer.KernelKMeans(3, kernel="linear").fit(X)
    np.testing.assert_allclose(np.sort(function.transform(NEW)), np.sort(named.transform(NEW)), atol=1e-6)
    np.testing.assert_allclose(function.score(NEW), named.score(NEW))
    typical = mercer.PossibilisticCMeans(3, kernel=linear_kernel).fit(X)  # even its labels need distances
    np.testing.assert_array_equal(typical.predict(X), typical.labels_)


def test_a_given_kernel_matrix_and_new_rows_of_it():
    K, rows = rbf_kernel(X, gamma=0.5), rbf_kernel(NEW, X, gamma=0.5)
    given = mercer.KernelKMeans(3, kernel="precomputed").fit(K)
    named = mercer.KernelKMeans(3, kernel="gaussian:gamma=0.5").fit(X)
    np.testing.assert_array_equal(given.labels_, named.labels_)
    np.testing.assert_array_equal(given.predict(rows), named.predict(NEW))
    np.testing.assert_allclose(given.transform(rows), named.transform(NEW), atol=1e-6)


def test_a_given_kernel_whose_diagonal_varies_takes_one_more_column():
    given = mercer.KernelKMeans(3, kernel="precomputed").fit(linear_kernel(X))
    with pytest.raises(ValueError, match=r"need k\(z, z\)"):
        given.transform(linear_kernel(NEW, X))
    rows = np.column_stack([linear_kernel(NEW, X), (NEW**2).sum(axis=1)])
    named = mercer.KernelKMeans(3, kernel="linear").fit(X)
    np.testing.assert_allclose(given.transform(rows), named.transform(NEW), atol=1e-6)


@pytest.mark.parametrize("cls", WEIGHTED)
def test_a_point_of_weight_zero_is_as_good_as_absent(cls):
    weight = np.r_[np.ones(60), np.zeros(30)]
    fitted, absent = cls().fit(X, sample_weight=weight), cls().fit(X[:60])
    np.testing.assert_array_equal(fitted.labels_[:60], absent.labels_)
    assert len(fitted.labels_) == 90
    np.testing.assert_array_equal(fitted.labels_[60:], absent.predict(X[60:]))


@pytest.mark.parametrize("cls", [mercer.KMeans, mercer.KernelKMeans])
def test_weights_count_as_copies(cls):
    copies = np.arange(90) % 3 + 1
    weighted = cls(3).fit(X, sample_weight=copies)
    repeated = clone(weighted)
    if cls is mercer.KernelKMeans:
        repeated.set_params(kernel=weighted.kernel_)  # the median distance is that of other points
    repeated.fit(X.repeat(copies, axis=0))
    assert weighted.objective_ == pytest.approx(repeated.objective_)


@pytest.mark.parametrize("cls", CLUSTERERS)
def test_training_points_keep_their_labels(cls):
    fitted = cls().fit(X)
    np.testing.assert_array_equal(fitted.predict(X), fitted.labels_)


@pytest.mark.parametrize("cls", ALL)
def test_the_result_is_the_same_for_any_number_of_threads(cls):
    many = datasets.blobs(size=700, clusters=3)[0]
    one = output(cls(n_jobs=1).fit(many), many)
    for n_jobs in (2, 3, None, -1):
        np.testing.assert_array_equal(output(cls(n_jobs=n_jobs).fit(many), many), one)


def test_seeds():
    settings = dict(n_clusters=12, init="random", n_init=1, refine=False)
    objective = [mercer.KMeans(**settings, random_state=seed).fit(X).objective_ for seed in (1, 1, 2, 3)]
    assert objective[0] == objective[1] and len(set(objective)) > 1
    states = [mercer.KMeans(**settings, random_state=np.random.RandomState(5)).fit(X).objective_ for _ in range(2)]
    assert states[0] == states[1]
    mercer.KMeans(random_state=None).fit(X)


@pytest.mark.parametrize("cls", [mercer.SingleLinkage, mercer.Ward, mercer.Genie, mercer.HDBSCAN])
def test_linkages_are_those_of_scipy(cls):
    fitted = cls().fit(X)
    assert hierarchy.is_valid_linkage(fitted.linkage_)
    assert len(hierarchy.leaves_list(fitted.linkage_)) == len(X)


def test_linkages_have_the_heights_of_scipy():
    for cls, name in ((mercer.SingleLinkage, "single"), (mercer.Ward, "ward")):
        heights = cls(3).fit(X).linkage_[:, 2]
        expected = hierarchy.linkage(X, name)[:, 2]
        scale = heights[-1] / expected[-1]
        np.testing.assert_allclose(heights, expected * scale if name == "single" else np.sort(heights), atol=1e-9)
        labels = hierarchy.fcluster(hierarchy.linkage(X, name), 3, "maxclust")
        assert metrics.accuracy(labels, cls(3).fit_predict(X)) == 1


def test_memberships_are_predicted():
    for cls in (mercer.SoftKMeans, mercer.FuzzyCMeans, mercer.KHarmonicMeans, mercer.SoftKernelKMeans):
        fitted = cls(3).fit(X)
        shares = fitted.predict_proba(X)
        np.testing.assert_allclose(shares.sum(axis=1), 1)
        np.testing.assert_allclose(shares, fitted.memberships_, atol=1e-5)


def test_one_class_finds_what_lies_outside():
    points = np.vstack([X, [[99, 99, 99]]])
    fitted = mercer.OneClassSVM(nu=0.05).fit(points)
    assert fitted.predict(points)[-1] == -1
    np.testing.assert_array_equal(fitted.decision_function(points) >= 0, fitted.predict(points) == 1)


def test_maps_have_the_nodes_of_their_grid():
    fitted = mercer.SelfOrganizingMap(grid=(2, 5)).fit(X)
    assert fitted.map_["grid"] == (2, 5) and fitted.n_clusters_ == 10
    assert fitted.map_["hits"].sum() == 90


def test_many_numbers_of_clusters_at_once():
    fitted = mercer.ConnectivityClustering(2, max_clusters=6).fit(X)
    assert [count["clusters"] for count in fitted.counts_] == [2, 3, 4, 5, 6]


def test_a_number_that_nobody_knows_is_tuned():
    rings, truth = mercer.datasets.generate("rings")
    tuned = mercer.KernelKMeans(2, kernel="gaussian", tune="kernel.sigma").fit(rings)
    assert mercer.metrics.accuracy(truth, tuned.labels_) == 1
    assert tuned.tuning_["parameter"] == "kernel.sigma"
    assert len(tuned.tuning_["steps"]) == 13
    searched = mercer.KernelKMeans(2, kernel="gaussian:sigma=search").fit(rings)
    np.testing.assert_array_equal(searched.labels_, tuned.labels_)
    assert not hasattr(tuned.set_params(tune="", kernel="gaussian:sigma=1").fit(rings), "tuning_")
    with pytest.raises(ValueError, match="tune"):
        mercer.KernelKMeans(2, kernel="gaussian", tune="kernel.width").fit(rings)
    assert mercer.FuzzyCMeans(3, tune="method.m").fit(X).tuning_["parameter"] == "method.m"


def test_a_second_fit_forgets_the_first():
    model = mercer.FuzzyCMeans(2).fit(X)
    assert hasattr(model, "cluster_centers_")
    model.set_params(kernel=rbf_kernel).fit(X)
    assert hasattr(model, "_fit_X") and not hasattr(model, "cluster_centers_")
    model.set_params(kernel="gaussian").fit(X)
    assert not hasattr(model, "_fit_X")


def test_a_start_may_be_labels():
    for order in ([0, 1, 2], [2, 0, 1]):  # the clusters keep the numbers they are given
        start = np.array(order)[y - 1]
        np.testing.assert_array_equal(mercer.KMeans(3, init=start).fit_predict(X), start)
