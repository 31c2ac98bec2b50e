#!/usr/bin/env python3
"""Ten tables as people have them, with classes that a clustering should find.

    make_tables.py FOLDER

Writes ten tables, for each the class of every row (NAME.classes, one per line), and tables.json, which lists them
with their number of classes. Equal calls give equal tables. What each table is about stands in its function.
"""

import csv
import datetime
import io
import json
import pathlib
import random
import sqlite3
import sys

FIRST = "Mia Li Ana Tom Max Eva Jon Ida Ben Amy Kai Zoe Ole Ute Sam Pia Leo Kim Nil Ada".split()
LAST = "Moser Okafor Silva Brandt Novak Haddad Larsen Rossi Tanaka Weber Dubois Costa Meyer Kovacs".split()


class Rows:
    """Rows of known classes: numbers around a centre for each class, values that most of a class share."""

    def __init__(self, seed, rows, classes):
        self.random = random.Random(seed)
        self.classes = [i % classes for i in range(rows)]
        self.random.shuffle(self.classes)

    def numbers(self, centres, spread):
        return [self.random.gauss(centres[k], spread) for k in self.classes]

    def words(self, likely, share=0.9):
        values = sorted(set(likely))
        return [likely[k] if self.random.random() < share else self.random.choice(values) for k in self.classes]

    def days(self, firsts, spread):
        return [datetime.date.fromisoformat(firsts[k]) + datetime.timedelta(days=round(self.random.gauss(0, spread)))
                for k in self.classes]

    def names(self):
        return [f"{self.random.choice(FIRST)} {self.random.choice(LAST)} {i}" for i in range(len(self.classes))]

    def with_gaps(self, cells, share=0.04, word=""):
        return [word if self.random.random() < share else cell for cell in cells]


def text(header, columns, delimiter=",", end="\r\n", quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting)
    if header:
        writer.writerow(header)
    writer.writerows(zip(*columns))
    return out.getvalue()


def german(value, digits=2):
    """1234.5 -> 1.234,50"""
    return f"{value:,.{digits}f}".replace(",", "_").replace(".", ",").replace("_", ".")


def customers(folder):
    """Semicolons, decimal commas, points between thousands, d.m.y, ids, names, empty cells."""
    rows = Rows(1, 400, 4)
    columns = [
        [f"K{10000 + i}" for i in range(400)],
        rows.names(),
        rows.words(["Nord", "Süd", "Ost", "West"]),
        [f"{d.day}.{d.month}.{d.year}" for d in rows.days(["2012-03-01", "2015-06-01", "2018-02-01", "2021-05-01"], 90)],
        rows.with_gaps([german(abs(x)) for x in rows.numbers([21000, 38000, 64000, 90000], 3500)]),
        rows.with_gaps([german(abs(x), 1) for x in rows.numbers([2, 9, 3, 14], 0.9)]),
    ]
    header = ["Kunde", "Name", "Region", "Kunde seit", "Einkommen", "Besuche"]
    (folder / "customers.csv").write_text(text(header, columns, ";"), encoding="utf-8", newline="")
    return "customers.csv", 4, rows.classes


def patients(folder):
    """Latin-1, ISO dates, yes/no, question marks for what is not known, a constant column."""
    rows = Rows(2, 300, 3)
    columns = [
        range(1, 301),
        rows.words(["Köln", "München", "Düsseldorf"]),
        [d.isoformat() for d in rows.days(["1950-01-01", "1970-01-01", "1992-01-01"], 700)],
        rows.with_gaps(rows.words(["yes", "no", "yes"]), word="?"),
        rows.with_gaps([f"{x:.1f}" for x in rows.numbers([151, 128, 117], 4)], word="?"),
        rows.with_gaps([f"{x:.2f}" for x in rows.numbers([7.9, 5.1, 5.4], 0.4)], word="?"),
        ["Klinik Süd"] * 300,
    ]
    header = ["patient_id", "Stadt", "geboren", "smoker", "pressure", "sugar", "clinic"]
    (folder / "patients.csv").write_text(text(header, columns), encoding="latin-1", newline="")
    return "patients.csv", 3, rows.classes


def shops(folder):
    """UTF-16 with its mark, tabs, dates with times, N/A."""
    rows = Rows(3, 240, 2)
    days = rows.days(["2019-02-01", "2022-08-01"], 120)
    columns = [
        [f"Läden №{i}" for i in range(240)],
        rows.words(["stadt", "land"]),
        [f"{d.isoformat()}T{rows.random.randrange(24):02}:{rows.random.randrange(60):02}:00Z" for d in days],
        rows.with_gaps([f"{x:.0f}" for x in rows.numbers([820, 340], 60)], word="N/A"),
        rows.with_gaps([f"{x:.3f}" for x in rows.numbers([0.31, 0.72], 0.05)], word="N/A"),
    ]
    header = ["shop", "place", "opened", "square metres", "margin"]
    (folder / "shops.tsv").write_text(text(header, columns, "\t"), encoding="utf-16", newline="")
    return "shops.tsv", 2, rows.classes


def flowers(folder):
    """What pandas writes: an index without a name, only numbers, NaN as empty cells."""
    rows = Rows(4, 450, 3)
    columns = [range(450)] + [
        rows.with_gaps([f"{x:.3f}" for x in rows.numbers(centres, 0.35)], 0.02)
        for centres in ([5.0, 6.0, 7.6], [3.4, 1.7, 3.9], [1.4, 4.3, 6.0], [0.2, 2.3, 4.1])
    ]
    header = ["", "sepal length", "sepal width", "petal length", "petal width"]
    (folder / "flowers.csv").write_text(text(header, columns, end="\n"), encoding="utf-8")
    return "flowers.csv", 3, rows.classes


def salaries(folder):
    """Dollars with commas between thousands, percentages, a byte order mark, months before days."""
    rows = Rows(5, 360, 3)
    columns = [
        [f"${abs(x):,.2f}" for x in rows.numbers([28000, 61000, 117000], 5000)],
        [f"{abs(x):.0f} %" for x in rows.numbers([4, 12, 28], 2)],
        [f"{d.month}/{d.day}/{d.year}" for d in rows.days(["2020-05-20", "2014-09-20", "2007-02-20"], 150)],
        rows.with_gaps(rows.words(["Sales", "IT", "Board"]), word="n/a"),
        rows.words(["Y", "N", "Y"]),
    ]
    header = ["salary", "bonus", "hired", "department", "remote"]
    (folder / "salaries.csv").write_text(text(header, columns), encoding="utf-8-sig", newline="")
    return "salaries.csv", 3, rows.classes


def reviews(folder):
    """Quotes with newlines, commas and quotes in them; comments that are no feature; a column with one name twice."""
    rows = Rows(6, 270, 3)
    words = "good bad slow quick warm cold late clean noisy calm far near".split()
    comments = [f'"{rows.random.choice(words)}", {rows.random.choice(words)} and\n{rows.random.choice(words)}; row {i}'
                f' was {rows.random.choice(words)} all the time' for i in range(270)]
    columns = [
        comments,
        [f"{x:.1f}" for x in rows.numbers([1.5, 3.2, 4.7], 0.25)],
        [f"{x:.1f}" for x in rows.numbers([4.5, 1.8, 4.6], 0.3)],
        rows.words(["hotel", "café, small", "bar"]),
        ["v2"] * 270,
    ]
    header = ["what they said", "stars", "stars", "kind of place", "form"]
    (folder / "reviews.csv").write_text(text(header, columns), encoding="utf-8", newline="")
    return "reviews.csv", 3, rows.classes


def sensors(folder):
    """Bars between fields and a first line that says so, blanks between thousands, on/off, d/m/y."""
    rows = Rows(7, 320, 2)
    columns = [
        [f"{abs(x):,.0f}".replace(",", " ") for x in rows.numbers([3400, 12800], 900)],
        [f"{x:.2f}" for x in rows.numbers([19.5, 31.0], 1.5)],
        rows.words(["off", "on"]),
        [f"{d.day:02}/{d.month:02}/{d.year}" for d in rows.days(["2021-03-01", "2022-11-01"], 60)],
        ["NULL" if rows.random.random() < 0.7 else f"{rows.random.random():.2f}" for _ in range(320)],
    ]
    header = ["pressure", "heat", "valve", "day", "drift"]
    (folder / "sensors.txt").write_text("sep=|\n" + text(header, columns, "|", "\n"), encoding="utf-8")
    return "sensors.txt", 2, rows.classes


def animals(folder):
    """ARFF: types that the file gives, nominal values in quotes, missing ones."""
    rows = Rows(8, 210, 3)
    legs, milk, cover = rows.words(["4", "2", "0"]), rows.words(["true", "false", "false"]), rows.words(
        ["fur", "bird 'feathers'", "scales"])
    weights = rows.with_gaps([f"{abs(x):.2f}" for x in rows.numbers([45, 4, 14], 2.5)], word="?")
    lines = ["% Animals, made up", "@relation animals", "@attribute name string", "@attribute legs {0,2,4}",
             "@attribute milk {false,true}", "@attribute cover {fur,'bird \\'feathers\\'',scales}",
             "@attribute 'body weight' numeric", "@data"]
    for i in range(210):
        quoted = "'" + cover[i].replace("'", "\\'") + "'" if " " in cover[i] else cover[i]
        lines.append(f"'animal {i}',{legs[i]},{milk[i]},{quoted},{weights[i]}")
    (folder / "animals.arff").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "animals.arff", 3, rows.classes


def orders(folder):
    """A SQLite database with one table: integers, reals, text and NULL."""
    rows = Rows(9, 300, 3)
    path = folder / "orders.sqlite"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE orders (order_id INTEGER PRIMARY KEY, country TEXT, total REAL, items INTEGER, "
                         "paid TEXT, day TEXT)")
        columns = [
            range(5001, 5301),
            rows.words(["NO", "PT", "JP"]),
            rows.with_gaps(rows.numbers([19.9, 120.0, 260.0], 11), word=None),
            [max(1, round(x)) for x in rows.numbers([2, 8, 15], 1.2)],
            rows.words(["yes", "no", "yes"]),
            [d.isoformat() for d in rows.days(["2023-01-10", "2023-05-10", "2023-10-10"], 14)],
        ]
        database.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)", zip(*columns))
    database.close()
    return "orders.sqlite", 3, rows.classes


def houses(folder):
    """Numbers in the style of Switzerland: semicolons, apostrophes between thousands, decimal points; a constant."""
    rows = Rows(10, 280, 2)
    columns = [
        [f"{abs(x):,.0f}".replace(",", "'") for x in rows.numbers([410000, 980000], 60000)],
        [f"{x:.1f}" for x in rows.numbers([-3.5, 6.5], 1.1)],
        [f"{max(1, x):.0f}" for x in rows.numbers([3, 8], 0.8)],
        ["CHF"] * 280,
    ]
    header = ["price", "degrees in winter", "rooms", "currency"]
    (folder / "houses.csv").write_text(text(header, columns, ";", "\n"), encoding="utf-8")
    return "houses.csv", 2, rows.classes


TABLES = [customers, patients, shops, flowers, salaries, reviews, sensors, animals, orders, houses]


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for table in TABLES:
        name, count, classes = table(folder)
        (folder / f"{name.split('.')[0]}.classes").write_text("".join(f"{k}\n" for k in classes))
        listed.append({"file": name, "classes": count, "rows": len(classes)})
    (folder / "tables.json").write_text(json.dumps(listed, indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
