"""Tables of findings: what several runs found, each finding once."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gridcensus._frames import INTERVAL, Row, aligned, run_cells, value_cells
from gridcensus._text import first_of, nearest
from gridcensus.paper import Cell, Column, PaperTable
from gridcensus.records import Finding, Run

if TYPE_CHECKING:
    from gridcensus.results import Results


@dataclasses.dataclass
class Block:
    """A finding of one problem with all runs that found the same."""

    finding: Finding
    by: list[str] = dataclasses.field(default_factory=list)
    """The configurations."""
    runs: list[tuple[Results, Run]] = dataclasses.field(default_factory=list)
    row_names: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def form(self) -> tuple[str, ...]:
        """Its own columns; blocks with the same ones are rows of one table."""
        if self.finding.table:
            return self.finding.table.key, *self.finding.table.columns
        if self.finding.kind == "deviation":
            return "from", "relative", "standard_error"
        return "kind", "value", *INTERVAL

    @property
    def finders(self) -> str:
        """The configurations in one line."""
        return ", ".join(self.by)


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
        block = blocks.setdefault(key, Block(each))
        block.by += [name for name in each.by if name not in block.by]
        block.runs += [(results, results.run(each.problem, configuration)) for configuration in each.by]
        if each.table and not block.row_names:
            block.row_names = each.table.row_names
    return list(blocks.values())


def finding_tables(documents: Sequence[Results], names: Sequence[str], shape: str | None) -> list[list[Block]]:
    """Returns the tables for findings: those with the same columns are below each other.

    Raises LookupError if there is none of a name.
    """
    tables: dict[object, list[Block]] = {}
    for name in dict.fromkeys(names):
        for block in _blocks(documents, name, shape):
            tables.setdefault((block.finding.kind == "table", block.form), []).append(block)
    return list(tables.values())


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
        begin = {**first, "finding": block.finding.name, "by": block.finders}
        for own in _own_rows(block, is_named):
            # A table may have a column of its own with one of these names.
            own = {f"{block.finding.name}_{name}" if name in begin or name in last else name: cell
                   for name, cell in own.items()}
            rows.append({**begin, **own, **last})
    return aligned(rows)


def _not_one_table(first: Block, other: Block) -> str:
    texts = [f"{block.finding.name} of {block.finding.problem} has the columns {', '.join(block.form)}"
             for block in (first, other)]
    is_one = first.finding.name == other.finding.name
    return ", and ".join(texts) + (": choose one shape or configuration" if is_one else
                                   ": take them one by one, or as latex or markdown, which have several tables")


def _common(runs: Sequence[tuple[Results, Run]]) -> tuple[Row, Row]:
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
    table = block.finding.table
    return [{table.key: name, **({"called": block.row_names.get(name)} if is_named else {}),
             **dict(zip(table.columns, values))} for name, values in sorted(table.rows.items())]


def paper_of_findings(blocks: Sequence[Block]) -> PaperTable:
    """Returns one table of findings for readers."""
    first = blocks[0]
    names = list(dict.fromkeys(block.finding.name for block in blocks))
    has_names = len(names) > 1
    # A column of one text would only widen a table with many others.
    has_by = not first.finding.table or any(block.finders != first.finders for block in blocks)
    has_rules = any(block.finding.problem.rules != "classic" for block in blocks)
    has_errors = any(each.standard_error > 0 for block in blocks for each in block.finding.deviations)
    is_named = any(block.row_names for block in blocks)
    columns = [Column("Boxes"), *[Column("Rules")] * has_rules, *[Column("Finding")] * has_names,
               *[Column("Found by")] * has_by]
    if first.finding.table:
        key, *own = first.form
        columns += [Column(key), *[Column("called")] * is_named, *(Column(each, True) for each in own)]
    elif first.finding.kind == "deviation":
        columns += [Column("From"), Column("Deviation", True), *[Column("1 s.e.", True)] * has_errors]
    else:
        columns.append(Column("Value" if has_names else names[0], True))
    rows: list[list[Cell]] = [
        [block.finding.problem, *[block.finding.problem.rules] * has_rules, *[block.finding.name] * has_names,
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
    return [[name, *[block.row_names.get(name, "")] * is_named, *values]
            for name, values in sorted(block.finding.table.rows.items())]
