"""The rows of results: for programs as dicts, which `frame` and `export` have, and for readers as a PaperTable."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from gridcensus._findings import finding_tables, paper_of_findings
from gridcensus._frames import Row, aligned, origin, run_cells, value_cells
from gridcensus._text import first_of, nearest
from gridcensus.paper import Cell, Column, PaperTable
from gridcensus.records import Outcome, Total

if TYPE_CHECKING:
    from gridcensus.results import Results

_Entry = TypeVar("_Entry", Outcome, Total)
Pairs = Sequence[tuple["Results", _Entry]]


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
    def places(list_name: str) -> list[int]:
        return [place for place, entry in enumerate(results.document.get(list_name, ()))
                if any(_is_named(name, entry["strategy"], entry["configuration"]) for name in names)]

    kept = {list_name: [results.document[list_name][place] for place in places(list_name)]
            for list_name in ("runs", "outcomes", "totals", "findings")}
    moved = {old: new for new, old in enumerate(places("outcomes"))}
    values = [{**value, "outcomes": [moved[place] for place in value["outcomes"] if place in moved]}
              for value in results.document.get("values", ())]
    kept["values"] = [value for value in values if value["outcomes"]]
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
