"""Checks the links and pictures of a folder of pages, and that nothing is loaded from elsewhere."""

import html.parser
import os
import pathlib
import urllib.parse


def relative(goal, folder):
    return pathlib.PurePath(os.path.relpath(goal, folder)).as_posix()


class Page(html.parser.HTMLParser):
    """What a page has: anchors, links to pages, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        for key in ("id", "name"):
            if a.get(key):
                self.anchors.add(a[key])
        if tag == "a" and a.get("href"):
            self.links.append(a["href"])
        if tag in ("img", "script", "iframe", "source") and a.get("src"):
            self.loads.append(a["src"])
        if tag == "link" and a.get("href") and a.get("rel") != "canonical":
            self.loads.append(a["href"])


def check(site):
    """How many links there are, and every one that leads nowhere or would load something from the network."""
    checked = 0
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        where = path.relative_to(site.resolve())
        for link in page.links + page.loads:
            checked += 1
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                if link in page.loads:
                    found.append(f"{where} loads {link} from the network")
                continue
            base = site if address.path.startswith("/") else path.parent
            goal = (base / urllib.parse.unquote(address.path).lstrip("/")).resolve() if address.path else path
            if goal.is_dir():
                goal = goal / "index.html"
            if not goal.exists():
                found.append(f"{where} links to {link}, which is not there")
            elif address.fragment and goal in pages and urllib.parse.unquote(address.fragment) not in pages[goal].anchors:
                found.append(f"{where} links to {link}: the page has no such heading")
    return checked, found
