"""Bad input: the library's text, as the exception that Python's users expect."""

import re
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils._param_validation import InvalidParameterError

import mercer
from mercer import _core, datasets

from estimators import ALL, CLUSTERERS

X = datasets.blobs(size=50, clusters=3)[0]


@pytest.mark.parametrize("model, text", [
    (mercer.KMeans(0), "Got 0 instead"),
    (mercer.KMeans(51), "n_samples=50 should be >= n_clusters=51"),
    (mercer.KMeans("two"), "The 'n_clusters' parameter of KMeans must be an int of at least 1. Got 'two' instead."),
    (mercer.KMeans(2.5), "The 'n_clusters' parameter of KMeans must be an int of at least 1. Got 2.5 instead."),
    (mercer.KMeans(-1), "Got -1 instead"),
    (mercer.KMeans(None), "Got None instead"),
    (mercer.GraphLinkage(0), "Got 0 instead"),
    (mercer.AutoClustering(-1), "an int of at least 1 or None, to let the method find it. Got -1 instead"),
    (mercer.FuzzyCMeans(2, init=lambda X, k: X[:k]), "must be a str, an array of labels"),
    (mercer.KMeans(2, init=["a", "b"]), "must hold numbers"),
    (mercer.KMeans(2, init=[[0, 0]]), "does not match the number of clusters 2"),
    (mercer.KMeans(2, init=[[0], [1]]), "does not match the number of features of the data 2"),
    (mercer.KernelKMeans(2, init=[[0, 0], [1, 1]]), "can't be centres under a kernel"),
    (mercer.KMeans(2, max_iter=0), "max_iter = 0 must be at least 1"),
    (mercer.KMeans(2, n_init=0), "n_init = 0 must be at least 1"),
    (mercer.KMeans(2, init="kernel+"), "did you mean 'kernel++'?"),
    (mercer.KMeans(2, random_state=-1), "random_state = -1 is not an integer of its range"),
    (mercer.KernelKMeans(2, kernel="gausian"), "unknown kernel 'gausian'; did you mean 'gaussian'?"),
    (mercer.KernelKMeans(2, kernel="gaussian:sigma=wide"), "gaussian: sigma = 'wide' is not one of auto|number"),
    (mercer.KernelKMeans(2, kernel=3), "kernel = 3 is not text"),
    (mercer.KernelKMeans(2, precision="half"), "precision = 'half' is not one of auto|float|double"),
    (mercer.FuzzyCMeans(2, m=1.0), "fuzzy: m = 1 must be above 1"),
    (mercer.SelfOrganizingMap(grid=(0, 3)), "som: grid = 0x3 must have at least 1"),
    (mercer.SelfOrganizingMap(topology="round"), "topology = 'round' is not one of rectangular|hexagonal"),
    (mercer.Genie(2, g=2), "genie: g = 2 must be 0 to 1"),
    (mercer.OneClassSVM(nu=0.1, C=0.5), "nu and C are the same option"),
    (mercer.SupportVectorClustering(kernel="linear"), "method svc needs the gaussian kernel"),
])
def test_options_that_are_wrong(model, text):
    with pytest.raises(ValueError, match=re.escape(text)) as raised:
        model.fit(X)
    if "does not match" not in text and "sigma = 'wide'" not in text:
        assert isinstance(raised.value, InvalidParameterError)


COUNTED = [cls for cls in [*CLUSTERERS, mercer.AgglomerativeClustering] if "n_clusters" in cls().get_params()]


@pytest.mark.parametrize("count", [-1, 0, None, True, 2.5, "two"])
@pytest.mark.parametrize("cls", COUNTED)
def test_a_number_of_clusters_that_is_none_is_refused_by_all(cls, count):
    names = ["n_clusters", "n_components"] if cls is mercer.GaussianMixture else ["n_clusters"]
    if count is None:  # AutoClustering finds it; a mixture's is another name of n_components
        names = {mercer.AutoClustering: [], mercer.GaussianMixture: ["n_components"]}.get(cls, names)
    for name in names:
        with pytest.raises(ValueError, match=f"Got {count!r} instead|Exactly one of n_clusters and distance_threshold"):
            cls(**{name: count}).fit(X)


def test_those_without_a_number_of_clusters_are_few():
    assert set(CLUSTERERS) - set(COUNTED) == {mercer.HDBSCAN, mercer.SupportVectorClustering, mercer.MeanShift}


def test_an_option_that_does_not_exist():
    with pytest.raises(TypeError, match="there is no option 'cluster'; did you mean 'clusters'?"):
        _core.cluster(X, cluster=3)


def test_words_are_no_names_of_options():
    with pytest.raises(ValueError, match="one row per point, not an array of 1 dimensions"):
        _core.cluster(np.zeros(3), clusters=2)
    with pytest.raises(ValueError, match="n_clusters = 51 exceeds 50 points; lower n_clusters"):
        mercer.FuzzyCMeans(51).fit(X)


def test_candidates_name_options_as_python_does():
    candidates = mercer.AutoClustering(3).fit(X).candidates_
    method = next(one["method"] for one in candidates if one["name"] == "genie5-0.3")
    assert method == 'genie:g=0.3 kernel="connectivity:min_points=5"'


def test_no_memory_is_a_memory_error_that_says_what_would_fit():
    with pytest.raises(MemoryError, match="needs at least .* the budget is"):
        mercer.KernelKMeans(2, memory=1000).fit(X)


def test_files_that_are_not_there_or_not_models(tmp_path):
    with pytest.raises(FileNotFoundError, match="absent"):
        mercer.read_model(tmp_path / "absent")
    (tmp_path / "points.csv").write_text("x,y\n1,2\n")
    with pytest.raises(ValueError, match="is not a mercer model"):
        mercer.read_model(tmp_path / "points.csv")
    with pytest.raises(OSError, match="nowhere"):
        mercer.write_model(mercer.KMeans(2).fit(X), tmp_path / "nowhere" / "model")


@pytest.mark.parametrize("cls", ALL)
def test_before_a_fit(cls):
    for method in ("predict", "transform", "predict_proba", "outlier_scores", "score_samples", "typicality"):
        if hasattr(cls, method):
            with pytest.raises(NotFittedError):
                getattr(cls(), method)(X)


@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize("bad, text", [
    (np.full((5, 2), np.nan), "NaN"), (np.array([[1.0, np.inf]] * 5), "infinity"), (np.ones(5), "1D array"),
    (np.ones((5, 2, 2)), "dim 3"), ([["a", "b"]] * 5, "could not convert"), (np.ones((0, 2)), "0 sample"),
])
def test_data_that_are_wrong(cls, bad, text):
    with pytest.raises(ValueError, match=text):
        cls().fit(bad)


def test_new_points_of_another_width():
    with pytest.raises(ValueError, match="3 features"):
        mercer.KernelKMeans(2).fit(X).predict(np.ones((2, 3)))


def test_weights_that_are_wrong():
    with pytest.raises(ValueError, match=re.escape("sample_weight[2] = -1 is negative")):
        mercer.KMeans(2).fit(X, sample_weight=np.where(np.arange(50) == 2, -1, 1))
    with pytest.raises(ValueError):
        mercer.KMeans(2).fit(X, sample_weight=np.ones(49))
    with pytest.raises(TypeError):
        mercer.HDBSCAN().fit(X, sample_weight=np.ones(50))


def test_matrices_that_are_no_kernels():
    with pytest.raises(ValueError, match="must be a square matrix"):
        mercer.KernelKMeans(2, kernel="precomputed").fit(X)
    with pytest.raises(ValueError, match="symmetric"):
        mercer.KernelKMeans(2, kernel="precomputed").fit(np.arange(25.0).reshape(5, 5))
    with pytest.raises(ValueError, match="returns a row for each point"):
        mercer.KernelKMeans(2, kernel=lambda A, B: A @ B.T[:, :3]).fit(X)


def test_what_a_kernel_raises_is_raised():
    def broken(A, B):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        mercer.KernelKMeans(2, kernel=broken).fit(X)


def test_what_should_be_known_is_a_warning():
    with pytest.warns(ConvergenceWarning, match="not converged after 1 iteration") as caught:
        mercer.SoftKMeans(3, max_iter=1).fit(X)
    assert caught[0].filename == __file__  # the user's line, not one of the package
    with pytest.warns(mercer.ClusteringWarning, match="not positive definite"):
        mercer.KernelKMeans(3, kernel="sigmoid:gamma=1").fit(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mercer.KernelKMeans(3).fit(X)
