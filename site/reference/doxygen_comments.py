#!/usr/bin/env python3
"""Doxygen's filter: the plain comments of a header, as comments that Doxygen reads.

A comment above a declaration and one behind it describe it; one that an empty line follows describes nothing. The first
comment of a file is about the file.
"""

import pathlib
import re
import sys


def described(lines):
    out = []
    for at, line in enumerate(lines):
        own = re.match(r"(\s*)// ?(?!NOLINT|namespace)(.*)", line)
        if own:
            end = at
            while end < len(lines) and lines[end].lstrip().startswith("//"):
                end += 1
            follows = lines[end].strip() if end < len(lines) else ""
            if at == 0:
                out.append("/// @file")
            useful = follows and (not follows.startswith(("#", "}")) or follows == "#pragma once")
            out.append(f"{own[1]}{'///' if useful else '//'} {own[2]}")
        else:
            line = re.sub(r"\s*// NOLINT.*", "", line)
            line = re.sub(r"\s*: public grammar::\w+<[^{]*>", "", line)
            line = re.sub(r"\bbool local\b", "bool local_", line)  # a word of another language, to Doxygen
            out.append(re.sub(r"([;,{}])\s\s+// (?!namespace)", r"\1  ///< ", line))
    return out


if __name__ == "__main__":
    print("\n".join(described(pathlib.Path(sys.argv[1]).read_text().splitlines())))
