"""kernels, metrics, datasets, suggest_k."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, pairwise, silhouette_score
from sklearn.neighbors import NearestNeighbors

import mercer
from mercer import datasets, kernels, metrics

X, y = datasets.blobs(size=60, clusters=3)


@pytest.mark.parametrize("kernel, expected", [
    ("linear", pairwise.linear_kernel(X)), ("gaussian:gamma=0.3", pairwise.rbf_kernel(X, gamma=0.3)),
    ("polynomial:degree=3,offset=2", pairwise.polynomial_kernel(X, degree=3, gamma=1, coef0=2)),
    ("sigmoid:gamma=0.1,offset=0.5", pairwise.sigmoid_kernel(X, gamma=0.1, coef0=0.5)),
    ("cosine", pairwise.cosine_similarity(X)),
    ("laplacian:sigma=2", np.exp(-pairwise.euclidean_distances(X) / 2)),
])
def test_kernel_matrices_are_those_of_scikit_learn(kernel, expected):
    np.testing.assert_allclose(kernels.gram(X, kernel), expected, atol=1e-6 * np.abs(expected).max())


def test_the_width_is_the_median_distance():
    distances = pairwise.euclidean_distances(X)[np.triu_indices(len(X), 1)]
    name, _, width = kernels.resolve(X, "gaussian").partition("=")
    assert name == "gaussian:sigma"
    assert float(width) == pytest.approx(np.median(distances), rel=0.1)


def test_sparse_kernels_are_part_of_the_dense_ones():
    K, near = kernels.gram(X, "gaussian:sigma=1"), kernels.neighbor_gram(X, "gaussian:sigma=1", neighbors=5)
    assert near.shape == K.shape and (near != near.T).nnz == 0
    rows, columns = near.nonzero()
    np.testing.assert_allclose(near.toarray()[rows, columns], K[rows, columns], atol=1e-9)
    assert mercer.SpectralClustering(3, kernel="precomputed").fit(near).labels_.max() == 2


def test_neighbours_are_those_of_scikit_learn():
    distances, indices = NearestNeighbors(n_neighbors=4).fit(X).kneighbors()
    found = kernels.nearest_neighbors(X, 4)
    np.testing.assert_array_equal(found[0], indices)
    np.testing.assert_allclose(found[1], distances)


def test_an_order_that_shows_blocks():
    order = kernels.vat_order(kernels.gram(X, "gaussian:sigma=2"))
    assert sorted(order) == list(range(60))
    assert np.sum(np.diff(y[order]) != 0) == 2  # three classes, one after the other
    with pytest.raises(ValueError, match="it must be square"):
        kernels.vat_order(X)


def test_scores_are_those_of_scikit_learn():
    labels = mercer.KMeans(4).fit_predict(X)
    scores = metrics.scores(y, labels)
    assert scores["ari"] == pytest.approx(adjusted_rand_score(y, labels))
    assert scores["nmi"] == pytest.approx(normalized_mutual_info_score(y, labels))
    assert scores["confusion"].sum() == 60


def test_labels_may_be_any_values():
    names = np.array(["one", "two", "three"])[y - 1]
    assert metrics.accuracy(names, y) == 1
    assert metrics.accuracy(list(names), names) == 1


def test_errors_are_about_the_means():
    fitted = mercer.KMeans(3).fit(X)
    assert metrics.errors(X, fitted.labels_)["sse"] == pytest.approx(fitted.objective_)


def test_silhouettes_are_those_of_scikit_learn():
    labels = mercer.KMeans(3).fit_predict(X)
    assert metrics.silhouette(X, labels) == pytest.approx(silhouette_score(X, labels), abs=1e-6)
    K = kernels.gram(X, "gaussian:sigma=2")
    distances = np.sqrt(np.maximum(2 - 2 * K, 0))  # in feature space
    np.fill_diagonal(distances, 0)
    expected = silhouette_score(distances, labels, metric="precomputed")
    assert metrics.silhouette(X, labels, "gaussian:sigma=2") == pytest.approx(expected, abs=1e-6)


def test_data_are_those_of_their_seed():
    first, second = datasets.rings(size=100), datasets.rings(size=100)
    np.testing.assert_array_equal(first[0], second[0])
    assert not np.array_equal(first[0], datasets.rings(size=100, random_state=2)[0])
    with pytest.raises(ValueError, match="did you mean 'rings'?"):
        datasets.generate("ring")


def test_a_number_of_clusters_is_suggested():
    points, _ = datasets.blobs(size=150, clusters=3)
    found = mercer.suggest_k(points, most=6)
    assert int(found) == 3
    assert found["clarity"] == "clear"
    assert [row["clusters"] for row in found["evidence"]] == [2, 3, 4, 5, 6]
    assert repr(found).startswith("<3 clusters: evidence")
    suggestion = mercer.judge_criteria(X, most=6)
    assert int(suggestion) == 3
    assert suggestion["agreeing"] <= suggestion["voting"] <= 6
    assert [evidence["clusters"] for evidence in suggestion["evidence"]] == [2, 3, 4, 5, 6]
    assert "3 clusters" in repr(suggestion)
