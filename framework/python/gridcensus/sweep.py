"""Sweeps: the runs of one configuration that differ in parameters or in the seed, as a table with these as columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gridcensus._frames import Row, frame_of
from gridcensus._numbers import Parameter, exact, integer
from gridcensus._tables import origin
from gridcensus._text import first_of
from gridcensus.records import Comparison, Estimate, Outcome, Problem, Run, Side

if TYPE_CHECKING:
    from gridcensus.results import Results

_precedence = ("published", "expected", "given", "run")
_rounding = 1e-9


class Sweep(list[Row]):
    """The rows of sweeps: a list of dicts with the same keys, which `pandas.DataFrame` accepts directly."""

    @property
    def axes(self) -> list[str]:
        """The columns that vary: `param_NAME` for a parameter, and `seed`."""
        return [column for column in (self[0] if self else ()) if column.startswith("param_") or column == "seed"]

    def frame(self) -> Any:
        """Returns the same as a DataFrame of pandas, with a type for each column."""
        return frame_of(self)

    def _repr_html_(self) -> str | None:
        try:
            from gridcensus import _html
        except ImportError:  # without jinja2, notebooks show the repr
            return None
        return _html.sweep_page(self, self.axes)


@dataclass(frozen=True)
class Score:
    """The deviation of an estimate from the exact value that it was compared with."""

    exact: int
    exact_from: str
    """published, or the configuration that counted the value."""
    exact_kind: str
    """published, expected, given or run."""
    z: float
    """(estimate - exact value) in standard errors."""
    comparison: Comparison


@dataclass
class _Table:
    """The runs of one strategy on one problem that differ in parameters or in the seed, for one quantity."""

    results: Results
    base: str
    problem: Problem
    quantity: str
    points: list[tuple[Outcome, Run]] = field(default_factory=list)
    axes: list[str] = field(default_factory=list)
    """Names of parameters; the seed is the last."""

    def __str__(self) -> str:
        return f"{self.quantity} of {self.problem} by {self.base}"


def scores(comparisons: Sequence[Comparison]) -> dict[tuple[str, Problem, str | None], Score]:
    """Returns the score of each estimate that was compared with an exact value, by configuration, problem and quantity.

    A published value takes precedence, then an expected one, a given one, and that of a run; but a value that the
    estimate disagrees with takes precedence over all others.
    """
    best: dict[tuple[str, Problem, str | None], tuple[tuple[bool, int], Score]] = {}
    for each in comparisons:
        for own, other, sign in ((each.left, each.right, 1), (each.right, each.left, -1)):
            if each.z is None or not _may_judge(own, other):
                continue
            rank = (not each.contradicts, _precedence.index(other.kind))
            key = (own.name, own.problem, own.quantity)
            if key not in best or rank < best[key][0]:
                best[key] = rank, Score(integer(other.value), other.name, other.kind, sign * each.z, each)
    return {key: score for key, (_, score) in best.items()}


def _may_judge(own: Side, other: Side) -> bool:
    return (own.kind == "run" and own.quantity is not None and own.quantity == other.quantity
            and other.kind in _precedence and re.fullmatch("[1-9][0-9]*", other.value) is not None)


def sweep_of(documents: Sequence[Results], quantity: str | None, shape: str | None) -> Sweep:
    """Returns the sweeps of a quantity and a shape; None means all. Raises LookupError if there are none."""
    tables = [table for results in documents for table in _tables(results)]
    wanted = [table for table in tables
              if quantity in (None, table.quantity) and shape in (None, table.problem.shape)]
    if not wanted:
        raise LookupError(f"no such sweep; there is: {first_of(list(map(str, tables)))}" if tables else
                          "no configuration has several values of a parameter or several seeds")
    axes = list(dict.fromkeys(axis for table in wanted for axis in table.axes if axis != "seed"))
    axes += ["seed"] * any("seed" in table.axes for table in wanted)
    rows = Sweep()
    for results in documents:
        found = scores(results.comparisons)
        rows += [_row(table, outcome, run, axes, found.get((run.configuration, run.problem, table.quantity)))
                 for table in wanted if table.results is results for outcome, run in table.points]
    return rows


def _tables(results: Results) -> list[_Table]:
    tables: dict[object, _Table] = {}
    estimates: dict[tuple[Problem, str], list[Estimate]] = {}
    for each in results.outcomes:
        run = results.run_of(each)
        if run.base == run.configuration:
            continue
        is_restated = each.follows_from is not None
        if each.estimate:
            earlier = estimates.setdefault((run.problem, run.configuration), [])
            is_restated |= any(is_constant_multiple(other, each.estimate) for other in earlier)
            earlier.append(each.estimate)
        if is_restated:
            continue
        key = (run.base, run.strategy, run.problem, each.quantity)
        table = tables.setdefault(key, _Table(results, run.base, run.problem, each.quantity))
        table.points.append((each, run))
    for table in tables.values():
        table.axes = _axes([run for _, run in table.points])
    return [table for table in tables.values() if table.axes]


def _axes(runs: Sequence[Run]) -> list[str]:
    """Returns the parameters in which runs differ, and the seed at last."""
    values = [_swept(run) for run in runs]
    names = sorted(dict.fromkeys(name for each in values for name in each), key="seed".__eq__)
    return [name for name in names if len({(name in each, each.get(name)) for each in values}) > 1]


def _swept(run: Run) -> dict[str, Parameter]:
    """Returns the parameters and the seed of a name such as "mc@samples=1000@seed=2"."""
    pairs = [part.partition("=") for part in run.configuration.split("@")[1:]]
    # A name has "value_2" for a value that is too long; the parameters have the complete value.
    return {name: run.parameters.get(name, value) for name, _, value in pairs}


def is_constant_multiple(one: Estimate, other: Estimate) -> bool:
    """Returns whether two estimates of one run have the same relative error, as grids and relabelling classes have."""
    if not one.value or not other.value or not other.standard_error:
        return False
    first, second = (exact(each.standard_error) / exact(each.value) for each in (one, other))
    return abs(first - second) <= abs(second) * exact(_rounding)


def _row(table: _Table, outcome: Outcome, run: Run, axes: Sequence[str], score: Score | None) -> Row:
    estimate = outcome.estimate
    relative = exact(estimate.standard_error) / exact(estimate.value) if estimate and estimate.value else None
    return {
        "shape": run.problem.shape, "rules": run.problem.rules, "strategy": run.strategy,
        "configuration": run.configuration, "base": table.base, "quantity": table.quantity,
        **{axis if axis == "seed" else f"param_{axis}": run.seed if axis == "seed" else run.parameters.get(axis)
           for axis in axes},
        "kind": outcome.kind, "value": outcome.value,
        "standard_error": estimate.standard_error if estimate else None,
        "relative_error": None if relative is None else float(abs(relative)),
        "samples": estimate.samples if estimate else None,
        "exact": score.exact if score else None, "exact_from": score.exact_from if score else None,
        "z": score.z if score else None, "seconds": run.seconds,
        "inefficiency": float(relative * relative) * run.seconds if relative and run.seconds > 0 else None,
        **origin(table.results)}
