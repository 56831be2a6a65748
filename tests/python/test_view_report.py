"""The page of `report`: its content by structure, hostile documents, marks, scores, groups of estimates, figures."""

import copy
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
import unittest.mock
from typing import Any

import support
from markupsafe import Markup

from gridcensus._analysis import Analysis
from gridcensus._html import integer_html, range_html, real_html, title_of
from gridcensus.results import Results
from gridcensus.sweep import sweep_tables
from gridcensus.views import _drawing, _figures, report
from gridcensus.views._command import start
from gridcensus.views._sections import Sections

DOCUMENTS = pathlib.Path(__file__).parent / "documents"
HOSTILE = "\"><img src=http://example.invalid/x onerror=alert(1)></title><script>alert(2)</script>'`rm`$(x)\n\x1b[31m"
VOID = {"meta", "link", "br", "wbr", "img", "hr", "input"}


class Page(html.parser.HTMLParser):
    """The text of a page, its tags, ids and tables. Refuses tags that are not closed in order, and handlers."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: "list[str]" = []
        self.texts: "list[str]" = []
        self.ids: "list[str]" = []
        self.links: "list[tuple[str, str]]" = []
        self.tags: "list[tuple[str, dict[str, str]]]" = []
        self.tables: "list[list[list[str]]]" = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: "list[tuple[str, str | None]]") -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            self.tables[-1][-1].append("")

    def handle_startendtag(self, tag: str, attrs: "list[tuple[str, str | None]]") -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        for name, value in attrs:
            assert not name.startswith("on"), f"a handler in the page: {name}"
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append((tag, value or ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}, line {self.getpos()}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data

    def words(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.texts).replace(",", ""))

    def table(self, *heads: str) -> "list[list[str]]":
        """Returns the rows of the table that begins with these headings."""
        return next(rows[1:] for rows in self.tables if tuple(rows[0][:len(heads)]) == heads)


def document(name: str) -> "dict[str, object]":
    return json.loads((DOCUMENTS / f"report_{name}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def results(name: str) -> Results:
    return Results.from_document(document(name))


def page_of(*made: "dict[str, object]") -> str:
    return report.page_of([Results.from_document(one, origin=f"{place}.json") for place, one in enumerate(made)])[0]


def hostile(made: "dict[str, object]") -> "dict[str, object]":
    """Returns a document in which every free text contains markup that must not take effect."""
    known = {"kind", "quantity", "quantities", "follows_from", "shape", "rules", "verdict", "value", "standing",
             "state", "name", "configuration"}

    def spoil(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            return {name if key != "parameters" else HOSTILE: spoil(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [spoil(inner, key) for inner in value]
        is_own = isinstance(value, str) and key not in known and not re.fullmatch(r"-?[\d.e+]+", value)
        return HOSTILE if is_own else value

    spoiled: "dict[str, object]" = {key: value if key in ("gridcensus", "format_version", "exit") else spoil(value, key)
                                    for key, value in made.items()}
    for name in ("runs", "outcomes", "findings"):
        for entry in spoiled[name]:  # type: ignore[attr-defined]
            if entry["configuration"] == "rows":
                entry["configuration"] = HOSTILE
    return spoiled


class Pages(unittest.TestCase):
    def test_a_page_has_everything_of_its_document(self) -> None:
        made = document("small")
        text = page_of(made)
        page = Page(text)
        words = page.words()
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertEqual(len([link for _, link in page.links if link.startswith("#outcome-")]),
                         len(made["outcomes"]), "an outcome is not in the matrix")  # type: ignore[arg-type]
        for line in made["evidence"]:  # type: ignore[attr-defined]
            for part in line.replace(",", "").split(": ", 1):
                self.assertIn(part.split(". ", 1)[-1], words)
        for outcome in made["outcomes"]:  # type: ignore[attr-defined]
            if outcome["kind"] == "exact":
                self.assertIn(outcome["value"], words)
        for finding in made["findings"]:  # type: ignore[attr-defined]
            for key, row in finding.get("rows", {}).items():
                self.assertIn(key.replace(",", ""), words)
                self.assertTrue(all(value in words for value in row), finding["name"])
        for run in made["runs"]:  # type: ignore[attr-defined]
            self.assertIn(run["plugin_sha256"], words)
        self.assertIn(made["experiment"]["title"], words)  # type: ignore[index]
        self.assertIn(made["experiment"]["sha256"], words)  # type: ignore[index]
        contents = text.split("<nav", 1)[1].split("</nav>", 1)[0]
        for section in re.findall('<section id="([^"]*)"', text):
            self.assertIn(f'href="#{section}"', contents)

    def test_a_page_needs_neither_network_nor_scripts(self) -> None:
        text = page_of(document("small"))
        page = Page(text)
        for tag, link in page.links:
            self.assertTrue(not link.startswith("#") or link[1:] in page.ids, f"{link} has no target")
            self.assertTrue(link.startswith(("#", "data:")) or tag == "a", f"{tag} fetches {link}")
        for tag, attributes in page.tags:
            self.assertNotEqual(tag, "script")
            self.assertFalse({"src", "srcset", "background"} & attributes.keys())
        for word in ("http://", "https://", "@import", "xmlns"):
            self.assertNotIn(word, text)
        self.assertIn("default-src 'none'", text)

    def test_equal_documents_give_equal_pages(self) -> None:
        self.assertEqual(page_of(document("sweep")), page_of(document("sweep")))

    def test_text_of_a_document_takes_no_effect(self) -> None:
        for name in ("small", "sweep", "wrong", "stopped"):
            text = page_of(hostile(document(name)))
            Page(text)
            for word in ("<img", "<script", "\x1b"):
                self.assertNotIn(word, text)
        self.assertIn("\\x1b[31m", text)

    def test_the_summary_shows_each_value_with_its_evidence(self) -> None:
        rows = Page(page_of(document("small"))).table("problem", "quantity", "value")
        self.assertEqual(rows[:3], [
            ["2×2", "grids", "✓ 288", "2 independent strategies", "", "✓ equal"],
            ["2×3 = 3×2", "grids", "✓ 28,200,960", "2 independent strategies", rows[1][4], "✓ equal"],
            ["2×2 diagonals", "grids", "○ 48", "one strategy alone (enumeration)", "", "–"]])
        self.assertRegex(rows[1][4], r"^\d\.\d s\.e\.$")
        self.assertIn(["2×2 diagonals", "relabelling_classes", "○ 2", "one strategy alone (enumeration)", "",
                       "from grids"], rows)

    def test_the_matrix_has_each_value_or_its_difference(self) -> None:
        rows = Page(page_of(document("small"))).table("problem", "value", "enumeration")
        self.assertEqual(rows[0][:4], ["2×2", "288✓ published, 2 ways", "✓ equal", "✓ equal"])
        self.assertEqual(rows[1][4], "~ about 2.6542080 × 107off by -5.9 %")
        self.assertRegex(rows[1][5], r"^≈ 2\.8\d+ × 107 ± 0\.4\d* %[+-]\d\.\d s\.e\.$")
        self.assertEqual(rows[3], ["2×2 diagonals", "48○ computed", "○ alone", "– refused", "not asked", "not asked"])

    def test_a_sweep_is_one_column_with_its_errors(self) -> None:
        page = Page(page_of(document("sweep")))
        rows = page.table("problem", "value", "rows")
        self.assertRegex(rows[0][2], r"^≈ 4 runs± 0\.42 % to 0\.85 %off by at most 1\.9 s\.e\.$")
        self.assertIn(("a", "#sweeps"), page.links)
        self.assertEqual([row[:2] for row in page.table("samples", "runs")], [["1000", "2"], ["4000", "2"]])
        self.assertEqual(len(page.table("samples", "seed")), 4)

    def test_disagreements_and_failures_come_first(self) -> None:
        page = Page(page_of(document("wrong")))
        self.assertIn("✗ NO 2 of 3 comparisons disagree", page.words())
        rows = page.table("of", "verdict")
        self.assertIn(["grids of 2x2", "✗ disagree", "faulty on 2×2", "289", "enumeration on 2×2", "288", "", ""], rows)
        stopped = Page(page_of(document("stopped"))).words()
        self.assertIn("so far 2.8", stopped)
        self.assertIn("never judged", stopped)

    def test_several_documents_share_a_page(self) -> None:
        page = Page(page_of(document("wrong"), document("small")))
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertEqual(page.words().count("0.json: command line seed 1"), 2, "whose verdict, and whose chapter")

    def test_the_title_is_the_question_of_the_document(self) -> None:
        made = document("wrong")
        made["answer"]["question"] = "Do enumeration and faulty agree on 2x2?"  # type: ignore[index]
        self.assertEqual(title_of(Results.from_document(made)), "Do enumeration and faulty agree on 2x2?")
        made["answer"]["question"] = made["experiment"]["title"] = ""  # type: ignore[index]
        self.assertEqual(title_of(Results.from_document(made)), made["experiment"]["file"])  # type: ignore[index]

    def test_problems_of_a_long_list_are_left_out(self) -> None:
        made = document("small")
        common = {"shape": "2x2", "rules": "classic"}
        made["experiment"]["layout_lists"] = [  # type: ignore[index]
            {"name": "x", "common": common, "layouts": 900, "problems": 300}]
        for problem in made["experiment"]["problems"]:  # type: ignore[index]
            if problem["rules"] != "classic":
                problem["layouts"] = {"x": 1}
        made["totals"] = [{"list": "x", "strategy": "enumeration", "configuration": "enumeration", "quantity": "grids",
                           "kind": "exact", "value": "48", "witnesses": 1}]
        page = Page(page_of(made))
        self.assertEqual(page.table("list", "layouts"), [["x", "900", "300", "grids", "enumeration", "48", ""]])
        self.assertNotIn("2×2 diagonals", page.words())

    def test_a_large_table_is_whole_and_a_huge_one_is_not(self) -> None:
        made = document("small")
        finding = copy.deepcopy(next(each for each in made["findings"]  # type: ignore[attr-defined]
                                     if each["kind"] == "table" and len(each["columns"]) == 2))
        finding["rows"] = {f"class {number}": [str(10 ** 20 + number * 7919 % 2230), str(number)]
                           for number in range(2230)}
        made["findings"].append(finding | {"name": "many"})  # type: ignore[attr-defined]
        finding["rows"] = {f"class {number}": ["1", "2"] for number in range(7000)}
        made["findings"].append(finding | {"name": "too_many"})  # type: ignore[attr-defined]
        text = page_of(made)
        page = Page(text)
        self.assertTrue(any(len(rows) == 2231 for rows in page.tables))
        self.assertFalse(any(len(rows) > 7000 for rows in page.tables))
        self.assertIn("too large for a page", page.words())
        self.assertRegex(text, 'id="figure-[0-9]+-histogram"')


class Numbers(unittest.TestCase):
    def test_numbers_are_typeset(self) -> None:
        self.assertEqual(integer_html(28200960), "28,<wbr>200,<wbr>960")
        self.assertEqual(integer_html(-123456), "-123,<wbr>456")
        self.assertIn("(5001 digits)", integer_html(10 ** 5000))
        self.assertEqual(str(integer_html(10 ** 5000, 10 ** 6)).replace(",<wbr>", ""), f"1{5000 * '0'}")
        self.assertEqual(real_html(6.671e21, 4), "6.671 × 10<sup>21</sup>")
        self.assertEqual(real_html(5902339, 3), "5,902,339")
        self.assertEqual(range_html(5.962780e98, 5.963054e98), "5.962780 to 5.963054 × 10<sup>98</sup>")
        self.assertEqual(range_html(9.9e98, 1.1e99),
                         "9.900000 × 10<sup>98</sup> to 1.100000 × 10<sup>99</sup>")


class Estimates(unittest.TestCase):
    def test_a_published_value_takes_precedence_unless_another_disagrees(self) -> None:
        scores = Analysis(results("small")).scores
        self.assertEqual({score.exact_from for key, score in scores.items() if key[2] == "grids"}, {"published"})
        made = document("small")
        for each in made["verdicts"]:  # type: ignore[attr-defined]
            if "z" in each and "enumeration" in (each["left"]["name"], each["right"]["name"]):
                each["verdict"] = "disagree"
        changed = Analysis(Results.from_document(made)).scores.values()
        self.assertIn(("enumeration", False), {(each.exact_from, not each.comparison.contradicts) for each in changed})

    def test_the_error_of_a_multiple_is_shown_once(self) -> None:
        analysis = Analysis(results("small"))
        self.assertEqual([outcome.quantity for outcome, _ in analysis.own_scores], ["grids", "grids"])
        self.assertEqual(len(analysis.groups), 1, "2x3 and 3x2 share a figure, multiples have none")
        self.assertEqual({analysis.groups[0].name_of(each) for each in analysis.groups[0].estimates},
                         {"rows 2x3", "rows 3x2"})

    def test_several_seeds_and_parameters_share_a_figure_if_no_truth_is_known(self) -> None:
        made = document("sweep")
        made["verdicts"] = []
        groups = Analysis(Results.from_document(made)).groups
        self.assertEqual([len(group.estimates) for group in groups], [4])
        self.assertIsNone(groups[0].truth)

    def test_a_value_that_follows_from_a_confirmed_one_is_not_alone(self) -> None:
        analysis = Analysis(results("small"))
        for outcome in analysis.results.outcomes:
            if outcome.quantity == "relabelling_classes" and str(outcome.problem) == "2x2":
                self.assertEqual(analysis.mark(outcome).words, "published, 2 ways")


class Figures(unittest.TestCase):
    def test_a_label_at_the_end_of_an_axis_has_room(self) -> None:
        for high in (1.26e-6, 3.2e-12):  # with room at the end, the axis ends just beyond 2e-6 and 5e-12
            drawing = _drawing.Drawing(200)
            drawing.set_log("x", [high / 5, high])
            svg = str(drawing.figure("x", "x", Markup("")).svg)
            place, text = max((float(x), text) for x, text in re.findall(
                r'text-anchor: middle" x="([0-9.]+)"[^>]*>([^<]*×[^<]*)</text>', svg))
            self.assertLess(place + 6.2 / 2 * len(text), _drawing.WIDTH, text)

    def test_a_sweep_has_its_errors(self) -> None:
        figure, = _figures.sweep_figures(sweep_tables(results("sweep")))
        self.assertEqual(figure.name, "error")
        self.assertEqual([text for _, text in figure.legend], ["rows", "n^(−1/2)"], "a series is a strategy, not a run")

    def test_estimates_may_exceed_the_range_of_floats(self) -> None:
        made: Any = document("sweep")
        for outcome in made["outcomes"]:
            if outcome["kind"] == "exact":
                outcome["value"] += 400 * "0"
                continue
            for entry in (outcome, *outcome.get("convergence", ())):
                for name in {"value", "standard_error", "low", "high"} & entry.keys():
                    entry[name] = f"{entry[name]}e400"
        for side in [verdict[name] for verdict in made["verdicts"] for name in ("left", "right")]:
            side["value"] = re.sub(r"^([0-9]+)$", r"\1" + 400 * "0", side["value"])
        self.assertIn("10<sup>407</sup>", page_of(made))

    def test_colours_follow_the_page_and_names_are_text(self) -> None:
        made = results("small")
        figures = [part for section in Sections(made, Analysis(made), "").all() for kind, parts in section.parts
                   if kind == "figures" for part in parts]
        self.assertTrue({"convergence", "z_scores", "times"} <= {each.name for each in figures})
        for figure in figures:
            self.assertNotRegex(figure.svg, r"(fill|stroke): ?#|xmlns|<style|DejaVu|<!--")
            self.assertIn("var(--ink)", figure.svg)
            self.assertIn("<text", figure.svg)

    def test_labels_are_no_markup(self) -> None:
        made = document("small")
        text = re.sub('"(configuration|name)": "rows"', r'"\1": "$x_1$ given#1 <b>&"', json.dumps(made))
        page = page_of(json.loads(text))
        self.assertIn("2x3 $x_1$ given#1 &lt;b&gt;&amp;</text>", page)
        self.assertNotIn("<b>", page)

    def test_many_strategies_have_a_line_each_and_no_legend(self) -> None:
        problem = results("small").runs[0].problem
        dots = [_figures.Dot(problem, f"strategy_{number}", 1.0 + number) for number in range(_drawing.MOST_SERIES)]
        few = _figures._dots([problem], dots, "seconds", "x", "x", "")
        assert few
        self.assertEqual(len(few.legend), _drawing.MOST_SERIES)
        many = _figures._dots([problem], [*dots, _figures.Dot(problem, "one_more", 9)], "seconds", "x", "x", "")
        assert many
        self.assertFalse(many.legend)
        self.assertIn(">2x2 one_more</text>", many.svg)
        self.assertIsNone(_figures._dots([problem], [_figures.Dot(problem, "none", 0)], "seconds", "x", "x", ""))


class Commands(unittest.TestCase):
    def call(self, *words: str) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "PYTHONPATH": str(support.PACKAGE)}
        return subprocess.run([sys.executable, "-m", "gridcensus", "report", *words], capture_output=True, text=True,
                              env=environment, check=False)

    def test_mistakes_end_with_exit_code_2(self) -> None:
        file = str(DOCUMENTS / "report_wrong.json")
        for words, wanted in (((file,), "-o"), (("-o", "x.html"), "FILE"), ((file, "-o", file), "is read from"),
                              ((file, "--figures", "x", "-o", "x.html"), "--figures"),
                              (("gone.json", "-o", "x.html"), "gone.json")):
            ended = self.call(*words)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn(wanted, ended.stderr)
        self.assertEqual(self.call(file, "-o", "/nowhere/x.html").returncode, 6)

    def test_a_page_goes_to_stdout(self) -> None:
        ended = self.call(str(DOCUMENTS / "report_wrong.json"), "-o", "-")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertTrue(ended.stdout.startswith("<!DOCTYPE html>"))

    def test_a_damaged_document_gives_one_error(self) -> None:
        made = document("wrong")
        made["runs"][0]["seconds"] = "soon"  # type: ignore[index]
        with self.assertRaisesRegex(Exception, "damaged|seconds"):
            page_of(made)

    def test_help_needs_no_packages(self) -> None:
        missing = dict.fromkeys(("jinja2", "matplotlib", "markupsafe", "pandas"))
        with unittest.mock.patch.dict(sys.modules, missing), unittest.mock.patch("sys.stdout"):
            self.assertEqual(start("report", ["--help"]), 0)

    def test_notebooks_fall_back_without_jinja2(self) -> None:
        code = ("import sys; sys.modules['jinja2'] = None; import gridcensus; "
                f"print(gridcensus.load({str(DOCUMENTS / 'report_wrong.json')!r})._repr_html_())")
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                               env={**os.environ, "PYTHONPATH": str(support.PACKAGE)})
        self.assertEqual(ended.stdout, "None\n")
        self.assertIn("<table", results("wrong")._repr_html_() or "")


if __name__ == "__main__":
    support.main()
