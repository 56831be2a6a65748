"""Facts that pages show of results and that no single entry has: marks, scores, estimates of one number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridcensus._numbers import Number
from gridcensus.records import Comparison, Finding, Key, Outcome, Problem, Side
from gridcensus.sweep import Score, is_constant_multiple, scores

if TYPE_CHECKING:
    from gridcensus.results import Results


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
class EstimateGroup:
    """Estimates of one number."""

    estimates: list[Outcome]
    truth: Score | None
    approximations: list[Outcome]

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
        self._value_of = {outcome.key: value for value in results.values for outcome in value.outcomes}
        self.scores = {key: score for key, score in scores(results.comparisons).items()
                       if key in self.places and results.outcomes[self.places[key]].estimate}
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
        base = outcome.follows_from or self._value_of[outcome.key].follows_from
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
        if "disputed" in (outcome.standing, source.standing):
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
        words = outcome.standing.replace("_", " ") + (f", {outcome.witnesses} ways" if outcome.witnesses > 1 else "")
        is_alone = outcome.standing in ("computed", "recounted")
        return Mark("○", words, "open") if is_alone else Mark("✓", words, "good")

    def _is_confirmed(self, outcome: Outcome) -> bool:
        return any(view.comparison.agrees and view.other.kind != "invariant" for view in self.views(outcome))

    def _groups(self) -> list[EstimateGroup]:
        """Returns the estimates by the number that they estimate. Multiples of other estimates are excluded."""
        groups = []
        for value in self.results.values:
            own = [each for each in value.outcomes
                   if each.estimate and each.estimate.value > 0 and self.source(each) is each]
            if own:
                truths = [self.scores[each.key] for each in own if each.key in self.scores]
                groups.append(EstimateGroup(own, truths[0] if truths else None, [
                    each for each in value.outcomes if each.kind == "approximation" and not each.follows_from]))
        return groups
