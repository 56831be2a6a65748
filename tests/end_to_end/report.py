"""The page of `report`: self-contained, safe for any content of a document, and correct in a browser.

  report.py PROGRAM FAULT_PLUGINS_FOLDER

Tests that do not need Chromium run first; without Chromium the rest is skipped (77).
"""

import copy
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import browser

EXPERIMENT = """\
title: Do they agree? x < y & z
problems: [{shape: [2x2, 2x3, 3x3]}]
strategies:
  enumeration: {}
  band_classes: {}
  ksp: {}
  rows: {strategy: row_sampler, samples: 4000, batch: 100, only: [2x3, 3x3]}
"""
# More runs than a legend holds, and rules beyond classic.
SWEEP = """\
title: How does the error fall?
problems: [{shape: 2x3}, {shape: 2x3, rules: diagonals}]
strategies:
  rows: {strategy: row_sampler, samples: [1000, 4000, 16000], batch: 100}
  exact_cover: {}
seed: [1, 2, 3, 4, 5]
"""
HOSTILE = "\"><img src=http://example.invalid/x onerror=alert(1)></title><script>alert(2)</script>'`rm`$(x)\n\x1b[31m"
VOID = {"meta", "link", "br", "wbr", "img", "hr", "input"}


class Page(html.parser.HTMLParser):
    """The text of a page, its tags and ids. Refuses tags that are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.ids, self.links, self.tags = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        for name, value in attrs:
            assert not name.startswith("on"), f"a handler in the page: {name}"
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append((tag, value))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}, line {self.getpos()}"
        self.open.pop()

    def handle_data(self, data):
        self.text.append(data)

    def words(self):
        return re.sub(r"\s+", " ", "".join(self.text).replace(",", ""))


def run(program, *arguments, status=0, cwd=None, env=None):
    command = [program, *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=env)
    assert ended.returncode == status, f"{arguments}: exit {ended.returncode}: {ended.stderr}"
    return ended


def report_of(program, document, folder, name, **how):
    file = folder / f"{name}.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    page = folder / f"{name}.html"
    run(program, "report", file, "-o", page, **how)
    return page


def with_large_table(document):
    """Returns a document with as many rows as the bands of 3x4 have classes, not ordered by value."""
    grown = copy.deepcopy(document)
    tables = (finding for finding in grown["findings"] if finding["kind"] == "table")
    finding = copy.deepcopy(next(table for table in tables if len(table["columns"]) == 2))
    finding["name"] = "many_classes"
    finding["rows"] = {f"class {number}": [str(10 ** 20 + number * 7919 % 2230), str(number)] for number in range(2230)}
    grown["findings"].append(finding)
    return grown


def hostile(document):
    """Returns a document in which every free text contains markup that must not take effect."""
    known = {"kind", "quantity", "quantities", "follows_from", "shape", "rules", "verdict", "value", "standing", "state",
             "name", "configuration"}

    def spoil(value, key=""):
        if isinstance(value, dict):
            return {name if key != "parameters" else HOSTILE: spoil(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [spoil(inner, key) for inner in value]
        is_own = isinstance(value, str) and key not in known and not re.fullmatch(r"-?[\d.e+]+", value)
        return HOSTILE if is_own else value

    spoiled = {key: value if key in ("gridcensus", "format_version", "exit") else spoil(value, key)
               for key, value in document.items()}
    for entry in [*spoiled["runs"], *spoiled["outcomes"], *spoiled["findings"]]:
        if entry["configuration"] == "rows":
            entry["configuration"] = HOSTILE
    return spoiled


def check_without_browser(program, document, folder):
    page_file = report_of(program, document, folder, "plain")
    text = page_file.read_text(encoding="utf-8")
    page = Page(text)
    words = page.words()
    assert len(page.ids) == len(set(page.ids)), "duplicate id"
    for tag, link in page.links:
        assert not link.startswith("#") or link[1:] in page.ids, f"{link} has no target"
        assert link.startswith(("#", "data:")) or tag == "a", f"{tag} fetches {link}"
    assert not any(name in ("src", "srcset", "background") for _, attributes in page.tags for name in attributes)
    assert "http://" not in text and "@import" not in text and "xmlns" not in text
    in_matrix = [link for _, link in page.links if link.startswith("#outcome-")]
    assert len(in_matrix) == len(document["outcomes"]), "an outcome is not in the matrix"
    assert "<pre" not in text, "a copy of the terminal's screen"
    for line in document["evidence"]:
        for part in line.replace(",", "").split(": ", 1):
            assert part.split(". ", 1)[-1] in words, f"{part} is not on the page"
    contents = text.split("<nav", 1)[1].split("</nav>", 1)[0]
    for section in re.findall('<section id="([^"]*)"', text):
        assert f'href="#{section}"' in contents, f"{section} is not in the contents"
    for outcome in document["outcomes"]:
        if outcome["kind"] == "exact":
            assert outcome["value"] in words, f"{outcome['value']} is not on the page"
    for finding in document["findings"]:
        for key, row in finding.get("rows", {}).items():
            assert key.replace(",", "") in words and all(value in words for value in row), f"{finding['name']}: {key}"
    assert document["experiment"]["title"] in words and document["experiment"]["sha256"] in words
    for run_entry in document["runs"]:
        assert run_entry["plugin_sha256"] in words
    assert "Silver 2005" in words and "Felgenhauer" not in text.split("<main>")[0]
    assert run(program, "report", folder / "plain.json", "-o", "-").stdout == text, "not the same bytes a second time"
    assert len(text) < 1_500_000
    return page_file, text


def check_sweep(program, folder):
    (folder / "sweep.yaml").write_text(SWEEP, encoding="utf-8")
    run(program, "run", "sweep.yaml", "--no-ledger", "--quiet", "--json", "sweep.json", cwd=folder)
    document = json.loads((folder / "sweep.json").read_text(encoding="utf-8"))
    figures = folder / "sweep_figures"
    page_file = report_of(program, document, folder, "sweep")
    run(program, "report", folder / "sweep.json", "-o", page_file, "--figures", figures)
    text = page_file.read_text(encoding="utf-8")
    page = Page(text)
    stems = {file.stem for file in figures.glob("*.gp")}
    assert {"error_grids_2x3", "deviation_rows_grids_2x3", "efficiency"} <= stems, stems
    for file in figures.glob("*.gp"):
        assert len(re.findall(" title '", file.read_text(encoding="utf-8"))) <= 10, f"the legend of {file.stem}"
    linked = {link for _, link in page.links if link.startswith("#outcome-")}
    assert len(linked) >= len([one for one in document["outcomes"] if one["quantity"] == "grids"])
    assert text.count('class="problem"') == 1, "the picture of the only problem beyond classic"
    assert "pp-diagonal" in text and "xmlns" not in text
    return page_file


def check_figures(program, folder):
    figures = folder / "figures"
    run(program, "report", folder / "plain.json", "-o", folder / "plain.html", "--figures", figures)
    stems = {file.stem for file in figures.glob("*.gp")}
    assert {"convergence_grids_2x3", "times", "rates", "z_scores"} <= stems, stems
    for stem in stems:
        assert (figures / f"{stem}.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>"), stem
        assert (figures / f"{stem}.pdf").read_bytes().startswith(b"%PDF"), stem
        assert (figures / f"{stem}.dat").stat().st_size > 20, stem
    # Figures that the previous report did not have may still be replaced.
    for document in ("count", "plain"):
        run(program, "report", folder / f"{document}.json", "-o", folder / "x.html", "--figures", figures)
    (folder / "x.html").unlink()
    foreign = folder / "foreign"
    foreign.mkdir()
    (foreign / "figures.txt").write_text("of my holidays", encoding="utf-8")
    ended = run(program, "report", folder / "plain.json", "-o", folder / "plain.html", "--figures", foreign, status=2)
    assert "is not a list of figures" in ended.stderr
    (foreign / "figures.txt").unlink()
    (foreign / "times.svg").write_text("mine", encoding="utf-8")
    ended = run(program, "report", folder / "plain.json", "-o", folder / "plain.html", "--figures", foreign, status=2)
    assert "times.svg" in ended.stderr and (foreign / "times.svg").read_text(encoding="utf-8") == "mine"


def check_without_gnuplot(program, folder):
    ended = run(program, "report", folder / "plain.json", "-o", folder / "bare.html", env={"PATH": "/nowhere"})
    assert "gnuplot" in ended.stderr
    text = (folder / "bare.html").read_text(encoding="utf-8")
    page = Page(text)
    assert "gnuplot-nox" in page.words() and "<svg" not in text


def check_bad_input(program, folder):
    (folder / "no.json").write_text("{}", encoding="utf-8")
    assert "format_version" in run(program, "report", folder / "no.json", "-o", folder / "x.html", status=2).stderr
    assert "-o" in run(program, "report", folder / "plain.json", status=2).stderr
    assert "FILE" in run(program, "report", "-o", folder / "x.html", status=2).stderr
    run(program, "report", folder / "gone.json", "-o", folder / "x.html", status=2)
    assert not (folder / "x.html").exists()


SORT = """(() => {
  const table = [...document.querySelectorAll("table.sortable")].find((one) => one.rows.length === 2231);
  const texts = () => [...table.tBodies[0].rows].map((row) => row.cells[1].textContent);
  table.tHead.rows[0].cells[1].querySelector("button").click();
  const up = texts();
  table.tHead.rows[0].cells[1].querySelector("button").click();
  const down = texts();
  return [up[0], up[2229], down[0], table.tHead.rows[0].cells[1].getAttribute("aria-sort")];
})()"""
# The texts that extend beyond their picture, and the sizes of letters in pictures.
CLIPPED = """[...document.querySelectorAll(".plot svg, svg.problem")].flatMap((one) => {
  const all = one.getBoundingClientRect();
  return [...one.querySelectorAll("text")].filter((text) => {
    const own = text.getBoundingClientRect();
    return own.width > 0 && (own.left < all.left - 1 || own.right > all.right + 1 || own.bottom > all.bottom + 1);
  }).map((text) => one.getAttribute("aria-label") + ": " + text.textContent.trim());
})"""
LETTERS = """[...new Set([...document.querySelectorAll(".plot svg")].map((one) =>
  Math.round(13 * 10 * one.getBoundingClientRect().width / one.viewBox.baseVal.width) / 10))]"""
# The painted colours of the first text of a picture, and of the page.
COLOURS = """["fill", "background-color"].map((name, place) => getComputedStyle(
  place === 0 ? document.querySelector(".plot text") : document.body).getPropertyValue(name))"""


def check_in_browser(chromium, pages, folder):
    with browser.Browser(chromium) as tab:
        for name, page in pages.items():
            tab.open(page)
            assert set(tab.requests) <= {page.resolve().as_uri(), "data:,"}, f"{name}: {tab.requests}"
            assert not tab.complaints, f"{name}: {tab.complaints}"
        tab.open(pages["hostile"])
        assert tab.value("document.images.length + document.querySelectorAll('script').length") == 1
        tab.open(pages["plain"])
        tab.set_width(1280)
        assert tab.value("[...document.querySelectorAll('#outcomes .scroll')].every(" +
                         "(one) => one.scrollWidth <= one.clientWidth)"), "times of outcomes are out of sight"
        tab.open(pages["large"])
        least, greatest = f"{10 ** 20:,}", f"{10 ** 20 + 2229:,}"
        assert tab.value(SORT) == [least, greatest, greatest, "descending"]
        assert tab.value("[...document.querySelectorAll('.plot svg')].every((one) => one.getBBox().width > 100)")
        for name, page in pages.items():
            tab.open(page)
            for width in (1280, 1100, 420, 400):
                tab.set_width(width)
                assert tab.value("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}"
                clipped = tab.value(CLIPPED)
                assert not clipped, f"{name}, {width}: cut off: {clipped}"
                sizes = tab.value(LETTERS)
                assert len(sizes) <= 1, f"{name}, {width}: letters of {sizes} px"
        tab.open(pages["large"])
        light = tab.value(COLOURS)
        tab.set_scheme("dark")
        dark = tab.value(COLOURS)
        assert light[0] != dark[0] and light[1] != dark[1], f"{light} {dark}"
        pdf = tab.pdf()
        assert pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page") > 2
        tab.set_scripts(False)
        tab.open(pages["large"])
        tab.set_scripts(True)
        assert tab.value("document.querySelectorAll('th button').length") == 0
        assert tab.value("[...document.querySelectorAll('table')].some((one) => one.rows.length === 2231)")
        assert not tab.complaints, tab.complaints


def main(program, plugins):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "x.yaml").write_text(EXPERIMENT, encoding="utf-8")
        run(program, "run", "x.yaml", "--no-ledger", "--quiet", "--json", "x.json", cwd=folder)
        document = json.loads((folder / "x.json").read_text(encoding="utf-8"))
        if shutil.which("gnuplot") is None:
            print("skipped: no gnuplot")
            return 77
        plain, text = check_without_browser(program, document, folder)
        assert "<svg" in text
        run(program, "count", "2x2", "--with", "enumeration", "--quiet", "--json", folder / "count.json")
        counted = Page(run(program, "report", folder / "count.json", "-o", "-").stdout)
        question = "Does enumeration on 2x2 agree with what is known?"
        assert counted.words().count(question) == 2, "title, heading"
        check_figures(program, folder)
        check_without_gnuplot(program, folder)
        check_bad_input(program, folder)
        sweep = check_sweep(program, folder)
        evil = report_of(program, hostile(document), folder, "hostile")
        assert "<img" not in evil.read_text(encoding="utf-8") and Page(evil.read_text(encoding="utf-8"))
        large = report_of(program, with_large_table(document), folder, "large")
        run(program, "count", "2x2", "--with", "faulty", "--param", "faulty.fault=counts_wrong", "--with", "enumeration",
            "--plugin-dir", os.path.join(plugins, "faulty"), "--quiet", "--json", folder / "wrong.json", status=3)
        two = folder / "two.html"
        run(program, "report", folder / "wrong.json", folder / "plain.json", "-o", two)
        both = Page(two.read_text(encoding="utf-8"))
        assert len(both.ids) == len(set(both.ids)) and "disagree" in both.words()
        assert both.words().count(f"{folder}/wrong.json: command line") == 2, "whose verdict, and whose chapter"
        chromium = browser.find()
        if chromium is None:
            print("skipped: no Chromium")
            return 77
        check_in_browser(chromium, {"plain": plain, "hostile": evil, "large": large, "two": two, "sweep": sweep,
                                    "bare": folder / "bare.html"}, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
