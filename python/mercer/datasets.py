"""Artificial data with known clusters.

Every function returns the points and their classes, from 1; outliers are of class 0. The seed is fixed unless
it is given: the data are those of ``mercer generate``.

>>> from mercer import datasets
>>> X, y = datasets.two_moons(size=100, outliers=5)
>>> X.shape, sorted(set(y.tolist()))
((105, 2), [0, 1, 2])
"""

from __future__ import annotations

from typing import Optional, Protocol

from . import _core
from ._base import Array

__all__ = [
    "blobs", "bridge", "delta", "generate", "icassp", "rings", "seven", "spirals", "stretched", "three_moons",
    "two_moons",
]


def generate(shape: str, *, size: int = 0, noise: Optional[float] = None, outliers: int = 0, clusters: int = 3,
             dimensions: int = 2, random_state: int = 1) -> tuple[Array, Array]:
    """Points of a shape: ``"rings"``, ``"two-moons"``, ``"three-moons"``, ``"icassp"``, ``"spirals"``, ``"seven"``,
    ``"delta"``, ``"blobs"``, ``"bridge"``, ``"stretched"``.

    Parameters
    ----------
    shape : str
        Its name.
    size : int
        Number of points without outliers; 0 is the shape's own.
    noise : float or None
        Standard deviation; None is the shape's own.
    outliers : int
        Uniform points around the data, of class 0.
    clusters, dimensions : int
        Of blobs.
    random_state : int
        Random seed.

    Returns
    -------
    X : array of shape (size + outliers, 2)
        The points.
    y : array of shape (size + outliers,)
        Their classes.

    Examples
    --------
    >>> X, y = generate("blobs", size=30, dimensions=5)
    >>> X.shape
    (30, 5)
    """
    return _core.generate(shape, size=size, noise=noise, outliers=outliers, clusters=clusters,
                          dimensions=dimensions, seed=random_state)


#: of the functions below
ARGUMENTS = """Parameters
----------
size : int, default=0
    Number of points without outliers; 0 is the shape's own.
noise : float or None
    Standard deviation; None is the shape's own.
outliers : int, default=0
    Uniform points around the data, of class 0.
random_state : int, default=1
    Random seed.
**blobs : int
    `clusters` and `dimensions`, of blobs.

Returns
-------
X : array of shape (size + outliers, 2)
    The points.
y : array of shape (size + outliers,)
    Their classes.
"""


class Shape(Protocol):
    """A function that makes points of one shape."""

    def __call__(self, *, size: int = 0, noise: Optional[float] = None, outliers: int = 0, random_state: int = 1,
                 **blobs: int) -> tuple[Array, Array]: ...


def _maker(shape: str) -> Shape:
    def make(*, size: int = 0, noise: Optional[float] = None, outliers: int = 0, random_state: int = 1,
             **blobs: int) -> tuple[Array, Array]:
        return generate(shape, size=size, noise=noise, outliers=outliers, random_state=random_state, **blobs)

    about = dict(_core.shapes())[shape]
    make.__name__ = make.__qualname__ = shape.replace("-", "_")
    make.__doc__ = f"{about[0].upper()}{about[1:]}.\n\n{ARGUMENTS}"
    return make


rings = _maker("rings")
two_moons = _maker("two-moons")
three_moons = _maker("three-moons")
icassp = _maker("icassp")
spirals = _maker("spirals")
seven = _maker("seven")
delta = _maker("delta")
blobs = _maker("blobs")
bridge = _maker("bridge")
stretched = _maker("stretched")
