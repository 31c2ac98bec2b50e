"""scikit-learn's own checks. Nothing is expected to fail but what scikit-learn expects of its KMeans."""

import inspect

import pytest
from sklearn.cluster import KMeans
from sklearn.utils.estimator_checks import parametrize_with_checks

from estimators import ALL, FEATURES, SWAPPED


def expected_of_kmeans(estimator):
    """What scikit-learn lists for its own KMeans, where the estimator takes weights as KMeans does."""
    if "sample_weight" not in inspect.signature(estimator.fit).parameters:
        return {}
    try:  # 1.6 and later
        from sklearn.utils._test_common.instance_generator import PER_ESTIMATOR_XFAIL_CHECKS
    except ImportError:
        return KMeans()._get_tags()["_xfail_checks"]
    return PER_ESTIMATOR_XFAIL_CHECKS[KMeans]


INSTANCES = [cls() for cls in ALL + SWAPPED + FEATURES]

if "expected_failed_checks" in inspect.signature(parametrize_with_checks).parameters:

    @parametrize_with_checks(INSTANCES, expected_failed_checks=expected_of_kmeans)
    def test_checks(estimator, check):
        check(estimator)

else:

    @parametrize_with_checks(INSTANCES)
    def test_checks(estimator, check):
        reason = expected_of_kmeans(estimator).get(getattr(check, "func", check).__name__)
        try:
            check(estimator)
        except AssertionError:
            if not reason:
                raise
            pytest.xfail(reason)
