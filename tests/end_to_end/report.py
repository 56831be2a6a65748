"""The page of `report` in a real browser: nothing is fetched or run, nothing is cut off, and it follows light and dark.

  report.py PROGRAM FAULT_PLUGINS_FOLDER

tests/python/test_view_report.py tests the content of the page. Without Chromium the test is skipped (77).
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import browser

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python"))
import support  # noqa: E402
import test_view_report  # noqa: E402

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
# The texts that extend beyond their picture, and the sizes of letters in pictures.
CLIPPED = """[...document.querySelectorAll(".plot svg, svg.problem")].flatMap((one) => {
  const all = one.getBoundingClientRect();
  return [...one.querySelectorAll("text")].filter((text) => {
    const own = text.getBoundingClientRect();
    return own.width > 0 && (own.left < all.left - 1 || own.right > all.right + 1 || own.bottom > all.bottom + 1);
  }).map((text) => one.getAttribute("aria-label") + ": " + text.textContent.trim());
})"""
LETTERS = """[...new Set([...document.querySelectorAll(".plot svg")].map((one) =>
  Math.round(10 * 12 * one.getBoundingClientRect().width / one.viewBox.baseVal.width) / 10))]"""
# The painted colours of the first text of a picture, and of the page.
COLOURS = """["fill", "background-color"].map((name, place) => getComputedStyle(
  place === 0 ? document.querySelector(".plot text") : document.body).getPropertyValue(name))"""


def run(*command, status=0, cwd=None):
    environment = {**os.environ, "PYTHONPATH": str(support.PACKAGE)}
    ended = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, cwd=cwd, env=environment)
    assert ended.returncode == status, f"{command}: exit {ended.returncode}: {ended.stderr}"


def report_of(folder, name, *documents):
    files = []
    for place, document in enumerate(documents):
        files.append(folder / f"{name}{place}.json")
        files[-1].write_text(json.dumps(document), encoding="utf-8")
    page = folder / f"{name}.html"
    run(sys.executable, "-m", "gridcensus", "report", *files, "-o", page)
    return page


def with_large_table(document):
    """Returns a document with as many rows as the bands of 3x4 have classes."""
    tables = (finding for finding in document["findings"] if finding["kind"] == "table")
    finding = next(table for table in tables if len(table["columns"]) == 2)
    rows = {f"class {number}": [str(10 ** 20 + number * 7919 % 2230), str(number)] for number in range(2230)}
    return {**document, "findings": [*document["findings"], {**finding, "name": "many_classes", "rows": rows}]}


def check_in_browser(chromium, pages):
    with browser.Browser(chromium) as tab:
        for name, page in pages.items():
            tab.open(page)
            assert set(tab.requests) <= {page.resolve().as_uri(), "data:,"}, f"{name}: {tab.requests}"
            assert not tab.complaints, f"{name}: {tab.complaints}"
            assert tab.value("document.images.length + document.scripts.length") == 0, name
            for width in (1280, 1100, 420, 400):
                tab.set_width(width)
                assert tab.value("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}"
                clipped = tab.value(CLIPPED)
                assert not clipped, f"{name}, {width}: cut off: {clipped}"
                sizes = tab.value(LETTERS)
                assert len(sizes) <= 1, f"{name}, {width}: letters of {sizes} px"
        tab.open(pages["plain"])
        tab.set_width(1280)
        assert tab.value("[...document.querySelectorAll('#outcomes > .scroll')].every(" +
                         "(one) => one.scrollWidth <= one.clientWidth)"), "times of outcomes are out of sight"
        tab.open(pages["large"])
        assert tab.value("[...document.querySelectorAll('.plot svg')].every((one) => one.getBBox().width > 100)")
        assert tab.value("[...document.querySelectorAll('table')].some((one) => one.rows.length === 2231)")
        light = tab.value(COLOURS)
        tab.set_scheme("dark")
        dark = tab.value(COLOURS)
        assert light[0] != dark[0] and light[1] != dark[1], f"{light} {dark}"
        pdf = tab.pdf()
        assert pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page") > 2


def main(program, plugins):
    chromium = browser.find()
    if chromium is None:
        print("skipped: no Chromium")
        return 77
    os.environ["GRIDCENSUS_PROGRAM"] = program
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        documents = {}
        for one, text in (("x", EXPERIMENT), ("sweep", SWEEP)):
            (folder / f"{one}.yaml").write_text(text, encoding="utf-8")
            run(program, "run", f"{one}.yaml", "--no-ledger", "--quiet", "--json", f"{one}.json", cwd=folder)
            documents[one] = json.loads((folder / f"{one}.json").read_text(encoding="utf-8"))
        run(program, "count", "2x2", "--with", "faulty", "--param", "faulty.fault=counts_wrong", "--with",
            "enumeration", "--plugin-dir", os.path.join(plugins, "faulty"), "--quiet", "--json",
            folder / "wrong.json", status=3)
        wrong = json.loads((folder / "wrong.json").read_text(encoding="utf-8"))
        plain = documents["x"]
        check_in_browser(chromium, {
            "plain": report_of(folder, "plain", plain), "sweep": report_of(folder, "sweep", documents["sweep"]),
            "hostile": report_of(folder, "hostile", test_view_report.hostile(plain)),
            "large": report_of(folder, "large", with_large_table(plain)),
            "two": report_of(folder, "two", wrong, plain)})
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
