"""Theorems on the values of one run, of docs/mathematics.md: divisors, closed formulas, and the sums of tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, factorial, isqrt

from gridcensus._numbers import decimal, is_integer
from gridcensus._problems import UNDER_MAPS, Problem
from gridcensus._program import GridcensusError, ProgramNotFound, ask
from gridcensus.verifier.ledger import Malformed
from gridcensus.verifier.runs import Checks, Concluded
from gridcensus.verifier.sums import Grid

BUILT_IN = {*UNDER_MAPS, "bands", "signature_classes"}
"""Quantities that no plugin declares."""
Bases = Mapping[str, str]
"""By quantity: the one that it is when multiplied by the number of relabellings."""
BASES: Bases = {"relabelling_classes": "grids"}


@dataclass(frozen=True)
class Subject:
    """What values are compared of: a quantity or a finding, of a problem."""

    name: str
    problem: Problem

    def __str__(self) -> str:
        return f"{self.name} of {self.problem.name}"

    @property
    def order(self) -> tuple[object, ...]:
        """The place among others."""
        return self.name, self.problem.sides, self.problem.rules


def upright(problem: Problem) -> Problem:
    """Returns the problem or its transpose, of classic rules: the one with not more rows in a box than columns."""
    return problem if problem.sides[0] <= problem.sides[1] else problem.transposed


def subject_of_finding(name: str, problem: Problem, same_when_transposed: bool) -> Subject:
    """Returns the subject of a finding: `transposed_X` is X of the transposed problem."""
    if problem.rules == "classic":
        if same_when_transposed:
            problem = upright(problem)
        elif name.startswith("transposed_"):
            name, problem = name.removeprefix("transposed_"), problem.transposed
    return Subject(f"finding {name}", problem)


@lru_cache(maxsize=1000)
def relabellings(problem: Problem) -> int:
    """Returns the number of exchanges of symbols that preserve the rules. Raises Malformed.

    It is computed here but for rules that relate values, of which the program is asked.
    """
    known = problem.relabellings
    if known is not None:
        return known
    try:
        answer = ask(["describe", problem.shape, "--rules", problem.rules, "--format", "json", "--quiet"])
        return int(json.loads(answer.output)["relabellings"])
    except (GridcensusError, ProgramNotFound) as error:
        raise Malformed(f"the rules cannot be read: {error}") from None


def symmetries_of_band(problem: Problem) -> int:
    """Returns the number of images of a band that any band has under exchanges of symbols, columns and rows."""
    rows, columns = problem.sides
    return factorial(rows * columns) * int(factorial(columns) ** (rows - 1)) * factorial(rows - 1)


def divisor_of(quantity: str, problem: Problem, bases: Bases) -> int:
    """Returns a number that divides every value of a quantity; 1 if none is known."""
    if problem.rules == "classic" and quantity == "bands":
        return symmetries_of_band(problem)
    base = bases.get(quantity, quantity)
    if base != "grids":
        return 1
    if problem.rules != "classic":
        return relabellings(problem) if base == quantity else 1
    rows, columns = problem.sides
    divisor = symmetries_of_band(problem) * int(factorial(rows) ** (columns - 1)) * factorial(columns - 1)
    return divisor if base == quantity else divisor // factorial(rows * columns)


def closed_formula(quantity: str, problem: Problem) -> int | None:
    """Returns the value of a quantity of classic grids by a closed formula; None if there is none."""
    rows, columns = problem.sides
    if problem.rules != "classic":
        return None
    if quantity == "symmetry_group_order":
        order = int(factorial(rows) ** columns * factorial(columns) ** rows) * factorial(rows) * factorial(columns)
        return 2 * order if rows == columns > 1 else order
    if quantity != "bands" or rows > 3:
        return None
    if rows == 1:
        return factorial(columns)
    if rows == 2:
        return factorial(2 * columns) * factorial(columns) ** 2
    return factorial(3 * columns) * factorial(columns) ** 6 * sum(comb(columns, k) ** 3 for k in range(columns + 1))


class _Theorems:
    """The theorems on the findings of a run. Each function looks for findings, and checks nothing if one is missing."""

    def __init__(self, concluded: Concluded, checks: Checks) -> None:
        self.concluded, self.checks, self.problem = concluded, checks, concluded.problem

    @cached_property
    def labels(self) -> int:
        """The number of relabellings."""
        return relabellings(self.problem)

    @cached_property
    def grids(self) -> int | None:
        """The grids that the run counted, or took as its input."""
        exact = self.concluded.exact
        if "grids" not in exact and "relabelling_classes" in exact:
            return exact["relabelling_classes"] * self.labels
        return exact.get("grids", self.concluded.inputs.get("grids"))

    def check(self) -> None:
        """Checks all."""
        self._check_symmetry_classes()
        if self.problem.rules == "classic":
            self._check_bands("", self.problem)
            self._check_bands("transposed_", self.problem.transposed)
            self._check_numbers()
        counted = [self.concluded.exact.get(name) for name in ("shuffle_options", "stabiliser_order", "orbit_size")]
        if all(number is not None for number in counted):
            options, stabiliser, orbit = counted
            self._state(f"shuffle_options of {self.problem.name}", "shuffle_options = stabiliser_order * orbit_size",
                        options, (stabiliser or 0) * (orbit or 0))

    def _check_bands(self, prefix: str, problem: Problem) -> None:
        bands = closed_formula("bands", problem)
        if bands is None:
            bands = self._found(f"{prefix}first_moment")
        if bands is None and not prefix:
            bands = self.concluded.exact.get("bands")
        for name in (f"{prefix}signature_class_table", f"{prefix}signature_class_sizes"):
            sizes, completions = self._sum(name, "size"), self._sum(name, "size", "completions")
            self._equal(name, "bands = sum of size * symmetries", sizes, bands, symmetries_of_band(problem))
            self._equal(name, "grids = sum of size * completions * symmetries", completions, self.grids,
                        divisor_of("grids", problem, {}))
        self._check_family(f"{prefix}latin_square_family", problem.sides[0])

    def _check_family(self, name: str, box_rows: int) -> None:
        """Checks that the bands of each row, times a binomial coefficient, are one square."""
        family = self._table(name, "bands_each", "times_binomial")
        if family is None or not family.rows:
            return
        bands, product = family.columns.index("bands_each"), family.columns.index("times_binomial")
        first = next(cells[product] for _, cells in sorted(family.rows.items()))
        square = isqrt(max(0, first)) ** 2
        value = decimal(first)
        for row, cells in sorted(family.rows.items()):
            is_row = is_integer(row) and 0 <= int(row) <= box_rows
            times = cells[bands] * comb(box_rows, int(row)) if is_row else 0
            if not times == cells[product] == square:
                value = f"{decimal(times)} and {decimal(cells[product])} at t = {row}"
        self._state_finding(name, "one square = bands_each * binomial(R, t)", value, decimal(square))

    def _check_symmetry_classes(self) -> None:
        exact = self.concluded.exact
        order = closed_formula("symmetry_group_order", self.problem)
        if order is None:
            order = exact.get("symmetry_group_order")
        self._equal("symmetry_class_sizes", "symmetry_group_order = sum of size",
                    self._sum("symmetry_class_sizes", "size"), order)
        self._equal("symmetry_class_sizes", "conjugacy_classes = number of rows", self._rows("symmetry_class_sizes"),
                    exact.get("conjugacy_classes"))
        with_labels = "symmetry_group_order_with_relabelling"
        if order is not None and self._found(with_labels) is not None:
            self._equal(with_labels, "symmetry_group_order * relabellings", self._found(with_labels),
                        order * self.labels)
        fixed = self._sum("fixed_grids_of_classes", "size", "fixed_grids")
        self._equal("fixed_grids_of_classes", "burnside_sum = sum of size * fixed_grids", fixed,
                    self._found("burnside_sum"))
        different = exact.get("essentially_different")
        self._equal("fixed_grids_of_classes",
                    "symmetry_group_order * essentially_different = sum of size * fixed_grids", fixed,
                    None if order is None or different is None else different * order)
        self._equal("fixed_grids_of_classes", "classes_with_fixed_grids = number of rows",
                    self._rows("fixed_grids_of_classes"), exact.get("classes_with_fixed_grids"))
        if order is not None:
            self._check_automorphisms("essentially_different_by_automorphisms", order)

    def _check_automorphisms(self, name: str, order: int) -> None:
        orbits = self._table(name, "essentially_different")
        if orbits is None:
            return
        column = orbits.columns.index("essentially_different")
        images = 0
        for row, cells in sorted(orbits.rows.items()):
            if not is_integer(row) or int(row) < 1 or order % int(row) != 0:
                return self._state_finding(name, "rows divide symmetry_group_order", row, decimal(order))
            images += cells[column] * (order // int(row))
        self._equal(name, "essentially_different = sum of rows", self._sum(name, "essentially_different"),
                    self.concluded.exact.get("essentially_different"))
        return self._equal(name, "grids = sum of orbits * relabellings", images * self.labels, self.grids)

    def _check_numbers(self) -> None:
        rows, columns = self.problem.sides
        bands = closed_formula("bands", self.problem)
        self._equal("band_fillings", "closed formula", self._found("band_fillings"), bands)
        self._equal("stack_fillings", "closed formula", self._found("stack_fillings"),
                    closed_formula("bands", self.problem.transposed))
        self._equal("listed_bands", "bands = listed_bands * symmetries", self._found("listed_bands"), bands,
                    self.labels * factorial(rows - 1))
        symmetries = self.labels * factorial(rows) ** (columns - 1) * factorial(columns) ** (rows - 1)
        for name in self.concluded.found:
            steps = self._table(name) if name.startswith("bookkeeping_") else None
            row = steps.rows.get("solutions_after_bookkeeping") if steps else None
            if row:
                self._equal(name, "grids = solutions_after_bookkeeping * symmetries", row[0], self.grids, symmetries)

    def _table(self, name: str, *columns: str) -> Grid | None:
        found = self.concluded.found.get(name)
        return found if isinstance(found, Grid) and {*columns} <= {*found.columns} else None

    def _found(self, name: str) -> int | None:
        found = self.concluded.found.get(name)
        return found if isinstance(found, int) else None

    def _rows(self, name: str) -> int | None:
        table = self._table(name)
        return len(table.rows) if table else None

    def _sum(self, name: str, *columns: str) -> int | None:
        """Returns the sum over the rows of the product of these columns."""
        table = self._table(name, *columns)
        if table is None:
            return None
        places = [table.columns.index(column) for column in columns]
        total = 0
        for cells in table.rows.values():
            product = 1
            for place in places:
                product *= cells[place]
            total += product
        return total

    def _equal(self, name: str, theorem: str, value: int | None, other: int | None, times: int = 1) -> None:
        """Checks that a value, multiplied, is another one, if both are known."""
        if value is not None and other is not None:
            self._state_finding(name, theorem, decimal(value * times), decimal(other))

    def _state_finding(self, name: str, theorem: str, value: str, other: str) -> None:
        is_same = self.concluded.findings[name].get("same_when_transposed", False)
        self._state(str(subject_of_finding(name, self.problem, is_same)), theorem, value, other)

    def _state(self, subject: str, theorem: str, value: object, other: object) -> None:
        self.checks.add(self.concluded.name, f"{subject}: {theorem}",
                        "" if value == other else f"{value} against {other}")


def check_theorems(concluded: Concluded, bases: Bases, checks: Checks) -> None:
    """Checks the theorems on the exact values of a run. Raises Malformed."""
    values = [(quantity, concluded.problem, value) for quantity, value in concluded.exact.items()]
    for name, found in concluded.found.items():
        quantity = concluded.findings[name].get("quantity")
        if isinstance(found, int) and quantity:
            values.append((quantity, subject_of_finding(name, concluded.problem, False).problem, found))
    for quantity, problem, value in values:
        _check_value(concluded.name, str(Subject(quantity, problem)), value, closed_formula(quantity, problem),
                     divisor_of(quantity, problem, bases), checks)
    for quantity, value in concluded.exact.items():
        base = bases.get(quantity, "")
        if base in concluded.exact:
            product = value * relabellings(concluded.problem)
            checks.add(concluded.name, f"{base} of {concluded.problem.name}: {quantity} = {base} / relabellings",
                       "" if product == concluded.exact[base] else
                       f"{decimal(product)} against {decimal(concluded.exact[base])}")
    _Theorems(concluded, checks).check()


def _check_value(run: str, subject: str, value: int, formula: int | None, divisor: int, checks: Checks) -> None:
    if value < 0:
        checks.fails(run, f"{subject}: not negative: {decimal(value)} is a count below zero")
    if formula is not None:
        checks.add(run, f"{subject}: closed formula",
                   "" if value == formula else f"{decimal(value)} against {decimal(formula)}")
    elif divisor > 1:
        checks.add(run, f"{subject}: divisor theorem", "" if value % divisor == 0 else
                   f"{decimal(value)} is not divisible by {decimal(divisor)}")
