"""Checks the rows of a ledger, and adds up the units of each run."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from gridcensus._problems import Problem
from gridcensus._text import pluralise, printable, wrapped
from gridcensus.verifier.ledger import Field, Ledger, Malformed, Row, Run, checksum_of, parsed
from gridcensus.verifier.sums import Grid, Sums, member, text_of, whole

READING_ERRORS = (Malformed, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a forged text can raise."""


def message_of(error: BaseException) -> str:
    """Returns the words of an error."""
    if isinstance(error, RecursionError):
        return "a text is nested too deeply"
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


@dataclass
class Checks:
    """The lines of the output: a word, the subject ("ledger", or the name of a run), and the check or the mistake."""

    lines: list[tuple[str, str, str]] = field(default_factory=list)

    def holds(self, subject: str, text: str) -> None:
        """Adds a check that holds."""
        self.lines.append(("ok", subject, text))

    def fails(self, subject: str, text: str) -> None:
        """Adds a check that fails."""
        self.lines.append(("FAILS", subject, text))

    def not_made(self, subject: str, text: str) -> None:
        """Adds a check that cannot be made, with the reason."""
        self.lines.append(("not checked", subject, text))

    def add(self, subject: str, text: str, wrong: str) -> None:
        """Adds a check that holds if there is no mistake."""
        if wrong:
            self.fails(subject, f"{text}: {wrong}")
        else:
            self.holds(subject, text)

    @property
    def all_hold(self) -> bool:
        """True if none fails."""
        return all(word != "FAILS" for word, _, _ in self.lines)

    def text(self, width: int, is_quiet: bool = False) -> str:
        """Returns a line for each check, if `is_quiet` only for those that fail, and their numbers."""
        lines = []
        for word, subject, what in self.lines:
            if word == "FAILS" or not is_quiet:
                begin = f"{word:13}"
                for line in wrapped(printable(f"{subject}: {what}"), max(20, width - 13), breaks_words=True):
                    lines.append(begin + line)
                    begin = 13 * " "
        number = Counter(word for word, _, _ in self.lines)
        lines.append(f"{'verified' if self.all_hold else 'NOT VERIFIED'}: "
                     f"{pluralise(number['ok'], 'check holds', 'checks hold')}, "
                     f"{pluralise(number['FAILS'], 'fails', 'fail')}, "
                     f"{pluralise(number['not checked'], 'was not made', 'were not made')}")
        return "\n".join(lines) + "\n"


@dataclass
class Concluded:
    """A concluded run with its parsed texts."""

    run: Run
    identity: Any
    problem: Problem
    inputs: dict[str, int]
    """By quantity."""
    quantities: set[str]
    """Those that the strategy was asked for."""
    units: int
    """The number of units, from 0, in the sum."""
    total: Sums
    """As added up here."""
    outcomes: dict[str, Any]
    findings: dict[str, Any]
    exact: dict[str, int]
    """The exact outcomes."""
    found: dict[str, Union[int, Grid]]
    """The findings that are exact numbers or tables."""
    is_complete: bool = False
    """True if no unit is missing or foreign, and they add up to the stored sum."""

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.run.name

    def kind(self, quantity: str) -> str:
        """Returns the kind of an outcome; empty if there is none."""
        return kind_of(self.outcomes[quantity]) if quantity in self.outcomes else ""


def kind_of(value: Any) -> str:
    """Returns the kind of an outcome or of the value of a finding. Raises Malformed."""
    return text_of(member(value, "kind"))


# Rows.

class _RowChecks:
    """Counts the rows that were checked, and names the first few that are wrong."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.number, self.mistakes = ledger, 0, list[str]()

    def check(self, record: str, name: str, row: Row, run: Run | None = None, inserted: Sequence[Field] = ()) -> None:
        """Checks the row of a record. `inserted` stands before its last field."""
        self.number += 1
        fields = self.ledger.covered(row, run)
        if "session" in row.keys() and row["session"] not in self.ledger.sessions:
            self.mistakes.append(f"{name} belongs to session {row['session']}, which is not there")
        if row["checksum"] != checksum_of([record, *fields[:-1], *inserted, *fields[-1:]]):
            self.mistakes.append(f"{name} does not match its checksum")

    def check_run(self, run: Run) -> None:
        """Checks a run with all its rows."""
        name = run.name
        self.check("run", name, run.row)
        for row in run.tables["sizes"]:
            self.check("size", f"part {row['part']} of {name}" if row["part"] else f"the size of {name}", row, run)
        for table, record, label in (("efforts", "effort", "the time"), ("failures", "failure", "a failure"),
                                     ("conclusions", "conclusion", "the conclusion")):
            for row in run.tables[table]:
                self.check(record, f"{label} of {name}", row, run)
        self._check_units(run)

    def _check_units(self, run: Run) -> None:
        recounts = {row["unit"]: row for row in run.tables["recounts"]}
        for unit in self.ledger.units(run):
            self.check("unit", f"unit {unit['unit']} of {run.name}", unit, run)
            if (recount := recounts.pop(unit["unit"], None)) is not None:
                name = f"the recount of unit {unit['unit']} of {run.name}"
                if unit["session"] == recount["session"]:
                    self.mistakes.append(f"{name} is by the session that counted it")
                self.check("recount", name, recount, run, [unit["tally"]])
        self.mistakes += [f"the recount of unit {unit} of {run.name} is of a unit that is not there"
                          for unit in recounts]

    @property
    def result(self) -> str:
        """The mistakes; empty if there are none."""
        number = len(self.mistakes)
        return (f"{number} rows: " if number > 1 else "") + "; ".join(self.mistakes[:5])


def check_rows(ledger: Ledger, checks: Checks) -> None:
    """Checks all rows against their checksums, what they belong to, and the identities of runs."""
    for flaw in ledger.flaws():
        checks.fails("ledger", flaw)
    rows = _RowChecks(ledger)
    for number, session in ledger.sessions.items():
        rows.check("session", f"session {number}", session)
    for run in ledger.runs:
        rows.check_run(run)
    for document in ledger.documents:
        rows.check("document", f"the document of {document['experiment']}", document)
    runs = pluralise(len(ledger.runs), "run")
    checks.add("ledger", f"the checksums of {pluralise(rows.number, 'row')} of {runs} in "
               f"{pluralise(len(ledger.sessions), 'session')}, and what they belong to", rows.result)
    checks.add("ledger", f"the identities of {runs}", _flaw_of_identities(ledger.runs))


def _flaw_of_identities(runs: Iterable[Run]) -> str:
    known = set()
    for run in runs:
        try:
            wrong = _flaw_of_identity(run)
        except READING_ERRORS as error:
            wrong = f"a text cannot be read: {message_of(error)}"
        if wrong or run["identity_sha256"] in known:
            return f"{run.name}: {wrong or 'it is there twice'}"
        known.add(run["identity_sha256"])
    return ""


def _flaw_of_identity(run: Run) -> str:
    """Returns how the columns of a run contradict its identity, of which they are copies."""
    if hashlib.sha256(run["identity"].encode()).hexdigest() != run["identity_sha256"]:
        return "the identity does not give the SHA-256 stored with it"
    identity, parameters = json.loads(run["identity"]), json.loads(run["parameters"])
    for name, column, what in (("strategy", "strategy", "strategy"), ("version", "strategy_version",
                               "strategy's version"), ("plugin", "plugin_sha256", "plugin")):
        if identity.get(name) != run[column]:
            return f"the {what} is not that of the identity"
    if Problem.from_json(identity["problem"]).name != run["problem"]:
        return "the problem is not that of the identity"
    return next((f"the parameter {name} is not that of the identity" for name, value in identity["parameters"].items()
                 if parameters.get(name) != value), "")


# Units.

class _Units:
    """What the units of a run are together."""

    def __init__(self, ledger: Ledger, run: Run, size: int, concluded: int | None) -> None:
        """Reads the units of a run of so many units, and adds up those below the number of its conclusion."""
        self.ledger, self.size, self.concluded = ledger, size, concluded
        self.number, self.next, self.weight = 0, 0, 0.0
        self.set_flaw = self.weight_flaw = self.text_flaw = ""
        self.by_part: Counter[str] = Counter()
        self.total = Sums()
        for unit in ledger.units(run):
            self._add(unit)
        if concluded is not None and self.next < concluded:
            self.set_flaw = self.set_flaw or f"unit {self.next} is missing"

    def _add(self, unit: Row) -> None:
        number, weight = unit["unit"], unit["weight"]
        self.set_flaw = self.set_flaw or self._flaw_of_number(number)
        self.next = number + 1
        if not 0 <= weight < math.inf:
            self.weight_flaw = self.weight_flaw or f"unit {number} has the weight {plain(weight)}"
        self.number += 1
        self.weight += weight
        session = self.ledger.sessions.get(unit["session"])
        self.by_part[session["part"] if session else ""] += 1
        if self.concluded is not None and number < self.concluded and not self.text_flaw:
            try:
                self.total.add(parsed(unit["tally"]))
            except Malformed as error:
                self.text_flaw = f"unit {number}: {error}"

    def _flaw_of_number(self, number: int) -> str:
        if not 0 <= number < self.size:
            return f"unit {number} is none of a job of {pluralise(self.size, 'unit')}"
        is_missing = self.concluded is not None and number > self.next and self.next < self.concluded
        return f"unit {self.next} is missing" if is_missing else ""

    def flaw_of_weights(self, job_weight: float) -> str:
        """Returns the mistake in the weights."""
        is_below = self.number != self.size and self.weight <= job_weight
        if self.weight_flaw or is_below or _are_near(self.weight, job_weight):
            return self.weight_flaw
        return f"they add up to {plain(self.weight)}, the job's is {plain(job_weight)}"

    def flaw_of_shares(self, shares: Iterable[Row], job_weight: float) -> str:
        """Returns the mistake in the shares of the parts."""
        by_count: dict[int, list[tuple[int, float]]] = {}
        for share in shares:
            name, units = share["part"], share["units"]
            if units == "left":
                continue  # not split: counted as a whole, after the parts
            part = re.fullmatch("([1-9][0-9]{0,17})/([1-9][0-9]{0,17})", name)
            size = count_of(units)
            if part is None or int(part[1]) > int(part[2]) or size is None:
                return f"there is no part {name} of {units} units"
            if size > self.size:
                return f"part {name} has more units than the job"
            if self.by_part[name] > size:
                return f"part {name} has {units} units, and counted {self.by_part[name]}"
            by_count.setdefault(int(part[2]), []).append((size, share["weight"]))
        for parts, known in by_count.items():
            units, weight = sum(size for size, _ in known), sum(each for _, each in known)
            if len(known) == parts:
                is_wrong = units != self.size or not _are_near(weight, job_weight)
            else:
                is_wrong = units > self.size or (weight > job_weight and not _are_near(weight, job_weight))
            if is_wrong:
                return (f"{len(known)} of {parts} parts have {units} units of weight {plain(weight)} together, the job "
                        f"has {self.size} of weight {plain(job_weight)}")
        return ""


def _are_near(one: float, other: float) -> bool:
    """Returns whether two sums of weights are equal but for rounding."""
    return abs(one - other) <= math.ldexp(max(abs(one), abs(other)), -40)


def plain(number: float) -> str:
    """Returns all digits of a number, and no point without any behind it."""
    return repr(number).removesuffix(".0")


def count_of(text: str) -> int | None:
    """Returns the number of a unit, which a ledger stores in 63 bits; None if the text is anything else."""
    return int(text) if re.fullmatch("[0-9]{1,19}", text) and int(text) < 2**63 else None


def check_sums(ledger: Ledger, run: Run, checks: Checks) -> Concluded | None:
    """Checks that each unit of a run exists once, and adds the units up.

    Returns None if the run has not concluded, or if its texts cannot be read.
    """
    job, conclusion = run.size, run.conclusion
    if job is None and conclusion is None and next(ledger.units(run), None) is None:
        checks.not_made(run.name, "it has no unit: nothing to check")
        return None
    size = count_of(job["units"]) if job else None
    concluded = count_of(conclusion["units"]) if conclusion else None
    if job is None or size is None or (conclusion is not None and concluded is None):
        checks.fails(run.name, "how many units it has is not there, or no number")
        return None
    units = _Units(ledger, run, size, concluded)
    all_units = pluralise(size, "unit")
    checks.add(run.name, f"{pluralise(concluded, 'unit')} from 0: none is missing, there twice or out of range"
               if concluded is not None else f"{units.number} of {all_units}: none is there twice or out of range",
               units.set_flaw)
    checks.add(run.name, f"their weights, of {plain(job['weight'])} in all", units.flaw_of_weights(job["weight"]))
    if parts := run.parts:
        checks.add(run.name, f"the shares of {pluralise(len(parts), 'part')}",
                   units.flaw_of_shares(parts, job["weight"]))
    if conclusion is None or concluded is None:
        checks.not_made(run.name, "it has not concluded: no sum to check")
        return None
    try:
        if units.text_flaw:
            raise Malformed(units.text_flaw)
        found = _read_concluded(run, conclusion, concluded, units.total)
        wrong = units.total.difference(Sums().add(parsed(conclusion["total"])))
    except READING_ERRORS as error:
        checks.fails(run.name, f"a text cannot be read: {message_of(error)}")
        return None
    is_sampled = any(found.kind(quantity) in ("estimate", "approximation") for quantity in found.outcomes)
    if concluded != size and not is_sampled:
        checks.fails(run.name, f"it concluded from {concluded} of {all_units}, and has no estimate")
    checks.add(run.name, f"the units add up to the stored sum of {units.total.names()}", wrong)
    found.is_complete = not units.set_flaw and not wrong
    return found


def _read_concluded(run: Run, row: Row, units: int, total: Sums) -> Concluded:
    """Reads the texts of a conclusion. Raises one of READING_ERRORS."""
    identity = json.loads(run["identity"])
    report = parsed(row["report"])
    outcomes, findings = dict(member(report, "outcomes")), dict(member(report, "findings"))
    numbers = {quantity: _known_part(quantity, outcome) for quantity, outcome in outcomes.items()}
    found = {name: _known_part(name, member(finding, "value")) for name, finding in findings.items()}
    return Concluded(run, identity, Problem.from_json(identity["problem"]),
                     {quantity: whole(value) for quantity, value in identity["inputs"].items()},
                     set(map(text_of, identity["quantities"])), units, total, outcomes, findings,
                     {quantity: number for quantity, number in numbers.items() if isinstance(number, int)},
                     {name: value for name, value in found.items() if value is not None})


def _known_part(name: str, value: Any) -> int | Grid | None:
    """Returns an exact number or a table; None for any other kind. Raises Malformed."""
    try:
        kind = kind_of(value)
        if kind == "table":
            return Grid.of(value)
        return whole(member(value, "value")) if kind == "exact" else None
    except Malformed as error:
        raise Malformed(f"{name}: {error}") from None
