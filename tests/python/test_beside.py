"""Our classes beside scikit-learn's of the same name: the same numbers where the same is meant."""

import numpy as np
import pytest
import sklearn.cluster
import sklearn.decomposition
import sklearn.kernel_approximation
import sklearn.metrics
from scipy.stats import multivariate_normal
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

import mercer
from mercer import datasets

X, Y = datasets.blobs(size=240, clusters=3, random_state=4)


@pytest.mark.skipif(not hasattr(sklearn.cluster, "HDBSCAN"), reason="scikit-learn before 1.3 has none")
@pytest.mark.parametrize("points", [X, datasets.two_moons(size=300, noise=0.08)[0], datasets.rings(size=300)[0]],
                         ids=["blobs", "moons", "rings"])
def test_strengths_of_hdbscan(points):
    ours, theirs = mercer.HDBSCAN(min_cluster_size=12).fit(points), sklearn.cluster.HDBSCAN(min_cluster_size=12).fit(points)
    assert adjusted_rand_score(ours.labels_, theirs.labels_) == 1
    assert ours.probabilities_ == pytest.approx(theirs.probabilities_, abs=1e-9)
    distance = 1.0001 * np.median(ours.linkage_[:, 2])  # between two heights
    assert adjusted_rand_score(ours.dbscan_clustering(distance), theirs.dbscan_clustering(distance)) == 1


@pytest.mark.parametrize("linkage, metric", [
    ("ward", "euclidean"), ("single", "euclidean"), ("single", "manhattan"), ("average", "cosine"), ("complete", "l1"),
    ("average", "precomputed"), ("complete", "euclidean")])
def test_hierarchies(linkage, metric):
    points = sklearn.metrics.pairwise_distances(X) if metric == "precomputed" else X
    options = {"linkage": linkage, "metric": metric, "compute_distances": True}
    ours = mercer.AgglomerativeClustering(5, **options).fit(points)
    theirs = sklearn.cluster.AgglomerativeClustering(5, **options).fit(points)
    assert adjusted_rand_score(ours.labels_, theirs.labels_) == 1
    assert np.sort(ours.distances_) == pytest.approx(np.sort(theirs.distances_))
    height = float(np.quantile(ours.distances_, 0.9))
    cut = mercer.AgglomerativeClustering(None, distance_threshold=height, linkage=linkage, metric=metric).fit(points)
    assert cut.n_clusters_ == np.count_nonzero(ours.distances_ >= height) + 1 == len(np.unique(cut.labels_))


@pytest.mark.parametrize("kernel, exact", [("rbf", rbf_kernel), ("poly", polynomial_kernel), (rbf_kernel, rbf_kernel)],
                         ids=["rbf", "poly", "function"])
def test_all_points_as_landmarks_are_exact(kernel, exact):
    points = X[::6]
    Z = mercer.Nystroem(kernel, n_components=len(points)).fit_transform(points)
    assert Z @ Z.T == pytest.approx(exact(points), abs=1e-5 * exact(points).max())


def histogram(x, y):
    return np.minimum(x, y).sum()


def product(x, y):
    return x @ y


@pytest.mark.parametrize("kernel", ["rbf", "gaussian:sigma=3", "poly", "cosine", rbf_kernel, product],
                         ids=lambda kernel: getattr(kernel, "__name__", kernel))
def test_features_are_those_of_the_landmarks(kernel):
    exact = {"gaussian:sigma=3": lambda A, B: rbf_kernel(A, B, gamma=1 / 18), "poly": polynomial_kernel, "rbf": rbf_kernel,
             "cosine": sklearn.metrics.pairwise.cosine_similarity, product: lambda A, B: A @ B.T}.get(kernel, kernel)
    model = mercer.Nystroem(kernel, n_components=9).fit(X)
    assert (model.components_ == X[model.component_indices_]).all()
    Z = exact(X, model.components_) @ model.normalization_.T
    assert model.transform(X)[:, : Z.shape[1]] == pytest.approx(Z, abs=1e-6 * np.abs(Z).max())


def test_a_function_is_asked_about_a_sample_and_the_landmarks_alone():
    points, asked = np.random.default_rng(0).normal(size=(3000, 4)), []

    def kernel(A, B):
        asked.append((len(A), len(B)))
        return rbf_kernel(A, B)

    model = mercer.Nystroem(kernel, n_components=7).fit(points)
    assert max(len_a * len_b for len_a, len_b in asked) == 1000**2
    asked.clear()
    assert model.transform(points).shape == (3000, 7)
    assert asked == [(3000, 7)]


def test_a_function_of_two_points_is_told_from_one_of_two_sets():
    for size in (1, 2, 3):
        points = np.abs(X[:, :1]) + np.arange(size)
        Z = mercer.Nystroem(product, n_components=size).fit_transform(points)
        assert Z @ Z.T == pytest.approx(points @ points.T, rel=1e-6)
    assert mercer.Nystroem(histogram, n_components=5).fit(np.abs(X)).components_.shape == (5, 2)


def test_few_landmarks_are_better_than_a_choice_at_random():
    K = rbf_kernel(X, gamma=0.05)

    def error(model):
        Z = model.fit_transform(X)
        return np.trace(K - Z @ Z.T)

    ours = error(mercer.Nystroem(gamma=0.05, n_components=12))
    theirs = np.median([error(sklearn.kernel_approximation.Nystroem(gamma=0.05, n_components=12, random_state=seed))
                        for seed in range(9)])
    assert ours < theirs


def test_random_features_are_cosines():
    model = mercer.RBFSampler(gamma=0.1, n_components=400).fit(X)
    Z = model.transform(X)
    assert Z == pytest.approx(np.sqrt(2 / 400) * np.cos(X @ model.random_weights_ + model.random_offset_), abs=1e-12)
    assert np.abs(Z @ Z.T - rbf_kernel(X, gamma=0.1)).mean() < 0.05


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
def test_kernel_components_and_the_way_back(kernel):
    options = {"n_components": 3, "kernel": kernel, "gamma": 0.05, "fit_inverse_transform": True, "alpha": 0.01}
    ours, theirs = mercer.KernelPCA(**options).fit(X), sklearn.decomposition.KernelPCA(**options).fit(X)
    assert ours.eigenvalues_ == pytest.approx(theirs.eigenvalues_, rel=1e-6)
    assert np.abs(ours.transform(X)) == pytest.approx(np.abs(theirs.transform(X)), abs=1e-4)
    assert ours.inverse_transform(ours.transform(X)) == pytest.approx(theirs.inverse_transform(theirs.transform(X)), abs=1e-3)


@pytest.mark.parametrize("covariance", ["full", "tied", "diag", "spherical"])
def test_a_mixture_says_its_density_in_all_ways(covariance):
    model = mercer.GaussianMixture(n_components=3, covariance_type=covariance).fit(X)
    shapes = {"full": lambda k: model.covariances_[k], "tied": lambda k: model.covariances_,
              "diag": lambda k: np.diag(model.covariances_[k]), "spherical": lambda k: model.covariances_[k] * np.eye(2)}
    density = sum(weight * multivariate_normal(mean, shapes[covariance](k)).pdf(X)
                  for k, (weight, mean) in enumerate(zip(model.weights_, model.means_)))
    assert model.score_samples(X) == pytest.approx(np.log(density), abs=1e-8)
    assert np.log(np.exp(model._gaussians.logs(X)).sum(axis=1)) == pytest.approx(np.log(density), abs=1e-8)
    points, components = model.sample(30000)
    assert np.bincount(components) / 30000 == pytest.approx(model.weights_, abs=0.02)
    assert points.mean(axis=0) == pytest.approx(model.weights_ @ model.means_, abs=0.2)
    assert model.bic(X) > model.aic(X) > -2 * model.score_samples(X).sum()


def test_a_start_of_a_mixture_is_followed():
    start = np.array([X[Y == label].mean(axis=0) for label in (3, 1, 2)])
    model = mercer.GaussianMixture(n_components=3, means_init=start, weights_init=[0.2, 0.3, 0.5]).fit(X)
    assert np.abs(model.means_ - start).max() < 1  # in the order that was given
    with pytest.raises(ValueError, match="warm_start"):
        mercer.GaussianMixture(2, warm_start=True).fit(X)


def test_points_far_from_all_peaks_have_no_cluster():
    points = np.vstack([X, [[500.0, 500.0]]])
    model = mercer.MeanShift(bandwidth=4, cluster_all=False).fit(points)
    theirs = sklearn.cluster.MeanShift(bandwidth=4, cluster_all=False).fit(points)
    assert (model.predict(points) == model.labels_).all()
    assert adjusted_rand_score(model.labels_, theirs.labels_) > 0.95


@pytest.mark.skipif(not hasattr(sklearn.cluster, "HDBSCAN"), reason="scikit-learn before 1.3 has none")
def test_rows_without_points():
    points = X.copy()
    points[3, 0], points[7] = np.nan, np.inf
    model = mercer.HDBSCAN(min_size=20).fit(points)
    assert (model.labels_[[3, 7]] == [-3, -2]).all() and (np.delete(model.labels_, [3, 7]) >= -1).all()
    assert np.isnan(model.probabilities_[3]) and model.probabilities_[7] == 0
    assert (model.predict(points)[[3, 7]] == [-3, -2]).all()


@pytest.mark.parametrize("model", [
    mercer.Nystroem(n_components=9), mercer.RBFSampler(n_components=10), mercer.KernelPCA(2), mercer.KMeans(3)])
def test_single_in_single_out(model):
    assert model.fit_transform(X.astype(np.float32)).dtype == np.float32


def test_a_report_and_a_picture(tmp_path):
    model = mercer.KernelKMeans(3, kernel="gaussian:sigma=2").fit(X)
    assert "KernelKMeans" in model.report(tmp_path / "page.html", X).read_text()
    assert model.picture(tmp_path / "clusters.svg", X).read_text().startswith("<svg")
    assert "<td>80</td>" in model._repr_mimebundle_()["text/html"]
    with pytest.raises(ValueError, match="the points of the fit are not kept"):
        model.report(tmp_path / "none.html")
    table = {"a": list(X[:, 0]), "b": ["x" if label else "y" for label in Y]}
    assert mercer.KMeans(2).fit(table).report(tmp_path / "table.html").stat().st_size > 10000
    assert not list(tmp_path.glob(".*part"))
