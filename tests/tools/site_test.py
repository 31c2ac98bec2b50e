"""What the documentation site is checked by, and how headers become its reference (site/)."""

import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "site"))

import formulas  # noqa: E402
import links  # noqa: E402
import make_site  # noqa: E402
from reference import cpp, doxygen_comments  # noqa: E402


class Links(unittest.TestCase):
    def problems(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in pages.items():
                (pathlib.Path(folder) / f"{name}.html").write_text(text)
            return links.check(pathlib.Path(folder))

    def test_pages_and_headings_that_are_there(self):
        checked, found = self.problems(a='<a href="b.html#here">b</a><a href="#x">x</a><h2 id="x">', b='<h2 id="here">')
        self.assertEqual((checked, found), (2, []))

    def test_a_page_or_a_heading_that_is_not_there(self):
        self.assertIn("c.html", self.problems(a='<a href="c.html">c</a>')[1][0])
        self.assertIn("no such heading", self.problems(a='<a href="b.html#gone">b</a>', b="<h2>")[1][0])

    def test_nothing_is_loaded_from_the_network_but_links_may_lead_there(self):
        self.assertEqual(self.problems(a='<a href="https://example.org/">e</a>')[1], [])
        self.assertIn("from the network", self.problems(a='<img src="https://example.org/x.png">')[1][0])
        self.assertIn("from the network", self.problems(a='<link rel="stylesheet" href="//example.org/x.css">')[1][0])


class Pages(unittest.TestCase):
    def test_headings_have_the_anchors_of_the_other_readers(self):
        self.assertEqual(make_site.github_anchor("Where to add ..."), "where-to-add-")
        self.assertEqual(make_site.github_anchor("New points, k = 2"), "new-points-k--2")

    def test_links_out_of_docs_lead_to_the_pages_made_of_them(self):
        page = ROOT / "docs/tour.md"
        self.assertEqual(make_site.with_links("[a](../HACKING.md#x), [b](python.md)", page),
                         "[a](hacking.md#x), [b](python.md)")
        with self.assertRaises(SystemExit):
            make_site.with_links("[a](../Makefile)", page)

    def test_every_page_is_in_the_navigation(self):
        navigation = re.findall(r"[\w/-]+[.]md", (ROOT / "site/mkdocs.yml").read_text())
        pages = [page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")]
        self.assertEqual([page for page in pages if page not in navigation and not page.startswith("decisions/")], [])

    def test_code_of_one_word_is_not_broken(self):
        self.assertEqual(make_site.WORD.findall("<code>--init</code> <code>mercer fit</code> <code>a&lt;b</code>"),
                         ["--init", "a&lt;b"])

    def test_formulas_are_found_in_lines_and_blocks(self):
        text = r'<span class="arithmatex">\(a &lt; b\)</span> <div class="arithmatex">\[c' "\n" r'\]</div>'
        self.assertEqual([m[3] for m in formulas.FORMULA.finditer(text)], ["a &lt; b", "c\n"])


class Colours(unittest.TestCase):
    """WCAG 2.1, level AA: text has a contrast of 4.5 or more."""

    def luminance(self, colour):
        parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(self, one, other):
        dark, light = sorted((self.luminance(one), self.luminance(other)))
        return (light + 0.05) / (dark + 0.05)

    def test_links_and_headers_can_be_read(self):
        css = (ROOT / "site/theme/assets/site.css").read_text()
        links = re.findall(r"--md-typeset-a-color: (#\w{6})", css)  # on white, and on the dark page of the theme
        self.assertEqual([self.contrast(colour, page) >= 4.5 for colour, page in zip(links, ["#ffffff", "#2e303e"])], [True, True])
        for colour in re.findall(r"--md-(?:primary|accent)-fg-color: (#\w{6})", css):
            self.assertGreaterEqual(self.contrast(colour, "#ffffff"), 4.5, colour)


class Comments(unittest.TestCase):
    def test_comments_above_and_behind_describe(self):
        lines = ["// The story.", "#pragma once", "", "// A point.", "struct P {", "  int x = 0;  // where", "};"]
        self.assertEqual(doxygen_comments.described(lines)[:2], ["/// @file", "/// The story."])
        self.assertIn("/// A point.", doxygen_comments.described(lines))
        self.assertIn("  int x = 0;  ///< where", doxygen_comments.described(lines))

    def test_a_comment_before_an_empty_line_describes_nothing(self):
        self.assertIn("// Apart.", doxygen_comments.described(["int y;", "// Apart.", "", "int x;"]))

    def test_the_story_of_a_header_keeps_paragraphs_and_code(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "a.hpp"
            header.write_text("// One thing. Two\n// more.\n//\n//   struct A {\n//     int x;\n//   };\n//\n// The end.\n#pragma once\n")
            told = cpp.story(header)
        self.assertEqual(told, "One thing. Two\nmore.\n\n```cpp\nstruct A {\n  int x;\n};\n```\n\nThe end.")
        self.assertEqual(cpp.first_sentence(told), "One thing.")

    def test_signs_of_formulas_are_no_markup(self):
        self.assertEqual(cpp.plain("x*y < z, `a*b`"), "x\\*y \\< z, `a*b`")


if __name__ == "__main__":
    unittest.main()
