"""mercer reproduce: the experiments of the papers, as a user runs them."""

import re
import signal
import subprocess
import time
import unittest

from support import PROGRAM, ProgramTest


class Reproduce(ProgramTest):
    def test_list(self):
        text = self.mercer("reproduce", "--list")
        for name in ["geodesic-table-1", "survey-table", "iwc-table-1", "chapter-fig-6.5", "connectivity-fig-4"]:
            self.assertIn(f"  {name} ", text)
        self.assertEqual(self.files(), {})

    def test_without_data_what_is_generated_runs(self):
        text = self.mercer("reproduce", "chapter-fig-6.4b", "connectivity-fig-1", "-o", "r.html")
        self.assertRegex(text, r"paper\s+mercer\s+difference")
        self.assertRegex(text, r"Gaussian mixture\s+–\s+100\.0")
        html = self.read("r.html")
        self.assertTrue(html.startswith("<!doctype html>"))
        self.assertNotRegex(html, r'<(script|link|img)[^>]+(src|href)=')
        self.assertNotRegex(html, r'\bnan\b')
        self.assertIn("mercer reproduce chapter-fig-6.4b connectivity-fig-1", html)
        self.assertEqual(html.count("<figure"), 8)

    def test_markdown_with_pictures_beside_it(self):
        self.mercer("reproduce", "chapter-fig-6.4b", "-o", "page.md", "--quiet")
        pictures = re.findall(r'<img src="([^"]+)"', self.read("page.md"))
        self.assertEqual(len(pictures), 3)
        for picture in pictures:
            self.assertTrue(picture.startswith("images/page/"))
            self.assertTrue(self.read(picture).startswith("<svg"))

    def test_json(self):
        found = self.json("reproduce", "chapter-fig-6.4b")
        figures = found["experiments"][0]["figures"]
        self.assertEqual([figure["what"] for figure in figures], ["k-means", "Gaussian mixture"])
        self.assertIsNone(figures[0]["paper"])
        self.assertEqual(figures[1]["runs"], [100])

    def test_data_that_is_not_there_is_named_and_the_rest_runs(self):
        done = self.run_program("reproduce", "chapter", "--data", ".", "-o", "r.html")
        self.assertEqual(done.returncode, 66, done.stderr)
        self.assertIn("data not found: synthetic/rings_book.csv", done.stdout)
        self.assertIn("Gaussian mixture", done.stdout)
        self.assertIn("data not found: synthetic/rings_book.csv", self.read("r.html"))

    def test_refusals(self):
        self.refused(2, "reproduce", "geodesic-tabel-1", says="did you mean 'geodesic-table-1'?")
        self.refused(2, "reproduce", "chapter-fig-6.4b", "-o", "report.pdf", says=".html or .md")
        self.refused(73, "reproduce", "-o", "nowhere/report.html", says="there is no folder 'nowhere'")
        self.write("images", "a file where a folder is to be")
        self.refused(73, "reproduce", "chapter-fig-6.4b", "-o", "report.md", says="its pictures can't be put into 'images'")
        self.refused(66, "reproduce", "--data", "nowhere", says="there is no such folder")

    def test_a_broken_file_spoils_its_rows_only(self):
        self.write("iris.csv", "a,b,label\n1,2,x\n")
        done = self.run_program("reproduce", "survey-iris", "survey-rings", "--data", ".")
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("the label 'x' is not a number", done.stdout)
        self.assertRegex(done.stdout, r"kernel k-means\s+–\s+100\.0")

    def test_ctrl_c_says_how_far_it_came(self):
        run = subprocess.Popen([PROGRAM, "reproduce", "geodesic-table-1", "-o", "r.html"],
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, err)
        self.assertRegex(err, r"\Amercer: stopped after \d+ of \d+ runs; there is no report\n\Z")
        self.assertEqual((out, self.files()), ("", {}))

    def test_iris_as_published_with_the_data_that_come_with_mercer(self):
        found = self.json("reproduce", "iwc-table-1", "--quick")
        figures = {(f["what"], f["column"]): f for f in found["experiments"][0]["figures"]}
        self.assertEqual(figures["Iris, kernel IWC", "errors"]["runs"], [17, 17])
        self.assertEqual(figures["Iris, kernel IWC", "QE"]["verdict"], "reproduced")
        self.assertEqual(figures["Glass with its id, kernel IWC", "errors"]["verdict"], "worse")
        self.assertEqual(figures["Algae, kernel IWC", "QE"]["missing"], "the data are not public")


if __name__ == "__main__":
    unittest.main()
