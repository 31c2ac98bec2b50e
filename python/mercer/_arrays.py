"""Arrays as they come in: shared with other libraries, or copied where they may change."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np

from ._warn import Array


def as_numpy(X: Any) -> Any:
    """An array of another library that lies in this machine's memory, shared through DLPack; others as they are."""
    if isinstance(X, np.ndarray) or not hasattr(X, "__dlpack__") or not hasattr(X, "__dlpack_device__"):
        return X
    kind = int(X.__dlpack_device__()[0])
    if kind != 1:  # not kDLCPU
        raise ValueError(f"The array lies on a device (of DLPack's kind {kind}); copy it to the host first, as in "
                         "cupy.asnumpy(X) or X.cpu(). device='gpu' computes there all the same")
    try:
        return np.from_dlpack(X)
    except (BufferError, RuntimeError, TypeError):  # of a type that can't be shared: copied by the checks
        return X


def with_short_indices(X: Any) -> Any:
    """A sparse matrix with the indices of 32 bits that the library has, where they suffice."""
    if not hasattr(X, "indptr") or X.indptr.dtype == np.int32 == X.indices.dtype:
        return X
    if max(X.nnz, *X.shape) > np.iinfo(np.int32).max:
        raise ValueError(f"A sparse matrix with {X.nnz} values needs indices of 64 bits; at most 2147483647 are taken")
    parts = (X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32))
    return type(X)(parts, shape=X.shape)


def as_given(values: Array, X: Any) -> Array:
    """Numbers as precise as those that came in: float in, float out."""
    return as_type(values, type_of(X))


def type_of(X: Any) -> Any:
    """The type of the numbers; of a frame of pandas, that of all its columns."""
    kinds = getattr(X, "dtypes", None) if hasattr(X, "iloc") else None
    return getattr(X, "dtype", None) if kinds is None else np.float32 if all(kind == np.float32 for kind in kinds) else None


def as_type(values: Array, dtype: Any) -> Array:
    """The same, where the type of those is known."""
    return values.astype(np.float32) if dtype == np.float32 and values.dtype == np.float64 else values


def own(X: Any, given: Any) -> Any:
    """The points as a model may keep them: a copy where they share the values of `given`, which may change."""
    values, theirs = (getattr(one, "data", one) if hasattr(one, "indptr") else one for one in (X, given))
    if not isinstance(values, np.ndarray) or not isinstance(theirs, np.ndarray) or is_frozen(values):
        return X
    return X.copy() if np.may_share_memory(values, theirs) else X


def is_frozen(values: Array) -> bool:
    """Whether nobody can write to the array: it and what it is a view of are read only, to the map of a file or bytes.

    A view through DLPack is read only to us alone.
    """
    owner: Any = values
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    return owner is None or isinstance(owner, (bytes, mmap.mmap))
