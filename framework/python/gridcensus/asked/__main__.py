"""Serves a program that is asked once for each unit as a strategy that speaks the protocol.

    python3 asked DESCRIPTION.json

The host writes the file: `description`, the map of NAME.strategy.yaml; `folder`, in which that is; `program`, the file
of the command's first word; and `output_bytes`, the limit of what one call may print.
"""

from __future__ import annotations

import os
import sys

if sys.version_info < (3, 11):
    sys.exit(f"asking a program needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}")
if __name__ == "__main__":  # started by its path, in isolated mode: modules are found beside the package
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal, localcontext
from fractions import Fraction
from math import factorial
from typing import Any

from gridcensus._numbers import is_integer, whole
from gridcensus._protocol import Connection, Failed
from gridcensus.asked import answers
from gridcensus.asked.encodings import ENCODINGS, why_not_fixed
from gridcensus.asked.program import Printed, run
from gridcensus.asked.template import WORDS, filled, unknown_words
from gridcensus.problem import Problem
from gridcensus.tally import Tally, write_integer

_most_units = 1 << 40
_scale = 10**60
"""An inexact number is a sum, times this: sums add up exactly, in any order."""
_parts = ("value", "standard_error", "low", "high", "missed")
"""What a sum of several parts says of an inexact number, each under the name of the quantity, a dot and this."""


class Description:
    """A description of a program, whose form the host has checked."""

    def __init__(self, map: Mapping[str, Any]) -> None:
        self.map = map
        self.id: str = map["strategy"]
        self.command: list[str] = map["command"]
        self.kinds = {each["name"]: each.get("kind", "exact") for each in map["quantities"]}
        self.parameters = [each["name"] for each in map.get("parameters", ())]
        given = map.get("input", "")
        self.text: str | None = given["text"] if isinstance(given, Mapping) else None
        self.input: str = "text" if self.text is not None else given
        self.fixes_first_row = "first_row" in map
        self.units: str = map.get("units", "1")
        self.success = [int(code) for code in _listed(map.get("success", "0"))]
        answer = map["answer"] if isinstance(map["answer"], Mapping) else {}
        self.times: str = answer.get("times", "1")
        stated = answer.get("competition")
        self.guarantee = answers.Guarantee(*(Fraction(stated[name]) for name in ("epsilon", "delta"))) if stated else None
        pattern = answer.get("pattern")
        self.patterns: dict[str, str] = pattern if isinstance(pattern, dict) else {}
        if isinstance(pattern, str):
            self.patterns = dict.fromkeys(self.kinds, pattern)

    @property
    def is_sampled(self) -> bool:
        return "estimate" in self.kinds.values()

    def mistakes(self) -> Iterator[dict[str, Any]]:
        """Yields the mistakes that the form of a description does not show: `key`, `message`, `nearest`."""
        names = {"unit", "units", "quantity", "first_row_fixed", *self.parameters}
        yield from self._unknown([self.text or ""], names, "input")
        yield from self._unknown([self.units], names, "units")
        names |= {"random"} if self.is_sampled else set()
        names |= {"input"} if self.input else set()
        yield from self._unknown(self.command, names, "command")
        if self.fixes_first_row and self.input in ("", "json"):
            yield _mistake("first_row", "only an input of cnf, asp, exact_cover or a text can fix the first row")
        version = self.map["version"]
        if isinstance(version, Mapping):
            yield from _mistakes_of_pattern("version.pattern", version["pattern"])
        yield from self._mistakes_of_answer()

    def _mistakes_of_answer(self) -> Iterator[dict[str, Any]]:
        if self.times != "side!" and (not is_integer(self.times) or int(self.times) < 1):
            yield _mistake("answer.times", f"expected a whole number from 1, or side!; got {self.times}")
        if self.guarantee and self.guarantee.delta >= 1:
            yield _mistake("answer.competition.delta", "expected a probability below 1")
        if not self.patterns:
            if len(self.kinds) > 1:
                yield _mistake("answer", "competition: it answers one quantity")
            if self.is_sampled and self.units != "1":
                yield _mistake("units", "an estimate of the competition is the whole answer")
            return
        is_one = isinstance(self.map["answer"]["pattern"], str)
        for name, pattern in self.patterns.items():
            key = "answer.pattern" if is_one else f"answer.pattern.{name}"
            yield from _mistakes_of_pattern(key, pattern)
            if name not in self.kinds:
                yield _mistake(key, "it is none of its quantities")
        if is_one and len(self.kinds) > 1:
            yield _mistake("answer.pattern", "expected a map with the pattern of each quantity")
        elif self.kinds.keys() - self.patterns.keys():
            yield _mistake("answer.pattern", "expected one for each quantity")

    def _unknown(self, texts: Iterable[str], names: set[str], key: str) -> Iterator[dict[str, Any]]:
        known = sorted(names | WORDS)
        for word in (word for text in texts for word in unknown_words(text, names)):
            what = f"unknown name {{{word}}}" if not word.startswith("{") else f"the brace of {word} is not closed"
            yield _mistake(key, f"{what}; write {{{{ for a brace; known: {', '.join(known)}", word, known)


def _mistake(key: str, message: str, word: str = "", known: Iterable[str] = ()) -> dict[str, Any]:
    return {"key": key, "message": message, "word": word, "known": list(known)}


def _mistakes_of_pattern(key: str, pattern: str) -> Iterator[dict[str, Any]]:
    if text := answers.pattern_mistake(pattern):
        yield _mistake(key, text)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


class Asked:
    """The strategy: its answers to the calls of the protocol."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.description = Description(given["description"])
        self._folder, self._program = given["folder"], given["program"]
        self._most_output = whole(given["output_bytes"])
        self._environment = _own_environment()
        self._problem = Problem.classic_of("1x1")
        self._words: dict[str, str] = {}
        self._input: str | dict[str, Any] = ""
        self._quantities: list[str] = []
        self._factor = 1

    def about(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the mistakes of the description or, if there is none, the version of the program."""
        if mistakes := list(self.description.mistakes()):
            return {"mistakes": mistakes}
        return {"version": self._version(self.description.map["version"])}

    def offer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Refuses problems whose first row cannot be fixed, if the answer is to be multiplied by N!."""
        reason = why_not_fixed(Problem.from_json(request["problem"])) if self.description.times == "side!" else None
        return {"refused": dict.fromkeys(request["quantities"], reason)} if reason else {}

    def prepare(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Prepares the words and the input that all units share."""
        own, problem = self.description, Problem.from_json(request["problem"])
        is_fixed = own.fixes_first_row and why_not_fixed(problem) is None
        self._problem, self._quantities = problem, request["quantities"]
        self._words = {name: request["parameters"].get(name, "") for name in own.parameters}
        self._words["first_row_fixed"] = "true" if is_fixed else "false"
        self._words["quantity"] = self._quantities[0] if len(self._quantities) == 1 else "all"
        units = filled(own.units, problem, self._words)
        if not is_integer(units) or not 1 <= int(units) <= _most_units:
            raise Failed(f"`units` of its description is not a whole number from 1 to 2^40: {own.units}")
        self._words["units"] = units
        self._factor = factorial(problem.side) if is_fixed or own.times == "side!" else 1
        if own.times != "side!":
            self._factor *= int(own.times)
        if own.input in ENCODINGS:
            self._input = "".join(ENCODINGS[own.input](problem, is_fixed))
        elif own.input == "json":
            self._input = {"problem": request["problem"], "quantities": self._quantities,
                           "parameters": request["parameters"], "units": units}
        else:
            self._input = own.text or ""
        return {"units": units}

    def run(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Runs the program for a unit, and returns the tally of its answer."""
        words = {**self._words, "unit": str(whole(request["unit"]))}
        if "random" in request:  # programs accept seeds of at least 31 bits
            words["random"] = str(int(request["random"][:16], 16) >> 33)
        with _scratch_folder() as folder:
            file = None
            if self.description.input:
                file = words["input"] = os.path.join(folder, "input")
                self._write_input(file, words)
            command = [self._resolved(word, lambda text: filled(text, self._problem, words))
                       for word in self.description.command[1:]]
            printed = self._run([self._program, *command], folder, file, self.description.success)
        try:
            return self._tally(printed.output).to_json()
        except answers.BadAnswer as error:
            raise Failed(f"its program gave no answer: {error}{printed.quoted()}") from None

    def conclude(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the outcomes."""
        sums = Tally.from_json(request["tally"]).sums
        return {"outcomes": {name: self._outcome(name, sums) for name in self._quantities}}

    def _outcome(self, name: str, sums: Mapping[str, int]) -> dict[str, Any]:
        parts = {part: Fraction(sums[f"{name}.{part}"], _scale) for part in _parts if f"{name}.{part}" in sums}
        exact = sums.get(name, 0)
        if not parts:
            kind = self.description.kinds[name]
            return {"kind": "exact" if kind == "estimate" else kind, "value": write_integer(exact)}
        if parts.keys() == {"value"}:
            return {"kind": "approximation", "value": _real(exact + parts["value"])}
        return {"kind": "estimate", "value": _real(exact + parts["value"]), "low": _real(exact + parts["low"]),
                "high": _real(exact + parts["high"]), "standard_error": _real(parts["standard_error"]),
                "confidence": _real(1 - parts["missed"]), "samples": "1"}

    def _tally(self, output: bytes) -> Tally:
        tally = Tally()
        if self.description.patterns:
            for name in self._quantities:
                tally.add(name, answers.read_pattern(output, self.description.patterns[name]) * self._factor)
            return tally
        name, = self._quantities
        found = answers.read_competition(output, self.description.guarantee)
        if found.guarantee is None and not found.is_approximate:
            tally.add(name, int(found.value) * self._factor)
            return tally
        numbers = [found.value] if found.guarantee is None else [found.value, *found.interval]
        numbers = [number * self._factor for number in numbers]
        if found.guarantee is not None:
            numbers.append(found.guarantee.delta)
        for part, number in zip(_parts, numbers):
            tally.add(f"{name}.{part}", round(number * _scale))
        return tally

    def _version(self, version: str | Mapping[str, Any]) -> str:
        if isinstance(version, str):
            return version
        with _scratch_folder() as folder:
            first, *rest = version["command"]
            words = [self._resolved(word) for word in (first, *rest)]
            printed = self._run(words, folder, None, range(256))
        text = (printed.output + b"\n" + printed.errors).decode("latin-1")
        if found := re.search(version["pattern"], text, re.MULTILINE):
            return found[1] or ""
        raise Failed(f"its version is not found: nothing that it printed matches {version['pattern']}")

    def _resolved(self, word: str, fill: Any = str) -> str:
        """Returns a word of the command. One that begins with ./ is a file beside the description."""
        text: str = fill(word)
        return os.path.join(self._folder, text[2:]) if text.startswith("./") else text

    def _run(self, command: list[str], folder: str, file: str | None, success: Iterable[int]) -> Printed:
        environment = {**self._environment, "HOME": folder, "TMPDIR": folder}
        return run(command, environment, folder, file, list(success), self._most_output)

    def _write_input(self, file: str, words: Mapping[str, str]) -> None:
        text = self._input
        if isinstance(text, dict):
            text = json.dumps(text | {"unit": words["unit"]}, separators=(",", ":"), sort_keys=True) + "\n"
        elif self.description.input == "text":
            text = filled(text, self._problem, words)
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(text)


@contextmanager
def _scratch_folder() -> Iterator[str]:
    """A folder for one call, which the program may fill, forbid or remove."""
    folder = tempfile.mkdtemp()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # the host removes what is left at the end of this process


def _own_environment() -> dict[str, str]:
    """Returns the environment as the host gave it: Python may have added a locale."""
    with open("/proc/self/environ", "rb") as stream:
        names = {entry.partition(b"=")[0].decode() for entry in stream.read().split(b"\0")}
    return {name: value for name, value in os.environ.items() if name in names}


def _real(number: Fraction) -> str:
    """Returns a number with more digits than the host keeps."""
    with localcontext() as context:
        context.prec = 40
        return str(Decimal(number.numerator) / Decimal(number.denominator)).lower()


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as stream:
        asked = Asked(json.load(stream))
    names = ("about", "offer", "prepare", "run", "conclude")
    Connection(asked.description.id, {name: getattr(asked, name) for name in names}).serve()


if __name__ == "__main__":
    main()
