"""Reads the numbers that the program's data files have: published ones, and those that experiments found here."""

from __future__ import annotations

import importlib
import pathlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache, partial
from typing import Any, TypeVar

from gridcensus._numbers import integer
from gridcensus._program import BadInput
from gridcensus.records import Problem

_T = TypeVar("_T")


@dataclass(frozen=True)
class Published:
    """A published value, or a published finding: a number or a table."""

    name: str
    """The quantity or the finding."""
    problem: Problem
    source: str
    """With its standing."""
    contested_by: str
    """The evidence, if it is believed to be wrong."""
    value: int | None = None
    columns: tuple[str, ...] = ()
    rows: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Inexact:
    """An approximation or an estimate."""

    quantity: str
    problem: Problem
    value: Decimal
    text: str
    origin: str


@dataclass(frozen=True)
class Found:
    """An exact value that an experiment of this project found."""

    quantity: str
    problem: Problem
    value: int
    independent: int
    strategies: tuple[str, ...]
    experiment: str

    @property
    def ways(self) -> int:
        """The number of independent strategies among those that it names.

        A quantity that follows from another one names only some of those that found the other.
        """
        return min(self.independent, len(self.strategies))


@dataclass
class Known:
    """All numbers of the data files."""

    values: list[Published] = field(default_factory=list)
    findings: list[Published] = field(default_factory=list)
    inexact: list[Inexact] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)


def read_known(folder: pathlib.Path) -> Known:
    """Returns the numbers in a folder of data files. Raises BadInput, and ModuleNotFoundError without yaml."""
    known = Known()
    files = [file for file in (folder / "published_values").glob("*.yaml") if file.stem.isdigit()]
    for file in sorted(files, key=lambda file: int(file.stem)):
        known.values += _read(file, "values", partial(_published, name="quantity"))
        known.findings += _read(file, "findings", partial(_published, name="finding"))
        known.inexact += _read(file, "approximations", _approximation)
    found_here = _read(folder / "found_here.yaml", "values", _found)
    known.found += [each for each in found_here if isinstance(each, Found)]
    known.inexact += [each for each in found_here if isinstance(each, Inexact)]
    return known


def _read(file: pathlib.Path, name: str, make: Callable[[Mapping[str, Any]], _T]) -> list[_T]:
    """Returns the entries of a list in a file. Raises BadInput with the place of a mistake."""
    place = str(file)
    try:
        entries = _document(file).get(name, [])
        made = []
        for number, entry in enumerate(entries):
            place = f"{file}: {name}[{number}]"
            made.append(make(entry))
        return made
    except KeyError as error:
        raise BadInput(f"{place}: lacks {error.args[0]!r}") from None
    except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
        raise BadInput(f"{place}: cannot be read: {error}") from None


@lru_cache(maxsize=1)
def _document(file: pathlib.Path) -> Any:
    yaml = importlib.import_module("yaml")
    try:
        # As text, so that no reader makes a number of a value.
        return yaml.load(file.read_bytes(), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except OSError as error:
        raise BadInput(f"{file}: cannot be opened: {error.strerror}; install gridcensus again") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(" ".join(str(error).split())) from None


def _problem(entry: Mapping[str, Any]) -> Problem:
    problem = Problem(entry["shape"], entry.get("rules", "classic"))
    problem.sides  # raises ValueError if the shape is none
    return problem


def _published(entry: Mapping[str, Any], name: str) -> Published:
    standing = entry["standing"]
    of = (entry[name], _problem(entry), f"{entry['source']} ({standing})",
          entry["contested_by"] if standing == "contested" else "")
    if "value" in entry:
        return Published(*of, integer(entry["value"]))
    rows = [line.rpartition(": ") for line in entry["rows"].splitlines()]
    return Published(*of, None, tuple(entry["columns"]),
                     {key: tuple(map(integer, numbers.split())) for key, _, numbers in rows})


def _approximation(entry: Mapping[str, Any]) -> Inexact:
    return _inexact(entry, f"approximation, published: {entry['source']} ({entry['standing']})")


def _inexact(entry: Mapping[str, Any], origin: str) -> Inexact:
    return Inexact(entry["quantity"], _problem(entry), Decimal(entry["value"]), entry["value"], origin)


def _found(entry: Mapping[str, Any]) -> Found | Inexact:
    strategies, experiment = entry["strategies"], entry["experiment"]
    if "standard_error" in entry:
        return _inexact(entry, f"estimate, +- {entry['standard_error']} (1 s.e.), by {', '.join(strategies)}: "
                               f"{experiment}")
    return Found(entry["quantity"], _problem(entry), integer(entry["value"]), int(entry.get("ways", "1")),
                 tuple(strategies), experiment)
