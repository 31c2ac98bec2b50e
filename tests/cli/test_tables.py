"""Tables as people have them, from the file to clusters that explain themselves."""

import csv
import io
import json
import pathlib
import random
import subprocess
import sys
import unittest

from support import ProgramTest

MAKE_TABLES = pathlib.Path(__file__).parent.parent / "data" / "tables" / "make_tables.py"

# Two groups of customers, with an id, a name, a region, a date and gaps.
def customers(rows=120, seed=3):
    chance = random.Random(seed)
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["customer_id", "name", "region", "joined", "income", "visits", "member", "class"])
    for i in range(rows):
        rich = i % 2 == 0
        income = chance.gauss(80000 if rich else 40000, 4000)
        visits = chance.gauss(3 if rich else 12, 1)
        table.writerow([f"C{i:04}", f"Person {i}", chance.choice(["north", "north", "east"] if rich else ["south", "west", "west"]),
                        f"20{'19' if rich else '22'}-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}",
                        "" if i % 15 == 0 else f"${income:,.2f}", f"{visits:.1f}", "yes" if rich else "no",
                        "rich" if rich else "poor"])
    return out.getvalue()


class Tables(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("customers.csv", customers())

    def test_one_command_for_a_table_with_everything(self):
        found = self.json("fit", "customers.csv", "-k", 2, "--truth", "class")
        self.assertGreater(found["ari"], 0.9)
        said = " ".join(found["decisions"])
        for word in ["customer_id: the rows' names", "region", "income"]:
            self.assertIn(word, said)
        text = self.mercer("fit", "customers.csv", "-k", 2, "--truth", "class")
        self.assertIn("what sets each cluster apart", text)
        self.assertRegex(text, r"income \$[\d,]+ \((others )?\$[\d,]+\)")

    def test_labels_carry_the_ids(self):
        self.mercer("fit", "customers.csv", "-k", 2, "--truth", "class", "--labels", "l.csv", "-q")
        rows = list(csv.reader(io.StringIO(self.read("l.csv"))))
        self.assertEqual(rows[0], ["customer_id", "label"])
        self.assertEqual([row[0] for row in rows[1:3]], ["C0000", "C0001"])
        self.assertEqual(len(rows), 121)

    def test_append_keeps_the_table_as_it_was(self):
        self.mercer("fit", "customers.csv", "-k", 2, "--truth", "class", "--append", "out.csv", "-q")
        before = list(csv.reader(io.StringIO(customers())))
        after = list(csv.reader(io.StringIO(self.read("out.csv"))))
        self.assertEqual(after[0], before[0] + ["cluster"])
        self.assertEqual([row[:-1] for row in after], before)
        self.assertEqual({row[-1] for row in after[1:]}, {"0", "1"})

    def test_predict_by_names_in_any_order(self):
        self.mercer("fit", "customers.csv", "-k", 2, "--drop", "class", "--model", "m.mercer", "--labels", "l.csv", "-q")
        rows = list(csv.reader(io.StringIO(customers())))
        order = list(range(len(rows[0])))
        random.Random(1).shuffle(order)
        shuffled = io.StringIO()
        writer = csv.writer(shuffled)
        for i, row in enumerate(rows):
            writer.writerow([row[c] for c in order] + ["extra" if i == 0 else str(i)])
        self.write("new.csv", shuffled.getvalue())
        trained = [row[1] for row in csv.reader(io.StringIO(self.read("l.csv")))][1:]
        done = self.mercer("predict", "m.mercer", "new.csv", "--labels", "p.csv", "-q")
        predicted = [row[-1] for row in csv.reader(io.StringIO(self.read("p.csv")))][1:]
        self.assertEqual(predicted, trained, done)

    def test_a_missing_column_and_a_value_never_seen(self):
        self.mercer("fit", "customers.csv", "-k", 2, "--drop", "class", "--model", "m.mercer", "-q")
        rows = list(csv.reader(io.StringIO(customers())))
        self.write("less.csv", "\n".join(",".join(row[:2] + row[3:4]) for row in rows))
        self.refused(65, "predict", "m.mercer", "less.csv", says=["region", "income"])
        text = customers().replace("north", "moon")
        self.write("moon.csv", text)
        done = self.run_program("predict", "m.mercer", "moon.csv", "--labels", "p.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("never seen", done.stdout + done.stderr)

    def test_rules_in_words(self):
        found = self.json("fit", "customers.csv", "-k", 2, "--drop", "class", "--explain")
        self.assertEqual(len(found["rules"]), 2)
        for rule in found["rules"]:
            self.assertGreater(rule["coverage"] * rule["precision"], 0.8)
        self.assertIn("covers", self.mercer("fit", "customers.csv", "-k", 2, "--drop", "class", "--explain"))

    def test_rows_with_gaps_may_be_dropped_or_refused(self):
        self.mercer("fit", "customers.csv", "-k", 2, "--truth", "class", "--missing", "drop", "--labels", "l.csv", "-q")
        rows = list(csv.reader(io.StringIO(self.read("l.csv"))))[1:]
        self.assertEqual([i for i, row in enumerate(rows) if row[1] == ""], list(range(0, 120, 15)))
        self.refused(65, "fit", "customers.csv", "-k", 2, "--truth", "class", "--missing", "refuse", says="income")

    def test_info_is_a_profile_of_the_columns(self):
        text = self.mercer("info", "customers.csv")
        for word in ["customer_id", "region", "category", "date"]:
            self.assertIn(word, text)
        self.assertRegex(text, r"income +number +8 ")
        found = self.json("info", "customers.csv")
        kinds = {column["name"]: column["kind"] for column in found["columns"]}
        self.assertEqual((kinds["region"], kinds["joined"], kinds["member"]), ("category", "date", "yes/no"))

    def test_problems_of_all_columns_in_one_message(self):
        rows = ["a,b,when"] + [f"{i},{i * 2},{1 + i % 12}/{1 + i % 11}/2020" for i in range(40)]
        self.write("bad.csv", "\n".join(rows).replace("7,14,", "7,inf,"))
        said = self.refused(65, "fit", "bad.csv", "-k", 2, says=["b", "when", "--drop"])
        self.assertIn("mercer fit bad.csv", said)

    def test_a_date_that_is_two_dates_is_named_whatever_else_it_could_be(self):
        chance = random.Random(8)
        rows = [f"{chance.randint(1, 12)}/{chance.randint(1, 12)}/2020,{chance.random()}" for _ in range(60)]
        self.write("dates.csv", "when,x\n" + "\n".join(rows))
        said = self.refused(65, "fit", "dates.csv", "-k", 2, says=["when", "--types when=dmy or --types when=mdy", "--drop when\n"])
        self.assertIn(" or ", said)
        self.assertGreater(self.json("fit", "dates.csv", "-k", 2, "--types", "when=dmy")["d"], 1)
        self.refused(65, "embed", "dates.csv", "-o", "y.csv", says=["when"])

    def test_other_commands_read_tables_too(self):
        done = self.run_program("embed", "customers.csv", "--truth", "class", "-o", "y.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("region: ", done.stderr)
        self.assertEqual(len(self.read("y.csv").splitlines()), 121)
        self.mercer("gram", "customers.csv", "--truth", "class", "-o", "K.csv", "-q")
        self.assertEqual(len(self.read("K.csv").splitlines()), 120)
        found = self.json("suggest-k", "customers.csv", "--truth", "class", "--most", 4)
        self.assertIn(found["clusters"], [2, 4])  # rich and poor, or their regions
        done = self.run_program("embed", "customers.csv", "--model", "m.e", "-o", "z.csv")
        self.assertEqual((done.returncode, (self.folder / "z.csv").exists()), (2, False))
        self.assertIn("--model", done.stderr)

    def test_what_spreadsheets_leave_behind(self):
        """Empty rows at the end, a counter, currency codes, breaks within cells, names twice."""
        chance = random.Random(9)
        rows = [f'{1000 + i};"{"two"}\nlines";{chance.gauss(20 + i % 2 * 50, 2):.2f} EUR;{chance.gauss(i % 2 * 9, 1):.1f} EUR'
                .replace(".", ",") for i in range(80)]
        self.write("sheet.csv", "Order No;remark;price;price\n" + "\n".join(rows) + "\n;;;\n;;;\n")
        found = self.json("fit", "sheet.csv", "-k", 2, "--append", "out.csv", "--labels", "l.csv")
        self.assertEqual((found["n"], found["d"]), (80, 2))
        self.assertTrue(any("2 empty rows at the end" in text for text in found["warnings"]), found["warnings"])
        self.assertEqual(self.read("l.csv").splitlines()[:2], ["Order No,label", "1000,0"])
        self.assertEqual(len(self.read("l.csv").splitlines()), 81)
        after = list(csv.reader(io.StringIO(self.read("out.csv")), delimiter=";"))
        self.assertEqual((len(after), after[0][-1], after[-1]), (83, "cluster", [""] * 5))
        self.assertRegex(self.mercer("fit", "sheet.csv", "-k", 2, "--explain"), r"price [\d.]+ EUR")
        self.assertNotIn("two\n", self.mercer("info", "sheet.csv"))
        self.write("gap.csv", "a,b\n1,2\n,\n3,4\n")
        self.refused(65, "fit", "gap.csv", "-k", 2, says=["line 3", "--missing drop"])

    def test_advice_names_options_as_they_are_typed(self):
        self.write("ids.csv", "id,x\n" + "\n".join(f"{i // 2},{i % 2 * 9 + i / 100}" for i in range(60)))
        warnings = " ".join(self.json("fit", "ids.csv", "-k", 2)["warnings"])
        self.assertIn("--drop id, or --types id=category", warnings)

    def test_numbers_alone_are_taken_as_they_are(self):
        self.write("plain.csv", "x,y\n" + "\n".join(f"{i % 2 * 5 + i / 100},{i % 2 * 5 - i / 100}" for i in range(40)))
        self.mercer("fit", "plain.csv", "-k", 2, "--method", "kmeans", "--labels", "l.csv", "-q")
        self.assertEqual(set(self.labels("l.csv")), {"0", "1"})
        self.assertNotIn("sets each cluster apart", self.mercer("fit", "plain.csv", "-k", 2, "--method", "kmeans"))

    def test_scales_that_differ_are_named(self):
        chance = random.Random(2)
        self.write("scales.csv", "small,large\n" + "\n".join(
            f"{chance.gauss(i % 2 * 5, 1)},{chance.gauss(0, 10000)}" for i in range(80)))
        warnings = self.json("fit", "scales.csv", "-k", 2, "--method", "kmeans")["warnings"]
        self.assertTrue(any("scales" in text and "--standardize" in text for text in warnings), warnings)
        self.assertEqual(self.json("fit", "scales.csv", "-k", 2, "--method", "kmeans", "--standardize")["warnings"], [])


    def test_pictures_show_what_was_clustered(self):
        """Two columns whose scales differ are drawn as auto saw them, or as they are with --axes."""
        chance = random.Random(4)
        self.write("scales.csv", "small,large\n" + "\n".join(
            f"{chance.gauss(i % 2 * 9, 1)},{chance.gauss(0, 10000)}" for i in range(80)))
        self.assertEqual(self.json("fit", "scales.csv", "-k", 2, "--plot", "p.svg")["scaling"], "standardized")
        self.assertIn("small, standardized", self.read("p.svg"))
        self.mercer("fit", "scales.csv", "-k", 2, "--plot", "p.svg", "--axes", "large,small", "-q")
        self.assertNotIn("standardized", self.read("p.svg"))
        self.assertIn(">large<", self.read("p.svg"))
        self.assertIn("principal component", self.mercer("fit", "customers.csv", "-k", 2, "--show"))
        self.assertIn("across: joined (year); up: income ($)",
                      self.mercer("fit", "customers.csv", "-k", 2, "--show", "--axes", "joined,income"))
        self.refused(2, "fit", "customers.csv", "-k", 2, "--show", "--axes", "region,income", says=["region", "words"])
        self.refused(2, "fit", "customers.csv", "-k", 2, "--show", "--axes", "incom", says=["incom", "income"])
        self.refused(2, "fit", "customers.csv", "-k", 2, "--axes", "income", says="--plot")

    def test_the_objective_names_its_units(self):
        chance = random.Random(4)
        self.write("scales.csv", "small,large\n" + "\n".join(
            f"{chance.gauss(i % 2 * 9, 1)},{chance.gauss(0, 10000)}" for i in range(80)))
        text = self.mercer("fit", "scales.csv", "-k", 2)
        self.assertRegex(text, r"objective +[\d.]+, of the standardized columns")
        found = self.json("fit", "scales.csv", "-k", 2)
        self.assertLess(found["objective"], 160)  # 80 rows of two columns whose variance is one
        self.assertAlmostEqual(found["objective"], found["sse"], 6)

    def test_a_narrow_kernel_is_named(self):
        chance = random.Random(5)
        self.write("wide.csv", "x,y\n" + "\n".join(
            f"{chance.gauss(i % 4 * 300, 50)},{chance.gauss(0, 50)}" for i in range(800)))
        words = ["fit", "wide.csv", "-k", 4, "--method", "kmeans", "--kernel"]
        found = self.json(*words, "gaussian:gamma=0.1")
        self.assertLess(min(found["sizes"]), 5)
        warning = next(text for text in found["warnings"] if "narrow" in text)
        self.assertRegex(warning, r"--kernel gaussian:sigma=\d+")
        advised = warning.split("--kernel ")[1].split()[0]
        good = self.json(*words, advised)
        self.assertFalse(any("narrow" in text for text in good["warnings"]), good["warnings"])
        self.assertGreater(min(good["sizes"]), 100)

    def test_the_command_to_paste_works(self):
        rows = self.read("customers.csv").splitlines()
        self.write("gap.csv", "\n".join([rows[0], rows[1].removesuffix("rich"), *rows[2:]]))
        said = self.refused(65, "fit", "gap.csv", "-k", 2, "--truth", "class", "--drop", "name", says="class of 1 row")
        command = said[said.index("to leave it out: mercer ") + len("to leave it out: mercer "):].split()
        self.assertEqual(command, ["fit", "gap.csv", "-k", "2", "--drop", "name,class"])
        self.mercer(*command)

    def test_columns_left_out_one_by_one(self):
        together = self.mercer("fit", "customers.csv", "-k", 2, "--drop", "class,member", "--labels", "-", "-q")
        apart = self.mercer("fit", "customers.csv", "-k", 2, "--drop", "class", "--drop=member", "--labels", "-", "-q")
        self.assertEqual(apart, together)

    def test_text_beside_other_columns(self):
        chance = random.Random(6)
        topics = ["rocket orbit moon launch".split(), "bread oven salt flour".split()]
        rows = [[i, round(chance.gauss(5, 1), 2), " ".join(chance.choice(topics[i % 2]) for _ in range(9)), i % 2]
                for i in range(80)]
        out = io.StringIO()
        csv.writer(out).writerows([["id", "size", "note", "kind"], *rows])
        self.write("notes.csv", out.getvalue())
        words = ["fit", "notes.csv", "-k", 2, "--truth", "kind"]
        self.assertLess(self.json(*words)["ari"], 0.5)  # the text is left out
        found = self.json(*words, "--text", "note", "--model", "m.mercer", "--labels", "l.csv")
        self.assertEqual(found["ari"], 1)
        self.assertIn("note: 8 terms", found["decisions"])
        self.assertIn("oven", [word for terms in found["terms"] for word in terms])
        self.mercer("predict", "m.mercer", "notes.csv", "--labels", "p.csv", "-q")
        self.assertEqual(self.read("p.csv"), self.read("l.csv"))


class MessyTables(ProgramTest):
    """Ten tables with known classes: one command each, no other option, and clusters that are the classes."""

    def test_all(self):
        subprocess.run([sys.executable, "-B", MAKE_TABLES, self.folder], check=True)
        tables = json.loads(self.read("tables.json"))
        self.assertEqual(len(tables), 10)
        for table in tables:
            with self.subTest(table["file"]):
                self.mercer("fit", table["file"], "-k", table["classes"], "--labels", "l.csv", "-q")
                labels = [row[-1] for row in csv.reader(io.StringIO(self.read("l.csv")))][1:]
                self.write("found.txt", "\n".join(labels))
                scores = self.json("evaluate", "found.txt", table["file"].split(".")[0] + ".classes")
                self.assertGreaterEqual(scores["ari"], 0.8)


if __name__ == "__main__":
    unittest.main()
