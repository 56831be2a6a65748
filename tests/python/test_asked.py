"""Programs that are asked once: encodings of problems against all their grids, templates, and the reading of answers."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["GRIDCENSUS_PROGRAM"]
sys.path.insert(0, str(SOURCE / "framework/python"))
from gridcensus.asked import answers, encodings, template
from gridcensus.asked.__main__ import Asked
from gridcensus.asked.answers import Answer, BadAnswer, Guarantee, read_competition, read_pattern
from gridcensus.problem import Problem

# Rules of each kind, on shapes whose grids are soon counted.
PROBLEMS = [("1x1", ""), ("1x2", ""), ("1x3", "diagonals"), ("1x4", ""), ("2x2", ""), ("2x2", "diagonals"),
            ("2x2", "anti_knight"), ("2x2", "latin"), ("2x2", "non_consecutive"), ("2x2", "different:r1c1.r2c3"),
            ("2x2", "less:r1c1.r1c2,different:r1c1.r2c3,allowed:1.3:r4c4"), ("2x2", "givens:1..............."),
            ("2x2", "givens:12.............."), ("1x4", "anti_king"), ("1x4", "allowed:1.2:r1c1,less:r2c1.r2c3")]


def problem_of(shape: str, rules: str = "") -> Problem:
    """Returns the problem as programs get it."""
    words = [PROGRAM, "describe", shape, "--format", "json", *(["--rules", rules] if rules else [])]
    data = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return Problem.from_json(data)


def grids_of(problem: Problem) -> int:
    """Counts grids cell by cell, straight from the definition of a problem."""
    def rest(grid: list[int], cell: int) -> int:
        if cell == problem.cells:
            return 1
        number = 0
        for symbol in problem.fitting(grid, cell):
            grid[cell] = symbol
            number += rest(grid, cell + 1)
            grid[cell] = 0
        return number
    return rest([0] * problem.cells, 0)


def models_of(dimacs: str) -> int:
    """Counts the models of a CNF: unit propagation, then both values of a variable."""
    lines = [line for line in dimacs.splitlines() if not line.startswith("c")]
    _, _, variables, number = lines[0].split()
    clauses = [frozenset(map(int, line.split()[:-1])) for line in lines[1:]]
    assert len(clauses) == int(number)

    def count(clauses: list[frozenset[int]], free: int) -> int:
        while unit := next((clause for clause in clauses if len(clause) < 2), None):
            if not (literal := next(iter(unit), 0)):
                return 0
            clauses, free = [clause - {-literal} for clause in clauses if literal not in clause], free - 1
        if frozenset() in clauses:
            return 0
        if not clauses:
            return 1 << free
        literal = next(iter(clauses[0]))
        return sum(count([clause - {-each} for clause in clauses if each not in clause], free - 1)
                   for each in (literal, -literal))
    return count(clauses, int(variables))


def covers_of(text: str) -> int:
    """Counts exact covers: branches on an item with the fewest options."""
    items, *options = [line for line in text.splitlines() if not line.startswith("|")]

    def count(left: frozenset[str], options: list[frozenset[str]]) -> int:
        if not left:
            return 1
        item = min(left, key=lambda each: sum(each in option for option in options))
        return sum(count(left - chosen, [option for option in options if not option & chosen])
                   for chosen in options if item in chosen)
    return count(frozenset(items.partition("|")[0].split()), [frozenset(option.split()) for option in options])


@pytest.mark.parametrize(("shape", "rules"), PROBLEMS)
def test_encodings_have_one_model_and_one_cover_for_each_grid(shape: str, rules: str) -> None:
    problem = problem_of(shape, rules)
    grids = grids_of(problem)
    for is_fixed, times in ((False, 1), (True, problem.relabellings)):
        if is_fixed and encodings.why_not_fixed(problem):
            continue
        assert times * models_of("".join(encodings.dimacs(problem, is_fixed))) == grids
        assert times * covers_of("".join(encodings.exact_cover(problem, is_fixed))) == grids


@pytest.mark.parametrize(("shape", "rules"), PROBLEMS)
def test_encodings_are_counted_right_by_clasp(shape: str, rules: str, tmp_path: pathlib.Path) -> None:
    if not (shutil.which("clingo") and shutil.which("clasp")):
        pytest.skip("clingo and clasp are not installed (Debian: apt-get install gringo clasp)")
    problem = problem_of(shape, rules)
    is_fixed = encodings.why_not_fixed(problem) is None
    facts, cnf = tmp_path / "facts.lp", tmp_path / "grid.cnf"
    facts.write_text("".join(encodings.asp_facts(problem, is_fixed)))
    cnf.write_text("".join(encodings.dimacs(problem, is_fixed)))
    times = problem.relabellings if is_fixed else 1
    program = str(SOURCE / "plugins/clasp/grid.lp")
    for words, pattern in ((["clingo", "--outf=0", "-n", "0", "-q", program, str(facts)], "^Models *: *([0-9]+)$"),
                           (["clasp", "-n", "0", "-q", str(cnf)], "^c Models *: *([0-9]+)$")):
        printed = subprocess.run(words, capture_output=True, check=False).stdout
        assert times * read_pattern(printed, pattern) == grids_of(problem)


def test_the_first_row_is_fixed_only_if_symbols_are_alike() -> None:
    assert encodings.why_not_fixed(problem_of("2x3", "diagonals,anti_knight")) is None
    assert encodings.why_not_fixed(problem_of("1x1")) is None
    for rules in ("non_consecutive", "givens:1..............."):
        assert "distinguish symbols" in (encodings.why_not_fixed(problem_of("2x2", rules)) or "")


def test_encodings_are_written_as_their_programs_read_them() -> None:
    cnf = "".join(encodings.dimacs(problem_of("1x2", "different:r1c1.r2c1"), True))
    assert cnf.startswith("c c gridcensus: shape 1x2, rules classic; the first row is 1, 2, ...\n")
    assert "\nc t mc\np cnf 8 26\n1 2 0\n-1 -2 0\n3 4 0\n" in cnf
    assert "\n-2 0\n-3 0\n" in cnf, "cell 0 is not 2, cell 1 is not 1"
    assert "\nc0 r0.1 r4.1 x0 x4\n" in "".join(encodings.exact_cover(problem_of("2x2", "latin,anti_knight"), False))
    rules = "less:r1c1.r1c2,different:r1c1.r2c3,allowed:1.3:r4c4"
    facts = "".join(encodings.asp_facts(problem_of("2x2", rules), False))
    for fact in ("side(4).", "symbol(1..4).", "cell(7,1,3).", "region(0,3).", "differ(0,6).", "allowed(15,3).",
                 "forbidden(0,3,1,2)."):
        assert fact in facts
    assert "allowed(15,2)" not in facts
    assert "forbidden(0,3,1,3)" not in facts, "that they differ follows from the row"


def test_describe_writes_the_encodings_of_programs(tmp_path: pathlib.Path) -> None:
    for name, lines in encodings.ENCODINGS.items():
        place = tmp_path / name
        words = [PROGRAM, "describe", "2x2", "--rules", "diagonals", "--format", name.replace("_", "-")]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        assert printed == "".join(lines(problem_of("2x2", "diagonals"), False))
        subprocess.run([*words, "-o", str(place)], check=True)
        assert place.read_text() == printed


def test_templates_are_filled_with_the_problem_and_further_words() -> None:
    problem = problem_of("2x2", "less:r1c1.r1c2,different:r1c1.r2c3,allowed:1.3:r4c4")
    assert template.filled("{shape} {box_rows} {box_cols} {side} {cells} {unit}", problem, {"unit": "7"}) == (
        "2x2 2 2 4 16 7")
    assert template.filled("{pairs} {ruled_out} {flat_ruled_out} {region_count} {relation_count}", problem, {}) == (
        "[[0,6]] [[15,2],[15,4]] [15,2,15,4] 12 1")
    assert template.filled("{relations}{forbidden}", problem_of("1x2", "less:r1c1.r1c2"), {}) == (
        "[[0,1,[[1,2]]]][[0,2,1,1]]")
    assert template.filled("{{x} {{{side}}", problem, {}) == "{x} {4}", "a closing brace needs no other"
    assert template.filled("plain", problem, {}) == "plain"
    for word in template.WORDS:
        assert template.filled(f"{{{word}}}", problem, {}), word
    assert template.unknown_words("{unit} {{ {side}", ["unit"]) == []
    assert template.unknown_words("{uint} {side} {uint} {} {x\n} {{y} {z", ["unit"]) == ["uint", "", "{x", "{z"]


def complaint(read: object, *words: object) -> str:
    """Returns the mistake in an answer; empty if there is none."""
    try:
        read(*words)  # type: ignore[operator]
    except BadAnswer as error:
        return str(error)
    return ""


def test_patterns_find_one_number() -> None:
    models = r"^Models *: *([0-9]+)$"
    assert read_pattern(b"x\r\nModels       : 288\r\nCalls : 1\n", models) == 288
    assert read_pattern(b"Models : 7\nModels : 7", models) == 7, "the same once more"
    assert read_pattern(b"count " + b"9" * 300, "count ([0-9]+)") == 10**300 - 1
    assert read_pattern(b"\xff\xfe = 12\n", "^.. = ([0-9]+)$") == 12
    for output, pattern, message in (
            (b"Models : 12+\n", models, "nothing that the program printed fits the pattern"),
            (b"", models, "nothing that the program printed"),
            (b"Models : 7\nModels : 8", models, "two answers, 7 and 8"),
            (b"Models : 007", models, '"007" is not a whole number'),
            (b"M" * 10**6, models, "lines above 4096 bytes were not searched"),
            (b"1 2", "([0-9])", "two answers, 1 and 2"),
            (b"n = 1.5", "n = (.*)", '"1.5" is not a whole number'),
            (b"n = " + b"1" * 39_459, "n = (.*)", "lines above 4096 bytes")):
        assert message in complaint(read_pattern, output, pattern), output[:40]


@pytest.mark.parametrize(("pattern", "message"), [
    ("[0-9]+", "one group"), ("(a)(b)", "not 2"), ("([0-9]+", "missing )"), ("(?:count|number) ([0-9]+)", "")])
def test_patterns_need_one_group(pattern: str, message: str) -> None:
    assert message in (answers.pattern_mistake(pattern) or "")
    assert bool(message) == bool(answers.pattern_mistake(pattern))


@pytest.mark.parametrize(("output", "value"), [
    # The format of ganak, sharpSAT-TD and d4.
    ("c o Total time: 1\ns SATISFIABLE\nc s type mc\nc s log10-estimate 2.459\nc s exact arb int 288\n"
     "c s pac guarantees epsilon: 0 delta: 0\n", 288),
    ("s SATISFIABLE\ns type mc\ns mc 12\n", 12),
    ("s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n", 0),
    ("s UNSATISFIABLE\nc s type mc\nc s exact quadruple int 0\n", 0),
    ("s UNSATISFIABLE\n", 0),
    ("c s exact arb int 5", 5)])
def test_competition_reads_exact_counts(output: str, value: int) -> None:
    assert read_competition(output.encode()) == Answer(Fraction(value))


def test_competition_reads_estimates_with_their_interval() -> None:
    guarantee = Guarantee(Fraction("0.8"), Fraction("0.2"))
    lines = b"s SATISFIABLE\nc s approx arb int 100\nc s pac guarantees epsilon: 0.8 delta: 0.2\n"
    estimate = read_competition(lines)
    assert estimate == Answer(Fraction(100), guarantee)
    error, low, high = estimate.interval
    assert (low, high) == (Fraction(100) / Fraction("1.8"), 180)
    # 1.2815515655446004: the quantile of the normal distribution at 0.9, DLMF 7.19.
    assert float(error) == pytest.approx(float(high - low) / 2 / 1.2815515655446004, rel=1e-12)
    # ApproxMC prints the count in the form of 2020, and no guarantee.
    assert read_competition(b"s SATISFIABLE\ns mc 96\n", guarantee) == Answer(Fraction(96), guarantee)
    for text, value in (("approx arb int 100", 100), ("heuristic double prec-sci 1.5e3", 1500),
                        ("approx double log10 2", 100)):
        assert read_competition(f"s SATISFIABLE\nc s {text}\n".encode()) == Answer(Fraction(value), is_approximate=True)


@pytest.mark.parametrize(("output", "message"), [
    ("", "no count"),
    ("s SATISFIABLE\n", "no count"),
    ("s SATISFIABLE\nc s log10-estimate 2.4\n", "no count"),
    ("s UNKNOWN\nc s exact arb int 5\n", "UNKNOWN"),
    ("s SATISFIABLE\nc s exact double prec-sci 2.88e2\n", "may be rounded"),
    ("s SATISFIABLE\nc s exact quadruple float 2.88e2\n", "may be rounded"),
    ("s SATISFIABLE\nc s exact quadruple int 288\n", "may be rounded"),
    ("s SATISFIABLE\nc s exact arb frac 288/1\n", "may be rounded"),
    ("s UNSATISFIABLE\nc s exact arb int 5\n", "s UNSATISFIABLE and a count of 5"),
    ("s SATISFIABLE\nc s exact arb int 0\n", "s SATISFIABLE and a count of 0"),
    ("s SATISFIABLE\ns UNSATISFIABLE\n", "a status twice"),
    ("c s exact arb int 5\nc s exact arb int 5\n", "a count twice"),
    ("s mc 5\nc s approx arb int 6\n", "a count twice"),
    ("s SATISFIABLE\nc s type pmc\nc s exact arb int 5\n", 'counted "pmc"'),
    ("c s exact arb int 2.5\n", "not a whole number"),
    ("c s exact arb int 5\nc s pac guarantees epsilon: 0 delta: 6.4e-10\n", "wrong with probability 6.4e-10"),
    ("c s approx arb int 5\nc s pac guarantees epsilon: 0.8 delta: 0\n", "guarantee nothing"),
    ("c s approx double log10 99999\n", "too large")])
def test_competition_refuses_invalid_answers(output: str, message: str) -> None:
    assert message in complaint(read_competition, output.encode())


def asked(more: dict[str, object]) -> Asked:
    """Returns the strategy of a description."""
    description = {"strategy": "mine", "version": "1", "command": ["sh"], "quantities": [{"name": "grids"}],
                   "answer": "competition"} | more
    return Asked({"description": description, "folder": "/", "program": "/bin/sh", "output_bytes": "1000"})


@pytest.mark.parametrize(("more", "key", "message"), [
    ({"answer": {"pattern": "x"}}, "answer.pattern", "a pattern needs one group"),
    ({"answer": {"pattern": {"grids": "(x)", "towers": "(y)"}}}, "answer.pattern.towers", "none of its quantities"),
    ({"quantities": [{"name": "grids"}, {"name": "bands"}], "answer": {"pattern": {"grids": "(x)"}}}, "answer.pattern",
     "expected one for each quantity"),
    ({"quantities": [{"name": "grids"}, {"name": "bands"}], "answer": {"pattern": "(x)"}}, "answer.pattern",
     "expected a map with the pattern of each quantity"),
    ({"quantities": [{"name": "grids"}, {"name": "bands"}]}, "answer", "it answers one quantity"),
    ({"answer": {"competition": {"epsilon": "1", "delta": "1"}}}, "answer.competition.delta", "below 1"),
    ({"answer": {"pattern": "(x)", "times": "0"}}, "answer.times", "expected a whole number from 1, or side!"),
    ({"answer": {"pattern": "(x)", "times": "N!"}}, "answer.times", "expected a whole number from 1, or side!"),
    ({"first_row": "fixed"}, "first_row", "only an input of cnf, asp, exact_cover or a text can fix"),
    ({"units": "{unti}"}, "units", "unknown name {unti}"),
    ({"units": "2", "quantities": [{"name": "grids", "kind": "estimate"}]}, "units", "is the whole answer"),
    ({"input": {"text": "{regoins}"}}, "input", "unknown name {regoins}"),
    ({"command": ["sh", "{side"]}, "command", "the brace of {side is not closed"),
    ({"command": ["sh", "{input}"]}, "command", "unknown name {input}"),
    ({"command": ["sh", "{random}"]}, "command", "unknown name {random}"),
    ({"version": {"command": ["sh"], "pattern": "x"}}, "version.pattern", "one group")])
def test_mistakes_of_descriptions_are_found_before_a_run(more: dict[str, object], key: str, message: str) -> None:
    mistake, = asked(more).about({})["mistakes"]
    assert mistake["key"] == key
    assert message in mistake["message"]


def test_inexact_answers_are_exact_sums() -> None:
    """An estimate passes through the sum of the units with all its digits: the host adds up sums alone."""
    strategy = asked({"quantities": [{"name": "grids", "kind": "estimate"}], "first_row": "fixed", "input": "cnf",
                      "command": ["sh", "-c", "echo c s approx arb int 7; echo c s pac guarantees epsilon: 0.8 delta: "
                                  "0.2"]})
    problem = {"shape": "2x2", "box_rows": 2, "box_cols": 2, "rules": "classic", "classic": True,
               "symbols_are_alike": True, "regions": Problem.classic_of("2x2").regions, "pairs": []}
    strategy.prepare({"problem": problem, "quantities": ["grids"], "parameters": {}})
    tally = strategy.run({"unit": "0"})
    outcome = strategy.conclude({"tally": tally, "units": "1"})["outcomes"]["grids"]
    assert outcome["kind"] == "estimate"
    assert outcome["value"] == str(7 * 24)
    assert Fraction(outcome["low"]) == pytest.approx(7 * 24 / Fraction("1.8"), rel=1e-38)
    assert outcome["high"] == "302.4"
    assert outcome["confidence"] == "0.8"
    assert tally.keys() == {"sums"}
    assert tally["sums"].keys() == {
        f"grids.{part}" for part in ("value", "standard_error", "low", "high", "missed")}


@pytest.mark.parametrize(("kind", "answer", "printed", "outcome"), [
    ("exact", "{pattern: '^n ([0-9]+)$'}", "n 288", {"kind": "exact", "value": "288"}),
    ("exact", "{pattern: '^n ([0-9]+)$', times: 24}", "n 12", {"kind": "exact", "value": "288"}),
    ("exact", "{pattern: '^n ([0-9]+)$', times: side!}", "n 12", {"kind": "exact", "value": "288"}),
    ("lower_bound", "{pattern: '^n ([0-9]+)$'}", "n 280", {"kind": "lower_bound", "value": "280"}),
    ("estimate", "competition", "c s heuristic arb int 280", {"kind": "approximation", "value": "280"}),
    ("estimate", "{competition: {epsilon: 0.8, delta: 0.2}}", "s mc 270",
     {"kind": "estimate", "value": "270", "low": 150.0, "high": 486.0, "confidence": 0.8, "samples": 1})])
def test_answers_become_outcomes(kind: str, answer: str, printed: str, outcome: dict[str, object],
                                 tmp_path: pathlib.Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "mine.strategy.yaml").write_text(
        f"strategy: mine\nsummary: Counts.\nsource: me\nversion: '2'\nis: mine\ncommand: [echo, {printed}]\n"
        f"quantities: [{{name: grids, kind: {kind}}}]\nanswer: {answer}\n")
    words = [PROGRAM, "count", "2x2", "--with", "mine", "--plugin-dir", str(tmp_path), "--json", "-"]
    document = json.loads(subprocess.run(words, capture_output=True, check=False).stdout)
    counted = next(each for each in document["outcomes"] if each["quantity"] == "grids")
    assert {name: counted[name] for name in outcome} == outcome
