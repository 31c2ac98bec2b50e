"""The room-order check must catch what it is there for, so it is run on made-up houses."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_rooms"


def check(files):
    """Runs the script on a house made of {path: text}; returns its exit status and output."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


class CheckRooms(unittest.TestCase):
    def assert_broken(self, files, *words):
        status, output = check(files)
        self.assertEqual(status, 1, output)
        for word in words:
            self.assertIn(word, output)

    def test_rooms_to_the_left_are_allowed(self):
        status, output = check({
            "include/mercer/data.hpp": '#include "mercer/types.hpp"\n',
            "src/engine/fit.cpp": '#include <vector>\n#include "engine/fit.hpp"\n#include "gram/gram.hpp"\n',
            "src/init/global.cpp": '#include "engine/fit.hpp"\n',
            "src/cluster.cpp": '#include "mercer/cluster.hpp"\n#include "report/plot.hpp"\n',
        })
        self.assertEqual(status, 0, output)

    def test_a_room_to_the_right_is_named_with_file_and_line(self):
        self.assert_broken({"src/gram/dense.cpp": '#include "gram/gram.hpp"\n#include "engine/fit.hpp"\n'},
                           "src/gram/dense.cpp:2:", "`gram`", "`engine/fit.hpp`")

    def test_rooms_inside_rooms_obey_too(self):
        self.assert_broken({"src/gram/cuda/tile.cpp": '  #  include "space/space.hpp"\n'}, "cuda/tile.cpp:1:")

    def test_public_headers_belong_to_rooms(self):
        self.assert_broken({"src/core/a.cpp": '#include "mercer/options.hpp"\n'}, "room `rules`")
        self.assert_broken({"include/mercer/data.hpp": '#include "mercer/rules/hard.hpp"\n'}, "room `rules`")

    def test_only_the_front_opens_the_front_door(self):
        self.assert_broken({"src/report/plot.cpp": '#include "mercer/cluster.hpp"\n'}, "room `front`")

    def test_an_unknown_room_or_header_is_an_error(self):
        self.assert_broken({"src/attic/box.cpp": "\n"}, "src/attic/box.cpp:1:", "`attic` is no room")
        self.assert_broken({"src/core/a.cpp": '#include "mercer/attic.hpp"\n'}, "PUBLIC")
        self.assert_broken({"src/core/a.cpp": '#include "b.hpp"\n'}, "room/b.hpp")

    def test_questions_which_method_it_is_are_counted(self):
        ask = "if (std::holds_alternative<Hard>(method)) return;\n"
        self.assertEqual(check({"src/front/a.cpp": 21 * ask, "src/model/kinds/b.hpp": 21 * ask})[0], 0)
        self.assert_broken({"src/front/a.cpp": 21 * ask, "src/ground/b.hpp": 22 * ask}, "43 lines", "Needs")
        self.assertEqual(check({"src/beyond/a.cpp": 60 * ask})[0], 0)

    def test_an_empty_house_is_an_error(self):
        self.assert_broken({}, "no sources")


if __name__ == "__main__":
    unittest.main()
