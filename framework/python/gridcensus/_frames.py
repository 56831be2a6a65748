"""Rows as frames of pandas."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

Row = dict[str, Any]


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
