"""What users of scikit-learn expect of estimators with these names."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.utils._param_validation import InvalidParameterError

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


def test_a_tolerance_ends_iterations_early():
    points, _ = datasets.blobs(size=2000, clusters=8, random_state=1)
    start = points[:8]
    exact, early = (mercer.KMeans(8, init=start, n_init=1, refine=False, tol=tol).fit(points) for tol in (0, 0.05))
    assert early.n_iter_ < exact.n_iter_
    assert early.inertia_ > exact.inertia_
    assert (mercer.KMeans(8, init=start, n_init=1, refine=False, tolerance=0.05).fit(points).labels_ == early.labels_).all()


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


class Foreign:
    """An array of another library, whose view through DLPack is read only in some versions of NumPy."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return 1, 0


def read_only(points):
    view = points.view()
    view.flags.writeable = False
    return view


@pytest.mark.parametrize("wrap", [Foreign, read_only, sparse.csr_matrix, np.asarray])
@pytest.mark.parametrize("model", [
    mercer.KernelKMeans(3), mercer.KernelKMeans(3, kernel=rbf_kernel), mercer.HDBSCAN(), mercer.KernelPCA(2, kernel="poly"),
    mercer.KernelPCA(2, kernel="rbf", fit_inverse_transform=True), mercer.Nystroem(n_components=9),
    mercer.Nystroem("poly", n_components=9), mercer.Nystroem("cosine", n_components=9), mercer.SpectralEmbedding(2),
    mercer.SpectralClustering(3)], ids=lambda m: f"{type(m).__name__}-{getattr(m.get_params().get('kernel'), '__name__', '')}")
def test_views_of_an_array_that_changes_do_not_matter(model, wrap):
    if wrap is sparse.csr_matrix and getattr(model, "fit_inverse_transform", False):
        pytest.skip("the way back is learnt from dense points only")

    def answers():
        found = [model.transform(given) if hasattr(model, "transform") else model.predict(given)]
        return found + [model.affinity_matrix_ for _ in range(hasattr(model, "affinity_matrix_"))]

    points, given = X.copy(), sparse.csr_matrix(X) if wrap is sparse.csr_matrix else X
    wrapped = wrap(points)
    model.fit(wrapped)
    before = answers()
    (wrapped.data if wrap is sparse.csr_matrix else points)[:] = 1.0
    assert all(np.array_equal(one, other) for one, other in zip(answers(), before))


def test_a_map_of_a_file_is_shared(tmp_path):
    np.save(tmp_path / "points.npy", X)
    mapped = np.load(tmp_path / "points.npy", mmap_mode="r")
    assert np.shares_memory(mercer._arrays.own(np.asarray(mapped), mapped), mapped)
    assert not np.shares_memory(mercer._arrays.own(X, X), X)


def test_without_a_copy_the_model_shares_the_array():
    points = X.copy()
    model = mercer.KernelKMeans(3, copy=False, kernel="gaussian:sigma=1").fit(points)
    before = model.transform(X)
    points += 1
    assert not np.allclose(model.transform(X), before)


def test_parameters_that_are_set_after_the_fit_wait_for_the_next():
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


def test_negative_eigenvalues_are_refused_where_their_axes_are_asked_for():
    K = np.diag([3.0, 2.0, -2.5]) - np.full((3, 3), 2.5 / 9)
    K -= K.mean(axis=0) + K.mean(axis=1)[:, None] - K.mean()
    assert mercer.KernelPCA(1, kernel="precomputed").fit(K).eigenvalues_[0] > 0
    with pytest.raises(ValueError, match="There are significant negative eigenvalues.*no more with n_components"):
        mercer.KernelPCA(2, kernel="precomputed").fit(K)


def test_the_support_of_a_one_class_svm_makes_its_scores():
    points = datasets.blobs(size=200, clusters=2, random_state=3)[0]
    model = mercer.OneClassSVM(kernel="gaussian:gamma=0.2", nu=0.3).fit(points)
    assert 60 <= len(model.support_) < 100 and (model.support_vectors_ == points[model.support_]).all()
    # score = constant + 2 sum_j beta_j k(x, x_j), where the beta sum to one
    beta = model.dual_coef_[0] / model.dual_coef_.sum()
    expansion = 2 * rbf_kernel(points, model.support_vectors_, gamma=0.2) @ beta
    assert np.ptp(model.score_samples(points) - expansion) < 1e-6
    assert model.intercept_ == -model.offset_
    given = mercer.OneClassSVM(kernel="precomputed", nu=0.3).fit(rbf_kernel(points, gamma=0.2))
    assert given.support_.tolist() == model.support_.tolist()


def test_classes_of_the_same_name_have_the_defaults_of_theirs():
    assert mercer.GaussianMixture().fit(X).means_.shape == (1, 2)
    assert mercer.GaussianMixture(3).n_components == 3
    assert mercer.GaussianMixture(n_clusters=3).fit(X).means_.shape == (3, 2)
    with pytest.raises(ValueError, match="'n_components' parameter of GaussianMixture must be an int.*Got None"):
        mercer.GaussianMixture(n_components=None).fit(X)
    with pytest.raises(ValueError, match="n_components = 100 exceeds 90 points; lower n_components"):
        mercer.GaussianMixture(100).fit(X)
    points = np.random.default_rng(0).normal(size=(300, 2))
    assert 0.4 < (mercer.OneClassSVM().fit(points).predict(points) == 1).mean() < 0.6
    assert mercer.OneClassSVM(C=0.02).fit(points).method_.startswith("one-class:C=0.02")
    assert mercer.HDBSCAN(15).min_cluster_size == 15


def test_a_width_that_is_given_is_used():
    for cls in (mercer.OneClassSVM, mercer.SpectralClustering, mercer.SpectralEmbedding):
        assert cls(gamma=0.7).fit(X).kernel_ == "gaussian:gamma=0.7"
    assert float(mercer.OneClassSVM().fit(X).kernel_.partition("=")[2]) == pytest.approx(1 / (2 * X.var()))
    assert mercer.SpectralClustering(3, affinity="rbf").fit(X).kernel_ == "gaussian:gamma=1"
    assert mercer.KernelPCA(kernel="rbf", n_components=2).fit(X).kernel_ == "gaussian:gamma=0.5"
    refitted = mercer.KernelPCA(2, kernel="rbf").fit(X)
    assert refitted.set_params(gamma=0.25).fit(X).kernel_ == "gaussian:gamma=0.25"
    assert mercer.SpectralClustering(3, n_neighbors=12).fit(X).method_ == "spectral:neighbors=12"


@pytest.mark.parametrize("model, text", [
    (mercer.KMeans(2, algorithm="nonsense"), "'algorithm' parameter of KMeans must be one of 'lloyd', 'elkan'.*Got 'nonsense'"),
    (mercer.HDBSCAN(algorithm="nonsense"), "'algorithm' parameter of HDBSCAN"),
    (mercer.HDBSCAN(store_centers="nonsense"), "'store_centers' parameter of HDBSCAN"),
    (mercer.SpectralClustering(2, assign_labels="nonsense"), "'assign_labels' parameter of SpectralClustering"),
    (mercer.SpectralClustering(2, eigen_solver="nonsense"), "'eigen_solver' parameter of SpectralClustering"),
    (mercer.SpectralEmbedding(eigen_solver="nonsense"), "'eigen_solver' parameter of SpectralEmbedding"),
    (mercer.KernelPCA(eigen_solver="nonsense"), "'eigen_solver' parameter of KernelPCA"),
    (mercer.GaussianMixture(2, init_params="nonsense"), "'init_params' parameter of GaussianMixture"),
    (mercer.GaussianMixture(2, reg_covar=10), "regularises the covariances by `prior`. Got 10"),
    (mercer.OneClassSVM(gamma="nonsense"), "'gamma' parameter must be 'scale', 'auto' or a number of at least 0. Got 'nonsense'"),
    (mercer.KernelPCA(kernel="rbf", gamma=-1), "number of at least 0. Got -1"),
    (mercer.KernelPCA(kernel="gaussian", gamma=3), "'gamma' parameter of KernelPCA belongs to scikit-learn's.*Got 3 beside 'gaussian'"),
    (mercer.KernelPCA(kernel="polynomial", degree=5), "'degree' parameter of KernelPCA belongs to scikit-learn's"),
    (mercer.OneClassSVM(kernel="gaussian", gamma=3), "'gamma' parameter of OneClassSVM belongs to scikit-learn's"),
    (mercer.SpectralClustering(2, kernel="gaussian:local", gamma=3), "'gamma' parameter of SpectralClustering belongs"),
    (mercer.Nystroem("gaussian", gamma=3), "belong to scikit-learn's kernels; write the parameters of 'gaussian' into its text"),
], ids=lambda value: "" if isinstance(value, str) else type(value).__name__)
def test_no_value_is_ignored_in_silence(model, text):
    with pytest.raises(InvalidParameterError, match=text):
        model.fit(X)


def test_words_of_theirs_that_are_taken():
    with pytest.warns(mercer.ClusteringWarning, match="assign_labels='discretize' is not used: k-means gives the labels"):
        mercer.SpectralClustering(3, assign_labels="discretize").fit(X)
    points = np.random.default_rng(0).normal(size=(60, 2))
    for theirs, ours in (("k-means++", "kernel++"), ("random", "random"), ("random_from_data", "points")):
        found, same = (mercer.GaussianMixture(3, n_init=1, max_iter=1, **start).fit(points)
                       for start in ({"init_params": theirs}, {"init": ours}))
        assert (found.means_ == same.means_).all()
    assert mercer.GaussianMixture(2, reg_covar=0).fit(X).method_.endswith("prior=0")


def test_probabilities_are_those_of_the_fit():
    points, _ = datasets.two_moons(size=200, outliers=20)
    model = mercer.HDBSCAN().fit(points)
    before = model.probabilities_
    assert (model.set_params(min_cluster_size=50).probabilities_ == before).all()


def test_predictions_are_computed_where_it_is_said():
    asked = []

    class Model:
        needs_self = False

        def predict(self, points, threads, device):
            asked.append(device)
            return np.zeros(len(points), np.int32)

    for device in ("auto", "cpu", "gpu"):
        for model in (mercer.KernelKMeans(2).fit(X), mercer.HDBSCAN().fit(X)):
            model._model = Model()
            model.set_params(device=device).predict(X)
    assert asked == ["auto", "auto", "cpu", "cpu", "gpu", "gpu"]
    for model in (mercer.KMeans(3), mercer.Ward(3), mercer.GaussianMixture(3)):  # which have no use for a GPU
        labels = model.fit(X).labels_
        assert (model.set_params(device="gpu").predict(X) == labels).all()
    model = mercer.KernelKMeans(3).fit(X)
    found = model.set_params(device="cpu").transform(X)
    for device in ("auto", "gpu", "gpu:1"):
        assert np.array_equal(model.set_params(device=device).transform(X), found)
    with pytest.raises(ValueError, match="device = 'nonsense' is not one of auto"):
        model.set_params(device="nonsense").transform(X)


def test_eigenvectors_and_neighbours_by_their_names():
    assert (mercer.SpectralClustering(3, n_components=3).fit(X).labels_ == mercer.SpectralClustering(3).fit(X).labels_).all()
    with pytest.warns(mercer.ClusteringWarning, match="n_components=2 is not used: .* as many eigenvectors as clusters"):
        mercer.SpectralClustering(3, n_components=2).fit(X)
    assert mercer.SpectralEmbedding(affinity="nearest_neighbors").fit(X).n_neighbors_ == 9
    assert mercer.SpectralEmbedding(affinity="nearest_neighbors", n_neighbors=7).fit(X).n_neighbors_ == 7
    assert (mercer.KernelPCA(2).fit(X).X_fit_ == X).all()


def test_a_graph_in_parts_is_said():
    X = np.vstack([np.random.default_rng(0).normal(at, 0.01, size=(12, 2)) for at in (0, 5)])
    with pytest.warns(mercer.ClusteringWarning, match="not fully connected: it has 2 parts"):
        mercer.SpectralClustering(2, affinity="nearest_neighbors").fit(X)


def test_all_kernels_of_theirs_are_affinities():
    X = np.random.default_rng(0).uniform(1, 2, size=(20, 3))
    assert mercer.SpectralClustering(2, affinity="chi2").fit(X).labels_.shape == (20,)
