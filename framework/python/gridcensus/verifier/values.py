"""Compares the values of runs with each other, with the inputs that others took, and with published values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Union

from gridcensus._numbers import decimal
from gridcensus._problems import UNDER_MAPS, Problem
from gridcensus.verifier.runs import READING_ERRORS, Checks, Concluded, message_of
from gridcensus.verifier.sums import Grid, member, real, whole
from gridcensus.verifier.theorems import BASES, BUILT_IN, Subject, relabellings, subject_of_finding, upright

# With many samples, four half widths of a 95 % interval are eight standard errors, which chance does not produce.
HALF_WIDTHS = 4
# With this many degrees of freedom, Student's distribution has 1 in 7,000 beyond four half widths of a 95 % interval.
LEAST_FREEDOM = 5

Stated = tuple[Concluded, int]


def stated(quantity: str, problem: Problem) -> tuple[Subject, int] | None:
    """Returns the subject of a quantity, and the factor by which its values are multiplied to be values of that.

    Returns None for quantities that plugins declare: they may also depend on a grid or on moves.
    """
    if quantity not in BUILT_IN:
        return None
    turned = upright(problem) if problem.rules == "classic" and quantity in UNDER_MAPS else problem
    base = BASES.get(quantity)
    return (Subject(base, turned), relabellings(problem)) if base else (Subject(quantity, turned), 1)


class Published:
    """The published exact values that nobody contests, of shapes and quantities that no plugin declares."""

    def __init__(self, values: Sequence[tuple[str, Problem, int]]) -> None:
        self._values: dict[Subject, int] = {}
        for quantity, problem, value in values:
            if (of := stated(quantity, problem)) is not None:
                self._values.setdefault(of[0], value * of[1])

    def value(self, quantity: str, problem: Problem) -> int | None:
        """Returns the value of a quantity of this problem or its transpose; None if there is none."""
        of = stated(quantity, problem)
        if of is None or of[0] not in self._values:
            return None
        value, rest = divmod(self._values[of[0]], of[1])
        return None if rest else value


def real_or_none(value: Any) -> Fraction | None:
    """Returns a real number of a text, or None if it is not finite. Raises Malformed."""
    return None if value in ("inf", "-inf", "nan", "-nan") else real(value)


@dataclass
class _Values:
    """All stated values of one subject."""

    exact: list[Stated] = field(default_factory=list)
    """Two of a run that counts both grids and relabelling classes."""
    inputs: list[Stated] = field(default_factory=list)
    lower: list[Stated] = field(default_factory=list)
    upper: list[Stated] = field(default_factory=list)
    estimates: list[tuple[Concluded, tuple[Fraction, Fraction, Fraction] | None]] = field(default_factory=list)
    """Each with low, value and high; None if its interval means nothing."""


def _interval(estimate: Any, factor: int) -> tuple[Fraction, Fraction, Fraction] | None:
    """Returns low, value and high; None if these are no interval, or if too few samples make it."""
    ends = [real_or_none(member(estimate, name)) for name in ("low", "value", "high")]
    freedom = real_or_none(estimate["degrees_of_freedom"]) if "degrees_of_freedom" in estimate else Fraction(
        whole(member(estimate, "samples")) - 1)
    low, middle, high = ends
    if freedom is not None and freedom < LEAST_FREEDOM:
        return None
    # If all samples are equal, nothing is known of the error.
    if low is None or middle is None or high is None or low == high:
        return None
    return low * factor, middle * factor, high * factor


def _add_values(concluded: Concluded, values: dict[Subject, _Values]) -> None:
    for quantity, outcome in concluded.outcomes.items():
        of = stated(quantity, concluded.problem)
        if of is None:
            continue
        all_values, kind = values.setdefault(of[0], _Values()), concluded.kind(quantity)
        lists = {"exact": all_values.exact, "lower_bound": all_values.lower, "upper_bound": all_values.upper}
        if kind in lists:
            lists[kind].append((concluded, whole(member(outcome, "value")) * of[1]))
        elif kind == "estimate":
            all_values.estimates.append((concluded, _interval(outcome, of[1])))
    for quantity, value in concluded.inputs.items():
        if (of := stated(quantity, concluded.problem)) is not None:
            values.setdefault(of[0], _Values()).inputs.append((concluded, value * of[1]))


def _names(of: Sequence[Stated]) -> str:
    return ", ".join({id(concluded): concluded.name for concluded, _ in of}.values())


def _agreement(values: Sequence[Stated]) -> str:
    """Returns "3 runs agree: ..."."""
    runs = {id(concluded) for concluded, _ in values}
    if len(runs) == 1:
        return f"{_names(values)} counts it in two ways"
    return f"{len(runs)} runs agree: {_names(values)}"


def _unequal(first: Stated, others: Sequence[Stated]) -> str:
    return next((f"{first[0].name} has {decimal(first[1])}, {who.name} has {decimal(value)}"
                 for who, value in others if value != first[1]), "")


def _check_bounds(subject: str, values: _Values, value: int, checks: Checks) -> None:
    for who, bound in values.lower:
        checks.add(subject, f"is not below the bound of {who.name}",
                   "" if bound <= value else f"{decimal(bound)} is above {decimal(value)}")
    for who, bound in values.upper:
        checks.add(subject, f"is not above the bound of {who.name}",
                   "" if value <= bound else f"{decimal(bound)} is below {decimal(value)}")
    for who, interval in values.estimates:
        if interval is None:
            checks.not_made(subject,
                            f"the estimate of {who.name} rests on too few different samples to be judged")
            continue
        low, middle, high = interval
        holds = middle - HALF_WIDTHS * (middle - low) <= value <= middle + HALF_WIDTHS * (high - middle)
        checks.add(subject, f"lies within {HALF_WIDTHS} half widths of the estimate of {who.name}",
                   "" if holds else
                   f"{Decimal(middle.numerator) / middle.denominator:.16e} against {decimal(value)}")


def _check_subject(subject: Subject, values: _Values, published: int | None, checks: Checks) -> None:
    name = str(subject)
    if values.exact:
        first = values.exact[0]
        if len(values.exact) > 1:
            checks.add(name, _agreement(values.exact), _unequal(first, values.exact))
        if values.inputs:
            checks.add(name, f"the runs that take it take what was counted: {_names(values.inputs)}",
                       _unequal(first, values.inputs))
        if published is not None:
            checks.add(name, "is what was published", next(
                (f"{who.name} has {decimal(value)}, published is {decimal(published)}" for who, value in values.exact
                 if value != published), ""))
        _check_bounds(name, values, first[1], checks)
    elif published is not None:
        _check_bounds(name, values, published, checks)


def _findings_differ(one: Union[int, Grid], other: Union[int, Grid], may_lack_rows: bool) -> str:
    """Returns how two findings of one name differ; empty if they do not, or cannot be compared."""
    if isinstance(one, int) and isinstance(other, int):
        return "" if one == other else f"{decimal(one)} against {decimal(other)}"
    if isinstance(one, int) or isinstance(other, int) or (one.key, one.columns) != (other.key, other.columns):
        return ""
    names = one.rows.keys() & other.rows.keys() if may_lack_rows else one.rows.keys() | other.rows.keys()
    for row in sorted(names):
        if one.rows.get(row) != other.rows.get(row):
            return f'{one.key} "{row}": {one.rows.get(row, "no such row")} against {other.rows.get(row, "no such row")}'
    return ""


def _check_findings(all_runs: Sequence[Concluded], checks: Checks) -> None:
    """Compares the findings of one subject, of runs whose question is the problem alone."""
    by_subject: dict[Subject, list[tuple[Concluded, str]]] = {}
    for concluded in all_runs:
        if all(stated(quantity, concluded.problem) for quantity in concluded.outcomes):
            for name in concluded.found:
                is_same = concluded.findings[name].get("same_when_transposed", False)
                subject = subject_of_finding(name, concluded.problem, is_same)
                by_subject.setdefault(subject, []).append((concluded, name))
    for subject, found in sorted(by_subject.items(), key=lambda entry: entry[0].order):
        first, own = found[0]
        wrong = ""
        for other, name in found[1:]:
            lacks = first.findings[own].get("lacks_rows", False) or other.findings[name].get("lacks_rows", False)
            if differing := _findings_differ(first.found[own], other.found[name], lacks):
                wrong = wrong or f"{first.name} and {other.name} differ: {differing}"
        if len(found) > 1:
            runs = ", ".join(concluded.name for concluded, _ in found)
            checks.add(str(subject), f"{len(found)} runs agree: {runs}", wrong)


def check_values(all_runs: Sequence[Concluded], published: Published, checks: Checks) -> None:
    """Compares runs on the same problem or its transpose, and all of them with published values."""
    values: dict[Subject, _Values] = {}
    readable = []
    for concluded in all_runs:
        try:
            _add_values(concluded, values)
            readable.append(concluded)
        except READING_ERRORS as error:
            checks.fails(concluded.name, f"an outcome cannot be read: {message_of(error)}")
    for subject, of_subject in sorted(values.items(), key=lambda entry: entry[0].order):
        _check_subject(subject, of_subject, published.value(subject.name, subject.problem), checks)
    _check_findings(readable, checks)
