#!/usr/bin/env python3
"""Builds the documentation site from docs/ and the sources: `make site` calls it.

Gathers the pages in build/site-pages (docs/, the floor plan, the changelog, the reference made from headers, docstrings
and help pages), lets MkDocs make build/site of them, typesets the formulas, and checks what came out. A broken link, a
formula that can't be typeset and anything that would be loaded from the network end it with an error.
"""

import argparse
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGES = ROOT / "build/site-pages"
SITE = ROOT / "build/site"
KATEX = pathlib.Path("/usr/share/javascript/katex")
FONTS = ["open-sans/OpenSans-Regular.ttf", "open-sans/OpenSans-Bold.ttf", "open-sans/OpenSans-Italic.ttf",
         "dejavu/DejaVuSansMono.ttf"]
# What lies outside docs/ and is a page nevertheless; folders become pages that list their files.
ELSEWHERE = {"README.md": "README.md", "HACKING.md": "hacking.md", "CHANGELOG.md": "changelog.md",
             "data/README.md": "data-sets.md", "packaging/README.md": "packaging.md",
             "LICENSE": "license.txt", "examples": "examples.md", "examples/cpp": "examples.md",
             "bench/peers": "bench-peers.md", "bench/peers/geodesics.py": "bench-peers.md"}
LISTINGS = ("examples.html", "bench-peers.html")
WORD = re.compile(r"<code>([^<\s]{1,24})</code>")
LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import formulas  # noqa: E402
import links  # noqa: E402
from reference import cpp, python, r  # noqa: E402


def github_anchor(heading, separator="-"):
    """The name by which a link reaches a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]*>", "", heading).strip().lower()).replace(" ", separator)


def staged(path):
    """Where a file of the repository lies among the pages, or None."""
    name = path.relative_to(ROOT).as_posix()
    if name in ELSEWHERE:
        return PAGES / ELSEWHERE[name]
    return PAGES / path.relative_to(ROOT / "docs") if name.startswith("docs/") else None


def with_links(text, page):
    """The text of a page, with its links as they are among the pages."""
    def moved(match):
        before, target, after = match.groups()
        if "://" in target or target.startswith("mailto:"):
            return match.group(0)
        goal = staged((page.parent / target).resolve())
        if goal is None:
            sys.exit(f"{page.relative_to(ROOT)} links to {target}, which is not part of the site; see ELSEWHERE")
        return before + links.relative(goal, staged(page).parent) + after
    return LINK.sub(moved, text)


def add_page(page):
    goal = staged(page)
    goal.parent.mkdir(parents=True, exist_ok=True)
    goal.write_text(with_links(page.read_text(), page))


def listed(folder, title, about):
    """A page with the scripts of a folder."""
    text = f"# {title}\n\n{about}\n"
    for script in sorted((ROOT / folder).glob("*.py")):
        text += f"\n## {script.name}\n\n```python\n{script.read_text().rstrip()}\n```\n"
    staged(ROOT / folder).write_text(text)


def gather():
    shutil.rmtree(PAGES, ignore_errors=True)
    for file in sorted((ROOT / "docs").rglob("*")):
        if file.suffix == ".md":
            add_page(file)
        elif file.is_file() and file.name != "CMakeLists.txt":
            staged(file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, staged(file))
    for name in ("HACKING.md", "CHANGELOG.md", "data/README.md", "packaging/README.md"):
        add_page(ROOT / name)
    shutil.copy(ROOT / "LICENSE", PAGES / "license.txt")
    listed("examples", "Examples", "One script for each paper, with the Python package.")
    listed("bench/peers", "Programs that are compared", "What `make bench-peers` runs.")
    add_fonts()


def add_fonts():
    """The fonts of text and formulas, with the style sheet of the latter."""
    for folder in ("assets/fonts", "assets/katex/fonts"):
        (PAGES / folder).mkdir(parents=True)
    shutil.copy(KATEX / "katex.min.css", PAGES / "assets/katex")
    for font in (KATEX / "fonts").glob("*.woff2"):
        shutil.copy(font, PAGES / "assets/katex/fonts")
    for font in FONTS:
        shutil.copy(f"/usr/share/fonts/truetype/{font}", PAGES / "assets/fonts")


def make(package, strict):
    gather()
    parts = {"C++": cpp.write(ROOT / "include", PAGES / "reference/cpp"),
             "Python": python.write(package, PAGES / "reference/python")}
    r.write(ROOT / "r/man", PAGES / "reference/r.md")
    with (PAGES / "reference/README.md").open("a") as page:
        page.write("\n**Made from the sources:** [C++](cpp/README.md), [Python](python/README.md), [R](r.md).\n")
    from mkdocs import config
    from mkdocs.commands.build import build
    settings = config.load_config(str(ROOT / "site/mkdocs.yml"), strict=strict)
    build(with_parts(settings, parts))
    write_search()


def write_search():
    """The index of the search without listings of scripts, also as a script for pages that are opened as files."""
    path = SITE / "search/search_index.json"
    index = json.loads(path.read_text().replace(" \\u00b6", ""))
    index["docs"] = [d for d in index["docs"] if not d["location"].startswith(LISTINGS)]
    path.write_text(json.dumps(index))
    path.with_suffix(".js").write_text(f"var __search = {{ index: Promise.resolve({json.dumps(index)}) }}\n")


def keep_words_together():
    """Marks code of one word, which a browser would break after its hyphens (--init)."""
    for page in SITE.rglob("*.html"):
        page.write_text(WORD.sub(r'<code class="word">\1</code>', page.read_text()))


def with_parts(settings, parts):
    """The settings, with the pages of each part of the reference (of a header, of a class) in the navigation."""
    for group in settings["nav"]:
        for entry in group.get("Reference", []):
            for name in parts.keys() & (entry.keys() if isinstance(entry, dict) else ()):
                folder = pathlib.PurePath(entry[name]).parent
                entry[name] = [entry[name], *({title: f"{folder}/{page}"} for title, page in parts[name])]
    return settings


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--check", action="store_true", help="only check the site that is there")
    arguments.add_argument("--loose", action="store_true", help="warnings of MkDocs are not errors")
    arguments.add_argument("--python", type=pathlib.Path, default=ROOT / "build/python", help="folder of the Python package")
    ask = arguments.parse_args()
    if not ask.check:
        make(ask.python, not ask.loose)
        print(f"{formulas.typeset(SITE, KATEX)} formulas were typeset")
        keep_words_together()
    checked, problems = links.check(SITE)
    for problem in problems:
        print(problem, file=sys.stderr)
    pages = len(list(SITE.rglob("*.html")))
    print(f"{pages} pages, {checked} links and pictures, {len(problems)} problems: {SITE.relative_to(ROOT)}/index.html")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
