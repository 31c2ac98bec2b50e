"""Graphs, and their Weisfeiler-Lehman subtree kernel by brute force: nested tuples, compared as they are.

    python3 weisfeiler_lehman.py        writes weisfeiler_lehman.jsonl and weisfeiler_lehman.csv beside itself
"""
import json
import math
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent
DEPTH = 3


def draw(rng):
    n = rng.randint(4, 9)
    edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < 0.4]
    return {"edges": edges, "labels": [rng.choice("ABC") for _ in range(n)], "label": rng.choice(["x", "y"])}


def subtrees(graph):
    """The label of every vertex and, step by step, that of the tree around it."""
    n = len(graph["labels"])
    near = [[b for a, b in graph["edges"] if a == v] + [a for a, b in graph["edges"] if b == v] for v in range(n)]
    trees = [(label,) for label in graph["labels"]]
    found = list(trees)
    for _ in range(DEPTH):
        trees = [(trees[v], tuple(sorted(trees[u] for u in near[v]))) for v in range(n)]
        found += trees
    return found


def kernel(a, b):
    return sum(s == t for s in subtrees(a) for t in subtrees(b))


def main():
    rng = random.Random(5)
    graphs = [draw(rng) for _ in range(12)]
    (HERE / "weisfeiler_lehman.jsonl").write_text("".join(json.dumps(g) + "\n" for g in graphs))
    rows = [",".join(repr(kernel(a, b) / math.sqrt(kernel(a, a) * kernel(b, b))) for b in graphs) for a in graphs]
    (HERE / "weisfeiler_lehman.csv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
