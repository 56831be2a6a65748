"""Draws the rules of a problem: boxes have thick borders, regions tints and letters; words below name the rules."""

from __future__ import annotations

import math
import string
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from markupsafe import Markup
from matplotlib.figure import Figure as Canvas  # type: ignore[import]
from matplotlib.patches import Circle, PathPatch  # type: ignore[import]
from matplotlib.path import Path  # type: ignore[import]

from gridcensus._problems import Problem
from gridcensus._text import pluralise
from gridcensus.views._drawing import INK, PAPER, SERIES, SOFT, svg_file, svg_in_page

_MARGIN, _LINE, _COLUMNS, _WORDS_WIDTH = 5, 15, 42, 292
_MOST_LINES = 80  # More hide each other, so only words name them.
_MOST_LETTERS = 25  # [cells of a row]; in smaller cells, letters could not be read
_SYMBOLS = string.digits[1:] + string.ascii_uppercase + string.ascii_lowercase
_MARKS = {"consecutive": "±1", "ratio": "×", "sum": "Σ", "difference": "≥"}
_DIAGONALS, _PAIRS, _FURTHER_BOXES = SERIES[0], SERIES[1], SERIES[6]
Segment = tuple[Any, Any]


def picture_file(problem: Mapping[str, Any]) -> str:
    """Returns the picture of a problem that `describe --format json` has written."""
    return svg_file(_Rules(problem).canvas, _label(problem))


def picture_in_page(problem: Mapping[str, Any]) -> Markup:
    """Returns the same as part of a page."""
    return svg_in_page(_Rules(problem).canvas, _label(problem), 'class="problem"')


def _label(problem: Mapping[str, Any]) -> str:
    return f"The rules of {Problem.from_json(problem)}"


def _borders(numbers: Any) -> Iterator[Segment]:
    """Returns the lines between cells of different numbers, each as long as possible."""
    for is_across, of in ((True, numbers), (False, numbers.T)):
        differs = np.diff(np.pad(of, 1, constant_values=-1), axis=0)[:, 1:-1] != 0
        for line, row in enumerate(differs):
            for begin, end in np.flatnonzero(np.diff(row, prepend=False, append=False)).reshape(-1, 2).tolist():
                yield ((begin, line), (end, line)) if is_across else ((line, begin), (line, end))


class _Rules:
    """The layers of a picture. A cell is one unit of the axes."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        self.problem, self.side = problem, int(problem["side"])
        self.cell = min(34.0, max(14.0, 270 / self.side))
        """[px]"""
        self.cells = np.arange(self.side ** 2).reshape(self.side, self.side)
        layouts = [problem["layout"], *problem["boxes"]] if "layout" in problem else problem["boxes"]
        self.boxes = [np.array([list(map(ord, line)) for line in lines]) for lines in layouts]
        self.canvas = Canvas(facecolor=PAPER)
        self.axes = self.canvas.add_axes((0, 0, 1, 1))
        self.axes.set_axis_off()
        self.parts = 0
        self.words = [f"{name}: {meaning}" for name, meaning in problem["families"].items() if name != "classic"]
        self._add_regions()
        self._add_symbols()
        self._add_borders()
        self._add_example()
        self._add_pairs()
        self._add_relations()
        self._add_words()

    def _add_words(self) -> None:
        """Writes the words below the grid, and fits the size of the picture."""
        lines = [line for sentence in self.words
                 for line in textwrap.wrap(sentence, _COLUMNS, subsequent_indent="  ", break_on_hyphens=False)]
        grid = 2 * _MARGIN + self.side * self.cell
        width = math.ceil(max(grid, _WORDS_WIDTH) if lines else grid)
        height = math.ceil(grid + _LINE * len(lines) + (4 if lines else 0))
        self.canvas.set_size_inches(width / 72, height / 72)
        self.axes.set_xlim(-_MARGIN / self.cell, (width - _MARGIN) / self.cell)
        self.axes.set_ylim((height - _MARGIN) / self.cell, -_MARGIN / self.cell)
        for number, line in enumerate(lines):
            place = (10 / self.cell if line.startswith(" ") else 0, self.side + (16 + _LINE * number) / self.cell)
            self._text(place, line.strip(), 12, "words", colour=SOFT, ha="left", va="baseline")

    def _add(self, patch: Any, part: str) -> None:
        self.parts += 1
        patch.set(gid=f"{part}-{self.parts}", clip_on=False)
        self.axes.add_patch(patch)

    def _lines(self, segments: Sequence[Segment], part: str, colour: str, width: float, **others: Any) -> None:
        if segments:
            path = Path(np.concatenate(segments), [Path.MOVETO, Path.LINETO] * len(segments))
            self._add(PathPatch(path, fill=False, edgecolor=colour, linewidth=width, **others), part)

    def _text(self, place: Any, text: str, size: float, part: str, *, colour: str = INK, **others: Any) -> None:
        self.parts += 1
        self.axes.text(*place, text, size=size, color=colour, gid=f"{part}-{self.parts}",
                       **{"ha": "center", "va": "center_baseline", **others})

    def _dots(self, cells: Iterable[int], part: str, radius: float) -> None:
        for cell in sorted(cells):
            self._add(Circle(self._middle(cell), radius, facecolor=_PAIRS, linewidth=0), part)

    def _middle(self, cell: int) -> tuple[float, float]:
        return cell % self.side + 0.5, cell // self.side + 0.5

    def _fill(self, cells: Iterable[int], part: str, colour: str, alpha: float) -> None:
        corners = [(cell % self.side, cell // self.side) for cell in cells]
        squares = [Path([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)], closed=True) for x, y in corners]
        self._add(PathPatch(Path.make_compound_path(*squares), facecolor=colour, alpha=alpha, linewidth=0), part)

    def _add_regions(self) -> None:
        """Tints what is neither row, column, box nor diagonal, and draws the diagonals."""
        cells = self.cells
        known = {frozenset(line) for line in [*cells.tolist(), *cells.T.tolist()]}
        known |= {frozenset(cells[of == letter].tolist()) for of in self.boxes for letter in np.unique(of)}
        further = self.problem["further_regions"]
        regions: list[frozenset[int]] = list(dict.fromkeys(map(frozenset, [*self.problem["regions"], *further])))
        if further:
            self.words.append(f"{pluralise(len(further), 'further region')}: tinted cells all differ.")
        diagonals: list[Segment] = []
        for shift in range(self.side):
            ends = [((shift, 0), (self.side, self.side - shift)), ((0, self.side - shift), (shift, self.side))]
            mirrored = [((self.side - x, y), (self.side - to_x, to_y)) for (x, y), (to_x, to_y) in ends]
            for of, pieces in ((cells, ends), (cells[:, ::-1], mirrored)):
                diagonal = frozenset(np.diagonal(np.roll(of, -shift, axis=1)).tolist())
                if diagonal in regions and diagonal not in known:
                    known.add(diagonal)
                    diagonals += pieces if shift else pieces[:1]
        tinted = [sorted(region) for region in regions if region not in known]
        letters: dict[int, str] = {}
        for number, region in enumerate(tinted):
            self._fill(region, "region", SERIES[number % len(SERIES)], 0.24)
            for cell in region if len(tinted) > 1 and self.side <= _MOST_LETTERS else ():
                name = string.ascii_lowercase[number] if number < 26 else str(number + 1)
                letters[cell] = letters.get(cell, "") + name
        size = min(11.0, 0.42 * self.cell)
        for cell, text in letters.items():
            place = (cell % self.side + 2 / self.cell, cell // self.side + size / self.cell)
            self._text(place, text if len(text) <= 4 else text[:3] + "…", size, "letter", colour=SOFT, ha="left",
                       va="baseline")
        self._lines(diagonals, "diagonals", _DIAGONALS, 2, alpha=0.75)

    def _add_symbols(self) -> None:
        """Draws givens, and the symbols of restricted cells if they are few."""
        restricted = 0
        for cell, values in enumerate(self.problem.get("allowed", ())):
            if len(values) == self.side:
                continue
            text = "".join(_SYMBOLS[value - 1] if self.side <= len(_SYMBOLS) else str(value) for value in values)
            if len(values) != 1:
                restricted += 1
                self._fill([cell], "restricted", INK, 0.07)
                text = text or "∅"
            if len(values) > 5:
                text = f"{text[:2]}…{text[-1]}"
            self._text(self._middle(cell), text, 0.62 * self.cell if len(values) == 1 else min(10.0, 0.3 * self.cell),
                       "symbols")
        if restricted:
            self.words.append(f"{pluralise(restricted, 'grey cell')}: the small symbols only.")

    def _add_borders(self) -> None:
        self._lines([*_borders(self.cells)], "cells", SOFT, 0.5)
        for further in self.boxes[1:]:
            self._lines([*_borders(further)], "further", _FURTHER_BOXES, 2, linestyle=(0, (2.5, 2)))
        thick = self.boxes[0] if self.boxes else 0 * self.cells
        self._lines([*_borders(thick)], "boxes", INK, 2.2, capstyle="projecting")
        if "layout" in self.problem:
            self.words.append("Jigsaw regions have thick borders.")
        if len(self.boxes) > 1:
            self.words.append("Broken lines: further boxes.")

    def _add_example(self) -> None:
        """Draws one cell, and the cells that differ from it by a rule that applies everywhere, if there is room."""
        for each in self.problem["offsets"]:
            side, edges = "left" if each["right"] < 0 else "right", ", over the edges too" if each["wraps"] else ""
            self.words.append(f"Cells {pluralise(abs(each['down']), 'row')} down and "
                              f"{pluralise(abs(each['right']), 'column')} {side} differ{edges}.")
        moves = self.problem["moves"]
        if not moves or any(self.problem.get(each) for each in ("allowed", "different", "related")):
            return
        seen = [{one for pair in moves if cell in pair for one in pair} - {cell} for cell in range(self.side ** 2)]
        # On a torus, all cells have equally many, and a corner is clearest.
        is_torus = len({len(each) for each in seen}) == 1
        start = 0 if is_torus else min(range(len(seen)), key=lambda cell: (-len(seen[cell]), math.dist(
            self._middle(cell), (self.side / 2, self.side / 2))))
        x, y = self._middle(start)
        self._lines([((x - 0.22, y + tilt), (x + 0.22, y - tilt)) for tilt in (-0.22, 0.22)], "example", _PAIRS, 2.4)
        self._dots(seen[start], "differs", 0.14)
        self.words.append("Example: × differs from each ●.")

    def _add_pairs(self) -> None:
        pairs = self.problem["different"]
        is_drawn = len(pairs) <= _MOST_LINES
        if pairs:
            self.words.append(f"{pluralise(len(pairs), 'pair')} of cells {'differs' if len(pairs) == 1 else 'differ'} "
                              f"({'lines' if is_drawn else 'too many to draw'}).")
        if is_drawn:
            self._lines([(self._middle(one), self._middle(other)) for one, other in pairs], "pairs", _PAIRS, 1.4)
            self._dots({cell for pair in pairs for cell in pair}, "end", 0.1)

    def _add_relations(self) -> None:
        related = self.problem["related"]
        is_drawn = sum(len(each["cells"]) for each in related) <= _MOST_LINES
        for each in related:
            kind, _, number = each["rule"].partition(":")
            what = each["definition"] or "The values are in a table."
            if each["definition"] and number:
                what += f" k = {number}."
            self.words.append(f"{pluralise(len(each['cells']), 'pair')} of cells, {kind}"
                              f"{'' if is_drawn else ' (too many to draw)'}: {what}")
            for pair in each["cells"] if is_drawn else ():
                self._add_relation(kind, number, np.array([self._middle(cell) for cell in pair]))

    def _add_relation(self, kind: str, number: str, ends: Any) -> None:
        middle, along, length = ends.mean(axis=0), ends[1] - ends[0], math.dist(*ends)
        if length > 1.01:
            self._lines([ends], "pairs", _PAIRS, 1.4)
        if kind != "less":
            self._text(middle, _MARKS[kind] + number if kind in _MARKS else "…", min(10.0, 0.34 * self.cell),
                       "relation", bbox={"facecolor": PAPER, "linewidth": 0, "boxstyle": "round,pad=0.15"})
            return
        # The point is towards the first cell, which has the smaller value.
        back, across = 0.105 * along / length, 0.15 * along[::-1] * (-1, 1) / length
        self._lines([(middle + back + side, middle - back) for side in (across, -across)], "less", INK, 1.6)
