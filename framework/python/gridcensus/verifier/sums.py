"""Adds up tallies: whole numbers and tables exactly, samples as exact sums of their powers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from gridcensus._numbers import decimal, integer
from gridcensus.check_certificate import Wrong, check_moments
from gridcensus.verifier.ledger import Malformed

_real = re.compile(r"(-?[0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]{1,4}))?")
_largest_power = 5_000  # of ten, in the reals of the machines that count


def member(value: Any, name: str) -> Any:
    """Returns a member of an object. Raises Malformed if it is missing."""
    if not isinstance(value, Mapping) or name not in value:
        raise Malformed(f"the member {name} is missing")
    return value[name]


def text_of(value: Any) -> str:
    """Returns a text. Raises Malformed if it is something else."""
    if not isinstance(value, str):
        raise Malformed(f"expected a text, not {'null' if value is None else value}")
    return value


def whole(value: Any) -> int:
    """Returns the number of a decimal string. Raises Malformed if it is something else."""
    try:
        return integer(text_of(value))
    except ValueError as error:
        raise Malformed(str(error)) from None


def _parts(value: Any) -> tuple[int, int]:
    """Returns a decimal number as m and e of m * 10^e. Raises Malformed, also for infinity."""
    text = text_of(value)
    found = _real.fullmatch(text) if len(text) < 100 else None
    fraction, power = (found[2] or "", int(found[3] or 0)) if found else ("", 0)
    if found is None or abs(power) > _largest_power:
        raise Malformed(f'"{value}" is not a real number')
    return int(found[1] + fraction), power - len(fraction)


def real(value: Any) -> Fraction:
    """Returns the number of a decimal text such as "-9.25e-22". Raises Malformed, also for infinity."""
    mantissa, exponent = _parts(value)
    return Fraction(mantissa * 10 ** max(0, exponent), 10 ** max(0, -exponent))


@dataclass
class Samples:
    """Samples as sums of their powers, which are added as they are.

    The ledger has them as count, mean and central sums, which the program merges by other formulas and rounds.
    """

    count: int = 0
    powers: tuple[Counter[int], ...] = field(default_factory=lambda: tuple(Counter() for _ in range(4)))
    """The sums of the first to fourth powers, each as factors of powers of ten."""
    ends: list[Fraction] = field(default_factory=list)
    """The smallest and the largest sample; empty without samples."""

    def add(self, stored: Any) -> None:
        """Adds moments of a tally. Raises Malformed."""
        if not isinstance(stored, list) or len(stored) != 7:
            raise Malformed("moments are seven numbers")
        n = whole(stored[0])
        (m, e), *central = map(_parts, stored[1:5])
        ends = [real(each) for each in stored[5:]]
        if not n:
            return
        (b, x), (c, y), (d, z) = central
        for power, terms in zip(self.powers, (
                [(n * m, e)],
                [(b, x), (n * m**2, 2 * e)],
                [(c, y), (3 * m * b, e + x), (n * m**3, 3 * e)],
                [(d, z), (4 * m * c, e + y), (6 * m**2 * b, 2 * e + x), (n * m**4, 4 * e)])):
            for factor, exponent in terms:
                power[exponent] += factor
        self.count += n
        ends += self.ends
        self.ends = [min(ends), max(ends)]

    def difference(self, name: str, stored: Samples) -> str:
        """Returns the first difference in words; empty if there is none beyond rounding."""
        try:
            check_moments(name, (self._sums(), self.ends), (stored._sums(), stored.ends))
        except Wrong as wrong:
            return str(wrong)
        return ""

    def _sums(self) -> list[Any]:
        return [self.count, *(sum((factor * Fraction(10) ** exponent for exponent, factor in power.items()), Fraction())
                              for power in self.powers)]


@dataclass
class Grid:
    """A table of a tally or a finding."""

    key: str
    columns: list[str]
    rows: dict[str, list[int]]

    @classmethod
    def of(cls, table: Any) -> Grid:
        """Returns the table of a text. Raises Malformed."""
        columns, rows = member(table, "columns"), member(table, "rows")
        if not isinstance(columns, list) or not isinstance(rows, dict):
            raise Malformed("a table has a list of columns, and rows by name")
        grid = cls(text_of(member(table, "key")), list(map(text_of, columns)), {})
        for name, values in rows.items():
            if not isinstance(values, list) or len(values) != len(columns):
                raise Malformed(f"the row {name} has not one number a column")
            grid.rows[name] = list(map(whole, values))
        return grid

    def add(self, other: Grid) -> None:
        """Adds the rows of a table with the same columns."""
        for name, values in other.rows.items():
            own = self.rows.get(name)
            self.rows[name] = [a + b for a, b in zip(own, values)] if own else list(values)

    def to_json(self) -> dict[str, Any]:
        """Returns the table as tallies have it."""
        rows = {name: list(map(decimal, values)) for name, values in self.rows.items()}
        return {"key": self.key, "columns": self.columns, "rows": rows}


@dataclass
class Sums:
    """The tally of a unit, or the sum of such tallies."""

    integers: dict[str, int] = field(default_factory=dict)
    samples: dict[str, Samples] = field(default_factory=dict)
    grids: dict[str, Grid] = field(default_factory=dict)

    def add(self, tally: Any) -> Sums:
        """Adds a tally. Raises Malformed."""
        if not isinstance(tally, dict):
            raise Malformed("a tally is an object")
        for section, entries in tally.items():
            if section not in ("sums", "moments", "tables") or not isinstance(entries, dict):
                raise Malformed(f"a tally has no {section}, or not by name")
            for name, value in entries.items():
                if section == "sums":
                    self.integers[name] = self.integers.get(name, 0) + whole(value)
                elif section == "moments":
                    self.samples.setdefault(name, Samples()).add(value)
                else:
                    self._add_grid(name, Grid.of(value))
        return self

    def _add_grid(self, name: str, grid: Grid) -> None:
        own = self.grids.setdefault(name, Grid(grid.key, grid.columns, {}))
        if (own.key, own.columns) != (grid.key, grid.columns):
            raise Malformed(f"the table {name} changes columns")
        own.add(grid)

    def names(self) -> str:
        """Returns the names for people, of many the first ones."""
        names = [*sorted(self.integers), *sorted(self.samples), *(f"table {name}" for name in sorted(self.grids))]
        text = ", ".join(names) or "nothing"
        return text if len(text) <= 60 else text[:61].rpartition(",")[0] + ", ..."

    def difference(self, stored: Sums) -> str:
        """Returns the first difference from the stored sum in words; empty if there is none."""
        for own, other in ((set(self.integers), set(stored.integers)), (set(self.grids), set(stored.grids)),
                           (set(self.samples), set(stored.samples))):
            for name in sorted(own ^ other):
                return f"{name}: " + ("the units have it, the conclusion does not" if name in own else
                                      "the conclusion has it, no unit does")
        for name, value in self.integers.items():
            if value != stored.integers[name]:
                return f"{name}: {_unequal(value, stored.integers[name])}"
        for name, grid in self.grids.items():
            if found := _grids_differ(grid, stored.grids[name]):
                return f"{name}: {found}"
        of_samples = (samples.difference(name, stored.samples[name]) for name, samples in self.samples.items())
        return next(filter(None, of_samples), "")


def _unequal(added: int, stored: int) -> str:
    return f"the units add up to {decimal(added)}, the conclusion says {decimal(stored)}"


def _grids_differ(added: Grid, stored: Grid) -> str:
    if (added.key, added.columns) != (stored.key, stored.columns):
        return "the tables have other columns"
    for row in sorted({*added.rows, *stored.rows}):
        if row not in added.rows or row not in stored.rows:
            return f"{row}: only {'the units have' if row in added.rows else 'the conclusion has'} it"
        for column, own, other in zip(added.columns, added.rows[row], stored.rows[row]):
            if own != other:
                return f"{row}: {column}: {_unequal(own, other)}"
    return ""
