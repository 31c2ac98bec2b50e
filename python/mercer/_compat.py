"""What differs between scikit-learn 1.2 and the newest one."""

from __future__ import annotations

from typing import Any

try:
    from sklearn.utils.validation import validate_data  # 1.6 and later
except ImportError:

    def validate_data(estimator: Any, X: Any, **options: Any) -> Any:
        return estimator._validate_data(X, **options)


__all__ = ["validate_data"]
