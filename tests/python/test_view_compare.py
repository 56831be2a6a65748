"""The command `compare`: judgements of values, and differences of whole documents."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import support
from gridcensus import _text
from gridcensus._numbers import decimal
from gridcensus.results import Results
from gridcensus.views import _command, _difference, compare

DOCUMENTS = support.SOURCE / "tests/python/documents"
A, B = str(DOCUMENTS / "compare_a.json"), str(DOCUMENTS / "compare_b.json")
Json = dict[str, Any]
STUDENT = {1000: 1.9623414611334487}
"""The quantiles of Student's t with so many samples, at 95 %."""


def exact(value: int) -> Json:
    return {"kind": "exact", "value": decimal(value)}


def bound(kind: str, value: int) -> Json:
    return {"kind": f"{kind}_bound", "value": str(value)}


def about(value: float, error: float, samples: int = 1000) -> Json:
    width = STUDENT[samples] * error
    return {"kind": "estimate", "value": str(value), "standard_error": error, "low": value - width,
            "high": value + width, "confidence": 0.95, "samples": samples}


def table(**rows: int) -> Json:
    return {"kind": "table", "key": "class", "columns": ["size"], "rows": {row: [str(n)] for row, n in rows.items()}}


class Made:
    """A document that is made entry by entry."""

    def __init__(self) -> None:
        self.json: Json = {
            "gridcensus": "1.0.0", "format_version": 8, "runs": [], "outcomes": [], "findings": [], "verdicts": [],
            "produced": {"host": "node7", "date": "2026-11-22T23:10:00Z"}, "not_applicable": [], "exit": 0,
            "answer": {"word": "COUNTED", "reason": "", "severity": "open"},
            "experiment": {"title": "", "file": "x.yaml", "sha256": "ab" * 32, "seed": 1, "confidence": 0.99}}

    def run(self, shape: str, name: str, seconds: float = 0.5, rules: str = "classic", **members: Any) -> Made:
        self.json["runs"].append({
            "problem": {"shape": shape, "rules": rules}, "strategy": name, "configuration": name, "version": "1",
            "plugin_sha256": "ab", "parameters": {"samples": "1000"}, "question": {}, "inputs": {},
            "state": "concluded", "units": 3, "reused": False, "seconds": seconds, **members})
        return self

    def outcome(self, shape: str, name: str, value: Json, quantity: str = "grids", rules: str = "classic") -> Made:
        problem = {"shape": shape, "rules": rules}
        if not any((run["problem"], run["configuration"]) == (problem, name) for run in self.json["runs"]):
            self.run(shape, name, rules=rules)
        self.json["outcomes"].append({"problem": problem, "strategy": name, "configuration": name,
                                      "quantity": quantity, "standing": "computed", "witnesses": 1,
                                      "recounted_units": 0, "seconds": 0.5, **value})
        return self

    def finding(self, shape: str, by: str, name: str, value: Json) -> Made:
        self.json["findings"].append({"problem": {"shape": shape, "rules": "classic"}, "strategy": by,
                                      "configuration": by, "name": name, "help": "", "confirmation": "alone", **value})
        return self

    def read(self, letter: str) -> _difference.Document:
        return _difference.Document(f"{letter.lower()}.json", letter, Results.from_document(copy.deepcopy(self.json)))


class Compared:
    """Two documents, compared."""

    def __init__(self, left: Made, right: Made) -> None:
        a, b = left.read("A"), right.read("B")
        self.found = _difference.difference_of(a, b)
        self.text = compare.text_of(a, b, self.found)
        self.json = compare.json_of(self.found)

    @property
    def first(self) -> Json:
        entry: Json = self.json["comparisons"][0]
        return entry


def only(value: Json) -> Made:
    return Made().outcome("3x3", "s", value)


def judged(left: Json, right: Json) -> tuple[str, str]:
    first = Compared(only(left), only(right)).first
    return first["verdict"], first.get("note", "")


@pytest.mark.parametrize("left,right,verdict,note", [
    (exact(7), exact(7), "equal", ""),
    (exact(7), exact(8), "disagree", ""),
    (bound("lower", 7), exact(7), "consistent", "a lower bound"),
    (bound("lower", 8), exact(7), "disagree", "a lower bound"),
    (exact(7), bound("upper", 6), "disagree", "an upper bound"),
    (bound("lower", 8), bound("upper", 7), "disagree", "a lower bound"),
    (bound("lower", 8), bound("lower", 7), "not comparable", "both are lower bounds"),
    (bound("upper", 90), about(100, 3), "disagree", "an upper bound"),
    (bound("upper", 90), about(80, 3), "consistent", "an upper bound"),
    ({"kind": "approximation", "value": "101"}, exact(100), "not comparable",
     "an approximation has no error bar; s in A / s in B - 1 = +0.01"),
    (exact(0), {"kind": "approximation", "value": "0"}, "not comparable", "an approximation has no error bar"),
    ({"kind": "unfinished", "reason": "stopped"}, exact(7), "not comparable",
     "s in A on 3x3 is unfinished: stopped"),
    (about(100, 0), about(101, 0), "not comparable", "the samples show no spread, so nothing is known of the error"),
    (about(100, 0), exact(100), "consistent", "")])
def test_each_pair_of_kinds_has_a_verdict(left: Json, right: Json, verdict: str, note: str) -> None:
    assert judged(left, right) == (verdict, note)


def test_equal_documents_have_no_difference() -> None:
    made = Made().run("3x3", "one").outcome("3x3", "one", exact(7)).outcome("2x2", "s", about(5, 1))
    same = Compared(made, made)
    assert same.found.exit_code == 0 and same.found.changes == []
    assert same.text.startswith("AGREE. 1 exact and equal, 1 estimate or bound identical.\n")
    assert "no run was timed in both; one has copies of the other's times" in same.text
    assert "Changed  nothing but the date\n" in same.text


def test_different_exact_values_come_first() -> None:
    other = Compared(only(exact(7)), only(exact(80000)))
    assert other.found.exit_code == 3
    assert other.text.startswith("DISAGREE: 1 value differs.\n  grids of 3x3\n    A s: 7\n    B s: 80,000\n")


def test_different_configurations_are_compared_too() -> None:
    other = Compared(Made().outcome("2x3", "one", exact(7)),
                     Made().outcome("3x2", "three", about(7, 1)).outcome("3x2", "two", exact(8)))
    assert other.found.exit_code == 3, "the exact value is preferred"
    assert "2x3 = 3x2 by transposition" in other.text
    assert other.found.only_a == ["grids of 2x3 by one"]
    assert other.found.only_b == ["grids of 3x2 by three", "grids of 3x2 by two"]


@pytest.mark.parametrize("left,right,quantity,are_alike", [
    (("2x3", "classic"), ("3x2", "classic"), "essentially_different", True),
    (("2x3", "classic"), ("3x2", "classic"), "bands", False),
    (("2x3", "diagonals"), ("3x2", "diagonals"), "grids", True),
    (("2x3", "latin"), ("1x6", "classic"), "grids", True),
    (("2x3", "latin,diagonals"), ("1x6", "square,diagonals"), "symmetry_group_order", True),
    (("1x6", "square"), ("1x6", "classic"), "essentially_different", False),
    (("2x3", "latin,disjoint_groups"), ("1x6", "disjoint_groups"), "grids", False),
    (("2x3", "region:r1c1.r2c2"), ("3x2", "region:r1c1.r2c2"), "grids", False)])
def test_problems_with_other_names_are_alike(left: tuple[str, str], right: tuple[str, str], quantity: str,
                                             are_alike: bool) -> None:
    both = [Made().outcome("2x2", "s", exact(288)).outcome(shape, name, exact(7), quantity, rules)
            for name, (shape, rules) in (("one", left), ("two", right))]
    assert len(Compared(*both).found.comparisons) == 1 + are_alike


@pytest.mark.parametrize("classes, are_alike", [(["aa", "aa"], True), (["aa", "bb"], False), (["aa", None], False)])
def test_rules_that_list_cells_are_alike_by_their_class(classes: list[str | None], are_alike: bool) -> None:
    both = [Made().outcome("2x2", "s", exact(288)).outcome("2x2", name, exact(7), rules=f"region:{cells}")
            for name, cells in (("one", "r1c1.r2c2"), ("two", "r1c2.r2c3"))]
    for made, of_class in zip(both, classes):
        problem = made.json["outcomes"][1]["problem"]
        made.json["experiment"]["problems"] = [{**problem, **({"classes": {"grids": of_class}} if of_class else {})}]
    assert len(Compared(*both).found.comparisons) == 1 + are_alike


def test_a_declared_quantity_says_whether_it_may_be_transposed() -> None:
    both = [Made().outcome("2x2", "s", exact(1)).outcome(shape, "one", exact(7), "knots") for shape in ("2x3", "3x2")]
    assert len(Compared(*both).found.comparisons) == 1
    both[0].json["quantities"] = both[1].json["quantities"] = [
        {"name": "knots", "definition": "Knots.", "under_maps": "grids"}]
    assert len(Compared(*both).found.comparisons) == 2


def test_estimates_are_tested_with_both_errors() -> None:
    near = Compared(only(about(100, 3)), only(about(110, 4)))
    assert near.first["z"] == pytest.approx(-2, rel=1e-12)
    assert near.found.exit_code == 0
    assert "1 within their errors (at most 2.0 standard errors)" in near.text
    far = Compared(only(about(100, 3)), only(about(125, 4)))
    assert far.found.exit_code == 3 and "5.0 standard errors apart" in far.text


def test_many_estimates_are_judged_together() -> None:
    one, two = Made(), Made()
    # 2.8 standard errors: too large for one test at 0.99, but not for forty.
    one.outcome("3x3", "s0", about(100, 3))
    two.outcome("3x3", "s0", about(114, 4))
    assert Compared(one, two).found.exit_code == 3
    for place in range(1, 40):
        one.outcome("3x3", f"s{place}", about(100, 3))
        two.outcome("3x3", f"s{place}", about(101, 4))
    assert Compared(one, two).found.exit_code == 0


def test_estimates_beyond_the_range_of_floats_are_tested() -> None:
    huge = {"standard_error": "3e500", "low": "9.4e501", "high": "1.06e502"}
    first = Compared(only(about(100, 3) | huge | {"value": "1e502"}),
                     only(about(100, 3) | huge | {"value": "1.001e502"})).first
    assert first["a"]["value"] == "1e+502 +- 3e+500" and first["verdict"] == "consistent"
    assert Compared(only(exact(10**6000)), only(exact(10**6000 + 1))).found.exit_code == 3


def test_different_questions_are_not_compared() -> None:
    both = [Made().run("3x3", "one", question={"grid": name}).outcome("3x3", "one", exact(value)).outcome(
        "2x2", "x", exact(1)) for name, value in (("first", 7), ("second", 8))]
    assert Compared(*both).found.exit_code == 0


def test_all_parameters_are_the_question_if_it_is_unknown() -> None:
    one = Made().run("3x3", "one").outcome("3x3", "one", exact(7))
    assembled = Made().run("3x3", "one").outcome("3x3", "one", exact(8))
    del assembled.json["runs"][0]["question"]
    assert Compared(one, assembled).found.exit_code == 3, "the same parameters"
    assembled.json["runs"][0]["parameters"]["samples"] = "2000"
    with pytest.raises(_command.BadInput):
        Compared(one, assembled)


def test_the_row_is_named_in_which_findings_differ() -> None:
    def made(value: Json) -> Made:
        return Made().outcome("3x3", "one", exact(7)).finding("3x3", "one", "transposed_classes", value)

    assert "first difference at class \"a\": 3 against 4" in Compared(made(table(a=3)), made(table(a=4))).text
    lacking = Compared(made(table(a=3)), made(table(a=3, b=4)))
    assert "first difference at class \"b\": no such row against 4" in lacking.text
    assert "finding classes of 3x3\n" in lacking.text
    assert "one is a table, the other a number" in Compared(made(table(a=3)), made(exact(3))).json["comparisons"][1][
        "note"]
    other = made(table(a=3))
    other.json["findings"][0]["columns"] = ["length"]
    assert Compared(made(table(a=3)), other).json["comparisons"][1]["note"] == "the tables have different columns"


def test_findings_of_different_work_are_not_compared() -> None:
    both = [Made().run("3x3", "one", parameters={"samples": samples}).outcome("3x3", "one", exact(7)).finding(
        "3x3", "one", "classes", exact(value)) for samples, value in (("1", 3), ("2", 4))]
    assert Compared(*both).found.exit_code == 0


def test_findings_that_one_side_lacks_are_listed() -> None:
    without = Made().outcome("3x3", "one", exact(7))
    with_it = Made().outcome("3x3", "one", exact(7)).finding("3x3", "one", "classes", exact(3))
    assert Compared(without, with_it).found.only_b == ["finding classes of 3x3 by one"]
    assert Compared(with_it, without).found.only_a == ["finding classes of 3x3 by one"]


def test_times_are_compared_if_both_have_them() -> None:
    def timed(*seconds: float) -> Made:
        made = Made().outcome("2x2", "s", exact(288))
        made.json["runs"][0]["seconds"] = 0
        for place, each in enumerate(seconds):
            made.run("3x3", f"r{place}", each)
        return made

    assert Compared(timed(0), timed(2)).json["times"] == {"runs": 0, "copies": 0}
    assert Compared(timed(2), timed(2)).json["times"] == {"runs": 0, "copies": 1}
    both = Compared(timed(1, 1), timed(2, 8))
    assert both.json["times"] == {"runs": 2, "copies": 0, "ratio": pytest.approx(4)}
    assert "Times    B takes 4 of A's time (geometric mean of 2 runs)\n" in both.text
    assert "Times    B takes 2 of A's time (1 run)\n" in Compared(timed(1), timed(2)).text


def test_changes_of_provenance_are_listed() -> None:
    one, two = Made().outcome("3x3", "r0", exact(7)), Made().outcome("3x3", "r0", exact(7))
    for place in range(1, 6):
        one.run("3x3", f"r{place}", 1 + place)
        two.run("3x3", f"r{place}", 2 * (1.5 + place))
    two.json["produced"]["host"] = "node8"
    two.json["runs"][1]["plugin_sha256"] = "cd"
    two.json["runs"][2]["parameters"]["samples"] = "2e-04"
    other = Compared(one, two)
    assert other.found.changes == [("host", "node7", "node8"), ("plugin of r1", "ab", "cd"),
                                   ("parameter samples of r2", "1000", "2e-04")]
    assert len(other.found.ratios) == 4, "without the run of another question, and the copy"
    assert max(map(len, other.text.split("\n"))) <= 80


def test_different_estimates_of_equal_seeds_are_reported() -> None:
    def made(value: float) -> Made:
        return Made().run("3x3", "s").outcome("3x3", "s", about(value, 3))

    assert ("Redrawn  different values from the same seed, parameters and plugin, 1: grids of\n         3x3 by s\n"
            in Compared(made(100), made(101)).text)
    another = made(101)
    another.json["experiment"]["seed"] = 2
    assert Compared(made(100), another).found.not_repeated == []


def test_documents_with_nothing_in_common_are_rejected() -> None:
    with pytest.raises(_command.BadInput, match="a.json and b.json have no quantity of the same problem in common"):
        Compared(only(exact(7)), Made().outcome("2x2", "s", exact(7)))


def test_hostile_names_are_escaped() -> None:
    one = Made().outcome("3x3", "\x1b[2J\u202es", exact(7))
    two = Made().outcome("3x3", "\x1b[2J\u202es", exact(8))
    two.json["produced"]["host"] = "a\nb"
    assert "A \\x1b[2J\\u202es: 7" in Compared(one, two).text and "node7 -> a\\nb" in Compared(one, two).text


def answer(*words: str, capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = _command.start("compare", words)
    out, err = capfd.readouterr()
    return status, out, err


def test_real_documents_have_the_verdicts_of_the_program(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = answer(A, B, "--json", "-", capfd=capfd)
    found = json.loads(out)
    assert (status, found["exit"], len(found["comparisons"]), found["identical"]) == (0, 0, 12, 0)
    tests = [(each["subject"], each["z"], each["p_value"]) for each in found["comparisons"] if "z" in each]
    assert tests == [("grids of 2x2", pytest.approx(-0.5884735206463401), pytest.approx(0.556294938241841)),
                     ("grids of 2x3", pytest.approx(-0.7406480119041566), pytest.approx(0.459219548749968)),
                     ("grids of 2x3", pytest.approx(-0.8331099298252062), pytest.approx(0.4051088059976791))]
    assert [change["what"] for change in found["changes"]] == ["experiment file", "experiment", "seed",
                                                              "parameter samples of rows"]
    assert len(found["only_a"]) == 8 and len(found["only_b"]) == 7
    status, out, _ = answer(A, B, capfd=capfd)
    assert out.startswith("AGREE. 9 exact and equal, 3 within their errors (at most 0.8 standard errors).\n\nA  ")


@pytest.mark.parametrize("words,message", [
    ((A,), "expected two files to compare (ledgers or results documents); got 1"),
    ((), "expected at least one FILE"),
    ((A, B, A), "got 3"),
    ((A, "none.json"), "none.json: cannot be read"),
    ((A, __file__), "expected a ledger or a document"),
    ((A, B, "--json", A), f"error: command line: --json: {A} is read from; choose another file"),
    ((A, B, "-q", "--verbose"), "error: command line: --quiet and --verbose contradict each other"),
    ((A, B, "--jsn", "-"), "did you mean --json?")])
def test_mistakes_are_one_line(words: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = answer(*words, capfd=capfd)
    assert (status, out) == (2, "") and message in err and err.startswith("error: ") and err.count("\n") == 1


@pytest.mark.parametrize("level", [2, 0, "x", None])
def test_a_damaged_level_is_a_mistake(level: object) -> None:
    damaged = only(exact(7))
    damaged.json["experiment"]["confidence"] = level
    with pytest.raises(_command.BadInput, match="b.json: experiment.confidence: .*expected a number between 0 and 1"):
        Compared(only(exact(7)), damaged)


def test_texts_are_wrapped_at_blanks() -> None:
    assert _text.wrapped("one two  three", 7, 2) == ["one two", "  three"]
    assert _text.wrapped("", 7) == [""] and _text.wrapped("long-long word", 4) == ["long-long", "word"]
    assert _text.wrapped("  a bcd efghijkl", 6, 4, breaks_words=True) == ["  a", "   bcd", "   efg", "   hij", "   kl"]
    assert [_text.grouped(text) for text in ("1", "-1000", "1234567", "10.5000", "")] == [
        "1", "-1,000", "1,234,567", "10.5000", ""]
