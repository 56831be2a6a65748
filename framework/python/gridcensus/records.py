"""The entries of a results document as plain records. docs/results.md explains each member."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridcensus._numbers import Number, Parameter, Real, integer, parameter, ratio, real
from gridcensus._problems import Problem as Problem

STANDINGS = ("unfinished", "approximated", "estimated", "computed", "recounted", "replicated", "cross_checked",
             "published")
"""The standings of outcomes, from the weakest to the strongest. One that is `disputed` has none of them."""
Key = tuple[Problem, str, str]
"""A problem, a configuration and a quantity."""
_BOUNDS = {"lower_bound", "upper_bound"}
_EXACT = {"exact", *_BOUNDS}


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """An estimate after some of its samples."""

    samples: int
    value: Real
    standard_error: Real


@dataclass(frozen=True, slots=True)
class Tail:
    """Measures of how far the spread of the samples can be trusted."""

    effective_samples: Real
    largest_share: Real
    half_gap: Real
    spread_samples: Real


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sampled value with its interval, which contains the true value with this confidence."""

    value: Real
    standard_error: Real
    low: Real
    high: Real
    confidence: float
    samples: int
    degrees_of_freedom: float | None = None
    tail: Tail | None = None
    convergence: tuple[Checkpoint, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Estimate:
        """Returns an estimate of a document."""
        tail = data.get("tail")
        if not 0 < data["confidence"] < 1:
            raise ValueError(f"confidence {data['confidence']}: expected a number between 0 and 1")
        return cls(
            real(data["value"]), real(data["standard_error"]), real(data["low"]), real(data["high"]),
            float(data["confidence"]), int(data["samples"]),
            float(data["degrees_of_freedom"]) if "degrees_of_freedom" in data else None,
            Tail(*(real(tail[name]) for name in Tail.__dataclass_fields__)) if tail else None,
            tuple(Checkpoint(int(each["samples"]), real(each["value"]), real(each["standard_error"]))
                  for each in data.get("convergence", ())))

    @property
    def relative_error(self) -> float:
        """The relative standard error; 0 if the value is 0."""
        return abs(ratio(self.standard_error, self.value)) if self.value else 0.0


def value_of(data: Mapping[str, Any]) -> Number | None:
    """Returns the number of an entry: an int if it is exact or a bound, None if there is none."""
    if data["kind"] in _EXACT:
        return integer(data["value"])
    return real(data["value"]) if "value" in data else None


@dataclass(frozen=True, slots=True)
class Run:
    """One configuration on one problem."""

    problem: Problem
    strategy: str
    configuration: str
    version: str
    plugin_sha256: str
    parameters: Mapping[str, Parameter]
    question: Mapping[str, str]
    """The parameters that change the question."""
    inputs: Mapping[str, str]
    """By quantity: the configuration that counted it, or the given value."""
    seed: int | None
    """None if the run draws no random numbers."""
    base_configuration: str | None
    """For one of several seeds: the configuration without its seed."""
    state: str
    message: str
    units: int
    units_total: int | None
    reused: bool
    seconds: float
    unit_quantiles: tuple[float, ...] = ()
    """The times of its units: smallest, 10 %, ..., 90 %, largest."""
    program: str = ""
    """If the strategy is a program: the origin of that program."""
    is_question_known: bool = True
    """False if the document does not record which parameters change the question."""

    @property
    def base(self) -> str:
        """The configuration without values of a sweep and without its seed: "mc" of "mc@samples=1000@seed=2"."""
        return self.configuration.partition("@")[0]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        """Returns a run of a document."""
        return cls(
            Problem.from_json(data["problem"]), data["strategy"], data["configuration"], data["version"],
            data["plugin_sha256"], {name: parameter(text) for name, text in data["parameters"].items()},
            data.get("question", {}), data["inputs"], data.get("seed"), data.get("base_configuration"), data["state"],
            data.get("message", ""), data["units"], data.get("units_total"), data["reused"], data["seconds"],
            tuple(data.get("unit_seconds", {}).get("quantiles", ())), data.get("program", ""), "question" in data)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of one run for one quantity."""

    problem: Problem
    strategy: str
    configuration: str
    quantity: str
    kind: str
    value: Number | None
    """An int if it is exact or a bound, else a float; None if the run is unfinished."""
    estimate: Estimate | None
    """The value with its interval, if it is an estimate."""
    reason: str
    """The reason why there is no value."""
    interim: Estimate | None
    """The interim estimate of a sampling run that was stopped. It was not judged."""
    standing: str
    witnesses: int
    recounted_units: int
    follows_from: str | None
    rests_on: Mapping[str, Any]
    seconds: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """Returns an outcome of a document."""
        return cls(
            Problem.from_json(data["problem"]), data["strategy"], data["configuration"], data["quantity"],
            data["kind"], value_of(data), Estimate.from_json(data) if data["kind"] == "estimate" else None,
            data.get("reason", ""), Estimate.from_json(data["interim"]) if "interim" in data else None,
            data["standing"], data["witnesses"], data["recounted_units"], data.get("follows_from"),
            data.get("rests_on", {}), data["seconds"])

    @property
    def key(self) -> Key:
        """What identifies it in its document."""
        return self.problem, self.configuration, self.quantity

    @property
    def base(self) -> str:
        """The configuration without values of a sweep and without its seed, as that of the run."""
        return self.configuration.partition("@")[0]

    @property
    def convergence(self) -> tuple[Checkpoint, ...]:
        """The estimate after the first 1, 2, 4, ... units, also of a run that was stopped."""
        shown = self.estimate or self.interim
        return shown.convergence if shown else ()


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of layouts * value over the problems of a list of layouts."""

    list: str
    strategy: str
    configuration: str
    quantity: str
    kind: str
    value: Number | None
    estimate: Estimate | None
    reason: str
    witnesses: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Total:
        """Returns a total of a document."""
        return cls(data["list"], data["strategy"], data["configuration"], data["quantity"], data["kind"],
                   value_of(data), Estimate.from_json(data) if data["kind"] == "estimate" else None,
                   data.get("reason", ""), data["witnesses"])


@dataclass(frozen=True, slots=True)
class LayoutList:
    """A list of layouts: the number of its layouts, and of the problems that they are up to symmetries."""

    name: str
    sha256: str
    """Of its file; empty if the list is all layouts."""
    layouts: int
    problems: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LayoutList:
        """Returns a list of layouts of a document."""
        return cls(data["name"], data.get("sha256", ""), data["layouts"], data["problems"])


@dataclass(frozen=True, slots=True)
class Deviation:
    """The relative difference of an approximation from one value: approximation / value - 1."""

    source: str
    problem: Problem
    relative: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of whole numbers by name."""

    key: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[int, ...]]
    row_names: Mapping[str, str]
    """The name of each row in its source, by its name here."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something else that runs found: a number, a table or deviations, with all configurations that found the same."""

    problem: Problem
    name: str
    help: str
    by: tuple[str, ...]
    """The configurations."""
    kind: str
    value: Number | None
    estimate: Estimate | None
    table: Table | None
    deviations: tuple[Deviation, ...]
    quantity: str | None
    """The quantity whose value it is, if it is one."""
    same_when_transposed: bool
    is_internal: bool
    """True for a check of the method that only those can read who know its source."""
    confirmation: str
    """alone, confirmed by something independent, or disputed."""
    question: Mapping[str, str]
    """The parameters that change the question."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any], runs: Mapping[tuple[Problem, str], Run]) -> Finding:
        """Returns a finding of a document, which one of these runs found."""
        problem, configuration = Problem.from_json(data["problem"]), data["configuration"]
        if (problem, str(configuration)) not in runs:
            raise ValueError(f"no run of {configuration} on {problem}")
        table = None
        if data["kind"] == "table":
            rows = {name: tuple(map(integer, values)) for name, values in data["rows"].items()}
            table = Table(str(data["key"]), tuple(map(str, data["columns"])), rows, data.get("row_names", {}))
        deviations = tuple(Deviation(str(each["from"]), Problem.from_json(each["problem"]), float(each["relative"]),
                                     float(each["standard_error"])) for each in data.get("deviations", ()))
        return cls(problem, data["name"], data["help"], (str(configuration),), data["kind"],
                   value_of(data), Estimate.from_json(data) if data["kind"] == "estimate" else None, table, deviations,
                   data.get("quantity"), data.get("same_when_transposed", False), data.get("internal", False),
                   data["confirmation"], runs[problem, str(configuration)].question)

    @property
    def identity(self) -> object:
        """What is equal for findings of the same: everything but who found it, the help, and the names of rows."""
        rows = (self.table.key, self.table.columns, tuple(sorted(self.table.rows.items()))) if self.table else None
        question = tuple(sorted(map(str, self.question.items())))
        return (self.problem, self.name, question, self.kind, self.value, self.estimate, rows, self.deviations,
                self.quantity, self.same_when_transposed)

    def merged(self, other: Finding) -> Finding:
        """Returns a finding of the same with the configurations of both, and with the names of rows of one of them."""
        table = other.table if other.table and self.table and not self.table.row_names else self.table
        return replace(self, by=tuple(dict.fromkeys(self.by + other.by)), table=table)


@dataclass(frozen=True, slots=True)
class Value:
    """What the outcomes say of one quantity of one problem, or of problems with the same number.

    Exact values that differ are several of these. What is not exact joins the first, and is compared with all.
    """

    outcomes: tuple[Outcome, ...]
    """The strongest first: exact ones, then estimates, bounds and approximations."""
    problems: tuple[Problem, ...]
    known: str
    """Its relation to a published or expected value: nothing, contested, expected, agrees, published or differs."""
    witnesses: int
    """The number of independent strategies that found the exact value."""
    largest_z: float | None
    """The largest distance of an estimate from another value, in standard errors."""
    is_disputed: bool
    follows_from: str | None
    """Another quantity of the same run, from which it follows."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outcomes: Sequence[Outcome], problems: Sequence[Problem]) -> Value:
        """Returns a value of a document with these outcomes and problems."""
        places: list[int] = data["outcomes"]
        if not places or min(places) < 0 or max(places) >= len(outcomes):
            raise ValueError(f"'outcomes': expected positions below {len(outcomes)}")
        return cls(tuple(outcomes[place] for place in places), tuple(problems[place] for place in data["problems"]),
                   data["known"], data["witnesses"], data.get("largest_z"), data.get("disputed", False),
                   data.get("follows_from"))

    @property
    def best(self) -> Outcome:
        """The strongest outcome."""
        return self.outcomes[0]

    @property
    def strategies(self) -> list[str]:
        """The strategies that found a value as strong as the best one."""
        kinds = _BOUNDS if self.best.kind in _BOUNDS else {self.best.kind}
        return sorted({each.strategy for each in self.outcomes if each.kind in kinds})


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to the question of an experiment: "YES", "9 comparisons agree, 2 invariants hold."."""

    word: str
    reason: str
    severity: str
    """good: something was compared and all agrees; open: something is missing; bad: something disagrees or failed."""
    question: str = ""
    """The title of the experiment or, if it has none, what its runs ask."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        """Returns the answer of a document."""
        return cls(data["word"], data["reason"], data["severity"], data.get("question", ""))

    @property
    def is_good(self) -> bool:
        """True if something was compared and everything agrees."""
        return self.severity == "good"

    def __str__(self) -> str:
        return f"{self.word}. {self.reason}"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison."""

    kind: str
    """run, given, expected, published or invariant."""
    name: str
    problem: Problem
    quantity: str | None
    strategy: str | None
    source: str
    contested_by: str
    value: str
    """The value as it was compared, as text for people."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Side:
        """Returns a side of a verdict of a document."""
        return cls(data["kind"], data["name"], Problem.from_json(data["problem"]), data.get("quantity"),
                   data.get("strategy"), data.get("source", ""), data.get("contested_by", ""), data["value"])

    def __str__(self) -> str:
        return f"{self.name} ({self.source})" if self.source else self.name


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two values, or of a value with an invariant."""

    subject: str
    verdict: str
    """equal, consistent, disagree, not comparable, holds or broken."""
    left: Side
    right: Side
    shared: tuple[str, ...]
    """Everything that both sides rest on."""
    z: float | None
    p_value: float | None
    relative_error: float | None
    note: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Comparison:
        """Returns a verdict of a document."""
        return cls(data["subject"], data["verdict"], Side.from_json(data["left"]), Side.from_json(data["right"]),
                   tuple(each["text"] for each in data.get("shared", ())), data.get("z"), data.get("p_value"),
                   data.get("relative_error"), data.get("note", ""))

    @property
    def agrees(self) -> bool:
        """True if both sides agree, or the invariant holds."""
        return self.verdict in ("equal", "consistent", "holds")

    @property
    def contradicts(self) -> bool:
        """True if the sides disagree, or the invariant is broken."""
        return self.verdict in ("disagree", "broken")

    @property
    def is_on_invariant(self) -> bool:
        """True if one side is an invariant."""
        return self.verdict in ("holds", "broken")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Quantities that a strategy does not count, and the reason."""

    problem: Problem
    strategy: str
    configuration: str
    quantities: tuple[str, ...]
    reason: str
    counted_as: str = ""
    """The shape whose classic grids the configuration counts instead; empty if it counts nothing instead."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Refusal:
        """Returns a refusal of a document."""
        return cls(Problem.from_json(data["problem"]), data["strategy"], data["configuration"],
                   tuple(data.get("quantities", ())), data["reason"], data.get("counted_as", ""))


@dataclass(frozen=True)
class Quantity:
    """A quantity of the runs."""

    name: str
    definition: str
    """A sentence."""
    under_maps: str
    """What a map of cells must preserve for it to be the same on two problems."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Quantity:
        """Returns a quantity of a document."""
        return cls(data["name"], data["definition"], data["under_maps"])
