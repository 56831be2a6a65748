"""Results: a document of `--json`, or the content of a ledger, as plain records and as frames of pandas."""

from __future__ import annotations

import json
import os
import stat
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gridcensus import _html
from gridcensus._frames import Row, frame_of
from gridcensus._program import ProgramNotFound, ask
from gridcensus._verdict import Verdict, verdict_of
from gridcensus.records import Comparison, Estimate, Finding, Outcome, Problem, Refusal, Run, Total
from gridcensus.sweep import Sweep, sweep_of

_max_bytes = 512 << 20
_newest_format = 8
_format_of_names = 7
"""The first format with the present names of members."""


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
        """Returns the results in a parsed document."""
        if "gridcensus" not in document or "format_version" not in document:
            raise ValueError("this is not a results document of gridcensus (--json writes one)")
        if document["format_version"] > _newest_format:
            warnings.warn(f"the document has format {document['format_version']}, newer than this package "
                          f"({_newest_format}): what it added is only in .document", stacklevel=3)
        if document["format_version"] < _format_of_names:
            document = _with_present_names(document)
        return cls(
            tuple(map(Run.from_json, document["runs"])), tuple(map(Outcome.from_json, document["outcomes"])),
            _findings(document["findings"]), tuple(map(Comparison.from_json, document["verdicts"])),
            tuple(map(Total.from_json, document.get("totals", ()))),
            tuple(map(Refusal.from_json, document["not_applicable"])),
            document["experiment"], document["produced"], document["exit"], document, messages,
            tuple(document.get("evidence", ())))

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


def _with_present_names(document: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a document of format 6 or older with the names that members and states have now."""
    names = {"repeats": "base_configuration", "units_of": "units_total", "so_far": "interim"}

    def renamed(entry: Mapping[str, Any]) -> dict[str, Any]:
        entry = {names.get(name, name): value for name, value in entry.items()}
        return entry | {"state": "deferred"} if entry.get("state") == "left" else entry

    return dict(document) | {part: [renamed(entry) for entry in document[part]] for part in ("runs", "outcomes")}



def load(path: str | os.PathLike[str], program: str | os.PathLike[str] | None = None) -> Results:
    """Returns the results of a document that `--json` wrote, or of a ledger.

    The program gridcensus reads ledgers, and adds the evidence to documents that are older than format 6. If a ledger
    has several experiments or seeds, returns the last one, with a warning.
    """
    text = _text_of(path)
    if text is not None:
        made = Results.from_document(_parsed(text, os.fspath(path)))
        return made if made.evidence else _with_evidence(made, path, program)
    answer = ask(["show", os.path.abspath(path), "--json", "-", "--quiet"], program=program)
    documents = _parsed(answer.output, os.fspath(path))
    if isinstance(documents, list):
        warnings.warn(f"{os.fspath(path)} has {len(documents)} experiments or seeds: these are the last ones",
                      stacklevel=2)
        documents = documents[-1]
    return Results.from_document(documents, answer.messages)


def _with_evidence(made: Results, path: str | os.PathLike[str], program: str | os.PathLike[str] | None) -> Results:
    """Returns the results with the evidence that the program adds, or unchanged if the program is missing."""
    try:
        answer = ask(["show", os.path.abspath(path), "--json", "-", "--quiet"], program=program)
    except ProgramNotFound:
        return made
    return Results.from_document(json.loads(answer.output), answer.messages)


def _text_of(path: str | os.PathLike[str]) -> bytes | None:
    """Returns the content of a document, or None for a ledger."""
    name = os.fspath(path)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(f"{name} is not a regular file")
    with open(path, "rb") as file:
        begin = file.read(15)
        if begin == b"SQLite format 3":
            return None
        # Of a large file that is something else, the beginning is enough.
        is_object = begin.lstrip()[:1] == b"{"
        text = begin + file.read(_max_bytes if is_object else 1000)
    if len(text) > _max_bytes:
        raise ValueError(f"{name} is larger than {_max_bytes >> 20} MiB")
    return text


def _parsed(text: str | bytes, name: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(f"{name} is not a results document: it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{name} is neither a ledger nor a results document: {error}") from None


def _findings(entries: list[Mapping[str, Any]]) -> tuple[Finding, ...]:
    """Merges findings with equal name, problem and value. Deviations are not merged."""
    apart = ("strategy", "configuration", "row_names", "help")
    groups: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for place, entry in enumerate(entries):
        same = {name: value for name, value in entry.items() if name not in apart}
        key = str(place) if entry["kind"] == "deviation" else json.dumps(same, sort_keys=True)
        first, by = groups.setdefault(key, (dict(entry), []))
        by.append(entry["configuration"])
        if not first.get("row_names"):
            first["row_names"] = entry.get("row_names", {})
    return tuple(Finding.from_json(entry, by) for entry, by in groups.values())


def _interval(estimate: Estimate | None) -> Row:
    names = ("standard_error", "low", "high", "confidence", "samples", "degrees_of_freedom")
    return {name: getattr(estimate, name) if estimate else None for name in names}


def _parameters(run: Run) -> Row:
    return {f"param_{name}": value for name, value in run.parameters.items()}
