"""Facts that pages show of results and that no single entry has: marks, scores, values by question, estimates of one
number, and sweeps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridcensus._numbers import Number
from gridcensus.records import STANDINGS, Comparison, Finding, Key, Outcome, Problem, Side
from gridcensus.sweep import Score, is_constant_multiple, scores

if TYPE_CHECKING:
    from gridcensus.results import Results

_STRENGTHS = {standing: place for place, standing in enumerate(STANDINGS)}
_RANKS = {"exact": 4, "estimate": 3, "lower_bound": 2, "upper_bound": 2, "approximation": 1}
_KNOWN = ("", "contested", "expected", "agrees", "published", "differs")
_BASES = {"relabelling_classes": "grids"}

@dataclass(frozen=True)
class View:
    """A comparison, from one of its sides."""

    comparison: Comparison
    own: Side
    other: Side

    @property
    def z(self) -> float | None:
        """The distance of the own side from the other one, in standard errors."""
        z = self.comparison.z
        return z if z is None or self.own is self.comparison.left else -z


@dataclass(frozen=True)
class Mark:
    """The standing of an outcome as a sign and words, so that the colour alone carries no information."""

    sign: str
    words: str
    shade: str
    """good, near, open or bad."""


@dataclass
class Value:
    """A quantity of a problem, or of problems with the same number. Exact values that differ are several of these."""

    best: Outcome
    outcomes: list[Outcome]
    """Those that say as much as the best one: exact before estimates, bounds and approximations."""
    problems: list[Problem]
    known: str = ""
    """Its relation to a value that is published or expected."""
    witnesses: int = 0
    largest_z: float | None = None
    is_disputed: bool = False
    follows_from: str | None = None
    """Another quantity of the same run, of which it is a constant multiple."""

    @property
    def strategies(self) -> list[str]:
        """The strategies that found it."""
        return sorted({each.strategy for each in self.outcomes})

    @property
    def configurations(self) -> set[str]:
        """The configurations that found it."""
        return {each.configuration for each in self.outcomes}


@dataclass
class EstimateGroup:
    """Estimates of one number."""

    estimates: list[Outcome]
    truth: Score | None
    approximations: list[Outcome] = field(default_factory=list)

    @property
    def most_precise(self) -> Outcome:
        """The estimate with the smallest relative error."""
        return min(self.estimates, key=lambda each: each.estimate.relative_error if each.estimate else math.inf)

    @property
    def reference(self) -> Number:
        """The exact value, or the most precise estimate."""
        value = self.truth.exact if self.truth else self.most_precise.value
        assert value is not None
        return value

    def name_of(self, outcome: Outcome) -> str:
        """Returns the name of an estimate in this group."""
        is_one = len({each.problem for each in self.estimates}) == 1
        return outcome.configuration if is_one else f"{outcome.configuration} {outcome.problem.name}"


class Analysis:
    """The facts of one document."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self._views: dict[tuple[str, str, Problem], list[View]] = {}
        for each in results.comparisons:
            for own, other in ((each.left, each.right), (each.right, each.left)):
                if own.kind == "run":
                    # "finding X of 3x2" may be of a run on 2x3, under its name transposed_X.
                    subject = own.quantity or " ".join(each.subject.split(" ")[1:4:2])
                    self._views.setdefault((subject, own.name, own.problem), []).append(View(each, own, other))
        self.of_run: dict[tuple[Problem, str], list[Outcome]] = {}
        self.places: dict[Key, int] = {}
        for place, outcome in enumerate(results.outcomes):
            self.of_run.setdefault((outcome.problem, outcome.configuration), []).append(outcome)
            self.places.setdefault(outcome.key, place)
        self._bases = _BASES | {each.quantity: each.follows_from for each in results.outcomes if each.follows_from}
        self._same_number: dict[tuple[str, Problem], Problem] = {}
        self._join_problems()
        self._counted_as_others = [each for each in results.refusals if each.counted_as]
        self.scores = {key: score for key, score in scores(results.comparisons).items()
                       if key in self.places and results.outcomes[self.places[key]].estimate}
        self.values = self._values()
        self.groups = self._groups()

    def views(self, outcome: Outcome) -> list[View]:
        """Returns the comparisons of an outcome."""
        return self._views.get((outcome.quantity, outcome.configuration, outcome.problem), [])

    def views_of_finding(self, finding: Finding, configuration: str) -> list[View]:
        """Returns the comparisons of a finding of a configuration, without those with theorems."""
        shape, transposed = finding.problem.shape, finding.problem.transposed.shape
        is_transposed = finding.name.startswith("transposed_")
        shapes = {shape, transposed} if finding.same_when_transposed else {transposed if is_transposed else shape}
        name = finding.name.removeprefix("transposed_")
        return [view for one in sorted(shapes) for view in self._views.get((f"{name} {one}", configuration,
                                                                            finding.problem), [])
                if view.comparison.verdict != "holds"]

    def source(self, outcome: Outcome) -> Outcome:
        """Returns the outcome of the same run of which this one is a constant multiple, or the outcome itself."""
        same_run = self.of_run[outcome.problem, outcome.configuration]
        base = outcome.follows_from or _BASES.get(outcome.quantity)
        for other in same_run:
            if other.quantity == base and other.kind == outcome.kind:
                return other
        for other in same_run:
            if other is outcome:
                break
            if other.estimate and outcome.estimate and is_constant_multiple(other.estimate, outcome.estimate):
                return other
        return outcome

    @property
    def own_scores(self) -> list[tuple[Outcome, Score]]:
        """The scores without those of multiples of another outcome with a score, so that each error is there once."""
        scored = [each for each in self.results.outcomes if each.key in self.scores]
        return [(each, self.scores[each.key]) for each in scored
                if (source := self.source(each)) is each or source.key not in self.scores]

    def mark(self, outcome: Outcome) -> Mark:
        """Returns the mark of an outcome. One that follows from another has the mark of that one if it is better."""
        source = self.source(outcome)
        if self._is_disputed(outcome) or self._is_disputed(source):
            return Mark("✗", "disputed", "bad")
        if outcome.kind == "unfinished":
            return Mark("…", "unfinished", "open")
        if outcome.kind == "approximation":
            return Mark("~", "approximated", "open")
        if outcome.kind == "estimate":
            score = self.scores.get(outcome.key) or self.scores.get(source.key)
            if score:
                return Mark("≈", "0.0 s.e." if abs(score.z) < 0.05 else f"{score.z:+.1f} s.e.", "near")
            has_company = self._is_confirmed(outcome) or self._is_confirmed(source)
            return Mark("≈", "consistent", "near") if has_company else Mark("≈", "alone", "open")
        best = max(outcome, source, key=lambda each: _STRENGTHS.get(each.standing, 0))
        words = best.standing.replace("_", " ") + (f", {best.witnesses} ways" if best.witnesses > 1 else "")
        is_alone = best.standing in ("computed", "recounted")
        return Mark("○", words, "open") if is_alone else Mark("✓", words, "good")

    def _is_disputed(self, outcome: Outcome) -> bool:
        return outcome.standing == "disputed" or any(view.comparison.contradicts for view in self.views(outcome))

    def _is_confirmed(self, outcome: Outcome) -> bool:
        return any(view.comparison.agrees and view.other.kind != "invariant" for view in self.views(outcome))

    def representative(self, outcome: Outcome) -> Problem:
        """Returns the first of the problems whose values are compared with each other, such as 2x3 and 3x2."""
        return self._first(self._base_of(outcome.quantity), outcome.problem)

    def _base_of(self, quantity: str) -> str:
        """Returns the quantity of which this one is a multiple in some run, or the quantity itself."""
        return self._bases.get(quantity, quantity)

    def _first(self, quantity: str, problem: Problem) -> Problem:
        while (first := self._same_number.get((quantity, problem), problem)) != problem:
            problem = first
        return problem

    def _join_problems(self) -> None:
        for each in self.results.comparisons:
            quantity = each.left.quantity or ""
            if each.left.kind == each.right.kind == "run" and quantity and quantity == each.right.quantity:
                quantity = self._base_of(quantity)
                one, other = (self._first(quantity, side.problem) for side in (each.left, each.right))
                self._same_number[quantity, other] = one

    def _values(self) -> list[Value]:
        groups: dict[tuple[object, ...], list[Outcome]] = {}
        for each in self.results.outcomes:
            question = tuple(sorted(self.results.run_of(each).question.items()))
            groups.setdefault((each.quantity, question, self.representative(each)), []).append(each)
        quantities = list(dict.fromkeys(each.quantity for each in self.results.outcomes))
        asked = {problem: place for place, problem in enumerate(self.results.problems)}
        values = []
        for group in groups.values():
            numbers = list(dict.fromkeys(each.value for each in group if each.kind == "exact"))
            for place, number in enumerate(numbers or [None]):
                # What is not exact joins the first value, and is compared with all of them.
                same = [each for each in group if (each.value == number if each.kind == "exact" else place == 0)]
                values.append(self._value(same))
        last = len(asked)
        values.sort(key=lambda value: (quantities.index(value.best.quantity),
                                       min(asked.get(problem, last) for problem in value.problems)))
        self._inherit(values)
        for value in values:
            value.problems.sort(key=lambda problem: asked.get(problem, last))
        return values

    def _value(self, outcomes: Sequence[Outcome]) -> Value:
        best = min(outcomes, key=_uncertainty)
        equal = [each for each in outcomes if _RANKS.get(each.kind, 0) == _RANKS.get(best.kind, 0)]
        views = [view for each in outcomes for view in self.views(each)]
        known = max((_known_by(view) for each in equal for view in self.views(each)), key=_KNOWN.index, default="")
        problems = list(dict.fromkeys(each.problem for each in outcomes))
        problems += [each.problem for each in self._counted_as_others
                     if best.quantity in each.quantities and each.problem not in problems
                     and each.counted_as in {problem.name for problem in problems}]
        return Value(best, equal, problems, known,
                     max(each.witnesses for each in equal) if best.kind == "exact" else 0,
                     max((abs(view.z) for view in views if view.z is not None), default=None),
                     any(view.comparison.contradicts for view in views),
                     next((source.quantity for each in equal if (source := self.source(each)) is not each), None))

    def _inherit(self, values: Sequence[Value]) -> None:
        """Copies the evidence for a value to the values that follow from it."""
        bases: dict[tuple[str, frozenset[Problem]], list[Value]] = {}
        for value in values:
            bases.setdefault((value.best.quantity, frozenset(value.problems)), []).append(value)
        for value in values:
            for base in bases.get((value.follows_from or "", frozenset(value.problems)), []):
                if value.configurations & base.configurations and base.best.kind == value.best.kind:
                    value.known = max(value.known, base.known, key=_KNOWN.index)
                    value.witnesses = max(value.witnesses, base.witnesses)
                    if base.largest_z is not None:
                        value.largest_z = max(value.largest_z or 0, base.largest_z)

    def _groups(self) -> list[EstimateGroup]:
        """Returns the estimates by the number that they estimate. Multiples of other estimates are excluded."""
        groups: dict[tuple[str, Problem], list[EstimateGroup]] = {}
        for each in self.results.outcomes:
            if not each.estimate or each.estimate.value <= 0 or self.source(each) is not each:
                continue
            truth = self.scores.get(each.key)
            alike = groups.setdefault((each.quantity, self.representative(each)), [])
            fitting = [group for group in alike if self._fits(each, truth, group)]
            if fitting:
                fitting[0].estimates.append(each)
            else:
                alike.append(EstimateGroup([each], truth))
        for each in self.results.outcomes:
            if each.kind == "approximation" and not each.follows_from:
                for group in groups.get((each.quantity, self.representative(each)), []):
                    group.approximations.append(each)
        return [group for alike in groups.values() for group in alike]

    def _fits(self, outcome: Outcome, truth: Score | None, group: EstimateGroup) -> bool:
        if truth or group.truth:
            return bool(truth and group.truth) and truth.exact == group.truth.exact  # type: ignore[union-attr]
        run = self.results.run_of(outcome)
        compared = {(view.other.name, view.other.problem) for view in self.views(outcome) if view.z is not None}
        for one in group.estimates:
            other = self.results.run_of(one)
            if run.base_configuration and run.base_configuration == other.base_configuration:
                return True
            if compared & {(one.configuration, one.problem), (other.base_configuration or "", one.problem)}:
                return True
        return False


def _uncertainty(outcome: Outcome) -> tuple[int, Number]:
    return -_RANKS.get(outcome.kind, 0), outcome.estimate.standard_error if outcome.estimate else not outcome.interim


def _known_by(view: View) -> str:
    comparison, kind = view.comparison, view.other.kind
    if kind not in ("expected", "published"):
        return ""
    if comparison.contradicts:
        return "differs"
    if comparison.agrees:
        return "expected" if kind == "expected" else "published" if comparison.verdict == "equal" else "agrees"
    return "contested" if kind == "published" and view.other.contested_by else ""
