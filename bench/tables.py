#!/usr/bin/env python3
"""The bars of tables: ten messy ones clustered with one command each, and the cost of finding out what columns hold.

    bench/tables.py [--build build] [--rows 1000000]

The tables are those of tests/data/tables, drawn with known classes. `mercer fit FILE -k K` has no other option; the bar
is an adjusted Rand index of 0.8 for each. Reading a typed table of 20 columns may take 1.3 times as long as reading
only numbers, and 64 MB beyond its values. Exits with 1 where a bar is missed.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
MAKE_TABLES = ROOT / "tests/data/tables/make_tables.py"
LEAST_ARI, MOST_TIME, MOST_MB = 0.8, 1.3, 64


def verdict(reached):
    return "reached" if reached else "MISSED"


def ari_of(mercer, folder, table):
    """The adjusted Rand index of one command on one table."""
    labels = folder / "labels.csv"
    subprocess.run([mercer, "fit", folder / table["file"], "-k", str(table["classes"]), "--labels", labels, "-q"], check=True)
    classes = folder / (table["file"].split(".")[0] + ".classes")
    scores = subprocess.run([mercer, "evaluate", labels, classes, "--json"], check=True, capture_output=True)
    return json.loads(scores.stdout)["ari"]


def messy_tables(mercer):
    print(f"Ten messy tables, one command each (bar: adjusted Rand {LEAST_ARI})")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.executable, "-B", MAKE_TABLES, folder], check=True)
        tables = json.loads((folder / "tables.json").read_text(encoding="utf-8"))
        scores = [ari_of(mercer, folder, table) for table in tables]
    for table, ari in zip(tables, scores):
        print(f"  {table['file']:24} {ari:6.3f}  {verdict(ari >= LEAST_ARI)}")
    return min(scores) >= LEAST_ARI


def typed_reading(bench, rows):
    print(f"A typed table of {rows} rows x 20 columns (bars: {MOST_TIME} times plain reading, {MOST_MB} MB beyond the values)")
    said = subprocess.run([bench, f"--benchmark_filter=BM_TypedTable/rows:{rows}/", "--benchmark_format=json"],
                          check=True, capture_output=True)
    line = json.loads(said.stdout)["benchmarks"][0]
    good = line["ratio"] <= MOST_TIME and line["beyond_MB"] <= MOST_MB
    print(f"  time {line['ratio']:.2f}, memory {line['beyond_MB']:.0f} MB  {verdict(good)}")
    return good


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="where mercer was built")
    parser.add_argument("--rows", type=int, default=1_000_000, choices=[100_000, 1_000_000])
    a = parser.parse_args()
    reached = [messy_tables(a.build / "mercer"), typed_reading(a.build / "bench/mercer_bench", a.rows)]
    sys.exit(0 if all(reached) else 1)
