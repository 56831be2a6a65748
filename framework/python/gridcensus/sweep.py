"""Sweeps: the runs of one configuration that differ in parameters or in the seed, as a table with these as columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gridcensus._frames import Row, frame_of, origin
from gridcensus._numbers import Parameter, exact, integer
from gridcensus._text import first_of, value_text
from gridcensus.records import Comparison, Estimate, Key, Outcome, Problem, Run, Side

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

    def _repr_html_(self) -> Any:
        try:
            return self.frame()._repr_html_()
        except ImportError:  # without pandas, notebooks show the repr
            return None


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
class SweepTable:
    """The runs of one configuration on one problem that differ in parameters or in the seed, for one quantity."""

    results: Results
    base: str
    problem: Problem
    quantity: str
    points: list[tuple[Outcome, Run, Score | None]] = field(default_factory=list)

    @cached_property
    def axes(self) -> list[str]:
        """The columns that vary: `param_NAME`, and `seed` as the last."""
        swept = [_swept(run) for _, run, _ in self.points]
        names = sorted(dict.fromkeys(name for each in swept for name in each), key="seed".__eq__)
        return [name if name == "seed" else f"param_{name}" for name in names
                if len({(name in each, each.get(name)) for each in swept}) > 1]

    @cached_property
    def rows(self) -> list[Row]:
        """The rows, with the axes of this table."""
        return self.rows_along(self.axes)

    def rows_along(self, axes: Sequence[str]) -> list[Row]:
        """Returns the rows with these axes."""
        return [self._row(*point, axes) for point in self.points]

    def by_parameters(self) -> dict[tuple[str, ...], list[Row]]:
        """Returns the rows of all seeds by the texts of the parameters that vary."""
        groups: dict[tuple[str, ...], list[Row]] = {}
        for row in self.rows:
            groups.setdefault(tuple(value_text(row[axis]) for axis in self.axes if axis != "seed"), []).append(row)
        return groups

    def _row(self, outcome: Outcome, run: Run, score: Score | None, axes: Sequence[str]) -> Row:
        estimate = outcome.estimate
        relative = exact(estimate.standard_error) / exact(estimate.value) if estimate and estimate.value else None
        return {
            "shape": run.problem.shape, "rules": run.problem.rules, "strategy": run.strategy,
            "configuration": run.configuration, "base": self.base, "quantity": self.quantity,
            **{axis: run.seed if axis == "seed" else run.parameters.get(axis.removeprefix("param_")) for axis in axes},
            "kind": outcome.kind, "value": outcome.value,
            "standard_error": estimate.standard_error if estimate else None,
            "relative_error": None if relative is None else float(abs(relative)),
            "samples": estimate.samples if estimate else None,
            "exact": score.exact if score else None, "exact_from": score.exact_from if score else None,
            "z": score.z if score else None, "seconds": run.seconds,
            "inefficiency": float(relative * relative) * run.seconds if relative and run.seconds > 0 else None,
            **origin(self.results)}

    def __str__(self) -> str:
        return f"{self.quantity} of {self.problem} by {self.base}"


def scores(comparisons: Sequence[Comparison]) -> dict[Key, Score]:
    """Returns the score of each estimate that was compared with an exact value, by the key of its outcome.

    A published value takes precedence, then an expected one, a given one, and that of a run; but a value that the
    estimate disagrees with takes precedence over all others.
    """
    best: dict[Key, tuple[tuple[bool, int], Score]] = {}
    for each in comparisons:
        for own, other, sign in ((each.left, each.right, 1), (each.right, each.left, -1)):
            if each.z is None or not _may_judge(own, other):
                continue
            rank = (not each.contradicts, _precedence.index(other.kind))
            key = (own.problem, own.name, own.quantity or "")
            if key not in best or rank < best[key][0]:
                best[key] = rank, Score(integer(other.value), other.name, other.kind, sign * each.z, each)
    return {key: score for key, (_, score) in best.items()}


def _may_judge(own: Side, other: Side) -> bool:
    return (own.kind == "run" and own.quantity is not None and own.quantity == other.quantity
            and other.kind in _precedence and re.fullmatch("[1-9][0-9]*", other.value) is not None)


def sweep_of(documents: Sequence[Results], quantity: str | None, shape: str | None) -> Sweep:
    """Returns the sweeps of a quantity and a shape; None means all. Raises LookupError if there are none."""
    tables = [table for results in documents for table in sweep_tables(results)]
    wanted = [table for table in tables
              if quantity in (None, table.quantity) and shape in (None, table.problem.shape)]
    if not wanted:
        raise LookupError(f"no such sweep; there is: {first_of(list(map(str, tables)))}" if tables else
                          "no configuration has several values of a parameter or several seeds")
    axes = list(dict.fromkeys(axis for table in wanted for axis in table.axes if axis != "seed"))
    axes += ["seed"] * any("seed" in table.axes for table in wanted)
    return Sweep(row for table in wanted for row in table.rows_along(axes))


def sweep_tables(results: Results) -> list[SweepTable]:
    """Returns the sweeps of a document, one for each configuration, problem and quantity."""
    tables: dict[object, SweepTable] = {}
    found = scores(results.comparisons)
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
        table = tables.setdefault(key, SweepTable(results, run.base, run.problem, each.quantity))
        table.points.append((each, run, found.get(each.key)))
    return [table for table in tables.values() if table.axes]


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
