"""Texts of values and names for people, and their layout in lines of a maximum width."""

from __future__ import annotations

import difflib
import re
import textwrap
from collections.abc import Iterable, Sequence
from decimal import Decimal

from gridcensus._numbers import LongReal, Number, decimal

_number = re.compile(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\Z")
_most_names = 60
# Control characters, those that change the direction or end a line, and halves of a character.
_unsafe = re.compile("[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Returns the text with escapes for characters that would confuse a terminal."""
    return _unsafe.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    short = {"\n": "\\n", "\t": "\\t"}.get(found[0])
    return short or (f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}")


def one_line(text: str) -> str:
    """Returns a printable text as one line."""
    return printable(re.sub("[\n\r\t]", " ", text))


def pluralise(number: int, one: str, many: str = "") -> str:
    """Returns "1 run" or "2 runs". The plural is needed if it does not only take an s."""
    return f"1 {one}" if number == 1 else f"{number} {many or one + 's'}"


def groups(digits: str) -> Iterable[str]:
    """Returns the groups of three digits; the first may be shorter."""
    first = len(digits) % 3 or 3
    return [digits[:first], *(digits[place:place + 3] for place in range(first, len(digits), 3))]


def grouped(text: str, between: str = ",") -> str:
    """Returns the digits of a whole number in groups of three, and any other text as it is."""
    if not re.fullmatch("-?[0-9]+", text):
        return text
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    return sign + between.join(groups(digits))


def is_number(text: str) -> bool:
    """Returns whether a text is a decimal number."""
    return _number.match(text) is not None


def real_text(number: Number, digits: int) -> str:
    """Returns a number with so many significant digits, as "1.5e+21"."""
    if isinstance(number, Decimal):
        digits_of, power = f"{number:.{digits - 1}e}".split("e")
        return f"{digits_of.rstrip('0').rstrip('.') if '.' in digits_of else digits_of}e{int(power):+03}"
    return f"{number:.{digits}g}"


def value_text(value: object) -> str:
    """Returns all digits of a number, and a parameter or a text as the document has it."""
    if value is None:
        return "unset"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return decimal(value)
    if isinstance(value, LongReal):
        return value.digits
    return str(value).lower() if isinstance(value, Decimal) else str(value)


def nearest(name: str, known: Iterable[str]) -> str:
    """Returns " (did you mean NAME?)" with the nearest known name, or nothing."""
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" (did you mean {found[0]}?)" if found else ""


def first_of(names: Sequence[str]) -> str:
    """Returns names in one line, of many the first ones."""
    left = len(names) - _most_names
    return ", ".join(names[:_most_names]) + (f" and {left} more" if left > 0 else "")


def wrapped(text: str, width: int, indent: int = 0, *, breaks_words: bool = False) -> list[str]:
    """Returns the text in lines of at most `width` characters, broken at blanks. A longer word may stay whole."""
    return textwrap.wrap(text, width, subsequent_indent=" " * min(indent, width // 2), break_on_hyphens=False,
                         break_long_words=breaks_words) or [""]
