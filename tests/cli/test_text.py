"""Documents, as a user clusters them: JSON lines, a folder, a column of a table."""

import csv
import json
import unittest

from support import ProgramTest

TOPICS = {
    "space": ["The rocket reached the orbit of the moon", "A satellite in orbit lost its rocket engine",
              "Engineers launch a rocket with a satellite", "The moon and the satellite crossed in orbit"],
    "kitchen": ["Bread with butter and salt from the oven", "The soup needs salt, the bread needs butter",
                "An oven makes bread, a pan makes soup", "Salt the soup and butter the pan"],
}
DOCUMENTS = [(text, topic) for topic, texts in TOPICS.items() for text in texts]
FIT = ("-k", 2, "--kernel", "cosine", "--truth", "label", "--model", "m.mercer", "--labels", "labels.csv")


class Text(ProgramTest):
    def lines(self, name="notes.jsonl", documents=DOCUMENTS, key="text"):
        rows = [json.dumps({key: text, "label": topic}) for text, topic in documents]
        return self.write(name, "\n".join(rows) + "\n")

    def tree(self, name="notes"):
        for i, (text, topic) in enumerate(DOCUMENTS):
            path = self.folder / name / topic / f"{i}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return name

    def table(self, name="notes.csv"):
        with open(self.folder / name, "w", newline="") as file:
            csv.writer(file).writerows([("id", "note", "label")] + [(i, *row) for i, row in enumerate(DOCUMENTS)])
        return name

    def found(self, *words):
        """A fit that finds both topics, as JSON."""
        made = self.json("fit", *words, *FIT)
        self.assertEqual(made["accuracy"], 1)
        return made

    def predicted(self, *words):
        self.mercer("predict", "m.mercer", *words, "--labels", "again.csv", "--quiet")
        return self.labels("again.csv")

    def test_json_lines(self):
        made = self.found(self.lines())
        self.assertEqual(len(made["terms"]), 2)
        words = {word for terms in made["terms"] for word in terms}
        self.assertLessEqual({"rocket", "orbit", "bread", "salt"}, words)
        self.assertEqual(self.predicted("notes.jsonl"), self.labels())

    def test_a_folder_whose_subfolders_are_classes(self):
        self.found(self.tree())
        self.assertEqual(self.predicted("notes"), self.labels())

    def test_a_column_of_a_table(self):
        self.found(self.table(), "--text", "note")
        self.assertEqual(self.predicted("notes.csv", "--text", "note"), self.labels())

    def test_the_source_does_not_matter(self):
        answers = []
        for words in ((self.lines(),), (self.table(), "--text", "note"), (self.lines("b.jsonl", key="body"), "--text",
                                                                         "body")):
            made = self.found(*words)
            answers.append((made["objective"], made["terms"], self.labels()))
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])

    def test_top_terms_are_printed(self):
        text = self.mercer("fit", self.lines(), *FIT)
        self.assertRegex(text, r"cluster +terms\n")
        self.assertRegex(text, r"\n +\d  .*rocket.*\n")
        self.assertRegex(text, r"\n +\d  .*bread.*\n")

    def test_the_vocabulary_is_in_the_model(self):
        self.found(self.lines(), "--terms", 12)
        self.assertIn(b'"vocabulary":["', (self.folder / "m.mercer").read_bytes())
        self.assertEqual(self.json("info", "m.mercer")["d"], 12)
        self.lines("new.jsonl", [("An unheard-of rocket in ORBIT", "space"), ("warm bread, butter", "kitchen")])
        kinds = dict(zip((topic for _, topic in DOCUMENTS), self.labels()))
        self.assertEqual(self.predicted("new.jsonl"), [kinds["space"], kinds["kitchen"]])

    def test_every_method_takes_documents(self):
        self.lines()
        for words in (("--method", "kmeans"), ("--method", "soft", "--kernel", "geodesic:neighbors=3,metric=cosine"),
                      ("--method", "fuzzy", "--kernel", "cosine"), ("--method", "ward"),
                      ("--kernel", "gaussian:sigma=1")):
            with self.subTest(words):
                self.mercer("fit", "notes.jsonl", "-k", 2, *words, "--model", "m.mercer", "--labels", "labels.csv")
                self.assertEqual(self.predicted("notes.jsonl"), self.labels())

    def test_stop_words(self):
        self.write("stop.txt", "rocket\norbit\n")
        made = self.json("fit", self.lines(), "-k", 2, "--kernel", "cosine", "--stop-words", "stop.txt")
        self.assertFalse({"rocket", "orbit"} & {word for terms in made["terms"] for word in terms})


class BadText(ProgramTest):
    def test_an_empty_document_is_named_by_its_line(self):
        self.write("a.jsonl", '{"text": "one word"}\n{"text": "  "}\n')
        self.refused(65, "fit", "a.jsonl", "-k", 1, says=("a.jsonl: line 2", "empty"))
        self.write("a.csv", "note,kind\nsome words,1\n,2\n")
        self.refused(65, "fit", "a.csv", "--text", "note", "--truth", "kind", "-k", 1, says=("a.csv: line 3", "empty"))

    def test_a_document_without_words_is_named(self):
        self.write("a.jsonl", '{"text": "one word"}\n{"text": "1 + 1 = 2"}\n')
        self.refused(65, "fit", "a.jsonl", "-k", 1, says=("a.jsonl: line 2", "no words"))

    def test_what_is_not_utf8_is_named_by_its_byte(self):
        self.write("a.jsonl", b'{"text": "good words"}\n{"text": "caf\xe9 words"}\n')
        self.refused(65, "fit", "a.jsonl", "-k", 1, says=("a.jsonl: byte 37 (0xe9)", "UTF-8"))
        (self.folder / "notes").mkdir()
        (self.folder / "notes" / "a.txt").write_bytes(b"good \xff words")
        self.refused(65, "fit", "notes", "-k", 1, says=("notes/a.txt: byte 6 (0xff)", "UTF-8"))
        self.write("a.csv", b"note,kind\nsome words,1\nna\xefve,2\n")
        self.refused(65, "fit", "a.csv", "--text", "note", "--truth", "kind", "-k", 1, says=("a.csv: line 3", "byte 3 (0xef)"))

    def test_a_zero_vector_has_no_direction(self):
        self.write("a.csv", "x,y\n1,2\n0,0\n3,1\n")
        for kernel in ("cosine", "geodesic:metric=cosine,neighbors=1"):
            with self.subTest(kernel):
                self.refused(65, "fit", "a.csv", "-k", 2, "--kernel", kernel, says="point 2 is zero")

    def test_a_document_without_any_known_term_is_named(self):
        self.write("a.jsonl", '{"text": "red apple red"}\n{"text": "red apple"}\n{"text": "blue sky"}\n')
        self.refused(65, "fit", "a.jsonl", "-k", 2, says=("a.jsonl: line 3", "terms"))

    def test_slips(self):
        self.write("a.jsonl", '{"text": "red apple"}\n{"body": "green apple"}\n')
        self.refused(65, "fit", "a.jsonl", "-k", 1, says=("line 2", "--text"))
        self.write("b.jsonl", '{"text": "red apple"}\nno JSON\n')
        self.refused(65, "fit", "b.jsonl", "-k", 1, says=("line 2", "JSON"))
        self.write("c.jsonl", '{"text": "red apple"}\n{"text": "red pear"}\n')
        self.refused(65, "fit", "c.jsonl", "-k", 1, "--truth", "label", says=("line 1", "label"))
        self.refused(2, "fit", "c.jsonl", "-k", 1, "--standardize", says="--standardize")
        self.refused(2, "fit", "c.jsonl", "-k", 1, "--terms", 0, says="terms = 0")
        self.refused(2, "fit", "c.jsonl", "-k", 1, "--columns", "x", says="--columns")
        self.write("d.csv", "x,y\n1,2\n3,4\n")
        self.mercer("fit", "d.csv", "-k", 2, "--model", "m.mercer")
        self.refused(2, "predict", "m.mercer", "c.jsonl", says="not a model of documents")


if __name__ == "__main__":
    unittest.main()
