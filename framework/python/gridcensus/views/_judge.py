"""Judges two values: exact ones by equality, estimates by a test, bounds, and tables row by row."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from functools import lru_cache
from statistics import NormalDist
from typing import Union

from gridcensus._numbers import decimal
from gridcensus._text import counted, real_text
from gridcensus.records import Estimate, Finding, Outcome, Table

Value = Union[Outcome, Finding]
MAX_FREEDOM = 1e12
"""With as many degrees of freedom, Student's t is the normal distribution to about twelve digits."""


@dataclass
class Judgement:
    """The result of comparing two values. A test stays open, as `consistent` with a p value, until `judge_tests`."""

    values: tuple[str, str]
    """As compared, for people."""
    verdict: str = "not comparable"
    note: str = ""
    z: float | None = None
    p_value: float | None = None
    """Two-sided, before the correction for many comparisons."""


def judge(values: tuple[Value, Value], names: tuple[str, str]) -> Judgement:
    """Compares two values, which have these names in notes."""
    # Traps nothing, so that a damaged document yields NaN and no exception.
    with localcontext(Context(prec=40, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])):
        tables = [value.table for value in values if isinstance(value, Finding) and value.table]
        if len(tables) == 2:
            return _judge_tables(*tables)
        if tables:
            return Judgement(("", ""), note="one is a table, the other a number")
        found = Judgement((_text(values[0]), _text(values[1])))
        _judge_numbers(found, values, names)
        return found


def judge_tests(judgements: list[Judgement], confidence: float) -> None:
    """Decides the tests: with m tests, each p value must exceed (1 - confidence) / m (the Bonferroni correction)."""
    tests = [each for each in judgements if each.p_value is not None]
    for each in tests:
        assert each.p_value is not None
        each.verdict = "consistent" if each.p_value >= (1 - confidence) / len(tests) else "disagree"


def _text(value: Value) -> str:
    number, estimate = value.value, value.estimate
    if estimate:
        return f"{real_text(estimate.value, 8)} +- {real_text(estimate.standard_error, 3)}"
    if isinstance(number, int):
        return {"lower_bound": "at least ", "upper_bound": "at most "}.get(value.kind, "") + decimal(number)
    return f"about {real_text(number, 8)}" if number is not None else "unfinished"


def _judge_numbers(found: Judgement, values: tuple[Value, Value], names: tuple[str, str]) -> None:
    for value, name in zip(values, names):
        if isinstance(value, Outcome) and value.kind == "unfinished":
            found.note = f"{name} on {value.problem.name} is unfinished: {value.reason}"
            return
    judges: dict[str, Callable[[Judgement, Value, Value, tuple[str, str]], None]] = {
        "lower_bound": _judge_bound, "upper_bound": _judge_bound, "approximation": _show_deviation}
    for kinds in (("lower_bound", "upper_bound"), ("approximation",)):
        for own, other in ((0, 1), (1, 0)):
            if values[own].kind in kinds:
                judges[values[own].kind](found, values[own], values[other], (names[own], names[other]))
                return
    if values[0].kind == values[1].kind == "exact":
        found.verdict = "equal" if values[0].value == values[1].value else "disagree"
        return
    found.verdict = "consistent"
    _test(found, _measured(values[0]), _measured(values[1]))


def _judge_bound(found: Judgement, bound: Value, other: Value, names: tuple[str, str]) -> None:
    """Checks a bound against a value. It must hold within the error of an estimate."""
    is_lower = bound.kind == "lower_bound"
    kind = "a lower bound" if is_lower else "an upper bound"
    found.note = kind
    if other.kind == bound.kind:
        found.note = f"both are {kind.partition(' ')[2]}s"
    elif other.kind == "approximation":
        found.note = f"{names[1]} has no error bar, so that {kind} tells nothing of it"
    elif other.kind == "estimate":
        found.verdict = "consistent"
        # Positive if the bound is violated.
        sides = (_measured(bound), _measured(other)) if is_lower else (_measured(other), _measured(bound))
        _test(found, *sides, is_one_sided=True)
    else:
        assert isinstance(bound.value, int) and isinstance(other.value, int)
        holds = bound.value <= other.value if is_lower else other.value <= bound.value
        found.verdict = "consistent" if holds else "disagree"


def _show_deviation(found: Judgement, approximation: Value, other: Value, names: tuple[str, str]) -> None:
    assert approximation.value is not None and other.value is not None
    relative = Decimal(approximation.value) / Decimal(other.value) - 1
    found.note = "an approximation has no error bar"
    if relative.is_finite():
        found.note += f"; {names[0]} / {names[1]} - 1 = {float(relative):+.4g}"


def _judge_tables(left: Table, right: Table) -> Judgement:
    found = Judgement((counted(len(left.rows), "row"), counted(len(right.rows), "row")))
    if (left.key, left.columns) != (right.key, right.columns):
        found.note = "the tables have different columns"
        return found
    found.verdict = "equal"
    # Rows of the left table come first.
    for row in (*sorted(left.rows), *sorted(right.rows.keys() - left.rows.keys())):
        if left.rows.get(row) != right.rows.get(row):
            texts = [", ".join(map(decimal, table.rows[row])) if row in table.rows else "no such row"
                     for table in (left, right)]
            found.verdict = "disagree"
            found.note = f'first difference at {left.key} "{row}": {texts[0]} against {texts[1]}'
            break
    return found


@dataclass(frozen=True)
class _Measured:
    """A value with its standard errors in both directions. An exact value has none."""

    value: Decimal
    below: Decimal = Decimal(0)
    above: Decimal = Decimal(0)
    freedom: float = math.inf


def _measured(value: Value) -> _Measured:
    """Returns the value with the halves of its interval as standard errors.

    At the ends of the interval, a test by these is exactly as strict as the interval claims.
    """
    assert value.value is not None
    number, estimate = Decimal(value.value), value.estimate
    if estimate is None:
        return _Measured(number)
    freedom = freedom_of(estimate)
    width = Decimal(quantile(freedom, estimate.confidence))
    return _Measured(number, (number - Decimal(estimate.low)) / width, (Decimal(estimate.high) - number) / width,
                     freedom)


def _test(found: Judgement, left: _Measured, right: _Measured, is_one_sided: bool = False) -> None:
    """Computes z and p from the halves of the intervals towards the other value (Zou and Donner 2008).

    The degrees of freedom are those of Welch and Satterthwaite.
    """
    difference = left.value - right.value
    errors = (left.below, right.above) if difference > 0 else (left.above, right.below)
    error = (errors[0] * errors[0] + errors[1] * errors[1]).sqrt()
    if error == 0:
        # All samples were equal. A case that none of them met may be arbitrarily large.
        if difference == 0:
            found.p_value = 1.0
        else:
            found.verdict = "not comparable"
            found.note = "the samples show no spread, so nothing is known of the error"
        return
    shares = sum(float(part / error) ** 4 / side.freedom for part, side in zip(errors, (left, right)))
    freedom = min(MAX_FREEDOM, 1 / shares if shares > 0 else math.inf)
    found.z = float(difference / error)
    found.p_value = tail(found.z, freedom) if is_one_sided else 2 * tail(abs(found.z), freedom)


def freedom_of(estimate: Estimate) -> float:
    """Returns the degrees of freedom of an estimate's interval: at least 1."""
    given = estimate.degrees_of_freedom
    return max(1.0, estimate.samples - 1.0 if given is None else given)


@lru_cache(maxsize=10000)
def quantile(freedom: float, confidence: float) -> float:
    """Returns the distance, in standard errors, to which an interval by Student's t reaches on each side."""
    freedom = min(MAX_FREEDOM, freedom)
    wanted = (1 - confidence) / 2
    at = NormalDist().inv_cdf(1 - wanted)
    at += (at**3 + at) / (4 * freedom)  # Cornish and Fisher; below the quantile
    for _ in range(100):
        share = tail(at, freedom)
        # Newton's method for the logarithm of the tail, which is nearly straight.
        step = math.log(share / wanted) * share / _density(at, freedom)
        at += step
        if abs(step) < 1e-13 * at:
            break
    return at


def tail(value: float, freedom: float) -> float:
    """Returns the probability that Student's t is larger than a value, to about twelve digits."""
    if value < 0:
        return 1 - tail(-value, freedom)
    if not value < 1e150:
        return 0.0
    # The integral of the density from `value` on, by the exp-sinh rule (Takahasi and Mori 1974).
    scale = (freedom + value * value) / (freedom + 1) / max(1.0, value)  # about where the density has fallen to 1 / e
    step = 1 / 16
    total = 0.0
    for place in range(-66, 67):
        distance = scale * math.exp(math.pi / 2 * math.sinh(place * step))
        total += _density(value + distance, freedom) * distance * math.cosh(place * step)
    return min(1.0, total * step * math.pi / 2)


def _density(value: float, freedom: float) -> float:
    return _factor(freedom) * math.exp(-(freedom + 1) / 2 * math.log1p(value * value / freedom))


@lru_cache(maxsize=10000)
def _factor(freedom: float) -> float:
    """Returns gamma((n + 1) / 2) / gamma(n / 2) / sqrt(pi n) for n degrees of freedom."""
    half = freedom / 2
    if half < 50:
        return math.exp(math.lgamma(half + 0.5) - math.lgamma(half)) / math.sqrt(math.pi * freedom)
    # The difference of large logarithms would lose digits.
    series = 1 + sum(each / half**power for power, each in
                     enumerate((-1 / 8, 1 / 128, 5 / 1024, -21 / 32768, -399 / 262144), 1))
    return series / math.sqrt(2 * math.pi)
