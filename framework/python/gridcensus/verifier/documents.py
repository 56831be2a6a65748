"""Checks the results documents of a ledger against its conclusions, and the standings against both."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Union

from gridcensus._numbers import decimal, integer
from gridcensus._problems import Problem
from gridcensus._text import pluralise
from gridcensus.records import STANDINGS
from gridcensus.verifier.ledger import Ledger, Malformed, Row
from gridcensus.verifier.runs import READING_ERRORS, Checks, Concluded, kind_of, message_of
from gridcensus.verifier.theorems import BASES, Bases, relabellings
from gridcensus.verifier.values import Published

Entry = Mapping[str, Any]
Name = tuple[Problem, str, str]
"""A run in a document: problem, strategy and configuration. The ledger may have it under another name."""

_of_estimates = ("value", "standard_error", "low", "high")
_tail = ("effective_samples", "largest_share", "half_gap", "spread_samples")
_near = Fraction(1, 2**40)


# Values.

def _number(value: Any) -> Union[Fraction, str]:
    """Returns a real number of a document or of a ledger; a text if it is not finite."""
    if isinstance(value, str):
        if value.lstrip("-") in ("inf", "nan"):
            return value
        return Fraction(Decimal(value))
    return Fraction(value)


def _are_near(one: Any, other: Any, factor: int = 1, divisor: int = 1) -> bool:
    """Returns whether one * divisor = other * factor but for 2^-40 of it: a document rounds numbers for people."""
    left, right = _number(one), _number(other)
    if isinstance(left, str) or isinstance(right, str):
        return left == right
    return abs(left * divisor - right * factor) <= _near * abs(right * factor)


def is_stored(value: Entry, stored: Any, factor: int = 1, divisor: int = 1) -> bool:
    """Returns whether an outcome or a finding, times `divisor`, is the stored one, times `factor`.

    Integers and tables must be equal. The convergence of an estimate is not compared: it follows from sums of fewer
    units.
    """
    kind = value["kind"]
    if kind_of(stored) != kind:
        return False
    members = set(stored) - {"kind", "convergence"}
    if kind in ("exact", "lower_bound", "upper_bound"):
        return members == {"value"} and integer(value["value"]) * divisor == integer(stored["value"]) * factor
    if kind == "approximation":
        return members == {"value"} and _are_near(value["value"], stored["value"], factor, divisor)
    if kind == "unfinished":
        return members == {"reason"} and bool(value["reason"] == stored["reason"])
    if kind == "table":
        return all(value[name] == stored[name] for name in ("key", "columns", "rows"))
    optional = {name for name in ("tail", "degrees_of_freedom") if name in value}
    if members != {*_of_estimates, "confidence", "samples"} | optional:
        return False
    tails = [(value["tail"][name], stored["tail"][name]) for name in _tail] if "tail" in optional else []
    return (all(_are_near(value[name], stored[name], factor, divisor) for name in _of_estimates)
            and all(_are_near(value[name], stored[name]) for name in optional - {"tail"} | {"confidence"})
            and str(value["samples"]) == stored["samples"] and all(_are_near(*each) for each in tails))


def exact_values(concluded: Concluded, quantity: str, bases: Bases) -> Iterator[int]:
    """Yields the exact values of a run for a quantity, or for one from which it follows by relabelling."""
    if quantity in concluded.exact:
        yield concluded.exact[quantity]
    base = bases.get(quantity)
    if base in concluded.exact:
        yield concluded.exact[base] // relabellings(concluded.problem)
    for name, value in concluded.exact.items():
        if bases.get(name) == quantity:
            yield value * relabellings(concluded.problem)


# Documents.

@dataclass
class Report:
    """A document of the ledger, with its runs."""

    row: Row
    document: Entry
    runs: dict[Name, list[Concluded]]
    """The concluded runs of the ledger that each run of the document can be.

    There are several if they differ only in their inputs or their stream of random numbers.
    """
    names: dict[int, Name] = field(default_factory=dict)
    """The name of each of them, by its id()."""
    verdicts_on: dict[Name, list[Entry]] = field(default_factory=dict)
    """By either side."""


def _name_of(entry: Entry) -> Name:
    return Problem.from_json(entry["problem"]), entry["strategy"], entry["configuration"]


def _name_of_side(side: Entry) -> Name:
    return Problem.from_json(side["problem"]), side.get("strategy", ""), side["name"]


def _text(name: Name) -> str:
    return f"{name[2]} on {name[0].name}"


def _can_be(entry: Entry, concluded: Concluded) -> bool:
    """Returns whether an entry of `runs` can be a run of the ledger: strategy, plugin, parameters, seed and inputs."""
    identity = concluded.identity
    if (entry["version"], entry["plugin_sha256"]) != (identity["version"], identity["plugin"]):
        return False
    if "seed" in identity and str(entry.get("seed")) != identity["seed"]:
        return False
    return (identity["parameters"].items() <= entry["parameters"].items()
            and all(quantity in concluded.inputs and (not _is_integer(source)
                                                      or integer(source) == concluded.inputs[quantity])
                    for quantity, source in entry["inputs"].items()))


def _is_integer(text: str) -> bool:
    return re.fullmatch("[0-9]+", text) is not None


def read_report(row: Row, by_problem: Mapping[tuple[Problem, str], Sequence[Concluded]]) -> Report:
    """Reads a document of a ledger with these concluded runs by problem and strategy. Raises one of READING_ERRORS."""
    document = json.loads(row["document"])
    experiment = document["experiment"]
    seeds = ", ".join(map(str, experiment.get("seeds", [experiment["seed"]])))
    if (experiment["sha256"], seeds) != (row["experiment_sha256"], row["seed"]):
        raise Malformed("it is of another experiment or seed than it is kept for")
    report = Report(row, document, {})
    for entry in document["runs"]:
        name = _name_of(entry)
        found = [each for each in by_problem.get(name[:2], ()) if _can_be(entry, each)]
        # Random numbers depend on the name.
        found = [each for each in found if each.run["configuration"] == name[2]] or found
        report.runs.setdefault(name, found)
        for concluded in found:
            report.names.setdefault(id(concluded), name)
    for verdict in document["verdicts"]:
        for side in (verdict["left"], verdict["right"]):
            if side["kind"] == "run":
                report.verdicts_on.setdefault(_name_of_side(side), []).append(verdict)
    return report


def _states_outcome(concluded: Concluded, entry: Entry, bases: Bases) -> bool:
    quantity, base = entry["quantity"], entry.get("follows_from")
    if quantity in concluded.outcomes:
        return is_stored(entry, concluded.outcomes[quantity])
    if base not in concluded.outcomes:
        return False
    labels = relabellings(concluded.problem)
    is_classes = bases.get(base) == quantity
    return is_stored(entry, concluded.outcomes[base], *((labels, 1) if is_classes else (1, labels)))


def _flaw_of_values(report: Report, bases: Bases) -> str:
    """Checks the outcomes and findings of a document against the runs that they can be of: one must have them."""
    # The ledger has no conclusion of a run that ended without a value for each of its quantities.
    unfinished = {_name_of(entry) for entry in report.document["outcomes"]
                  if entry["kind"] == "unfinished" and "follows_from" not in entry}
    for entry in report.document["outcomes"]:
        name = _name_of(entry)
        if entry["kind"] != "unfinished" and name not in unfinished and not any(
                _states_outcome(each, entry, bases) for each in report.runs.get(name, ())):
            return f"{entry['quantity']} of {_text(name)}: no conclusion says {entry['value']}"
    for entry in report.document["findings"]:
        name = _name_of(entry)
        if entry["kind"] != "deviation" and name not in unfinished and not any(
                entry["name"] in each.findings and is_stored(entry, each.findings[entry["name"]]["value"])
                for each in report.runs.get(name, ())):
            return f"finding {entry['name']} of {_text(name)}: no conclusion says what the document says"
    return ""


def _compared_quantity(verdict: Entry, bases: Bases) -> str | None:
    """Returns the quantity of both sides, or the one from which they follow; None for findings."""
    left: str | None = verdict["left"].get("quantity")
    right = verdict["right"].get("quantity")
    return left if left is None or right in (None, left) else bases.get(left) or left


def _flaw_of_verdict(verdict: Entry, report: Report, bases: Bases) -> str:
    sides = verdict["left"], verdict["right"]
    left, right = (side["value"] for side in sides)
    word, quantity = verdict["verdict"], _compared_quantity(verdict, bases)
    # Tables that lack rows may be equal in the rows of both.
    if word == "equal" and left != right and _is_integer(left):
        return "the sides are not equal"
    if word == "disagree" and left == right and _is_integer(left):
        return "the sides are equal"
    if word == "consistent" and _is_integer(left) and _is_integer(right) and quantity and left != right:
        # A whole number is consistent with another one only if the other is a bound, which is preceded by its sign.
        return "two whole numbers are equal or disagree"
    for side in sides if quantity else ():
        assert quantity is not None
        if side["kind"] != "run" or not _is_integer(side["value"]):
            continue
        name = _name_of_side(side)
        stated = [value for each in report.runs.get(name, ()) for value in exact_values(each, quantity, bases)]
        if stated and integer(side["value"]) not in stated:
            return f"{_text(name)} does not say {side['value']}"
    return ""


def _flaw_of_verdicts(report: Report, bases: Bases) -> str:
    for verdict in report.document["verdicts"]:
        if wrong := _flaw_of_verdict(verdict, report, bases):
            left, right = verdict["left"], verdict["right"]
            return (f"{verdict['subject']}: {_text(_name_of_side(left))} = {left['value']}, "
                    f"{_text(_name_of_side(right))} = {right['value']}: {verdict['verdict']}: {wrong}")
    return ""


def _flaw_of_totals(report: Report, bases: Bases) -> str:
    """Returns how the totals of lists of layouts differ from the sums of the values of their problems."""
    for total in report.document["totals"]:
        if total["kind"] != "exact":
            continue
        added = 0
        of = f"total {total['quantity']} of {total['list']}"
        for asked in report.document["experiment"]["problems"]:
            weight = asked.get("layouts", {}).get(total["list"])
            if weight is None:
                continue
            name = Problem.from_json(asked), total["strategy"], total["configuration"]
            values = [value for each in report.runs.get(name, ())[:1]
                      for value in exact_values(each, total["quantity"], bases)]
            if not values:
                return f"{of}: {_text(name)} has no value"
            added += values[0] * weight
        if added != integer(total["value"]):
            return (f"{of} by {total['configuration']} is {total['value']}, and the values of its problems add up to "
                    f"{decimal(added)}")
    return ""


# Standings.

class _Standings:
    """The standings in the last documents, and the verdicts and values on which they rest."""

    def __init__(self, all_runs: Sequence[Concluded], reports: Sequence[Report], published: Published,
                 bases: Bases) -> None:
        self.published, self.bases = published, bases
        self.last: dict[int, Report] = {}
        for report in sorted(reports, key=lambda each: str(each.row["recorded"])):
            self.last |= dict.fromkeys(report.names, report)
        self.strategies: dict[tuple[str, int], set[str]] = {}
        """The strategies of the runs with an exact value, by quantity and value."""
        for concluded in all_runs:
            quantities = {*concluded.exact, *(base for name, base in bases.items() if name in concluded.exact),
                          *(name for name, base in bases.items() if base in concluded.exact)}
            for quantity in quantities:
                for value in exact_values(concluded, quantity, bases):
                    self.strategies.setdefault((quantity, value), set()).add(concluded.run["strategy"])

    def stated(self, all_runs: Sequence[Concluded]) -> Iterator[tuple[Concluded, Entry]]:
        """Yields the outcomes of each run in the last document that has it."""
        by_name: dict[int, dict[Name, list[Entry]]] = {}
        for report in {id(report): report for report in self.last.values()}.values():
            of_report = by_name.setdefault(id(report), {})
            for entry in report.document["outcomes"]:
                of_report.setdefault(_name_of(entry), []).append(entry)
        for concluded in all_runs:
            if (last := self.last.get(id(concluded))) is not None:
                entries = by_name[id(last)].get(last.names[id(concluded)], ())
                yield from ((concluded, entry) for entry in entries if entry["kind"] != "unfinished")

    def _has(self, concluded: Concluded, is_wanted: Callable[[Entry], bool]) -> bool:
        """Returns whether a verdict on a run, in the last document that has it, is wanted."""
        report = self.last.get(id(concluded))
        return report is not None and any(map(is_wanted, report.verdicts_on.get(report.names[id(concluded)], ())))

    def flaw(self, concluded: Concluded, entry: Entry) -> str:
        """Returns why an outcome cannot have a standing, or so many witnesses."""
        quantity, standing = entry["quantity"], entry["standing"]
        if standing not in (*STANDINGS, "disputed"):
            return "there is no such standing"
        is_disputed = self._has(concluded, lambda verdict: _contradicts(verdict)
                                and _compared_quantity(verdict, self.bases) == quantity)
        if is_disputed and standing != "disputed":
            return "a verdict disputes it"
        if standing == "disputed":
            if not self._has(concluded, _contradicts):
                return "no verdict disputes it"
        elif wrong := self._flaw_by_kind(concluded, quantity, standing):
            return wrong
        if standing == "published" and (wrong := self._flaw_of_published(concluded, quantity)):
            return wrong
        if standing in ("cross_checked", "replicated") and not self._has(
                concluded, lambda verdict: verdict["verdict"] in ("equal", "consistent")):
            return "no verdict holds it against another value"
        return self._flaw_of_witnesses(concluded, quantity, entry["witnesses"])

    def _flaw_by_kind(self, concluded: Concluded, quantity: str, standing: str) -> str:
        kind = concluded.kind(quantity) or concluded.kind(self.bases.get(quantity, ""))
        if not kind:
            return "the run has no such outcome"
        expected = {"estimated": "estimate", "approximated": "approximation"}.get(standing, kind)
        if kind != expected or (standing == "computed" and kind == "estimate"):
            return f"the outcome is of kind {kind}"
        if standing == "recounted" and not concluded.run.tables["recounts"]:
            return "no unit was counted again"
        return ""

    def _flaw_of_published(self, concluded: Concluded, quantity: str) -> str:
        own = next(exact_values(concluded, quantity, self.bases), None)
        known = self.published.value(quantity, concluded.problem)
        if own is not None and known is not None and own != known:
            return "what is published differs"
        # The verdict may belong to another run with the same value.
        report = self.last.get(id(concluded))
        is_found = report is not None and any(
            verdict["verdict"] == "equal" and "published" in (verdict["left"]["kind"], verdict["right"]["kind"])
            and _compared_quantity(verdict, self.bases) in (quantity, self.bases.get(quantity, quantity))
            for verdict in report.document["verdicts"])
        return "" if is_found else "no verdict compares it with a published value"

    def _flaw_of_witnesses(self, concluded: Concluded, quantity: str, witnesses: Any) -> str:
        """Returns why a value cannot have so many witnesses: each is a different strategy."""
        if not isinstance(witnesses, int):
            return "its number of witnesses is not a whole number"
        if witnesses < 2:
            return ""
        own = next(exact_values(concluded, quantity, self.bases), None)
        if own is None:
            return "a value that is not exact has one witness"
        strategies = self.strategies[quantity, own]
        return "" if witnesses <= len(strategies) else (
            f"{witnesses} witnesses, and only {pluralise(len(strategies), 'strategy', 'strategies')} have its value")


def _contradicts(verdict: Entry) -> bool:
    return verdict["verdict"] in ("disagree", "broken")


def declared_bases(ledger: Ledger) -> Bases:
    """Returns the quantities from which others follow, with those that readable documents declare."""
    bases = dict(BASES)
    for row in ledger.documents:
        try:
            bases |= {each["name"]: each["relabelling_classes_of"] for each in json.loads(row["document"])["quantities"]
                      if "relabelling_classes_of" in each}
        except READING_ERRORS:
            continue  # `check_documents` names what is wrong
    return bases


def check_documents(ledger: Ledger, all_runs: Sequence[Concluded], published: Published, bases: Bases,
                    checks: Checks) -> None:
    """Checks reported outcomes and verdicts against the values that were counted, and the standings against both."""
    by_problem: dict[tuple[Problem, str], list[Concluded]] = {}
    for concluded in all_runs:
        by_problem.setdefault((concluded.problem, concluded.run["strategy"]), []).append(concluded)
    reports = []
    for row in ledger.documents:
        subject = f"document of {row['experiment']}"
        try:
            report = read_report(row, by_problem)
            outcomes, findings, verdicts = (len(report.document[name]) for name in ("outcomes", "findings", "verdicts"))
            checks.add(subject, f"{outcomes} outcomes and {findings} findings against the conclusions",
                       _flaw_of_values(report, bases))
            checks.add(subject, f"{pluralise(verdicts, 'verdict')} against the values that they name",
                       _flaw_of_verdicts(report, bases))
            if totals := report.document.get("totals"):
                checks.add(subject, f"{pluralise(len(totals), 'total')} of lists of layouts against the values",
                           _flaw_of_totals(report, bases))
            reports.append(report)
        except READING_ERRORS as error:
            checks.fails(subject, f"it cannot be read: {message_of(error)}")
    wrong, number = "", 0
    try:
        judge = _Standings(all_runs, reports, published, bases)
        for concluded, entry in judge.stated(all_runs):
            number += 1
            if flaw := judge.flaw(concluded, entry):
                wrong = f"{entry['quantity']} of {concluded.name} is {entry['standing']}: {flaw}"
                break
    except READING_ERRORS as error:
        wrong = message_of(error)
    if number or wrong:
        checks.add("ledger", f"{pluralise(number, 'standing')} against verdicts, outcomes and published values", wrong)
