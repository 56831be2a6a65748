"""Templates: words of a command, or a text that a program reads, with `{name}` in place of a value.

`{{` stands for a brace; a closing brace needs no escape. Every template may use

    {shape} {box_rows} {box_cols} {side}     "2x3", 2, 3, 6
    {cells}                                  side * side
    {rules}                                  canonical words: "classic", "diagonals,anti_knight"

and lists in the form of JSON, which is also that of lists in GAP, Python, Julia and Sage. A cell is row * side +
column, from 0; values are 1 to `side`.

    {regions}      [[0,1,2,...],...]         `side` cells that have every value once
    {pairs}        [[0,7],...]               further cells that must differ
    {generators}   [[1,0,2,...],...]         of the group of symmetries, as images of all cells
    {allowed}      [[1,2,3],...]             for every cell, its values
    {ruled_out}    [[0,3],...]               the rest of them: cell, value
    {relations}    [[0,1,[[1,3],...]],...]   two related cells, and the pairs of values that they may have
    {forbidden}    [[0,1,1,2],...]           the other pairs of values: cell, its value, other cell, its value

`{flat_NAME}` of regions, pairs, generators, ruled_out and forbidden has the same numbers in one list, for languages
without lists of lists such as MiniZinc. `{NAME_count}` is the number of regions, pairs, generators and relations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gridcensus.asked.encodings import forbidden_values
from gridcensus.problem import Problem

_word = re.compile(r"\{(\{|([^{}\n]*)\}|[^{}\n]{0,19})")
_PLAIN: dict[str, Callable[[Problem], object]] = {
    "shape": lambda problem: problem.shape,
    "box_rows": lambda problem: problem.box_rows,
    "box_cols": lambda problem: problem.box_cols,
    "side": lambda problem: problem.side,
    "cells": lambda problem: problem.cells,
    "rules": lambda problem: problem.rules,
}
_LISTS: dict[str, Callable[[Problem], Sequence[Any]]] = {
    "regions": lambda problem: problem.regions,
    "pairs": lambda problem: problem.pairs,
    "generators": lambda problem: problem.generators,
    "allowed": lambda problem: [sorted(problem.symbols(cell)) for cell in range(problem.cells)],
    "ruled_out": lambda problem: [(cell, value) for cell in range(problem.cells)
                                  for value in range(1, problem.side + 1) if value not in problem.symbols(cell)],
    "relations": lambda problem: [(*each.cells, sorted(each.allowed)) for each in problem.relations],
    "forbidden": lambda problem: list(forbidden_values(problem)),
}
_FLAT = ("regions", "pairs", "generators", "ruled_out", "forbidden")
_COUNTED = ("regions", "pairs", "generators", "relations")
WORDS = frozenset((*_PLAIN, *_LISTS, *(f"flat_{name}" for name in _FLAT), *(f"{name[:-1]}_count" for name in _COUNTED)))
"""The names that every problem gives a value."""


def unknown_words(text: str, known: Iterable[str]) -> list[str]:
    """Returns the names in the braces of a template that have no value, each once; `{...` if a brace is not closed."""
    names = WORDS.union(known)
    found = (part[2] if part[2] is not None else part[0] for part in _word.finditer(text) if part[1] != "{")
    return [name for name in dict.fromkeys(found) if name not in names]


def filled(text: str, problem: Problem, words: Mapping[str, str]) -> str:
    """Returns a template with all values filled in. `words` take precedence over the names of the problem."""
    def value(part: re.Match[str]) -> str:
        return "{" if part[1] == "{" else words[part[2]] if part[2] in words else _value(part[2], problem)
    return _word.sub(value, text)


def _value(name: str, problem: Problem) -> str:
    if name in _PLAIN:
        return str(_PLAIN[name](problem))
    if name in _LISTS:
        return _json(_LISTS[name](problem))
    if name.startswith("flat_"):
        return _json([number for entry in _LISTS[name.removeprefix("flat_")](problem) for number in entry])
    return str(len(_LISTS[f"{name.removesuffix('_count')}s"](problem)))


def _json(value: Sequence[Any]) -> str:
    return json.dumps(value, separators=(",", ":"))
