"""The Python reference: a page made of the package's docstrings."""

import importlib
import inspect
import re
import sys
from unittest import mock

PARTS = {"mercer": "Estimators and functions", "mercer.metrics": "mercer.metrics", "mercer.datasets": "mercer.datasets",
         "mercer.kernels": "mercer.kernels", "mercer.plotting": "mercer.plotting", "mercer.mpi": "mercer.mpi",
         "mercer.dask": "mercer.dask"}
SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)


def escaped(text):
    """Text of a docstring as Markdown: code stays code, stars and underscores are no markup."""
    parts = re.split(r"(``[^`]*``|`[^`]*`)", text)
    return "".join("`" + p.strip("`") + "`" if p.startswith("`") else re.sub(r"([*_<>|$])", r"\\\1", p) for p in parts)


def definitions(text):
    """`name : type` with an indented text below, as a table."""
    rows = re.findall(r"^(\S[^\n]*)\n((?:[ \t]+[^\n]*\n?|\n(?=[ \t]))*)", text + "\n", re.MULTILINE)
    table = "| name | type | meaning |\n|---|---|---|\n"
    for head, body in rows:
        name, _, kind = head.partition(" : ")
        table += f"| `{name}` | {escaped(kind)} | {escaped(' '.join(body.split()))} |\n"
    return table


def prose(text):
    """Paragraphs, with examples (>>>) as code."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        blocks.append(f"```python\n{block}\n```" if block.lstrip().startswith(">>>") else escaped(block))
    return "\n\n".join(blocks)


def documented(thing):
    parts = SECTION.split(inspect.cleandoc(thing.__doc__ or ""))
    text = prose(parts[0]) + "\n\n"
    for title, body in zip(parts[1::2], parts[2::2]):
        tabular = title in ("Parameters", "Attributes", "Returns", "Other Parameters")
        text += f"**{title}**\n\n" + (definitions(body) if tabular and " : " in body else prose(body)) + "\n\n"
    return text


def methods(thing):
    """The public methods that mercer itself documents."""
    text = ""
    for name, method in inspect.getmembers(thing, inspect.isfunction):
        if name.startswith("_") or not method.__module__.startswith("mercer") or not method.__doc__:
            continue
        text += f"```python\n{name}{signature(method)}\n```\n\n{documented(method)}\n"
    return text


def signature(thing):
    try:
        text = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return "(...)"
    text = re.sub(r": [^,()=]+(?:\[[^\]]*\])?(?=[,)=])| = <factory>| -> .*$", "", text)
    text = text.replace("= ", "=")
    return text.replace("(self, ", "(").replace("(self)", "()").replace("(*, ", "(")


def names(module):
    own = getattr(module, "__all__", None) or [n for n, t in vars(module).items() if getattr(t, "__module__", "") == module.__name__]
    return [n for n in own if not n.startswith("_") and (inspect.isclass(getattr(module, n)) or inspect.isroutine(getattr(module, n)))]


def write(package, page):
    sys.path.insert(0, str(package))
    for name in ("dask", "dask.array"):  # only docstrings are read: Dask need not be installed
        sys.modules.setdefault(name, mock.MagicMock())
    text = "# Python\n\nMade from the docstrings of the package; [the introduction](../python.md) shows how to use it.\n\n"
    for name, title in PARTS.items():
        module = importlib.import_module(name)
        text += f"## {title}\n\n" + ("" if name == "mercer" else documented(module))
        for entry in sorted(names(module)):
            thing = getattr(module, entry)
            text += f"### {entry}\n\n"
            if not inspect.isclass(thing):
                text += f"```python\n{name}.{entry}{signature(thing)}\n```\n\n"
            text += documented(thing) + (methods(thing) if inspect.isclass(thing) else "")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text)
