"""The R reference: a page made of the package's help pages, where R is installed."""

import re
import shutil
import subprocess


def help_page(file):
    """A help page as HTML, without the frame that R puts around it."""
    made = subprocess.run(["Rscript", "-e", "tools::Rd2HTML(commandArgs(TRUE)[1], fragment = TRUE)", str(file)],
                          capture_output=True, text=True, check=True).stdout
    body = re.sub(r"<a href=\"[^\"]*\">(.*?)</a>", r"\1", re.sub(r"(?s)^.*?(?=<h2)", "", made))
    return re.sub(r"<(/?)h([23])", lambda m: f"<{m[1]}h{int(m[2])}", body)


def write(folder, page):
    text = "# R\n\nMade from the help pages of the package; [the introduction](../r.md) shows how to use it.\n\n"
    files = sorted(folder.glob("*.Rd"))
    if files and shutil.which("Rscript"):
        text += "\n\n".join(help_page(file) for file in files)
    else:
        text += "R was not there when these pages were made. In R, `help(package = \"mercer\")` lists the help pages.\n"
    page.write_text(text)
