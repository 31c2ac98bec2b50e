"""Pictures: that they are drawn, of what they should be, and refuse what they can't show."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
import pytest  # noqa: E402

import mercer  # noqa: E402
from mercer import datasets, kernels, plotting  # noqa: E402

X, y = datasets.blobs(size=60, clusters=3)


@pytest.fixture(autouse=True)
def ax():
    figure, axes = plt.subplots()
    yield axes
    figure.canvas.draw()
    plt.close("all")


def test_clusters_of_the_plane(ax):
    plotting.clusters(X, np.where(np.arange(60) < 5, -1, y), ax=ax)
    names = [shown.get_label() for shown in ax.collections]
    assert names == ["noise", "cluster 1", "cluster 2", "cluster 3"]
    assert sum(len(shown.get_offsets()) for shown in ax.collections) == 60


def test_more_columns_are_components(ax):
    wide = datasets.blobs(size=60, dimensions=5)[0]
    assert plotting.coordinates(wide)[1] == ("component 1", "component 2")
    assert plotting.coordinates(wide, "gaussian")[1] == ("kernel component 1", "kernel component 2")
    assert plotting.coordinates(wide[:, :1])[0].shape == (60, 2)
    plotting.clusters(wide, y, kernel="gaussian", ax=ax)


def test_regions_are_those_of_predict(ax):
    fitted = mercer.KMeans(3).fit(X)
    plotting.decision_regions(fitted, X, ax=ax, steps=30)
    assert len(ax.collections) >= 4
    with pytest.raises(ValueError, match="two columns"):
        plotting.decision_regions(fitted, np.ones((4, 3)))


@pytest.mark.parametrize("cls", [mercer.FuzzyCMeans, mercer.PossibilisticCMeans])
def test_memberships(cls, ax):
    assert plotting.memberships(cls(3).fit(X), X, ax=ax, steps=30).get_title() == cls.__name__


def test_kernel_matrices_in_order(ax):
    K = kernels.gram(X, "gaussian:sigma=1")
    plotting.gram(K, y, ax=ax)
    shown = ax.images[0].get_array()
    order = np.argsort(y, kind="stable")
    np.testing.assert_array_equal(shown, K[np.ix_(order, order)])
    plotting.gram(K, ax=plt.figure().add_subplot())


def test_spectra(ax):
    plotting.spectrum(mercer.KernelPCA(5).fit(X), gap=2, ax=ax)
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), [1, 2, 3, 4, 5])
    plotting.spectrum(mercer.judge_criteria(X, most=5), ax=plt.figure().add_subplot())
    plotting.spectrum([3, 2, 1], ax=plt.figure().add_subplot())


@pytest.mark.parametrize("cls", [mercer.Ward, mercer.SingleLinkage, mercer.HDBSCAN])
def test_dendrograms(cls, ax):
    fitted = cls().fit(X)
    plotting.dendrogram(fitted, ax=ax)
    if hasattr(fitted, "n_clusters"):
        height = ax.lines[-1].get_ydata()[0]
        assert np.sum(fitted.linkage_[:, 2] > height) == fitted.n_clusters - 1


@pytest.mark.parametrize("topology", ["rectangular", "hexagonal"])
def test_maps(topology, ax):
    fitted = mercer.SelfOrganizingMap(grid=(3, 4), topology=topology).fit(X)
    plotting.map_heights(fitted, ax=ax)
    assert len(ax.patches) == 12
    plotting.map_hits(fitted, ax=plt.figure().add_subplot())


def test_convergence(ax):
    fitted = mercer.SoftKMeans(3).fit(X)
    plotting.convergence([fitted, mercer.KMeans(3).fit(X)], ax=ax)
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), fitted.history_)
