"""What differs between scikit-learn 1.2 and the newest one."""

from __future__ import annotations

from typing import Any

try:
    from sklearn.utils.validation import validate_data  # 1.6 and later

    ALLOW_NAN, ANY_NUMBER = {"ensure_all_finite": "allow-nan"}, {"ensure_all_finite": False}
except ImportError:
    ALLOW_NAN, ANY_NUMBER = {"force_all_finite": "allow-nan"}, {"force_all_finite": False}

    def validate_data(estimator: Any, X: Any, **options: Any) -> Any:
        return estimator._validate_data(X, **options)


__all__ = ["ALLOW_NAN", "ANY_NUMBER", "validate_data"]
