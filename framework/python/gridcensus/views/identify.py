"""Looks up a number: what it is the value of, who published it, who found it here, and numbers near it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from typing import Any

from gridcensus._numbers import decimal, integer
from gridcensus._problems import UNDER_MAPS
from gridcensus._program import BadInput, data_file
from gridcensus._text import grouped, printable, real_text, wrapped
from gridcensus.records import Outcome, Problem
from gridcensus.results import Results
from gridcensus.views._command import JSON, Arguments, Command, all_words, answer, documents, refuse_inputs, width
from gridcensus.views._known import Found, Inexact, Known, Published, read_known
from gridcensus.views._sequences import SEQUENCES

MAX_MATCHES = 6
MAX_MENTIONS = 5
MAX_NEAR = 6
NEAREST = Decimal("0.01")


@dataclass(frozen=True)
class Number:
    """The requested number: all from `low` to `high`, which is a single one for an integer."""

    text: str
    exact: int | None
    low: Decimal
    high: Decimal

    @property
    def middle(self) -> Decimal:
        """The number in the middle."""
        return (self.low + self.high) / 2

    def is_value(self, value: int) -> bool:
        """Returns whether an exact value is this number, or rounds to it."""
        return value == self.exact if self.exact is not None else self.low <= value <= self.high

    def difference(self, value: Decimal) -> Decimal:
        """Returns the relative difference of a value from this number."""
        return value / self.middle - 1


def number_of(text: str) -> Number:
    """Returns the number of 288, 28,200,960 or 5.9584e98. Raises BadInput."""
    digits = re.sub("[,_]", "", text) if re.fullmatch("[1-9][0-9]{0,2}((,[0-9]{3})+|(_[0-9]{3})+)", text) else text
    if re.fullmatch("0|[1-9][0-9]*", digits):
        value = integer(digits)
        return Number(text, value, Decimal(value), Decimal(value))
    rounded = re.fullmatch(r"[0-9](?:\.([0-9]+))?[eE]\+?([0-9]{1,4})", text)
    if not rounded:
        raise BadInput(f"command line: NUMBER {printable(text)}: expected an integer, such as 288, or a rounded "
                       "number, such as 5.9584e98")
    half = Decimal(5).scaleb(int(rounded[2]) - len(rounded[1] or "") - 1)
    return Number(text, None, Decimal(text) - half, Decimal(text) + half)


@dataclass
class Fact:
    """A value of one quantity of one problem, with its sources."""

    quantity: str
    problem: Problem
    value: int
    follows: str = ""
    """"grids / relabellings" if it follows from a published value."""
    sources: list[str] = field(default_factory=list)
    contested_by: str = ""
    found: list[Found] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)

    @property
    def best_found(self) -> Found | None:
        """What most independent strategies found, and of these what names most of them."""
        return max(self.found, key=lambda each: (each.ways, len(each.strategies))) if self.found else None

    @property
    def terms(self) -> list[str]:
        """The terms of sequences that have this value: "A107739(3)"."""
        places = [(sequence.name, sequence.index_of(self.problem)) for sequence in SEQUENCES
                  if sequence.quantity == self.quantity]
        return [f"{name}({index})" for name, index in places if index is not None]


class Facts:
    """All values of data files and documents, each once."""

    def __init__(self, known: Known, documents: Iterable[tuple[str, Results]]) -> None:
        self._facts: dict[object, Fact] = {}
        self.inexact = list(known.inexact)
        for published in known.values:
            assert published.value is not None
            fact = self._fact(published.name, published.problem, published.value)
            fact.sources.append(published.source)
            fact.contested_by = published.contested_by or fact.contested_by
        for found in known.found:
            self._fact(found.quantity, found.problem, found.value).found.append(found)
        for file, results in documents:
            kept = results.under_maps
            for outcome in results.outcomes:
                self._add(file, outcome, kept)
        self._add_relabelling_classes()

    @property
    def all(self) -> list[Fact]:
        """All facts."""
        return list(self._facts.values())

    def _fact(self, quantity: str, problem: Problem, value: int, kept: Mapping[str, str] = UNDER_MAPS) -> Fact:
        key = quantity, problem.class_under(kept.get(quantity, "nothing")), value
        return self._facts.setdefault(key, Fact(quantity, problem, value))

    def _add(self, file: str, outcome: Outcome, kept: Mapping[str, str]) -> None:
        by = f"{file}: {outcome.configuration}"
        if outcome.kind == "exact" and isinstance(outcome.value, int):
            ways = f", {outcome.witnesses} ways" if outcome.witnesses > 1 else ""
            self._fact(outcome.quantity, outcome.problem, outcome.value, kept).documents.append(
                f"{by} ({outcome.standing}{ways})")
        elif outcome.estimate:
            estimate = outcome.estimate
            self.inexact.append(Inexact(
                outcome.quantity, outcome.problem, Decimal(estimate.value), real_text(estimate.value, 6),
                f"estimate, +- {real_text(estimate.standard_error, 2)} (1 s.e.), in {by}"))

    def _add_relabelling_classes(self) -> None:
        """Adds the values that follow from numbers of grids."""
        for grids in [each for each in self.all if each.quantity == "grids" and each.value]:
            number = grids.problem.relabellings
            if number is None or grids.value % number:
                continue
            classes = self._fact("relabelling_classes", grids.problem, grids.value // number)
            classes.follows = "grids / relabellings"
            classes.sources += [f"grids: {source}" for source in grids.sources]
            classes.found += grids.found


class Writer:
    """Collects the text and the JSON of an answer."""

    def __init__(self, number: Number, columns: int) -> None:
        self._columns = columns
        self.lines: list[str] = []
        self.document: dict[str, Any] = {"number": number.text, "matches": [], "mentions": [], "near": []}

    def add(self, text: str, indent: int) -> None:
        """Adds lines of text."""
        self.lines += wrapped(printable(text), self._columns, indent, breaks_words=True)

    def add_match(self, fact: Fact) -> None:
        """Adds a fact that has the number."""
        best = fact.best_found
        follows = f"   [{fact.follows}]" if fact.follows else ""
        self.add(f"{fact.quantity} of {_name_of(fact.problem)} = {grouped(decimal(fact.value))}{follows}", 4)
        sources = [f"published: {source}" for source in fact.sources]
        lines = sources or ["not in the published values that this program has"]
        if fact.contested_by:
            lines.append(f"believed to be wrong: {fact.contested_by}")
        if fact.terms:
            lines.append(f"sequence: {', '.join(fact.terms)}")
        if best:
            ways = "1 way" if best.ways == 1 else f"{best.ways} independent ways"
            lines.append(f"found here: {ways} ({', '.join(best.strategies)}): {best.experiment}")
        lines += [f"found in {each}" for each in fact.documents]
        if not best and not fact.documents:
            lines.append("not found here yet")
        for line in lines:
            self.add(f"  {line}", 6)
        self.document["matches"].append(_subject(fact.quantity, fact.problem) | {
            "value": decimal(fact.value), "published": fact.sources, "contested_by": fact.contested_by or None,
            "sequences": fact.terms, "ways": best.ways if best else 0,
            "strategies": list(best.strategies) if best else [], "experiment": best.experiment if best else None,
            "documents": fact.documents})

    def add_mention(self, mention: str) -> None:
        """Adds a place in a published table."""
        self.add(mention, 4)
        self.document["mentions"].append(mention)

    def add_near(self, subject: dict[str, str], problem: Problem, value: str, how: str, origin: str) -> None:
        """Adds a number that is near."""
        if not self.document["near"]:
            self.lines += ["", "Near it:"]
        of = f"{subject['quantity']} of {_name_of(problem)}"
        self.add(f"  {value}  {how}  {of}{'; ' + origin if origin else ''}", 6)
        self.document["near"].append(subject | {"value": value, "difference": how, "origin": origin})


def _subject(quantity: str, problem: Problem) -> dict[str, str]:
    return {"quantity": quantity, "shape": problem.shape, "rules": problem.rules}


def _name_of(problem: Problem) -> str:
    name = problem.name if len(problem.name) <= 60 else f"{problem.name[:57]}..."
    return f"{name} (the {problem.side}x{problem.side} grid)"


def _mentions(number: Number, findings: list[Published]) -> Iterable[str]:
    """Returns the places of a number in published findings: "size in row ... of the table ..."."""
    for each in findings:
        name = f"{each.name} of {_name_of(each.problem)}"
        for row, values in sorted(each.rows.items()):
            if number.exact in values:
                yield f"{each.columns[values.index(number.exact)]} in row {row} of the table {name}; {each.source}"
        if each.value is not None and each.value == number.exact:
            yield f"the finding {name}; {each.source}"


def _difference(value: Decimal, number: Number) -> str:
    difference = number.difference(value)
    return "0 %" if abs(difference) < Decimal("1e-12") else f"{float(100 * difference):+.2g} %"


def _first_difference(value: int, number: Number) -> str:
    """Returns ", differs first in digit 12 of 22"; nothing if the numbers have different lengths."""
    one, other = decimal(value), decimal(number.exact) if number.exact is not None else ""
    if len(one) != len(other):
        return ""
    place = next(place for place, (a, b) in enumerate(zip(one, other), 1) if a != b)
    return f", differs first in digit {place} of {len(one)}"


def identify(number: Number, known: Known, documents: Iterable[tuple[str, Results]], columns: int) -> Writer:
    """Returns everything that is known of a number, as text of so many columns and as JSON."""
    facts = Facts(known, documents)
    writer = Writer(number, columns)
    matches = [fact for fact in facts.all if number.is_value(fact.value)]
    # Small numbers are values of many problems, so published values for the usual rules come first.
    matches.sort(key=lambda fact: (not fact.sources, fact.problem.rules != "classic", not fact.documents))
    for fact in matches[:MAX_MATCHES]:
        writer.add_match(fact)
    if len(matches) > MAX_MATCHES:
        writer.add(f"and {len(matches) - MAX_MATCHES} more problems or quantities", 2)
    mentions = list(_mentions(number, known.findings)) if number.exact is not None else []
    for mention in mentions[:MAX_MENTIONS]:
        writer.add_mention(mention)
    if len(mentions) > MAX_MENTIONS:
        writer.add(f"and {len(mentions) - MAX_MENTIONS} more tables", 2)
    if not matches and not mentions:
        shown = number.text if number.exact is None else grouped(decimal(number.exact))
        writer.add(f"{shown} is not a value that this program knows as published or found.", 2)
    _add_near(writer, number, facts)
    return writer


def _add_near(writer: Writer, number: Number, facts: Facts) -> None:
    if number.middle <= 0:
        return
    others: list[Fact | Inexact] = [fact for fact in facts.all if not number.is_value(fact.value)]
    distances = [(abs(number.difference(Decimal(each.value))), each) for each in [*others, *facts.inexact]]
    near = sorted((each for each in distances if each[0] < NEAREST), key=lambda each: each[0])
    for _, each in near[:MAX_NEAR]:
        subject, how = _subject(each.quantity, each.problem), _difference(Decimal(each.value), number)
        if isinstance(each, Fact):
            origin = f"published: {each.sources[0]}" if each.sources else ""
            how += _first_difference(each.value, number)
            writer.add_near(subject, each.problem, grouped(decimal(each.value)), how, origin)
        else:
            writer.add_near(subject, each.problem, each.text, how, each.origin)


def run(arguments: Arguments) -> int:
    """Looks up the number, and returns the exit code."""
    text, *files = all_words(arguments, "NUMBER")
    refuse_inputs("--json", arguments.json, files)
    # Traps nothing, so that no number of a document ends in an exception.
    with localcontext(Context(prec=40, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])):
        number = number_of(text)
        found = [(file, results) for file in files for results in documents([file])]
        writer = identify(number, read_known(data_file("")), found, width())
    answer(arguments, "\n".join(writer.lines) + "\n", writer.document)
    return 0


COMMAND = Command(
    name="identify",
    brief="look up a number",
    summary="Look up a number: the quantity and shape that it is the value of, its publications, the number of "
            "independent strategies that found it, and published numbers near it.",
    usage="NUMBER [FILE...] [options]",
    examples=("gridcensus identify 6670903752021072936960", "gridcensus identify 5.9584e98",
              "gridcensus identify 28,200,960 cross_validation.ledger"),
    options=(JSON,),
    run=run)
