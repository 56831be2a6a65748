"""The differences between two results documents, which `compare` prints."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Union

from gridcensus._numbers import Parameter
from gridcensus._program import BadInput
from gridcensus._text import printable, value_text
from gridcensus.records import Finding, Outcome, Problem, Run
from gridcensus.results import Results
from gridcensus.views._judge import Judgement, judged, side

HASH_DIGITS = 12
PRODUCED = ("host", "cpu", "threads", "version", "compiler", "part")
Who = tuple[Problem, str, str]
Value = Union[Outcome, Finding]


def _who(run: Run) -> Who:
    return run.problem, run.strategy, run.configuration


def _title(what: str, run: Run) -> str:
    return f"{what} of {run.problem.name} by {run.configuration}"


@dataclass(frozen=True)
class Answer:
    """An outcome or a finding of one run."""

    run: Run
    name: str
    """The quantity, or "finding NAME"."""
    value: Value
    entry: Mapping[str, Any]
    """The value as the document has it."""
    problem_class: object = None
    """Of an outcome: what all problems with the same value have in common."""

    @property
    def key(self) -> tuple[Who, str]:
        """Is equal for the same answer of the other document."""
        return _who(self.run), self.name

    @property
    def title(self) -> str:
        """The name for lists: "grids of 3x3 by ksp"."""
        return _title(self.name, self.run)


class Document:
    """One of the two documents."""

    def __init__(self, file: str, letter: str, results: Results) -> None:
        self.file, self.letter = file, letter
        self.experiment, self.produced = results.experiment, results.produced
        self.runs = {_who(run): run for run in results.runs}
        places = {who: place for place, who in enumerate(self.runs)}
        self.outcomes = [Answer(results.run_of(each), each.quantity, each, entry,
                                results.class_of(each.problem, each.quantity))
                         for each, entry in zip(results.outcomes, results.document["outcomes"])]
        entries = {(Problem.from_json(each["problem"]), each["configuration"], each["name"]): each
                   for each in results.document["findings"]}
        # The records list each finding once. As in the document, these are in the order of the runs, then of the names.
        self.findings = sorted(
            (Answer(results.run(each.problem, by), f"finding {each.name}", each, entries[each.problem, by, each.name])
             for each in results.findings if each.kind != "deviation" for by in each.by),
            key=lambda answer: (places[_who(answer.run)], answer.name))
        self.answers = {each.key: each for each in reversed(self.outcomes + self.findings)}
        self._alike: dict[object, list[Answer]] = {}
        for each in self.outcomes:
            self._alike.setdefault((each.name, each.problem_class), []).append(each)

    def alike(self, outcome: Answer) -> list[Answer]:
        """Returns the outcomes for the same quantity of the same problem."""
        return self._alike.get((outcome.name, outcome.problem_class), [])

    @property
    def confidence(self) -> float:
        """The level of its tests, all together. Raises BadInput."""
        value = self.experiment.get("confidence")
        if not isinstance(value, (int, float)) or not 0 < value < 1:
            raise BadInput(f"{self.file}: experiment.confidence: {value!r}: expected a number between 0 and 1")
        return float(value)


@dataclass
class Difference:
    """The differences between two documents, A and B."""

    confidence: float
    have_same_seed: bool
    pairs: list[tuple[Answer, Answer]] = field(default_factory=list)
    """The answers that are compared."""
    comparisons: list[tuple[str, tuple[str, str], Judgement]] = field(default_factory=list)
    """Each with its subject, "grids of 3x3", and the configurations."""
    identical: int = 0
    """The number of estimates, approximations and bounds that are the same to the last digit."""
    not_repeated: list[str] = field(default_factory=list)
    """Estimates that differ although strategy, parameters and seed are the same."""
    ratios: list[float] = field(default_factory=list)
    """The times of B divided by those of A, of runs that concluded in both and do the same work."""
    copies: int = 0
    """The number of runs with the same time in both."""
    changes: list[tuple[str, str, str]] = field(default_factory=list)
    """The properties that differ, with their values in A and B."""
    only_a: list[str] = field(default_factory=list)
    only_b: list[str] = field(default_factory=list)

    def count(self, verdict: str) -> int:
        """Returns the number of comparisons with a verdict."""
        return sum(judgement.verdict == verdict for _, _, judgement in self.comparisons)

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return 3 if self.count("disagree") else 0

    @property
    def ratio(self) -> float:
        """The geometric mean of the ratios."""
        return math.exp(fmean(map(math.log, self.ratios)))


def difference_of(left: Document, right: Document) -> Difference:
    """Compares each answer with the same answer of the other document. Raises BadInput if they have none in common.

    That is the answer of the same configuration or, of an outcome, else of any configuration to the same question.
    """
    found = Difference(max(left.confidence, right.confidence),
                       left.experiment.get("seed") == right.experiment.get("seed"))
    _compare_outcomes(found, left, right)
    _compare_findings(found, left, right)
    if not found.pairs and not found.identical:
        raise BadInput(f"command line: {printable(left.file)} and {printable(right.file)} have no quantity of the same "
                       "problem in common")
    _judge(found)
    _compare_times(found, left, right)
    found.changes = list(dict.fromkeys(change for change in _changes(left, right) if change[1] != change[2]))
    return found


def _compare_outcomes(found: Difference, left: Document, right: Document) -> None:
    pairs = []
    for own in left.outcomes:
        other = right.answers.get(own.key)
        if other is None:
            found.only_a.append(own.title)
            other = _comparable(own, right)
        if other is not None:
            pairs.append((own, other))
    for other in right.outcomes:
        if other.key not in left.answers:
            found.only_b.append(other.title)
            comparable = _comparable(other, left)
            if comparable is not None:
                pairs.append((comparable, other))
    for own, other in {(id(own), id(other)): (own, other) for own, other in pairs}.values():
        _compare(found, own, other)


def _comparable(own: Answer, there: Document) -> Answer | None:
    """Returns the answer of another configuration to the same question, preferably an exact one."""
    alike = [other for other in there.alike(own)
             if other.value.kind != "unfinished" and _is_same_question(own.run, other.run)]
    exact = [other for other in alike if other.value.kind == "exact"]
    return next(iter(exact or alike), None)


def _is_same_question(own: Run, other: Run) -> bool:
    if own.is_question_known and other.is_question_known:
        return own.question == other.question
    # An assembled document does not record which parameters are part of the question, so all of them may be.
    return own.parameters == other.parameters


def _is_same_work(own: Run, other: Run) -> bool:
    return own.parameters == other.parameters and own.inputs == other.inputs


def _compare_findings(found: Difference, left: Document, right: Document) -> None:
    """Compares the findings of runs that do the same work, because a finding may depend on all that its run does."""
    for own in left.findings:
        other = right.answers.get(own.key)
        if other is None:
            found.only_a.append(own.title)
        elif _is_same_work(own.run, other.run):
            _compare(found, own, other)
    found.only_b += [other.title for other in right.findings if other.key not in left.answers]


def _compare(found: Difference, own: Answer, other: Answer) -> None:
    is_same_run = own.key == other.key
    if is_same_run and own.value.kind not in ("exact", "table") and _is_identical(own.value, other.value):
        # Two unfinished outcomes cannot be compared.
        found.identical += own.value.kind != "unfinished"
        return
    if isinstance(own.value, Outcome) and not _is_same_question(own.run, other.run):
        return
    found.pairs.append((own, other))
    is_sampled = isinstance(own.value, Outcome) and own.value.kind == "estimate"
    if is_sampled and is_same_run and found.have_same_seed and _is_repeated(own.run, other.run):
        found.not_repeated.append(own.title)


def _judge(found: Difference) -> None:
    """Judges all pairs, together."""
    pairs: list[dict[str, Any]] = []
    names = [(f"{own.run.configuration} in A", f"{other.run.configuration} in B") for own, other in found.pairs]
    for (own, other), (left, right) in zip(found.pairs, names):
        pairs.append({"left": side(left, own.entry), "right": side(right, other.entry)})
        if isinstance(own.value, Outcome):
            pairs[-1]["quantity"] = own.name
    judgements = judged(pairs, found.confidence) if pairs else []
    found.comparisons = [(_subject(own), of, judgement)
                         for (own, _), of, judgement in zip(found.pairs, names, judgements)]


def _is_identical(own: Value, other: Value) -> bool:
    reasons = [value.reason if isinstance(value, Outcome) else "" for value in (own, other)]
    return (own.kind, own.value, own.estimate, reasons[0]) == (other.kind, other.value, other.estimate, reasons[1])


def _subject(own: Answer) -> str:
    problem, name = own.run.problem, own.name
    if isinstance(own.value, Finding) and problem.rules == "classic" and own.value.name.startswith("transposed_"):
        name = f"finding {own.value.name.removeprefix('transposed_')}"
        problem = problem.transposed
    return f"{name} of {problem.name}"


def _is_repeated(own: Run, other: Run) -> bool:
    """Returns whether two runs with the same seed draw the same random numbers."""
    return _is_same_work(own, other) and (own.plugin_sha256, own.units) == (other.plugin_sha256, other.units)


def _compare_times(found: Difference, left: Document, right: Document) -> None:
    for who, own in left.runs.items():
        other = right.runs.get(who)
        if other is None or not own.state == other.state == "concluded" or own.units != other.units:
            continue
        if not _is_same_work(own, other) or own.seconds <= 0 or other.seconds <= 0:
            continue
        if own.seconds == other.seconds:
            found.copies += 1
        else:
            found.ratios.append(other.seconds / own.seconds)


def _changes(left: Document, right: Document) -> Iterable[tuple[str, str, str]]:
    """Returns the properties of both documents, with both values, also where these are equal."""
    for name in PRODUCED:
        unknown = 0 if name == "threads" else ""
        yield name, str(left.produced.get(name, unknown)), str(right.produced.get(name, unknown))
    for what, name in (("experiment file", "file"), ("experiment", "sha256"), ("seed", "seed"),
                       ("confidence", "confidence")):
        most = HASH_DIGITS if name == "sha256" else None
        yield what, str(left.experiment.get(name, ""))[:most], str(right.experiment.get(name, ""))[:most]
    for who, own in left.runs.items():
        other = right.runs.get(who)
        if other is None:
            continue
        yield f"version of {own.strategy}", own.version, other.version
        yield f"plugin of {own.strategy}", own.plugin_sha256[:HASH_DIGITS], other.plugin_sha256[:HASH_DIGITS]
        yield from _changes_in(_texts(own.parameters), _texts(other.parameters), "parameter", own.configuration)
        yield from _changes_in(own.inputs, other.inputs, "input", _title("run", own))
        yield f"state of {own.configuration} on {own.problem.name}", own.state, other.state


def _texts(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    return {name: value_text(value) for name, value in parameters.items()}


def _changes_in(own: Mapping[str, str], other: Mapping[str, str], what: str, of: str) -> Iterable[tuple[str, str, str]]:
    for name in sorted(own.keys() | other.keys()):
        yield f"{what} {name} of {of}", own.get(name, "none"), other.get(name, "none")
