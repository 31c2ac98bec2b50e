"""--plot and --show: the clusters as SVG, as PNG and in characters."""

import struct
import unittest
import zlib

from support import ProgramTest

BLOBS = ["-k", 3, "--columns", "x,y", "--method", "kmeans"]


def pixels(file):
    """Width, height and the pixels of a PNG of RGB without filters."""
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, size = 8, b"", None
    while at < len(file):
        length, kind = struct.unpack(">I4s", file[at:at + 8])
        data = file[at + 8:at + 8 + length]
        assert struct.unpack(">I", file[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + data)
        size = struct.unpack(">II", data[:8]) if kind == b"IHDR" else size
        packed += data if kind == b"IDAT" else b""
        at += 12 + length
    rows, stride = zlib.decompress(packed), 1 + 3 * size[0]
    assert len(rows) == stride * size[1]
    return size, [[tuple(rows[stride * y + 1 + 3 * x:stride * y + 4 + 3 * x]) for x in range(size[0])] for y in range(size[1])]


class Pictures(ProgramTest):
    def test_png(self):
        self.mercer("fit", self.blobs(), *BLOBS, "--plot", "p.png", "--quiet")
        (width, height), rows = pixels((self.folder / "p.png").read_bytes())
        self.assertEqual(width, 960)
        counts = {}
        for row in rows:
            for pixel in row:
                counts[pixel] = counts.get(pixel, 0) + 1
        self.assertEqual(max(counts, key=counts.get), (255, 255, 255))
        for color in [(0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00), (0x00, 0x9E, 0x73)]:  # of the legend, and behind a rim
            self.assertGreater(counts.get(color, 0), 30, color)
        words = sum(min(pixel) < 140 for row in rows[:height // 8] for pixel in row)
        self.assertGreater(words, 100, "the note above the points")

    def test_svg_and_standard_output(self):
        self.mercer("fit", self.blobs(), *BLOBS, "--plot", "p.svg", "--quiet")
        self.assertEqual(self.mercer("fit", self.blobs(), *BLOBS, "--plot", "-", "--quiet"), self.read("p.svg"))

    def test_what_was_tried_and_embeddings(self):
        data = self.blobs()
        self.mercer("fit", data, *BLOBS[:4], "--candidates", "c.png", "--quiet")
        self.mercer("embed", data, "--columns", "x,y", "--kernel", "gaussian:sigma=2", "-o", "y.csv", "--plot", "y.png", "-q")
        for name in ["c.png", "y.png"]:
            self.assertGreater(pixels((self.folder / name).read_bytes())[0][0], 900)

    def test_other_endings(self):
        data = self.blobs()
        for option in ["--plot", "--candidates"]:
            self.refused(2, "fit", data, *BLOBS[:4], option, "p.pdf", says=[option, "p.pdf", ".svg or .png"])
        self.refused(2, "fit", data, *BLOBS, "--report", "r.pdf", says=["--report", ".html"])
        self.refused(2, "gram", data, "--columns", "x,y", "--kernel", "linear", "--plot", "K.png", says=["--plot", ".svg"])

    def test_show(self):
        text = self.mercer("fit", self.blobs(), *BLOBS, "--show")
        self.assertIn("converged", text)
        self.assertIn("\u250c" + 48 * "\u2500" + "\u2510", text)
        self.assertIn("across: x; up: y\n", text)
        self.assertNotIn("\x1b", text, "no colours in a file")
        alone = self.mercer("fit", self.blobs(), *BLOBS, "--show", "--quiet")
        self.assertTrue(text.endswith(alone))
        self.assertNotIn("converged", alone)

    def test_show_on_a_narrow_and_plain_terminal(self):
        text = self.mercer("fit", self.blobs(), *BLOBS, "--show", "--quiet", env={"COLUMNS": "30", "LC_ALL": "C"})
        self.assertEqual(max(map(len, text.splitlines())), 30)
        self.assertTrue(text.isascii())

    def test_show_leaves_standard_output_to_others(self):
        done = self.run_program("fit", self.blobs(), *BLOBS, "--show", "--json")
        self.assertTrue(done.stdout.startswith("{"))
        self.assertIn("\u250c", done.stderr)
        done = self.run_program("fit", self.blobs(), *BLOBS, "--show", "--labels", "-", "--quiet")
        self.assertTrue(done.stdout.startswith("label\n"))
        self.assertIn("\u250c", done.stderr)

    def test_show_needs_points(self):
        self.write("K.csv", "1,0\n0,1\n")
        self.refused(2, "fit", "K.csv", "-k", 2, "--kernel", "precomputed", "--show", says="--show")


if __name__ == "__main__":
    unittest.main()
