"""Strategies in Python: a program that gridcensus starts and calls by the strategy protocol.

    from gridcensus.strategy import Job, Strategy

    my = Strategy("my_count", version="1", summary="Fills cell after cell.", source="elementary", quantities=["grids"])

    @my.count
    def completions(job: Job) -> int:
        ...

    if __name__ == "__main__":
        my.main()

A description beside it, my_count.strategy.yaml, makes it a strategy like any other:

    strategy: my_count
    command: [python3, ./my_count.py]
    protocol: 2
    is: my_count
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, Union

from gridcensus._numbers import whole
from gridcensus._protocol import Broken, Connection, Stopped, WrongReturn, poll
from gridcensus.problem import Problem, Relation
from gridcensus.tally import (Finding, Moments, Outcome, Table, Tally, approximation, estimate, exact, lower_bound,
                              mean, unfinished, upper_bound, write_integer, write_real)

__all__ = ["Broken", "Conclusion", "Finding", "Job", "Moments", "Offer", "Outcome", "Parameter", "Plan", "Problem",
           "Quantity", "Relation", "Stopped", "Strategy", "Table", "Tally", "Traits", "approximation", "estimate",
           "exact", "lower_bound", "mean", "poll", "unfinished", "upper_bound"]

ParameterValue = Union[bool, int, float, str, None]
Yield = Union[int, Mapping[str, int], Tally]
Sample = Union[float, Mapping[str, float], Tally]


@dataclass(frozen=True)
class Quantity:
    """A quantity that the strategy counts. A new one needs a definition and a unit."""

    name: str
    kind: str | None = None
    """exact, estimate, lower_bound, upper_bound or approximation. The default is exact, for a sampler estimate."""
    definition: str = ""
    unit: str = ""
    same_for: str = "nothing"
    """What a map of cells must preserve for the value to stay the same: nothing, transposes or symmetries."""
    relabelling_classes_of: str = ""
    """The quantity that this one is when divided by the number of relabellings, if there is one."""


@dataclass(frozen=True)
class Parameter:
    """A parameter that users may set. If no type is given, it follows from the default or the choices."""

    name: str
    default: ParameterValue = None
    """None: the parameter is unset unless the user sets it."""
    help: str = ""
    type: str = ""
    """boolean, integer, real, text or choice."""
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: Sequence[str] = ()
    speed_only: bool = False
    """True if it cannot change the answer."""
    part_of_question: bool = False
    """True if it changes the question, so answers are compared only if it is equal."""
    ends_sampling: bool = False
    """True if it is a limit at which sampling ends."""

    @property
    def kind(self) -> str:
        """The type of its values."""
        if self.type:
            return self.type
        if self.choices:
            return "choice"
        kinds = {bool: "boolean", int: "integer", float: "real", str: "text"}
        if type(self.default) not in kinds:
            raise ValueError(f"parameter {self.name}: without a default it needs a type: boolean, integer, real, text")
        return kinds[type(self.default)]

    def read(self, text: str) -> ParameterValue:
        """Returns the value of a parameter from its text."""
        readers: dict[str, Callable[[str], ParameterValue]] = {
            "boolean": lambda word: word == "true", "integer": int, "real": float}
        return readers.get(self.kind, str)(text)

    def to_json(self) -> dict[str, Any]:
        """Returns the declaration as the protocol has it."""
        names = ("unit", "help", "low", "high", "speed_only", "part_of_question", "ends_sampling")
        members: dict[str, Any] = {"choices": list(self.choices), **{name: getattr(self, name) for name in names}}
        members = {name: value for name, value in members.items() if value not in ("", None, []) and value is not False}
        default = {} if self.default is None else {"default": self.default}
        return {"name": self.name, "type": self.kind, **default, **members}


@dataclass(frozen=True)
class Job:
    """A request: a problem, the quantities wanted, and the values of parameters and inputs."""

    problem: Problem
    quantities: tuple[str, ...] = ("grids",)
    parameters: Mapping[str, ParameterValue] = field(default_factory=dict)
    """The value of each parameter, None if it is unset."""
    inputs: Mapping[str, int] = field(default_factory=dict)
    """The exact values that `Offer.inputs` names. Empty in an offer."""
    tables: Any = None
    """`Plan.tables`: data that `prepare` made for all units."""

    @staticmethod
    def poll() -> None:
        """Raises Stopped after a stop. Call it in each step of a long loop."""
        poll()


@dataclass(frozen=True)
class Offer:
    """What the strategy would do with a problem: refusals, kinds, inputs, units and memory."""

    refused: Mapping[str, str] = field(default_factory=dict)
    """The quantities that it cannot count, each with the reason."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """The kinds that differ from those declared."""
    inputs: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """The exact quantities that a quantity is made from."""
    units: int | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True)
class Plan:
    """The division of a prepared job into units."""

    units: int | None = None
    """The number of units, which are numbered from 0; 1 by default. A sampler leaves this to the host."""
    times: int | Mapping[str, int] = 1
    """The factor of the sum of the units, or of the mean of the samples."""
    batch: int | None = None
    """The samples of one unit; 1000 by default."""
    min_samples: int | None = None
    """The number of samples below which no estimate ends."""
    seconds_limit: float | None = None
    tables: Any = None
    """Data that the units share: `Job.tables`."""


@dataclass(frozen=True)
class Traits:
    """Properties of a unit that are known in advance."""

    weight: float = 1
    """Its relative cost."""
    sums: Iterable[str] | None = None
    """The names of its sums, if units have different ones."""
    divisors: Mapping[str, int] = field(default_factory=dict)
    """Numbers that must divide its sums by a theorem. The host checks them."""


@dataclass(frozen=True)
class Conclusion:
    """The result of the sum of the units."""

    outcomes: Mapping[str, int | Outcome]
    """One for each quantity of the job; an int is exact."""
    findings: Mapping[str, Finding] = field(default_factory=dict)


Function = TypeVar("Function", bound=Callable[..., Any])
Offerer = TypeVar("Offerer", bound=Callable[[Job], Union[Offer, str, None]])
Preparer = TypeVar("Preparer", bound=Callable[[Job], Plan])
Counter = TypeVar("Counter", bound=Callable[[Job], Yield])
UnitCounter = TypeVar("UnitCounter", bound=Callable[[Job, int], Yield])
Drawer = TypeVar("Drawer", bound=Callable[[Job, random.Random], Sample])
Describer = TypeVar("Describer", bound=Callable[[Job, int], Traits])
Judge = TypeVar("Judge", bound=Callable[[Job, Tally, int], bool])
Concluder = TypeVar("Concluder", bound=Callable[[Job, Tally, int], Conclusion])


class Strategy:
    """A strategy: its declaration and its functions, each marked by a decorator.

    One of `count`, `unit` and `draw` is necessary. Everything else is optional.
    """

    def __init__(self, id: str, *, version: str, summary: str, source: str, quantities: Sequence[str | Quantity],
                 rules: str = "classic", largest_side: int | None = None, shapes: Sequence[str] = (),
                 parameters: Sequence[Parameter] = ()) -> None:
        """Declares a strategy.

        `rules` are those that it accepts: classic, different_cells (reads `regions` and `pairs`, or `seen`), or any
        (also reads `allowed` and `relations`, as `fitting` does). `largest_side` and `shapes` limit the problems.
        """
        self.id, self.version, self.summary, self.source = id, version, summary, source
        self.quantities = [Quantity(each) if isinstance(each, str) else each for each in quantities]
        self.takes: dict[str, Any] = {"rules": rules}
        if largest_side is not None:
            self.takes["largest_side"] = largest_side
        if shapes:
            self.takes["shapes"] = list(shapes)
        self.parameters = list(parameters)
        self._functions: dict[str, Callable[..., Any]] = {}
        self._job: Job | None = None

    # The decorators. Each returns the function unchanged, so it can be called and tested like any other.

    def count(self, function: Counter) -> Counter:
        """Decorates the function that counts everything in one unit: job -> number, numbers by name, or a Tally."""
        return self._add("count", function)

    def unit(self, function: UnitCounter) -> UnitCounter:
        """Decorates the function that counts one unit: job, unit -> as `count`. `prepare` gives the number of units."""
        return self._add("unit", function)

    def draw(self, function: Drawer) -> Drawer:
        """Decorates the function that draws one sample: job, random -> number, numbers by name, or a Tally.

        It must take all randomness from this `random.Random`, which belongs to its unit alone.
        """
        return self._add("draw", function)

    def offer(self, function: Offerer) -> Offerer:
        """Decorates the function that makes an offer: job -> Offer, None, or the reason for refusing everything."""
        return self._add("offer", function)

    def prepare(self, function: Preparer) -> Preparer:
        """Decorates the function that prepares a job: job -> Plan."""
        return self._add("prepare", function)

    def traits(self, function: Describer) -> Describer:
        """Decorates the function that returns weight, sums and divisors of a unit: job, unit -> Traits."""
        return self._add("traits", function)

    def is_enough(self, function: Judge) -> Judge:
        """Decorates the function that decides when sampling ends: job, tally, units -> bool."""
        return self._add("is_enough", function)

    def conclude(self, function: Concluder) -> Concluder:
        """Decorates the function that concludes: job, tally, units -> Conclusion."""
        return self._add("conclude", function)

    def _add(self, name: str, function: Function) -> Function:
        work = {"count", "unit", "draw"}
        if name in self._functions or (name in work and work & self._functions.keys()):
            raise ValueError(f"{self.id}: a strategy has one function of each kind, and one of count, unit and draw")
        self._functions[name] = function
        return function

    def main(self) -> None:
        """Answers requests until the host closes the connection."""
        if not {"count", "unit", "draw"} & self._functions.keys():
            raise ValueError(f"{self.id}: a strategy needs a function with @count, @unit or @draw")
        calls = {name: getattr(self, f"_answer_{name}") for name in ("about", "prepare", "run", *self._answers())}
        Connection(self.id, calls).serve()

    def _answers(self) -> list[str]:
        return [name for name in ("offer", "traits", "is_enough", "conclude") if name in self._functions]

    # The answers to the calls of the protocol.

    def _answer_about(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if whole(request.get("protocol", 2)) > 2:
            raise ValueError(f"the host speaks version {request['protocol']} of the protocol, this library version 2")
        usual = "estimate" if "draw" in self._functions else "exact"
        quantities = []
        for quantity in self.quantities:
            members = {"name": quantity.name, "kind": quantity.kind or usual}
            if quantity.definition:
                members |= {"definition": quantity.definition, "unit": quantity.unit, "same_for": quantity.same_for}
            if quantity.relabelling_classes_of:
                members["relabelling_classes_of"] = quantity.relabelling_classes_of
            quantities.append(members)
        about: dict[str, Any] = {
            "protocol": 2, "id": self.id, "version": self.version, "summary": self.summary, "source": self.source,
            "quantities": quantities, "takes": self.takes, "answers": self._answers()}
        if self.parameters:
            about["parameters"] = [parameter.to_json() for parameter in self.parameters]
        return about

    def _read_job(self, request: Mapping[str, Any]) -> Job:
        given = request.get("parameters", {})
        values: dict[str, ParameterValue] = dict(given)
        values |= {each.name: each.read(given[each.name]) if each.name in given else each.default
                   for each in self.parameters}
        inputs = {name: whole(value) for name, value in request.get("inputs", {}).items()}
        return Job(Problem.from_json(request["problem"]), tuple(request["quantities"]), values, inputs)

    def _answer_offer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        job = self._read_job(request)
        offer = self._functions["offer"](job)
        if offer is None:
            return {}
        if isinstance(offer, str):
            offer = Offer(refused=dict.fromkeys(job.quantities, offer))
        members: dict[str, Any] = {"refused": dict(offer.refused), "kinds": dict(offer.kinds),
                                   "inputs": {name: list(needs) for name, needs in offer.inputs.items()}}
        members = {name: value for name, value in members.items() if value}
        for name in ("units", "memory_bytes"):
            if (number := getattr(offer, name)) is not None:
                members[name] = write_integer(number)
        return members

    def _answer_prepare(self, request: Mapping[str, Any]) -> dict[str, Any]:
        job = self._read_job(request)
        plan = self._functions["prepare"](job) if "prepare" in self._functions else Plan()
        if "unit" in self._functions and plan.units is None:
            raise WrongReturn(self._functions.get("prepare", self._functions["unit"]),
                              "a strategy with @unit has a @prepare that returns Plan(units=...)")
        self._job = Job(job.problem, job.quantities, job.parameters, job.inputs, plan.tables)
        times = plan.times if isinstance(plan.times, Mapping) else dict.fromkeys(job.quantities, plan.times)
        members: dict[str, Any] = {}
        for name in ("units", "batch", "min_samples"):
            if (number := getattr(plan, name)) is not None:
                members[name] = write_integer(number)
        if plan.seconds_limit is not None:
            members["seconds_limit"] = plan.seconds_limit
        if any(value != 1 for value in times.values()):
            members["times"] = {name: write_integer(value) for name, value in times.items()}
        return members

    def _prepared(self) -> Job:
        if self._job is None:
            raise RuntimeError("the host asked for a unit before it had a job prepared")
        return self._job

    def _answer_traits(self, request: Mapping[str, Any]) -> list[dict[str, Any]]:
        job, first = self._prepared(), whole(request["first"])
        answers = []
        for unit in range(first, first + whole(request["count"])):
            traits: Traits = self._functions["traits"](job, unit)
            members: dict[str, Any] = {"weight": traits.weight}
            if traits.sums is not None:
                members["sums"] = list(traits.sums)
            if traits.divisors:
                members["divisors"] = {name: write_integer(value) for name, value in traits.divisors.items()}
            answers.append(members)
        return answers

    def _answer_run(self, request: Mapping[str, Any]) -> dict[str, Any]:
        job = self._prepared()
        if "draw" in self._functions:
            return self._draw(job, random.Random(int(request["random"], 16)), whole(request["samples"])).to_json()
        if "count" in self._functions:
            found = self._functions["count"](job)
        else:
            found = self._functions["unit"](job, whole(request["unit"]))
        if isinstance(found, Tally):
            return found.to_json()
        return Tally(sums=self._by_name(job, found, write_integer)).to_json()

    def _draw(self, job: Job, source: random.Random, samples: int) -> Tally:
        total = Tally()
        for _ in range(samples):
            poll()
            found = self._functions["draw"](job, source)
            if isinstance(found, Tally):
                for name, value in found.sums.items():
                    total.add(name, value)
                for name, values in found.samples.items():
                    total.samples.setdefault(name, []).extend(values)
                continue
            for name, value in self._by_name(job, found, write_real).items():
                total.sample(name, value)
        return total

    def _by_name(self, job: Job, found: Any, write: Callable[[Any], str]) -> dict[str, Any]:
        """Returns the numbers that a function returned, by name.

        Raises WrongReturn if the function returned anything else.
        """
        function = next(self._functions[name] for name in ("count", "unit", "draw") if name in self._functions)
        if not isinstance(found, Mapping):
            if len(job.quantities) != 1:
                raise WrongReturn(function, f"it returned {found!r} for {len(job.quantities)} quantities "
                                            f"({', '.join(job.quantities)}): return a dict with a number for each")
            found = {job.quantities[0]: found}
        try:
            for value in found.values():
                write(value)
        except (TypeError, ValueError) as error:
            raise WrongReturn(function, f"it returned {error}") from None
        return dict(found)

    def _answer_is_enough(self, request: Mapping[str, Any]) -> bool:
        tally = Tally.from_json(request["tally"])
        return bool(self._functions["is_enough"](self._prepared(), tally, whole(request["units"])))

    def _answer_conclude(self, request: Mapping[str, Any]) -> dict[str, Any]:
        tally = Tally.from_json(request["tally"])
        conclusion: Conclusion = self._functions["conclude"](self._prepared(), tally, whole(request["units"]))
        outcomes = {name: (value if isinstance(value, Outcome) else exact(value)).to_json()
                    for name, value in conclusion.outcomes.items()}
        return {"outcomes": outcomes, "findings": {name: each.to_json() for name, each in conclusion.findings.items()}}
