"""Results: a document of `--json`, or the content of a ledger, as plain records and as frames of pandas."""

from __future__ import annotations

import json
import os
import stat
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, TypeVar

from gridcensus import _html
from gridcensus._frames import Row, frame_of
from gridcensus._program import ask
from gridcensus._verdict import Verdict, verdict_of
from gridcensus.records import Comparison, Estimate, Finding, Outcome, Problem, Refusal, Run, Total
from gridcensus.sweep import Sweep, sweep_of

_max_bytes = 512 << 20
_oldest_format = 7
_newest_format = 8
_expected = "expected a ledger or a document that --json wrote"

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
    evidence: tuple[str, ...] = ()
    """The evidence for the results, in at most five lines, as every view of the program prints them."""

    @classmethod
    def from_document(cls, document: Mapping[str, Any], messages: str = "") -> Results:
        """Returns the results in a parsed document. Raises ValueError, with the place of the mistake."""
        if not isinstance(document, Mapping) or "gridcensus" not in document or "format_version" not in document:
            raise ValueError("this is not a results document of gridcensus (--json writes one)")
        version = document["format_version"]
        if not isinstance(version, int) or version < _oldest_format:
            raise ValueError(f"the document has format {version!r}; expected {_oldest_format} or newer, which 1.0.0 "
                             "and later write")
        if version > _newest_format:
            warnings.warn(f"the document has format {version}, newer than this package ({_newest_format}): what it "
                          "added is only in .document", stacklevel=3)
        made = cls(
            _read("runs", document, Run.from_json), _read("outcomes", document, Outcome.from_json),
            _findings(_list(document, "findings")), _read("verdicts", document, Comparison.from_json),
            _read("totals", document, Total.from_json), _read("not_applicable", document, Refusal.from_json),
            _object(document, "experiment"), _object(document, "produced"), document.get("exit", 0), document, messages,
            tuple(map(str, _list(document, "evidence"))))
        for place, each in enumerate(made.outcomes):
            if (each.problem, each.configuration) not in made._runs_by_name:
                raise ValueError(f"outcomes[{place}]: no run of {each.configuration} on {each.problem}")
        return made

    @property
    def verdict(self) -> Verdict:
        """The first line of the evidence: YES, NO, NOT YET, COUNTED, ..., with the reason."""
        return verdict_of(self.evidence)

    def run_of(self, outcome: Outcome) -> Run:
        """Returns the run that an outcome comes from."""
        return self._runs_by_name[outcome.problem, outcome.configuration]

    @cached_property
    def _runs_by_name(self) -> dict[tuple[Problem, str], Run]:
        return {(run.problem, run.configuration): run for run in self.runs}

    def outcome(self, quantity: str = "grids", shape: str | None = None, configuration: str | None = None) -> Outcome:
        """Returns the only outcome of this quantity, shape and configuration.

        Raises LookupError if there is none, or several.
        """
        found = [each for each in self.outcomes if each.quantity == quantity
                 and shape in (None, each.problem.shape, str(each.problem))
                 and configuration in (None, each.configuration)]
        if len(found) != 1:
            wanted = " ".join(filter(None, [quantity, shape, configuration]))
            names = ", ".join(f"{each.quantity} {each.problem} {each.configuration}" for each in found or self.outcomes)
            raise LookupError(f"{len(found) or 'no'} outcomes are {wanted}; there is: {names}")
        return found[0]

    def rows(self, what: str = "outcomes", name: str | None = None) -> list[Row]:
        """Returns outcomes, findings, comparisons, runs, convergence, totals or refusals as a list of dicts.

        All rows have the same keys. A parameter K of the strategy has the key `param_K`. With the name of a finding
        that is a table, the rows are those of the table.
        """
        makers = {"outcomes": self._outcome_rows, "runs": self._run_rows, "comparisons": self._comparison_rows,
                  "convergence": self._convergence_rows, "totals": self._total_rows, "refusals": self._refusal_rows}
        if what == "findings":
            rows = self._finding_rows(name)
        elif what in makers:
            rows = makers[what]()
        else:
            raise ValueError(f"no table {what!r}; known: findings, {', '.join(makers)}")
        columns = list(dict.fromkeys(column for row in rows for column in row))
        # Parameters come last, whatever their strategy.
        columns.sort(key=lambda column: column.startswith("param_"))
        return [{column: row.get(column) for column in columns} for row in rows]

    def frame(self, what: str = "outcomes", name: str | None = None) -> Any:
        """Returns the same as a DataFrame of pandas.

        Exact numbers are Python's int, in columns of objects. Columns of reals are float64, columns of counts Int64.
        """
        return frame_of(self.rows(what, name))

    def sweep(self, quantity: str | None = None, shape: str | None = None, configuration: str | None = None,
              program: str | os.PathLike[str] | None = None) -> Sweep:
        """Returns the runs of sweeps as a table in which each parameter that varies, and the seed, is a column.

        This is the output of `gridcensus export --sweep`, and needs that program. `configuration` may be a name without
        values, such as "mc". Raises LookupError if there is no such sweep.
        """
        options = {"--quantity": quantity, "--shape": shape, "--with": configuration}
        selection = [word for name, value in options.items() if value is not None for word in (name, value)]
        return sweep_of(self.document, selection, program)

    def _origin(self, entry: Outcome | Run) -> Row:
        run = entry if isinstance(entry, Run) else self.run_of(entry)
        return {"shape": run.problem.shape, "rules": run.problem.rules, "strategy": run.strategy,
                "configuration": run.configuration, "base": run.base, "seed": run.seed,
                "base_configuration": run.base_configuration}

    def _outcome_rows(self) -> list[Row]:
        rows = []
        for each in self.outcomes:
            run = self.run_of(each)
            rows.append(self._origin(each) | {"quantity": each.quantity, "kind": each.kind, "value": each.value}
                        | _interval(each.estimate)
                        | {"standing": each.standing, "witnesses": each.witnesses,
                           "recounted_units": each.recounted_units, "follows_from": each.follows_from,
                           "reason": each.reason, "interim": each.interim.value if each.interim else None,
                           "interim_error": each.interim.standard_error if each.interim else None,
                           "seconds": each.seconds} | _parameters(run))
        return rows

    def _run_rows(self) -> list[Row]:
        return [self._origin(run) | {"state": run.state, "message": run.message, "units": run.units,
                                     "units_total": run.units_total, "reused": run.reused, "seconds": run.seconds,
                                     "version": run.version, "plugin_sha256": run.plugin_sha256,
                                     "program": run.program} | _parameters(run)
                for run in self.runs]

    def _comparison_rows(self) -> list[Row]:
        return [{"subject": each.subject, "verdict": each.verdict, "left": each.left.name,
                 "left_value": each.left.value, "right": str(each.right), "right_value": each.right.value,
                 "z": each.z, "p_value": each.p_value, "relative_error": each.relative_error,
                 "shared": ", ".join(each.shared), "note": each.note} for each in self.comparisons]

    def _convergence_rows(self) -> list[Row]:
        return [self._origin(each) | {"quantity": each.quantity, "samples": point.samples, "value": point.value,
                                      "standard_error": point.standard_error} | _parameters(self.run_of(each))
                for each in self.outcomes for point in each.convergence]

    def _total_rows(self) -> list[Row]:
        return [{"list": each.list, "strategy": each.strategy, "configuration": each.configuration,
                 "quantity": each.quantity, "kind": each.kind, "value": each.value} | _interval(each.estimate)
                | {"witnesses": each.witnesses, "reason": each.reason} for each in self.totals]

    def _refusal_rows(self) -> list[Row]:
        return [{"shape": each.problem.shape, "rules": each.problem.rules, "strategy": each.strategy,
                 "configuration": each.configuration, "quantity": quantity, "reason": each.reason}
                for each in self.refusals for quantity in each.quantities]

    def _finding_rows(self, name: str | None) -> list[Row]:
        findings = [each for each in self.findings if name in (None, each.name)]
        if name is not None and not findings:
            known = sorted({each.name for each in self.findings})
            raise LookupError(f"no finding {name}; there is: {', '.join(known) or 'none at all'}")
        rows: list[Row] = []
        for each in findings:
            row: Row = {"shape": each.problem.shape, "rules": each.problem.rules, "finding": each.name,
                        "by": ", ".join(each.by)}
            if name is not None and each.table:
                called = each.table.row_names
                rows += [row | {each.table.key: key} | ({"called": called.get(key)} if called else {})
                         | dict(zip(each.table.columns, values)) for key, values in each.table.rows.items()]
            elif name is not None and each.deviations:
                rows += [row | {"from": one.source, "relative": one.relative, "standard_error": one.standard_error}
                         for one in each.deviations]
            else:
                rows.append(row | {"kind": each.kind, "value": each.value} | _interval(each.estimate)
                            | {"table_rows": len(each.table.rows) if each.table else None, "help": each.help})
        return rows

    def __repr__(self) -> str:
        return f"<Results of {self.experiment['file']}: {self.verdict}>"

    def _repr_html_(self) -> str:
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
    if text is None:
        answer = ask(["show", os.path.abspath(path), "--json", "-", "--quiet"], program=program)
        text, messages = answer.output.encode(), answer.messages
    documents = _parsed(text, name)
    try:
        return [Results.from_document(each, messages)
                for each in (documents if isinstance(documents, list) and documents else [documents])]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _list(document: Mapping[str, Any], name: str) -> list[Any]:
    entries = document.get(name, [])
    if not isinstance(entries, list):
        raise ValueError(f"{name}: expected a list")
    return entries


def _object(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    entry = document.get(name)
    if not isinstance(entry, Mapping):
        raise ValueError(f"{name}: expected an object")
    return entry


def _read(name: str, document: Mapping[str, Any], read: Callable[[Mapping[str, Any]], _T]) -> tuple[_T, ...]:
    """Returns the entries of a list, each read by a function. Raises ValueError with the place of a mistake."""
    return tuple(_entry(f"{name}[{place}]", entry, read) for place, entry in enumerate(_list(document, name)))


def _entry(place: str, entry: Any, read: Callable[[Mapping[str, Any]], _T]) -> _T:
    if not isinstance(entry, Mapping):
        raise ValueError(f"{place}: expected an object")
    try:
        return read(entry)
    except KeyError as error:
        raise ValueError(f"{place}: lacks {error.args[0]!r}") from None
    except (AttributeError, ArithmeticError, TypeError, ValueError) as error:
        raise ValueError(f"{place}: {error}") from None


def _text_of(path: str | os.PathLike[str]) -> bytes | None:
    """Returns the content of a document, or None for a ledger."""
    name = os.fspath(path)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(f"{name}: is not a regular file; {_expected}")
    with open(path, "rb") as file:
        begin = file.read(15)
        if begin == b"SQLite format 3":
            return None
        # Of a large file that is something else, the beginning is enough.
        is_object = begin.lstrip()[:1] == b"{"
        text = begin + file.read(_max_bytes if is_object else 1000)
    if len(text) > _max_bytes:
        raise ValueError(f"{name}: is larger than {_max_bytes >> 20} MiB, the most that is read")
    return text


def _parsed(text: str | bytes, name: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(f"{name}: is nested too deeply; {_expected}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}:{error.lineno}:{error.colno}: no JSON: {error.msg}; {_expected}") from None
    except ValueError as error:  # its bytes are no text
        raise ValueError(f"{name}: no JSON: {error}; {_expected}") from None


def _findings(entries: list[Mapping[str, Any]]) -> tuple[Finding, ...]:
    """Merges findings with equal name, problem and value. Deviations are not merged."""
    apart = ("strategy", "configuration", "row_names", "help")
    groups: dict[str, tuple[str, dict[str, Any], list[str]]] = {}
    for number, entry in enumerate(entries):
        place = f"findings[{number}]"
        if not isinstance(entry, Mapping) or not {"kind", "configuration"} <= entry.keys():
            raise ValueError(f"{place}: expected an object with 'kind' and 'configuration'")
        same = {name: value for name, value in entry.items() if name not in apart}
        key = place if entry["kind"] == "deviation" else json.dumps(same, sort_keys=True)
        _, first, by = groups.setdefault(key, (place, dict(entry), []))
        by.append(entry["configuration"])
        if not first.get("row_names"):
            first["row_names"] = entry.get("row_names", {})
    return tuple(_entry(place, entry, partial(Finding.from_json, by=by)) for place, entry, by in groups.values())


def _interval(estimate: Estimate | None) -> Row:
    names = ("standard_error", "low", "high", "confidence", "samples", "degrees_of_freedom")
    return {name: getattr(estimate, name) if estimate else None for name in names}


def _parameters(run: Run) -> Row:
    return {f"param_{name}": value for name, value in run.parameters.items()}
