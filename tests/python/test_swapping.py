"""What users of scikit-learn expect of estimators with these names."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, KFold

import mercer
from mercer import datasets

X, Y = datasets.blobs(size=90, clusters=3, random_state=4)


def test_centres_are_a_start_and_not_labels():
    points = np.array([[0.0, 0], [0, 1], [9, 9], [9, 8]])  # 4 numbers of centres, 4 points
    model = mercer.KMeans(2, init=[[9, 9], [0, 0]], n_init=1).fit(points)
    assert model.labels_.tolist() == [1, 1, 0, 0]
    assert np.allclose(model.cluster_centers_, [[9, 8.5], [0, 0.5]])
    fuzzy = mercer.FuzzyCMeans(3, init=X[[5, 50, 80]]).fit(X)
    assert fuzzy.cluster_centers_.shape == (3, 2)
    assert mercer.KMeans(2, init=[0, 0, 1, 1], n_init=1).fit(points).labels_.tolist() == [0, 0, 1, 1]


def test_a_mixture_is_judged_by_its_likelihood():
    points, _ = datasets.stretched()
    search = GridSearchCV(mercer.GaussianMixture(3), {"covariance": ["spherical", "full"]},
                          cv=KFold(3, shuffle=True, random_state=0)).fit(points)
    assert search.best_params_ == {"covariance": "full"}
    model = search.best_estimator_
    assert model.score(points) == pytest.approx(model.score_samples(points).mean())
    assert (model.transform(points) == model.predict_proba(points)).all()
    with pytest.raises(ValueError, match=r"sample_weight\[0\] = -1 is negative"):
        model.score(points, sample_weight=-np.ones(len(points)))


def test_a_mixture_of_weighted_points_is_that_of_repeated_ones():
    points, weights = X[:40], np.arange(40) % 3 + 1
    weighted = mercer.GaussianMixture(2, init=np.arange(40) % 2, prior=5).fit(points, sample_weight=weights)
    repeated = mercer.GaussianMixture(2, init=np.repeat(np.arange(40) % 2, weights), prior=5)
    repeated.fit(np.repeat(points, weights, axis=0))
    assert np.allclose(weighted.cluster_centers_, repeated.cluster_centers_)
    assert np.allclose(weighted.score_samples(points), repeated.score_samples(points))


@pytest.mark.parametrize("kernel", ["gaussian", "laplacian"])
def test_the_width_of_weighted_points_is_that_of_repeated_ones(kernel):
    weights = np.arange(60) % 4 + 1
    weighted = mercer.KernelKMeans(2, kernel=kernel).fit(X[:60], sample_weight=weights)
    repeated = mercer.KernelKMeans(2, kernel=kernel).fit(np.repeat(X[:60], weights, axis=0))
    width, same = (float(model.kernel_.partition("=")[2]) for model in (weighted, repeated))
    assert width == pytest.approx(same, rel=1e-12)
    assert width != pytest.approx(float(mercer.kernels.resolve(X[:60], kernel).partition("=")[2]), rel=1e-6)


@pytest.mark.parametrize("model", [mercer.KernelKMeans(3), mercer.HDBSCAN(), mercer.OneClassSVM(), mercer.KernelPCA(),
                                   mercer.KMeans(3), mercer.SpectralClustering(3)], ids=lambda m: type(m).__name__)
def test_an_array_that_changes_after_the_fit_does_not_matter(model):
    def answer(points):
        return model.transform(points) if hasattr(model, "transform") else model.predict(points)

    points = X.copy()
    model.fit(points)
    before = answer(X)
    points[:] = np.random.RandomState(0).normal(size=points.shape)
    assert np.array_equal(answer(X), before)


def test_without_a_copy_the_model_shares_the_array():
    points = X.copy()
    model = mercer.KernelKMeans(3, copy=False, kernel="gaussian:sigma=1").fit(points)
    before = model.transform(X)
    points += 1
    assert not np.allclose(model.transform(X), before)


def test_parameters_that_are_set_after_the_fit_wait_for_the_next():
    from sklearn.metrics.pairwise import rbf_kernel

    model = mercer.KernelKMeans(3, kernel=rbf_kernel).fit(X)
    labels = model.predict(X)
    model.set_params(kernel="gaussian")
    assert (model.predict(X) == labels).all()
    model.fit(X).set_params(kernel=rbf_kernel)
    assert model.predict(X).shape == (90,)


def test_verbose_ends_its_line(capsys):
    mercer.KernelKMeans(8, n_init=20, verbose=1).fit(datasets.blobs(size=3000, clusters=8)[0])
    assert capsys.readouterr().err.endswith("\n")


FORKED = """
    import os, sys, warnings
    import numpy as np, mercer
    warnings.simplefilter("ignore")
    X, _ = mercer.datasets.blobs(size=4000, clusters=8, dimensions=8)
    fit = lambda: mercer.KernelKMeans(8, n_init=2, n_jobs=4).fit(X)
    expected = fit().labels_
    child = os.fork()
    if child == 0:
        os._exit(0 if (fit().labels_ == expected).all() and (mercer.KMeans(8, n_jobs=4).fit(X).predict(X) >= 0).all() else 1)
    print(os.waitpid(child, 0)[1], (fit().labels_ == expected).all())
"""


def test_a_forked_process_can_fit():
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(FORKED)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "OMP_NUM_THREADS": "4"})
    assert done.stdout.split() == ["0", "True"], done.stdout + done.stderr
