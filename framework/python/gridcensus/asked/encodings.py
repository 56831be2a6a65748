"""Encodings of a problem for programs that count models, answer sets or exact covers.

A cell is row * side + column, from 0; values are 1 to `side`. Models, answer sets and covers correspond one to one to
grids. With `first_row_fixed` the first row is 1, 2, ..., side, and there are `side!` times as many grids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from gridcensus.problem import Problem

Conflict = tuple[int, int, int, int]
"""Cell, value, higher cell, value: values that the two cells must not have together."""


def why_not_fixed(problem: Problem) -> str | None:
    """Returns why the first row cannot be fixed, or None if it can: symbols are alike, and it has each symbol once."""
    if not problem.symbols_are_alike:
        return "the first row cannot be given: the rules distinguish symbols"
    if tuple(range(problem.side)) not in problem.regions:
        return "the first row cannot be fixed, because it is not a region"
    return None


def forbidden_values(problem: Problem) -> Iterator[Conflict]:
    """Yields the conflicts of related cells. Equal values of cells that must differ are not among them."""
    values = range(1, problem.side + 1)
    for relation in problem.relations:
        one, other = relation.cells
        differ = other in problem.seen[one]
        for value in values:
            for other_value in values:
                if (value, other_value) not in relation.allowed and not (differ and value == other_value):
                    yield one, value, other, other_value


def dimacs(problem: Problem, first_row_fixed: bool) -> Iterator[str]:
    """Yields the lines of a CNF in the form of the model counting competition."""
    side, cells = problem.side, range(problem.cells)
    values = _values(problem, first_row_fixed)
    groups = [[cell * side + value for value in range(1, side + 1)] for cell in cells]
    groups += [[cell * side + value for cell in region] for region in problem.regions for value in range(1, side + 1)]
    conflicts = [(one * side + value, other * side + other_value)
                 for one, value, other, other_value in _conflicts(problem)]
    excluded = [cell * side + value for cell in cells for value in range(1, side + 1) if value not in values[cell]]
    clauses = len(groups) * (1 + side * (side - 1) // 2) + len(conflicts) + len(excluded)
    yield f"c c {_title(problem, first_row_fixed)}\n"
    yield f"c c Variable cell * {side} + value: the cell, row * {side} + column from 0, holds the value, from 1.\n"
    yield "c c Each model is a grid.\nc t mc\n"
    yield f"p cnf {problem.cells * side} {clauses}\n"
    for group in groups:
        yield " ".join(map(str, group)) + " 0\n"
        yield "".join(f"-{one} -{other} 0\n" for one, other in combinations(group, 2))
    yield from (f"-{one} -{other} 0\n" for one, other in conflicts)
    yield from (f"-{variable} 0\n" for variable in excluded)


def asp_facts(problem: Problem, first_row_fixed: bool) -> Iterator[str]:
    """Yields facts for an answer set solver."""
    side = problem.side
    yield f"% {_title(problem, first_row_fixed)}\nside({side}). symbol(1..{side}).\n"
    for cell, values in enumerate(_values(problem, first_row_fixed)):
        yield f"cell({cell},{cell // side},{cell % side})."
        yield "".join(f" allowed({cell},{value})." for value in values) + "\n"
    for number, region in enumerate(problem.regions):
        yield "".join(f"region({number},{cell}). " for cell in region) + "\n"
    yield from (f"differ({one},{other}).\n" for one, other in problem.pairs)
    yield from (f"forbidden({','.join(map(str, conflict))}).\n" for conflict in forbidden_values(problem))


def exact_cover(problem: Problem, first_row_fixed: bool) -> Iterator[str]:
    """Yields items and options in the form of Knuth's programs."""
    values = range(1, problem.side + 1)
    covers: dict[tuple[int, int], list[str]] = {
        (cell, value): [f"c{cell}"] for cell in range(problem.cells) for value in values}
    items = [f"c{cell}" for cell in range(problem.cells)]
    for number, region in enumerate(problem.regions):
        for value in values:
            items.append(f"r{number}.{value}")
            for cell in region:
                covers[cell, value].append(items[-1])
    secondary = []
    for number, (one, value, other, other_value) in enumerate(_conflicts(problem)):
        secondary.append(f"x{number}")
        covers[one, value].append(secondary[-1])
        covers[other, other_value].append(secondary[-1])
    yield f"| {_title(problem, first_row_fixed)}\n"
    yield ('| The option "cell C holds value V" covers cC, rR.V for each region R, and a secondary xI for each '
           "conflict.\n")
    yield " ".join([*items, "|", *secondary]) + "\n"
    for cell, allowed in enumerate(_values(problem, first_row_fixed)):
        yield from (" ".join(covers[cell, value]) + "\n" for value in allowed)


ENCODINGS: dict[str, Callable[[Problem, bool], Iterator[str]]] = {
    "cnf": dimacs, "asp": asp_facts, "exact_cover": exact_cover}
"""The encodings by the names that descriptions of programs have for them."""


def _values(problem: Problem, first_row_fixed: bool) -> list[list[int]]:
    """Returns for each cell the values that it may have, in ascending order."""
    values = [sorted(problem.symbols(cell)) for cell in range(problem.cells)]
    if first_row_fixed:
        values[:problem.side] = [[value] for value in range(1, problem.side + 1)]
    return values


def _conflicts(problem: Problem) -> Iterable[Conflict]:
    """Yields the conflicts that do not follow from regions."""
    for one, other in problem.pairs:
        yield from ((one, value, other, value) for value in range(1, problem.side + 1))
    yield from forbidden_values(problem)


def _title(problem: Problem, first_row_fixed: bool) -> str:
    row = "; the first row is 1, 2, ..." if first_row_fixed else ""
    return f"gridcensus: shape {problem.shape}, rules {problem.rules}{row}"
