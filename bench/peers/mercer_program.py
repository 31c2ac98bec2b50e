"""mercer's own lines, through its program and its benchmarks, as a user would call them."""

import json

from data import CLUSTERS, DIMENSIONS, GAMMA


def fit(options, storage="auto", method="kmeans:refine=off", clusters=True, kernel=f"gaussian:gamma={GAMMA}"):
    """A measurement of `mercer fit`. Seconds are those that it reports, without reading; memory is its peak beyond
    the peak on 20 points and the data."""

    def measure(job, tools):
        more = [option.format(start=job.folder / "start.csv") for option in options]
        more += ["-k", CLUSTERS] if clusters else []
        more += ["--kernel", kernel] if kernel else []
        command = [tools.program, "fit", job.folder / "points.npy", "--restarts", 1, "--method", method,
                   "--threads", job.threads, "--json", "--storage", storage, *more]
        measured = tools.run([*command, "--labels", job.labels], job.threads)
        report = measured.report
        return measured._replace(report={
            "seconds": report["seconds"],
            "iterations": report["iterations"],
            "peak": report["peak_memory_bytes"],
            "baseline": tools.idle_bytes + 4 * DIMENSIONS * job.n,
        })

    return measure


def bench(pattern):
    """A line of mercer_bench, for what the program does not do by itself; it is run until its time is steady."""

    def measure(job, tools):
        name = pattern.format(n=job.n, threads=job.threads)
        measured = tools.run([tools.bench, f"--benchmark_filter=^{name}", "--benchmark_format=json"], job.threads)
        line = measured.report["benchmarks"][0]
        scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[line["time_unit"]]
        return measured._replace(report={"seconds": line["real_time"] * scale})

    return measure
