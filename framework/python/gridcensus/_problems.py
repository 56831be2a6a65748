"""Problems as documents name them: by a shape and the text of their rules."""

from __future__ import annotations

import math
import re
import string
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_symbols = string.digits[1:] + string.ascii_uppercase + string.ascii_lowercase
_shape = re.compile(r"[1-9][0-9]?x[1-9][0-9]?\Z")
UNDER_MAPS = {"grids": "grids", "relabelling_classes": "grids", "essentially_different": "symmetries",
              "symmetry_group_order": "symmetries", "conjugacy_classes": "symmetries",
              "classes_with_fixed_grids": "symmetries"}
"""What a map of cells must preserve for a quantity to be the same on both sides; nothing of all others."""
# Rules that do not depend on the boxes. A shape has boxes unless one of them is latin or square.
_without_boxes = frozenset({"latin", "square", "diagonal", "diagonals", "anti_knight", "anti_king", "pandiagonal",
                            "toroidal_anti_knight", "toroidal_anti_king", "non_consecutive"})
# Rules that treat all symbols alike.
_alike = _without_boxes - {"non_consecutive"} | {"classic", "windows", "all_windows", "disjoint_groups", "both_boxes",
                                                 "layout", "region", "different", "offset", "wrapped_offset"}


@dataclass(frozen=True, slots=True)
class Problem:
    """A shape such as "2x3" and the canonical text of its rules."""

    shape: str
    rules: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Problem:
        """Returns a problem of a document."""
        shape, rules = data["shape"], data["rules"]
        if not (isinstance(rules, str) and isinstance(shape, str) and _shape.match(shape)):
            raise ValueError(f"expected a shape such as 2x3 and the text of its rules, found {shape!r} and {rules!r}")
        return cls(shape, rules)

    def __str__(self) -> str:
        return self.shape if self.rules == "classic" else f"{self.shape} {self.rules}"

    @property
    def name(self) -> str:
        """The name for people, with a hash instead of rules that list cells: "3x3 givens#f795ca51"."""
        return _name_of(self.shape, self.rules)

    @property
    def sides(self) -> tuple[int, int]:
        """The rows and columns of a box. Raises ValueError."""
        rows, _, columns = self.shape.partition("x")
        return int(rows), int(columns)

    @property
    def side(self) -> int:
        """The number of rows, columns and symbols of a grid."""
        return math.prod(self.sides)

    @property
    def transposed(self) -> Problem:
        """The problem of the transposed boxes, if its rules are the same for them."""
        return Problem("x".join(reversed(self.shape.split("x"))), self.rules)

    @property
    def relabellings(self) -> int | None:
        """The number of permutations of the symbols that preserve the rules; None for rules that relate values."""
        words = [word.split(":") for word in self.rules.split(",")]
        if not {kind for kind, *_ in words} <= _alike | {"allowed", "givens"}:
            return None
        restricted = [{int(symbol) for symbol in rest[0].split(".") if symbol != "none"}
                      for kind, *rest in words if kind == "allowed"]
        restricted += [{_symbols.index(letter) + 1} for kind, *rest in words if kind == "givens"
                       for letter in set(rest[0]) - {"."}]
        # Symbols can be exchanged if the same restrictions allow them.
        classes = Counter(tuple(symbol in each for each in restricted) for symbol in range(1, self.side + 1))
        return math.prod(map(math.factorial, classes.values()))

    def class_under(self, kept: str) -> object:
        """Returns what all problems have in common that have the same value of a quantity for which maps keep this.

        Equates a shape with its transpose, and R x C without boxes with 1 x N, but not rules that list cells.
        """
        if kept not in ("grids", "symmetries") or ":" in self.rules:
            return self
        rows, columns = sorted(self.sides)
        words = set(self.rules.split(",")) - {"classic"}
        if words <= _without_boxes:
            if "latin" in words:
                rows, columns = 1, rows * columns
                words = words - {"latin"} | {"square"}
            if kept == "grids" and rows == 1:
                words -= {"square"}  # It adds symmetries, and excludes no grid.
        return rows, columns, frozenset(words)


@lru_cache(maxsize=10000)
def _name_of(shape: str, rules: str) -> str:
    words = [] if rules == "classic" else rules.split(",")
    with_cells = [word for word in words if ":" in word and "offset" not in word]
    names = [word for word in words if word not in with_cells]
    if with_cells:
        value = 0xCBF29CE484222325  # FNV-1a
        for byte in "".join("," + word for word in with_cells).encode(errors="replace"):
            value = (value ^ byte) * 0x100000001B3 % 2**64
        kinds = {word.partition(":")[0] for word in with_cells}
        kind = kinds.pop() if len(kinds) == 1 else "given"
        kind = {"different": "pairs", "table": "related"}.get(kind, kind)
        names.append(f"{kind}#{(value ^ value << 32) >> 32 & 0xFFFFFFFF:08x}")
    return f"{shape} {','.join(names)}" if names else shape
