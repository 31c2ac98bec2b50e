"""Docstrings in numpydoc's form: every public function and method says what goes in and what comes out, in Python's types."""

import importlib
import inspect
import re

import pytest

import mercer

from estimators import ALL, FEATURES, SWAPPED

MODULES = ["mercer", "mercer.kernels", "mercer.metrics", "mercer.datasets", "mercer.plotting", "mercer.mpi"]
#: what a type begins with
TYPES = ("int", "float", "bool", "str", "None", "array", "callable", "dict", "list", "tuple", "sequence", "sparse matrix", "table",
         "frame", "path", "fitted", "estimator", "self", "communicator", "optional", "Axes", "TableFeatures", "Suggestion",
         "pandas.DataFrame", "pathlib.Path", "scipy", "{", "'", *(cls.__name__ for cls in ALL + SWAPPED + FEATURES))


def public():
    """(name, function) of all that users call."""
    found = {}
    for module in map(importlib.import_module, MODULES):
        for name in getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")]):
            thing = getattr(module, name)
            if inspect.isfunction(thing) and thing.__module__.startswith("mercer"):
                found[f"{thing.__module__}.{name}"] = thing
            for base in inspect.getmro(thing) if inspect.isclass(thing) else ():
                for method, value in vars(base).items():
                    value = getattr(value, "fn", value)  # behind available_if
                    if base.__module__.startswith("mercer") and inspect.isfunction(value) and not method.startswith("_"):
                        found[f"{base.__qualname__}.{method}"] = value
    return sorted(found.items())


def section(text, *titles):
    """The lines of a section; None if there is none."""
    for title in titles:
        found = re.search(rf"(?m)^{title}\n-{{{len(title)}}}\n((?:.+\n?)*)", text or "")
        if found:
            return found[1].splitlines()
    return None


def entries(lines):
    """name -> type; an entry of results may be a type alone."""
    found = {}
    for line in lines:
        if line and not line.startswith(" "):
            names, colon, kind = line.partition(" : ")
            for name in names.split(", ") if colon else [line]:
                found[name] = kind if colon else line
    return found


def test_what_is_looked_at_is_there():
    names = [name for name, _ in public()]
    assert {"KMeans.fit_blocks", "BlockMixin.partial_fit", "OneClassSVM.predict", "mercer._models.read_model",
            "mercer.kernels.gaussian", "mercer.metrics.scores"} - set(names) == {"KMeans.fit_blocks"}  # the mixin has it
    assert len(names) > 90


@pytest.mark.parametrize("name, function", public(), ids=[name for name, _ in public()])
def test_parameters_and_results_have_types(name, function):
    text = inspect.getdoc(function)
    wanted = {("**" if parameter.kind is parameter.VAR_KEYWORD else "") + key
              for key, parameter in inspect.signature(function).parameters.items() if key not in ("self", "cls")}
    given = entries(section(text, "Parameters") or [])
    assert wanted - {"y"} <= set(given) and set(given) <= wanted, f"{wanted} {given}"
    results = section(text, "Returns", "Yields")
    assert results, "says nothing of its result"
    for kind in [*given.values(), *entries(results).values()]:
        assert kind == "ignored" or kind.startswith(TYPES), kind


@pytest.mark.parametrize("cls", ALL + SWAPPED + FEATURES)
def test_parameters_of_classes_have_types_of_python(cls):
    given = entries(section(inspect.getdoc(cls), "Parameters"))
    assert set(given) == {name for name in inspect.signature(cls).parameters if name != "_"}
    for name, kind in given.items():
        assert kind.startswith(TYPES), f"{name} : {kind}"
        bare = re.sub(r"\{.*?\}|'.*?'|default=.*", "", kind)  # without the values that are meant literally
        assert not re.search(r"\b(auto|on|off|number|integer|text)\b|\|", bare), f"{name} : {kind}"
    for name, kind in entries(section(inspect.getdoc(cls), "Attributes") or []).items():
        assert kind.startswith(TYPES), f"{name} : {kind}"


def test_kernels_have_the_sentences_of_the_library():
    assert "\nlandmarks : int or None\n" in mercer.kernels.geodesic.__doc__
    assert "\nshift : {'cailliez', 'lingoes', 'none'}\n" in mercer.kernels.geodesic.__doc__
    assert "\n    cailliez: a constant c*" in mercer.kernels.geodesic.__doc__
    assert "\ntake : str or None, default=None\n" in mercer.AutoClustering.__doc__
