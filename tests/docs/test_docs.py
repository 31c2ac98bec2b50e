"""Runs what the documents show, so that they can't drift away from the program.

In README.md and docs/**/*.md

- a block ```sh holds commands: those that begin with `mercer` (or `$ mercer`) are run;
- a block ```console holds commands after `$ ` and, below each, what it prints: both are checked. A line `...`
  stands for any lines. A line `$ build/docs/NAME` runs the C++ program docs/NAME.cpp;
- the lines of a block ```cpp of the pages in PROGRAMS are lines of such a program;
- every SVG picture is what some command of some page draws, except those in OTHERWISE.

The commands of a page run in order in one folder, which has docs/data in it. They must succeed, or end with N where
`<!-- exit: N -->` stands before the block. Other commands (make, apt, cmake) are not run. Relative links must lead to
a file, and to a heading of it where they name one.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

PROGRAMS = {"example": ["README.md", "docs/README.md"], "production": ["docs/tutorials/production.md"],
            "ranks": ["docs/methods/many-machines.md"]}  # docs/NAME.cpp
SHORT = ("example", "production")  # of these a page shows at most five lines
BLOCK = re.compile(r"(?:<!-- exit: (\d+) -->\n+)?^```(sh|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IMAGE = re.compile(r"!\[[^\]]*\]\((?:[./\w-]*/)?images/([\w-]+[.]svg)\)")
OTHERWISE = {"rings.svg", "speed.svg", "mpi-scaling.svg"}  # by docs/images/make_rings.cpp, and by benchmarks
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

# What may differ from machine to machine, and what is compared in its place.
MACHINE = [
    (re.compile(r"^(\s+time\s+).*"), r"\1TIME"),
    (re.compile(r"after \d+ iteration"), "after N iteration"),  # the last bits decide, and they are the processor's
    (re.compile(r"\b\d+(\.\d+)? [kKMGT]?B\b"), "SIZE"),
    (re.compile(r"allow --memory \d+[KMGT]"), "allow --memory SIZE"),
    (re.compile(r'("(?:seconds|read_seconds|threads|peak_memory_bytes|bytes|least_bytes)": )[\d.e+-]+'), r"\1N"),
]
DECIMAL = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DIGITS = 1e-5  # relative: compilers and processors differ in the last digits


def same_number(shown, printed):
    """Equal to DIGITS, or to one in the last place of a rounded number."""
    last_place = 0 if "e" in shown else 10.0 ** -len(shown.split(".")[1])
    a, b = float(shown), float(printed)
    return abs(a - b) <= max(DIGITS * max(abs(a), abs(b)), 1.01 * last_place)


def same_picture(kept, drawn):
    """Equal up to the last digit of a coordinate, which has one."""
    if NUMBER.sub("#", kept) != NUMBER.sub("#", drawn):
        return False
    return all(abs(float(a) - float(b)) < 0.15 for a, b in zip(NUMBER.findall(kept), NUMBER.findall(drawn)))


def same_line(shown, printed):
    """Equal up to machine dependent parts and the last digits of decimal numbers."""
    for pattern, name in MACHINE:
        shown, printed = pattern.sub(name, shown), pattern.sub(name, printed)
    if DECIMAL.sub("#", shown.rstrip()) != DECIMAL.sub("#", printed.rstrip()):
        return False
    return all(same_number(a, b) for a, b in zip(DECIMAL.findall(shown), DECIMAL.findall(printed)))


def matches(shown, printed):
    """Whether the lines shown are the lines printed; `...` stands for any lines."""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return bool(printed) and same_line(shown[0], printed[0]) and matches(shown[1:], printed[1:])


def without_blank_ends(lines):
    while lines and not lines[0].strip():
        lines = lines[1:]
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def commands(kind, text):
    """The (command, lines shown below it) of a block; `None` instead of lines where nothing is claimed."""
    found = []
    for line in re.sub(r" \\\n\s*", " ", text).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], [] if kind == "console" else None))
        elif kind == "sh":
            found.append((line, None))
        elif found:
            found[-1][1].append(line)
    return [(command, shown if shown is None else without_blank_ends(shown)) for command, shown in found]


def anchors(text):
    """The names by which links reach the headings of a page, as GitHub makes them."""
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {word.replace(" ", "-") for word in words}


class Matching(unittest.TestCase):
    def test_equal_lines_match_and_others_do_not(self):
        self.assertTrue(matches(["a", "b"], ["a", "b"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches(["a", "b"], ["a"]))

    def test_an_ellipsis_is_any_lines(self):
        self.assertTrue(matches(["a", "...", "d"], ["a", "b", "c", "d"]))
        self.assertTrue(matches(["a", "..."], ["a"]))
        self.assertFalse(matches(["...", "d"], ["a", "b"]))

    def test_time_and_memory_may_differ_but_figures_may_not(self):
        self.assertTrue(same_line("  time   4 ms on 2 threads", "  time   0.5 s on 8 threads"))
        self.assertTrue(same_line("  plan   stored, 5.89 MB", "  plan   stored, 612 KB"))
        self.assertTrue(same_line("  objective 78.851441", "  objective 78.851442"))
        self.assertTrue(same_line("  eigenvalue -0.01967", "  eigenvalue -0.01968"))
        self.assertFalse(same_line("  objective 78.851441", "  objective 78.95"))
        self.assertFalse(same_line("  errors 16", "  errors 17"))

    def test_pictures_may_differ_in_a_last_digit(self):
        self.assertTrue(same_picture('<circle cx="3.5"/>', '<circle cx="3.6"/>'))
        self.assertFalse(same_picture('<circle cx="3.5"/>', '<circle cx="3.7"/>'))
        self.assertFalse(same_picture('<circle cx="3.5"/>', '<rect x="3.5"/>'))

    def test_commands_of_a_block(self):
        self.assertEqual(commands("console", "$ a \\\n  b\nx\n\n$ c\n"), [("a b", ["x"]), ("c", [])])
        self.assertEqual(commands("sh", "a\n$ b\n"), [("a", None), ("b", None)])

    def test_links_and_the_headings_that_they_name(self):
        self.assertEqual(LINK.findall("[a](b.md), [c](d.md#e-f), [g](#h)"), [("b.md", ""), ("d.md", "e-f"), ("", "h")])
        self.assertEqual(anchors("# Where to add ...\n\n## New points, k = 2\n"), {"where-to-add-", "new-points-k--2"})


class Documents(unittest.TestCase):
    def run_line(self, line, folder):
        return subprocess.run(
            ["sh", "-c", line], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=250, env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"})

    def prepared(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "docs" / "data", path / "docs" / "data")
        for name in ("bin", "build/docs"):
            (path / name).mkdir(parents=True)
        program = shutil.which(os.environ.get("MERCER", "mercer"))
        self.assertTrue(program, "the program is not there; name it in the variable MERCER")
        (path / "bin/mercer").symlink_to(pathlib.Path(program).resolve())
        for name in PROGRAMS if "PROGRAMS" in os.environ else ():
            (path / "build/docs" / name).symlink_to(pathlib.Path(os.environ["PROGRAMS"]).resolve() / name)
        return path

    def check_command(self, line, shown, code, folder):
        done = self.run_line(line, folder)
        self.assertEqual(done.returncode, code, f"$ {line}\n{done.stdout}")
        printed = without_blank_ends(done.stdout.splitlines())
        if shown is not None and not matches(shown, printed):
            self.fail("\n".join([f"$ {line}", "the page shows:", *shown, "the program prints:", *printed]))

    def test_commands_do_what_the_pages_show(self):
        ran, drawn = 0, set()
        for page in PAGES:
            folder = self.prepared()
            for code, kind, text in BLOCK.findall(page.read_text()):
                for line, shown in commands(kind, text):
                    if not line.startswith(("mercer ", "build/docs/")):
                        continue
                    with self.subTest(page=page.name, command=line):
                        self.check_command(line, shown, int(code or 0), folder)
                        ran += 1
                    drawn |= {picture.read_text() for picture in folder.glob("*.svg")}
        self.assertGreater(ran, 20, "the pages lost their commands, or the blocks are no longer found")
        self.check_pictures(drawn)

    def check_pictures(self, drawn):
        names = {name for page in PAGES for name in IMAGE.findall(page.read_text())} - OTHERWISE
        self.assertGreater(len(names), 20, "the pages lost their pictures, or they are no longer found")
        for name in sorted(names):
            with self.subTest(picture=name):
                kept = (ROOT / "docs/images" / name).read_text()
                self.assertTrue(any(same_picture(kept, other) for other in drawn), "no command on a page draws it")

    def test_links_lead_somewhere(self):
        for page in [*PAGES, ROOT / "HACKING.md", ROOT / "CHANGELOG.md"]:
            for target, anchor in LINK.findall(page.read_text()):
                if "://" in target:
                    continue
                goal = page.parent / target if target else page
                self.assertTrue(goal.exists(), f"{page.name} links to {target}")
                if anchor:
                    self.assertIn(anchor, anchors(goal.read_text()), f"{page.name} links to {target}#{anchor}")

    def test_pages_show_lines_of_the_programs_that_are_run(self):
        for name, pages in PROGRAMS.items():
            program = [line.strip() for line in (ROOT / "docs" / f"{name}.cpp").read_text().splitlines()]
            for page in pages:
                blocks = re.findall(r"^```cpp\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
                self.assertEqual(len(blocks), 1, page)
                lines = [line.strip() for line in blocks[0].splitlines()]
                self.assertTrue(name not in SHORT or len(lines) <= 5, page)
                at = 0
                for line in lines:
                    self.assertIn(line, program[at:], f"{page} shows a line that docs/{name}.cpp does not have there")
                    at = program.index(line, at) + 1

    def test_the_readme_is_short(self):
        self.assertLess(len((ROOT / "README.md").read_text().splitlines()), 150, "move details to a page in docs/")


if __name__ == "__main__":
    unittest.main()
