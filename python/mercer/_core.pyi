from typing import Any, Callable, Optional, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Progress = Callable[[str, int, int], Any]

class Plan(TypedDict):
    storage: str
    precision: str
    bytes: int
    least_bytes: int
    approx: str
    reason: str

class Map(TypedDict):
    grid: tuple[int, int]
    topology: str
    hits: Floats
    heights: Floats
    quantization_error: float
    topographic_error: float

class ClusterCount(TypedDict):
    clusters: int
    cost: float
    bound: float
    step: float

class Decision(TypedDict):
    winner: str
    representation: str
    agreement: float
    confidence: float
    gate: float
    sampled: int
    candidates: list[dict[str, Any]]

class Approximation(TypedDict):
    name: str
    rank: int
    error: float
    meaning: str

class Result(TypedDict):
    labels: Ints
    memberships: Optional[Floats]
    outlier_scores: Optional[Floats]
    findings: dict[str, list[float]]
    map: Optional[Map]
    linkage: Optional[Floats]
    counts: list[ClusterCount]
    choice: Optional[Decision]
    objective: float
    iterations: int
    converged: bool
    restarts: int
    evaluations: int
    reseeded: int
    history: Floats
    warnings: list[tuple[str, str]]
    plan: Plan
    approximation: Optional[Approximation]
    model: Model

class EmbedResult(TypedDict):
    coordinates: Floats
    values: Floats
    total: float
    warnings: list[tuple[str, str]]
    plan: Plan
    model: EmbedModel

class Scores(TypedDict):
    size: int
    accuracy: float
    balanced_accuracy: float
    majority_errors: int
    ari: float
    nmi: float
    purity: float
    confusion: Ints
    matching: Ints

class VectorErrors(TypedDict):
    quantization_error: float
    sse: float
    empirical: float

class _AnyModel:
    names: list[str]
    @property
    def columns(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def kernel(self) -> str: ...
    @property
    def precision(self) -> str: ...
    @property
    def standardized(self) -> bool: ...
    def save(self, path: str) -> None: ...
    def transform(self, X: Any, threads: int = ...) -> Floats: ...

class Model(_AnyModel):
    @staticmethod
    def load(path: str) -> Model: ...
    @property
    def clusters(self) -> int: ...
    @property
    def approx(self) -> str: ...
    @property
    def labels(self) -> Ints: ...
    @property
    def slack(self) -> float: ...
    @property
    def needs_self(self) -> bool: ...
    def predict(self, X: Any, threads: int = ...) -> Ints: ...
    def memberships(self, X: Any, threads: int = ...) -> Floats: ...
    def outlier_scores(self, X: Any, threads: int = ...) -> Floats: ...
    def coordinates(self) -> Floats: ...

class EmbedModel(_AnyModel):
    @staticmethod
    def load(path: str) -> EmbedModel: ...
    @property
    def dimensions(self) -> int: ...

Field = tuple[str, str, str, str]  # key, values, default, sentence
Choice = tuple[str, str, list[Field]]  # name, sentence, fields

class Description:
    def __init__(self, kernel: str, terms: list[str]) -> None: ...
    @staticmethod
    def of_strings(texts: list[str], kernel: str) -> Description: ...
    @staticmethod
    def of_graphs(graphs: list[tuple[list[tuple[int, int]], list[str]]], kernel: str) -> Description: ...
    @property
    def kernel(self) -> str: ...
    @property
    def terms(self) -> list[str]: ...
    @property
    def columns(self) -> int: ...
    def strings(self, texts: list[str]) -> Any: ...
    def graphs(self, graphs: list[tuple[list[tuple[int, int]], list[str]]]) -> Any: ...

class Vocabulary:
    def __init__(self, terms: list[str], weights: Floats) -> None: ...
    @staticmethod
    def learn(texts: list[str], terms: int, documents: int, stop_words: list[str]) -> Vocabulary: ...
    @property
    def terms(self) -> list[str]: ...
    @property
    def weights(self) -> Floats: ...
    def vectors(self, texts: list[str]) -> Any: ...

def cluster(X: Any, *, progress: Optional[Progress] = ..., **options: Any) -> Result: ...
def plan(X: Any, **options: Any) -> Plan: ...
def embed(X: Any, *, progress: Optional[Progress] = ..., **options: Any) -> EmbedResult: ...
def suggest(X: Any, *, progress: Optional[Progress] = ..., **options: Any) -> dict[str, Any]: ...
def choices() -> dict[str, list[Choice]]: ...
def option_defaults() -> dict[str, dict[str, Any]]: ...
def canonical(kind: str, text: str) -> str: ...
def is_precomputed(kernel: str) -> bool: ...
def score(labels: ArrayLike, truth: ArrayLike) -> Scores: ...
def vector_errors(X: Any, labels: ArrayLike) -> VectorErrors: ...
def silhouette(X: Any, labels: ArrayLike, kernel: str = ..., threads: int = ...) -> float: ...
def generate(shape: str, **options: Any) -> tuple[Floats, Ints]: ...
def shapes() -> list[tuple[str, str]]: ...
def gram(X: Any, kernel: str, threads: int = ...) -> tuple[Floats, str]: ...
def neighbor_gram(
    X: Any, kernel: str, neighbors: int, threads: int = ...
) -> tuple[tuple[Floats, Ints, Ints, tuple[int, int]], str]: ...
def nearest_neighbors(X: Any, k: int, metric: str = ..., threads: int = ...) -> tuple[Ints, Floats]: ...
def vat_order(K: Any) -> NDArray[np.int64]: ...
def label_order(labels: ArrayLike) -> NDArray[np.int64]: ...

class Sharing:
    def __init__(self, ranks: Any) -> None: ...

def ranks() -> tuple[int, int]: ...
def traffic() -> tuple[int, int]: ...
