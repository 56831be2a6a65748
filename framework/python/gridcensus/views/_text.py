"""Lays out texts for people: whole lines without control characters, of a maximum width."""

from __future__ import annotations

import re

# Control characters, those that change the direction or end a line, and halves of a character.
_unsafe = re.compile("[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Returns the text with escapes for characters that would confuse a terminal."""
    return _unsafe.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    short = {"\n": "\\n", "\t": "\\t"}.get(found[0])
    return short or (f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}")


def counted(number: int, one: str, many: str = "") -> str:
    """Returns "1 run" or "2 runs". The plural is needed if it does not only take an s."""
    return f"1 {one}" if number == 1 else f"{number} {many or one + 's'}"


def grouped(text: str) -> str:
    """Returns the digits of a whole number in groups of three, and any other text as it is."""
    if not re.fullmatch("-?[0-9]+", text):
        return text
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    first = len(digits) % 3 or 3
    return sign + ",".join([digits[:first], *(digits[place:place + 3] for place in range(first, len(digits), 3))])


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """Returns the text in lines of at most `width` characters, broken at blanks. A longer word stays whole."""
    lines = [""]
    for word in filter(None, text.split(" ")):
        if lines[-1].strip() and len(lines[-1]) + 1 + len(word) > width:
            lines.append(" " * indent)
        lines[-1] += (" " if lines[-1].strip() else "") + word
    return lines


def folded(text: str, width: int, indent: int) -> list[str]:
    """Returns the text in lines of at most `width` characters, broken at blanks if possible, else within a word."""
    lines: list[str] = []
    text = text.rstrip(" ")
    while True:
        blanks = " " * (min(indent, width // 2) if lines else 0)
        room = max(1, width - len(blanks))
        if len(text) <= room:
            return [*lines, blanks + text]
        blank = text.rfind(" ", 0, room + 1)
        end = blank if blank > len(text) - len(text.lstrip(" ")) else room
        lines.append(blanks + text[:end].rstrip(" "))
        text = text[end:].lstrip(" ")
