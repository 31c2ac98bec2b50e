"""mercer serve: who may ask, what is answered, and that nothing is left behind."""

import collections
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import re
import shlex
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from support import PROGRAM, ROOT, ProgramTest

WAIT = 120  # seconds for what takes as long as it takes


class Server:
    """A server with a temporary folder of its own."""

    def __init__(self, *words):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--no-browser", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "TMPDIR": self.folder.name, "MERCER_DATA": str(ROOT / "data")})
        line = self.process.stdout.readline()
        found = re.match(r"mercer serves http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})$", line)
        assert found, line + self.process.stderr.read()
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method, path, body=None, **headers):
        """The status and the body of an answer; names of headers are written with _ for -."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        given = {"X-Mercer-Token": self.token, **{name.replace("_", "-"): value for name, value in headers.items()}}
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection.request(method, path, data, {name: value for name, value in given.items() if value is not None})
        answer = connection.getresponse()
        names = [name for name, _ in answer.getheaders()]
        assert len(names) == len(set(names)), names  # a browser heeds all of them
        self.headers = dict(answer.getheaders())
        content = answer.read()
        connection.close()
        return answer.status, content

    def json(self, method, path, body=None):
        status, content = self.ask(method, path, body)
        assert status == 200, (path, status, content)
        return json.loads(content)

    def wait_for(self, run, *states):
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            found = [r for r in self.json("GET", "/api/state")["runs"] if r["id"] == run][0]
            if found["state"] in states:
                return found
            time.sleep(0.05)
        raise AssertionError(f"run {run} is {found}")

    def fit(self, dataset, **options):
        names = {name.replace("_", "-"): value for name, value in options.items()}
        run = self.json("POST", "/api/runs", {"dataset": dataset, "options": names})["id"]
        return self.wait_for(run, "done", "failed", "cancelled")

    def files(self):
        # Unlike rglob, walk does not mind folders that go meanwhile.
        return [pathlib.Path(folder, name) for folder, _, names in os.walk(self.folder.name) for name in names]

    def memory(self, what):
        """In kB: VmRSS is what it takes now, VmHWM the most so far."""
        return int(re.search(rf"{what}:\s+(\d+) kB", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def soon(self, holds):
        """Whether it holds, now or soon."""
        for _ in range(200):
            if holds():
                return True
            time.sleep(0.05)
        return False

    def gone(self):
        """Whether the folder is removed."""
        return self.soon(lambda: not list(pathlib.Path(self.folder.name).iterdir()))

    def upload(self, size):
        """A connection on which a file of that size is announced."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=WAIT)
        raw.sendall(f"POST /api/datasets?name=a.csv HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                    f"X-Mercer-Token: {self.token}\r\nContent-Length: {size}\r\n\r\n".encode())
        return raw

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(WAIT)
        return self.process.returncode

    def close(self):
        self.end()
        self.process.stdout.close()
        self.process.stderr.close()
        self.folder.cleanup()


class ServeTest(ProgramTest):
    def serve(self, *words):
        server = Server(*words)
        self.addCleanup(server.close)
        return server


class Safety(ServeTest):
    def test_only_the_page_that_was_opened_may_ask(self):
        server = self.serve()
        state = "/api/state"
        here = f"127.0.0.1:{server.port}"
        self.assertEqual(server.ask("GET", state)[0], 200)
        self.assertEqual(server.ask("GET", state, Origin=f"http://{here}")[0], 200)
        self.assertEqual(server.ask("GET", state, Host=f"localhost:{server.port}")[0], 200)
        self.assertEqual(server.ask("GET", f"{state}?token={server.token}", X_Mercer_Token=None)[0], 200)
        for refused in ({"X_Mercer_Token": None}, {"X_Mercer_Token": "0" * 32}, {"X_Mercer_Token": server.token[:-1]},
                        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": f"https://{here}"},
                        {"Origin": f"http://localhost:{server.port}"}, {"Host": f"evil.example:{server.port}"},
                        {"Host": "127.0.0.1"}, {"Host": f"127.0.0.1.evil.example:{server.port}"},
                        {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}):
            for method, path in (("GET", state), ("GET", "/"), ("POST", "/api/examples"), ("GET", "/nowhere")):
                status, content = server.ask(method, path, b"{}" if method == "POST" else None, **refused)
                self.assertEqual((status, list(json.loads(content))), (403, ["error"]), (refused, path))

    def test_other_addresses_are_not_served(self):
        server = self.serve()
        listening = pathlib.Path("/proc/net/tcp").read_text()
        self.assertRegex(listening, rf"0100007F:{server.port:04X} 00000000:0000 0A")

    def test_scripts_need_the_nonce_of_the_answer(self):
        server = self.serve()
        nonces = set()
        for _ in range(2):
            status, page = server.ask("GET", "/")
            policy = server.headers["Content-Security-Policy"]
            nonce = re.search(r"script-src 'nonce-([0-9a-f]{32})';", policy)[1]
            nonces.add(nonce)
            self.assertEqual(status, 200)
            self.assertEqual(re.findall(rb"<script[^>]*>", page), [b'<script type="module" crossorigin nonce="%s">' % nonce.encode()])
            self.assertNotIn(b"@@NONCE@@", page)
            self.assertNotIn("unsafe-inline", policy.split("style-src")[0])
            self.assertIn("default-src 'none'", policy)
            self.assertEqual(server.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(len(nonces), 2)

    def test_no_path_of_the_browser_is_opened(self):
        server = self.serve()
        secret = self.write("secret.csv", "a,b\n1,2\n3,4\n")
        path = str(self.folder / secret)
        for name in (path, "../../secret.csv", "..%2f..%2fsecret.csv", "/etc/passwd", "..", ".", ""):
            status, content = server.ask("POST", f"/api/datasets?name={name.replace('/', '%2F')}", b"x,y\n1,2\n3,4\n")
            self.assertEqual(status, 200, content)
        names = {d["name"] for d in server.json("GET", "/api/state")["datasets"]}
        self.assertEqual({name for name in names if "/" in name or name.startswith(".")}, set())
        self.assertEqual({p.read_bytes() for p in server.files()}, {b"x,y\n1,2\n3,4\n"})
        iris = server.json("POST", "/api/examples", {"name": "iris"})["id"]
        for options in ({"init": f"labels:file={path}"}, {"labels": path}, {"report": path}, {"stop-words": path}, {"model": path},
                        {"query": "select 1"}, {"memory": "1"}, {"device": "gpu"}, {"help": True}, {"x y": "1"}):
            status, content = server.ask("POST", "/api/runs", {"dataset": iris, "options": options})
            self.assertEqual(status, 400, (options, content))
        self.assertEqual(self.read(secret), "a,b\n1,2\n3,4\n")
        for path in ("/api/runs/1/..%2f..%2fetc", "/etc/passwd", "/../../etc/passwd", "/api/datasets/1/../../x"):
            self.assertEqual(server.ask("GET", path)[0], 404)

    def test_ports_that_are_none_are_refused(self):
        self.refused(2, "serve", "--port", "70000", "--no-browser", says="--port")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.refused(2, "serve", "--port", taken.getsockname()[1], "--no-browser", says="port")
        self.refused(66, "serve", "nowhere.csv", "--no-browser", says="nowhere.csv")


class Session(ServeTest):
    def test_a_file_from_upload_to_everything_that_is_taken_away(self):
        server = self.serve()
        self.mercer("generate", "rings", "-o", "rings.csv")
        content = (self.folder / "rings.csv").read_bytes()
        dataset = server.json("POST", "/api/datasets?name=my rings.csv".replace(" ", "%20"), content)["id"]
        about = server.json("POST", f"/api/datasets/{dataset}/columns", {"options": {"types": "label=category"}})
        self.assertEqual([(c["name"], c["kind"], c["missing"]) for c in about["columns"]],
                         [("x1", "number", 0), ("x2", "number", 0), ("label", "category", 0)])
        left_out = server.json("POST", f"/api/datasets/{dataset}/columns", {"options": {"types": "label=category", "drop": "x2"}})
        self.assertEqual([c["fate"] for c in left_out["columns"]][1], "left out by you")
        back = server.json("POST", f"/api/datasets/{dataset}/columns", {"options": {"types": "label=category"}})
        self.assertEqual(back, about)
        self.assertEqual(sum(about["columns"][0]["bars"]), 300)
        self.assertEqual([c["cells"] for c in about["columns"][2]["commonest"]], [150, 150])
        run = server.fit(dataset, clusters="2", truth="label", kernel="gaussian:sigma=1", search="swap")
        self.assertEqual((run["state"], run["figures"]["ari"], run["figures"]["clusters"]), ("done", 1, 2))
        result = server.json("GET", f"/api/runs/{run['id']}")
        self.assertEqual(result["command"], "mercer fit 'my rings.csv' --clusters 2 --truth label --kernel gaussian:sigma=1 --search swap")
        self.assertEqual(result["python"].splitlines()[2:4],
                         ['table = mercer.read_table("my rings.csv")',
                          'model = mercer.KernelKMeans(n_clusters=2, kernel="gaussian:sigma=1", search="swap", '
                          'table=mercer.TableFeatures(drop=["label"])).fit(table)'])
        self.assertEqual({v["kind"] for v in result["report"]["views"]}, {"columns", "kernel-pca", "geodesic"})
        self.assertEqual(len(result["rules"]), 2)
        # The same as the program gives, to the last byte.
        self.write("my rings.csv", content)
        words = shlex.split(result["command"])[1:]
        self.mercer(*words, "--quiet", "--labels", "labels.csv", "--append", "table.csv", "--model", "m.mercer", "--report", "r.html")
        for name, file in (("labels.csv", "labels.csv"), ("table.csv", "table.csv"), ("model.mercer", "m.mercer")):
            self.assertEqual(server.ask("GET", f"/api/runs/{run['id']}/{name}")[1], (self.folder / file).read_bytes(), name)
            self.assertIn("attachment", server.headers["Content-Disposition"])
        page = server.ask("GET", f"/api/runs/{run['id']}/report.html")[1].decode()
        differs = r'"command":"[^"]*"|"value":"[^"]*"'  # the outputs that were asked for, times and memory
        self.assertEqual(re.sub(differs, "", page), re.sub(differs, "", self.read("r.html")))

    def test_commands_name_files_that_are_there(self):
        server = self.serve(ROOT / "data" / "iris.csv")
        iris = server.json("GET", "/api/state")["datasets"][0]["id"]
        wine = server.json("POST", "/api/examples", {"name": "wine"})["id"]
        rings = server.json("POST", "/api/examples", {"name": "rings"})["id"]
        for dataset in (iris, wine, rings):
            run = server.fit(dataset, clusters="2", truth="label", method="kmeans")["id"]
            result = server.json("GET", f"/api/runs/{run}")
            self.assertEqual(result["report"]["command"], result["command"])
            lines = result["command"].split("\n")
            self.assertEqual(lines[:-1], ["mercer generate rings -o rings.csv"] if dataset == rings else [])
            self.assertEqual(result["python"].startswith("# mercer generate rings -o rings.csv\n"), dataset == rings)
            for line in lines:
                self.mercer(*shlex.split(line)[1:], *(["--quiet", "--labels", "labels.csv"] if " fit " in line else []))
            self.assertEqual(server.ask("GET", f"/api/runs/{run}/labels.csv")[1], (self.folder / "labels.csv").read_bytes())

    def test_runs_are_compared_renamed_and_removed(self):
        server = self.serve(ROOT / "data" / "iris.csv")
        dataset = server.json("GET", "/api/state")["datasets"][0]["id"]
        one = server.fit(dataset, clusters="3", method="kmeans", truth="label")["id"]
        two = server.fit(dataset, clusters="3", method="ward", truth="label")["id"]
        agreement = server.json("GET", f"/api/datasets/{dataset}/agreement")
        self.assertEqual(agreement["runs"], [one, two])
        self.assertEqual((agreement["ari"][0][0], agreement["ari"][0][1]), (1, agreement["ari"][1][0]))
        self.assertTrue(0.5 < agreement["ari"][0][1] < 1)
        server.json("POST", f"/api/runs/{one}/rename", {"name": "<b>first</b>"})
        self.assertEqual(server.json("GET", "/api/state")["runs"][0]["name"], "<b>first</b>")
        self.assertEqual(server.json("GET", f"/api/datasets/{dataset}/agreement"), agreement)  # as it is remembered
        server.json("POST", f"/api/runs/{two}/delete")
        self.assertEqual(server.json("GET", f"/api/datasets/{dataset}/agreement"), {"runs": [one], "ari": [[1]]})
        self.assertEqual([r["id"] for r in server.json("GET", "/api/state")["runs"]], [one])
        rows = server.json("POST", f"/api/datasets/{dataset}/rows", {"rows": [0, 149]})
        self.assertEqual([row[0] for row in rows["rows"]], ["5.1", "5.9"])
        words = server.json("GET", f"/api/datasets/{dataset}/columns/4")
        self.assertEqual((words["name"], len(words["values"])), ("label", 150))
        server.json("POST", f"/api/datasets/{dataset}/delete")
        self.assertEqual(server.json("GET", "/api/state"), {"datasets": [], "runs": []})
        self.assertTrue((ROOT / "data" / "iris.csv").exists())

    def test_a_column_is_that_of_the_run(self):
        server = self.serve()
        content = "zip,when,size\n" + "".join(f"{10000 + i % 2},2020-01-{1 + i % 28:02},{i % 2 * 9 + i / 50}\n" for i in range(60))
        dataset = server.json("POST", "/api/datasets?name=places.csv", content.encode())["id"]
        run = server.fit(dataset, clusters="2", method="kmeans", types="zip=category", drop="when")["id"]
        before = server.json("GET", f"/api/datasets/{dataset}/columns/0")
        after = server.json("GET", f"/api/datasets/{dataset}/columns/0?run={run}")
        self.assertEqual((before["words"], before["values"][:2]), ([], [10000, 10001]))
        self.assertEqual((after["words"], after["values"][:2]), (["10000", "10001"], [0, 1]))
        when = server.json("GET", f"/api/datasets/{dataset}/columns/1?run={run}")  # which the run has not read
        self.assertEqual((when["name"], when["date"], when["values"][1] - when["values"][0]), ("when", True, 1))
        for bad in ("x", "", "9" * 30, "-1"):
            self.assertEqual(server.ask("GET", f"/api/datasets/{dataset}/columns/0?run={bad}")[0], 400)

    def test_a_column_whose_name_has_a_comma_is_called_by_its_number(self):
        server = self.serve()
        content = '"size, in m",age,kind\n' + "".join(f"{i % 3},{40 * (i % 2) + i % 7},{i % 2}\n" for i in range(60))
        dataset = server.json("POST", "/api/datasets?name=sizes.csv", content.encode())["id"]
        options = {"types": "0=category", "truth": "kind"}
        about = server.json("POST", f"/api/datasets/{dataset}/columns", {"options": options})["columns"]
        self.assertEqual({c["name"]: (c["at"], c["kind"]) for c in about},
                         {"size, in m": (0, "category"), "age": (1, "number"), "kind": (2, "truth")})
        left_out = server.json("POST", f"/api/datasets/{dataset}/columns", {"options": {**options, "drop": "0"}})["columns"]
        self.assertEqual([c["name"] for c in left_out if c["fate"] == "left out by you"], ["size, in m"])
        run = server.fit(dataset, clusters="2", method="kmeans", drop="0", truth="kind")
        self.assertEqual((run["state"], run["figures"]["ari"]), ("done", 1))
        self.assertEqual(server.json("GET", f"/api/runs/{run['id']}")["python"], "")  # which knows names alone

    def test_columns_that_are_likely_to_hold_classes_are_named(self):
        server = self.serve()
        for content, classes in ((b"x,label,class\n1,a,b\n2,c,d\n", ["label", "class"]), (b"x,y\n1,2\n3,4\n", [])):
            server.json("POST", "/api/datasets?name=some.csv", content)
            self.assertEqual(server.json("GET", "/api/state")["datasets"][-1]["classes"], classes)
        server.json("POST", "/api/datasets?name=said.jsonl", b'{"text": "a b", "label": "c"}\n{"text": "d e", "label": "f"}\n')
        self.assertEqual(server.json("GET", "/api/state")["datasets"][-1]["classes"], [])

    def test_a_slider_answers_with_the_clusters_of_all_points(self):
        server = self.serve()
        rings = server.json("POST", "/api/examples", {"name": "rings"})["id"]
        ask = {"options": {"clusters": "2", "kernel": "gaussian:sigma=1", "truth": "label"}}
        found = server.json("POST", f"/api/datasets/{rings}/preview", ask)
        self.assertEqual((len(found["labels"]), found["sampled"], set(found["labels"])), (300, 0, {0, 1}))
        self.mercer("generate", "blobs", "-n", "5000", "-o", "blobs.csv")
        blobs = server.json("POST", "/api/datasets?name=blobs.csv", (self.folder / "blobs.csv").read_bytes())["id"]
        ask = {"options": {"clusters": "3", "kernel": "gaussian", "truth": "label"}}
        found = server.json("POST", f"/api/datasets/{blobs}/preview", ask)
        truth = [int(line.split(",")[-1]) for line in self.read("blobs.csv").split()[1:]]
        pairs = collections.Counter(zip(found["labels"], truth))
        self.assertEqual((len(found["labels"]), found["sampled"]), (5000, 2000))
        self.assertGreater(sum(count for _, count in pairs.most_common(3)), 4900)
        # What is meant for the run that is kept changes nothing.
        more = {"search": "swap:trials=100000", "approx": "nystrom:landmarks=20", "embed": "pca", "init": "random", "tune": "kernel.sigma"}
        for name, value in more.items():
            again = server.json("POST", f"/api/datasets/{blobs}/preview", {"options": {**ask["options"], name: value}})
            self.assertEqual(again["labels"], found["labels"], name)
        for options in ({"clusters": "2"}, {"kernel": "gaussian"}, {"clusters": "2", "kernel": "geodesic"}):
            self.assertEqual(server.ask("POST", f"/api/datasets/{rings}/preview", {"options": options})[0], 400)

    def test_a_slider_looks_at_fewer_points_of_many_columns(self):
        server = self.serve()
        self.mercer("generate", "blobs", "-n", "20000", "--dimensions", "120", "-o", "wide.csv")
        wide = server.json("POST", "/api/datasets?name=wide.csv", (self.folder / "wide.csv").read_bytes())["id"]
        ask = {"options": {"clusters": "3", "kernel": "gaussian:sigma=9", "truth": "label"}}
        self.assertEqual(server.json("POST", f"/api/datasets/{wide}/preview", ask)["sampled"], 344)

    def test_forms_are_the_options_of_the_program(self):
        offered = self.serve().json("GET", "/api/options")
        names = [option["name"] for option in offered["options"]]
        self.assertIn("kernel", names)
        self.assertFalse({"labels", "model", "report", "memory", "threads", "query", "stop-words"} & set(names))
        types = {option["name"]: option["type"] for option in offered["options"]}
        self.assertEqual({types[name] for name in ("standardize", "no-header", "edges")}, {"flag"})
        gaussian = [c for c in offered["choices"]["KERNEL"]["choices"] if c["name"] == "gaussian"][0]
        self.assertEqual(gaussian["fields"][0]["key"], "sigma")
        self.assertIn(gaussian["fields"][0]["about"], self.mercer("help", "gaussian"))

    def test_every_method_has_an_estimator_of_python_or_none_on_purpose(self):
        offered = self.serve().json("GET", "/api/options")
        methods = {choice["name"] for choice in offered["choices"]["METHOD"]["choices"]}
        source = (ROOT / "cli/serve/python_lines.cpp").read_text()
        known = set(re.findall(r'^    {"([a-z-]+)", {"[A-Z]', source, re.MULTILINE))
        self.assertEqual(methods, known | {"one-class", "mean-shift"})  # other defaults in Python

    def test_what_can_not_be_read_or_done_is_said_and_the_server_lives_on(self):
        server = self.serve("--memory", "20M")
        for content in (b"", b"\x00\x01\x02", b"a,b\n1\n1,2,3\n", b"a,b\n"):
            status, answer = server.ask("POST", "/api/datasets?name=bad.csv", content)
            self.assertEqual(status, 400, (content, answer))
            self.assertIn("bad.csv", json.loads(answer)["error"])
            self.assertNotIn(server.folder.name, answer.decode())
        self.assertEqual(server.files(), [])
        self.mercer("generate", "blobs", "-n", "3000", "-o", "blobs.csv")
        blobs = server.json("POST", "/api/datasets?name=blobs.csv", (self.folder / "blobs.csv").read_bytes())["id"]
        run = server.fit(blobs, clusters="2", kernel="geodesic")
        self.assertEqual(run["state"], "failed")
        self.assertRegex(run["trouble"], "memory")
        run = server.fit(blobs, clusters="4000", method="kmeans")
        self.assertIn("clusters", run["trouble"])
        self.assertEqual(server.ask("GET", f"/api/runs/{run['id']}")[0], 400)
        self.assertEqual(server.fit(blobs, clusters="3", method="kmeans", truth="label")["state"], "done")


    def test_reading_keeps_to_the_memory_too(self):
        server = self.serve("--memory", "64M")
        status, answer = server.ask("POST", "/api/datasets?name=big.csv", b"1,2,3,4,5,6,7,8\n" * 1_200_000)
        self.assertEqual((status, "memory" in answer.decode()), (400, True), answer)
        self.assertEqual(server.files(), [])
        server.json("POST", "/api/datasets?name=small.csv", b"a,b\n1,2\n3,5\n")

    def test_what_was_read_of_a_file_goes_with_it(self):
        server = self.serve()
        columns = range(260)  # 42 MB: blocks of that size go back to the system
        lines = [",".join(str((i * c) % 97 / 2) for c in columns) for i in range(97)]
        content = "\n".join([",".join(f"c{c}" for c in columns), *(lines[i % 97] for i in range(20000)), ""])
        wide = server.json("POST", "/api/datasets?name=wide.csv", content.encode())["id"]
        server.json("POST", f"/api/datasets/{wide}/preview", {"options": {"clusters": "3", "kernel": "gaussian:sigma=9"}})
        before = server.memory("VmRSS")
        server.json("POST", f"/api/datasets/{wide}/delete")
        self.assertTrue(server.soon(lambda: server.memory("VmRSS") < before - (70 << 10)))  # the table, and its points


class Queue(ServeTest):
    def slow(self, server):
        self.mercer("generate", "blobs", "-n", "12000", "--clusters", "8", "-o", "blobs.csv")
        blobs = server.json("POST", "/api/datasets?name=blobs.csv", (self.folder / "blobs.csv").read_bytes())["id"]
        return blobs, {"clusters": "30", "kernel": "gaussian:sigma=0.3", "restarts": "1", "search": "swap:trials=100000"}

    def test_runs_wait_their_turn_and_a_cancelled_one_keeps_the_best_so_far(self):
        server = self.serve()
        blobs, options = self.slow(server)
        ids = [server.json("POST", "/api/runs", {"dataset": blobs, "options": options})["id"] for _ in range(2)]
        quick = server.json("POST", "/api/runs", {"dataset": blobs, "options": {"clusters": "8", "method": "kmeans"}})["id"]
        server.wait_for(ids[0], "running")
        states = {r["id"]: r["state"] for r in server.json("GET", "/api/state")["runs"]}
        self.assertEqual((states[ids[1]], states[quick]), ("waiting", "waiting"))
        server.json("POST", f"/api/runs/{ids[1]}/cancel")
        self.assertEqual(server.wait_for(ids[1], "cancelled")["part"], 0)
        end = time.monotonic() + WAIT
        while "swap" not in server.wait_for(ids[0], "running")["phase"] and time.monotonic() < end:
            time.sleep(0.05)
        server.json("POST", f"/api/runs/{ids[0]}/cancel")
        first = server.wait_for(ids[0], "done", "cancelled")
        self.assertEqual((first["state"], first["figures"]["interrupted"], first["figures"]["clusters"]), ("done", True, 30))
        self.assertEqual(server.wait_for(quick, "done")["figures"]["clusters"], 8)

    def test_auto_that_is_cancelled_keeps_the_best_candidate_so_far(self):
        server = self.serve()
        self.mercer("generate", "blobs", "-n", "20000", "--dimensions", "8", "--clusters", "8", "-o", "blobs.csv")
        blobs = server.json("POST", "/api/datasets?name=blobs.csv", (self.folder / "blobs.csv").read_bytes())["id"]
        run = server.json("POST", "/api/runs", {"dataset": blobs, "options": {"clusters": "8", "truth": "label"}})["id"]
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            found = server.wait_for(run, "running", "done")
            if "candidates" in found["phase"] or found["state"] == "done":
                break
            time.sleep(0.01)
        server.json("POST", f"/api/runs/{run}/cancel")
        found = server.wait_for(run, "done", "cancelled", "failed")
        self.assertEqual((found["state"], found["figures"]["interrupted"], found["figures"]["clusters"]), ("done", True, 8))
        self.assertGreater(found["figures"]["ari"], 0.9)

    def test_progress_is_that_of_the_whole_and_says_what_has_no_measure(self):
        server = self.serve()
        self.mercer("generate", "blobs", "-n", "3000", "--dimensions", "4", "--clusters", "5", "-o", "blobs.csv")
        blobs = server.json("POST", "/api/datasets?name=blobs.csv", (self.folder / "blobs.csv").read_bytes())["id"]
        run = server.json("POST", "/api/runs", {"dataset": blobs, "options": {"truth": "label"}})["id"]
        told = []
        while not told or told[-1]["state"] in ("waiting", "running"):
            told.append([r for r in server.json("GET", "/api/state")["runs"] if r["id"] == run][0])
        self.assertEqual(told[-1]["state"], "done")
        parts = {}
        for one in told:
            parts.setdefault(one["phase"].split(",")[0], []).append(one["part"])
        self.assertEqual(set(parts["judging and drawing what was found"]), {None})
        self.assertTrue(0 < max(parts["numbers of clusters"]) < 0.76, parts)  # the fit of all points follows
        known = [one["part"] for one in told if one["part"] is not None]
        self.assertEqual(known, sorted(known))

    def test_there_is_an_end_to_what_may_wait(self):
        server = self.serve()
        blobs, options = self.slow(server)
        answers = [server.ask("POST", "/api/runs", {"dataset": blobs, "options": options}) for _ in range(25)]
        refused = [json.loads(content)["error"] for status, content in answers if status == 400]
        self.assertTrue(refused and all("waiting" in why for why in refused), answers)


class Trouble(ServeTest):
    def test_two_hundred_at_once(self):
        server = self.serve(ROOT / "data" / "iris.csv")
        dataset = server.json("GET", "/api/state")["datasets"][0]["id"]
        run = server.fit(dataset, clusters="3", method="kmeans")["id"]
        paths = ["/api/state", f"/api/runs/{run}", f"/api/runs/{run}/labels.csv", "/api/options", "/"]

        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            answers = list(pool.map(lambda i: server.ask("GET", paths[i % len(paths)]), range(200)))
        self.assertEqual({status for status, _ in answers}, {200})
        for same in range(len(paths) - 1):  # what is asked alike is answered alike; only the page has a new nonce
            self.assertEqual(len({body for _, body in answers[same::len(paths)]}), 1)

    def test_two_hundred_wait_until_it_can_answer(self):
        server = self.serve()
        asked = []
        server.process.send_signal(signal.SIGSTOP)  # as if the machine had too much to do
        try:
            for _ in range(200):
                raw = socket.create_connection(("127.0.0.1", server.port), timeout=20)
                self.addCleanup(raw.close)
                raw.sendall(f"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Mercer-Token: {server.token}\r\n\r\n".encode())
                asked.append(raw)
        finally:
            server.process.send_signal(signal.SIGCONT)
        self.assertEqual({raw.recv(12) for raw in asked}, {b"HTTP/1.1 200"})

    def test_requests_that_make_no_sense(self):
        server = self.serve(ROOT / "data" / "iris.csv")
        dice = random.Random(1)
        paths = ["/", "/api/state", "/api/runs", "/api/datasets?name=a.csv", "/api/datasets/1/rows", "/api/datasets/1/columns",
                 "/api/datasets/1/columns/99", "/api/runs/999999999", "/api/runs/1/labels.csv", "/api/datasets/1/preview",
                 "/api/runs/1/rename", "/api/runs/99999999999999999999", "/api/" + "a" * 5000, "/%00", "/api/runs/-1"]
        bodies = [b"", b"{}", b"[]", b"null", b'"x"', b"{", b"\xff\xfe", b'{"dataset":1}', b'{"dataset":"1"}', b'{"dataset":1e99}',
                  b'{"rows":[-1]}', b'{"rows":[1e300]}', b'{"rows":{}}', b'{"rows":[' + b"0," * 600 + b"0]}", b"[" * 100000,
                  b'{"options":{"clusters":[]}}', b'{"options":{"clusters":"-3"}}', b'{"options":[]}', b'{"dataset":1,"options":{"kernel":"\\u0000"}}',
                  b'{"name":5}', b'{"name":"' + b"n" * 300 + b'"}', b"x" * (2 << 20)]
        for _ in range(300):
            method = dice.choice(["GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
            try:
                status, _ = server.ask(method, dice.choice(paths), dice.choice(bodies) if method == "POST" else None)
                self.assertIn(status, (200, 400, 403, 404, 413, 414), method)
            except (ConnectionError, http.client.HTTPException):
                pass  # broken off by the server
        for _ in range(100):  # what is not even HTTP
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
                raw.sendall(dice.choice([b"GET", b"GET / HTTP/1.1\r\n", b"POST /api/runs HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n{"])
                            + dice.randbytes(dice.randrange(300)))
        self.assertEqual(server.ask("GET", "/api/state")[0], 200)
        self.assertIsNone(server.process.poll())

    def test_an_upload_that_breaks_off_leaves_nothing(self):
        server = self.serve()
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(f"POST /api/datasets?name=a.csv HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Mercer-Token: {server.token}\r\n"
                        "Content-Length: 1000000\r\n\r\na,b\n1,2\n".encode())
        self.assertTrue(server.soon(lambda: not server.files()), server.files())
        self.assertEqual(server.json("GET", "/api/state")["datasets"], [])

    def upload(self, server, size):
        raw = server.upload(size)
        self.addCleanup(raw.close)
        return raw

    def test_uploads_under_way_count_as_files(self):
        server = self.serve()
        for _ in range(18):
            server.json("POST", "/api/datasets?name=a.csv", b"a,b\n1,2\n3,5\n")
        first, second = self.upload(server, 1000), self.upload(server, 1000)
        self.assertTrue(server.soon(lambda: len(server.files()) == 20))  # both have a place
        status, answer = server.ask("POST", "/api/datasets?name=a.csv", b"a,b\n1,2\n3,5\n")
        self.assertEqual((status, "20 files" in answer.decode()), (400, True), answer)
        first.close()
        self.assertTrue(server.soon(lambda: len(server.files()) == 19))  # what breaks off makes room
        server.json("POST", "/api/datasets?name=a.csv", b"a,b\n1,2\n3,5\n")
        self.assertEqual(server.ask("POST", "/api/examples", {"name": "rings"})[0], 400)
        second.close()

    def test_an_upload_goes_to_disk_and_not_to_memory(self):
        server = self.serve()
        raw = self.upload(server, 200 << 20)
        for _ in range(100):
            raw.sendall(b"1,2,3,4,5,6,7,\n" * 65536 + b"\n" * 65536)
        self.assertLess(server.memory("VmHWM"), 80 << 10)  # 100 MB have been sent
        self.assertGreater(sum(path.stat().st_size for path in server.files()), 50 << 20)

    def test_a_slow_upload_arrives_and_one_that_is_too_large_is_refused(self):
        server = self.serve()
        content = b"a,b\n" + b"1,2\n3,5\n" * 50
        raw = self.upload(server, len(content))
        for at in range(0, len(content), 80):
            raw.sendall(content[at:at + 80])
            time.sleep(0.1)
        self.assertIn(b"200 OK", raw.recv(100))
        self.assertEqual(server.json("GET", "/api/state")["datasets"][0]["rows"], 100)
        raw = self.upload(server, 3 << 30)
        self.assertRegex(raw.recv(100), b"HTTP/1.1 4")
        self.assertEqual(len(server.files()), 1)


class Ending(ServeTest):
    def ended(self, how):
        server = self.serve()
        self.mercer("generate", "blobs", "-n", "12000", "-o", "blobs.csv")
        blobs = server.json("POST", "/api/datasets?name=blobs.csv", (self.folder / "blobs.csv").read_bytes())["id"]
        options = {"clusters": "30", "kernel": "gaussian:sigma=0.3", "restarts": "200", "search": "swap:trials=100000"}
        run = server.json("POST", "/api/runs", {"dataset": blobs, "options": options})["id"]
        server.wait_for(run, "running")
        self.assertNotEqual(server.files(), [])
        code = server.end(how)
        self.assertTrue(server.gone(), server.files())
        return code

    def test_in_the_middle_of_a_run_nothing_is_left_behind(self):
        for how in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.assertEqual(self.ended(how), 0)

    def test_nor_when_it_is_killed(self):
        self.assertEqual(self.ended(signal.SIGKILL), -signal.SIGKILL)

    def test_nor_of_a_file_that_was_arriving(self):
        for how in (signal.SIGKILL, signal.SIGTERM):
            server = self.serve()
            with server.upload(1 << 20) as raw:
                raw.sendall(b"a,b\n" + b"1,2\n" * 1000)
                self.assertTrue(server.soon(lambda: server.files()))
                server.end(how)
            self.assertTrue(server.gone(), server.files())


if __name__ == "__main__":
    unittest.main()
