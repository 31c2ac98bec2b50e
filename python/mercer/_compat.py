"""What differs between scikit-learn 1.2 and the newest one."""

from __future__ import annotations

from typing import Any

try:
    from sklearn.utils.validation import validate_data  # 1.6 and later

    ALLOW_NAN = {"ensure_all_finite": "allow-nan"}
except ImportError:
    ALLOW_NAN = {"force_all_finite": "allow-nan"}

    def validate_data(estimator: Any, X: Any, **options: Any) -> Any:
        return estimator._validate_data(X, **options)


__all__ = ["ALLOW_NAN", "validate_data"]
