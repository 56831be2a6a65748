"""The commands of the program as functions: `count`, `run` and `sample`."""

from __future__ import annotations

import importlib
import json
import operator
import os
from collections.abc import Mapping, Sequence
from typing import Any, Union

from gridcensus._program import ask, repeated
from gridcensus._text import value_text
from gridcensus.results import Results

Path = Union[str, "os.PathLike[str]"]
Shape = Union[str, "tuple[int, int]"]
Value = Union[bool, int, float, str]
Seeds = Union[int, Sequence[int], None]


def count(shape: Shape, strategies: str | Sequence[str] = (), *, quantities: str | Sequence[str] = (),
          params: Mapping[str, Value] | None = None, inputs: Mapping[str, int] | None = None,
          rules: str | None = None, given: Path | None = None, ledger: Path | None = None,
          overrides: Mapping[str, Value] | None = None, threads: int | None = None, seed: Seeds = None,
          isolate: str | None = None, recount: bool = False, plugin_dirs: Path | Sequence[Path] = (),
          program: Path | None = None, echo: bool = False) -> Results:
    """Counts one shape, "3x3" or (3, 3). The arguments are the options of `gridcensus count`.

    Without strategies, the program chooses them, as the command does. `params` are parameters as {"samples": 1000},
    with several strategies {"row_sampler.samples": 1000}. `overrides` are values over those of the file (--set). With
    `echo` the program's messages are shown as they come. Raises a GridcensusError for each exit code but 0; its
    `results` has the results so far.
    """
    options = {"with": _list(strategies), "quantity": _list(quantities), "param": _assignments("params", params),
               "input": _assignments("inputs", inputs), "rules": rules, "given": given, "ledger": ledger,
               **_shared(overrides, threads, seed, isolate, recount, plugin_dirs)}
    return _results(["count", _shape(shape), *_words(options)], program, echo)


def run(experiment: Path | Mapping[str, Any], *, ledger: Path | None = None, ledger_dir: Path | None = None,
        no_ledger: bool = False, part: str | None = None, overrides: Mapping[str, Value] | None = None,
        threads: int | None = None, seed: Seeds = None, isolate: str | None = None, recount: bool = False,
        plugin_dirs: Path | Sequence[Path] = (), program: Path | None = None, echo: bool = False) -> Results:
    """Runs an experiment. The arguments are the options of `gridcensus run`.

    The experiment is a YAML file, or a dict with the same keys. A dict has no name, so its results are stored only if
    `ledger` names a file. Raises a GridcensusError for each exit code but 0; its `results` has the results so far.
    """
    if isinstance(experiment, Mapping):
        words, text = ["run", "-"], json.dumps(experiment)
    else:
        name = os.fspath(experiment)
        words, text = ["run", "./-" if name == "-" else name], None
    options = {"ledger": ledger, "ledger-dir": ledger_dir, "no-ledger": bool(no_ledger), "part": part,
               **_shared(overrides, threads, seed, isolate, recount, plugin_dirs)}
    return _results([*words, *_words(options)], program, echo, text)


def sample(shape: Shape, count: int = 1, *, rules: str | None = None, given: Path | None = None,
           seed: int | None = None, first: int = 0, essentially_different: bool = False, approximate: bool = False,
           memory: str | None = None, threads: int | None = None, program: Path | None = None,
           echo: bool = False) -> Any:
    """Draws grids uniformly at random: `gridcensus sample`.

    Returns an array of numpy with the dimensions draw, row, column, or lists of lists if numpy is missing. Draw k
    depends on the seed and k alone; `first` is the number of the first one.
    """
    options = {"count": count, "from": first, "format": "grid", "rules": rules, "given": given, "memory": memory,
               "seed": seed, "threads": threads, "essentially-different": bool(essentially_different),
               "approximate": bool(approximate)}
    text = ask(["sample", _shape(shape), *_words(options)], program=program, echo=echo).output
    side = len(text.split("\n", 1)[0].split())
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        rows = [[int(symbol) for symbol in line.split()] for line in text.splitlines() if line]
        return [rows[place:place + side] for place in range(0, len(rows), side)]
    return numpy.fromstring(text, dtype=numpy.int16, sep=" ").reshape(-1, side, side)


def _results(words: list[str], program: Path | None, echo: bool, text: str | None = None) -> Results:
    answer = ask([*words, "--json", "-"], program=program, text=text, echo=echo)
    return Results.from_document(json.loads(answer.output), answer.messages)


def _shared(overrides: Mapping[str, Value] | None, threads: int | None, seed: Seeds, isolate: str | None, recount: bool,
            plugin_dirs: Path | Sequence[Path]) -> dict[str, Any]:
    folders = [plugin_dirs] if isinstance(plugin_dirs, (str, os.PathLike)) else plugin_dirs
    return {"set": _assignments("overrides", overrides), "threads": threads,
            "seed": seed if seed is None or isinstance(seed, int) else ",".join(map(str, seed)), "isolate": isolate,
            "recount": bool(recount), "plugin-dir": [os.path.abspath(folder) for folder in folders]}


def _words(options: Mapping[str, Any]) -> list[str]:
    """Returns the words of options: none for None and False, one for True, and an option for each value of a list."""
    words: list[str] = []
    for name, value in options.items():
        if value is True:
            words.append(f"--{name}")
        elif value is not None and value is not False:
            values = value if isinstance(value, (list, tuple)) else [value]
            words += repeated(f"--{name}", [os.fspath(each) if isinstance(each, os.PathLike) else str(each)
                                            for each in values])
    return words


def _shape(shape: Shape) -> str:
    if isinstance(shape, str):
        return shape
    try:
        rows, cols = map(operator.index, shape)
    except (TypeError, ValueError):
        raise TypeError("shape: expected the rows and columns of a box, such as \"3x3\" or (3, 3); found "
                        f"{shape!r}") from None
    return f"{rows}x{cols}"


def _list(names: str | Sequence[str]) -> Sequence[str]:
    return [names] if isinstance(names, str) else names


def _assignments(argument: str, values: Mapping[str, Any] | None) -> list[str]:
    if not isinstance(values, (Mapping, type(None))):
        raise TypeError(f"{argument}: expected a dict, such as {{\"samples\": 1000}}; found {values!r}")
    for name, value in (values or {}).items():
        if value is None or isinstance(value, (list, tuple, set, Mapping)):
            raise TypeError(f"{argument}: {name} is {value!r}; expected one value. For several, give an experiment to "
                            f"gridcensus.run with \"sweep\": {{\"{name}\": [...]}}")
    return [f"{name}={value_text(value)}" for name, value in (values or {}).items()]
