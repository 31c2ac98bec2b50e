#!/usr/bin/env python3
"""mercer against its peers, on the same data, from the same start, in one go.

    make bench-peers                       everything that fits in some ten minutes
    make bench-peers PEERS=--quick         n = 2000 only
    make bench-peers PEERS=--large         also n = 100,000
    make bench-peers PEERS="--markdown docs/benchmarks.md"    also puts the tables into that page

Peers are installed into build/peers; one that can't be is named in the table with the reason.
"""

import argparse
import os
import pathlib
import shlex
import sys

import environment

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser(description="mercer against its peers")
    parser.add_argument("--quick", action="store_true", help="n = 2000 only")
    parser.add_argument("--large", action="store_true", help="also n = 100,000")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="numbers of threads [1 2]")
    parser.add_argument("--only", metavar="WORD", default="", help="only works and peers whose names hold this word")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds after which a peer is stopped [120]")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="put the tables into this page")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="where mercer was built [build]")
    return parser.parse_args()


def chosen(options, lines):
    """(line, n, threads) in the order of the table."""
    sizes = {lines.SMALL} if options.quick else {lines.SMALL, lines.MEDIUM, lines.MIDDLE, lines.BIG}
    if options.large:
        sizes.add(lines.LARGE)
    works = list(dict.fromkeys(line.work for line in lines.LINES))
    every = [(line, n, threads) for line in lines.LINES for n in line.sizes for threads in line.threads]
    wanted = [job for job in every if job[1] in sizes and job[2] in options.threads
              and options.only.lower() in f"{job[0].work} {job[0].peer}".lower()]
    return sorted(wanted, key=lambda job: (works.index(job[0].work), job[1], job[2]))


def free_bytes():
    with open("/proc/meminfo", encoding="ascii") as info:
        return next(int(line.split()[1]) * 1024 for line in info if line.startswith("MemAvailable"))


def why_not(line, n, versions, large):
    """The reason not to run a line, or nothing."""
    version = versions[line.needs]
    if isinstance(version, environment.Missing):
        return f"not available here: {version}"
    matrix = line.entry * n * n
    if matrix and (n >= large or 2 * matrix > free_bytes()):
        return f"not run: its kernel matrix alone takes {matrix / 1e9:.0f} GB"
    return ""


def measured_row(line, job, tools, case):
    import measure
    import numpy as np
    import quality
    from data import GAMMA
    from table import Row

    job.labels.unlink(missing_ok=True)
    try:
        best = measure.best_of(lambda: line.measure(job, tools), runs=3, short=10.0)
    except measure.Failed as failed:
        return Row(line.work, job.n, job.threads, line.peer, note=str(failed))
    found = Row(line.work, job.n, job.threads, line.peer, best.seconds, best.process, best.memory,
                best.report.get("iterations"))
    if not (line.scored and job.labels.exists()):
        return found
    text = job.labels.read_text(encoding="ascii").split()
    labels = np.array([int(float(word)) for word in text if word != "label"])
    return found._replace(objective=quality.objective(case.points, labels, GAMMA),
                          rand=quality.adjusted_rand(labels, case.truth))


def measure_all(jobs, tools, versions, large):
    import data
    from lines import Job
    from table import Row

    cases, rows = {}, []
    for number, (line, n, threads) in enumerate(jobs, 1):
        print(f"[{number}/{len(jobs)}] n = {n}, {threads} thread(s): {line.work}: {line.peer}", file=sys.stderr)
        reason = why_not(line, n, versions, large)
        if reason:
            rows.append(Row(line.work, n, threads, line.peer, note=reason))
            continue
        folder = tools.folder / "data" / str(n)
        if n not in cases:
            cases[n] = data.make(n)
            data.save(cases[n], folder)
        rows.append(measured_row(line, Job(folder, n, threads, folder / "labels.csv"), tools, cases[n]))
    return rows


def about(versions):
    """The machine, the versions and the command, in words."""
    def known(name):
        return not isinstance(versions[name], environment.Missing)

    peers = [name for name in versions if known(name) and not name.startswith("mercer ")]
    return "\n".join([
        f"- Machine: {environment.machine()}.",
        f"- Versions: {', '.join(f'{name} {versions[name]}' for name in peers)}; Python {sys.version.split()[0]}.",
        f"- Command: `make bench-peers{peers_argument()}`.",
    ])


def peers_argument():
    words = shlex.join(sys.argv[1:])
    return f' PEERS="{words}"' if words else ""


def write_page(page, text):
    """Whole or not at all."""
    beside = page.with_name(page.name + ".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, page)


def main():
    options = arguments()
    folder = options.build.resolve() / "peers"
    folder.mkdir(parents=True, exist_ok=True)
    environment.enter(folder)
    program, bench = options.build.resolve() / "mercer", options.build.resolve() / "bench" / "mercer_bench"
    versions = environment.prepare(folder, program, bench)

    import lines  # needs NumPy, and so the environment
    import table
    from measure import Tools

    if options.markdown:
        table.replaced(options.markdown.read_text(encoding="utf-8"), "")  # a page without marks fails now
    tools = Tools(folder, program, bench, options.limit)
    rows = measure_all(chosen(options, lines), tools, versions, lines.LARGE)
    print(f"{about(versions)}\n\n{table.as_text(rows)}")
    if options.markdown:
        page = options.markdown.read_text(encoding="utf-8")
        write_page(options.markdown, table.replaced(page, f"{about(versions)}\n\n{table.as_markdown(rows)}"))


if __name__ == "__main__":
    main()
