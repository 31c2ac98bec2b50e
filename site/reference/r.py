"""The R reference: a page made of the package's help pages, where R is installed."""

import re
import shutil
import subprocess

CONVERT = 'for (file in commandArgs(TRUE)) { tools::Rd2HTML(file); cat("\\f\\n") }'


def help_pages(files):
    """Help pages as HTML, without the frame that R puts around them and without its links into R's own help."""
    made = subprocess.run(["Rscript", "-e", CONVERT, *map(str, files)], capture_output=True, text=True, check=True).stdout
    for page in made.split("\f\n")[:-1]:
        body = page[page.index("<h2"):page.index("</body>")]
        yield re.sub(r"</?a\b[^>]*>|<hr ?/?>.*\Z", "", body, flags=re.DOTALL)


def as_markdown(file, body):
    """The name as a heading of Markdown, which gives it an anchor; the rest stays HTML."""
    title = re.search(r"<h2>(.*?)</h2>", body, re.DOTALL)[1]
    body = re.sub(r"<h2>.*?</h2>", f"<p>{title}</p>", body, count=1, flags=re.DOTALL)
    body = re.sub(r"</div>\s*\Z", "", body)  # R's frame begins above
    body = re.sub(r"<h3>(.*?)</h3>", r"<p><strong>\1</strong></p>", body)
    body = re.sub(r"\n\s*\n", "\n", body)  # a blank line would end the HTML, for Markdown
    return f"## {file.stem}\n\n<div>\n{body.strip()}\n</div>\n"


def write(folder, page):
    text = "# R\n\nMade from the help pages of the package; [the introduction](../r.md) shows how to use it.\n\n"
    files = sorted(folder.glob("*.Rd"))
    if files and shutil.which("Rscript"):
        text += "\n".join(map(as_markdown, files, help_pages(files)))
    else:
        text += "R was not there when these pages were made. In R, `help(package = \"mercer\")` lists the help pages.\n"
    page.write_text(text)
