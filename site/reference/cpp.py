"""The C++ reference: a page for each public header, from what Doxygen reads in it."""

import itertools
import pathlib
import re
import subprocess
import tempfile
import textwrap
import xml.etree.ElementTree as tree

FILTER = pathlib.Path(__file__).parent / "doxygen_comments.py"
SETTINGS = """
INPUT = {include}
RECURSIVE = YES
FILE_PATTERNS = *.hpp
STRIP_FROM_PATH = {include}
OUTPUT_DIRECTORY = {out}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
MARKDOWN_SUPPORT = NO
AUTOLINK_SUPPORT = NO
MACRO_EXPANSION = YES
QUIET = YES
WARNINGS = NO
WARN_IF_DOC_ERROR = NO
INPUT_FILTER = "python3 {filter}"
"""
# What the library's own machinery needs of a struct, and a reader does not.
MACHINERY = {"fields", "name", "about", "values", "source", "when_fewer"}


def text_of(node):
    return re.sub(r"\s+", " ", "".join(node.itertext())).strip() if node is not None else ""


def about(node):
    return " ".join(filter(None, (text_of(node.find(p)) for p in ("briefdescription", "detaileddescription"))))


def plain(text):
    """A comment as Markdown: its stars, bars and angles are not markup. What is in backquotes stays."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(p if p.startswith("`") else re.sub(r"([\\*_<>|\[\]$])", r"\\\1", p) for p in parts)


def declaration(member):
    """As it stands in the header, on one line or one argument per line."""
    text = text_of(member.find("definition")).replace("mercer::", "").replace("typedef ", "") + text_of(
        member.find("argsstring"))
    template = member.find("templateparamlist")
    if template is not None:
        text = "template <" + ", ".join(text_of(p).strip() for p in template) + "> " + text
    start = text_of(member.find("initializer"))
    text += f" {start}" if start and len(start) < 60 else ""
    text = re.sub(r"\s+([&*]+)\s*", r"\1 ", text)
    if len(text) > 100:
        text = re.sub(r", (?=[\w:]+[^<>()]*( |$))", ",\n    ", text)
    return text + ";"


def sentences(header, first, last):
    """What an options struct says of itself and of its fields, in the words of the program's help."""
    lines = header.read_text().splitlines()[first - 1:last]
    text = re.sub(r'"\s+"', "", "\n".join(lines))
    found = dict(re.findall(r'visit\("(\w+)",\s*self\.\w+,\s*"([^"]*)"\)', text))
    named = re.search(r'name\s*=\s*"([^"]+)",\s*about\s*=\s*"([^"]*)"', text)
    return {**found, "about": f"`{named[1]}`: {named[2]}"} if named else found


class Struct:
    def __init__(self, path, include):
        node = tree.parse(path).getroot().find("compounddef")
        self.name = text_of(node.find("compoundname")).replace("mercer::", "")
        self.kind, self.about = node.get("kind"), about(node)
        location = node.find("location")
        self.file, self.line = location.get("file"), int(location.get("line"))
        self.sentences = sentences(include / self.file, self.line, int(location.get("bodyend", self.line)))
        self.about = self.about or self.sentences.get("about", "")
        self.members = [m for section in node.iter("sectiondef") for m in section.findall("memberdef")
                        if m.get("prot") == "public" and text_of(m.find("name")) not in MACHINERY
                        and not text_of(m.find("name")).startswith("operator")]

    def markdown(self):
        text = f"## {self.kind} {self.name}\n\n{plain(self.about)}\n\n"
        fields = [m for m in self.members if m.get("kind") == "variable"]
        if fields:
            text += "| field | type | meaning |\n|---|---|---|\n"
            for m in fields:
                kind = re.sub(r"(?<=<) | (?=>)", "", text_of(m.find("type")).replace("mercer::", "")).replace("|", "\\|")
                start = text_of(m.find("initializer")).removeprefix("=").strip().replace("|", "\\|")
                plain_name = text_of(m.find("name")).replace("local_", "local")
                name = f"`{plain_name}`" + (f" = `{start}`" if start not in ("", "{}") and len(start) < 40 else "")
                text += f"| {name} | `{kind}` | {plain(about(m) or self.sentences.get(plain_name, ''))} |\n"
            text += "\n"
        for m in self.members:
            if m.get("kind") == "function":
                text += f"```cpp\n{declaration(m).replace(self.name + '::', '')}\n```\n\n{plain(about(m))}\n\n"
        return text


class Function:
    def __init__(self, member):
        self.name, self.member = text_of(member.find("name")), member
        location = member.find("location")
        self.file, self.line = location.get("file"), int(location.get("line"))

    def markdown(self):
        kind = self.member.get("kind")
        if kind == "enum":
            rows = [(text_of(v.find("name")), about(v)) for v in self.member.findall("enumvalue")]
            table = "".join(f"| `{name}` | {plain(what)} |\n" for name, what in rows)
            return f"## enum {self.name}\n\n{plain(about(self.member))}\n\n| value | |\n|---|---|\n{table}\n"
        return f"## {self.name}\n\n```cpp\n{declaration(self.member)}\n```\n\n{plain(about(self.member))}\n\n"


def entries(xml, include):
    """Everything that the headers declare in the namespace mercer, by header and line."""
    found = []
    for path in sorted([*xml.glob("struct*.xml"), *xml.glob("class*.xml")]):
        struct = Struct(path, include)
        if "<" not in struct.name and "grammar::" not in struct.name:
            found.append(struct)
    space = tree.parse(xml / "namespacemercer.xml").getroot()
    found += [Function(m) for m in space.iter("memberdef") if m.get("kind") in ("function", "enum", "typedef", "variable")
              and not text_of(m.find("name")).startswith(("operator", "MERCER_")) and text_of(m.find("name"))]
    return sorted(found, key=lambda e: (e.file, e.line))


def story(header):
    """The first comment of a header as Markdown: its paragraphs, and lines that are set off as code."""
    lines = itertools.takewhile(lambda line: line.startswith("//"), header.read_text().splitlines())
    parts = []
    for code, group in itertools.groupby((line[3:] for line in lines), lambda line: line.startswith("  ")):
        text = "\n".join(group)
        parts.append(f"```cpp\n{textwrap.dedent(text)}\n```" if code else plain(text.strip()))
    return "\n\n".join(parts)


def first_sentence(text):
    return re.split(r"(?<=[.:]) +(?=[A-Z])|\n\n", " ".join(text.split("\n\n")[0].split("\n")))[0]


def write(include, folder):
    """Writes the pages; returns (header, page) in their order."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as out:
        settings = SETTINGS.format(include=include, out=out, filter=FILTER)
        subprocess.run(["doxygen", "-"], input=settings, text=True, check=True, stdout=subprocess.DEVNULL)
        xml = pathlib.Path(out) / "xml"
        everything = entries(xml, include)
    short = lambda file: pathlib.PurePath(file).relative_to(include).as_posix() if file.startswith("/") else file
    pages = []
    index = "# C++\n\n`#include <mercer/mercer.hpp>` includes all of it; everything is in the namespace `mercer`.\n\n" \
            "| header | what it has |\n|---|---|\n"
    for file in sorted({e.file for e in everything}):
        header = short(file)
        page = header.removeprefix("mercer/").replace("/", "-").replace(".hpp", ".md")
        about_it = story(include / header)
        body = "".join(e.markdown() for e in everything if e.file == file)
        (folder / page).write_text(f"# {header}\n\n{about_it}\n\n{body}")
        pages.append((header.removeprefix("mercer/"), page))
        index += f"| [`{header}`]({page}) | {first_sentence(about_it)} |\n"
    (folder / "README.md").write_text(index)
    return pages
