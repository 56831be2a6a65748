"""The cells of rows that are the same in all tables, and rows as frames of pandas."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gridcensus.paper import Valued
from gridcensus.records import Run

if TYPE_CHECKING:
    from gridcensus.results import Results

Row = dict[str, Any]
INTERVAL = ("standard_error", "low", "high", "confidence", "samples", "degrees_of_freedom")
"""The columns of an estimate."""


def value_cells(entry: Valued) -> Row:
    """Returns the columns of a value."""
    return {"kind": entry.kind, "value": entry.value} | {
        name: getattr(entry.estimate, name) if entry.estimate else None for name in INTERVAL}


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


def aligned(rows: Sequence[Row]) -> list[Row]:
    """Returns the rows with the same keys in the same order: parameters come last, whatever their strategy."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    columns.sort(key=lambda column: (column.startswith("param_"), column if column.startswith("param_") else ""))
    return [{column: row.get(column) for column in columns} for row in rows]


def frame_of(rows: Sequence[Row]) -> Any:
    """Returns rows with the same keys as a DataFrame of pandas.

    Exact numbers are Python's int, in columns of objects. Columns of reals are float64, columns of counts Int64.
    """
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("frames need pandas (Debian: python3-pandas); the rows have the same without it") from error
    columns = list(rows[0]) if rows else []
    data = {column: pandas.Series([row[column] for row in rows], dtype=_kind_of(column, rows)) for column in columns}
    return pandas.DataFrame(data, columns=columns)


def _kind_of(column: str, rows: Sequence[Row]) -> str:
    """Returns the type of a column for pandas. Exact numbers stay objects, because they may have any size."""
    present = [row[column] for row in rows if row[column] is not None]
    if not present or (column == "value" and any(type(each) is int for each in present)):
        return "object"
    if all(type(each) is bool for each in present):
        return "bool" if len(present) == len(rows) else "boolean"
    if all(type(each) is int and abs(each) < 2**63 for each in present):
        return "Int64"
    if all(isinstance(each, float) or (type(each) is int and abs(each) < 2**53) for each in present):
        return "float64"
    return "object"
