"""Tables for readers, as Markdown and LaTeX: few columns, and numbers to be typeset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Protocol, Union

from gridcensus._numbers import Number, decimal, exact
from gridcensus._text import grouped, is_number, one_line, real_text
from gridcensus.records import Estimate, Problem

_widest_number = 25  # digits; a longer number does not fit beside other columns
_most_rows = 40  # that fit on a page
_most_columns = 7  # that fit the width of a page
_plain_exponents = range(6)
_digits = 18  # that the program computes with
_precise = Context(prec=6000, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999)


class Valued(Protocol):
    """An outcome, a total or a finding."""

    @property
    def kind(self) -> str: ...
    @property
    def value(self) -> Number | None: ...
    @property
    def estimate(self) -> Estimate | None: ...


Cell = Union[str, int, Problem, Valued, None]
"""Text, a number, a shape or a value."""


@dataclass(frozen=True)
class Column:
    """The heading of a column."""

    name: str
    is_number: bool = False


@dataclass(frozen=True)
class PaperTable:
    """A table for readers. A notebook shows it."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()
    """Sentences below the table."""
    evidence: Sequence[str] = ()
    """The strength of the evidence, as lines."""

    def markdown(self) -> str:
        """Returns a table of GitHub's Markdown, with the notes and the evidence below it."""
        form = "|".join("---:" if column.is_number else "---" for column in self.columns)
        text = f"| {' | '.join(self._headings(_MARKDOWN))} |\n|{form}|\n"
        text += "".join(f"| {' | '.join(_MARKDOWN.cell(cell) for cell in row)} |\n" for row in self.rows)
        return text + "".join(f"\n{_MARKDOWN.escape(line)}\n" for line in (*self.notes, *self.evidence))

    def latex(self) -> str:
        """Returns a tabular of booktabs, or a longtable if its rows do not fit a page.

        Comments at its head name the packages that it needs, and have the evidence.
        """
        is_long = len(self.rows) > _most_rows
        wide = [any(map(_is_wide, cells)) for cells in zip(*self.rows)]
        markup = _BROKEN_LATEX if any(wide) else _LATEX
        form = "".join(r">{\raggedright\arraybackslash}p{4cm}" if is_wide else "r" if column.is_number else "l"
                       for is_wide, column in zip(wide, self.columns))
        packages = "booktabs" + ",array" * any(wide) + ",longtable" * is_long
        is_noted = any(wide) or len(self.columns) > _most_columns
        environment = "longtable" if is_long else "tabular"
        lines = [rf"% Needs \usepackage{{{packages}}}" + "; wide: \\footnotesize, or a landscape page" * is_noted,
                 *(f"% {one_line(line)}" for line in self.evidence),
                 rf"\begin{{{environment}}}{{@{{}}{form}@{{}}}}", r"\toprule",
                 " & ".join(self._headings(markup)) + r" \\", r"\midrule",
                 *(["\\endhead", "\\bottomrule", "\\endfoot"] if is_long else []),
                 *(" & ".join(map(markup.cell, row)) + r" \\" for row in self.rows),
                 *([] if is_long else [r"\bottomrule"]), rf"\end{{{environment}}}",
                 *(rf"\par\smallskip{{\footnotesize {markup.escape(note)}\par}}" for note in self.notes)]
        return "\n".join(lines) + "\n"

    _repr_markdown_ = markdown

    def _headings(self, markup: _Markup) -> list[str]:
        """Returns the headings, each with the name of the error if there is an estimate below it."""
        has_error = [any(_kind(row[place]) == "estimate" for row in self.rows) for place in range(len(self.columns))]
        return [markup.escape(column.name) + markup.one_error * is_estimated
                for column, is_estimated in zip(self.columns, has_error)]


def _kind(cell: Cell) -> str:
    return "" if cell is None or isinstance(cell, (str, int, Problem)) else cell.kind


def _is_wide(cell: Cell) -> bool:
    value = cell if isinstance(cell, int) else getattr(cell, "value", None) if _kind(cell) == "exact" else None
    return isinstance(value, int) and abs(value) >= 10 ** (_widest_number - (value < 0))


@dataclass(frozen=True)
class _Markup:
    """The notation of a format."""

    escape: Callable[[str], str]
    group: str
    """Between groups of three digits."""
    plus_minus: str
    times_ten: str
    after_power: str
    math: str
    """Around numbers."""
    about: str
    at_least: str
    at_most: str
    times: str
    one_error: str
    """In the heading of a column with estimates."""

    def cell(self, cell: Cell) -> str:
        """Returns the text of a cell."""
        if isinstance(cell, str):
            return self._in_math(self._with_power(cell)) if is_number(cell) else self.escape(cell)
        if cell is None:
            return ""
        if isinstance(cell, int):
            return self._in_math(self._grouped(cell))
        if isinstance(cell, Problem):
            return self._in_math(cell.shape.replace("x", self.times))
        if cell.value is None:
            return cell.kind
        return self._in_math(self._value(cell))

    def _value(self, cell: Valued) -> str:
        if cell.estimate:
            value, error, exponent = rounded(cell.estimate)
            both = f"{value}{self.plus_minus}{error}"
            return both if exponent == 0 else f"({both}){self.times_ten}{exponent}{self.after_power}"
        before = {"lower_bound": self.at_least, "upper_bound": self.at_most, "approximation": self.about}
        assert cell.value is not None
        text = self._grouped(cell.value) if isinstance(cell.value, int) else self._with_power(real_text(cell.value, 6))
        return before.get(cell.kind, "") + text

    def _grouped(self, value: int) -> str:
        return grouped(decimal(value), self.group)

    def _with_power(self, text: str) -> str:
        digits, has_power, power = text.partition("e")
        return f"{digits}{self.times_ten}{int(power)}{self.after_power}" if has_power else text

    def _in_math(self, text: str) -> str:
        return f"{self.math}{text}{self.math}"


def rounded(estimate: Estimate) -> tuple[str, str, int]:
    """Returns the value, its error and a power of ten: both end at the second digit of the error."""
    value, error = exact(estimate.value), exact(estimate.standard_error)
    exponent = _exponent(value, _digits)
    decimals = 5
    if error > 0:
        # Rounded to two digits, so that 0.0996 counts as 0.10.
        of_error = _exponent(error, 2)
        exponent = max(exponent, of_error)
        decimals = min(max(exponent - of_error + 1, 0), _digits)
    if exponent in _plain_exponents:
        decimals, exponent = max(0, decimals - exponent) if error > 0 else 0, 0
    shown, shown_error = (f"{each.scaleb(-exponent, _precise):.{decimals}f}" for each in (value, error))
    return shown, shown_error, exponent


def _exponent(number: Decimal, digits: int) -> int:
    """Returns the power of ten of the first digit, after rounding."""
    return int(f"{number:.{digits - 1}e}".partition("e")[2]) if number else 0


def _escaped(text: str, replaced: dict[str, str]) -> str:
    return "".join(replaced.get(letter, letter) for letter in one_line(text))


_in_markdown = {letter: f"\\{letter}" for letter in r"|\`*_<>[]"}
_in_latex = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "|": r"\textbar{}",
             "<": r"\textless{}", ">": r"\textgreater{}", '"': "''",
             "[": "{[}",  # after the end of a row, it would begin an argument
             **{letter: f"\\{letter}" for letter in "_{}$&#%"}}
_MARKDOWN = _Markup(lambda text: _escaped(text, _in_markdown), group=",", plus_minus=" ± ", times_ten=" × 10^",
                    after_power="", math="", about="about ", at_least="≥ ", at_most="≤ ", times="x",
                    one_error=" (± 1 s.e.)")
_LATEX = _Markup(lambda text: _escaped(text, _in_latex), group=r"\,", plus_minus=r" \pm ", times_ten=r" \times 10^{",
                 after_power="}", math="$", about=r"\approx ", at_least=r"\geq ", at_most=r"\leq ", times=r"\times ",
                 one_error=r" ($\pm$ 1 s.e.)")
# Long numbers may be broken between their groups.
_BROKEN_LATEX = replace(_LATEX, group=r"\,\allowbreak ")
