"""Rows of measurements as a table, in plain text or Markdown."""

import itertools
from typing import NamedTuple, Optional


class Row(NamedTuple):
    work: str
    n: int
    threads: int
    peer: str
    seconds: Optional[float] = None
    process: Optional[float] = None  # seconds of the whole process
    memory: Optional[float] = None  # bytes
    iterations: Optional[int] = None
    objective: Optional[float] = None
    rand: Optional[float] = None  # adjusted Rand index
    note: str = ""  # why there is nothing else


class Section(NamedTuple):
    title: str
    header: list
    lines: list  # of cells; a line of two cells is a peer and a note


def with_digits(value, digits):
    """A number with so many significant digits, without an exponent."""
    if value == 0:
        return "0"
    exponent = int(f"{value:.{digits - 1}e}".split("e")[1])  # after rounding: 9.999 has two digits before the point
    return f"{value:.{max(digits - 1 - exponent, 0)}f}"


def cell(value, form):
    return "" if value is None else form(value)


def ratio(value, reference):
    return None if value is None or not reference else value / reference


def seconds_of(rows, **wanted):
    """The time of the first measured row with the given fields."""
    fits = (row for row in rows if all(getattr(row, key) == value for key, value in wanted.items()))
    return next((row.seconds for row in fits if row.seconds is not None), None)


def reference_seconds(rows, work, n, threads):
    """mercer's time at this work: that of the first line, if it is mercer's and was measured."""
    mercer = [row for row in rows if (row.work, row.n, row.threads) == (work, n, threads)
              and row.peer.startswith("mercer")]
    return seconds_of(mercer)


def section(rows, group, best):
    work, n, threads = group[0].work, group[0].n, group[0].threads
    reference = reference_seconds(rows, work, n, threads)
    header = ["", "time s", "process s", "memory MB", "iterations", "objective", "above best %", "ARI", "x mercer"]
    if threads > 1:
        header.append("x one thread")
    lines = []
    for row in group:
        if row.note:
            lines.append([row.peer, row.note])
            continue
        above = None if row.objective is None else 100.0 * (row.objective / best[n] - 1.0)
        line = [
            row.peer,
            cell(row.seconds, lambda v: with_digits(v, 3)),
            cell(row.process, lambda v: with_digits(v, 3)),
            cell(row.memory, lambda v: f"{v / 1e6:.0f}"),
            cell(row.iterations, str),
            cell(row.objective, lambda v: f"{v:.3f}"),
            cell(above, lambda v: f"{v:.3f}"),
            cell(row.rand, lambda v: f"{v:.3f}"),
            cell(ratio(row.seconds, reference), lambda v: with_digits(v, 3)),
        ]
        if threads > 1:
            alone = seconds_of(rows, work=work, n=n, threads=1, peer=row.peer)
            line.append(cell(ratio(alone, row.seconds), lambda v: with_digits(v, 3)))
        lines.append(line)
    words = f"{work}, n = {n:,}, {threads} thread{'s' if threads > 1 else ''}"
    return without_empty_columns(Section(words, header, lines))


def without_empty_columns(given):
    """A section without the columns in which no line says anything."""
    full = [line for line in given.lines if len(line) == len(given.header)]
    keep = [i for i in range(len(given.header)) if i < 2 or any(line[i] for line in full)]
    lines = [line if len(line) == 2 else [line[i] for i in keep] for line in given.lines]
    return Section(given.title, [given.header[i] for i in keep], lines)


def sections(rows):
    """One section for each work, size and number of threads, in the order of the rows."""
    best = {}
    for row in rows:
        if row.objective is not None:
            best[row.n] = min(best.get(row.n, row.objective), row.objective)
    groups = itertools.groupby(rows, key=lambda row: (row.work, row.n, row.threads))
    return [section(rows, list(group), best) for _, group in groups]


def as_text(rows):
    blocks = []
    for title, header, lines in sections(rows):
        full = [header] + [line for line in lines if len(line) == len(header) and len(line) > 2]
        first = max(len(line[0]) for line in [header, *lines])
        widths = [max(len(line[i]) for line in full) for i in range(len(header))]

        def laid_out(line, noted):
            if noted:
                return f"  {line[0]:<{first}}  {line[1]}"
            cells = (text.rjust(width) for text, width in zip(line[1:], widths[1:]))
            return "  ".join([f"  {line[0]:<{first}}", *cells]).rstrip()

        blocks.append("\n".join([title, laid_out(header, False), *(laid_out(line, len(line) == 2) for line in lines)]))
    return "\n\n".join(blocks) + "\n"


def as_markdown(rows):
    blocks = []
    for title, header, lines in sections(rows):
        table = ["| " + " | ".join(header) + " |", "|---" + "|---:" * (len(header) - 1) + "|"]
        for line in lines:
            cells = [line[0], f"*{line[1]}*", *[""] * (len(header) - 2)] if len(line) == 2 else line
            table.append("| " + " | ".join(text.replace("|", "\\|") for text in cells) + " |")
        blocks.append("\n".join([f"### {title}", "", *table]))
    return "\n\n".join(blocks) + "\n"


BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def replaced(page, text):
    """The page with the text between its two marks."""
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise ValueError(f"the page must hold {BEGIN} and, after it, {END}, each once")
    return page[: page.index(BEGIN) + len(BEGIN)] + f"\n\n{text.strip()}\n\n" + page[page.index(END) :]
