"""Numbers of any size, as documents and the protocol have them."""

from __future__ import annotations

import math
import re
import reprlib
from decimal import Decimal
from typing import Any, Union

_integer = re.compile("0|-?[1-9][0-9]*")
Real = Union[float, Decimal]
"""A float, or a Decimal if the number is beyond the range of floats."""
Number = Union[int, float, Decimal]
Parameter = Union[bool, int, float, str, None]


def is_integer(text: str) -> bool:
    """Returns whether a text is a whole number without needless zeros."""
    return _integer.fullmatch(text) is not None


def whole(value: Any) -> int:
    """Returns a whole number of the protocol, which is a JSON number or a decimal string."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(f"{value!r} is not a whole number")
    return integer(value) if isinstance(value, str) else value


def integer(text: str) -> int:
    """Returns the number of a decimal string of any length: int() alone refuses more than 4300 digits.

    Raises ValueError for all but digits, with a sign at most and without needless zeros.
    """
    if not isinstance(text, str) or not is_integer(text):
        raise ValueError(f"{reprlib.repr(text)} is not a whole number")
    return int(Decimal(text))


def decimal(value: int) -> str:
    """Returns all digits of a number of any length: str() alone refuses more than 4300 digits."""
    return str(Decimal(value))


class LongReal(float):
    """A float with the digits of the document, which may be more than a float has."""

    digits: str

    @classmethod
    def of(cls, digits: str) -> LongReal:
        """Returns the float nearest to these digits."""
        made = cls(digits)
        made.digits = digits
        return made


def real(value: Any) -> Real:
    """Returns a real number of a document, which is a JSON number or a string. Raises ValueError if it is infinite."""
    if isinstance(value, str):
        precise = Decimal(value)
        if not precise.is_finite():
            raise ValueError(f"{value} is not a finite number")
        rounded = LongReal.of(value)
        return rounded if math.isfinite(rounded) and (rounded or not precise) else precise
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return float(value)


def parameter(text: str) -> Parameter:
    """Returns the value of a parameter from its text; None for "unset"."""
    if text == "unset":
        return None
    if text in ("true", "false"):
        return text == "true"
    if is_integer(text):
        return integer(text)
    try:
        return LongReal.of(text) if re.match(r"-?[0-9.]", text) else text
    except ValueError:
        return text


def exact(number: Number) -> Decimal:
    """Returns all digits of a number."""
    return Decimal(number.digits) if isinstance(number, LongReal) else Decimal(number)


def ratio(one: Number, other: Number) -> float:
    """Returns the quotient of numbers of any size; NaN if it has none."""
    try:
        if isinstance(one, float) and isinstance(other, float):
            return one / other
        return float(exact(one) / exact(other))
    except (ArithmeticError, ValueError):
        return math.nan
