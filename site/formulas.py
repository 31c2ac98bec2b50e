"""Typesets the formulas of a site when it is built, so that its pages show them without a script.

MkDocs leaves a formula as \\(...\\) or \\[...\\] in an element of class arithmatex; KaTeX makes HTML of it.
"""

import html
import json
import re
import subprocess

FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)
RENDER = """
const katex = require(process.argv[1]);
const ask = JSON.parse(require("fs").readFileSync(0, "utf8"));
const made = ask.map(([text, displayMode, where]) => {
  try { return katex.renderToString(text, {displayMode, strict: "error", output: "htmlAndMathml"}); }
  catch (error) { console.error(where + ": " + error.message); process.exitCode = 1; return ""; }
});
process.stdout.write(JSON.stringify(made));
"""


def typeset(site, katex):
    """Replaces the formulas of all pages; returns how many there were."""
    pages = {path: path.read_text() for path in sorted(site.rglob("*.html"))}
    ask = [(html.unescape(m[3]), m[2] == "[", path.name) for path, text in pages.items() for m in FORMULA.finditer(text)]
    made = subprocess.run(["node", "-e", RENDER, str(katex / "katex.js")], input=json.dumps(ask), text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    rendered = iter(json.loads(made))
    for path, text in pages.items():
        if FORMULA.search(text):
            path.write_text(FORMULA.sub(lambda m: f'<{m[1]} class="arithmatex">{next(rendered)}</{m[1]}>', text))
    return len(ask)
