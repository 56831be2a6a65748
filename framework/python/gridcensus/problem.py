"""The problem of a request to a strategy: a shape with its rules."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gridcensus._numbers import whole


@dataclass(frozen=True)
class Relation:
    """Two cells that may have only some pairs of symbols."""

    cells: tuple[int, int]
    allowed: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Problem:
    """A shape with its rules. A cell is row * side + column, from 0; symbols are 1 to `side`."""

    shape: str
    box_rows: int
    box_cols: int
    rules: str
    """The canonical text of the rules: "classic", "diagonals,anti_knight"."""
    classic: bool
    """True if rows, columns and boxes are all rules."""
    symbols_are_alike: bool
    """True if each permutation of the symbols maps grids to grids."""
    regions: tuple[tuple[int, ...], ...]
    """Sets of cells that have different symbols: rows, columns, boxes, and those that the rules add."""
    pairs: tuple[tuple[int, int], ...] = ()
    """Pairs of cells that have different symbols but are not in a common region."""
    allowed: tuple[frozenset[int], ...] = ()
    """The symbols that each cell may have; empty if no cell is restricted."""
    relations: tuple[Relation, ...] = ()
    """Pairs of cells whose symbols are related in another way than by being different."""
    generators: tuple[tuple[int, ...], ...] = ()
    """Generators of the group of symmetries, each with the image of every cell; empty if the request has none."""

    @classmethod
    def classic_of(cls, shape: str) -> Problem:
        """Returns the problem of a shape such as "2x3" with classic rules, to try functions by hand."""
        rows, cols = (int(part) for part in shape.split("x"))
        side = rows * cols
        boxes = {
            tuple((r // rows * rows + i) * side + c // cols * cols + j for i in range(rows) for j in range(cols))
            for r in range(side) for c in range(side)
        }
        lines = [tuple(r * side + c for c in range(side)) for r in range(side)]
        lines += [tuple(r * side + c for r in range(side)) for c in range(side)]
        regions = lines + sorted(boxes - set(lines))
        return cls(shape, rows, cols, "classic", True, True, tuple(regions))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Problem:
        """Returns the problem that the member `problem` of a request describes."""
        return cls(
            shape=str(data["shape"]),
            box_rows=whole(data["box_rows"]),
            box_cols=whole(data["box_cols"]),
            rules=str(data["rules"]) or "classic",
            classic=bool(data["classic"]),
            symbols_are_alike=bool(data["symbols_are_alike"]),
            regions=tuple(tuple(map(whole, region)) for region in data["regions"]),
            pairs=tuple(_pair(pair) for pair in data.get("pairs", ())),
            allowed=tuple(frozenset(map(whole, symbols)) for symbols in data.get("allowed", ())),
            relations=tuple(
                Relation(_pair(each["cells"]), frozenset(map(_pair, each["allowed"])))
                for each in data.get("relations", ())),
            generators=tuple(tuple(map(whole, images)) for images in data.get("generators", ())),
        )

    def __str__(self) -> str:
        return self.shape if self.classic else f"{self.shape} {self.rules}"

    @property
    def side(self) -> int:
        """The number of rows, columns and symbols."""
        return self.box_rows * self.box_cols

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.side**2

    @property
    def relabellings(self) -> int:
        """The number of permutations of the symbols."""
        return math.factorial(self.side)

    def row_of(self, cell: int) -> int:
        """Returns the row of a cell."""
        return cell // self.side

    def column_of(self, cell: int) -> int:
        """Returns the column of a cell."""
        return cell % self.side

    def box_of(self, cell: int) -> int:
        """Returns the box of a cell of the shape, in reading order. Rules with a layout have regions instead."""
        return self.row_of(cell) // self.box_rows * self.box_rows + self.column_of(cell) // self.box_cols

    def symbols(self, cell: int) -> frozenset[int]:
        """Returns the symbols that a cell may have, whatever the other cells have."""
        return self.allowed[cell] if self.allowed else self._all_symbols

    @cached_property
    def seen(self) -> tuple[frozenset[int], ...]:
        """For each cell, the cells that must have another symbol."""
        seen: list[set[int]] = [set() for _ in range(self.cells)]
        for group in (*self.regions, *self.pairs):
            for cell in group:
                seen[cell].update(group)
        return tuple(frozenset(others - {cell}) for cell, others in enumerate(seen))

    def fitting(self, grid: Sequence[int], cell: int) -> list[int]:
        """Returns the symbols that fit into a cell of a partial grid, in ascending order. In `grid`, 0 is a free cell.

        Takes all rules into account: cells that must differ, restricted cells and related cells.
        """
        taken = {grid[other] for other in self.seen[cell]}
        symbols = sorted(self.symbols(cell) - taken)
        if not self.relations:
            return symbols
        return [s for s in symbols if all(not grid[other] or (s, grid[other]) in allowed
                                          for other, allowed in self._related[cell])]

    @cached_property
    def _all_symbols(self) -> frozenset[int]:
        return frozenset(range(1, self.side + 1))

    @cached_property
    def _related(self) -> tuple[list[tuple[int, frozenset[tuple[int, int]]]], ...]:
        related: tuple[list[tuple[int, frozenset[tuple[int, int]]]], ...] = tuple([] for _ in range(self.cells))
        for relation in self.relations:
            one, other = relation.cells
            related[one].append((other, relation.allowed))
            related[other].append((one, frozenset((v, u) for u, v in relation.allowed)))
        return related


def _pair(values: Sequence[Any]) -> tuple[int, int]:
    one, other = values
    return whole(one), whole(other)
