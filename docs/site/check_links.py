#!/usr/bin/env python3
"""check_links.py FOLDER: every link of the pages to a file of the site leads to a file, and to a place in it that
is there; nothing is fetched from elsewhere. Pages of the reference are targets; their own links are Doxygen's."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.fetched = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.names |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag in ("img", "script") and attributes.get("src"):
            self.fetched.append(attributes["src"])
        elif tag == "link" and attributes.get("rel") == "stylesheet":
            self.fetched.append(attributes["href"])


def main(folder):
    folder = pathlib.Path(folder).resolve()
    pages = {path: Page(path) for path in folder.rglob("*.html")}
    wrong, links = [], 0
    for path, page in pages.items():
        if folder / "reference" in path.parents:
            continue
        for link in page.links + page.fetched:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.fetched:
                    wrong.append(f"{path.relative_to(folder)} fetches {link}")
                continue
            links += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].names):
                wrong.append(f"{path.relative_to(folder)}: {link} leads nowhere")
    print("\n".join(wrong) or f"{links} links of {len(pages)} pages", file=sys.stderr)
    return 1 if wrong or not links else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
