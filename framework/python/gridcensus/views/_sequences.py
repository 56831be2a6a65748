"""Sequences of the OEIS whose terms are a quantity along shapes, without values: terms are those that were counted."""

from __future__ import annotations

from dataclasses import dataclass

from gridcensus.records import Problem


@dataclass(frozen=True)
class IntegerSequence:
    """A sequence whose term n is a quantity of boxes of `rows` rows (None: n) and n columns."""

    name: str
    quantity: str
    """One that is the same for the transposed problem."""
    rows: int | None
    first: int
    before: tuple[int, ...] = ()
    """The terms before the first one, by convention."""

    def __str__(self) -> str:
        return f"{self.quantity} of {self.rows or 'n'}xn"

    def term(self, n: int) -> str:
        """Returns the words for a term."""
        return f"{self.name}({n}), {self.quantity} of {self.rows or n}x{n}"

    def index_of(self, problem: Problem) -> int | None:
        """Returns the index of the term of a problem; None if there is none."""
        if problem.rules != "classic":
            return None
        rows, cols = problem.sides
        return next((b for a, b in ((rows, cols), (cols, rows)) if a == (self.rows or b) and b >= self.first), None)


SEQUENCES = (
    IntegerSequence("A002860", "grids", 1, 1),
    IntegerSequence("A040082", "essentially_different", 1, 1),
    IntegerSequence("A107739", "grids", None, 1, (1,)),
    IntegerSequence("A285180", "relabelling_classes", None, 1, (1,)),
    IntegerSequence("A109741", "essentially_different", None, 1, (1,)),
    IntegerSequence("A291187", "grids", 2, 2),
    IntegerSequence("A291188", "essentially_different", 2, 2),
)
