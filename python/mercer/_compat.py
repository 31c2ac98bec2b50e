"""What differs between scikit-learn 1.2 and the newest one, and what has no types there."""

from __future__ import annotations

from typing import Any, Callable, TypeVar, cast

from sklearn.utils.metaestimators import available_if

try:
    from sklearn.utils.validation import validate_data  # 1.6 and later

    ALLOW_NAN, ANY_NUMBER = {"ensure_all_finite": "allow-nan"}, {"ensure_all_finite": False}
except ImportError:
    ALLOW_NAN, ANY_NUMBER = {"force_all_finite": "allow-nan"}, {"force_all_finite": False}

    def validate_data(estimator: Any, X: Any, **options: Any) -> Any:
        return estimator._validate_data(X, **options)


Method = TypeVar("Method", bound=Callable[..., Any])


def there_if(check: Callable[[Any], bool]) -> Callable[[Method], Method]:
    """scikit-learn's `available_if`, with the type of the method, which it loses."""
    return cast(Callable[[Method], Method], available_if(check))


__all__ = ["ALLOW_NAN", "ANY_NUMBER", "there_if", "validate_data"]
