"""Model files: written here, read by the program, and the other way round."""

import json
import os
import subprocess
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.decomposition import KernelPCA
from sklearn.svm import OneClassSVM

import mercer
from mercer import datasets

from estimators import ALL, PICKLED, WRITTEN, name_of

X = datasets.blobs(size=80, clusters=3)[0]
NEW = datasets.blobs(size=20, clusters=3, random_state=2)[0]
PROGRAM = os.environ.get("MERCER", "")

needs_program = pytest.mark.skipif(not PROGRAM, reason="the variable MERCER does not name the program")


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True).stdout


def numbers(labels):
    return np.array(labels.split()[1:], dtype=int)  # below the header


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "points.csv"
    np.savetxt(path, X, delimiter=",", header="x,y", comments="", fmt="%.17g")
    return path


@pytest.mark.parametrize("made", [cls() for cls in ALL] + WRITTEN, ids=name_of)
def test_what_is_written_is_read(made, tmp_path):
    fitted = clone(made).fit(X)
    mercer.write_model(fitted, tmp_path / "model")
    again = mercer.read_model(tmp_path / "model")
    assert type(again) is type(made) and again.n_features_in_ == 2
    for method in ("predict", "transform", "predict_proba", "outlier_scores", "decision_function", "typicality"):
        if hasattr(fitted, method):
            np.testing.assert_array_equal(getattr(again, method)(NEW), getattr(fitted, method)(NEW))
    assert again.method_ == fitted.method_ and again.kernel_ == fitted.kernel_


def test_parameters_come_back(tmp_path):
    mercer.write_model(mercer.FuzzyCMeans(3, m=1.5, kernel="gaussian:sigma=2").fit(X), tmp_path / "model")
    again = mercer.read_model(tmp_path / "model")
    assert (again.n_clusters, again.m, again.kernel) == (3, 1.5, "gaussian:sigma=2")
    refitted = again.fit(X)
    assert refitted.labels_.max() == 2


def test_names_of_columns_come_back(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["width", "height"])
    mercer.write_model(mercer.KMeans(3).fit(frame), tmp_path / "model")
    assert list(mercer.read_model(tmp_path / "model").feature_names_in_) == ["width", "height"]


@pytest.mark.parametrize("made", [*PICKLED, mercer.Nystroem(n_components=9), mercer.TableFeatures()], ids=name_of)
def test_what_can_not_be_written_is_refused(made, tmp_path):
    fitted = clone(made).fit(X - X.min())
    with pytest.raises(ValueError, match="a Python function, which|has no model file|leaves points without a cluster"):
        mercer.write_model(fitted, tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_a_kernel_by_their_name_is_the_same_function_as_theirs():
    points, new = X - X.mean(axis=0), NEW - X.mean(axis=0)
    for name, more in (("rbf", {}), ("rbf", {"gamma": 0.2}), ("sigmoid", {"gamma": 0.001}), ("poly", {"gamma": 1, "degree": 2}),
                       ("linear", {}), ("cosine", {})):
        ours = mercer.KernelPCA(2, kernel=name, **more).fit(points)
        theirs = KernelPCA(2, kernel=name, **more).fit(points)
        assert ours.kernel_ != "precomputed"
        np.testing.assert_allclose(np.abs(ours.transform(new)), np.abs(theirs.transform(new)), rtol=1e-6, atol=1e-8)
    for gamma in ("scale", "auto", 0.3):
        assert np.mean(mercer.OneClassSVM(gamma=gamma, nu=0.3).fit(points).predict(new)
                       == OneClassSVM(gamma=gamma, nu=0.3, tol=1e-8).fit(points).predict(new)) > 0.9


def read_again(fitted, path):
    mercer.write_model(fitted, path)
    return mercer.read_model(path)


def test_what_the_model_tells_is_there(tmp_path):
    for made in (mercer.KMeans(3), mercer.MeanShift(), mercer.FuzzyCMeans(3), mercer.GaussianMixture(3, covariance_type="diag")):
        fitted = made.fit(X)
        again = read_again(fitted, tmp_path / "model")
        np.testing.assert_array_equal(again.cluster_centers_, fitted.cluster_centers_)
    for name in ("means_", "weights_", "covariances_", "precisions_"):
        np.testing.assert_array_equal(getattr(again, name), getattr(fitted, name))
    assert again.bic(NEW) == fitted.bic(NEW) and again.aic(NEW) == fitted.aic(NEW)
    np.testing.assert_array_equal(again.set_params(random_state=0).sample(5)[0], fitted.set_params(random_state=0).sample(5)[0])
    fitted = mercer.OneClassSVM().fit(X)
    again = read_again(fitted, tmp_path / "model")
    assert (again.offset_, again.intercept_) == (fitted.offset_, fitted.intercept_)


@pytest.mark.parametrize("made", [mercer.KMeans(3), mercer.KernelKMeans(3, approx="nystrom:landmarks=20")], ids=name_of)
def test_batches_go_on_with_what_is_read(made, tmp_path):
    fitted = clone(made).fit(X)
    again = read_again(fitted, tmp_path / "model")
    labels = [model.partial_fit(NEW).labels_ for model in (fitted, again)]
    np.testing.assert_array_equal(*labels)
    np.testing.assert_array_equal(fitted.transform(X), again.transform(X))
    assert again.objective_ == fitted.objective_


def test_what_a_file_does_not_hold_is_said(tmp_path):
    again = read_again(mercer.KMeans(3).fit(X), tmp_path / "model")
    for name in ("objective_", "n_iter_", "history_", "labels_"):
        assert not hasattr(again, name)
        with pytest.raises(AttributeError, match=f"^{name} is not in a model file, which holds what new points need; fit"):
            getattr(again, name)
    with pytest.raises(AttributeError, match="no attribute 'clusters'"):
        again.clusters
    with pytest.raises(ValueError, match="^the page shows how the fit went, which a model file doesn't hold; fit"):
        again.report(tmp_path / "page.html", X)
    assert again.picture(tmp_path / "clusters.svg", X).exists()
    assert again.fit(X).objective_ > 0 and again.report(tmp_path / "page.html", X).exists()
    with pytest.raises(AttributeError, match="^probabilities_ is not in a model file"):
        read_again(mercer.HDBSCAN().fit(X), tmp_path / "model").probabilities_
    shown = read_again(mercer.Ward(3).fit(X), tmp_path / "model")._repr_mimebundle_()["text/html"]
    assert "ward" in shown and "objective" not in shown


@needs_program
@pytest.mark.parametrize("fitted", [
    mercer.KMeans(3), mercer.KernelKMeans(3), mercer.SoftKernelKMeans(3, kernel="geodesic"), mercer.HDBSCAN(),
    mercer.SelfOrganizingMap(grid=(2, 3)), mercer.SpectralClustering(3)])
def test_the_program_reads_what_is_written_here(fitted, table, tmp_path):
    fitted.fit(X)
    mercer.write_model(fitted, tmp_path / "model")
    labels = run("predict", tmp_path / "model", table, "--labels", "-", "--quiet")
    np.testing.assert_array_equal(numbers(labels), fitted.labels_)


@needs_program
@pytest.mark.parametrize("options", [
    ["-k", "3"], ["-k", "3", "--kernel", "gaussian"], ["-k", "3", "--method", "fuzzy", "--standardize"],
    ["--method", "hdbscan"], ["-k", "3", "--kernel", "connectivity"]])
def test_what_the_program_writes_is_read_here(options, table, tmp_path):
    labels = run("fit", table, *options, "--model", tmp_path / "model", "--labels", "-", "--quiet")
    again = mercer.read_model(tmp_path / "model")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # X has no names of columns
        np.testing.assert_array_equal(again.predict(X), numbers(labels))


@needs_program
def test_coordinates_of_the_program(table, tmp_path):
    run("embed", table, "--model", tmp_path / "axes", "-o", tmp_path / "coordinates.npy")
    again = mercer.read_model(tmp_path / "axes")
    assert isinstance(again, mercer.KernelPCA)
    np.testing.assert_allclose(again.transform(X), np.load(tmp_path / "coordinates.npy"), atol=1e-9)


@needs_program
def test_the_program_and_the_package_give_the_same_result(table):
    told = json.loads(run("fit", table, "-k", "5", "--kernel", "gaussian", "--json"))
    fitted = mercer.KernelKMeans(5).fit(X)
    assert fitted.objective_ == told["objective"]
    assert fitted.kernel_ == told["kernel"]["name"] if isinstance(told["kernel"], dict) else told["kernel"]
