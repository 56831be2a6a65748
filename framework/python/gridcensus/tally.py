"""Tallies: the yield of a unit and the sum of units, and the outcomes made from that sum."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsFloat, SupportsIndex

from gridcensus._numbers import decimal, whole


def write_integer(value: SupportsIndex) -> str:
    """Returns a whole number as the protocol has it. Accepts any integer of Python, and those of numpy."""
    if isinstance(value, bool):
        raise TypeError(f"{value}, which is a truth value and not a whole number")
    try:
        return decimal(operator.index(value))
    except TypeError:
        raise TypeError(f"{value!r}, which is a {type(value).__name__} and not a whole number") from None


def write_real(value: SupportsFloat | SupportsIndex) -> str:
    """Returns a number as the protocol has it: its decimal digits, of a float as many as give back every bit.

    The host reads numbers of 64 significant bits, so the shortest digits of a float would be another number there.
    """
    if isinstance(value, int):
        return write_integer(value)
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{number}, which is not a finite number")
    return f"{number:.21g}"


def read_real(value: Any) -> float:
    """Returns a number of the protocol: a JSON number, a decimal string or a hexadecimal one (with p)."""
    if isinstance(value, str) and "p" in value:
        return float.fromhex(value)
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError(f"{value!r} is not a number")
    return float(value)


@dataclass(frozen=True)
class Table:
    """Rows of whole numbers by name. Tables of one name are added row by row."""

    key: str
    """The meaning of the row names."""
    columns: tuple[str, ...]
    """The meaning of the numbers."""
    rows: Mapping[str, Sequence[int]]

    def to_json(self) -> dict[str, Any]:
        """Returns the table as the protocol has it."""
        rows = {name: [write_integer(value) for value in values] for name, values in self.rows.items()}
        return {"kind": "table", "key": self.key, "columns": list(self.columns), "rows": rows}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Table:
        """Returns a table of the protocol."""
        rows = {name: tuple(map(whole, values)) for name, values in data["rows"].items()}
        return cls(data["key"], tuple(data["columns"]), rows)


@dataclass
class Moments:
    """Count, mean, sums of powers of the deviations from it, and range of samples."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    cubes: float = 0.0
    fourths: float = 0.0
    min: float = 0.0
    max: float = 0.0

    def add(self, sample: float) -> None:
        """Adds one sample (Pebay 2008)."""
        before, self.count = self.count, self.count + 1
        delta = sample - self.mean
        step = delta / self.count
        term = delta * step * before
        self.mean += step
        self.fourths += (term * step * step * (self.count * self.count - 3 * self.count + 3)
                         + 6 * step * step * self.squares - 4 * step * self.cubes)
        self.cubes += term * step * (self.count - 2) - 3 * step * self.squares
        self.squares += term
        self.min = min(self.min, sample) if before else sample
        self.max = max(self.max, sample) if before else sample

    @property
    def variance(self) -> float:
        """The unbiased variance of the samples; 0 if there are fewer than two."""
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 if there are fewer than two samples."""
        return math.sqrt(self.variance / self.count) if self.count > 1 else 0.0

    def to_json(self) -> list[str]:
        """Returns the moments as the protocol has them."""
        rest = (self.mean, self.squares, self.cubes, self.fourths, self.min, self.max)
        return [str(self.count), *map(write_real, rest)]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Moments:
        """Returns moments of the protocol."""
        return cls(whole(data[0]), *map(read_real, data[1:]))


@dataclass
class Tally:
    """The yield of a unit: exact sums, samples, moments and tables, each under a name."""

    sums: dict[str, int] = field(default_factory=dict)
    samples: dict[str, list[float]] = field(default_factory=dict)
    moments: dict[str, Moments] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)

    def add(self, name: str, value: int) -> None:
        """Adds to the sum of that name, which begins at 0. A unit that counts nothing adds 0."""
        self.sums[name] = self.sums.get(name, 0) + value

    def sample(self, name: str, value: float) -> None:
        """Adds a sample of that name. The host computes their moments."""
        self.samples.setdefault(name, []).append(value)

    def table(self, name: str, key: str, columns: Sequence[str], rows: Mapping[str, Sequence[int]]) -> None:
        """Sets the table of that name."""
        self.tables[name] = Table(key, tuple(columns), rows)

    def to_json(self) -> dict[str, Any]:
        """Returns the tally as the protocol has it."""
        members: dict[str, dict[str, Any]] = {
            "sums": {name: write_integer(value) for name, value in self.sums.items()},
            "samples": {name: [write_real(value) for value in values] for name, values in self.samples.items()},
            "moments": {name: moments.to_json() for name, moments in self.moments.items()},
            "tables": {name: table.to_json() for name, table in self.tables.items()},
        }
        return {name: values for name, values in members.items() if values}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        """Returns the sum of units that the host sends."""
        return cls(
            sums={name: whole(value) for name, value in data.get("sums", {}).items()},
            moments={name: Moments.from_json(value) for name, value in data.get("moments", {}).items()},
            tables={name: Table.from_json(value) for name, value in data.get("tables", {}).items()},
        )


@dataclass(frozen=True)
class Outcome:
    """A value that a strategy concludes. To create one, use `exact`, `mean`, `lower_bound` and the other functions."""

    kind: str
    members: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Returns the outcome as the protocol has it."""
        return {"kind": self.kind, **self.members}


def exact(value: int) -> Outcome:
    """Returns the outcome that the quantity is exactly this number."""
    return Outcome("exact", {"value": write_integer(value)})


def lower_bound(value: int) -> Outcome:
    """Returns the outcome that the quantity is at least this number."""
    return Outcome("lower_bound", {"value": write_integer(value)})


def upper_bound(value: int) -> Outcome:
    """Returns the outcome that the quantity is at most this number."""
    return Outcome("upper_bound", {"value": write_integer(value)})


def approximation(value: float) -> Outcome:
    """Returns the outcome that the quantity is about this number, with an unknown error."""
    return Outcome("approximation", {"value": write_real(value)})


def unfinished(reason: str) -> Outcome:
    """Returns the outcome that there is no value, with the reason for users."""
    return Outcome("unfinished", {"reason": reason})


def mean(of: str, times: int | float = 1) -> Outcome:
    """Returns an outcome that the host estimates: the mean of the samples of that name, times a number."""
    return Outcome("mean", {"of": of, "times": write_real(times)})


def estimate(value: float, standard_error: float, low: float, high: float, confidence: float, samples: int) -> Outcome:
    """Returns an estimate with an interval that the strategy computed. With `mean`, the host computes it."""
    return Outcome("estimate", {"value": write_real(value), "standard_error": write_real(standard_error),
                                "low": write_real(low), "high": write_real(high),
                                "confidence": write_real(confidence), "samples": write_integer(samples)})


@dataclass(frozen=True)
class Finding:
    """Something else that a run found: a number, an outcome or a table."""

    value: int | Outcome | Table
    help: str
    """A description, in one line."""
    same_when_transposed: bool = False
    """True if the transposed problem has the same finding; then the two are compared."""
    quantity: str | None = None
    """The quantity of which this is the value, if there is one."""
    rests_on_inputs: bool = True
    """True if it depends on the inputs of the job, if there are any."""
    lacks_rows: bool = False
    """True if some rows of the table are missing."""
    is_internal: bool = False
    """True for a check of the method that only those can read who know its source."""

    def to_json(self) -> dict[str, Any]:
        """Returns the finding as the protocol has it."""
        value = exact(self.value) if isinstance(self.value, int) else self.value
        members = {"same_when_transposed": self.same_when_transposed, "rests_on_no_input": not self.rests_on_inputs,
                   "lacks_rows": self.lacks_rows, "quantity": self.quantity}
        help_text = f"internal: {self.help}" if self.is_internal else self.help
        return {"value": value.to_json(), "help": help_text, **{name: each for name, each in members.items() if each}}
