"""Returns which problems have the same value of a quantity, if shapes and names of rules show it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from gridcensus.records import Problem
from gridcensus.results import Results

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


def under_maps(results: Results) -> Mapping[str, str]:
    """Returns what maps of cells must preserve, by quantity, also for those that plugins declare."""
    return UNDER_MAPS | {each.name: each.under_maps for each in results.quantities}


def sides_of(shape: str) -> tuple[int, int]:
    """Returns the rows and columns of a box. Raises ValueError."""
    rows, _, columns = shape.partition("x")
    return int(rows), int(columns)


def class_of(problem: Problem, kept: str) -> object:
    """Returns what all problems have in common that have the same value of a quantity.

    Equates a shape with its transpose, and R x C without boxes with 1 x N, but not rules that list cells.
    """
    if kept not in ("grids", "symmetries") or ":" in problem.rules:
        return problem
    rows, columns = sorted(sides_of(problem.shape))
    words = set(problem.rules.split(",")) - {"classic"}
    if words <= _without_boxes:
        if "latin" in words:
            rows, columns = 1, rows * columns
            words = words - {"latin"} | {"square"}
        if kept == "grids" and rows == 1:
            words -= {"square"}  # It adds symmetries, and excludes no grid.
    return rows, columns, frozenset(words)


def relabellings(problem: Problem) -> int | None:
    """Returns the number of permutations of the symbols if the rules treat all symbols alike, else None."""
    words = {word.partition(":")[0] for word in problem.rules.split(",")}
    return math.factorial(math.prod(sides_of(problem.shape))) if words <= _alike else None
