#!/usr/bin/env python3
"""Writes digits.csv: 300 pictures of digits, 8 x 8 pixels of grey from 0 to 9, drawn for these pages.

A digit of a plain typeface is slanted, stretched, moved and blurred a little, differently each time.
"""

import pathlib

import numpy as np

FACE = {
    0: ".###. #...# #...# #...# #...# #...# .###.", 1: "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    2: ".###. #...# ....# ..##. .#... #.... #####", 3: ".###. #...# ....# ..##. ....# #...# .###.",
    4: "...#. ..##. .#.#. #..#. ##### ...#. ...#.", 5: "##### #.... ####. ....# ....# #...# .###.",
    6: ".###. #.... #.... ####. #...# #...# .###.", 7: "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    8: ".###. #...# #...# .###. #...# #...# .###.", 9: ".###. #...# #...# .#### ....# ....# .###.",
}


def ink(digit):
    """The places of a digit's dots, centred, from -1 to 1."""
    rows = FACE[digit].split()
    return np.array([[(c - 2) / 2.6, (r - 3) / 3.4] for r, row in enumerate(rows) for c, dot in enumerate(row) if dot == "#"])


def picture(digit, random):
    slant, wide, high, turn = random.normal(0, 0.18), *random.normal(1, 0.07, 2), random.normal(0, 0.09)
    bend = np.array([[wide * np.cos(turn), -np.sin(turn) + slant], [np.sin(turn), high * np.cos(turn)]])
    dots = ink(digit) @ bend.T * 3 + 3.5 + random.normal(0, 0.25, 2)
    y, x = np.mgrid[:8, :8]
    grey = sum(np.exp(-((x - a) ** 2 + (y - b) ** 2) / 0.7) for a, b in dots)
    return np.clip(np.rint(7 * grey + random.normal(0, 0.5, (8, 8))), 0, 9).astype(int)


def main():
    random = np.random.default_rng(1)
    lines = [",".join(f"p{r}{c}" for r in range(8) for c in range(8)) + ",digit"]
    for digit in random.permutation(np.repeat(np.arange(10), 30)):
        lines.append(",".join(map(str, picture(digit, random).ravel())) + f",{digit}")
    pathlib.Path(__file__).with_name("digits.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
