"""Documents, strings and graphs in the hands of users."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.pipeline import make_pipeline

from mercer import AutoClustering, GraphFeatures, KernelKMeans, KMeans, StringFeatures, TextFeatures, metrics

WORDS = ["walking", "talking", "looking", "nations", "stations", "rations"]
NOTES = ["rain and wind", "wind and clouds", "clouds bring rain"] * 4 + ["goal and match", "match and team",
                                                                         "team has a goal"] * 4
RINGS = [[(i, (i + 1) % n) for i in range(n)] for n in (5, 6, 7)]
STARS = [([(0, i + 1) for i in range(n)], ["a"] * (n + 1)) for n in (5, 6, 7)]


@pytest.mark.parametrize("features, objects", [
    (TextFeatures(), NOTES), (StringFeatures(), WORDS), (StringFeatures("subsequence"), WORDS),
    (GraphFeatures(), RINGS + STARS)])
def test_rows_travel_and_repeat(features, objects):
    rows = features.fit_transform(objects)
    again = pickle.loads(pickle.dumps(features)).transform(objects[:3])
    dense = (lambda m: m.toarray() if sparse.issparse(m) else m)
    np.testing.assert_array_equal(dense(again), dense(rows)[:3])
    assert clone(features).get_params() == features.get_params()


def test_products_of_rows_are_the_kernel():
    rows = StringFeatures("spectrum:length=2").fit_transform(["abab", "ba"]).toarray()
    # parts of abab: ab twice, ba once; rows have length one
    np.testing.assert_allclose(rows @ rows.T, [[1, 1 / np.sqrt(5)], [1 / np.sqrt(5), 1]])


def test_subsequences_are_similarities():
    K = StringFeatures("subsequence:length=2,decay=0.5").fit(WORDS).transform(WORDS)
    assert K.shape == (6, 6)
    labels = KernelKMeans(2, kernel="precomputed").fit_predict(K)
    assert metrics.accuracy([0, 0, 0, 1, 1, 1], labels) == 1


def test_documents_in_a_pipeline():
    words = TextFeatures(terms=20, stop_words=["and", "has"])
    labels = make_pipeline(words, AutoClustering(2)).fit_predict(NOTES)
    assert metrics.accuracy([0] * 12 + [1] * 12, labels) == 1
    assert "rain" in words.get_feature_names_out() and "and" not in words.get_feature_names_out()


def test_bad_objects_are_named():
    for features in (TextFeatures(), StringFeatures()):
        with pytest.raises(ValueError, match="list of strings"):
            features.fit("one string")
        with pytest.raises(ValueError, match="Object 2 is int"):
            features.fit(["one", 2])
    with pytest.raises(ValueError, match="object 2"):
        StringFeatures("spectrum:length=3").fit(["long enough", "no"])
    with pytest.raises(ValueError, match="object 1 has 1 labels for 2 vertices"):
        GraphFeatures().fit([([(0, 1)], ["a"])])
    with pytest.raises(ValueError, match="object 1: a vertex"):
        GraphFeatures().fit([[(-1, 1)]])
    with pytest.raises(ValueError, match="kernel"):
        StringFeatures("gaussian").fit(WORDS)


def test_graphs_with_and_without_labels():
    labels = KMeans(2).fit_predict(GraphFeatures().fit_transform(RINGS + [edges for edges, _ in STARS]))
    assert metrics.accuracy([0, 0, 0, 1, 1, 1], labels) == 1
