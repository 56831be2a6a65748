"""The count in the output of a program: at a pattern, or in the lines of the model counting competition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from statistics import NormalDist

from gridcensus._numbers import integer, is_integer
from gridcensus._text import printable

LONGEST_LINE = 4096
"""The limit of lines in which a pattern is searched [bytes]: a line may have many matches."""
_longest_number = 39_458  # digits with the sign: the host reads no more
_digits = 40  # of a real number: more than the host keeps


class BadAnswer(Exception):
    """The output of a program is not exactly one answer. The text gives the reason."""


@dataclass(frozen=True)
class Guarantee:
    """The true count is in [c / (1 + epsilon), c (1 + epsilon)] with probability 1 - delta."""

    epsilon: Fraction
    delta: Fraction


@dataclass(frozen=True)
class Answer:
    """A count: exact without `guarantee` and without `is_approximate`, else an estimate or an approximation."""

    value: Fraction
    guarantee: Guarantee | None = None
    is_approximate: bool = False

    @property
    def interval(self) -> tuple[Fraction, Fraction, Fraction]:
        """Standard error, low and high end of an estimate.

        Only the probability of missing the interval is known of the error. The standard error, which is only shown,
        is half of the interval divided by the normal quantile.
        """
        assert self.guarantee is not None
        factor = 1 + self.guarantee.epsilon
        low, high = self.value / factor, self.value * factor
        quantile = -NormalDist().inv_cdf(float(self.guarantee.delta) / 2)
        return (high - low) / 2 / Fraction(quantile), low, high


def pattern_mistake(pattern: str) -> str | None:
    """Returns why the text cannot be a pattern, or None if it can."""
    try:
        number = re.compile(pattern).groups
    except re.error as error:
        return f"expected a regular expression of Python; {error}"
    if number == 1:
        return None
    return f"a pattern needs one group in parentheses around the number, not {number}; (?:...) is not a group"


def read_pattern(output: bytes, pattern: str) -> int:
    """Returns the whole number that the group of a pattern matches in the output.

    The pattern is applied line by line, so ^ and $ match the ends of a line. Lines above LONGEST_LINE are skipped.
    Raises BadAnswer if it matches nothing, something other than a whole number, or two different numbers.
    """
    searched, is_skipped = re.compile(pattern), False
    found: int | None = None
    for line in _lines(output):
        if len(line) > LONGEST_LINE:
            is_skipped = True
            continue
        for match in searched.finditer(line):
            value = _whole(match[1] or "")
            if found is not None and found != value:
                raise BadAnswer(f"the program printed two answers, {found} and {value}")
            found = value
    if found is not None:
        return found
    skipped = f"; lines above {LONGEST_LINE} bytes were not searched" if is_skipped else ""
    raise BadAnswer(f"nothing that the program printed fits the pattern {pattern}{skipped}")


def read_competition(output: bytes, stated: Guarantee | None = None) -> Answer:
    """Returns the count in the lines of the model counting competition.

        s SATISFIABLE                                   or UNSATISFIABLE: the count is 0
        c s type mc                                     another type is refused
        c s exact arb int 288                           exact
        s mc 288                                        the same in the format of 2020, which ApproxMC has
        c s approx arb int 280                          an estimate; prec-sci, float and log10 are read as well
        c s pac guarantees epsilon: 0.8 delta: 0.2      its interval
        c s heuristic arb int 280                       an approximation

    An approximate count without a guarantee is an approximation. `c s log10-estimate` and comments are ignored.
    `stated` is the guarantee of a program that counts approximately and does not print it: `s mc` is then approximate.

    Raises BadAnswer if there is no count, or there are two; if lines contradict each other; if an exact count was
    rounded to a floating-point number, or is exact only with some probability (delta above 0: hashes of components
    that were counted before may collide).
    Source: https://mccompetition.org/assets/files/mccomp_format_24.pdf; `s mc`: https://mccompetition.org/2020/mc_format
    """
    lines = _Lines()
    for line in _lines(output):
        words = line.split()
        if len(words) > 2 and words[:2] == ["c", "s"]:
            del words[0]
        if len(words) > 1 and words[0] == "s":
            lines.read(words[1:])
    return lines.answer(stated)


@dataclass(frozen=True)
class _Count:
    claim: str  # exact, approx or heuristic
    value: Fraction
    may_be_approximate: bool = False  # the format of 2020 has one line for both


class _Lines:
    """The lines of the competition in the output."""

    def __init__(self) -> None:
        self.status: str | None = None
        self.count: _Count | None = None
        self.guarantee: Guarantee | None = None

    def read(self, words: list[str]) -> None:
        first, size = words[0], len(words)
        if first == "type" and size == 2 and words[1] != "mc":
            raise BadAnswer(f'the program counted "{printable(words[1])}" instead of all models, "mc"')
        if first in ("SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"):
            self._once(self.status, "a status")
            self.status = first
        elif first == "mc" and size == 2:
            self._once(self.count, "a count")
            self.count = _Count("exact", Fraction(_whole(words[1])), may_be_approximate=True)
        elif first in ("exact", "approx", "heuristic") and size == 4:
            self._once(self.count, "a count")
            self.count = _count(*words)
        elif first == "pac" and size == 6 and words[2] == "epsilon:" and words[4] == "delta:":
            self._once(self.guarantee, "a guarantee")
            self.guarantee = Guarantee(_number(words[3]), _number(words[5]))

    def answer(self, stated: Guarantee | None) -> Answer:
        if self.status == "UNKNOWN":
            raise BadAnswer("the program found no count (s UNKNOWN)")
        has_none, count = self.status == "UNSATISFIABLE", self.count
        if count is None and has_none:
            return Answer(Fraction(0))
        if count is None:
            raise BadAnswer("the program printed no count (c s exact arb int N, or s mc N)")
        if self.status and has_none != (count.value == 0):
            raise BadAnswer(f"the program printed s {self.status} and a count of {count.value}")
        if has_none:
            return Answer(Fraction(0))
        guarantee, claim = self.guarantee or stated, count.claim
        if count.may_be_approximate and guarantee and guarantee.epsilon > 0:
            claim = "approx"
        if claim == "exact":
            if self.guarantee and (self.guarantee.epsilon > 0 or self.guarantee.delta > 0):
                raise BadAnswer("the program calls a count exact that is wrong with probability "
                                f"{float(self.guarantee.delta):g}")
            return Answer(count.value)
        if claim == "heuristic" or guarantee is None:
            return Answer(count.value, is_approximate=True)
        if not (guarantee.epsilon > 0 and 0 < guarantee.delta < 1):
            raise BadAnswer(f"epsilon {float(guarantee.epsilon):g} and delta {float(guarantee.delta):g} guarantee "
                            "nothing of an approximate count")
        return Answer(count.value, guarantee)

    @staticmethod
    def _once(before: object, what: str) -> None:
        if before is not None:
            raise BadAnswer(f"the program printed {what} twice")


def _count(claim: str, precision: str, notation: str, text: str) -> _Count:
    """Reads "exact arb int 288"."""
    if notation == "int":
        value = _whole(text)
        # For a count of 0, d4 prints "exact quadruple int 0".
        if precision == "arb" or claim != "exact" or value == 0:
            return _Count(claim, Fraction(value))
    if claim == "exact":
        raise BadAnswer(f'the program calls a count exact that it printed as "{printable(f"{precision} {notation}")}": '
                        "it may be rounded")
    number = _number(text)
    if notation != "log10":
        return _Count(claim, number)
    if abs(number) > 4000:
        raise BadAnswer("the count is too large for a real number")
    with localcontext() as context:
        context.prec = _digits
        return _Count(claim, Fraction(Decimal(10) ** (Decimal(number.numerator) / Decimal(number.denominator))))


def _lines(output: bytes) -> Iterator[str]:
    """Yields the lines without their ends. Bytes are characters, because the output need not be UTF-8."""
    return (line.removesuffix("\r") for line in output.decode("latin-1").split("\n"))


def _whole(text: str) -> int:
    if len(text) > _longest_number or not is_integer(text):
        raise BadAnswer(f'the answer "{_excerpt(text)}" is not a whole number')
    return integer(text)


def _number(text: str) -> Fraction:
    if len(text) > LONGEST_LINE or not re.fullmatch(r"-?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]{1,4})?", text):
        raise BadAnswer(f'the answer "{_excerpt(text)}" is not a number')
    return Fraction(text)


def _excerpt(text: str) -> str:
    """Quotes output for a message."""
    most = 60
    return printable(text) if len(text) <= most else f"{printable(text[:most])}... ({len(text)} bytes)"
