"""Choices as text, ``name:key=value,key=value``: the grammar of the program."""

from __future__ import annotations

import numbers
from typing import Any

from . import _core

#: kind of choice -> name -> key -> default, as the C++ library has them
TABLE: dict[str, dict[str, dict[str, str]]] = {
    kind: {name: {key: initial for key, _, initial, *_ in fields} for name, _, fields in choices}
    for kind, choices in _core.choices().items()
}


def format_value(value: Any) -> str:
    """A value as the grammar writes it: None is ``auto``, truth ``on``, a grid ``6x8``."""
    if value is None:
        return "auto"
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "on" if value else "off"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, tuple):
        return "x".join(format_value(side) for side in value)
    return str(value)


def parse_value(text: str) -> Any:
    """The inverse of `format_value`."""
    if text in ("auto", "on", "off"):
        return {"auto": None, "on": True, "off": False}[text]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            pass
    sides = text.split("x")
    if len(sides) == 2 and all(side.isdigit() for side in sides):
        return int(sides[0]), int(sides[1])
    return text


def choice(name: str, **values: Any) -> str:
    """``choice("soft", beta=0.6)`` is ``"soft:beta=0.6"``."""
    settings = ",".join(f"{key}={format_value(value)}" for key, value in values.items())
    return f"{name}:{settings}" if settings else name


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """``"soft:beta=0.6"`` is ``("soft", {"beta": 0.6})``."""
    name, _, settings = text.partition(":")
    pairs = (setting.partition("=") for setting in settings.split(",") if setting)
    return name, {key: parse_value(value) if equals else True for key, equals, value in pairs}
