"""The Python reference: pages made of the package's docstrings, one for each class and each module."""

import importlib
import inspect
import re
import sys
from unittest import mock

MODULES = ["mercer.metrics", "mercer.datasets", "mercer.kernels", "mercer.plotting", "mercer.mpi", "mercer.dask"]
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


def summary(thing):
    return escaped(" ".join(inspect.cleandoc(thing.__doc__ or "").split("\n\n")[0].split()))


def section(module, entry, level):
    """What the docstrings of one class or function say."""
    thing = getattr(module, entry)
    if inspect.isclass(thing):
        return f"{level} {entry}\n\n{documented(thing)}{methods(thing)}"
    return f"{level} {entry}\n\n```python\n{module.__name__}.{entry}{signature(thing)}\n```\n\n{documented(thing)}"


def pages_of(package):
    """(title, text, what the index says) of each page: the classes, the functions, the modules."""
    classes = [n for n in sorted(names(package)) if inspect.isclass(getattr(package, n))]
    for name in classes:
        yield name, section(package, name, "#"), summary(getattr(package, name))
    functions = [n for n in sorted(names(package)) if n not in classes]
    yield "functions", "# Functions\n\n" + "".join(section(package, n, "##") for n in functions), \
        ", ".join(f"`{n}`" for n in functions)
    for name in MODULES:
        module = importlib.import_module(name)
        text = f"# {name}\n\n{documented(module)}" + "".join(section(module, n, "##") for n in sorted(names(module)))
        yield name, text, summary(module)


def write(package, folder):
    """Writes the pages; returns (title, page) in their order."""
    sys.path.insert(0, str(package))
    for name in ("dask", "dask.array"):  # only docstrings are read: Dask need not be installed
        sys.modules.setdefault(name, mock.MagicMock())
    folder.mkdir(parents=True)
    index = "# Python\n\nMade from the docstrings of the package; [the introduction](../../python.md) shows how to use it.\n\n" \
            "| | |\n|---|---|\n"
    pages = []
    for title, text, about in pages_of(importlib.import_module("mercer")):
        (folder / f"{title}.md").write_text(text)
        pages.append((title, f"{title}.md"))
        index += f"| [`{title}`]({title}.md) | {about} |\n"
    (folder / "README.md").write_text(index)
    return pages
