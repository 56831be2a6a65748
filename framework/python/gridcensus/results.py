"""Results: a document of `--json`, or the content of a ledger, as plain records and as frames of pandas."""

from __future__ import annotations

import itertools
import json
import os
import re
import reprlib
import stat
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, partial
from typing import Any, NoReturn, TypeVar

from gridcensus import _findings, _tables
from gridcensus._files import LEDGER, is_ledger, write_whole
from gridcensus._frames import Row, aligned, frame_of, run_cells, value_cells
from gridcensus._problems import UNDER_MAPS
from gridcensus._program import ask
from gridcensus.paper import PaperTable
from gridcensus.records import (STANDINGS, Comparison, Finding, LayoutList, Outcome, Problem, Quantity, Refusal, Run,
                                Total, Value, Verdict)
from gridcensus.sweep import Sweep, sweep_of

_max_bytes = 512 << 20
_format = 8
_released_format = 7  # of 1.0.0
EXPECTED = "expected a ledger or a document that --json wrote"

_kinds: dict[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "text"), "int": ((int,), "a whole number"), "float": ((int, float), "a number"),
    "bool": ((bool,), "true or false"), "Mapping": ((dict,), "an object")}

_T = TypeVar("_T")


@dataclass(frozen=True, repr=False)
class Results:
    """A results document: outcomes, findings, comparisons and runs, with their provenance."""

    runs: tuple[Run, ...]
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    """Each once, with all configurations that found the same."""
    comparisons: tuple[Comparison, ...]
    totals: tuple[Total, ...]
    """The totals of lists of layouts."""
    refusals: tuple[Refusal, ...]
    experiment: Mapping[str, Any]
    """Title, file with its hash, seeds, confidence, problems."""
    produced: Mapping[str, Any]
    """Machine, threads, date, compiler, version."""
    exit_code: int
    document: Mapping[str, Any] = field(hash=False, compare=False)
    """The whole document, as parsed JSON."""
    messages: str = field(default="", compare=False)
    """The stderr of the program, if it was run to get these results."""
    verdict: Verdict = Verdict("UNKNOWN", "There is no document.", "open")
    """YES, NO, FAILED, NOT YET, COUNTED, ..., with the reason."""
    values: tuple[Value, ...] = ()
    """One for each quantity and question, with the evidence for it."""
    evidence: tuple[str, ...] = ()
    """The verdict and the evidence for it, in at most five lines, as every view of the program prints them."""
    layout_lists: tuple[LayoutList, ...] = ()
    origin: str = field(default="", compare=False)
    """The file that they were read from."""
    quantities: tuple[Quantity, ...] = ()
    """The quantities of the runs, with their definitions."""

    @classmethod
    def from_document(cls, document: Mapping[str, Any], messages: str = "", origin: str = "") -> Results:
        """Returns the results in a parsed document. Raises ValueError, with the place of the mistake."""
        if not isinstance(document, Mapping) or "gridcensus" not in document or "format_version" not in document:
            raise ValueError("this is not a results document of gridcensus (--json writes one)")
        version = document["format_version"]
        if not isinstance(version, int) or version < _format:
            raise ValueError(f"the document has format {version!r}; expected {_format} or newer: `gridcensus show FILE "
                             "--json NEW` converts one of 1.0.0")
        if version > _format:
            warnings.warn(f"the document has format {version}, newer than this package ({_format}): what it added is "
                          "only in .document", stacklevel=3)
        experiment = _object(document, "experiment", file=str, seed=int)
        produced = _object(document, "produced", date=str)
        runs = _read("runs", document, Run.from_json)
        by_name = {(run.problem, run.configuration): run for run in runs}
        outcomes = _read("outcomes", document, Outcome.from_json)
        problems = _read("problems", experiment, Problem.from_json)
        made = cls(
            runs, outcomes,
            _merged_findings(_list(document, "findings"), by_name),
            _read("verdicts", document, Comparison.from_json), _read("totals", document, Total.from_json),
            _read("not_applicable", document, Refusal.from_json), experiment, produced, document.get("exit", 0),
            document, messages, _entry("answer", document.get("answer"), Verdict.from_json),
            _read("values", document, partial(Value.from_json, outcomes=outcomes, problems=problems)),
            tuple(map(str, _list(document, "evidence"))), _read("layout_lists", experiment, LayoutList.from_json),
            origin, _read("quantities", document, Quantity.from_json))
        for place, each in enumerate(made.outcomes):
            if (each.problem, each.configuration) not in by_name:
                raise ValueError(f"outcomes[{place}]: no run of {each.configuration} on {each.problem}")
        return made

    def run_of(self, outcome: Outcome) -> Run:
        """Returns the run that an outcome comes from."""
        return self.run(outcome.problem, outcome.configuration)

    @cached_property
    def _runs_by_name(self) -> dict[tuple[Problem, str], Run]:
        return {(run.problem, run.configuration): run for run in self.runs}

    def run(self, problem: Problem, configuration: str) -> Run:
        """Returns the run of a configuration on a problem."""
        return self._runs_by_name[problem, configuration]

    @property
    def problems(self) -> list[Problem]:
        """The problems that were asked, in order."""
        return list(self._asked)

    @property
    def under_maps(self) -> Mapping[str, str]:
        """What maps of cells must preserve, by quantity, also for those that plugins declare."""
        return UNDER_MAPS | {each.name: each.under_maps for each in self.quantities}

    @cached_property
    def _asked(self) -> dict[Problem, Mapping[str, Any]]:
        return {Problem.from_json(each): each for each in self.experiment.get("problems", ())}

    def class_of(self, problem: Problem, quantity: str) -> object:
        """Returns what a problem has in common with all those that have the same value of a quantity."""
        kept = self.under_maps.get(quantity, "nothing")
        return self._asked.get(problem, {}).get("classes", {}).get(kept) or problem.class_under(kept)

    def layout_list(self, name: str) -> LayoutList | None:
        """Returns the list of layouts of a name; None if the document has none."""
        return next((each for each in self.layout_lists if each.name == name), None)

    def outcome(self, quantity: str = "grids", shape: str | None = None, configuration: str | None = None) -> Outcome:
        """Returns the outcome of this quantity, shape and configuration.

        If several match, they must answer one question about one problem, and none may be disputed. Then it is the
        exact one with the best standing, else the estimate with the smallest error. Raises LookupError otherwise.
        """
        found = [each for each in self.outcomes if each.quantity == quantity
                 and shape in (None, each.problem.shape, str(each.problem))
                 and configuration in (None, each.configuration)]
        if len(found) == 1:
            return found[0]
        best = _best(found) if len({self._question(each) for each in found}) == 1 else None
        if best is None:
            wanted = " ".join(filter(None, [quantity, shape, configuration]))
            texts = [f"{each.quantity} {each.problem} {each.configuration} ({each.standing})"
                     for each in found or self.outcomes]
            raise LookupError(f"{len(found) or 'no'} outcomes are {wanted}; there is: {', '.join(texts)}")
        return best

    def _question(self, outcome: Outcome) -> object:
        return outcome.problem, tuple(sorted(self.run_of(outcome).question.items()))

    def rows(self, what: str = "outcomes", name: str | None = None) -> list[Row]:
        """Returns outcomes, findings, comparisons, runs, convergence, totals or refusals as a list of dicts.

        All rows have the same keys: those of outcomes, totals and a finding are the columns of `gridcensus export`.
        A parameter K of the strategy has the key `param_K`. Without the name of a finding, each finding is one row.
        """
        if what == "findings" and name is not None:
            return _findings.finding_rows(_findings.finding_tables([self], [name], None))
        makers = {"outcomes": self._outcome_rows, "findings": self._finding_rows, "comparisons": self._comparison_rows,
                  "runs": self._run_rows, "convergence": self._convergence_rows, "totals": self._total_rows,
                  "refusals": self._refusal_rows}
        if what not in makers:
            raise ValueError(f"no table {what!r}; known: {', '.join(makers)}")
        return aligned(makers[what]())

    def frame(self, what: str = "outcomes", name: str | None = None) -> Any:
        """Returns the same as a DataFrame of pandas.

        Exact numbers are Python's int, in columns of objects. Columns of reals are float64, columns of counts Int64.
        """
        return frame_of(self.rows(what, name))

    def only(self, *names: str) -> Results:
        """Returns the results without all runs but those of these configurations and strategies.

        The name of a configuration may lack values of a sweep and its seed: mc for mc@seed=1. Raises LookupError if no
        run has one of the names.
        """
        return _tables.only([self], names)[0]

    def paper_tables(self, *findings: str, quantity: str | None = None, shape: str | None = None,
                     totals: bool = False) -> list[PaperTable]:
        """Returns tables for readers, which a notebook shows: outcomes, findings of these names, or totals.

        Each has the methods `markdown` and `latex`. Raises LookupError if nothing is selected.
        """
        return _tables.paper_tables([self], findings, quantity, shape, totals)

    def sweep(self, quantity: str | None = None, shape: str | None = None, configuration: str | None = None) -> Sweep:
        """Returns the runs of sweeps as a table in which each parameter that varies, and the seed, is a column.

        `configuration` may be a name without values, such as "mc". Raises LookupError if there is no such sweep.
        """
        return sweep_of([self.only(configuration) if configuration else self], quantity, shape)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document as JSON, as --json does. The file appears whole or not at all.

        Raises ValueError if it would replace a ledger.
        """
        if is_ledger(path):
            raise ValueError(f"{os.fspath(path)}: is a ledger; choose another file")
        encoder = json.JSONEncoder(indent=2, ensure_ascii=False)
        write_whole(path, itertools.chain(encoder.iterencode(self.document), "\n"))

    def _outcome_rows(self) -> list[Row]:
        return _tables.outcome_rows([(self, each) for each in self.outcomes])

    def _total_rows(self) -> list[Row]:
        return _tables.total_rows([(self, each) for each in self.totals])

    def _run_rows(self) -> list[Row]:
        rows = []
        for run in self.runs:
            first, last = run_cells(self, run)
            rows.append({**first, "state": run.state, "message": run.message, "units": run.units,
                         "units_total": run.units_total, "reused": run.reused, **last,
                         "strategy_version": run.version, "program": run.program})
        return rows

    def _comparison_rows(self) -> list[Row]:
        return [{"subject": each.subject, "verdict": each.verdict, "left": each.left.name,
                 "left_value": each.left.value, "right": str(each.right), "right_value": each.right.value,
                 "z": each.z, "p_value": each.p_value, "relative_error": each.relative_error,
                 "shared": ", ".join(each.shared), "note": each.note} for each in self.comparisons]

    def _convergence_rows(self) -> list[Row]:
        rows = []
        for each in self.outcomes:
            first, last = run_cells(self, self.run_of(each)) if each.convergence else ({}, {})
            rows += [{**first, "quantity": each.quantity, "samples": point.samples, "value": point.value,
                      "standard_error": point.standard_error, **last} for point in each.convergence]
        return rows

    def _refusal_rows(self) -> list[Row]:
        return [{"shape": each.problem.shape, "rules": each.problem.rules, "strategy": each.strategy,
                 "configuration": each.configuration, "quantity": quantity, "reason": each.reason}
                for each in self.refusals for quantity in each.quantities]

    def _finding_rows(self) -> list[Row]:
        return [{"shape": each.problem.shape, "rules": each.problem.rules, "finding": each.name,
                 "by": ", ".join(each.by), **value_cells(each),
                 "table_rows": len(each.table.rows) if each.table else None, "help": each.help}
                for each in self.findings]

    def __repr__(self) -> str:
        return f"<Results of {self.experiment['file']}: {self.verdict}>"

    def _repr_html_(self) -> str | None:
        try:
            from gridcensus import _html
        except ImportError:  # without jinja2, notebooks show the repr
            return None
        return _html.page_of(self)


def load(path: str | os.PathLike[str], program: str | os.PathLike[str] | None = None) -> Results:
    """Returns the results of a document that `--json` wrote, or of a ledger, which the program gridcensus reads.

    If a ledger has several experiments or seeds, returns the last one, with a warning. Raises OSError, or ValueError if
    the file is neither.
    """
    found = load_all(path, program)
    if len(found) > 1:
        warnings.warn(f"{os.fspath(path)} has {len(found)} experiments or seeds: these are the last ones", stacklevel=2)
    return found[-1]


def load_all(path: str | os.PathLike[str], program: str | os.PathLike[str] | None = None) -> list[Results]:
    """Returns the results of a document, or all those of a ledger, the oldest first. Raises what `load` raises."""
    name = os.fspath(path)
    text = _text_of(path)
    messages = ""
    documents = None if text is None else _parsed(text, name)
    if text is None or isinstance(documents, dict) and documents.get("format_version") == _released_format:
        answer = ask(["show", os.path.abspath(path), "--json", "-", "--quiet"], program=program)
        documents, messages = _parsed(answer.output.encode(), name), answer.messages
    try:
        return [Results.from_document(each, messages, name)
                for each in (documents if isinstance(documents, list) and documents else [documents])]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _list(document: Mapping[str, Any], name: str) -> list[Any]:
    entries = document.get(name, [])
    if not isinstance(entries, list):
        raise ValueError(f"{name}: expected a list")
    return entries


def _object(document: Mapping[str, Any], name: str, **members: type) -> Mapping[str, Any]:
    """Returns an object with members of these types."""
    entry = document.get(name)
    if not isinstance(entry, Mapping):
        raise ValueError(f"{name}: expected an object")
    for member, kind in members.items():
        if not isinstance(entry.get(member), kind):
            raise ValueError(f"{name}: {member!r} is {reprlib.repr(entry.get(member))}; expected "
                             f"{_kinds[kind.__name__][1]}")
    return entry


def _read(name: str, document: Mapping[str, Any], read: Callable[[Mapping[str, Any]], _T]) -> tuple[_T, ...]:
    """Returns the entries of a list, each read by a function. Raises ValueError with the place of a mistake."""
    return tuple(_entry(f"{name}[{place}]", entry, read) for place, entry in enumerate(_list(document, name)))


def _entry(place: str, entry: Any, read: Callable[[Mapping[str, Any]], _T]) -> _T:
    if not isinstance(entry, Mapping):
        raise ValueError(f"{place}: expected an object")
    try:
        made = read(entry)
    except KeyError as error:
        raise ValueError(f"{place}: lacks {error.args[0]!r}") from None
    except (AttributeError, ArithmeticError, TypeError, ValueError) as error:
        raise ValueError(f"{place}: {error}") from None
    record: Any = type(made)
    for name, kinds, expected in _types_of(record):
        if not isinstance(getattr(made, name), kinds):
            raise ValueError(f"{place}: {name!r} is {reprlib.repr(getattr(made, name))}; expected {expected}")
    return made


@cache
def _types_of(record: Any) -> list[tuple[str, tuple[type, ...], str]]:
    """Returns the members of a record that are text, numbers or objects, with their types and the words for them."""
    types = []
    for each in fields(record):
        name, _, other = str(each.type).partition(" | ")
        if name.partition("[")[0] in _kinds:
            kinds, words = _kinds[name.partition("[")[0]]
            types.append((each.name, (*kinds, type(None)) if other == "None" else kinds, words))
    return types


def _text_of(path: str | os.PathLike[str]) -> bytes | None:
    """Returns the content of a document, or None for a ledger."""
    name = os.fspath(path)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(f"{name}: is not a regular file; {EXPECTED}")
    with open(path, "rb") as file:
        begin = file.read(len(LEDGER))
        if begin == LEDGER:
            return None
        # Of a large file that is something else, the beginning is enough.
        is_object = begin.lstrip()[:1] == b"{"
        text = begin + file.read(_max_bytes if is_object else 1000)
    if len(text) > _max_bytes:
        raise ValueError(f"{name}: is larger than {_max_bytes >> 20} MiB, the most that is read")
    return text


def _parsed(text: bytes, name: str) -> Any:
    try:
        document = json.loads(text, parse_constant=_no_number)
        if re.search(rb"\\u[dD]", text):
            json.dumps(document, ensure_ascii=False).encode()  # half of a character cannot be written again
        return document
    except RecursionError:
        raise ValueError(f"{name}: is nested too deeply; {EXPECTED}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}:{error.lineno}:{error.colno}: no JSON: {error.msg}; {EXPECTED}") from None
    except ValueError as error:  # its bytes are no text
        raise ValueError(f"{name}: no JSON: {error}; {EXPECTED}") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _merged_findings(entries: list[Mapping[str, Any]], runs: Mapping[tuple[Problem, str], Run]) -> tuple[Finding, ...]:
    """Merges findings with equal name, problem, question and value. Deviations are not merged."""
    found: dict[object, Finding] = {}
    for number, entry in enumerate(entries):
        place = f"findings[{number}]"
        each = _entry(place, entry, partial(Finding.from_json, runs=runs))
        key = each.identity if each.kind != "deviation" else place
        found[key] = found[key].merged(each) if key in found else each
    return tuple(found.values())


def _best(outcomes: list[Outcome]) -> Outcome | None:
    """Returns the exact outcome with the best standing, else the estimate with the smallest error.

    Returns None if there is neither, or if one is disputed.
    """
    if any(each.standing not in STANDINGS for each in outcomes):
        return None
    exact = [each for each in outcomes if each.kind == "exact"]
    if exact:
        return max(exact, key=lambda each: STANDINGS.index(each.standing))
    estimates = [(each.estimate.standard_error, place) for place, each in enumerate(outcomes) if each.estimate]
    return outcomes[min(estimates)[1]] if estimates else None
