"""Signatures, docstrings and stubs against the tables of the C++ library: nothing can drift."""

import dataclasses
import inspect

import pytest
from sklearn.utils import all_estimators

import mercer
from mercer import _core
from mercer._base import OPTIONS
from mercer._swap import FOREIGN
from mercer._grammar import TABLE, choice, format_value, parse

from estimators import ALL

DEFAULTS = _core.option_defaults()


def parameters(cls):
    return {field.name: field.default for field in dataclasses.fields(cls)}


@pytest.mark.parametrize("cls", ALL)
def test_every_option_of_the_method_is_a_parameter_with_the_same_default(cls):
    given, left_out = parameters(cls), {"prototypes"} if cls is mercer.SoftKMeans else set()
    fields = TABLE[cls._kind][cls._method]
    assert set(fields) - left_out <= set(given)
    written = choice(cls._method, **{key: given[key] for key in fields if key in given and key not in cls._as_theirs})
    if cls._kind == "method":
        assert _core.canonical("method", written) == cls._method  # fields at their default are left out


@pytest.mark.parametrize("cls", ALL)
def test_every_option_of_the_methods_own_kernel_is_a_parameter_with_the_same_default(cls):
    if not cls._kernel_name:
        return
    given = parameters(cls)
    assert set(TABLE["kernel"][cls._kernel_name]) <= set(given)
    written = choice(cls._kernel_name, **{key: given[key] for key in cls._kernel_fields})
    assert _core.canonical("kernel", written) == cls._kernel_name


@pytest.mark.parametrize("cls", ALL)
def test_the_other_parameters_have_the_defaults_of_the_options(cls):
    options = DEFAULTS["cluster" if cls._kind == "method" else "embed"]
    own = {"n_clusters": {2, 16, None}, "kernel": None}  # 2, as the library; 16 nodes of a map; found by the method
    method_fields = {*TABLE[cls._kind][cls._method], *cls._kernel_fields}
    for name, default in parameters(cls).items():
        if name in cls._as_theirs or name in FOREIGN or name in cls._aliases.values() or name in method_fields or name in ("n_jobs", "progress", "verbose", "kernel", "table", "copy"):
            continue
        if name == "n_clusters":
            assert default in own[name]
        elif name == "random_state":
            assert default == options["seed"]
        else:
            assert default == options[OPTIONS[name]], name


@pytest.mark.parametrize("cls", [cls for cls in ALL if cls._as_theirs])
def test_the_rest_have_the_defaults_of_scikit_learn(cls):
    theirs = next(known for name, known in all_estimators() if name == cls.__name__)
    ours_means = {"profile": "flat", "binning": False}  # which scikit-learn's class can't be asked for by these names
    for name in cls._as_theirs:
        wanted = ours_means[name] if name in ours_means else inspect.signature(theirs).parameters[name].default
        assert parameters(cls)[name] == wanted


def test_every_method_of_the_library_has_an_estimator():
    assert {cls._method for cls in ALL if cls._kind == "method"} == set(TABLE["method"])
    assert {cls._method for cls in ALL if cls._kind == "coordinates"} == set(TABLE["coordinates"])


def test_every_kernel_has_a_function_with_its_defaults():
    for name, fields in TABLE["kernel"].items():
        if name == "none":
            continue
        function = getattr(mercer.kernels, name.replace("-", "_"))
        signature = {key: format_value(p.default) for key, p in inspect.signature(function).parameters.items()}
        assert set(signature) == set(fields)
        assert function() == name  # all at their defaults


def test_every_shape_has_a_function():
    for name, _ in _core.shapes():
        X, y = getattr(mercer.datasets, name.replace("-", "_"))(size=60)
        assert len(X) == len(y) >= 60


def test_suggest_k_and_generate_have_the_defaults_of_the_library():
    renamed = {"random_state": "seed", "n_jobs": "threads"}
    for function, options in ((mercer.suggest_k, "suggest"), (mercer.judge_criteria, "criteria"), (mercer.datasets.generate, "generate")):
        for name, parameter in inspect.signature(function).parameters.items():
            if name in ("X", "shape", "progress", "verbose", "n_jobs"):
                continue
            assert parameter.default == DEFAULTS[options][renamed.get(name, name)], name


@pytest.mark.parametrize("cls", ALL)
def test_docstrings_name_every_parameter_and_every_attribute(cls):
    for section in ("Parameters\n", "Attributes\n", "Examples\n"):
        assert section in cls.__doc__
    for name in parameters(cls):
        assert f"\n{name} : " in cls.__doc__
    X, _ = mercer.datasets.blobs(size=60)
    fitted = cls().fit(X)
    for name in (name for name in vars(fitted) if name.endswith("_")):
        assert name in cls.__doc__, name
    for name in cls._has:
        assert hasattr(fitted, name), name


@pytest.mark.parametrize("text, parsed", [
    ("kmeans", ("kmeans", {})),
    ("soft:beta=0.6,prototypes=input", ("soft", {"beta": 0.6, "prototypes": "input"})),
    ("som:grid=6x8,online", ("som", {"grid": (6, 8), "online": True})),
    ("gaussian:sigma=auto,local=off,neighbors=7", ("gaussian", {"sigma": None, "local": False, "neighbors": 7})),
])
def test_the_grammar_is_read_as_it_is_written(text, parsed):
    assert parse(text) == parsed
    assert parse(choice(parsed[0], **parsed[1])) == parsed
