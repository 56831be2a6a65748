"""Writes a web page of results."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gridcensus._program import BadInput
from gridcensus._text import pluralise, printable
from gridcensus.views._command import (Arguments, Command, Option, all_words, check_place, documents, refuse_inputs,
                                       write_text)

if TYPE_CHECKING:
    from gridcensus.records import Value
    from gridcensus.results import Results

_MOST_VALUES = 12
_MOST_VALUES_SHOWN = 24
# A list of layouts with more problems is shown only by its totals.
_MOST_LISTED = 200


def run(arguments: Arguments) -> int:
    """Writes the page of some documents."""
    importlib.import_module("gridcensus._html")  # first, since another Python starts again if this one lacks jinja2
    if not arguments.output:
        raise BadInput("command line: -o: name the page to write: -o report.html")
    files = all_words(arguments, "FILE")
    refuse_inputs("-o", arguments.output, files)
    check_place(arguments.output)
    made = documents(files)
    page, figures = page_of(made)
    write_text(arguments.output, page)
    if arguments.output != "-":
        kib = len(page.encode()) / 1024
        size = f"{kib / 1024:.3g} MiB" if kib >= 1024 else f"{kib:.3g} KiB"
        write_text("-", f"{printable(arguments.output)}: {pluralise(len(made), 'document')}, "
                        f"{pluralise(figures, 'figure')}, {size}\n")
    return 0


def page_of(made: Sequence[Results]) -> tuple[str, int]:
    """Returns the page of some documents, and the number of its figures.

    The same documents give the same bytes. Raises BadInput.
    """
    from gridcensus import _html

    chapters = []
    for number, results in enumerate(made, 1):
        try:
            chapters.append(_chapter(results, "" if len(made) == 1 else f"r{number}_"))
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadInput(f"{results.origin}: the document is damaged: {type(error).__name__}: {error}") from error
    figures = _name_figures(chapters)
    page = _html.templates().get_template("page.html.j2").render(chapters=chapters, standard_error=_html.STANDARD_ERROR,
                                                                 style=_html.style_sheet("page.css"))
    return page, figures


def _chapter(results: Results, prefix: str) -> dict[str, Any]:
    """Returns what the template needs of a document."""
    from gridcensus import _html
    from gridcensus._analysis import Analysis
    from gridcensus.views._sections import Sections, totals_table

    shown = _without_long_lists(results)
    analysis = Analysis(shown)
    first = shown.values[0].best.quantity if shown.values else ""
    values: list[Value] = []
    more: list[Value] = []
    for value in shown.values:
        is_first = value.best.quantity == first and len(values) < _MOST_VALUES_SHOWN
        (values if len(shown.values) <= _MOST_VALUES or is_first or value.is_disputed else more).append(value)
    quantities = ", ".join(dict.fromkeys(value.best.quantity for value in more))
    experiment = results.experiment
    return {"prefix": prefix, "title": _html.title_of(results), "answer": _html.answer_of(results),
            "origin": f"{results.origin}: {experiment.get('file', '')}, seed {experiment.get('seed', '')}",
            "disagreements": _html.disagreements_table(results.comparisons), "totals": totals_table(results),
            "is_short": shown is not results, "has_estimates": any(each.estimate for each in shown.outcomes),
            "main_values": _html.values_table(analysis, values),
            "more_values": _html.values_table(analysis, more),
            "more": f"{pluralise(len(more), 'more value')}: {quantities}", "made": _made_line(results),
            "sections": Sections(shown, analysis, prefix).all()}


def _without_long_lists(results: Results) -> Results:
    """Returns the results without the problems of lists of layouts, if there are too many for a page."""
    from gridcensus.records import Problem

    experiment = results.experiment
    if all(each.problems <= _MOST_LISTED for each in results.layout_lists):
        return results
    listed = {Problem.from_json(each) for each in experiment["problems"] if each.get("layouts")}

    def rest(entries: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(each for each in entries if each.problem not in listed)

    return replace(
        results, runs=rest(results.runs), outcomes=rest(results.outcomes), findings=rest(results.findings),
        refusals=rest(results.refusals),
        values=tuple(each for each in results.values if not listed.issuperset(each.problems)),
        comparisons=tuple(each for each in results.comparisons if each.contradicts or not {
            each.left.problem, each.right.problem} <= listed),
        experiment={**experiment, "problems": [each for each in experiment["problems"] if not each.get("layouts")]})


def _made_line(results: Results) -> str:
    """Returns who made the document, when, on what machine and from which file."""
    from gridcensus._html import seeds_text

    experiment, produced = results.experiment, results.produced
    seeds = seeds_text(results)
    machine = ", ".join(str(produced[name]) for name in ("host", "cpu") if produced.get(name))
    parts = [("", experiment.get("file")), ("SHA-256 ", re.sub("(.{12}).+", r"\1…", str(experiment.get("sha256", "")))),
             ("seeds " if "," in seeds else "seed ", seeds if len(seeds) <= 40 else seeds[:39] + "…"),
             ("", produced.get("date")), ("on ", machine), ("by gridcensus ", produced.get("version"))]
    return " · ".join(f"{name}{text}" for name, text in parts if text)


def _name_figures(chapters: Sequence[dict[str, Any]]) -> int:
    """Gives each figure a name of its own on the page, and returns their number."""
    parts = [part for chapter in chapters for section in chapter["sections"] for kind, part in section.parts
             if kind == "figures"]
    number = 0
    for part in parts:
        for place, figure in enumerate(part):
            number += 1
            part[place] = figure.named(f"figure-{number}-{figure.name}")
    return number


COMMAND = Command(
    name="report", brief="write a web page",
    summary="Write a web page of results: verdict, figures, tables, provenance.",
    usage="LEDGER|FILE.json... -o report.html [options]",
    examples=["gridcensus report results.json -o report.html",
              "gridcensus report cross_validation.ledger -o report.html"],
    options=[Option("output", "FILE", "Page to write; - is stdout.", "o")], run=run)
