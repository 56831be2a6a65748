"""Writes results as a table for a paper, a spreadsheet or a program."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Sequence
from typing import Any

from gridcensus import _findings, _tables
from gridcensus._frames import Row
from gridcensus._numbers import decimal
from gridcensus._program import BadInput
from gridcensus._text import is_number, nearest, printable, value_text
from gridcensus.results import Results
from gridcensus.sweep import sweep_of
from gridcensus.views._command import (SELECTION, Arguments, Command, Option, all_words, check_place, documents,
                                       refuse_inputs, write_text)
from gridcensus.views._sequences import SEQUENCES, IntegerSequence

_formats = ("csv", "jsonl", "latex", "markdown", "bfile")
_max_side = 64
# Columns that are numbers in JSON. Other whole numbers may have any size and are strings.
_numbers = {"layouts", "problems", "witnesses", "recounted_units", "samples", "interim_samples", "seed"}


class _Disagreement(Exception):
    """Two exact values of one term differ."""


def run(arguments: Arguments) -> int:
    """Writes the export. Returns 3 if two values of a sequence differ."""
    _check(arguments)
    files = all_words(arguments, "FILE")
    output = arguments.output or "-"
    refuse_inputs("-o", output, files)
    check_place(output)
    found = documents(files)
    try:
        text = _text(_tables.only(found, getattr(arguments, "with")), arguments)
    except LookupError as error:
        raise BadInput(f"command line: {error.args[0]}") from None
    except _Disagreement as error:
        sys.stderr.write(f"error: {error}\n")
        return 3
    write_text(output, text)
    return 0


def _check(arguments: Arguments) -> None:
    """Raises BadInput if two options contradict each other."""
    forms = [f"--{name}" for name in ("finding", "totals", "sweep") if getattr(arguments, name)]
    if not arguments.format:
        raise BadInput(f"command line: expected --format with one of: {', '.join(_formats)}")
    if arguments.shape is not None:
        _check_shape(arguments.shape)
    if arguments.sequence and arguments.format != "bfile":
        raise BadInput("command line: --sequence needs --format bfile")
    if arguments.format == "bfile" and (arguments.shape or forms):
        raise BadInput("command line: a bfile lists a quantity over shapes: it cannot be combined with --finding, "
                       "--shape, --totals or --sweep")
    if len(forms) > 1:
        raise BadInput(f"command line: {' and '.join(forms)} contradict each other, because each replaces the "
                       "outcomes; give only one")
    if arguments.totals and arguments.shape:
        raise BadInput("command line: --totals and --shape contradict each other, because totals belong to lists of "
                       "layouts")
    if arguments.finding and arguments.quantity:
        raise BadInput("command line: --finding and --quantity contradict each other")
    if arguments.sweep and arguments.format in ("latex", "markdown"):
        raise BadInput(f"command line: --sweep has no table in {arguments.format}; use --format csv or jsonl for data, "
                       "gridcensus show for a table on the screen, or gridcensus report for a page")


def _check_shape(shape: str) -> None:
    if not re.fullmatch("[1-9][0-9]*x[1-9][0-9]*", shape):
        raise BadInput("command line: --shape: expected box rows x box columns, such as 3x3 or 2x4")
    rows, cols = shape.split("x")
    if max(len(rows), len(cols)) > 2 or int(rows) * int(cols) > _max_side:
        raise BadInput(f"command line: --shape: a box has from 1 to {_max_side} rows and columns, and rows * columns "
                       f"is at most {_max_side}")


def _text(found: Sequence[Results], arguments: Arguments) -> str:
    quantity, shape, names = arguments.quantity, arguments.shape, arguments.finding
    if arguments.format == "bfile":
        return bfile(found, arguments.sequence, quantity)
    if arguments.format in ("latex", "markdown"):
        tables = _tables.paper_tables(found, names, quantity, shape, arguments.totals)
        return "\n".join(table.latex() if arguments.format == "latex" else table.markdown() for table in tables)
    numbers = _numbers
    rows: Sequence[Row]
    if arguments.totals:
        rows = _tables.total_rows(_tables.totals(found, quantity))
    elif arguments.sweep:
        rows = sweep_of(found, quantity, shape)
    elif names:
        blocks = _findings.finding_tables(found, names, shape)
        numbers = {"seed"} if blocks[0][0].finding.table else _numbers
        rows = _findings.finding_rows(blocks)
    else:
        rows = _tables.outcome_rows(_tables.outcomes(found, quantity, shape))
    return to_csv(rows) if arguments.format == "csv" else to_jsonl(rows, numbers)


def _csv_field(cell: Any) -> str:
    """Returns a field that neither a terminal nor a spreadsheet executes."""
    if not isinstance(cell, str):
        return "" if cell is None else value_text(cell)
    text = "\n".join(map(printable, cell.split("\n")))
    # Spreadsheets evaluate a text that begins like a formula.
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) and not is_number(text) else text


def to_csv(rows: Sequence[Row]) -> str:
    """Returns comma-separated values by RFC 4180."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(map(_csv_field, rows[0]))
    writer.writerows(map(_csv_field, row.values()) for row in rows)
    return stream.getvalue()


def to_jsonl(rows: Sequence[Row], numbers: set[str]) -> str:
    """Returns one JSON object per row, without members that are unknown. Of whole numbers, those of some columns are
    JSON numbers, and all others strings.
    """
    lines = []
    for row in rows:
        members = {name: cell if type(cell) is float or name in numbers else value_text(cell)
                   for name, cell in row.items() if cell is not None}
        lines.append(json.dumps(members, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(lines)


def bfile(found: Sequence[Results], name: str | None, quantity: str | None) -> str:
    """Returns the exact values that are terms of a sequence as a b-file of the OEIS, from the first without a gap.

    Without a name, it is the only sequence of the quantity that has terms. Raises LookupError, and _Disagreement if two
    values of a term differ.
    """
    sequence = _sequence(found, name, quantity)
    terms = _terms(found, sequence)
    if not terms:
        raise LookupError(f"--sequence: there is no exact value of {sequence}")
    lines = [f"# {sequence.name}: {sequence}, counted by gridcensus"]
    n = sequence.first - len(sequence.before)
    for place, value in (*enumerate(sequence.before, n), *sorted(terms.items())):
        if place != n:
            raise LookupError(f"--format bfile: {sequence.term(n)} is missing, and {sequence.term(place)} is there: "
                              "a b-file has no gaps")
        lines.append(f"{n} {decimal(value)}")
        n += 1
    return "\n".join(lines) + "\n"


def _sequence(found: Sequence[Results], name: str | None, quantity: str | None) -> IntegerSequence:
    names = [each.name for each in SEQUENCES]
    if name is not None:
        if name not in names:
            raise LookupError(f"--sequence: unknown sequence {name}{nearest(name, names)}; expected one of: "
                              f"{', '.join(names)}")
        return SEQUENCES[names.index(name)]
    possible = [each for each in SEQUENCES if quantity in (None, each.quantity) and _has_terms(found, each)]
    if not possible:
        raise LookupError("--format bfile: there is no exact value that is a term of a known sequence "
                          f"({', '.join(names)})")
    if len(possible) > 1:
        texts = ", ".join(f"{each.name} ({each})" for each in possible)
        raise LookupError(f"--format bfile: choose one with --sequence: {texts}")
    return possible[0]


def _has_terms(found: Sequence[Results], sequence: IntegerSequence) -> bool:
    return any(each.kind == "exact" and each.quantity == sequence.quantity
               and sequence.index_of(each.problem) is not None for results in found for each in results.outcomes)


def _terms(found: Sequence[Results], sequence: IntegerSequence) -> dict[int, int]:
    terms: dict[int, int] = {}
    sources: dict[int, str] = {}
    for results in found:
        for each in results.outcomes:
            n = sequence.index_of(each.problem)
            if each.kind != "exact" or each.quantity != sequence.quantity or n is None:
                continue
            assert isinstance(each.value, int)
            source = f"{each.configuration} ({printable(results.origin)})"
            if terms.setdefault(n, each.value) != each.value:
                raise _Disagreement(f"{sequence.term(n)} is {decimal(terms[n])} by {sources[n]} and "
                                    f"{decimal(each.value)} by {source}")
            sources.setdefault(n, source)
    return terms


COMMAND = Command(
    name="export",
    brief="write tables or data",
    summary="Write results as a table for a paper, a spreadsheet or a program.",
    usage="FILE... --format FORMAT [options]",
    examples=("gridcensus export cross_validation.ledger --format csv -o outcomes.csv",
              "gridcensus export results.json --format latex --quantity grids",
              "gridcensus export x.ledger --format markdown --finding signature_class_table",
              "gridcensus export sweep.ledger --format csv --sweep --with mc",
              "gridcensus export two_by_n.ledger --format bfile --sequence A291187"),
    options=(
        Option("format", "|".join(_formats),
               "csv or jsonl (all data), latex or markdown (a table to read), or bfile (for the OEIS)."),
        Option("with", "CONFIGURATION|STRATEGY",
               "Only runs of this configuration or strategy; mc also means mc@seed=1.", often=True),
        Option("finding", "NAME",
               "Findings of this name instead of outcomes. Those with the same columns are one below the other.",
               often=True),
        Option("sweep", "",
               "Only runs of a sweep, over values of a parameter or seeds, as csv or jsonl: columns for these, the "
               "value, its error, its deviation, the time, and error^2 * time."),
        Option("totals", "", "Totals of lists of layouts instead of outcomes."),
        Option("sequence", "A-NUMBER", "OEIS sequence of the bfile, if several are possible."),
        Option("output", "FILE", "Write to this file; - is stdout, the default.", "o"),
        *SELECTION),
    run=run)
