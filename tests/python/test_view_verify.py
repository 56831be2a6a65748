"""The commands `verify` and `certify`, on ledgers that another user, or a failing disk, changes.

Each change is tried with and without recomputed checksums. docs/results.md has the same table for readers.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import support
from gridcensus import check_certificate
from gridcensus._problems import Problem
from gridcensus._program import StorageFailed, ask
from gridcensus.tally import Moments, write_real
from gridcensus.verifier.certificate import certificate
from gridcensus.verifier.ledger import Ledger, Malformed, Run, checksum_of
from gridcensus.verifier.runs import READING_ERRORS
from gridcensus.verifier.strategies import ERRORS, Strategies, formula_for, recount, units_to_recount
from gridcensus.verifier.sums import Samples, Sums, real, whole
from gridcensus.verifier.values import Published
from gridcensus.views._verified import verified

EXPERIMENT = """title: A ledger to tamper with
problems: [{shape: [2x3, 2x4]}]
strategies:
  enumeration: {only: [2x3]}
  band_classes: {quantities: [grids, bands]}
  russell_jarvis: {only: [2x3], inputs: {grids: band_classes}}
  rows: {strategy: row_sampler, samples: 2000, quantities: [grids]}
"""
ENUMERATION = "run = (SELECT id FROM runs WHERE strategy = 'enumeration')"
CLASSES = "run = (SELECT id FROM runs WHERE strategy = 'band_classes' AND problem = '2x3')"
RUSSELL = "run = (SELECT id FROM runs WHERE strategy = 'russell_jarvis')"
ROWS = "run = (SELECT id FROM runs WHERE configuration = 'rows' AND problem = '2x3')"
# A multiple of every divisor of a unit of enumeration on 2x3 and of its sum, and the number of relabellings.
DIVISOR, RELABELLINGS = 48, 720


class Tampering:
    """A ledger that tests change freely."""

    def __init__(self, file: pathlib.Path) -> None:
        self.database = sqlite3.connect(file, isolation_level=None)
        self.database.execute("PRAGMA synchronous = OFF")  # a disposable copy

    def run(self, statement: str, *values: object) -> None:
        """Executes a statement, which must change something."""
        assert self.database.execute(statement, values).rowcount > 0, statement

    def text(self, table: str, column: str, where: str) -> Any:
        """Returns a cell."""
        return self.database.execute(f"SELECT {column} FROM {table} WHERE {where}").fetchone()[0]

    def change(self, table: str, column: str, where: str, change: Callable[[Any], Any]) -> None:
        """Changes a JSON text, by a function that changes its value or returns another one."""
        value = json.loads(self.text(table, column, where))
        changed = change(value)
        text = json.dumps(value if changed is None else changed, sort_keys=True, separators=(",", ":"),
                          ensure_ascii=False)
        self.run(f"UPDATE {table} SET {column} = ? WHERE {where}", text)

    def replace(self, table: str, column: str, where: str, old: str, new: str) -> None:
        """Replaces a part of a text once."""
        text = self.text(table, column, where)
        assert old in text
        self.run(f"UPDATE {table} SET {column} = ? WHERE {where}", text.replace(old, new, 1))

    def add_to_sum(self, table: str, column: str, where: str, summand: int) -> None:
        """Adds to the first exact sum of a tally."""
        def change(tally: Any) -> None:
            name = min(tally["sums"])
            tally["sums"][name] = str(int(tally["sums"][name]) + summand)
        self.change(table, column, where, change)

    def add_to_outcome(self, where: str, summand: int) -> None:
        """Adds to an exact number of grids."""
        def change(report: Any) -> None:
            outcome = report["outcomes"]["grids"]
            outcome["value"] = str(int(outcome["value"]) + summand)
        self.change("conclusions", "report", where, change)

    def replace_in_finding(self, where: str, name: str, old: str, new: str) -> None:
        """Replaces a part of the text of a finding once."""
        def change(report: Any) -> None:
            text = json.dumps(report["findings"][name], separators=(",", ":"))
            assert old in text
            report["findings"][name] = json.loads(text.replace(old, new, 1))
        self.change("conclusions", "report", where, change)

    def change_all(self, summand: int) -> None:
        """Changes unit, sum and outcome of enumeration, so that they fit."""
        self.add_to_sum("units", "tally", f"unit = 7 AND {ENUMERATION}", summand)
        self.add_to_sum("conclusions", "total", ENUMERATION, summand)
        self.add_to_outcome(ENUMERATION, summand * RELABELLINGS)

    def change_document(self, change: Callable[[Any], Any]) -> None:
        """Changes the only document."""
        self.change("documents", "document", "1", change)

    def keys(self, table: str) -> list[str]:
        """Returns the columns of the primary key."""
        return [name for _, name, _, _, _, is_key in self.database.execute(f"PRAGMA table_info({table})") if is_key]

    def recompute_checksums(self) -> None:
        """Gives every row the checksum of its present fields, as a careful forger would."""
        rows = self.database.cursor()
        rows.row_factory = sqlite3.Row
        for table in ("sessions", "runs", "sizes", "efforts", "units", "recounts", "failures", "conclusions",
                      "documents"):
            where = " AND ".join(f"{key} = ?" for key in self.keys(table))
            for row in rows.execute(f"SELECT * FROM {table}").fetchall():
                self.database.execute(f"UPDATE {table} SET checksum = ? WHERE {where}",
                                      (self._checksum(table, row), *(row[key] for key in self.keys(table))))

    def _checksum(self, table: str, row: sqlite3.Row) -> str:
        def found(query: str) -> list[Any]:
            return self.database.execute(query).fetchone() or [""]

        fields: list[Any] = [table.removesuffix("s")]
        for column in row.keys():
            if column == "run":
                fields += found(f"SELECT identity_sha256 FROM runs WHERE id = {row['run']}")
            elif column == "session":
                fields += found(f"SELECT checksum FROM sessions WHERE id = {row['session']}")
            elif column not in ("id", "checksum", "last_write"):
                if (table, column) == ("recounts", "seconds"):
                    fields += found(f"SELECT tally FROM units WHERE run = {row['run']} AND unit = {row['unit']}")
                fields.append(row[column])
        return checksum_of(fields)


def _verdict(document: Any) -> Any:
    """Returns the verdict that compares enumeration on 2x3 with the published value."""
    return next(each for each in document["verdicts"]
                if each["left"]["name"] == "enumeration" and each["right"]["kind"] == "published")


def _outcome(document: Any, configuration: str) -> Any:
    return next(each for each in document["outcomes"] if each["configuration"] == configuration)


def _fewer_units(t: Tampering) -> None:
    last = f"unit = (SELECT max(unit) FROM units WHERE {ENUMERATION}) AND {ENUMERATION}"
    counts = int(json.loads(t.text("units", "tally", last))["sums"]["counts"])
    t.run(f"UPDATE conclusions SET units = units - 1 WHERE {ENUMERATION}")
    t.add_to_sum("conclusions", "total", ENUMERATION, -counts)
    t.add_to_outcome(ENUMERATION, -counts * RELABELLINGS)


def _forged_share(t: Tampering) -> None:
    t.run(f"INSERT INTO sizes SELECT run, '1/2', units, weight, '' FROM sizes WHERE {ENUMERATION}")
    t.run(f"INSERT INTO sizes SELECT run, '2/2', '3', 3, '' FROM sizes WHERE {ENUMERATION} AND part = ''")


def _other_input(t: Tampering) -> None:
    where = RUSSELL.replace("run =", "id =", 1)
    t.replace("runs", "identity", where, "28200960", "28339200")
    identity = t.text("runs", "identity", where)
    t.run(f"UPDATE runs SET identity_sha256 = ? WHERE {where}", hashlib.sha256(identity.encode()).hexdigest())


def _other_sample(t: Tampering) -> None:
    def change(tally: Any) -> None:
        mean = tally["moments"]["samples.even"][1]
        tally["moments"]["samples.even"][1] = mean[:3] + ("1" if mean[3] == "0" else "0") + mean[4:]
    t.change("units", "tally", f"unit = 0 AND {ROWS}", change)


def _session_dropped(t: Tampering) -> None:
    t.database.execute("PRAGMA foreign_keys = OFF")
    t.run("DELETE FROM sessions")


def _other_table(document: Any) -> None:
    for finding in document["findings"]:
        if finding["kind"] == "table":
            next(iter(finding["rows"].values()))[0] = "1234567"


def _exchanged(t: Tampering) -> None:
    first, other = (t.text("units", "tally", f"unit = {unit} AND {ENUMERATION}") for unit in (0, 3))
    assert first != other
    t.run(f"UPDATE units SET tally = ? WHERE unit = 0 AND {ENUMERATION}", other)
    t.run(f"UPDATE units SET tally = ? WHERE unit = 3 AND {ENUMERATION}", first)


@dataclass
class Case:
    """A change, part of a failing line after all checksums were recomputed (empty: none fails), and whether the change
    leaves a wrong checksum."""

    what: str
    tamper: Callable[[Tampering], Any]
    noticed_by: str
    breaks_checksum: bool = True


UNIT_7 = f"unit = 7 AND {ENUMERATION}"
CASES = [
    Case("a tally", lambda t: t.add_to_sum("units", "tally", UNIT_7, DIVISOR), "the units add up to the stored sum"),
    Case("a tally, not by a multiple of its divisor", lambda t: t.add_to_sum("units", "tally", UNIT_7, 1),
         "the divisors that the strategy declares"),
    Case("a unit dropped", lambda t: t.run(f"DELETE FROM units WHERE {UNIT_7}"), "unit 7 is missing", False),
    Case("the first unit of a strategy with tables dropped",
         lambda t: t.run(f"DELETE FROM units WHERE unit = 0 AND {CLASSES}"), "unit 0 is missing", False),
    Case("a unit that the job does not have", lambda t: t.run(f"UPDATE units SET unit = 5000 WHERE {UNIT_7}"),
         "unit 7 is missing"),
    Case("a unit too many", lambda t: t.run(
        f"INSERT INTO units SELECT run, 5000, session, tally, weight, seconds, checksum FROM units WHERE {UNIT_7}"),
        "unit 5000 is none of a job"),
    Case("a unit copied from another run", lambda t: t.run(
        f"UPDATE units SET tally = (SELECT tally FROM units WHERE unit = 0 AND {CLASSES}) WHERE {UNIT_7}"),
        "the units add up to the stored sum"),
    Case("an outcome", lambda t: t.add_to_outcome(ENUMERATION, DIVISOR * RELABELLINGS),
         "concludes the stored outcomes"),
    Case("the sum of a conclusion", lambda t: t.add_to_sum("conclusions", "total", ENUMERATION, DIVISOR),
         "the units add up to the stored sum"),
    Case("sum and outcome, so that they fit",
         lambda t: (t.add_to_sum("conclusions", "total", ENUMERATION, DIVISOR),
                    t.add_to_outcome(ENUMERATION, DIVISOR * RELABELLINGS)), "the units add up to the stored sum"),
    Case("unit, sum and outcome, so that they fit", lambda t: t.change_all(DIVISOR), "is what was published"),
    Case("the number of units of a conclusion, with sum and outcome to fit", _fewer_units, "has no estimate"),
    Case("the number of units of a job", lambda t: t.run(f"UPDATE sizes SET units = units + 1 WHERE {ENUMERATION}"),
         "has no estimate"),
    Case("the weight of a unit", lambda t: t.run(f"UPDATE units SET weight = 5 WHERE {UNIT_7}"),
         "each unit weighs what the strategy says"),
    Case("the weight of a unit and of the job",
         lambda t: (t.run(f"UPDATE units SET weight = weight + 1 WHERE {UNIT_7}"),
                    t.run(f"UPDATE sizes SET weight = weight + 1 WHERE {ENUMERATION}")),
         "each unit weighs what the strategy says"),
    Case("a share forged", _forged_share, "the shares of 2 parts"),
    Case("a row of a finding", lambda t: t.replace_in_finding(
        CLASSES, "transposed_signature_class_table", '"36",', '"72",'),
        "bands = sum of size * symmetries"),
    Case("two columns of a finding exchanged", lambda t: t.replace_in_finding(
        RUSSELL, "symmetry_class_sizes", '"size","order"', '"order","size"'),
        "symmetry_group_order = sum of size"),
    Case("the kind of a finding", lambda t: t.change(
        "conclusions", "report", RUSSELL,
        lambda report: report["findings"]["symmetry_class_sizes"]["value"].update(kind=None)), "symmetry_class_sizes: expected a text, not null"),
    Case("a finding left out",
         lambda t: t.change("conclusions", "report", RUSSELL,
                            lambda report: report["findings"].pop("burnside_sum") and None),
         "burnside_sum is not stored"),
    Case("an outcome left out",
         lambda t: t.change("conclusions", "report", CLASSES, lambda report: report["outcomes"].pop("bands") and None),
         "bands is not stored"),
    Case("the identity of a run", lambda t: t.replace("runs", "identity", "strategy = 'enumeration'",
                                                      '"max_side":"6"', '"max_side":"7"'),
         "does not give the SHA-256"),
    Case("a parameter of a run", lambda t: t.replace("runs", "parameters", "strategy = 'enumeration'", "6", "7"),
         "the parameter max_side"),
    Case("the plugin that counted", lambda t: t.run("UPDATE runs SET plugin_sha256 = 'ab' WHERE id = 1"),
         "the plugin is not that of the identity"),
    Case("a value that a run took from another", _other_input, "take what was counted"),
    Case("a sample of a batch", _other_sample, "the units add up to the stored sum"),
    Case("the interval of an estimate", lambda t: t.change(
        "conclusions", "report", ROWS,
        lambda report: report["outcomes"]["grids"].update(low=report["outcomes"]["grids"]["value"])),
        "concludes the stored outcomes"),
    Case("a count of one unit noted as a recount of it", lambda t: t.run(
        f"INSERT INTO recounts SELECT run, unit, session, seconds, '' FROM units WHERE {UNIT_7}"),
        "by the session that counted it"),
    Case("a recount of a unit that is not there", lambda t: t.run(
        f"INSERT INTO recounts SELECT run, 5000, session, seconds, '' FROM units WHERE {UNIT_7}"),
        "is of a unit that is not there", False),
    Case("a session dropped", _session_dropped, "belongs to nothing"),
    Case("the word of a verdict", lambda t: t.change_document(
        lambda document: _verdict(document).update(verdict="disagree")), "the sides are equal"),
    Case("a value in a verdict, on both sides", lambda t: t.change_document(
        lambda document: [_verdict(document)[side].update(value="5") for side in ("left", "right")] and None),
        "does not say 5"),
    Case("an exact outcome in the document", lambda t: t.change_document(
        lambda document: _outcome(document, "enumeration").update(value="5")),
        "grids of enumeration on 2x3: no conclusion says 5"),
    Case("the error of an estimate in the document", lambda t: t.change_document(
        lambda document: _outcome(document, "rows").update(standard_error=1)),
        "grids of rows on 2x3: no conclusion says"),
    Case("a row of a table in the document", lambda t: t.change_document(_other_table),
         "no conclusion says what the document says"),
    Case("the document of another experiment",
         lambda t: t.run("UPDATE documents SET experiment_sha256 = 'another'"), "of another experiment or seed"),
    Case("a document that is no JSON", lambda t: t.run("UPDATE documents SET document = '{'"),
         "x.yaml: it cannot be read"),
    Case("a standing", lambda t: t.change_document(
        lambda document: _outcome(document, "enumeration").update(standing="estimated")), "the outcome is of kind exact"),
    Case("the witnesses of a standing", lambda t: t.change_document(
        lambda document: _outcome(document, "enumeration").update(witnesses=5)), "5 witnesses, and only"),
    # Changes that contradict nothing in the ledger.
    Case("a document dropped", lambda t: t.run("DELETE FROM documents"), "", False),
    Case("two tallies exchanged", _exchanged, ""),
    Case("the host of a session", lambda t: t.run("UPDATE sessions SET host = 'another'"), ""),
    Case("the seconds of a unit", lambda t: t.run("UPDATE units SET seconds = 99 WHERE unit = 7"), ""),
    Case("a verdict left out", lambda t: t.change_document(lambda document: document["verdicts"].pop(0) and None), "")]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Returns a ledger in which nothing is wrong."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "x.yaml").write_text(EXPERIMENT)
    ask(["run", str(folder / "x.yaml"), "--quiet", "--threads", "2", "--ledger", str(folder / "x.ledger")],
        program=support.PROGRAM)
    return folder / "x.ledger"


@pytest.fixture(scope="module")
def strategies() -> Iterator[Strategies]:
    """Returns the strategies of the installation."""
    yield Strategies([])


class Copies:
    """Changed copies of a sound ledger."""

    def __init__(self, sound: pathlib.Path, folder: pathlib.Path) -> None:
        self.sound, self.file = sound, folder / "tampered.ledger"

    def tampered(self, tamper: Callable[[Tampering], Any], *, is_recomputed: bool) -> Ledger:
        """Returns a copy after a change."""
        shutil.copy(self.sound, self.file)
        tampering = Tampering(self.file)
        tamper(tampering)
        if is_recomputed:
            tampering.recompute_checksums()
        tampering.database.close()
        return Ledger(str(self.file))


@pytest.fixture
def copies(sound: pathlib.Path, tmp_path: pathlib.Path) -> Copies:
    return Copies(sound, tmp_path)


def failures(ledger: Ledger, strategies: Strategies | None) -> str:
    """Returns the lines of checks that fail."""
    lines = verified(ledger, strategies).checks.lines
    return "".join(f"{subject}: {text}\n" for word, subject, text in lines if word == "FAILS")


def test_a_sound_ledger_passes(sound: pathlib.Path, strategies: Strategies) -> None:
    found = verified(Ledger(str(sound)), strategies)
    assert found.checks.all_hold
    assert {word for word, _, _ in found.checks.lines} == {"ok"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_a_change_is_noticed_by_the_check_for_it(case: Case, copies: Copies, strategies: Strategies) -> None:
    with_checksums = failures(copies.tampered(case.tamper, is_recomputed=False), None)
    assert ("does not match its checksum" in with_checksums) == case.breaks_checksum, with_checksums
    recomputed = failures(copies.tampered(case.tamper, is_recomputed=True), strategies)
    assert bool(recomputed) == bool(case.noticed_by), recomputed
    assert case.noticed_by in recomputed
    assert "does not match its checksum" not in recomputed, "not recomputed"


TEXTS = [("units", "tally"), ("conclusions", "total"), ("conclusions", "units"), ("conclusions", "report"),
         ("runs", "identity"), ("runs", "parameters"), ("documents", "document"), ("sizes", "units")]
VALUES: list[Any] = [None, "", "-1", "9" * 26, "nan", "1e99999", 0, 1e300, [], {}, [None], "exact", "classic", "9x9",
                     True]


def changed_at_random(text: str, chance: random.Random) -> str:
    """Changes a JSON text: replaces a value by one that is valid elsewhere, or changes the text itself."""
    if not text:
        return "x"
    if chance.randrange(3) == 0:
        place = chance.randrange(len(text))
        return text[:place] + chance.choice('{}[]",:0-9a.') + text[place + 1:]
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, (dict, list)) or not value:
        return "{}"
    place = value
    while True:
        key = chance.choice(sorted(place) if isinstance(place, dict) else range(len(place)))
        inner = place[key]
        if not isinstance(inner, (dict, list)) or not inner or chance.randrange(4) == 0:
            place[key] = chance.choice(VALUES)
            return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        place = inner


def change_at_random(t: Tampering, table: str, column: str, chance: random.Random) -> None:
    """Changes one text of a column."""
    t.database.execute("PRAGMA foreign_keys = OFF")
    keys = t.keys(table)
    rows = t.database.execute(f"SELECT {', '.join(keys)}, {column} FROM {table}").fetchall()
    *key, text = chance.choice(rows)
    changed = changed_at_random(text, chance)
    where = " AND ".join(f"{name} = ?" for name in keys)
    t.run(f"UPDATE {table} SET {column} = ? WHERE {where}", changed, *key)
    if column == "identity":
        sha256 = hashlib.sha256(changed.encode()).hexdigest()
        t.run(f"UPDATE runs SET identity_sha256 = ? WHERE {where}", sha256, *key)


TIMES = int(os.environ.get("RANDOM_CHANGES", "60"))
"""The number of ledgers, and of certificates, that are changed at random."""


def test_random_changes_fail_and_end_with_a_message(copies: Copies, strategies: Strategies) -> None:
    chance = random.Random(20261125)
    noticed = 0
    for number in range(TIMES):
        table, column = TEXTS[number % len(TEXTS)]
        ledger = copies.tampered(lambda t: change_at_random(t, table, column, chance), is_recomputed=True)
        noticed += bool(failures(ledger, strategies if number % 3 == 0 else None))
        if table == "runs":
            for run in ledger.runs:
                try:
                    if not strategies.why_not(run):
                        recount(strategies, ledger, run, units_to_recount(ledger, run, 1, 1), 1, lambda _: None)
                except (*READING_ERRORS, *ERRORS):
                    continue
    assert noticed > TIMES * 3 // 4


def test_random_certificates_end_with_a_message(sound: pathlib.Path, strategies: Strategies, tmp_path: pathlib.Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(str(sound))
    found = verified(ledger, strategies)
    text = certificate(ledger, found.runs, found.replies)
    file, chance = tmp_path / "certificate.json", random.Random(20261128)
    monkeypatch.setattr("sys.argv", ["check_certificate.py", str(file)])
    file.write_text(text)
    assert check_certificate.main() == 0
    codes = []
    for _ in range(TIMES):
        file.write_text(changed_at_random(text, chance))
        codes.append(check_certificate.main())
    # A blank may be changed into nothing that counts.
    assert set(codes) <= {0, 2, 3} and codes.count(0) < TIMES // 2


def _enumeration(ledger: Ledger) -> Run:
    return next(run for run in ledger.runs if run["strategy"] == "enumeration")


def test_a_recount_of_the_unit_finds_a_change(copies: Copies, strategies: Strategies) -> None:
    ledger = copies.tampered(lambda t: t.change_all(DIVISOR), is_recomputed=True)
    run = _enumeration(ledger)

    def chosen(seed: int) -> list[int]:
        units = units_to_recount(ledger, run, 25, seed)
        assert len(units) == 9, "a quarter of 36"
        return units

    finds = next(seed for seed in range(1, 100) if 7 in chosen(seed))
    misses = next(seed for seed in range(1, 100) if 7 not in chosen(seed))
    equal: list[int] = []
    wrong = recount(strategies, ledger, run, chosen(finds), 2, lambda unit: equal.append(unit.unit))
    assert wrong == 'unit 7: sums/counts: stored is "1456", counted again "1408"'
    assert sorted([*equal, 7]) == chosen(finds)
    assert recount(strategies, ledger, run, chosen(misses), 2, lambda _: None) == ""
    found = sum(7 in chosen(seed) for seed in range(400))
    assert abs(found - 100) < 5 * (400 * 0.25 * 0.75) ** 0.5, "the chance is the share that is counted again"


def test_ledgers_of_other_programs_are_refused(tmp_path: pathlib.Path) -> None:
    for statements, message in (("CREATE TABLE t (x)", "is a database of another program"),
                                ("PRAGMA application_id = 1195599214", "has format 0"),
                                ("PRAGMA application_id = 1195599214; PRAGMA user_version = 5; CREATE TABLE t (x)",
                                 "has other tables")):
        file = tmp_path / f"{len(statements)}.ledger"
        with sqlite3.connect(file) as database:
            database.executescript(statements)
        with pytest.raises(StorageFailed, match=message):
            Ledger(str(file))


# Numbers.

def _stored(moments: Moments) -> list[str]:
    rest = (moments.mean, moments.squares, moments.cubes, moments.fourths, moments.min, moments.max)
    return [str(moments.count), *map(write_real, rest)]


def _folded(draw: Callable[[random.Random], float]) -> tuple[Samples, Moments]:
    """Returns samples that were added in units of seven, and their moments in floating point."""
    chance, added, total = random.Random(123), Samples(), Moments()
    for _ in range(1000):
        unit = Moments()
        for _ in range(7):
            sample = draw(chance)
            unit.add(sample)
            total.add(sample)
        added.add(_stored(unit))
    return added, total


def _difference(added: Samples, stored: list[str]) -> str:
    other = Samples()
    other.add(stored)
    return added.difference("samples", other)


@pytest.mark.parametrize("draw", [
    lambda chance: float(chance.randrange(10**9)),
    lambda chance: float(chance.randrange(10**9)) ** 8,  # a heavy tail
    lambda chance: 1e9 + chance.random() * 1e-6,  # nearly equal
    lambda chance: 0.0 if chance.randrange(1000) else 1e70,  # rare hits
    lambda chance: 1 / 3])
def test_moments_agree_but_for_rounding(draw: Callable[[random.Random], float]) -> None:
    added, total = _folded(draw)
    assert _difference(added, _stored(total)) == ""


@pytest.mark.parametrize("place, change, what", [
    (0, lambda number: str(int(number) + 1), "number"), (5, lambda _: "-1", "smallest"),
    (6, lambda _: "1e+12", "largest"), (1, 1e-10, "mean"), (2, 1e-10, "squares"), (3, 1e-6, "cubes"),
    (4, 1e-10, "fourth powers")])
def test_a_difference_in_every_moment_is_noticed(place: int, change: Any, what: str) -> None:
    added, total = _folded(lambda chance: float(chance.randrange(1000)))
    stored = _stored(total)
    stored[place] = change(stored[place]) if callable(change) else write_real(float(stored[place]) * (1 + change))
    assert what in _difference(added, stored)


@pytest.mark.parametrize("text", ["", "-", "+1", "01", "1.0", "1e3", " 1", "0x1", "1 ", None, 1])
def test_what_is_no_integer_is_refused(text: Any) -> None:
    with pytest.raises(Malformed):
        whole(text)


@pytest.mark.parametrize("text", ["", "-", ".5", "1.", "1e", "1e+", "1p+0", "inf", "nan", "0x1", "1.2.3",
                                  "1e999999999", "1e99999", "1,5", " 1", None, 1.5])
def test_what_is_no_real_number_is_refused(text: Any) -> None:
    with pytest.raises(Malformed):
        real(text)


def test_numbers_are_read() -> None:
    assert (whole("-120"), real("-3.125"), real("0"), real("8e+0")) == (-120, -3.125, 0, 8)


def test_names_that_one_side_lacks_are_a_difference() -> None:
    def with_row(value: str) -> Sums:
        return Sums().add({"tables": {"t": {"kind": "table", "key": "k", "columns": ["n"], "rows": {"r": [value]}}}})

    one, other = Sums().add({"sums": {"a": "1"}}), with_row("1")
    assert one.difference(other) == "a: the units have it, the conclusion does not"
    assert other.difference(Sums()) == "t: the units have it, the conclusion does not"
    assert other.difference(with_row("2")) == "t: r: n: the units add up to 1, the conclusion says 2"


def test_a_formula_is_found() -> None:
    formula = formula_for(2, 3, 28200960, "counts", 39168)
    assert formula is not None and formula["formula"] == "counts * 6!"
    assert formula_for(2, 3, 28200961, "counts", 39168) is None


@pytest.mark.parametrize("rules, number", [
    ("classic", 720), ("allowed:none:r1c1", 720), ("allowed:1:r1c1,allowed:2:r1c2", 24),
    ("diagonals,allowed:1.3:r4c4,allowed:1.3.5:r1c1.r2c2", 12), ("givens:12..................................", 24),
    ("less:r1c1.r1c2", None)])
def test_symbols_are_exchanged_if_the_same_restrictions_allow_them(rules: str, number: int | None) -> None:
    assert Problem("2x3", rules).relabellings == number


def test_published_values_hold_for_the_transposed_problem() -> None:
    published = Published([("grids", Problem("2x3", "classic"), 28200960)])
    assert published.value("grids", Problem("3x2", "classic")) == 28200960
    assert published.value("relabelling_classes", Problem("3x2", "classic")) == 39168
    assert published.value("bands", Problem("2x3", "classic")) is None
