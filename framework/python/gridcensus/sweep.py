"""Sweeps: the runs of one configuration that differ in parameters or in the seed, as a table with these as columns."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any

from gridcensus import _html
from gridcensus._frames import Row, frame_of
from gridcensus._program import BadInput, ask
from gridcensus.problem import integer
from gridcensus.records import parameter, real, value_of

_first = ("shape", "rules", "strategy", "configuration", "base", "quantity")
_last = ("kind", "value", "standard_error", "relative_error", "samples", "exact", "exact_from", "z", "seconds",
         "inefficiency")


class Sweep(list[Row]):
    """The rows of sweeps: a list of dicts with the same keys, which `pandas.DataFrame` accepts directly."""

    @property
    def axes(self) -> list[str]:
        """The columns that vary: `param_NAME` for a parameter, and `seed`."""
        return [column for column in (self[0] if self else ()) if column.startswith("param_") or column == "seed"]

    def frame(self) -> Any:
        """Returns the same as a DataFrame of pandas, with a type for each column."""
        return frame_of(self)

    def _repr_html_(self) -> str:
        return _html.sweep_page(self, self.axes)


def sweep_of(document: Mapping[str, Any], selection: Iterable[str], program: str | os.PathLike[str] | None) -> Sweep:
    """Returns the sweeps that `gridcensus export --sweep` finds in a document. Raises LookupError if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "results.json")
        with open(file, "w", encoding="utf-8") as stream:
            json.dump(document, stream)
        try:
            answer = ask(["export", file, "--format", "jsonl", "--sweep", *selection], program=program)
        except BadInput as error:
            raise LookupError(str(error)) from None
    lines = [json.loads(line) for line in answer.output.splitlines()]
    axes = list(dict.fromkeys(name for line in lines for name in line if name.startswith("param_")))
    if any("seed" in line for line in lines):
        axes.append("seed")
    return Sweep({column: _read(column, line) for column in (*_first, *axes, *_last)} for line in lines)


def _read(column: str, line: Mapping[str, Any]) -> Any:
    if column == "value":
        return value_of(line)
    if column not in line:
        return None
    if column == "exact":
        return integer(line[column])
    if column.startswith("param_"):
        return parameter(line[column])
    return real(line[column]) if column in ("standard_error", "relative_error", "inefficiency") else line[column]
