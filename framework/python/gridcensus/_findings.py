"""Tables of findings: what several runs found for one problem, side by side or one below the other."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gridcensus._frames import INTERVAL, Row, aligned, run_cells, value_cells
from gridcensus._text import first_of, nearest
from gridcensus.paper import Cell, Column, PaperTable
from gridcensus.records import Finding, Problem, Run

if TYPE_CHECKING:
    from gridcensus.results import Results

Runs = Sequence[tuple["Results", Run]]
Numbers = dict[str, list["int | None"]]


@dataclasses.dataclass
class Block:
    """A finding of one problem with all runs that found the same, or several tables of one problem side by side."""

    finding: Finding
    names: list[str]
    by: list[list[str]]
    """For each name the configurations."""
    runs: list[tuple[Results, Run]]
    rows: Numbers = dataclasses.field(default_factory=dict)
    """The rows of a table."""
    columns: list[str] = dataclasses.field(default_factory=list)
    row_names: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def problem(self) -> Problem:
        return self.finding.problem

    @property
    def key(self) -> str:
        """The column of the names of rows; empty if the finding is not a table."""
        return self.finding.table.key if self.finding.table else ""

    @property
    def form(self) -> tuple[str, ...]:
        """Blocks of one form are rows of one table: its own columns."""
        if self.finding.table:
            return ("table", self.key, *self.columns)
        return ("deviations",) if self.finding.kind == "deviation" else ("number",)

    @property
    def own_columns(self) -> list[str]:
        if self.finding.table:
            return [self.key, *self.columns]
        if self.finding.kind == "deviation":
            return ["from", "relative", "standard_error"]
        return ["kind", "value", *INTERVAL]

    @property
    def finders(self) -> str:
        """The configurations: "one, two"; if not all found everything, "sizes: one, two; fixed_grids: one"."""
        if all(each == self.by[0] for each in self.by):
            return ", ".join(self.by[0])
        return "; ".join(f"{name}: {', '.join(by)}" for name, by in zip(self.names, self.by))


def _block(finding: Finding) -> Block:
    table = finding.table
    made = Block(finding, [finding.name], [[]], [])
    if table:
        made.rows = {name: list(values) for name, values in sorted(table.rows.items())}
        made.columns = list(table.columns)
    return made


def _blocks(documents: Sequence[Results], name: str, shape: str | None) -> list[Block]:
    """Returns the findings of a name. What several runs found for the same question is one block."""
    named = [(results, each) for results in documents for each in results.findings if each.name == name]
    if not named:
        known = {each.name for results in documents for each in results.findings}
        raise LookupError(f"no finding {name}{f' of {shape}' if shape else ''}; "
                          + (f"there is: {first_of(sorted(known))}" if known else "there is none at all")
                          + nearest(name, known))
    found = [(results, each) for results, each in named if shape in (None, each.problem.shape)]
    if not found:
        shapes = ", ".join(sorted({each.problem.shape for _, each in named}))
        raise LookupError(f"no {name} of {shape}; it exists for {shapes}")
    blocks: dict[object, Block] = {}
    for place, (results, each) in enumerate(found):
        key = place if each.kind == "deviation" else each.identity
        block = blocks.get(key) or blocks.setdefault(key, _block(each))
        block.by[0] += [name for name in each.by if name not in block.by[0]]
        block.runs += [(results, results.run(each.problem, configuration)) for configuration in each.by]
        if not block.row_names and each.table:
            block.row_names = dict(each.table.row_names)
    return list(blocks.values())


def finding_tables(documents: Sequence[Results], names: Sequence[str], shape: str | None) -> list[list[Block]]:
    """Returns the tables for findings: tables of the same things are side by side, findings with the same columns below
    each other. Raises LookupError if there is none of a name.
    """
    of_findings: list[list[Block]] = []
    for name in dict.fromkeys(names):
        blocks = _blocks(documents, name, shape)
        for place, others in enumerate(of_findings):
            joined = _joined(others, blocks)
            if joined is not None:
                of_findings[place] = joined
                break
        else:
            of_findings.append(blocks)
    tables: dict[tuple[str, ...], list[Block]] = {}
    for block in itertools.chain.from_iterable(of_findings):
        tables.setdefault(block.form, []).append(block)
    return list(tables.values())


def _joined(left: Sequence[Block], right: Sequence[Block]) -> list[Block] | None:
    """Returns the blocks of two findings side by side. Returns None if they cannot be joined: they need the same key,
    and on every problem that has both, the rows of one must be among the rows of the other.
    """
    first, other = left[0], right[0]
    if not (first.finding.table and other.finding.table) or first.key != other.key or first.columns == other.columns:
        return None
    if any(len({block.form for block in blocks}) > 1 or len({block.problem for block in blocks}) < len(blocks)
           for blocks in (left, right)):
        return None
    made = {block.problem: dataclasses.replace(block) for block in left}
    both = [sorted((block.rows, made[block.problem].rows), key=len) for block in right if block.problem in made]
    if not both or any(fewer.keys() - more.keys() for fewer, more in both):
        return None
    columns = list(dict.fromkeys([*first.columns, *other.columns]))
    for block in right:
        old = made.get(block.problem)
        rows = _joined_rows(old, block, columns)
        if rows is None:
            return None
        if old:
            block = dataclasses.replace(old, names=old.names + block.names, by=old.by + block.by,
                                        runs=old.runs + block.runs, row_names={**block.row_names, **old.row_names})
        made[block.problem] = dataclasses.replace(block, rows=rows, columns=columns)
    for problem, block in made.items():
        if block.columns != columns:
            made[problem] = dataclasses.replace(
                block, columns=columns, rows={name: _spread(block, name, columns) for name in block.rows})
    return list(made.values())


def _spread(block: Block, name: str, columns: Sequence[str]) -> list[int | None]:
    """Returns a row of a block under other columns; None if it has no value."""
    values = dict(zip(block.columns, block.rows.get(name, ())))
    return [values.get(column) for column in columns]


def _joined_rows(old: Block | None, new: Block, columns: Sequence[str]) -> Numbers | None:
    """Returns the rows of both. Returns None if two rows of one name differ in a common column."""
    rows: Numbers = {}
    for name in sorted({*(old.rows if old else ()), *new.rows}):
        row = _spread(new, name, columns)
        for place, value in enumerate(_spread(old, name, columns) if old else ()):
            if None not in (value, row[place]) and value != row[place]:
                return None
            row[place] = row[place] if value is None else value
        rows[name] = row
    return rows


def finding_rows(tables: Sequence[Sequence[Block]]) -> list[Row]:
    """Returns the rows of findings. A cell on which several runs differ is None.

    Raises LookupError if the findings do not fit into one table.
    """
    blocks = tables[0]
    if len(tables) > 1:
        raise LookupError(_not_one_table(blocks[0], tables[1][0]))
    is_named = any(block.row_names for block in blocks)
    rows: list[Row] = []
    for block in blocks:
        first, last = _common(block.runs)
        begin = {**first, "finding": ", ".join(block.names), "by": block.finders}
        for own in _own_rows(block, is_named):
            # A table may have a column of its own with one of these names.
            own = {f"{block.names[0]}_{name}" if name in begin or name in last else name: cell
                   for name, cell in own.items()}
            rows.append({**begin, **own, **last})
    return aligned(rows)


def _not_one_table(first: Block, other: Block) -> str:
    texts = [f"{', '.join(block.names)} of {block.problem} has the columns {', '.join(block.own_columns)}"
             for block in (first, other)]
    return ", and ".join(texts) + (": choose one shape or configuration" if first.names == other.names else
                                   ": take them one by one, or as latex or markdown, which have several tables")


def _common(runs: Runs) -> tuple[Row, Row]:
    """Returns the columns that name the runs, with what all of them have in common."""
    first, last = run_cells(*runs[0])
    for results, run in runs[1:]:
        for cells, others in zip((first, last), run_cells(results, run)):
            cells.update({name: None for name in {*cells, *others} if cells.get(name) != others.get(name)})
    return first, last


def _own_rows(block: Block, is_named: bool) -> list[Row]:
    if block.finding.kind == "deviation":
        return [{"from": each.source, "relative": each.relative, "standard_error": each.standard_error}
                for each in block.finding.deviations]
    if not block.finding.table:
        return [value_cells(block.finding)]
    return [{block.key: name, **({"called": block.row_names.get(name)} if is_named else {}),
             **dict(zip(block.columns, values))} for name, values in block.rows.items()]


def paper_of_findings(blocks: Sequence[Block]) -> PaperTable:
    """Returns one table of findings for readers."""
    first = blocks[0]
    names = list(dict.fromkeys(name for block in blocks for name in block.names))
    has_names = len({tuple(block.names) for block in blocks}) > 1
    # A column of one text would only widen a table with many others.
    has_by = not first.finding.table or any(block.finders != first.finders for block in blocks)
    has_rules = any(block.problem.rules != "classic" for block in blocks)
    has_errors = any(each.standard_error > 0 for block in blocks for each in block.finding.deviations)
    is_named = any(block.row_names for block in blocks)
    columns = [Column("Boxes"), *[Column("Rules")] * has_rules, *[Column("Finding")] * has_names,
               *[Column("Found by")] * has_by]
    if first.finding.table:
        columns += [Column(first.key), *[Column("called")] * is_named, *(Column(each, True) for each in first.columns)]
    elif first.finding.kind == "deviation":
        columns += [Column("From"), Column("Deviation", True), *[Column("1 s.e.", True)] * has_errors]
    else:
        columns.append(Column("Value" if has_names else names[0], True))
    rows: list[list[Cell]] = [
        [block.problem, *[block.problem.rules] * has_rules, *[", ".join(block.names)] * has_names,
         *[block.finders] * has_by, *cells]
        for block in blocks for cells in _paper_cells(block, is_named, has_errors)]
    notes = [] if has_by else [f"Found by {first.finders}."]
    helps = [_help(blocks, name).partition(". ") for name in names]
    notes += [f"{name}: {definition}." for name, (definition, _, _) in zip(names, helps) if definition]
    return PaperTable(columns, rows, [*notes, *dict.fromkeys(f"{reading}." for _, _, reading in helps if reading)])


def _help(blocks: Sequence[Block], name: str) -> str:
    """Returns the help of a finding from the runs of a table."""
    return next((each.help for block in blocks for results, run in block.runs for each in results.findings
                 if each.name == name and each.problem == run.problem and run.configuration in each.by), "")


def _paper_cells(block: Block, is_named: bool, has_errors: bool) -> list[list[Cell]]:
    if block.finding.kind == "deviation":
        return [[each.source, f"{100 * each.relative:.3g} %",
                 *[f"{100 * each.standard_error:.2g} %" if each.standard_error > 0 else ""] * has_errors]
                for each in block.finding.deviations]
    if not block.finding.table:
        return [[block.finding]]
    return [[name, *[block.row_names.get(name, "")] * is_named, *values] for name, values in block.rows.items()]
