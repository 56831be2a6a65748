"""The rows of results: for programs as dicts, which `frame` and `export` have, and for readers as a PaperTable."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from gridcensus._frames import Row, aligned
from gridcensus._text import first_of, nearest
from gridcensus.paper import Cell, Column, PaperTable, Valued
from gridcensus.records import Finding, Outcome, Problem, Run, Total

if TYPE_CHECKING:
    from gridcensus.results import Results

_interval = ("standard_error", "low", "high", "confidence", "samples", "degrees_of_freedom")

_Entry = TypeVar("_Entry", Outcome, Total)
Pairs = Sequence[tuple["Results", _Entry]]
Runs = Sequence[tuple["Results", Run]]
Numbers = dict[str, list["int | None"]]


def only(documents: Sequence[Results], names: Sequence[str]) -> list[Results]:
    """Returns the results without all runs but those of these configurations and strategies.

    A configuration of a sweep or of several seeds may be named without its values: mc for mc@seed=1. Raises
    LookupError, with the nearest known name, if no run has one of the names.
    """
    if not names:
        return list(documents)
    runs = [run for document in documents for run in document.runs]
    for name in names:
        if not any(_is_named(name, run.strategy, run.configuration) for run in runs):
            parts = [run.configuration.split("@") for run in runs]
            known = {"@".join(each[:size]) for each in parts for size in range(1, len(each) + 1)}
            shown = sorted({name for run in runs for name in (run.strategy, run.base)})
            raise LookupError(f"--with {name}: no run is of this configuration or strategy; there are: "
                              f"{first_of(shown)}{nearest(name, known | {run.strategy for run in runs})}")
    return [_only(document, names) for document in documents]


def _only(results: Results, names: Sequence[str]) -> Results:
    kept = {list_name: [entry for entry in results.document.get(list_name, ())
                        if any(_is_named(name, entry["strategy"], entry["configuration"]) for name in names)]
            for list_name in ("runs", "outcomes", "totals", "findings")}
    return type(results).from_document({**results.document, **kept}, results.messages, results.origin)


def _is_named(name: str, strategy: str, configuration: str) -> bool:
    return name in (strategy, configuration) or configuration.startswith(name + "@")


def outcomes(documents: Sequence[Results], quantity: str | None, shape: str | None) -> Pairs[Outcome]:
    """Returns the outcomes of a quantity and a shape; None means all. Raises LookupError if there are none."""
    pairs = [(document, each) for document in documents for each in document.outcomes]
    return _wanted(pairs, (quantity or "outcome") + (f" of {shape}" if shape else ""), quantity,
                   lambda each: shape in (None, each.problem.shape),
                   lambda each: f"{each.quantity} of {each.problem.shape}")


def totals(documents: Sequence[Results], quantity: str | None) -> Pairs[Total]:
    """Returns the totals of lists of layouts of a quantity; None means all. Raises LookupError if there are none."""
    pairs = [(document, each) for document in documents for each in document.totals]
    return _wanted(pairs, f"total of {quantity}" if quantity else "total", quantity, lambda each: True,
                   lambda each: f"total of {each.quantity} of {each.list}")


def _wanted(pairs: Pairs[_Entry], wanted: str, quantity: str | None, is_wanted: Callable[[_Entry], bool],
            name_of: Callable[[_Entry], str]) -> Pairs[_Entry]:
    found = [pair for pair in pairs if quantity in (None, pair[1].quantity) and is_wanted(pair[1])]
    if not found:
        quantities = {each.quantity for _, each in pairs}
        near = nearest(quantity, quantities) if quantity is not None and quantity not in quantities else ""
        known = sorted({name_of(each) for _, each in pairs})
        raise LookupError(f"no {wanted}; {'there is: ' + first_of(known) if known else 'there is none at all'}{near}")
    return found


def value_cells(entry: Valued) -> Row:
    """Returns the columns of a value."""
    return {"kind": entry.kind, "value": entry.value} | {
        name: getattr(entry.estimate, name) if entry.estimate else None for name in _interval}


def origin(results: Results) -> Row:
    """Returns the columns that name a document."""
    return {"experiment": results.experiment["file"], "date": results.produced["date"],
            "version": results.document["gridcensus"]}


def run_cells(results: Results, run: Run) -> tuple[Row, Row]:
    """Returns the columns that name a run: the first and the last ones of its rows."""
    seed = results.experiment["seed"] if run.seed is None else run.seed
    first = {"shape": run.problem.shape, "rules": run.problem.rules, "strategy": run.strategy,
             "configuration": run.configuration}
    return first, {"seconds": run.seconds, "plugin_sha256": run.plugin_sha256, **origin(results), "base": run.base,
                   "seed": seed, **{f"param_{name}": value for name, value in run.parameters.items()}}


def outcome_rows(pairs: Pairs[Outcome]) -> list[Row]:
    """Returns a row for each outcome."""
    rows = []
    for results, each in pairs:
        first, last = run_cells(results, results.run_of(each))
        interim = {f"interim_{name}": getattr(each.interim, name) if each.interim else None
                   for name in ("value", "standard_error", "samples")}
        rows.append({**first, "quantity": each.quantity, **value_cells(each), "standing": each.standing,
                     "witnesses": each.witnesses, "recounted_units": each.recounted_units,
                     "follows_from": each.follows_from, "reason": each.reason or None, **interim, **last})
    return aligned(rows)


def total_rows(pairs: Pairs[Total]) -> list[Row]:
    """Returns a row for each total of a list of layouts."""
    rows = []
    for results, each in pairs:
        of = results.layout_list(each.list)
        rows.append({"list": each.list, "list_sha256": (of.sha256 or None) if of else None,
                     "layouts": of.layouts if of else None, "problems": of.problems if of else None,
                     "strategy": each.strategy, "configuration": each.configuration, "quantity": each.quantity,
                     **value_cells(each), "witnesses": each.witnesses, "reason": each.reason or None,
                     **origin(results)})
    return rows


def paper_of_outcomes(pairs: Pairs[Outcome]) -> PaperTable:
    """Returns the outcomes for readers."""
    has_rules = any(each.problem.rules != "classic" for _, each in pairs)
    columns = [Column("Boxes"), *[Column("Rules")] * has_rules, Column("Quantity"), Column("Counted by"),
               Column("Value", True), Column("Standing"), Column("Seconds", True)]
    rows: list[list[Cell]] = [
        [each.problem, *[each.problem.rules] * has_rules, each.quantity, each.configuration, each,
         each.standing + (f", {each.witnesses} ways" if each.witnesses > 1 else ""), f"{each.seconds:.3g}"]
        for _, each in pairs]
    return PaperTable(columns, rows)


def paper_of_totals(pairs: Pairs[Total]) -> PaperTable:
    """Returns the totals for readers."""
    rows: list[list[Cell]] = []
    for results, each in pairs:
        of = results.layout_list(each.list)
        rows.append([each.list, of.layouts if of else 0, each.quantity, each.configuration, each])
    return PaperTable([Column("List"), Column("Layouts", True), Column("Quantity"), Column("Counted by"),
                       Column("Total", True)], rows)


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
        return ["kind", "value", *_interval]

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


def paper_tables(documents: Sequence[Results], findings: Sequence[str], quantity: str | None, shape: str | None,
                 are_totals: bool) -> list[PaperTable]:
    """Returns the tables for readers. Findings that do not fit into one table make several.

    The last one has the evidence of the documents. Raises LookupError if nothing is selected.
    """
    if are_totals:
        tables = [paper_of_totals(totals(documents, quantity))]
    elif findings:
        tables = [paper_of_findings(blocks) for blocks in finding_tables(documents, findings, shape)]
    else:
        tables = [paper_of_outcomes(outcomes(documents, quantity, shape))]
    evidence = [line for each in documents
                for line in ([f"{each.origin}:"] if len(documents) > 1 else []) + list(each.evidence)]
    return [*tables[:-1], dataclasses.replace(tables[-1], evidence=evidence)]
